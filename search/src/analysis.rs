//! Analysis of a whole game: what each move was worth, and what would have been better.

use crate::engine::{Engine, PrepareError};
use crate::limits::{Limits, Signal};
use crate::report::{Info, Observer};
use crate::score::Score;
use damka_engine::game::Game;
use damka_engine::status::Status;
use damka_engine::{Move, Rules};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// As good as the best, or nearly so.
    Fine,
    /// Gave away a part of a man's worth.
    Doubtful,
    /// Gave away much: PDN's `?`.
    Mistake,
    /// Gave away a man's worth or more, a win, or the game: PDN's `??`.
    Blunder,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 4] = [
        Verdict::Fine,
        Verdict::Doubtful,
        Verdict::Mistake,
        Verdict::Blunder,
    ];

    /// The verdict on a move: the value of the position before it, and what the move kept of it, both for the
    /// side that made it.
    pub fn of(best: Score, kept: Score) -> Verdict {
        // Beyond this a position is won or lost in practice: what is lost there does not matter.
        const DECIDED: i32 = 400;
        let clamp = |score: Score| score.raw().clamp(-DECIDED, DECIDED);
        match clamp(best) - clamp(kept) {
            ..20 => Verdict::Fine,
            20..45 => Verdict::Doubtful,
            45..90 => Verdict::Mistake,
            _ => Verdict::Blunder,
        }
    }

    /// The numeric annotation glyph of PDN, if there is something to say.
    pub const fn nag(self) -> Option<u32> {
        match self {
            Verdict::Fine => None,
            Verdict::Doubtful => Some(6),
            Verdict::Mistake => Some(2),
            Verdict::Blunder => Some(4),
        }
    }
}

/// What a search said about one position.
#[derive(Clone, Debug)]
pub struct Judgement<R: Rules> {
    /// Value for the side to move.
    pub score: Score,
    /// Depth of the last finished iteration, in plies; 0 when the game is over.
    pub depth: u32,
    /// The best line; empty when the game is over.
    pub line: Vec<Move<R::Board>>,
}

/// Keeps the last line of a search.
struct LastLine<R: Rules>(Vec<Move<R::Board>>);

impl<R: Rules> Observer<R> for LastLine<R> {
    fn info(&mut self, info: &Info<R>) {
        if info.multi_pv == 1 {
            self.0.clone_from(&info.line);
        }
    }
}

/// Why a game was not judged.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The flag was raised.
    #[error("the analysis was stopped")]
    Stopped,
    /// The engine cannot work.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
}

/// Judges every position of a game, the last one included: one more than it has moves.
///
/// The positions are searched from the last to the first, so that what was found of the future helps the past.
/// `tell` is called after each position.
///
/// # Errors
/// The flag `stop` was raised, which breaks off the search under way, or the engine cannot be made ready.
pub fn judge<R: Rules>(
    engine: &mut Engine,
    game: &Game<R>,
    limits: &Limits<R>,
    stop: &Arc<AtomicBool>,
    mut tell: impl FnMut(),
) -> Result<Vec<Judgement<R>>, JudgeError> {
    engine.clear();
    let mut game = game.clone();
    let mut judgements = Vec::with_capacity(game.moves().len() + 1);
    loop {
        let signal = Signal::stopped_by(stop.clone());
        judgements.push(judge_one(engine, &game, limits, &signal)?);
        if signal.is_stopped() {
            return Err(JudgeError::Stopped);
        }
        tell();
        if game.undo().is_none() {
            break;
        }
    }
    judgements.reverse();
    Ok(judgements)
}

fn judge_one<R: Rules>(
    engine: &mut Engine,
    game: &Game<R>,
    limits: &Limits<R>,
    signal: &Signal,
) -> Result<Judgement<R>, PrepareError> {
    let over = match game.status() {
        Status::Ongoing => None,
        Status::Draw(_) => Some(Score::DRAW),
        Status::Win(winner, _) if winner == game.position().turn() => Some(Score::win_in(0)),
        Status::Win(..) => Some(Score::loss_in(0)),
    };
    if let Some(score) = over {
        return Ok(Judgement {
            score,
            depth: 0,
            line: Vec::new(),
        });
    }
    let mut last = LastLine(Vec::new());
    let outcome = engine.search(game, limits, signal, &mut last)?;
    Ok(Judgement {
        score: outcome.score,
        depth: outcome.depth,
        line: last.0,
    })
}

/// The verdicts on the moves of a game whose positions were judged. A move that the search would have played is
/// fine: there is nothing better to show, whatever came to light after it.
pub fn verdicts<R: Rules>(judgements: &[Judgement<R>], moves: &[Move<R::Board>]) -> Vec<Verdict> {
    judgements
        .windows(2)
        .zip(moves)
        .map(|(pair, mv)| {
            if pair[0].line.first().is_none_or(|best| best == mv) {
                Verdict::Fine
            } else {
                Verdict::of(pair[0].score, -pair[1].score)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_engine::draws::DrawRules;
    use damka_engine::fen;
    use damka_engine::rules::Russian;

    #[test]
    fn verdicts_follow_the_loss() {
        let of = |best, kept| Verdict::of(Score::centimen(best), Score::centimen(kept));
        assert_eq!(of(10, 5), Verdict::Fine);
        assert_eq!(of(10, 40), Verdict::Fine);
        assert_eq!(of(10, -15), Verdict::Doubtful);
        assert_eq!(of(10, -40), Verdict::Mistake);
        assert_eq!(of(10, -95), Verdict::Blunder);
        assert_eq!(of(900, 700), Verdict::Fine);
        assert_eq!(
            Verdict::of(Score::win_in(5), Score::win_in(9)),
            Verdict::Fine
        );
        assert_eq!(Verdict::of(Score::win_in(5), Score::DRAW), Verdict::Blunder);
    }

    /// 22-17 (c3-b4) walks into 13x22 (a5:c3), and nothing takes back.
    #[test]
    fn a_man_given_away_is_a_blunder() {
        let position = fen::parse::<Russian>("W:W22,32:B13,5").unwrap();
        let mut game = Game::new(position, DrawRules::Fmjd64);
        for text in ["22-17", "13x22x17"] {
            let moves = game.legal_moves();
            let mv = *moves.iter().find(|mv| mv.to_string() == text).unwrap();
            game.play(mv).unwrap();
        }
        let limits = Limits {
            depth: Some(8),
            ..Limits::default()
        };
        let mut asked = 0;
        let stop = Arc::default();
        let judgements = judge(&mut Engine::new(), &game, &limits, &stop, || asked += 1);
        let judgements = judgements.unwrap();
        assert_eq!((judgements.len(), asked), (3, 3));
        assert_eq!(
            verdicts(&judgements, game.moves()),
            [Verdict::Blunder, Verdict::Fine]
        );
        let mut own = judgements.clone();
        own[0].line = vec![game.moves()[0]];
        assert_eq!(verdicts(&own, game.moves())[0], Verdict::Fine);
    }

    /// Within one position, however long it would take.
    #[test]
    fn the_flag_stops_the_search_under_way() {
        let (game, stop) = (Game::<Russian>::start(), Arc::new(AtomicBool::new(false)));
        let raised = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            raised.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let result = judge(&mut Engine::new(), &game, &Limits::default(), &stop, || ());
        assert!(matches!(result, Err(JudgeError::Stopped)));
    }
}
