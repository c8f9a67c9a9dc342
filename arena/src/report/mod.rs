//! What people and programs are told about a match.

pub mod journal;
pub mod pdn;
pub mod plot;
pub mod text;
