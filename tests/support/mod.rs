//! What the black-box tests share: the engine as a process, the rules as plain numbers, transcripts, and a
//! partner for DXP.
#![allow(dead_code)] // each test crate uses a part

pub mod board;
pub mod partner;
pub mod process;
pub mod talk;
pub mod transcript;
