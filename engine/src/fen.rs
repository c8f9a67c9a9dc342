//! PDN FEN.
use crate::geometry::Geometry;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// The numeric FEN of a position.
pub fn numeric<R: Rules>(position: &Position<R>) -> String {
    let list = |color: Color| {
        let pieces = position.pieces();
        let items: Vec<String> = R::Board::squares_of(pieces.of(color))
            .map(|square| {
                let king = position.get(square).is_some_and(|piece| piece.king);
                format!("{}{square}", if king { "K" } else { "" })
            })
            .collect();
        items.join(",")
    };
    format!(
        "{}:W{}:B{}",
        position.turn().letter(),
        list(Color::White),
        list(Color::Black)
    )
}
