//! The progress bar of a count: on stderr, and only when that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const SUBTREES: &str = "[{elapsed}] {wide_bar} {pos}/{len} subtrees, {msg}, {eta} left";
const TESTS: &str = "[{elapsed}] {wide_bar} {pos}/{len} checks, {eta} left";

pub struct Bar {
    bar: ProgressBar,
    /// Leaves counted since the start, in thousands: a rate needs no more, and this cannot overflow.
    thousands: AtomicU64,
}

impl Bar {
    /// A bar of `all` subtrees, some of which were finished by an earlier run.
    pub fn of_subtrees(all: usize, already: usize) -> Bar {
        Bar::new(SUBTREES, all, already)
    }

    /// A bar of a suite's checks.
    pub fn of_checks(all: usize) -> Bar {
        Bar::new(TESTS, all, 0)
    }

    fn new(template: &str, all: usize, already: usize) -> Bar {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(all as u64), target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message("- M/s");
        bar.set_position(already as u64);
        bar.reset_eta();
        // The clock goes on while a large subtree is counted.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Bar {
            bar,
            thousands: AtomicU64::new(0),
        }
    }

    /// Tells of one more finished part and its leaves.
    pub fn finished(&self, count: u128) {
        if self.bar.is_hidden() {
            return;
        }
        let more = u64::try_from(count / 1000).unwrap_or(u64::MAX / 2);
        let thousands = self.thousands.fetch_add(more, Ordering::Relaxed) + more;
        let seconds = self.bar.elapsed().as_secs_f64().max(1e-3);
        let rate = thousands as f64 / 1e3 / seconds;
        self.bar.set_message(format!("{rate:.1} M/s"));
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
