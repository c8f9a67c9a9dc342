//! `damka dxp`: plays over DamExchange, listening or connecting, following or proposing.

use super::PositionArgs;
use anyhow::Context;
use clap::{ArgGroup, Args, ValueEnum};
use damka_engine::draws::DrawRules;
use damka_engine::status::Status;
use damka_engine::{Color, Rules, SquareOrder, fen, with_rules};
use damka_protocol::dxp::player;
use damka_protocol::dxp::{
    AnswerCode, Connection, LONGEST_NAME, Proposal, Report, Role, Settings, Terms,
};
use damka_search::Engine;
use std::io::Write;
use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Duration;

/// How long a listening program may take to accept our connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  damka dxp --listen 0.0.0.0:27531 --variant international
      wait for an interface or another engine, and play the games that it proposes
  damka dxp --connect 127.0.0.1:27531 --variant international --games 2 --minutes 5
      propose two games of five minutes a side, the first one with White

Both sides must agree on the variant beforehand: the protocol cannot tell it.";

/// Play against another program over a network connection (DamExchange)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("way").args(["listen", "connect"]).required(true))]
pub struct Dxp {
    #[command(flatten)]
    start: PositionArgs,
    /// Wait for a partner on this address; port 0 takes a free one, which is printed
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    /// Connect to a partner that listens there
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,
    /// Who proposes games [default: who connects]
    #[arg(long, value_enum, value_name = "ROLE")]
    role: Option<Part>,
    /// Proposed games, with colours exchanged after each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=9999))]
    games: u32,
    /// Our colour in the first proposed game
    #[arg(long, value_enum, value_name = "COLOR", default_value = "white")]
    color: Side,
    /// Proposed minutes of each side for a game; 0 proposes no clock
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=999))]
    minutes: u32,
    /// Proposed moves of each side, after which a game ends without a result; 0 for no end
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=999))]
    moves: u32,
    /// Longest time for a move in milliseconds [default: as the clock allows, 1000 without a clock]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    move_time: Option<u64>,
    /// Milliseconds kept back from each move for the way to the partner
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=5000))]
    move_overhead: u64,
    /// Searching threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Square numbers on the wire: standard, or pydraughts for that library's 8x8 games
    #[arg(long, value_name = "ORDER", default_value_t = SquareOrder::Standard)]
    square_order: SquareOrder,
    /// Draw rules: auto for those of the variant, or the name of a profile
    #[arg(long, value_name = "NAME", default_value = DrawRules::AUTO)]
    draw_rules: String,
    /// Name that the partner sees, 32 characters at most
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    name: Option<String>,
    /// Tell the partner by CHAT what was wrong with its messages; some programs lose a move over it
    #[arg(long)]
    chat: bool,
    /// End after the first connection instead of listening again
    #[arg(long)]
    once: bool,
}

/// Reads a name that the protocol can carry.
fn parse_name(text: &str) -> Result<String, String> {
    match text.chars().count() {
        0..=LONGEST_NAME => Ok(text.to_string()),
        length => Err(format!("{length} characters, {LONGEST_NAME} are allowed")),
    }
}

/// Who proposes games.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The partner proposes, we accept
    Follower,
    /// We propose
    Initiator,
}

/// A side, as an argument.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Side {
    /// White
    White,
    /// Black
    Black,
}

impl Dxp {
    /// Plays; one line per connection, game and ignored message.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        with_rules!(self.start.variant(), R => self.run_as::<R>(out))
    }

    fn run_as<R: Rules>(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let settings = self.settings::<R>()?;
        let proposals = self.proposals::<R>()?;
        let mut engine = super::engine(self.threads, self.hash)?;
        let role = |default| match self.role.unwrap_or(default) {
            Part::Follower => Role::Follower,
            Part::Initiator => Role::Initiator(proposals.clone()),
        };
        if let Some(address) = &self.connect {
            let connection = Connection::connect(address, CONNECT_LIMIT)
                .with_context(|| format!("cannot connect to {address}"))?;
            self.session(
                connection,
                role(Part::Initiator),
                &settings,
                &mut engine,
                out,
            )?;
            return Ok(ExitCode::SUCCESS);
        }
        let address = self.listen.as_deref().unwrap_or_default();
        let listener =
            TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
        line(out, &format!("listening on {}", listener.local_addr()?))?;
        loop {
            // A partner that goes away while it is accepted is no reason to stop listening.
            let connection = match listener
                .accept()
                .and_then(|(stream, _)| Connection::new(stream))
            {
                Ok(connection) => connection,
                Err(error) => {
                    line(out, &format!("connection failed: {error}"))?;
                    continue;
                }
            };
            let result = self.session(
                connection,
                role(Part::Follower),
                &settings,
                &mut engine,
                out,
            );
            if self.once {
                return result.map(|()| ExitCode::SUCCESS);
            }
            if let Err(error) = result {
                line(out, &format!("session ended: {error:#}"))?;
            }
        }
    }

    fn session<R: Rules>(
        &self,
        connection: Connection,
        role: Role<R>,
        settings: &Settings,
        engine: &mut Engine,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let peer = connection.peer().context("the partner has gone")?;
        line(out, &format!("connected with {peer}"))?;
        let mut written = Ok(());
        let result = player::play(connection, role, settings, engine, &mut |report| {
            if written.is_ok() {
                written = line(out, &describe(&report));
            }
        });
        written?;
        result?;
        line(out, &format!("disconnected from {peer}"))
    }

    fn settings<R: Rules>(&self) -> anyhow::Result<Settings> {
        let mut terms = Terms::new::<R>();
        terms.draws = DrawRules::choose(&self.draw_rules, R::VARIANT)?;
        terms.order = self.square_order;
        terms.take_back = true;
        if let Some(name) = &self.name {
            terms.name.clone_from(name);
        }
        Ok(Settings {
            terms,
            move_time: self.move_time.map(Duration::from_millis),
            overhead: Duration::from_millis(self.move_overhead),
            chat: self.chat,
        })
    }

    fn proposals<R: Rules>(&self) -> anyhow::Result<Vec<Proposal<R>>> {
        let position = self.start.position()?;
        let first = match self.color {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        let time = (self.minutes > 0).then(|| Duration::from_secs(60 * u64::from(self.minutes)));
        let moves = (self.moves > 0).then_some(self.moves);
        let proposal = |game: u32| {
            let our_side = if game.is_multiple_of(2) {
                first
            } else {
                !first
            };
            Proposal {
                position,
                our_side,
                time,
                moves,
            }
        };
        Ok((0..self.games).map(proposal).collect())
    }
}

fn describe<R: Rules>(report: &Report<R>) -> String {
    match report {
        Report::Begun(session) => {
            let time = session.time().map_or("no clock".to_string(), |time| {
                format!("{} s a side", time.as_secs_f64())
            });
            let side = session.our_side().letter();
            let fen = fen::pdn(session.game().position());
            format!(
                "game against {:?}: we play {side}, {time}, {fen}",
                session.partner()
            )
        }
        Report::Over(session, status) => {
            let result = match status {
                Status::Ongoing => "no result".to_string(),
                status => status.to_string(),
            };
            format!(
                "game over: {result} after {} plies",
                session.game().moves().len()
            )
        }
        Report::Abandoned(session) => {
            format!(
                "game abandoned after {} plies",
                session.game().moves().len()
            )
        }
        Report::Declined(code) => {
            let why = match code {
                AnswerCode::Version => "unknown version of the protocol",
                AnswerCode::Impossible => "its board, position or colour will not do",
                AnswerCode::Accepted | AnswerCode::Refused => "no game is wanted now",
            };
            format!("proposed game refused: {why}")
        }
        Report::Complaint(text) => format!("ignored: {text}"),
    }
}

/// One line that is seen at once.
fn line(out: &mut dyn Write, text: &str) -> anyhow::Result<()> {
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
