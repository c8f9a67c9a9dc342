//! The weights of [`Simple`](super::Simple), in centi-men.
//!
//! Fitted to results of games of the engine with itself, by `search/examples/fit_simple.rs`, which prints these
//! tables; docs/strength.md has the figures.

use super::simple::FEATURES;
use damka_engine::Variant;

/// For each of the [`FEATURES`], what it is worth while all pieces are on the board, and with none left.
#[derive(Clone, Copy, Debug)]
pub struct Weights(pub [[i16; 2]; FEATURES.len()]);

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
    [224, -31], // men
    [505, -79], // kings
    [-18, 98],  // a king at all
    [-13, 12],  // rows that men have advanced
    [-2, 29],   // men on the home row
    [-22, -5],  // men on the rim
    [-11, 10],  // neighbours behind men
    [-3, 9],    // men that can step forward
    [94, -17],  // men one row from being crowned
    [49, -21],  // men two rows from it
    [13, -3],   // steps of kings
    [8, -24],   // men more on one wing than on the other
    [2, 1],     // the turn
]);
const INTERNATIONAL: Weights = Weights([
    [215, 0],    // men
    [743, -57],  // kings
    [-161, 184], // a king at all
    [-8, 5],     // rows that men have advanced
    [13, 22],    // men on the home row
    [-8, -15],   // men on the rim
    [-17, 15],   // neighbours behind men
    [-15, 20],   // men that can step forward
    [95, 33],    // men one row from being crowned
    [48, 6],     // men two rows from it
    [21, -4],    // steps of kings
    [9, -23],    // men more on one wing than on the other
    [3, 1],      // the turn
]);
const ENGLISH: Weights = Weights([
    [179, 15],  // men
    [265, 8],   // kings
    [-118, 91], // a king at all
    [-16, 9],   // rows that men have advanced
    [-6, 23],   // men on the home row
    [-1, -13],  // men on the rim
    [-2, 0],    // neighbours behind men
    [2, 6],     // men that can step forward
    [74, -20],  // men one row from being crowned
    [30, -6],   // men two rows from it
    [14, -7],   // steps of kings
    [4, -11],   // men more on one wing than on the other
    [-2, 1],    // the turn
]);
const BRAZILIAN: Weights = Weights([
    [228, -25],  // men
    [600, -96],  // kings
    [-146, 120], // a king at all
    [-11, 9],    // rows that men have advanced
    [-4, 21],    // men on the home row
    [-14, -10],  // men on the rim
    [-11, 7],    // neighbours behind men
    [-1, 9],     // men that can step forward
    [97, -7],    // men one row from being crowned
    [32, -9],    // men two rows from it
    [14, -3],    // steps of kings
    [6, -20],    // men more on one wing than on the other
    [3, 1],      // the turn
]);
const POOL: Weights = Weights([
    [203, 1],   // men
    [491, -67], // kings
    [-43, 115], // a king at all
    [-11, 7],   // rows that men have advanced
    [-4, 19],   // men on the home row
    [-9, -17],  // men on the rim
    [-6, 6],    // neighbours behind men
    [6, 2],     // men that can step forward
    [74, 9],    // men one row from being crowned
    [33, -7],   // men two rows from it
    [12, -3],   // steps of kings
    [2, -18],   // men more on one wing than on the other
    [2, 1],     // the turn
]);
