//! `damka show`: the board, the result and the draw counters of a game, as text, JSON or SVG.

use super::game::GameArgs;
use super::picture::Picture;
use anyhow::bail;
use clap::Args;
use damka_engine::movetext::MoveFormat;
use damka_engine::{DrawRules, Game, Rules, Variant, diagram, fen, hub, movetext, with_rules};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  damka show
  damka show --variant russian --moves \"c3-d4 f6-g5\"
  damka show --variant english --fen \"B:W21,22:BK30\" --json
  damka show --variant international --svg board.svg

Draw rules: fmjd64 (default of russian and brazilian), fmjd64-letter, cbd, fmjd100
(international), wcdf (english), pool, repetition. docs/rules.md says what each of them counts.";

/// Show the board and how the game stands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    #[command(flatten)]
    game: GameArgs,

    /// Draw rules; auto is the default of the variant
    #[arg(long, value_name = "RULES", default_value = DrawRules::AUTO)]
    draw_rules: String,

    /// Write a picture of the board to FILE (- is standard output) in place of the text; of the files that exist only
    /// SVG is overwritten
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,

    /// Print one JSON object: variant, fen, hub, turn, status, reason, moves (Hub form, unless --notation says otherwise), draw_rules, repetitions,
    /// counters (plies, up to 255, and limit of each that runs)
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct State {
    variant: &'static str,
    fen: String,
    hub: String,
    turn: &'static str,
    status: &'static str,
    reason: Option<&'static str>,
    moves: Vec<String>,
    draw_rules: &'static str,
    repetitions: u32,
    counters: BTreeMap<&'static str, Counter>,
}

/// One draw counter.
#[derive(Serialize)]
struct Counter {
    plies: u32,
    limit: u32,
}

impl Show {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        with_rules!(self.game.position.variant(), R => self.show::<R>(out))?;
        Ok(ExitCode::SUCCESS)
    }

    fn show<R: Rules>(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = self.game.game::<R>(&self.draw_rules)?;
        let drawn_on_stdout = self.svg.as_deref() == Some(Path::new("-"));
        if self.json && drawn_on_stdout {
            bail!("--svg - and --json cannot both go to standard output");
        }
        // Whatever may be refused comes before the picture is written.
        let state = self.json.then(|| self.state(&game)).transpose()?;
        if let Some(path) = &self.svg {
            let picture = diagram::svg(game.position(), game.moves().last().copied());
            if drawn_on_stdout {
                out.write_all(picture.as_bytes())?;
            } else {
                Picture::open(path, &[])?.write(&picture)?;
            }
        }
        if let Some(state) = state {
            serde_json::to_writer(&mut *out, &state)?;
            writeln!(out)?;
        } else if self.svg.is_none() {
            self.text(&game, out)?;
        }
        Ok(())
    }

    fn state<R: Rules>(&self, game: &Game<R>) -> anyhow::Result<State> {
        let position = game.position();
        let status = game.status();
        let variant: Variant = R::VARIANT;
        let style = self.game.style.style(MoveFormat::Hub)?;
        Ok(State {
            variant: variant.name(),
            fen: fen::numeric(position),
            hub: hub::write(position),
            turn: position.turn().name(),
            status: status.id(),
            reason: status.reason_id(),
            moves: position
                .legal_moves()
                .iter()
                .map(|&mv| movetext::write_styled(position, mv, style))
                .collect(),
            draw_rules: game.draw_rules().name(),
            repetitions: game.repetitions(),
            counters: game
                .counters()
                .running()
                .into_iter()
                .map(|(rule, plies, limit)| (rule.id(), Counter { plies, limit }))
                .collect(),
        })
    }

    fn text<R: Rules>(&self, game: &Game<R>, out: &mut dyn Write) -> anyhow::Result<()> {
        let position = game.position();
        let style = self.game.style.style(MoveFormat::for_people::<R>())?;
        let moves: Vec<String> = game
            .legal_moves()
            .into_iter()
            .map(|mv| movetext::write_styled(position, mv, style))
            .collect();
        let counters: Vec<String> = game
            .counters()
            .running()
            .into_iter()
            .map(|(rule, plies, limit)| {
                // The counters stop there, far beyond every limit.
                let more = if plies == u32::from(u8::MAX) {
                    " or more"
                } else {
                    ""
                };
                format!("{} {plies}{more} of {limit} plies", rule.id())
            })
            .collect();
        writeln!(out, "{}", diagram::text(position))?;
        writeln!(out, "Variant:    {}", R::VARIANT)?;
        writeln!(out, "FEN:        {}", fen::pdn(position))?;
        writeln!(out, "Hub:        {}", hub::write(position))?;
        writeln!(out, "To move:    {}", position.turn().name())?;
        writeln!(out, "Status:     {}", game.status())?;
        writeln!(out, "Draw rules: {}", game.draw_rules())?;
        writeln!(out, "Occurrence: {}", game.repetitions())?;
        writeln!(out, "Counters:   {}", or_none(&counters.join(", ")))?;
        writeln!(out, "Moves:      {}", or_none(&moves.join(" ")))?;
        Ok(())
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
