//! Openings: built-in tables, lists of FENs, games from PDN files, and all positions after a few plies.

mod tables;

pub use tables::{TABLES, Table};

use damka_engine::{DrawRules, Game, Position, Rules, Variant, checksum, fen, pdn, with_rules};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::io::ErrorKind;
use thiserror::Error;

/// Why openings cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningsError {
    /// Neither a table nor a file.
    #[error("no such opening table or file: {name} (tables for {variant}: {known})")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The variant in question.
        variant: Variant,
        /// What there is.
        known: String,
    },
    /// A file that is there and cannot be read.
    #[error("cannot read {file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// A table of another variant.
    #[error("the opening table {name} is not for {variant}")]
    OtherVariant {
        /// The table.
        name: String,
        /// The variant in question.
        variant: Variant,
    },
    /// A line that is not an opening.
    #[error("{file}, line {line}: {reason}")]
    Line {
        /// File or table.
        file: String,
        /// From 1.
        line: usize,
        /// What is wrong, with the offending text.
        reason: String,
    },
    /// A PDN file that cannot be read.
    #[error("{file}: {reason}")]
    Pdn {
        /// The file.
        file: String,
        /// What is wrong, with the offending text.
        reason: String,
    },
    /// Nothing is left to play.
    #[error("no opening in {0}")]
    Empty(String),
}

/// One opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its name, or its number where it has none.
    pub name: String,
    /// The position as numeric FEN.
    pub fen: String,
}

/// The openings of a match, and what was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// Where they come from.
    pub source: Source,
    /// The openings in order.
    pub openings: Vec<Opening>,
}

/// Where openings come from, for reports and to recognize a match that is resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Source {
    /// Name of the table or file.
    pub name: String,
    /// Version of a built-in table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Checksum of all positions, in hexadecimal digits.
    pub checksum: String,
    /// Openings in use.
    pub positions: usize,
    /// Left out because they are marked as lost.
    pub lost: usize,
    /// Left out because the position came before.
    pub repeated: usize,
    /// Left out because the game is over there.
    pub over: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(version) = &self.version {
            write!(f, " version {version}")?;
        }
        let count = self.positions;
        let s = if count == 1 { "" } else { "s" };
        write!(f, " ({count} position{s}, checksum {}", self.checksum)?;
        for (count, why) in [
            (self.lost, "lost"),
            (self.repeated, "repeated"),
            (self.over, "finished"),
        ] {
            if count > 0 {
                write!(f, ", {count} {why} left out")?;
            }
        }
        f.write_str(")")
    }
}

/// Openings by name: `table` (the variant's own), the name of a table, `start`, `1ply` to `4ply`, or a file: PDN
/// when its name ends so, else a list of FENs, each perhaps with a tab and a name, and a tab and `lost`.
///
/// # Errors
/// When there is no such thing or it cannot be read.
pub fn load(name: &str, variant: Variant, with_lost: bool) -> Result<Book, OpeningsError> {
    with_rules!(variant, R => load_for::<R>(name, variant, with_lost))
}

fn load_for<R: Rules>(
    name: &str,
    variant: Variant,
    with_lost: bool,
) -> Result<Book, OpeningsError> {
    let table = match name {
        "table" => tables::default_for(variant),
        _ => tables::named(name),
    };
    let mut shelf = Shelf::<R>::new(with_lost);
    let mut title = name.to_string();
    let mut version = None;
    if let Some(table) = table {
        if !table.variants.contains(&variant) {
            return Err(OpeningsError::OtherVariant {
                name: name.to_string(),
                variant,
            });
        }
        title = table.name.to_string();
        version = Some(table.version.to_string());
        shelf.add_list(table.name, table.text)?;
    } else if name == "start" {
        shelf.add("start", Position::start(), false);
    } else if let Some(plies) = plies(name) {
        title = format!("{plies}ply");
        version = Some("1".to_string());
        shelf.add_all_after(Position::start(), plies, "");
    } else {
        let bytes = std::fs::read(name).map_err(|error| match error.kind() {
            ErrorKind::NotFound => unknown(name, variant),
            _ => OpeningsError::Unreadable {
                file: name.to_string(),
                reason: error.to_string(),
            },
        })?;
        let text = String::from_utf8_lossy(&bytes);
        if name.to_ascii_lowercase().ends_with(".pdn") {
            shelf.add_pdn(name, &text)?;
        } else {
            shelf.add_list(name, &text)?;
        }
    }
    shelf.close(title, version)
}

/// `1ply` to `4ply`; `table` stands for `2ply` where a variant has no table.
fn plies(name: &str) -> Option<u32> {
    if name == "table" {
        return Some(2);
    }
    let plies = name.strip_suffix("ply")?.parse().ok()?;
    (1..=4).contains(&plies).then_some(plies)
}

fn unknown(name: &str, variant: Variant) -> OpeningsError {
    let known = TABLES
        .iter()
        .filter(|table| table.variants.contains(&variant));
    let names = known
        .map(|table| table.name)
        .chain(["start", "1ply to 4ply"]);
    OpeningsError::Unknown {
        name: name.to_string(),
        variant,
        known: names.collect::<Vec<_>>().join(", "),
    }
}

/// Openings while they are collected.
struct Shelf<R: Rules> {
    with_lost: bool,
    openings: Vec<Opening>,
    seen: HashSet<Position<R>>,
    lost: usize,
    repeated: usize,
    over: usize,
}

impl<R: Rules> Shelf<R> {
    fn new(with_lost: bool) -> Shelf<R> {
        Shelf {
            with_lost,
            openings: Vec::new(),
            seen: HashSet::new(),
            lost: 0,
            repeated: 0,
            over: 0,
        }
    }

    fn add(&mut self, name: &str, position: Position<R>, lost: bool) {
        if lost && !self.with_lost {
            self.lost += 1;
        } else if !self.seen.insert(position) {
            self.repeated += 1;
        } else if Game::new(position, DrawRules::Repetition)
            .status()
            .is_over()
        {
            self.over += 1;
        } else {
            self.openings.push(Opening {
                name: name.to_string(),
                fen: fen::numeric(&position),
            });
        }
    }

    fn add_list(&mut self, file: &str, text: &str) -> Result<(), OpeningsError> {
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut columns = line.split('\t').map(str::trim);
            let text = columns.next().unwrap_or_default();
            let name = columns.next().filter(|name| !name.is_empty());
            let lost = match columns.next() {
                None | Some("") => false,
                Some("lost") => true,
                Some(mark) => {
                    return Err(OpeningsError::Line {
                        file: file.to_string(),
                        line: index + 1,
                        reason: format!("the third column may only say lost: {mark}"),
                    });
                }
            };
            let position = fen::parse::<R>(text).map_err(|error| OpeningsError::Line {
                file: file.to_string(),
                line: index + 1,
                reason: error.to_string(),
            })?;
            let number = (self.openings.len() + 1).to_string();
            self.add(name.unwrap_or(&number), position, lost);
        }
        Ok(())
    }

    fn add_all_after(&mut self, position: Position<R>, plies: u32, line: &str) {
        if plies == 0 {
            self.add(line, position, false);
            return;
        }
        for mv in position.legal_moves() {
            let separator = if line.is_empty() { "" } else { " " };
            let line = format!("{line}{separator}{mv}");
            self.add_all_after(position.after(mv), plies - 1, &line);
        }
    }

    fn close(self, name: String, version: Option<String>) -> Result<Book, OpeningsError> {
        if self.openings.is_empty() {
            return Err(OpeningsError::Empty(name));
        }
        let fens = self.openings.iter().map(|opening| opening.fen.as_str());
        let lines = fens.flat_map(|fen| fen.bytes().chain([b'\n']));
        Ok(Book {
            source: Source {
                name,
                version,
                checksum: format!("{:016x}", checksum(lines)),
                positions: self.openings.len(),
                lost: self.lost,
                repeated: self.repeated,
                over: self.over,
            },
            openings: self.openings,
        })
    }

    /// The last position of every game.
    fn add_pdn(&mut self, file: &str, text: &str) -> Result<(), OpeningsError> {
        let wrong = |reason: String| OpeningsError::Pdn {
            file: file.to_string(),
            reason,
        };
        for (index, game) in pdn::Reader::new(text.as_bytes()).enumerate() {
            let game = game.map_err(|error| wrong(error.to_string()))?;
            let variant = game.variant(Some(R::VARIANT));
            let variant = variant.map_err(|error| wrong(error.to_string()))?;
            if variant != R::VARIANT {
                let number = index + 1;
                return Err(wrong(format!(
                    "game {number} is {variant}, not {}",
                    R::VARIANT
                )));
            }
            let record = game
                .replay::<R>()
                .map_err(|error| wrong(error.to_string()))?;
            let end = record.positions().last().unwrap_or(record.start);
            let name = ["Opening", "Event"].iter().find_map(|tag| game.tag(tag));
            let name = name
                .map(|tag| tag.value.as_str())
                .filter(|value| !value.is_empty());
            self.add(name.unwrap_or(&format!("game {}", index + 1)), end, false);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_loads() {
        let counts = [
            ("table", Variant::Brazilian, "brazilian-table", 734),
            ("table", Variant::Russian, "russian-table", 742),
            ("table", Variant::International, "international-2ply", 81),
            ("table", Variant::English, "english-3move", 157),
            ("table", Variant::Pool, "2ply", 49),
            ("idf-basic-150", Variant::Russian, "idf-basic-150", 149),
            ("idf-basic-150", Variant::Brazilian, "idf-basic-150", 149),
            ("start", Variant::English, "start", 1),
            ("2ply", Variant::International, "2ply", 81),
        ];
        for (name, variant, title, count) in counts {
            let book = load(name, variant, false).expect(name);
            assert_eq!(book.source.name, title);
            let source = &book.source;
            assert_eq!(source.positions, count, "{source}");
            assert_eq!(source.positions, book.openings.len());
        }
        let english = load("table", Variant::English, false)
            .expect("table")
            .source;
        assert_eq!(english.lost, 17);
        let all = load("table", Variant::English, true).expect("table").source;
        assert_eq!(all.positions + all.repeated, 174);
    }

    #[test]
    fn a_list_may_have_names_comments_and_repetitions() {
        let mut shelf = Shelf::<damka_engine::rules::Russian>::new(false);
        let text = "# comment\n\nW:Wa1,c1:Bh8\tone\r\nW:WC1,A1:BH8\nB:Wa1:Bb2,h8\tlost one\tlost\nW:W29:B4\n";
        shelf.add_list("list", text).expect("list");
        let book = shelf.close("list".to_string(), None).expect("book");
        assert_eq!(book.source.to_string().split(" (").next(), Some("list"));
        let names: Vec<_> = book
            .openings
            .iter()
            .map(|opening| opening.name.as_str())
            .collect();
        assert_eq!(names, ["one", "2"]);
        assert_eq!((book.source.lost, book.source.repeated), (1, 1));
    }

    #[test]
    fn finished_positions_are_left_out() {
        let mut shelf = Shelf::<damka_engine::rules::Russian>::new(false);
        // No piece of the side to move, none of the other side, no move; and one that can be played.
        let text = "W:W:B1\nW:W31:B\nW:W21:B17,14\nW:W31:B1\n";
        shelf.add_list("list", text).expect("list");
        let book = shelf.close("list".to_string(), None).expect("book");
        assert_eq!((book.source.positions, book.source.over), (1, 3));
    }

    #[test]
    fn a_pdn_file_gives_the_last_positions() {
        let mut shelf = Shelf::<damka_engine::rules::International>::new(false);
        let text = "[Event \"Roozenburg\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 33-28 *\n";
        shelf.add_pdn("games.pdn", text).expect("games");
        let book = shelf.close("games.pdn".to_string(), None).expect("book");
        let names: Vec<_> = book
            .openings
            .iter()
            .map(|opening| opening.name.as_str())
            .collect();
        assert_eq!(names, ["Roozenburg", "game 3"]);
        assert_eq!(book.source.repeated, 1);
        let mut shelf = Shelf::<damka_engine::rules::International>::new(false);
        let error = shelf
            .add_pdn("games.pdn", "1. 32-28 1-2 *")
            .expect_err("move")
            .to_string();
        assert!(
            error.starts_with("games.pdn: ") && error.contains("1-2"),
            "{error}"
        );
        let russian = "[GameType \"25\"]\n1. c3-d4 *";
        let error = shelf
            .add_pdn("games.pdn", russian)
            .expect_err("variant")
            .to_string();
        assert_eq!(error, "games.pdn: game 1 is russian, not international");
    }

    #[test]
    fn refuses_and_names_the_offender() {
        let error = load("nowhere", Variant::Russian, false)
            .expect_err("file")
            .to_string();
        assert!(
            error.contains("nowhere") && error.contains("russian-table"),
            "{error}"
        );
        let error = load("english-3move", Variant::Russian, false)
            .expect_err("table")
            .to_string();
        assert!(
            error.contains("english-3move") && error.contains("russian"),
            "{error}"
        );
        let mut shelf = Shelf::<damka_engine::rules::Russian>::new(false);
        let error = shelf
            .add_list("list", "W:Wa1:Bh8\nW:Wa2:Bh8\n")
            .expect_err("line")
            .to_string();
        assert!(
            error.starts_with("list, line 2: ") && error.contains("a2"),
            "{error}"
        );
    }
}
