//! The thread on which the engine works: it takes one job after the other and survives a job that breaks down.

use crate::event::{Event, Events};
use damka_search::Engine;
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

/// Takes the memory and the threads that were asked for. Where the system does not grant the threads, one has to do.
pub fn prepare(engine: &mut Engine) {
    if let Err(error) = engine.prepare() {
        log::warn!("{} threads cannot be started: {error}", engine.threads());
        engine.set_threads(1);
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
        let (sender, news) = channel();
        let events = Events::new(sender);
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
