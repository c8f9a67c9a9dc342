//! PDN 3.0: games read from a stream one at a time, replayed, and written in canonical form.
//!
//! [`Reader`] cuts a stream into games ([`RawGame`]: tags, and moves as text with their places). A raw game becomes
//! a [`Record`] when it is replayed under the rules of its GameType, and [`write()`] makes text of it again.
//! The crate opens no files: a reader takes what it is given.

mod clock;
mod error;
mod raw;
mod record;
mod result;
mod split;
mod token;
mod write;

pub use clock::{Clocks, clocks};
pub use error::{PdnError, PdnFault, Place, ReadError};
pub use raw::{RawGame, RawLine, RawMove, Tag};
pub use record::{Line, Node, Record};
pub use result::GameResult;
pub use split::Reader;
pub use write::{WriteOptions, write};
