//! The arguments that choose a game: a position, and the moves played from it.

use super::PositionArgs;
use anyhow::Context;
use clap::Args;
use damka_engine::movetext::{self, MoveFormat, Reading, Style};
use damka_engine::{DrawRules, Game, Rules};

/// Which game.
#[derive(Args, Debug, Clone)]
pub struct GameArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Moves to play from the position, in any notation, with blanks between them
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,

    #[command(flatten)]
    pub style: StyleArgs,
}

/// How moves are written.
#[derive(Args, Debug, Clone)]
pub struct StyleArgs {
    /// How moves are written: numeric, algebraic, path, hub or digits
    #[arg(long, value_name = "FORMAT")]
    notation: Option<MoveFormat>,

    /// Write captures with a colon in place of the x
    #[arg(long)]
    colon: bool,
}

impl StyleArgs {
    /// The style that the arguments describe; `default` when they name no notation.
    pub fn style(&self, default: MoveFormat) -> Style {
        Style {
            colon: self.colon,
            ..self.notation.unwrap_or(default).into()
        }
    }
}

impl GameArgs {
    /// The game that the arguments describe.
    ///
    /// # Errors
    /// The FEN is none, a move cannot be played where it stands, or the draw rules are not for the variant.
    pub fn game<R: Rules>(&self, draw_rules: &str) -> anyhow::Result<Game<R>> {
        let rules = DrawRules::choose(draw_rules, R::VARIANT)
            .with_context(|| format!("--draw-rules {draw_rules}"))?;
        let mut game = Game::new(self.position.position::<R>()?, rules);
        let texts = self.moves.as_deref().unwrap_or_default();
        for (ply, text) in (1..).zip(texts.split_whitespace()) {
            let place = || format!("--moves, move {ply}");
            let mv =
                movetext::parse(game.position(), text, Reading::PathFirst).with_context(place)?;
            game.play(mv).with_context(place)?;
        }
        Ok(game)
    }
}
