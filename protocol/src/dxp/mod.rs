//! DamExchange (DXP): two programs play over a TCP connection, without a graphical interface between them.
//!
//! | module | what it does | I/O |
//! |---|---|---|
//! | [`message`] | the seven messages | no |
//! | `parse`, `encode` | their bytes, in and out | no |
//! | [`frame`] | cutting the byte stream at its NULs | no |
//! | [`machine`] | states times inputs | no |
//! | [`moves`] | square numbers and legal moves | no |
//! | [`complaint`] | what is ignored, and why | no |
//! | [`session`] | the machine with the game behind it: messages in, effects out | no |
//! | [`connection`] | the socket | yes |
//! | [`player`] | Damka plays: a session, a connection, and the engine | yes |
//! | [`remote`] | the program at the other end as an opponent to be driven | yes |
//!
//! # Driving another program
//!
//! [`Remote`] is what a match driver needs. It takes either end of the connection ([`Remote::connect`] for an
//! engine that listens, [`Remote::accept`] for one that connects) and either role ([`Remote::propose`] for an
//! engine that follows, [`Remote::await_proposal`] for one that proposes games itself). The engine plays the side
//! opposite to [`Session::our_side`]:
//!
//! ```no_run
//! use damka_engine::{Color, Position, rules::International};
//! use damka_protocol::dxp::{Proposal, Reason, Remote, Reply, Terms};
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let second = Duration::from_secs(1);
//! let terms = Terms::new::<International>();
//! let mut engine = Remote::<International>::connect("127.0.0.1:27531", terms, second)?;
//! let proposal = Proposal {
//!     position: Position::start(),
//!     our_side: Color::White, // the engine plays Black
//!     time: Some(60 * second),
//!     moves: None,
//! };
//! engine.propose(&proposal, 10 * second)?;
//! let first = engine.session().game().legal_moves()[0];
//! engine.send_move(first, Duration::ZERO)?;
//! match engine.receive_move(60 * second)? {
//!     Reply::Move(mv, seconds) => println!("{mv} after {seconds} s"),
//!     Reply::End(status) => println!("{status}"),
//! }
//! engine.end(Reason::Unknown, true, 5 * second)?; // no result, and the end of the session
//! # Ok(())
//! # }
//! ```
//!
//! The session keeps the game: [`Session::game`] is up to date after every call. A move that the engine sends and
//! that is not legal is not a reply: it is in [`Remote::take_complaints`], and the time limit of
//! [`Remote::receive_move`] runs on.

pub mod complaint;
pub mod connection;
mod encode;
pub mod frame;
pub mod machine;
pub mod message;
pub mod moves;
mod parse;
pub mod player;
pub mod remote;
pub mod session;

pub use complaint::Complaint;
pub use connection::{Connection, PORT};
pub use machine::State;
pub use message::{AnswerCode, NAME as LONGEST_NAME, Reason};
pub use moves::MoveError;
pub use player::{PlayError, Report, Role, Settings};
pub use remote::{Remote, RemoteError, Reply};
pub use session::{Proposal, Session, Terms};
