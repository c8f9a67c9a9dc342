//! The board as text, for people.

use damka_engine::{Color, Geometry, Position, Rules, names};

/// A line for each row from the top, then the files on an 8x8 board.
///
/// Men are `w` and `b`, kings `W` and `B`, free playing squares `.`, each row begins with its first square's number
/// and on 8x8 ends with its rank.
pub fn draw<R: Rules>(position: &Position<R>) -> Vec<String> {
    let algebraic = names::has_algebraic::<R::Board>();
    let mut lines = Vec::new();
    for row in 0..R::Board::ROWS {
        let squares = (0..R::Board::FILES).map(|file| R::Board::at(file as i32, row as i32));
        let first = squares.clone().flatten().next();
        let number = first.map_or(0, |square| square.number());
        let mut line = format!("{number:>3} ");
        for square in squares {
            line.push(' ');
            line.push(square.map_or(' ', |square| match position.get(square) {
                None => '.',
                Some(piece) => match (piece.color, piece.king) {
                    (Color::White, false) => 'w',
                    (Color::White, true) => 'W',
                    (Color::Black, false) => 'b',
                    (Color::Black, true) => 'B',
                },
            }));
        }
        if algebraic {
            line.push_str(&format!("  {}", R::Board::ROWS - row));
        }
        lines.push(line);
    }
    if algebraic {
        let files = ('a'..).take(R::Board::FILES as usize);
        lines.push(format!(
            "    {}",
            files.map(|file| format!(" {file}")).collect::<String>()
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::fen;
    use damka_engine::rules::{International, Russian};

    #[test]
    fn pieces_stand_where_they_belong() {
        let position = fen::parse::<Russian>("B:Wa1,Kh2:Bb6,Kg7").unwrap();
        assert_eq!(
            draw(&position),
            [
                "  1    .   .   .   .  8",
                "  5  .   .   .   B    7",
                "  9    b   .   .   .  6",
                " 13  .   .   .   .    5",
                " 17    .   .   .   .  4",
                " 21  .   .   .   .    3",
                " 25    .   .   .   W  2",
                " 29  w   .   .   .    1",
                "     a b c d e f g h",
            ]
        );
        let lines = draw(&Position::<International>::start());
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[9], " 46  w   w   w   w   w  ");
    }
}
