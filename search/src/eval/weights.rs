//! The weights of [`Simple`](super::Simple), in centi-men.
//!
//! Fitted to results of games of the engine with itself, by `search/examples/fit_simple.rs`, which prints these
//! tables; docs/strength.md has the figures.

use super::simple::FEATURES;
use damka_engine::Variant;

/// For each thing counted, what it is worth while all pieces are on the board, and with none left.
#[derive(Clone, Copy, Debug)]
pub struct Weights(pub [[i16; 2]; FEATURES]);

impl Weights {
    /// The weights of a variant.
    pub const fn of(variant: Variant) -> Weights {
        match variant {
            Variant::International => INTERNATIONAL,
            Variant::Russian => RUSSIAN,
            Variant::English => ENGLISH,
            Variant::Brazilian => BRAZILIAN,
            Variant::Pool => POOL,
        }
    }
}

const RUSSIAN: Weights = Weights([
    [224, -31],
    [505, -79],
    [-18, 98],
    [-13, 12],
    [-2, 29],
    [-22, -5],
    [-11, 10],
    [-3, 9],
    [94, -17],
    [49, -21],
    [13, -3],
    [8, -24],
    [2, 1],
]);
const INTERNATIONAL: Weights = Weights([
    [215, 0],
    [743, -57],
    [-161, 184],
    [-8, 5],
    [13, 22],
    [-8, -15],
    [-17, 15],
    [-15, 20],
    [95, 33],
    [48, 6],
    [21, -4],
    [9, -23],
    [3, 1],
]);
const ENGLISH: Weights = Weights([
    [179, 15],
    [265, 8],
    [-118, 91],
    [-16, 9],
    [-6, 23],
    [-1, -13],
    [-2, 0],
    [2, 6],
    [74, -20],
    [30, -6],
    [14, -7],
    [4, -11],
    [-2, 1],
]);
const BRAZILIAN: Weights = Weights([
    [228, -25],
    [600, -96],
    [-146, 120],
    [-11, 9],
    [-4, 21],
    [-14, -10],
    [-11, 7],
    [-1, 9],
    [97, -7],
    [32, -9],
    [14, -3],
    [6, -20],
    [3, 1],
]);
const POOL: Weights = Weights([
    [203, 1],
    [491, -67],
    [-43, 115],
    [-11, 7],
    [-4, 19],
    [-9, -17],
    [-6, 6],
    [6, 2],
    [74, 9],
    [33, -7],
    [12, -3],
    [2, -18],
    [2, 1],
]);
