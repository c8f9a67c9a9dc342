//! The thread on which the engine works: it takes one job after the other and survives a job that breaks down.

use crate::event::{Event, Events};
use damka_search::{Engine, PrepareError, Signal};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Something to do with the engine.
pub type Job = Box<dyn FnOnce(&mut Engine) + Send>;

/// Stack of the thread in bytes. Searches run on threads of their own, perft and formatting on this one.
const STACK: usize = 8 << 20;

/// The way to the working thread.
#[derive(Debug)]
pub struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system grants no thread.
    pub fn start(events: Events) -> io::Result<Worker> {
        let (jobs, queue) = channel();
        std::thread::Builder::new()
            .name("engine".to_string())
            .stack_size(STACK)
            .spawn(move || work(&queue, &events))?;
        Ok(Worker { jobs })
    }

    /// Does a job after those that were given before.
    pub fn give(&self, job: Job) {
        // The thread ends only with this sender.
        let _ = self.jobs.send(job);
    }
}

/// What the system did not grant, and what has to do instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// Searching threads.
    Threads {
        /// Asked for.
        wanted: usize,
        /// What the system says.
        problem: String,
    },
    /// MiB of the transposition table.
    Memory {
        /// Asked for.
        wanted: usize,
        /// Taken.
        granted: usize,
        /// What the system says.
        problem: String,
    },
}

/// Takes the memory and the threads that were asked for, unless the signal says stop. Where the system does not grant
/// the threads, one has to do; where it does not grant the memory, half as much, and so on.
pub fn prepare(engine: &mut Engine, signal: &Signal, events: &Events) {
    let mut memory = None;
    while let Err(error) = engine.prepare_for(signal) {
        let problem = error.to_string();
        match error {
            PrepareError::Threads { count, .. } if count > 1 => {
                engine.set_threads(1);
                events.send(Event::Shortage(Shortage::Threads {
                    wanted: count,
                    problem,
                }));
            }
            PrepareError::Memory { megabytes, .. } if megabytes > 1 => {
                engine.set_hash(megabytes / 2);
                memory.get_or_insert((megabytes, problem));
            }
            // With less than this there is no search; it will say so itself.
            _ => break,
        }
    }
    if let Some((wanted, problem)) = memory {
        events.send(Event::Shortage(Shortage::Memory {
            wanted,
            granted: engine.hash(),
            problem,
        }));
    }
}

fn work(queue: &Receiver<Job>, events: &Events) {
    let mut engine = Engine::new();
    while let Ok(job) = queue.recv() {
        // What a broken job leaves behind is thrown away with the engine; the session sets the new one up.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| job(&mut engine))) {
            engine = Engine::new();
            let text = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            events.send(Event::Failed(text.to_string()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_job_is_told_and_the_next_one_is_done() {
        let (events, news) = Events::channel();
        let worker = Worker::start(events.clone()).unwrap();
        worker.give(Box::new(|engine| {
            engine.set_hash(7);
            panic!("a test of panics");
        }));
        worker.give(Box::new(move |engine| {
            events.send(Event::Text(engine.hash().to_string()));
        }));
        assert_eq!(
            news.recv(),
            Ok(Event::Failed("a test of panics".to_string()))
        );
        let fresh = Engine::DEFAULT_HASH.to_string();
        assert_eq!(news.recv(), Ok(Event::Text(fresh)));
    }
}
