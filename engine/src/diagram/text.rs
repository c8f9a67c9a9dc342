//! The board as plain text.

use crate::geometry::Geometry;
use crate::names;
use crate::position::Position;
use crate::rules::Rules;

/// The board with White below: `w` `b` men, `W` `B` kings, `.` free playing squares.
///
/// On the left the ranks and below the files where squares have such names, on the right the square numbers of each
/// row. Every line ends with a line break.
pub fn text<R: Rules>(position: &Position<R>) -> String {
    let (files, rows) = (R::Board::FILES, R::Board::ROWS);
    let named = names::has_algebraic::<R::Board>();
    let mut board = String::new();
    for row in 0..rows {
        if named {
            board.push_str(&format!("{} ", rows - row));
        }
        for file in 0..files {
            let square = R::Board::at(file as i32, row as i32);
            let sign = match square.map(|square| position.get(square)) {
                None => ' ',
                Some(None) => '.',
                Some(Some(piece)) => piece.letter(),
            };
            board.push(' ');
            board.push(sign);
        }
        let first = row * R::Board::HALF + 1;
        let numbers = format!("{first:>2}-{}", first + R::Board::HALF - 1);
        board.push_str(&format!("   {numbers}\n"));
    }
    if named {
        let letters: String = (b'a'..).take(files as usize).map(char::from).collect();
        let spaced: Vec<String> = letters.chars().map(String::from).collect();
        board.push_str(&format!("   {}\n", spaced.join(" ")));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::fen;
    use crate::position::Position;
    use crate::rules::{International, Russian};

    #[test]
    fn the_board_of_eight_rows_has_names_and_numbers() {
        let position = fen::parse::<Russian>("W:WKa1,c3,h2:Bb8,Kh8").unwrap();
        let expected = "\
8    b   .   .   B    1-4
7  .   .   .   .      5-8
6    .   .   .   .    9-12
5  .   .   .   .     13-16
4    .   .   .   .   17-20
3  .   w   .   .     21-24
2    .   .   .   w   25-28
1  W   .   .   .     29-32
   a b c d e f g h
";
        assert_eq!(text(&position), expected);
    }

    #[test]
    fn the_board_of_ten_rows_has_numbers_only() {
        let board = text(&Position::<International>::start());
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[0], "   b   b   b   b   b    1-5");
        assert_eq!(lines[4], "   .   .   .   .   .   21-25");
        assert_eq!(lines[9], " w   w   w   w   w     46-50");
    }
}
