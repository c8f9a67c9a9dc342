//! Files that were created for what they do not hold yet.

use std::fs;
use std::path::{Path, PathBuf};

/// A file that this run has created; it is taken away again unless it is kept. Otherwise a command that fails would
/// stand in the way of the same command put right.
pub struct Stub(Option<PathBuf>);

impl Stub {
    /// Of a file that was not there before.
    pub fn new(path: &Path) -> Stub {
        Stub(Some(path.to_path_buf()))
    }

    /// Leaves the file where it is.
    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // Nothing is lost when it stays.
            let _ = fs::remove_file(path);
        }
    }
}
