//! Placeholder room; its modules follow.
