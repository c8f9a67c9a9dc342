//! The arguments that choose a game: a position, and the moves played from it.

use super::PositionArgs;
use anyhow::{Context, bail};
use clap::Args;
use damka_engine::movetext::{self, MoveFormat, Reading, Style};
use damka_engine::{DrawRules, Game, Rules};

/// Which game.
#[derive(Args, Debug, Clone)]
pub struct GameArgs {
    #[command(flatten)]
    pub position: PositionArgs,

    /// Moves to play from the position, in any notation, with blanks between them; move numbers are passed over
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
    ///
    /// # Errors
    /// A colon in a notation that knows none.
    pub fn style(&self, default: MoveFormat) -> anyhow::Result<Style> {
        let format = self.notation.unwrap_or(default);
        if self.colon && matches!(format, MoveFormat::Hub | MoveFormat::Digits) {
            bail!("--colon: the notation {format} has no colons, --notation chooses another");
        }
        Ok(Style {
            colon: self.colon,
            ..format.into()
        })
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
        let moves = texts.split_whitespace().map(without_number);
        for (ply, text) in (1..).zip(moves.filter(|text| !text.is_empty())) {
            let place = || format!("--moves, move {ply}");
            let mv =
                movetext::parse(game.position(), text, Reading::PathFirst).with_context(place)?;
            game.play(mv).with_context(place)?;
        }
        Ok(game)
    }
}

/// A word of a list of moves without the move number in front: `1.22-18`, `1...`, `...`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.starts_with('.') {
        behind.trim_start_matches('.')
    } else {
        word
    }
}
