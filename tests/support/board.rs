//! The rules as plain numbers, for judging what an engine printed: set-ups, legal moves, and spellings of moves.
//!
//! Move generation is the engine crate's (perft suites hold it); everything about text is written anew here,
//! so that a fault of the product's parsers and printers cannot hide itself.

use damka_engine::{Color, Piece, Position, Setup, Variant, with_rules};

/// A legal move in plain numbers, captured squares in rising order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    pub from: u32,
    pub to: u32,
    pub captured: Vec<u32>,
}

impl Plain {
    /// The Hub form.
    pub fn hub(&self) -> String {
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        let mut text = format!("{}{sign}{}", self.from, self.to);
        for square in &self.captured {
            text += &format!("x{square}");
        }
        text
    }
}

/// A position of some variant.
#[derive(Clone, Debug)]
pub struct Board {
    pub variant: Variant,
    pub setup: Setup,
}

impl Board {
    /// The start position.
    pub fn start(variant: Variant) -> Board {
        let setup = with_rules!(variant, R => Position::<R>::start().to_setup());
        Board { variant, setup }
    }

    /// From `start`, a Hub string, or a numeric FEN without ranges.
    pub fn parse(variant: Variant, text: &str) -> Board {
        let setup = if text == "start" {
            return Board::start(variant);
        } else if text.contains(':') {
            parse_fen(variant, text)
        } else {
            parse_hub(text)
        };
        let setup = setup.unwrap_or_else(|| panic!("not a position: {text}"));
        Board { variant, setup }
    }

    /// All legal moves.
    pub fn legal(&self) -> Vec<Plain> {
        with_rules!(self.variant, R => {
            let position = Position::<R>::from_setup(&self.setup).expect("a valid position");
            let plain = |mv: &damka_engine::Move<_>| Plain {
                from: mv.from().number(),
                to: mv.to().number(),
                captured: mv.captured_squares().map(|s| s.number()).collect(),
            };
            position.legal_moves().iter().map(plain).collect()
        })
    }

    /// The position after a legal move.
    pub fn after(&self, plain: &Plain) -> Board {
        with_rules!(self.variant, R => {
            let position = Position::<R>::from_setup(&self.setup).expect("a valid position");
            let moves = position.legal_moves();
            let mv = moves.iter().find(|mv| mv.to_string() == plain.hub()).expect("a legal move");
            Board { variant: self.variant, setup: position.after(*mv).to_setup() }
        })
    }

    /// The position after a legal move in Hub form.
    pub fn play(&self, hub: &str) -> Board {
        let legal = self.legal();
        let found = legal.iter().find(|plain| plain.hub() == hub);
        self.after(found.unwrap_or_else(|| panic!("the test plays an illegal move: {hub}")))
    }

    /// The legal move that an engine printed over Hub: exactly the Hub form.
    pub fn find_hub(&self, text: &str) -> Result<Plain, String> {
        let mut legal = self.legal().into_iter();
        let found = legal.find(|plain| plain.hub() == text);
        found.ok_or(format!("not a legal move in Hub form: {text}"))
    }

    /// The only legal move that a spelling of the UCI dialect can mean: number pairs, landing paths, then Hub
    /// captures; numbers, algebraic squares or joined digits.
    pub fn find_uci(&self, text: &str) -> Result<Plain, String> {
        let numbers = self.numbers(text).unwrap_or_default();
        let (&[from, second, ..], &[.., last]) = (&numbers[..], &numbers[..]) else {
            return Err(format!("not a move: {text}"));
        };
        let quiet = text.contains('-');
        let mut listed = numbers[2..].to_vec();
        listed.sort_unstable();
        let taken = self.taken(&numbers);
        let legal: Vec<Plain> = self
            .legal()
            .into_iter()
            .filter(|p| p.from == from)
            .collect();
        let matching = |fits: &dyn Fn(&Plain) -> bool| -> Vec<Plain> {
            legal.iter().filter(|plain| fits(plain)).cloned().collect()
        };
        let mut found = match numbers.len() {
            2 => matching(&|p| p.to == last && (!quiet || p.captured.is_empty())),
            _ => matching(&|p| p.to == last && taken.as_ref() == Some(&p.captured)),
        };
        if found.is_empty() && numbers.len() > 2 {
            found = matching(&|p| p.to == second && p.captured == listed);
        }
        match found.len() {
            1 => Ok(found.remove(0)),
            0 => Err(format!("illegal move: {text}")),
            _ => Err(format!("ambiguous move: {text}")),
        }
    }

    fn half(&self) -> i32 {
        if self.setup.squares.len() == 50 { 5 } else { 4 }
    }

    fn coordinates(&self, number: u32) -> (i32, i32) {
        let index = number as i32 - 1;
        let row = index / self.half();
        (2 * (index % self.half()) + 1 - row % 2, row)
    }

    fn number_at(&self, file: i32, row: i32) -> Option<u32> {
        let size = 2 * self.half();
        let inside = (0..size).contains(&file) && (0..size).contains(&row);
        let dark = (file + row) % 2 == 1;
        (inside && dark).then(|| (row * self.half() + file / 2 + 1) as u32)
    }

    /// Squares named by a spelling, in its order.
    fn numbers(&self, text: &str) -> Option<Vec<u32>> {
        let count = self.setup.squares.len() as u32;
        let digits = text.len() >= 4 && text.bytes().all(|b| b.is_ascii_digit());
        let parts: Vec<&str> = if digits {
            (0..text.len())
                .step_by(2)
                .map(|i| text.get(i..i + 2).unwrap_or("?"))
                .collect()
        } else {
            text.split(['-', 'x']).collect()
        };
        let square = |part: &&str| match part.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                self.number_at(i32::from(file - b'a'), i32::from(b'8' - rank))
            }
            _ => part.parse().ok().filter(|n| (1..=count).contains(n)),
        };
        parts.iter().map(square).collect()
    }

    /// The squares of opposing pieces that a landing path passes, in rising order; `None` when it leaves a
    /// diagonal or passes anything else than one such piece a step.
    fn taken(&self, path: &[u32]) -> Option<Vec<u32>> {
        let mover = self.setup.turn?;
        let mut taken = Vec::new();
        for step in path.windows(2) {
            let ((x, y), (to_x, to_y)) = (self.coordinates(step[0]), self.coordinates(step[1]));
            let (dx, dy) = (to_x - x, to_y - y);
            if dx.abs() != dy.abs() || dx == 0 {
                return None;
            }
            let passed = (1..dx.abs())
                .filter_map(|i| self.number_at(x + i * dx.signum(), y + i * dy.signum()))
                .filter(|&n| {
                    let piece = self.setup.squares[n as usize - 1];
                    piece.is_some_and(|piece| piece.color != mover)
                });
            taken.extend(passed);
        }
        taken.sort_unstable();
        Some(taken)
    }

    /// The Hub string.
    pub fn hub(&self) -> String {
        let turn = self.setup.turn.expect("a side to move");
        let letters = self.setup.squares.iter().map(|square| match square {
            None => 'e',
            Some(Piece { color, king }) => {
                let letter = color.letter();
                if *king {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                }
            }
        });
        std::iter::once(turn.letter()).chain(letters).collect()
    }

    /// The numeric FEN.
    pub fn fen(&self) -> String {
        let list = |wanted: Color| {
            let pieces = self.setup.squares.iter().enumerate();
            let items = pieces.filter_map(|(i, square)| {
                square
                    .filter(|piece| piece.color == wanted)
                    .map(|piece| format!("{}{}", if piece.king { "K" } else { "" }, i + 1))
            });
            items.collect::<Vec<_>>().join(",")
        };
        let turn = self.setup.turn.expect("a side to move").letter();
        format!("{turn}:W{}:B{}", list(Color::White), list(Color::Black))
    }

    /// A position some plies into a random game; the side to move has a move.
    pub fn random(variant: Variant, random: &mut fastrand::Rng) -> Board {
        let mut board = Board::start(variant);
        for _ in 0..random.u32(..120) {
            let legal = board.legal();
            let next = board.after(&legal[random.usize(..legal.len())]);
            if next.legal().is_empty() {
                break;
            }
            board = next;
        }
        board
    }
}

fn parse_hub(text: &str) -> Option<Setup> {
    let mut letters = text.chars();
    let turn = letters.next().and_then(Color::from_letter)?;
    let mut squares = Vec::new();
    for letter in letters {
        squares.push(match letter {
            'e' => None,
            letter => {
                let color = Color::from_letter(letter.to_ascii_uppercase())?;
                let king = letter.is_ascii_uppercase();
                Some(Piece { color, king })
            }
        });
    }
    Some(Setup {
        squares,
        turn: Some(turn),
    })
}

fn parse_fen(variant: Variant, text: &str) -> Option<Setup> {
    let count = Board::start(variant).setup.squares.len();
    let mut setup = Setup::empty(count);
    for (i, field) in text.split(':').enumerate() {
        let color = field.chars().next().and_then(Color::from_letter)?;
        if i == 0 {
            setup.turn = Some(color);
            continue;
        }
        for item in field[1..].split(',').filter(|item| !item.is_empty()) {
            let number: usize = item.trim_start_matches('K').parse().ok()?;
            let king = item.starts_with('K');
            *setup.squares.get_mut(number.checked_sub(1)?)? = Some(Piece { color, king });
        }
    }
    Some(setup)
}
