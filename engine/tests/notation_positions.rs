//! FEN and Hub strings: the collected cases, spellings that must be read, texts that must be refused.

use damka_engine::fen::FenError;
use damka_engine::geometry::Board8;
use damka_engine::rules::{Brazilian, English, International, Russian};
use damka_engine::{
    Color, Piece, Position, Rules, Setup, SetupError, SquareOrder, Variant, fen, hub, names,
    with_rules,
};
use serde_json::Value;

const CASES: &str = include_str!("../../tests/data/cases.jsonl");
const SPELLINGS: &str = include_str!("../../tests/data/fen.txt");

/// A case of group F that gives a FEN.
fn check_fen_case<R: Rules>(case: &Value, text: &str) {
    let id = &case["id"];
    let expect = &case["expect"];
    let read = fen::parse::<R>(text);
    if expect["fen_valid"] != Value::Bool(true) {
        // `false`, and the doubled side to move, for which refusal is one of the two right answers.
        assert!(read.is_err(), "{id}: {text} was read as {read:?}");
        return;
    }
    let position = read.unwrap_or_else(|error| panic!("{id}: {error}"));
    if let Some(same) = expect["same_as"].as_str() {
        assert_eq!(Ok(position), fen::parse::<R>(same), "{id}");
    }
    let status = match (position.has_moves(), position.turn().letter()) {
        (true, _) => "ongoing",
        (false, 'B') => "win_white",
        (false, _) => "win_black",
    };
    if let Some(wanted) = expect["status"].as_str() {
        assert_eq!(status, wanted, "{id}");
    }
    if let Some(legal) = expect["legal"].as_array() {
        let moves = position.legal_moves();
        let mut found: Vec<String> = moves.iter().map(ToString::to_string).collect();
        found.sort();
        assert_eq!(serde_json::json!(found), serde_json::json!(legal), "{id}");
    }
}

/// A case of group F that gives protocol lines: `pos pos=...`, or nonsense in place of a FEN.
fn check_lines<R: Rules>(case: &Value) {
    let id = &case["id"];
    for line in case["send"].as_array().expect("lines") {
        let line = line.as_str().expect("text");
        if let Some(text) = line.strip_prefix("pos pos=") {
            let valid = Value::Bool(hub::parse::<R>(text).is_ok());
            assert_eq!(valid, case["expect"]["hub_pos_valid"], "{id}");
        } else if let Some(text) = line.strip_prefix("position fen") {
            assert!(fen::parse::<R>(text).is_err(), "{id}: {text}");
        }
    }
}

#[test]
fn cases_of_position_strings() {
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
        if !id.starts_with('F') {
            continue;
        }
        with_rules!(variant, R => match case["fen"].as_str() {
            Some(text) => check_fen_case::<R>(&case, text),
            None => check_lines::<R>(&case),
        });
        count += 1;
    }
    assert_eq!(count, 19);
}

/// `tests/data/fen.txt`: variant, FEN, and `= canonical numeric FEN` or `! part of the message`.
#[test]
fn spellings_read_and_texts_refused() {
    let mut count = 0;
    for line in SPELLINGS.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('|').collect();
        let [variant, text, wanted] = fields[..] else {
            panic!("not three fields: {line}");
        };
        let variant: Variant = variant.parse().expect("a variant");
        let found = with_rules!(variant, R => {
            fen::parse::<R>(text).map(|position| fen::numeric(&position))
        });
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
    assert!(count > 60);
}

#[test]
fn start_positions_are_written_as_the_federations_do() {
    assert_eq!(
        fen::pdn(&Position::<Russian>::start()),
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
    );
    assert_eq!(
        fen::pdn(&Position::<English>::start()),
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
    assert_eq!(
        hub::write(&Position::<Brazilian>::start()),
        "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
    );
    assert_eq!(
        hub::write(&Position::<English>::start()),
        "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
    );
    assert_eq!(
        fen::algebraic(&Position::<International>::start()),
        fen::numeric(&Position::<International>::start())
    );
}

#[test]
fn a_question_mark_leaves_the_side_open() {
    let setup = fen::parse_setup::<Russian>("?:Wa1:Bh8").expect("well formed");
    assert_eq!(setup.turn, None);
    assert_eq!(
        fen::parse::<Russian>("?:Wa1:Bh8"),
        Err(FenError::Setup(SetupError::NoTurn))
    );
}

#[test]
fn square_orders() {
    let order = SquareOrder::Pydraughts;
    let squares = [
        ("a1", 29, 1),
        ("c3", 22, 10),
        ("d4", 18, 14),
        ("b8", 1, 29),
        ("h8", 4, 32),
    ];
    for (name, standard, from_a1) in squares {
        let square = names::parse_algebraic::<Board8>(name).expect(name);
        assert_eq!(square.number(), standard);
        assert_eq!(order.number::<Russian>(square), from_a1);
        assert_eq!(order.square::<Brazilian>(from_a1), Some(square));
        assert_eq!(order.number::<English>(square), 33 - standard);
        assert_eq!(order.square::<English>(33 - standard), Some(square));
        assert_eq!(order.number::<International>(square), standard);
    }
    for number in [0, 33, 51, 256, u32::MAX] {
        assert_eq!(order.square::<Russian>(number), None);
        assert_eq!(SquareOrder::Standard.square::<English>(number), None);
    }
    assert_eq!("PYDRAUGHTS".parse(), Ok(SquareOrder::Pydraughts));
    assert!("backwards".parse::<SquareOrder>().is_err());
}

#[test]
fn setups_refused() {
    let setup = Position::<International>::start().to_setup();
    assert_eq!(
        Position::<Russian>::from_setup(&setup),
        Err(SetupError::BoardSize {
            expected: 32,
            found: 50
        })
    );
    let empty = Setup::empty(32);
    assert_eq!(
        Position::<Russian>::from_setup(&empty),
        Err(SetupError::NoTurn)
    );
    let mut setup = Setup {
        turn: Some(Color::White),
        ..empty
    };
    assert_eq!(
        Position::<Russian>::from_setup(&setup),
        Err(SetupError::NoPieces)
    );
    setup.squares[3] = Some(Piece::man(Color::White));
    let refused = Position::<Russian>::from_setup(&setup).expect_err("a man on h8");
    assert_eq!(refused.to_string(), "white man on its last row, square 4");
    setup.squares.fill(Some(Piece::king(Color::Black)));
    let refused = Position::<Russian>::from_setup(&setup).expect_err("too many");
    assert_eq!(
        refused.to_string(),
        "black has 32 pieces, at most 12 are possible"
    );
}
