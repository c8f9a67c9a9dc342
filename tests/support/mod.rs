//! What the black-box tests share: the engine as a process, the rules as plain numbers, and transcripts.
#![allow(dead_code)] // each test crate uses a part

pub mod board;
pub mod process;
pub mod talk;
pub mod transcript;
