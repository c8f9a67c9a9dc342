//! Boards as types: how the dark squares of a board lie in the bits of one integer.
//!
//! Rows are stored from the top (Black's side) to the bottom, half a row of dark squares after the other, with
//! one *ghost* bit behind every second row. On a board of `2n` files a step down and to the left is then a shift
//! by `n`, a step down and to the right a shift by `n + 1`, from every square; a step over the rim lands on a
//! ghost bit (or above the last bit), which is never part of a position. For 8x8, with `.` for ghosts:
//!
//! ```text
//!  8      0     1     2     3          (top row: b8 d8 f8 h8, squares 1-4)
//!  7   4     5     6     7      .8     (a7 c7 e7 g7, squares 5-8)
//!  6      9    10    11    12
//!  5  13    14    15    16     .17
//! ```

use crate::word::Word;
use std::fmt;

/// One of the four diagonal directions; "up" is towards Black's side (square 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Direction {
    /// Up and to the left.
    UpLeft,
    /// Up and to the right.
    UpRight,
    /// Down and to the left.
    DownLeft,
    /// Down and to the right.
    DownRight,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Direction; 4] = [
        Direction::UpLeft,
        Direction::UpRight,
        Direction::DownLeft,
        Direction::DownRight,
    ];

    /// The opposite direction.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }

    /// The direction to the same side but the other way up or down.
    pub const fn turned_back(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownLeft,
            Direction::UpRight => Direction::DownRight,
            Direction::DownLeft => Direction::UpLeft,
            Direction::DownRight => Direction::UpRight,
        }
    }

    /// Change of file (to the right) and of row (downwards) of one step.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::UpLeft => (-1, -1),
            Direction::UpRight => (1, -1),
            Direction::DownLeft => (-1, 1),
            Direction::DownRight => (1, 1),
        }
    }
}

/// A playing square by its index in row order from the top left: number 1 of the common numbering is index 0.
///
/// A square says nothing of the board it lies on; [`Geometry`] turns it into a bit, a coordinate or back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number (1 is the first); `None` for 0 and for numbers above 255.
    pub fn from_number(number: u32) -> Option<Square> {
        let index = number.checked_sub(1)?;
        u8::try_from(index).ok().map(Square)
    }

    /// The square with this index (0 is the first).
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// Number of the square, from 1.
    pub const fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// Index of the square, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A board whose playing squares are the dark ones, the top left corner being light.
pub trait Geometry: Copy + Eq + fmt::Debug + Default + Send + Sync + 'static {
    /// The integer that holds one bit per square and ghost.
    type Word: Word;

    /// Files (columns); even.
    const FILES: u32;
    /// Rows (ranks); even.
    const ROWS: u32;

    /// Number of playing squares.
    const SQUARES: u32 = Self::FILES / 2 * Self::ROWS;
    /// Dark squares in a row, which is also the shift of a step down and to the left.
    const HALF: u32 = Self::FILES / 2;
    /// Every playing square.
    const ALL: Self::Word;
    /// The top row, where White's men are crowned.
    const TOP: Self::Word;
    /// The bottom row, where Black's men are crowned.
    const BOTTOM: Self::Word;
    /// The main road: the long diagonal from the bottom left to the top right corner (a1-h8).
    const MAIN_ROAD: Self::Word;
    /// The squares of the first and the last file.
    const RIM: Self::Word;
    /// The left half of the board, seen from White.
    const LEFT: Self::Word;
    /// Bit `b` of the row number (0 at the top) of each square, as sets: the rows of many pieces are summed with
    /// four counts.
    const ROW_DIGITS: [Self::Word; 4];

    /// Every square of the set moved by one step; squares that would leave the board land outside [`Self::ALL`].
    #[inline(always)]
    fn shift(set: Self::Word, direction: Direction) -> Self::Word {
        match direction {
            Direction::UpLeft => set >> (Self::HALF + 1),
            Direction::UpRight => set >> Self::HALF,
            Direction::DownLeft => set << Self::HALF,
            Direction::DownRight => set << (Self::HALF + 1),
        }
    }

    /// The bit of a square.
    #[inline(always)]
    fn bit_index(square: Square) -> u32 {
        let index = square.0 as u32;
        index + index / Self::FILES
    }

    /// The square of a bit, which must not be a ghost.
    #[inline(always)]
    fn square(bit_index: u32) -> Square {
        Square((bit_index - bit_index / (Self::FILES + 1)) as u8)
    }

    /// The set that holds this square only.
    #[inline(always)]
    fn set(square: Square) -> Self::Word {
        Self::Word::bit(Self::bit_index(square))
    }

    /// Whether the board has this square.
    fn contains(square: Square) -> bool {
        (square.0 as u32) < Self::SQUARES
    }

    /// Row of a square, 0 at the top.
    fn row(square: Square) -> u32 {
        square.0 as u32 / Self::HALF
    }

    /// File of a square, 0 at the left.
    fn file(square: Square) -> u32 {
        let (row, place) = (square.0 as u32 / Self::HALF, square.0 as u32 % Self::HALF);
        2 * place + (row + 1) % 2
    }

    /// The playing square at a file and row, if these are on the board and the square is dark.
    fn at(file: i32, row: i32) -> Option<Square> {
        let inside =
            (0..Self::FILES as i32).contains(&file) && (0..Self::ROWS as i32).contains(&row);
        if !inside || (file + row) % 2 == 0 {
            return None;
        }
        Some(Square((row as u32 * Self::HALF + file as u32 / 2) as u8))
    }

    /// The next square in a direction, or `None` at the rim.
    fn neighbour(square: Square, direction: Direction) -> Option<Square> {
        let (right, down) = direction.step();
        Self::at(
            Self::file(square) as i32 + right,
            Self::row(square) as i32 + down,
        )
    }

    /// The square that lies on the same place when the board is turned by 180 degrees.
    fn rotated(square: Square) -> Square {
        Square((Self::SQUARES - 1 - square.0 as u32) as u8)
    }

    /// All squares in order of their numbers.
    fn squares() -> impl Iterator<Item = Square> {
        (0..Self::SQUARES).map(|index| Square(index as u8))
    }

    /// The squares of a set in order of their numbers.
    fn squares_of(set: Self::Word) -> impl Iterator<Item = Square> {
        set.indices().map(Self::square)
    }
}

/// Dark squares of the rows `first..last` in the layout above.
const fn rows(files: u32, first: u32, last: u32) -> u128 {
    let mut set = 0;
    let mut index = first * files / 2;
    while index < last * files / 2 {
        set |= 1 << (index + index / files);
        index += 1;
    }
    set
}

/// The squares that satisfy one of three conditions, see the constants of [`Geometry`].
const fn pick(files: u32, what: Pick) -> u128 {
    let mut set = 0;
    let mut index = 0;
    while index < files / 2 * files {
        let row = index / (files / 2);
        let file = 2 * (index % (files / 2)) + (row + 1) % 2;
        let picked = match what {
            Pick::Rim => file == 0 || file == files - 1,
            Pick::Left => file < files / 2,
            Pick::RowDigit(digit) => row >> digit & 1 == 1,
        };
        if picked {
            set |= 1 << (index + index / files);
        }
        index += 1;
    }
    set
}

enum Pick {
    Rim,
    Left,
    RowDigit(u32),
}

/// The main road in the layout above: steps up and to the right, each a shift by half a row.
const fn main_road(files: u32) -> u128 {
    let (mut set, mut row) = (0, 0);
    while row < files {
        set |= 1 << ((row + 1) * files / 2 - 1);
        row += 1;
    }
    set
}

macro_rules! board {
    ($(#[$doc:meta])* $name:ident, $word:ty, $size:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
        pub struct $name;

        impl Geometry for $name {
            type Word = $word;
            const FILES: u32 = $size;
            const ROWS: u32 = $size;
            const ALL: $word = rows($size, 0, $size) as $word;
            const TOP: $word = rows($size, 0, 1) as $word;
            const BOTTOM: $word = rows($size, $size - 1, $size) as $word;
            const MAIN_ROAD: $word = main_road($size) as $word;
            const RIM: $word = pick($size, Pick::Rim) as $word;
            const LEFT: $word = pick($size, Pick::Left) as $word;
            const ROW_DIGITS: [$word; 4] = [
                pick($size, Pick::RowDigit(0)) as $word,
                pick($size, Pick::RowDigit(1)) as $word,
                pick($size, Pick::RowDigit(2)) as $word,
                pick($size, Pick::RowDigit(3)) as $word,
            ];
        }
    };
}

board!(
    /// The 8x8 board: 32 playing squares, b8 = 1 ... g1 = 32.
    Board8, u64, 8
);
board!(
    /// The 10x10 board: 50 playing squares.
    Board10, u64, 10
);
board!(
    /// The 12x12 board: 72 playing squares.
    Board12, u128, 12
);
