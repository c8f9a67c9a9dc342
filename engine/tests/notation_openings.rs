//! The opening tables: where a name is a list of moves from the start, replaying it gives the FEN beside it.

use damka_engine::movetext::{self, MoveTextError, Reading};
use damka_engine::{Position, Rules, Variant, fen, with_rules};

/// What became of the lines of a table.
#[derive(Default)]
struct Tally {
    replayed: usize,
    /// Names such as `a1-a5 a7-h4`: men are displaced before the game.
    displaced: usize,
    /// The moves lead to the pieces of the FEN, but the FEN has the other side to move.
    other_side: Vec<String>,
    /// The position is set up otherwise than the name says.
    set_up: Vec<String>,
}

/// `I-1: ab4`, `001 09-13 21-17 05-09`: the words behind the label.
fn words(name: &str) -> Vec<&str> {
    name.split_whitespace().skip(1).collect()
}

fn is_number_move(word: &str) -> bool {
    let numbers: Vec<&str> = word.split(['-', 'x']).collect();
    numbers.len() > 1
        && numbers
            .iter()
            .all(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `cd4`: two file letters and a rank.
fn is_short_move(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'a'..=b'h', b'1'..=b'8'])
}

/// `a1-a5`, or `---` for nothing: from and to of a displaced man.
fn displacement(word: &str) -> Option<Option<(&str, &str)>> {
    if word == "---" {
        return Some(None);
    }
    let (from, to) = word.split_once('-')?;
    (from.len() == 2 && to.len() == 2).then_some(Some((from, to)))
}

fn replayed<R: Rules>(words: &[&str]) -> Result<Position<R>, MoveTextError> {
    words.iter().try_fold(Position::start(), |position, word| {
        movetext::parse(&position, word, Reading::PathFirst).map(|mv| position.after(mv))
    })
}

/// The start position with a man of each side displaced.
fn displaced<R: Rules>(words: &[&str]) -> Option<Position<R>> {
    let mut setup = Position::<R>::start().to_setup();
    setup.turn = None;
    let index = |name| damka_engine::names::parse_algebraic::<R::Board>(name);
    // Both men are lifted first: one may go to the square of the other.
    let mut lifted = Vec::new();
    for word in words {
        if let Some((from, to)) = displacement(word)? {
            lifted.push((setup.squares[index(from)?.index()].take(), index(to)?));
        }
    }
    for (man, to) in lifted {
        setup.squares[to.index()] = man;
    }
    // Which side begins differs from line to line, so the position is compared without it.
    setup.turn = Some(R::FIRST);
    Position::from_setup(&setup).ok()
}

fn check<R: Rules>(table: &str) -> Tally {
    let mut tally = Tally::default();
    for line in table.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut fields = line.split('\t');
        let (Some(text), Some(name)) = (fields.next(), fields.next()) else {
            panic!("not FEN, tab, name: {line}");
        };
        let wanted = fen::parse::<R>(text).unwrap_or_else(|error| panic!("{line}: {error}"));
        let words = words(name);
        if words
            .iter()
            .all(|word| is_short_move(word) || is_number_move(word))
        {
            match replayed::<R>(&words) {
                Ok(position) if position == wanted => tally.replayed += 1,
                Ok(position) if position.pieces() == wanted.pieces() => {
                    tally.other_side.push(name.to_string());
                }
                _ => tally.set_up.push(name.to_string()),
            }
        } else if let Some(position) = displaced::<R>(&words) {
            if position.pieces() == wanted.pieces() {
                tally.displaced += 1;
            } else {
                tally.set_up.push(name.to_string());
            }
        } else {
            tally.set_up.push(name.to_string());
        }
    }
    tally
}

/// The lines whose name is a list of moves that does not lead to the FEN, or no list and no displacement.
const OTHER_SIDE: &str = "XXVII-9: gh4 ba5 hg3 ab6 ef4 dc5";
const SET_UP: [&str; 2] = ["2-IV ef4 fe5 ab4", "5-VII Free"];

fn check_table(
    variant: Variant,
    table: &str,
    wanted: (usize, usize),
    other: &[&str],
    set_up: &[&str],
) {
    let tally = with_rules!(variant, R => check::<R>(table));
    assert_eq!((tally.replayed, tally.displaced), wanted, "{variant}");
    assert_eq!(tally.other_side, other, "{variant}");
    assert_eq!(tally.set_up, set_up, "{variant}");
}

#[test]
fn names_of_openings_replay_to_their_positions() {
    let russian = include_str!("../../arena/openings/russian-table.tsv");
    check_table(Variant::Russian, russian, (348, 396), &[OTHER_SIDE], &[]);
    let brazilian = include_str!("../../arena/openings/brazilian-table.tsv");
    check_table(
        Variant::Brazilian,
        brazilian,
        (341, 394),
        &[OTHER_SIDE],
        &[],
    );
    let basic = include_str!("../../arena/openings/idf-basic-150.tsv");
    check_table(Variant::Russian, basic, (148, 0), &[], &SET_UP);
    check_table(Variant::Brazilian, basic, (148, 0), &[], &SET_UP);
    let ballots = include_str!("../../arena/openings/english-3move.tsv");
    check_table(Variant::English, ballots, (174, 0), &[], &[]);
    let pairs = include_str!("../../arena/openings/international-2ply.tsv");
    check_table(Variant::International, pairs, (81, 0), &[], &[]);
}
