//! The match as lines of JSON: what is played, every game, and the summary. A match that was killed goes on from
//! there and has lost at most the games that were in progress.

use crate::plan::Plan;
use crate::record::GameRecord;
use crate::runner::Summary;
use crate::schedule::Job;
use crate::stats::{Estimate, Interval, Pentanomial, Ratings, Wdl};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Why a file cannot serve.
#[derive(Debug, Error)]
pub enum JournalError {
    /// Nothing is overwritten.
    #[error("{} exists already; if it is of this match, --resume goes on with it", .0.display())]
    Exists(PathBuf),
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Not a file of ours.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file is of another match.
    #[error("{} is of another match: {key} was {was}, is {is}", path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        key: String,
        /// In the file.
        was: String,
        /// Now.
        is: String,
    },
    /// The match has become shorter than what was played of it. No game is given up for that.
    #[error("--games {asked}: {} holds {held} games already, {beyond} of them beyond that", path.display())]
    Shorter {
        /// The file.
        path: PathBuf,
        /// Games of each pairing.
        asked: u64,
        /// Games in the file.
        held: usize,
        /// How many of them the match has no place for.
        beyond: usize,
    },
}

/// The file to which a match is written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// A new file.
    ///
    /// # Errors
    /// When there is a file of that name, or it cannot be written.
    pub fn create(path: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_path_buf()),
            _ => io_error(path, error),
        })?;
        let mut journal = Journal {
            path: path.to_path_buf(),
            file,
        };
        journal.line(&header(plan))?;
        Ok(journal)
    }

    /// The games of an earlier run of the same match; none when there is no file. A line that was cut off by a crash is
    /// left out.
    ///
    /// # Errors
    /// When the file is of another match, holds games for which the match has no place, is damaged, or cannot be read.
    pub fn games(path: &Path, plan: &Plan) -> Result<Vec<GameRecord>, JournalError> {
        match std::fs::read(path) {
            Ok(bytes) => read(path, &String::from_utf8_lossy(&bytes), plan),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(io_error(path, error)),
        }
    }

    /// Goes on with the file of an earlier run, of which these [`games`](Journal::games) stay.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn resume(path: &Path, plan: &Plan, games: &[GameRecord]) -> Result<Journal, JournalError> {
        // The old file stays whole until the new one is.
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let temporary = PathBuf::from(name);
        let file = File::create(&temporary).map_err(|error| io_error(&temporary, error))?;
        let mut journal = Journal {
            path: path.to_path_buf(),
            file,
        };
        journal.line(&header(plan))?;
        for game in games {
            journal.game(game)?;
        }
        std::fs::rename(&temporary, path).map_err(|error| io_error(path, error))?;
        Ok(journal)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn game(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        #[derive(Serialize)]
        struct Entry<'a> {
            r#type: &'static str,
            #[serde(flatten)]
            game: &'a GameRecord,
        }
        self.line(&Entry {
            r#type: "game",
            game,
        })
    }

    /// Adds the summary.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn summary(
        &mut self,
        plan: &Plan,
        summary: &Summary,
        elapsed: Duration,
    ) -> Result<(), JournalError> {
        self.line(&Totals::new(plan, summary, elapsed))
    }

    /// One line in one write, so that a crash cuts at most the last line.
    fn line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_string(value)
            .map_err(io::Error::from)
            .and_then(|text| self.file.write_all(format!("{text}\n").as_bytes()));
        written.map_err(|error| io_error(&self.path, error))
    }
}

fn io_error(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io {
        path: path.to_path_buf(),
        error,
    }
}

/// The first line.
fn header(plan: &Plan) -> Value {
    json!({ "type": "match", "match": plan.description() })
}

/// The games of a file.
fn read(path: &Path, text: &str, plan: &Plan) -> Result<Vec<GameRecord>, JournalError> {
    let at = |line: usize, reason: String| JournalError::Line {
        path: path.to_path_buf(),
        line,
        reason,
    };
    let schedule = plan.schedule();
    let mut seen = HashSet::new();
    let mut games: Vec<GameRecord> = Vec::new();
    let mut beyond = 0;
    // What follows the last line break was cut off.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let header = header(plan);
    let foreign = || at(1, "not the beginning of a match".to_string());
    if whole.is_empty() && !format!("{header}\n").starts_with(text) {
        return Err(foreign());
    }
    for (index, line) in whole.lines().enumerate() {
        let value: Value =
            serde_json::from_str(line).map_err(|error| at(index + 1, error.to_string()))?;
        match (index, value["type"].as_str()) {
            (0, Some("match")) => compare(path, &value, &header)?,
            (0, _) => return Err(foreign()),
            (_, Some("game")) => {
                let game: GameRecord = serde_json::from_value(value)
                    .map_err(|error| at(index + 1, error.to_string()))?;
                if !seen.insert(game.index) {
                    continue;
                }
                match schedule.job(game.index) {
                    Some(job) if belongs(plan, job, &game) => games.push(game),
                    Some(_) => {
                        let reason = format!("game {} is not of this match", game.index + 1);
                        return Err(at(index + 1, reason));
                    }
                    None => beyond += 1,
                }
            }
            (_, Some("summary")) => {}
            (_, kind) => return Err(at(index + 1, format!("unknown type {kind:?}"))),
        }
    }
    if beyond > 0 {
        return Err(JournalError::Shorter {
            path: path.to_path_buf(),
            asked: plan.games,
            held: games.len() + beyond,
            beyond,
        });
    }
    Ok(games)
}

fn belongs(plan: &Plan, job: Job, game: &GameRecord) -> bool {
    let opening = &plan.book.openings[job.opening];
    (job.white, job.black, opening.fen.as_str()) == (game.white, game.black, game.fen.as_str())
}

fn compare(path: &Path, was: &Value, is: &Value) -> Result<(), JournalError> {
    let empty = serde_json::Map::new();
    let (was, is) = (&was["match"], &is["match"]);
    let keys: std::collections::BTreeSet<&String> = [was, is]
        .iter()
        .flat_map(|value| value.as_object().unwrap_or(&empty).keys())
        .collect();
    for key in keys {
        if was[key] != is[key] {
            return Err(JournalError::OtherMatch {
                path: path.to_path_buf(),
                key: key.clone(),
                was: was[key].to_string(),
                is: is[key].to_string(),
            });
        }
    }
    Ok(())
}

/// The last line.
#[derive(Serialize)]
struct Totals {
    r#type: &'static str,
    games: u64,
    cancelled: bool,
    elapsed_s: f64,
    moves: u64,
    overhead_ms_per_move: f64,
    white: Wdl,
    reasons: BTreeMap<String, u64>,
    faults: BTreeMap<String, BTreeMap<String, u64>>,
    identical_pairs: u64,
    repeated_pairs: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    duel: Option<Duel>,
    ratings: Vec<Place>,
}

#[derive(Serialize)]
struct Duel {
    wdl: Wdl,
    pentanomial: Pentanomial,
    estimate: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<crate::stats::Decision>,
}

#[derive(Serialize)]
struct Place {
    engine: String,
    elo: Interval,
}

impl Totals {
    fn new(plan: &Plan, summary: &Summary, elapsed: Duration) -> Totals {
        let standings = &summary.standings;
        let name = |engine: usize| plan.engines[engine].name.clone();
        let (wdl, pentanomial) = standings.first();
        let duel = (plan.engines.len() == 2).then(|| Duel {
            wdl,
            pentanomial,
            estimate: standings.estimate(),
            llr: plan.sprt.map(|sprt| sprt.llr(&pentanomial.sample())),
            decision: summary.decision,
        });
        let ratings = Ratings::of(&standings.table).map(|ratings| ratings.list);
        let place = |rating: &crate::stats::Rating| Place {
            engine: name(rating.player),
            elo: rating.elo,
        };
        let faults = standings.faults.iter().enumerate();
        Totals {
            r#type: "summary",
            games: standings.games(),
            cancelled: summary.cancelled,
            elapsed_s: elapsed.as_secs_f64(),
            moves: standings.moves,
            overhead_ms_per_move: standings.overhead_ms_per_move(),
            white: standings.white,
            reasons: standings.reasons.clone(),
            faults: faults
                .map(|(engine, faults)| (name(engine), faults.clone()))
                .collect(),
            identical_pairs: standings.twins,
            repeated_pairs: standings.repeats,
            duel,
            ratings: ratings.unwrap_or_default().iter().map(place).collect(),
        }
    }
}
