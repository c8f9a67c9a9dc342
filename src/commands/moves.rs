//! `damka moves`: the legal moves of a position.

use super::game::GameArgs;
use clap::Args;
use damka_engine::movetext::MoveFormat;
use damka_engine::{DrawRules, Rules, movetext, with_rules};
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  damka moves
  damka moves --variant russian --moves \"c3-d4 f6-g5\" --notation algebraic
  damka moves --variant international --fen \"W:WK2:B7,8,38,44\" --notation hub

Notations:
  numeric    22-18, 24x16 (the default); the full landing path where that could be two captures
  algebraic  c3-d4, c3xe5 on 8x8 boards, else as numeric
  path       captures always with the full landing path
  hub        captures with the captured squares in rising order: 24x16x20
  digits     two digits a square: 2218";

/// List the legal moves of a position, one a line
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    #[command(flatten)]
    game: GameArgs,
}

impl Moves {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        with_rules!(self.game.position.variant(), R => self.list::<R>(out))?;
        Ok(ExitCode::SUCCESS)
    }

    fn list<R: Rules>(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.game.game::<R>(DrawRules::AUTO)?;
        let style = self.game.style.style(MoveFormat::Numeric)?;
        for mv in game.legal_moves() {
            let text = movetext::write_styled(game.position(), mv, style);
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}
