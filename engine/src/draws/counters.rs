//! The counters behind the counted draws, kept up to date move by move.
//!
//! Almost all positions belong to no *ending*, as a class of material is called here that a profile limits, and only
//! a capture or a promotion changes the class. So a quiet move costs a few additions, and in a middle game just one.

use super::DrawRules;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::rules::Rules;
use crate::status::DrawReason;
use crate::word::Word;

/// A class of material for which a profile limits the number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
enum Ending {
    /// None: only king moves are counted.
    None,
    /// Three or more kings and nothing else against a lone king (FMJD-64 7.2.4). The flag: exactly three.
    ThreeKings { exactly: bool },
    /// King and two men, or two kings and a man, against a lone king, under FMJD-64: 7.2.7 while the lone king
    /// holds the main road, 7.2.6 (four pieces) while it does not.
    MixedThree,
    /// One or two pieces with a king against a lone king (FMJD-64 7.2.8, FMJD 6.4).
    LoneKing,
    /// Four or five pieces, both sides with a king (FMJD-64 7.2.6).
    Material45,
    /// Six or seven pieces, both sides with a king (FMJD-64 7.2.6).
    Material67,
    /// Three pieces with a king against a lone king (FMJD 6.3).
    ThreePieces,
    /// One of the Brazilian five-move endings; the counts of kings and men of the stronger and the weaker side tell
    /// them apart, because each of them starts a count of its own.
    Brazilian { strong: (u8, u8), weak: (u8, u8) },
}

/// Kings and men of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Force {
    kings: u32,
    men: u32,
}

impl Force {
    fn total(self) -> u32 {
        self.kings + self.men
    }

    fn is_lone_king(self) -> bool {
        self.kings == 1 && self.men == 0
    }
}

impl Ending {
    /// The class under these rules.
    fn of<G: Geometry>(rules: DrawRules, pieces: &Pieces<G>) -> Ending {
        if !matches!(
            rules,
            DrawRules::Fmjd64 | DrawRules::Fmjd64Letter | DrawRules::Cbd | DrawRules::Fmjd100
        ) || pieces.kings().is_empty()
        {
            return Ending::None;
        }
        let [white, black] = crate::piece::Color::ALL.map(|color| Force {
            kings: pieces.kings_of(color).count(),
            men: pieces.men_of(color).count(),
        });
        if white.total() == 0 || black.total() == 0 {
            return Ending::None;
        }
        // The side that faces a lone king, if there is one; of two lone kings either will do.
        let (strong, weak) = if black.is_lone_king() || (black < white && !white.is_lone_king()) {
            (white, black)
        } else {
            (black, white)
        };
        match rules {
            DrawRules::Cbd => Ending::brazilian(strong, weak),
            DrawRules::Fmjd100 => Ending::fmjd100(strong, weak),
            _ => Ending::fmjd64(strong, weak),
        }
    }

    fn fmjd64(strong: Force, weak: Force) -> Ending {
        if strong.kings == 0 || weak.kings == 0 {
            return Ending::None;
        }
        if weak.is_lone_king() {
            match (strong.total(), strong.men) {
                (1 | 2, _) => return Ending::LoneKing,
                (3, 0) => return Ending::ThreeKings { exactly: true },
                (_, 0) => return Ending::ThreeKings { exactly: false },
                (3, _) => return Ending::MixedThree,
                _ => {}
            }
        }
        match strong.total() + weak.total() {
            4 | 5 => Ending::Material45,
            6 | 7 => Ending::Material67,
            _ => Ending::None,
        }
    }

    fn fmjd100(strong: Force, weak: Force) -> Ending {
        if !weak.is_lone_king() || strong.kings == 0 {
            return Ending::None;
        }
        match strong.total() {
            1 | 2 => Ending::LoneKing,
            3 => Ending::ThreePieces,
            _ => Ending::None,
        }
    }

    fn brazilian(strong: Force, weak: Force) -> Ending {
        let pair = |force: Force| (force.kings as u8, force.men as u8);
        let (strong, weak) = (pair(strong.max(weak)), pair(strong.min(weak)));
        match (strong, weak) {
            ((2, 0), (2, 0) | (1, 0) | (1, 1)) | ((1, 0 | 1), (1, 0)) => {
                Ending::Brazilian { strong, weak }
            }
            _ => Ending::None,
        }
    }

    /// Plies after which it is drawn, and the name of the rule.
    fn limit(self) -> Option<(u8, DrawReason)> {
        match self {
            Ending::None => None,
            Ending::ThreeKings { .. } => Some((30, DrawReason::ThreeKings)),
            Ending::MixedThree | Ending::Material45 => Some((60, DrawReason::Material45)),
            Ending::LoneKing => Some((10, DrawReason::LoneKing)),
            Ending::Material67 => Some((120, DrawReason::Material67)),
            Ending::ThreePieces => Some((32, DrawReason::ThreePieces)),
            Ending::Brazilian { .. } => Some((10, DrawReason::KingEnding)),
        }
    }

    /// Whether the count goes on when a capture or promotion leads into the same class again.
    fn runs_on(self) -> bool {
        matches!(self, Ending::LoneKing | Ending::ThreePieces)
    }

    /// Whether the main road matters (FMJD-64 7.2.7).
    fn knows_main_road(self) -> bool {
        matches!(
            self,
            Ending::MixedThree | Ending::ThreeKings { exactly: true }
        )
    }
}

// The search copies the counters at every ply.
const _: () = assert!(size_of::<Counters>() <= 16);

/// Plies of FMJD-64 7.2.7.
const MAIN_ROAD_LIMIT: u8 = 10;

/// How far each counted draw has come, in plies. Every counter of a position that is set up is 0.
///
/// A winning move is worth more than any limit that it reaches: whoever asks [`draw`](Counters::draw) must have
/// found out first that the side to move has pieces and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Counters {
    rules: DrawRules,
    ending: Ending,
    /// Plies counted in the class of material.
    in_ending: u8,
    /// Plies counted with the main road held.
    on_road: u8,
    /// King moves in a row.
    quiet: u8,
}

impl Counters {
    /// The counters of a position that is set up.
    pub fn new<R: Rules>(rules: DrawRules, position: &Position<R>) -> Counters {
        Counters {
            rules,
            ending: Ending::of(rules, position.pieces()),
            in_ending: 0,
            on_road: 0,
            quiet: 0,
        }
    }

    /// The counters after a legal move that leads from `before` to `after`.
    #[inline]
    pub fn after<R: Rules>(
        mut self,
        before: &Position<R>,
        mv: Move<R::Board>,
        after: &Position<R>,
    ) -> Counters {
        let king = (before.pieces().kings() & mv.from_set()).any();
        self.quiet = if king && !mv.is_capture() {
            self.quiet.saturating_add(1)
        } else {
            0
        };
        if mv.is_capture() || mv.promotes() {
            self.balance_changed(after.pieces());
        } else if self.ending != Ending::None {
            self.balance_kept(after.pieces());
        }
        self
    }

    /// A capture or a promotion: a new class, or the same anew.
    fn balance_changed<G: Geometry>(&mut self, pieces: &Pieces<G>) {
        let ending = Ending::of(self.rules, pieces);
        let goes_on = ending == self.ending && ending.runs_on();
        self.in_ending = if goes_on {
            self.in_ending.saturating_add(1)
        } else {
            0
        };
        self.ending = ending;
        self.on_road = 0;
    }

    /// Any other move while a class is on the board.
    fn balance_kept<G: Geometry>(&mut self, pieces: &Pieces<G>) {
        let road = self.ending.knows_main_road() && lone_king_holds_main_road(pieces);
        if road {
            self.on_road = self.on_road.saturating_add(1);
        }
        if !(road && self.ending == Ending::MixedThree) {
            self.in_ending = self.in_ending.saturating_add(1);
        }
    }

    /// King moves in a row as far as the profile counts them here.
    fn king_moves(self) -> u8 {
        match self.rules {
            DrawRules::Repetition => 0,
            DrawRules::Fmjd64 if self.ending != Ending::None => 0,
            _ => self.quiet,
        }
    }

    /// Whether every counter stands at 0 and none is about to run, as in most positions.
    #[inline(always)]
    fn are_idle(self) -> bool {
        self.quiet == 0 && self.ending == Ending::None
    }

    /// The draw that these counters make, if the game is not won; the special rule before the general one.
    #[inline]
    pub fn draw(self) -> Option<DrawReason> {
        if self.are_idle() {
            None
        } else {
            self.draw_by_count()
        }
    }

    fn draw_by_count(self) -> Option<DrawReason> {
        if let Some((limit, reason)) = self.ending.limit() {
            let road = self.on_road >= MAIN_ROAD_LIMIT;
            // Both can be full only when play has gone on after a draw; the order is that of the rules.
            if road && reason != DrawReason::ThreeKings {
                return Some(DrawReason::MainRoad);
            }
            if self.in_ending >= limit {
                return Some(reason);
            }
            if road {
                return Some(DrawReason::MainRoad);
            }
        }
        let limit = self.rules.king_move_limit()?;
        (self.king_moves() >= limit).then_some(self.rules.king_move_reason())
    }

    /// The fewest plies after which a counter that runs could reach its limit; 0 when one has.
    ///
    /// `None` when no counter runs: no class of material with a limit is on the board, and the last move was a
    /// capture or a man move (or there was none). A capture or promotion may of course start a new count.
    #[inline]
    pub fn plies_to_draw(self) -> Option<u32> {
        if self.are_idle() {
            None
        } else {
            self.plies_to_count()
        }
    }

    fn plies_to_count(self) -> Option<u32> {
        let left = |limit: u8, count: u8| u32::from(limit.saturating_sub(count));
        let kings = self
            .rules
            .king_move_limit()
            .filter(|_| self.king_moves() > 0)
            .map(|limit| left(limit, self.king_moves()));
        let ending = self
            .ending
            .limit()
            .map(|(limit, _)| left(limit, self.in_ending));
        let road = self
            .ending
            .knows_main_road()
            .then(|| left(MAIN_ROAD_LIMIT, self.on_road));
        [kings, ending, road].into_iter().flatten().min()
    }

    /// A hash of the counts, 0 when all are 0; mixed into a position's key it tells apart positions that differ in
    /// nothing but how near a draw is.
    pub fn signature(self) -> u64 {
        let packed = u64::from(self.in_ending)
            | u64::from(self.on_road) << 8
            | u64::from(self.king_moves()) << 16;
        let mixed = packed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    }

    /// Every counter that runs: the rule, plies counted, and the limit in plies, in order of the rules' rank.
    pub fn running(self) -> Vec<(DrawReason, u32, u32)> {
        let mut running = Vec::new();
        if let Some((limit, reason)) = self.ending.limit() {
            running.push((reason, self.in_ending.into(), limit.into()));
        }
        if self.ending.knows_main_road() {
            let (count, limit) = (self.on_road.into(), MAIN_ROAD_LIMIT.into());
            running.push((DrawReason::MainRoad, count, limit));
        }
        let counts_kings = self.rules != DrawRules::Fmjd64 || self.ending == Ending::None;
        if let Some(limit) = self.rules.king_move_limit()
            && counts_kings
        {
            let reason = self.rules.king_move_reason();
            running.push((reason, self.king_moves().into(), limit.into()));
        }
        running
    }
}

/// Whether, three pieces playing against a lone king, that king stands on the main road and nothing else does.
fn lone_king_holds_main_road<G: Geometry>(pieces: &Pieces<G>) -> bool {
    let lone = if pieces.white().several() {
        pieces.black()
    } else {
        pieces.white()
    };
    pieces.occupied() & G::MAIN_ROAD == lone
}
