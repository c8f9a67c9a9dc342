//! Properties of the notation, on random positions with many kings and on random text.

use damka_engine::movetext::{self, MoveFormat, Reading, Style};
use damka_engine::pdn::{self, GameResult, Reader, Record, WriteOptions};
use damka_engine::{
    Color, Geometry, Piece, Position, Rules, Setup, SquareOrder, Variant, fen, hub, with_rules,
};
use proptest::prelude::*;
use std::io::Cursor;

/// Random positions for each variant and property, the same number in every run.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// What may stand on each of up to 50 squares, and who is to move.
fn board() -> impl Strategy<Value = (Vec<u8>, bool)> {
    (prop::collection::vec(0u8..14, 50), any::<bool>())
}

/// The position that such a board says, as far as the variant allows: men on their last row are kings, pieces
/// above the limit are left out.
fn position<R: Rules>((codes, white): &(Vec<u8>, bool)) -> Option<Position<R>> {
    let mut setup = Setup::empty(R::Board::SQUARES as usize);
    setup.turn = Some(if *white { Color::White } else { Color::Black });
    let mut left = [(R::Board::HALF * R::MEN_ROWS) as usize; 2];
    for (square, code) in R::Board::squares().zip(codes) {
        let (color, king) = match code {
            0 => (Color::White, false),
            1 | 2 => (Color::White, true),
            3 => (Color::Black, false),
            4 | 5 => (Color::Black, true),
            _ => continue,
        };
        let row = R::Board::row(square);
        let crowned = match color {
            Color::White => row == 0,
            Color::Black => row == R::Board::ROWS - 1,
        };
        if left[color.index()] > 0 {
            left[color.index()] -= 1;
            let king = king || crowned;
            setup.squares[square.index()] = Some(Piece { color, king });
        }
    }
    Position::from_setup(&setup).ok()
}

fn strings_round_trip<R: Rules>(board: &(Vec<u8>, bool)) -> Result<(), TestCaseError> {
    if let Some(position) = position::<R>(board) {
        prop_assert_eq!(fen::parse(&fen::numeric(&position)), Ok(position));
        prop_assert_eq!(fen::parse(&fen::algebraic(&position)), Ok(position));
        prop_assert_eq!(fen::parse(&fen::pdn(&position)), Ok(position));
        prop_assert_eq!(hub::parse(&hub::write(&position)), Ok(position));
        prop_assert_eq!(fen::parse(&hub::write(&position)), Ok(position));
        prop_assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
    }
    Ok(())
}

fn moves_round_trip<R: Rules>(board: &(Vec<u8>, bool)) -> Result<(), TestCaseError> {
    let Some(position) = position::<R>(board) else {
        return Ok(());
    };
    for mv in position.legal_moves() {
        for format in MoveFormat::ALL {
            for order in SquareOrder::ALL {
                let colon = order == SquareOrder::Pydraughts;
                let style = Style {
                    format,
                    colon,
                    order,
                };
                let text = movetext::write_styled(&position, mv, style);
                for reading in [Reading::PathFirst, Reading::HubFirst] {
                    let read = movetext::parse_ordered(&position, &text, reading, order);
                    prop_assert_eq!(read, Ok(mv), "{} in {:?}", text, position);
                }
            }
        }
    }
    Ok(())
}

/// Plays on from a position by choices, and writes and reads the game with a comment and a variation.
fn game_round_trips<R: Rules>(
    board: &(Vec<u8>, bool),
    choices: &[u8],
    comment: &str,
) -> Result<(), TestCaseError> {
    let Some(start) = position::<R>(board) else {
        return Ok(());
    };
    let mut record = Record::new(start, [], GameResult::Draw);
    let mut now = start;
    for &choice in choices {
        let legal = now.legal_moves();
        if legal.is_empty() {
            break;
        }
        let pick = |n: u8| legal[usize::from(n) % legal.len()];
        let mut node: pdn::Node<R::Board> = pick(choice).into();
        node.nags
            .extend((choice % 4 == 0).then_some(u32::from(choice)));
        if choice % 3 == 0 && !comment.is_empty() {
            node.comments.push(comment.to_string());
        }
        if choice % 5 == 0 {
            let other = Record::new(now, [pick(choice.wrapping_add(1))], GameResult::Unknown);
            node.variations.push(other.line);
        }
        now = now.after(node.mv);
        record.line.moves.push(node);
    }
    for (colon, numeric) in [(false, false), (true, true)] {
        let text = pdn::write(&record, WriteOptions { colon, numeric });
        let games: Vec<_> = Reader::new(Cursor::new(&text)).collect();
        prop_assert_eq!(games.len(), 1, "{}", text);
        let game = games[0]
            .as_ref()
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(game.variant(None), Ok(R::VARIANT));
        prop_assert_eq!(game.replay(), Ok(record.clone()), "{}", text);
    }
    Ok(())
}

/// Whatever the text: no panic, and no line breaks in what is said about it.
fn text_is_survived<R: Rules>(text: &str) -> Result<(), TestCaseError> {
    let mut said = Vec::new();
    said.extend(fen::parse::<R>(text).err().map(|error| error.to_string()));
    said.extend(hub::parse::<R>(text).err().map(|error| error.to_string()));
    let start = Position::<R>::start();
    for reading in [Reading::PathFirst, Reading::HubFirst] {
        let read = movetext::parse(&start, text, reading);
        said.extend(read.err().map(|error| error.to_string()));
    }
    for game in Reader::new(Cursor::new(text)) {
        match game {
            Ok(game) => said.extend(game.replay::<R>().err().map(|error| error.to_string())),
            Err(error) => said.push(error.to_string()),
        }
    }
    for line in said {
        prop_assert!(!line.contains(['\n', '\r', '\0']), "{}", line);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn position_strings(board in board()) {
        for variant in Variant::ALL {
            with_rules!(variant, R => strings_round_trip::<R>(&board))?;
        }
    }

    #[test]
    fn move_text(board in board()) {
        for variant in Variant::ALL {
            with_rules!(variant, R => moves_round_trip::<R>(&board))?;
        }
    }

    #[test]
    fn games(
        board in board(),
        choices in prop::collection::vec(any::<u8>(), 0..30),
        comment in "[a-z (\\[\";%$*]{0,12}[a-z]",
    ) {
        let comment = comment.trim();
        for variant in Variant::ALL {
            with_rules!(variant, R => game_round_trips::<R>(&board, &choices, comment))?;
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        for variant in Variant::ALL {
            with_rules!(variant, R => text_is_survived::<R>(&text))?;
        }
    }

    #[test]
    fn text_of_the_right_letters(text in "[WBKGPabcx:,.0-9\\-\\[\\]{}()\"\\\\;%$*!?/ \r\n\0é]{0,60}") {
        for variant in Variant::ALL {
            with_rules!(variant, R => text_is_survived::<R>(&text))?;
        }
    }
}
