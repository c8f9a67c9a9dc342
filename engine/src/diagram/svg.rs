//! The board as a scalable picture.

use crate::geometry::{Geometry, Square};
use crate::moves::Move;
use crate::names;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;
use std::fmt::Write;

/// Side of a square, in the picture's own units.
const CELL: u32 = 60;
/// Width of the rim that carries the names of files and ranks.
const RIM: u32 = 26;

/// Looks of everything that occurs more than once.
const STYLE: &str = "\
.rim{fill:#5b4636}.light{fill:#f2e2c4}.dark{fill:#a9805b}.last{fill:#c9a23a}\
.white{fill:#fbf6ea;stroke:#4a3b2c}.black{fill:#2f2a26;stroke:#0e0c0a}.white,.black{stroke-width:2}\
.ring{fill:none;stroke-width:2}.white+.ring{stroke:#b9ab92}.black+.ring{stroke:#6d655d}\
.crown{fill:#d9a520;stroke:#6b4e08;stroke-width:1.5;stroke-linejoin:round}\
text{font-family:sans-serif;font-size:13px;fill:#f2e2c4;text-anchor:middle}\
.number{font-size:11px;text-anchor:start;fill:#f7ead2}";

/// An SVG picture of the board with White below: the numbers of the playing squares, names of files and ranks where
/// squares have such names, and the squares of the last move in another colour.
pub fn svg<R: Rules>(position: &Position<R>, last: Option<Move<R::Board>>) -> String {
    let size = R::Board::FILES * CELL + 2 * RIM;
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
        crate::fen::pdn(position)
    );
    rect(&mut picture, "rim", (0, 0), size);
    let board = R::Board::FILES * CELL;
    rect(&mut picture, "light", (RIM, RIM), board);
    for square in R::Board::squares() {
        let touched = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
        let class = if touched { "last" } else { "dark" };
        let (x, y) = corner::<R>(square);
        rect(&mut picture, class, (x, y), CELL);
        element(
            &mut picture,
            format_args!(
                "<text class=\"number\" x=\"{}\" y=\"{}\">{square}</text>",
                x + 3,
                y + 12
            ),
        );
    }
    for square in R::Board::squares() {
        if let Some(piece) = position.get(square) {
            draw_piece(&mut picture, piece, corner::<R>(square));
        }
    }
    if names::has_algebraic::<R::Board>() {
        draw_names::<R>(&mut picture);
    }
    picture.push_str("</svg>\n");
    picture
}

/// Upper left corner of a square.
fn corner<R: Rules>(square: Square) -> (u32, u32) {
    let (file, row) = (R::Board::file(square), R::Board::row(square));
    (RIM + file * CELL, RIM + row * CELL)
}

fn element(picture: &mut String, text: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(picture, "{text}");
}

fn rect(picture: &mut String, class: &str, (x, y): (u32, u32), side: u32) {
    element(
        picture,
        format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
        ),
    );
}

fn draw_piece(picture: &mut String, piece: Piece, (x, y): (u32, u32)) {
    let class = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    let (x, y) = (x + CELL / 2, y + CELL / 2);
    for (class, radius) in [(class, 23), ("ring", 16)] {
        element(
            picture,
            format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"),
        );
    }
    if piece.king {
        element(
            picture,
            format_args!(
                "<path class=\"crown\" d=\"M{} {}v-15l6 6 6-9 6 9 6-6v15z\"/>",
                x - 12,
                y + 9
            ),
        );
    }
}

fn draw_names<R: Rules>(picture: &mut String) {
    let size = R::Board::FILES * CELL + 2 * RIM;
    for (index, letter) in (0..R::Board::FILES).zip('a'..) {
        let along = RIM + index * CELL + CELL / 2;
        element(
            picture,
            format_args!("<text x=\"{along}\" y=\"{}\">{letter}</text>", size - 8),
        );
        let rank = R::Board::ROWS - index;
        element(
            picture,
            format_args!("<text x=\"{}\" y=\"{}\">{rank}</text>", RIM / 2, along + 5),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::svg;
    use crate::fen;
    use crate::position::Position;
    use crate::rules::{International, Russian};

    #[test]
    fn every_square_and_piece_is_drawn() {
        let picture = svg(&Position::<International>::start(), None);
        assert_eq!(picture.matches("class=\"dark\"").count(), 50);
        assert_eq!(picture.matches("<circle class=\"white\"").count(), 20);
        assert_eq!(picture.matches("<circle class=\"black\"").count(), 20);
        assert_eq!(picture.matches("class=\"crown\"").count(), 0);
        assert!(picture.contains(">50</text>"));
    }

    #[test]
    fn kings_are_crowned_and_the_last_move_is_marked() {
        let before = fen::parse::<Russian>("W:WKa1,c3:Bh8").unwrap();
        let mv = before.legal_moves()[0];
        let picture = svg(&before.after(mv), Some(mv));
        assert_eq!(picture.matches("class=\"crown\"").count(), 1);
        assert_eq!(picture.matches("class=\"last\"").count(), 2);
        assert_eq!(picture.matches("class=\"dark\"").count(), 30);
        assert!(picture.contains(">a</text>") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches('<').count(), picture.matches('>').count());
    }
}
