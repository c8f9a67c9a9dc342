//! `damka match`: plays engines against each other and says which one is stronger.

mod output;

use self::output::Output;
use super::{INTERRUPTED, VariantArg, output_file};
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use damka_arena::adjudicate::{Adjudication, DrawRule, ResignRule};
use damka_arena::openings;
use damka_arena::plan::Plan;
use damka_arena::runner::{self, MatchError};
use damka_arena::schedule::Tournament;
use damka_arena::spec::{self, EngineSpec, Protocol};
use damka_arena::stats::{Model, Sprt};
use damka_arena::time::{Limits, TimeControl};
use damka_engine::draws::DrawRules;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  damka match --engine 'name=new cmd=\"./new\"' --engine 'name=old cmd=\"./old\"' \\
      --nodes 2000 --games 400
  damka match --engine 'cmd=./a' --engine 'cmd=\"./b hub\" proto=hub option.threads=2' \\
      --variant russian --tc 5+0.05 --games 2000 --sprt 0,10 --concurrency 2
  damka match --engines all.toml --tournament gauntlet --movetime 100 --games 100 --pdn games.pdn

An engine is described by KEY=VALUE words: name, cmd, proto (uci, hub or dxp), dir, option.NAME,
limits of its own (tc, movetime, nodes, depth, margin), and for DXP connect or listen (HOST:PORT)
and role (follower or initiator). A TOML file has one [[engine]] table each with the same keys.";

/// Play engines against each other, every opening twice with colours exchanged
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    /// An engine; give at least two
    #[arg(long = "engine", value_name = "SPEC")]
    engine: Vec<EngineSpec>,

    /// A TOML file with more engines
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,

    #[command(flatten)]
    game: VariantArg,

    /// Draw rules: auto, fmjd64, fmjd64-letter, cbd, fmjd100, wcdf, pool or repetition
    #[arg(long, value_name = "RULES", default_value = "auto")]
    draw_rules: String,

    /// Openings: table (the variant's own), the name of a built-in table, start, 1ply to 4ply, a PDN file (*.pdn)
    /// or a file of FENs
    #[arg(long, value_name = "WHAT", default_value = "table")]
    openings: String,

    /// Use openings that are marked as lost, too
    #[arg(long)]
    with_lost: bool,

    /// Shuffle the openings by the seed
    #[arg(long)]
    shuffle: bool,

    /// Games of each pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// Who plays whom: roundrobin, or gauntlet (the first engine against all others)
    #[arg(long, value_name = "FORM", default_value = "roundrobin")]
    tournament: Tournament,

    /// Clock in seconds, [MOVES/]BASE[+INCREMENT]
    #[arg(long, value_name = "CONTROL")]
    tc: Option<TimeControl>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Let an engine's node limit vary by this many percent from game to game
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0)]
    jitter: f64,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Seed of shuffling and jitter
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// End the match as soon as a test between two Elo differences is decided, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,

    /// Meaning of the test's bounds: logistic or normalized Elo
    #[arg(
        long,
        value_name = "MODEL",
        requires = "sprt",
        default_value = "logistic"
    )]
    sprt_model: Model,

    /// Probability of accepting the upper bound when the lower one is true
    #[arg(long, value_name = "P", requires = "sprt", default_value_t = 0.05)]
    alpha: f64,

    /// Probability of accepting the lower bound when the upper one is true
    #[arg(long, value_name = "P", requires = "sprt", default_value_t = 0.05)]
    beta: f64,

    /// Milliseconds by which a move may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 30)]
    margin: u64,

    /// Seconds after which an engine without a clock counts as hung
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    stall: u64,

    /// Draw by score, such as moves=8,after=40,score=0.10 (moves of each side, score in men)
    #[arg(long, value_name = "RULE")]
    adjudicate_draw: Option<DrawRule>,

    /// Win by score on which both sides agree, such as moves=4,score=6
    #[arg(long, value_name = "RULE")]
    adjudicate_win: Option<ResignRule>,

    /// Draw after so many moves of each side
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    max_moves: Option<usize>,

    /// Start engines anew for every game
    #[arg(long)]
    restart: bool,

    /// Games between two lines about the score
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// Write plain lines on a terminal, too
    #[arg(long)]
    plain: bool,

    /// Write the games as PDN, with score, depth and time of every move
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(super) pdn: Option<PathBuf>,

    /// Write the match as lines of JSON: what is played, every game, the summary
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(super) json: Option<PathBuf>,

    /// Go on with the match in the file of --json
    #[arg(long)]
    resume: bool,

    /// Draw the match as SVG: score and LLR over the games, or ratings. An earlier SVG file is overwritten
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(super) plot: Option<PathBuf>,
}

impl Match {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let plan = self.plan()?;
        if self.resume && self.json.is_none() {
            bail!("--resume needs --json FILE, the file to go on with");
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let raised = cancel.clone();
        ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
            .context("cannot catch interrupts")?;
        let mut output = Output::open(self, &plan, out)?;
        output.heading()?;
        let begun = Instant::now();
        let earlier = output.earlier().to_vec();
        let played = runner::run(&plan, &earlier, cancel, &mut output);
        if !matches!(played, Err(MatchError::Engine { .. })) {
            output.keep_files();
        }
        let summary = played.map_err(|error| output.failure.take().unwrap_or(error.into()))?;
        output.summary(&summary, begun.elapsed())?;
        Ok(if summary.cancelled {
            ExitCode::from(INTERRUPTED)
        } else {
            ExitCode::SUCCESS
        })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let variant = self.game.variant();
        let mut engines = self.engine.clone();
        if let Some(path) = &self.engines {
            let name = path.display();
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
            engines.extend(spec::read_toml(&text).with_context(|| name.to_string())?);
        }
        if engines.len() < 2 {
            bail!(
                "a match needs at least two engines, there are {}",
                engines.len()
            );
        }
        spec::check_names(&engines)?;
        if self.games == 0 {
            bail!("--games 0: there is nothing to play");
        }
        if !self.games.is_multiple_of(2) {
            bail!(
                "the number of games must be even, as every opening is played twice: {}",
                self.games
            );
        }
        if !(0.0..100.0).contains(&self.jitter) {
            bail!(
                "the jitter must be at least 0 and below 100 percent: {}",
                self.jitter
            );
        }
        let limits = Limits {
            tc: self.tc,
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        };
        if let Some(engine) = engines
            .iter()
            .find(|engine| engine.limits().or(limits).is_empty())
        {
            bail!(
                "nothing limits the thinking of {}: give --tc, --movetime, --nodes or --depth",
                engine.name
            );
        }
        if self.jitter > 0.0
            && engines
                .iter()
                .all(|engine| engine.limits().or(limits).nodes.is_none())
        {
            bail!(
                "--jitter {}: no engine has a limit of nodes to vary",
                self.jitter
            );
        }
        let sprt = match &self.sprt {
            Some(bounds) => Some(Sprt::new(bounds, self.alpha, self.beta, self.sprt_model)?),
            None => None,
        };
        if sprt.is_some() && engines.len() != 2 {
            bail!("--sprt compares two engines, there are {}", engines.len());
        }
        let dxp = engines
            .iter()
            .find(|engine| engine.protocol == Protocol::Dxp);
        if let Some(engine) = dxp.filter(|_| self.concurrency > 1) {
            bail!(
                "{} speaks DXP, one game at a time: --concurrency {}",
                engine.name,
                self.concurrency
            );
        }
        Ok(Plan {
            engines,
            variant,
            rules: DrawRules::choose(&self.draw_rules, variant)?,
            tournament: self.tournament,
            games: self.games,
            book: openings::load(&self.openings, variant, self.with_lost)?,
            shuffle: self.shuffle,
            limits,
            margin: Duration::from_millis(self.margin),
            grace: Duration::from_secs(2),
            stall: Duration::from_secs(self.stall),
            adjudication: Adjudication {
                draw: self.adjudicate_draw,
                resign: self.adjudicate_win,
                max_moves: self.max_moves,
            },
            concurrency: usize::from(self.concurrency),
            sprt,
            seed: self.seed,
            jitter: self.jitter / 100.0,
            restart: self.restart,
        })
    }
}
