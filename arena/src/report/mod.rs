//! What people and programs are told about a match.

pub mod text;
