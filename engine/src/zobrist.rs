//! Zobrist keys: one pseudo-random number per piece and square, and one for the side to move.

use crate::geometry::Geometry;
use crate::piece::Color;
use crate::pieces::Pieces;
use crate::word::Word;

/// Bits of the widest board word, ghosts included.
const BITS: usize = 128;

/// Key of the side to move, mixed in when it is Black.
pub const BLACK_TO_MOVE: u64 = 0x5A17_9C3E_D1B6_0F43;

/// One step of SplitMix64 (Steele, Lea, Flood 2014): next state and output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

/// Keys by kind (white man, white king, black man, black king) and bit.
static KEYS: [[u64; BITS]; 4] = {
    let mut keys = [[0; BITS]; 4];
    let mut state = 0x6461_6D6B_6100_0001;
    let mut kind = 0;
    while kind < 4 {
        let mut bit = 0;
        while bit < BITS {
            (state, keys[kind][bit]) = split_mix(state);
            bit += 1;
        }
        kind += 1;
    }
    keys
};

/// Key of one piece on the square with this bit index.
#[inline(always)]
pub fn piece(color: Color, king: bool, bit: u32) -> u64 {
    KEYS[color.index() * 2 + king as usize][bit as usize]
}

/// Key of a whole position, computed from nothing.
pub fn position<G: Geometry>(pieces: &Pieces<G>, turn: Color) -> u64 {
    let mut key = if turn == Color::Black {
        BLACK_TO_MOVE
    } else {
        0
    };
    for color in Color::ALL {
        for (king, set) in [
            (false, pieces.men_of(color)),
            (true, pieces.kings_of(color)),
        ] {
            key ^= set
                .indices()
                .fold(0, |key, bit| key ^ piece(color, king, bit));
        }
    }
    key
}
