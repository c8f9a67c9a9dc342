//! Pictures of a position for people: plain text and SVG.

mod svg;
mod text;

pub use svg::svg;
pub use text::text;
