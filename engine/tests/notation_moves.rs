//! Move text: the collected cases, a list of spellings, and every move of the perft vectors in every form.

use damka_engine::movetext::{self, MoveFormat, MoveTextError, Reading, Style};
use damka_engine::{Position, Rules, SquareOrder, Variant, fen, with_rules};
use serde_json::Value;

const CASES: &str = include_str!("../../tests/data/cases.jsonl");
const TEXTS: &str = include_str!("../../tests/data/movetext.txt");

fn position<R: Rules>(text: &str) -> Position<R> {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read<R: Rules>(fen: &str, text: &str, reading: Reading) -> Result<String, MoveTextError> {
    movetext::parse(&position::<R>(fen), text, reading).map(|mv| mv.to_string())
}

/// Cases that give one move text and what it means (N12, N16), or lists of accepted and refused texts (L05).
fn check_case<R: Rules>(case: &Value) -> usize {
    let (id, expect) = (&case["id"], &case["expect"]);
    let Some(fen) = case["fen"].as_str() else {
        return 0;
    };
    for reading in [Reading::PathFirst, Reading::HubFirst] {
        if let Some(text) = expect["move"].as_str() {
            let found = read::<R>(fen, text, reading).ok();
            assert_eq!(found.as_deref(), expect["means"].as_str(), "{id}");
        }
        let texts = |key: &str| expect[key].as_array().cloned().unwrap_or_default();
        for text in texts("refused") {
            let text = text.as_str().expect("text");
            assert!(read::<R>(fen, text, reading).is_err(), "{id}: {text}");
        }
        for text in texts("accepted") {
            let text = text.as_str().expect("text");
            let found =
                read::<R>(fen, text, reading).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert!(texts("legal").contains(&Value::String(found)), "{id}");
        }
    }
    1
}

#[test]
fn cases_of_move_text() {
    let mut count = 0;
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let id = case["id"].as_str().expect("an id");
        let Ok(variant) = case["variant"]
            .as_str()
            .unwrap_or_default()
            .parse::<Variant>()
        else {
            continue;
        };
        if ["N12", "N16", "L05"]
            .iter()
            .any(|group| id.starts_with(group))
        {
            count += with_rules!(variant, R => check_case::<R>(&case));
        }
    }
    assert_eq!(count, 9);
}

/// `tests/data/movetext.txt`: variant, FEN, text, and `= move in Hub form` or `! part of the message`.
#[test]
fn spellings_read_and_texts_refused() {
    let mut count = 0;
    for line in TEXTS.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('|').collect();
        let [variant, fen, text, wanted] = fields[..] else {
            panic!("not four fields: {line}");
        };
        let variant: Variant = variant.parse().expect("a variant");
        let (reading, text) = match text.strip_prefix("hub ") {
            Some(text) => (Reading::HubFirst, text),
            None => (Reading::PathFirst, text),
        };
        let found = with_rules!(variant, R => read::<R>(fen, text, reading));
        match (wanted.split_at(1), found) {
            (("=", wanted), Ok(found)) => assert_eq!(found, wanted, "{line}"),
            (("!", wanted), Err(error)) => {
                let message = error.to_string();
                assert!(message.contains(wanted), "{line}: {message}");
                assert!(!message.contains('\n'), "{line}: {message}");
            }
            (_, found) => panic!("{line}: {found:?}"),
        }
        count += 1;
    }
    assert!(count > 90);
}

/// Every form of every legal move is read back as that move, whatever the reading.
fn check_round_trips<R: Rules>(position: &Position<R>) {
    for mv in position.legal_moves() {
        for format in MoveFormat::ALL {
            for (colon, order) in [
                (false, SquareOrder::Standard),
                (true, SquareOrder::Standard),
                (false, SquareOrder::Pydraughts),
            ] {
                let style = Style {
                    format,
                    colon,
                    order,
                };
                let text = movetext::write_styled(position, mv, style);
                for reading in [Reading::PathFirst, Reading::HubFirst] {
                    let read = movetext::parse_ordered(position, &text, reading, order);
                    assert_eq!(read, Ok(mv), "{text} in {position:?}");
                }
            }
        }
        assert_eq!(
            movetext::write(position, mv, MoveFormat::Hub),
            mv.to_string()
        );
        let path = movetext::landing_path(position, mv);
        assert_eq!(path.len(), mv.captured_squares().count().max(1) + 1);
    }
}

/// The path that a vector gives names every landing square of one way to play the move.
fn check_vector<R: Rules>(vector: &Value) -> usize {
    let position = position::<R>(vector["fen"].as_str().expect("a FEN"));
    if let Some(algebraic) = vector["algebraic"].as_str() {
        assert_eq!(fen::parse::<R>(algebraic), Ok(position));
        assert_eq!(fen::parse::<R>(&fen::algebraic(&position)), Ok(position));
    }
    let moves = vector["moves"].as_array().expect("moves");
    for wanted in moves {
        let numbers = |key: &str| -> Vec<String> {
            let list = wanted[key].as_array().expect("a list");
            list.iter().map(ToString::to_string).collect()
        };
        let captured = numbers("captured");
        let sign = if captured.is_empty() { "-" } else { "x" };
        let text = numbers("path").join(sign);
        let mv = movetext::parse(&position, &text, Reading::PathFirst)
            .unwrap_or_else(|error| panic!("{position:?}: {error}"));
        let found: Vec<String> = mv.captured_squares().map(|s| s.to_string()).collect();
        assert_eq!(found, captured, "{text} in {position:?}");
    }
    check_round_trips(&position);
    moves.len()
}

fn check_vectors(variant: Variant, vectors: &str) {
    let mut count = 0;
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).expect("a vector is JSON");
        count += with_rules!(variant, R => check_vector::<R>(&vector));
    }
    assert!(count > 600, "{variant}: {count} moves");
}

#[test]
fn moves_of_the_vectors_brazilian() {
    let vectors = include_str!("../../tests/data/perft/brazilian.jsonl");
    check_vectors(Variant::Brazilian, vectors);
}

#[test]
fn moves_of_the_vectors_russian() {
    let vectors = include_str!("../../tests/data/perft/russian.jsonl");
    check_vectors(Variant::Russian, vectors);
}

#[test]
fn moves_of_the_vectors_international() {
    let vectors = include_str!("../../tests/data/perft/international.jsonl");
    check_vectors(Variant::International, vectors);
}

#[test]
fn moves_of_the_vectors_english() {
    let vectors = include_str!("../../tests/data/perft/english.jsonl");
    check_vectors(Variant::English, vectors);
}

#[test]
fn moves_of_the_vectors_pool() {
    let vectors = include_str!("../../tests/data/perft/pool.jsonl");
    check_vectors(Variant::Pool, vectors);
}
