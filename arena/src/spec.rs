//! Engines as a user describes them: on the command line or in a TOML file.

use crate::process::Launch;
use crate::time::{Limits, TimeControl};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The UCI dialect for draughts.
    #[default]
    Uci,
    /// Hub, version 2.
    Hub,
    /// DamExchange over TCP.
    Dxp,
}

impl Protocol {
    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Hub => "hub",
            Protocol::Dxp => "dxp",
        }
    }

    /// Options (UCI) or parameters (Hub) on which the referee relies: the match sets them, or leaves them at what the
    /// protocol prescribes. An engine with others would play another game.
    fn settled(self) -> &'static [&'static str] {
        match self {
            Protocol::Uci => &["UCI_Variant", "DrawRules", "SquareOrder", "UCI_MoveFormat"],
            Protocol::Hub => &["variant", "draw-rules", "square-order"],
            Protocol::Dxp => &[],
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Protocol {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Protocol, SpecError> {
        [Protocol::Uci, Protocol::Hub, Protocol::Dxp]
            .into_iter()
            .find(|protocol| protocol.name() == text)
            .ok_or_else(|| SpecError::Protocol(text.to_string()))
    }
}

/// Who proposes the games of a DXP engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DxpRole {
    /// The engine takes the games that we propose.
    #[default]
    Follower,
    /// The engine proposes; the games must be those of the schedule.
    Initiator,
}

/// Why a description of an engine is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// Quotes that do not close.
    #[error("unbalanced quotes: {0}")]
    Quotes(String),
    /// A word without `=`.
    #[error("not KEY=VALUE: {0}")]
    Word(String),
    /// A key that means nothing.
    #[error(
        "unknown key: {0} (name, cmd, proto, dir, option.NAME, tc, movetime, nodes, depth, margin, connect, listen, role)"
    )]
    Key(String),
    /// A key that is there twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// A value that cannot be read.
    #[error("bad value: {0}")]
    Value(String),
    /// A protocol that is not known.
    #[error("unknown protocol: {0} (uci, hub or dxp)")]
    Protocol(String),
    /// Nothing to start.
    #[error("engine without cmd: {0}")]
    NoCommand(String),
    /// A DXP engine is reached in exactly one way.
    #[error("a DXP engine needs one of connect=HOST:PORT and listen=HOST:PORT: {0}")]
    Address(String),
    /// An option that is not the engine's to choose.
    #[error(
        "option.{0} is not for an engine to choose: the match sets variant, draw rules and notation for all"
    )]
    Settled(String),
    /// Two engines with one name, which nobody could tell apart in the results.
    #[error("two engines with the name {0}")]
    SameName(String),
    /// The TOML file cannot be understood.
    #[error("bad engine file: {0}")]
    Toml(String),
}

/// One engine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// The name in the results; the last part of the program when none is given.
    #[serde(default)]
    pub name: String,
    /// Program and arguments, split as a shell would. Over DXP it may be missing: the engine runs elsewhere.
    #[serde(default)]
    pub cmd: String,
    /// Its language.
    #[serde(default, rename = "proto")]
    pub protocol: Protocol,
    /// Its working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Options that it is given at the start.
    #[serde(default, rename = "option", skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// DXP: the address on which the engine listens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connect: Option<String>,
    /// DXP: the address to which the engine connects, and on which we listen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listen: Option<String>,
    /// DXP: who proposes the games.
    #[serde(default, skip_serializing_if = "is_default")]
    pub role: DxpRole,
    /// A clock of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Milliseconds by which this engine may overstep its time, in place of the margin of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// Milliseconds a move of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes a move of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The value of an option; TOML files may write numbers and truth values as such.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A decimal number.
    Real(f64),
    /// Anything else.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Bool(value) => value.fmt(f),
            OptionValue::Int(value) => value.fmt(f),
            OptionValue::Real(value) => value.fmt(f),
            OptionValue::Text(value) => value.fmt(f),
        }
    }
}

fn is_default(role: &DxpRole) -> bool {
    *role == DxpRole::default()
}

impl EngineSpec {
    /// The limits that the engine brings itself.
    pub fn limits(&self) -> Limits {
        Limits {
            tc: self.tc,
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    /// How to start it.
    ///
    /// # Errors
    /// When the command cannot be split into words or is empty.
    pub fn launch(&self) -> Result<Launch, SpecError> {
        let words = shlex::split(&self.cmd).ok_or_else(|| SpecError::Quotes(self.cmd.clone()))?;
        if words.is_empty() {
            return Err(SpecError::NoCommand(self.name.clone()));
        }
        Ok(Launch {
            words,
            dir: self.dir.clone(),
        })
    }

    fn complete(mut self, source: &str) -> Result<EngineSpec, SpecError> {
        let named = |spec: &EngineSpec| {
            let name = if spec.name.is_empty() {
                source
            } else {
                &spec.name
            };
            name.to_string()
        };
        let addresses = usize::from(self.connect.is_some()) + usize::from(self.listen.is_some());
        if self.protocol == Protocol::Dxp {
            if addresses != 1 {
                return Err(SpecError::Address(named(&self)));
            }
            if !self.options.is_empty() {
                return Err(SpecError::Key(
                    "option, which DXP does not have".to_string(),
                ));
            }
        } else if addresses != 0 {
            return Err(SpecError::Key(
                "connect and listen are for proto=dxp".to_string(),
            ));
        }
        // Engines do not distinguish case; only one of two values could hold.
        let mut seen = HashSet::new();
        for option in self.options.keys() {
            if !seen.insert(option.to_ascii_lowercase()) {
                return Err(SpecError::Twice(format!("option.{option}")));
            }
        }
        let settled = |option: &&String| {
            let mut names = self.protocol.settled().iter();
            names.any(|name| name.eq_ignore_ascii_case(option))
        };
        if let Some(option) = self.options.keys().find(settled) {
            return Err(SpecError::Settled(option.clone()));
        }
        if !self.cmd.trim().is_empty() {
            let launch = self.launch()?;
            if self.name.is_empty() {
                let program = launch.words[0].rsplit(['/', '\\']).next();
                self.name = program.unwrap_or_default().to_string();
            }
        } else if addresses == 0 {
            return Err(SpecError::NoCommand(named(&self)));
        }
        if self.name.is_empty() {
            let address = self.connect.as_ref().or(self.listen.as_ref());
            self.name = address.cloned().unwrap_or_default();
        }
        for (value, text) in [
            (self.movetime, "movetime"),
            (self.nodes, "nodes"),
            (self.depth.map(u64::from), "depth"),
        ] {
            if value == Some(0) {
                return Err(SpecError::Value(format!("{text}=0")));
            }
        }
        Ok(self)
    }
}

/// The command line form: `name=new cmd="./a --fast" proto=hub option.Hash=64 nodes=2000`.
impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let words = shlex::split(text).ok_or_else(|| SpecError::Quotes(text.to_string()))?;
        let mut spec = EngineSpec::default();
        let mut seen = HashSet::new();
        for word in &words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(SpecError::Word(word.clone()));
            };
            if !seen.insert(key) {
                return Err(SpecError::Twice(key.to_string()));
            }
            let bad = || SpecError::Value(word.clone());
            match key {
                "name" => spec.name = value.to_string(),
                "cmd" => spec.cmd = value.to_string(),
                "proto" => spec.protocol = value.parse()?,
                "connect" => spec.connect = Some(value.to_string()),
                "listen" => spec.listen = Some(value.to_string()),
                "role" => {
                    spec.role = match value {
                        "follower" => DxpRole::Follower,
                        "initiator" => DxpRole::Initiator,
                        _ => return Err(bad()),
                    }
                }
                "dir" => spec.dir = Some(PathBuf::from(value)),
                "tc" => spec.tc = Some(value.parse().map_err(|_| bad())?),
                "movetime" => spec.movetime = Some(value.parse().map_err(|_| bad())?),
                "nodes" => spec.nodes = Some(value.parse().map_err(|_| bad())?),
                "margin" => spec.margin = Some(value.parse().map_err(|_| bad())?),
                "depth" => spec.depth = Some(value.parse().map_err(|_| bad())?),
                _ => match key.strip_prefix("option.") {
                    Some(option) if !option.is_empty() => {
                        let value = OptionValue::Text(value.to_string());
                        spec.options.insert(option.to_string(), value);
                    }
                    _ => return Err(SpecError::Key(key.to_string())),
                },
            }
        }
        spec.complete(text)
    }
}

/// The engines of a TOML file: one `[[engine]]` table each, with the keys of the command line form.
///
/// # Errors
/// When the text is not such a file; the error names the line.
pub fn read_toml(text: &str) -> Result<Vec<EngineSpec>, SpecError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        engine: Vec<EngineSpec>,
    }
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error
            .span()
            .map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        SpecError::Toml(format!("line {line}: {}", error.message()))
    })?;
    file.engine
        .into_iter()
        .map(|spec| spec.complete("[[engine]]"))
        .collect()
}

/// Refuses two engines of one name.
///
/// # Errors
/// [`SpecError::SameName`].
pub fn check_names(engines: &[EngineSpec]) -> Result<(), SpecError> {
    for (index, engine) in engines.iter().enumerate() {
        if engines[..index]
            .iter()
            .any(|other| other.name == engine.name)
        {
            return Err(SpecError::SameName(engine.name.clone()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_and_toml_say_the_same() {
        let line: EngineSpec =
            r#"name=old cmd="./b 'my hub'" proto=hub dir=/tmp option.Hash=64 option.book=x nodes=2000 tc=5+0.1"#
                .parse()
                .expect("spec");
        let file = r#"
            [[engine]]
            name = "old"
            cmd = "./b 'my hub'"
            proto = "hub"
            dir = "/tmp"
            nodes = 2000
            tc = "5+0.1"
            option.Hash = "64"
            option.book = "x"
        "#;
        assert_eq!(read_toml(file).expect("file"), std::slice::from_ref(&line));
        assert_eq!(line.launch().expect("words").words, ["./b", "my hub"]);
        let number = read_toml("[[engine]]\ncmd='a/bc d'\noption.Hash=64\noption.Ponder=true")
            .expect("file");
        assert_eq!(number[0].name, "bc");
        assert_eq!(number[0].options["Hash"].to_string(), "64");
        assert_eq!(number[0].options["Ponder"].to_string(), "true");
    }

    #[test]
    fn refuses_and_names_the_offender() {
        let cases = [
            ("name=a", "engine without cmd: a"),
            ("cmd='a", "unbalanced quotes: cmd='a"),
            ("cmd=a fast", "not KEY=VALUE: fast"),
            ("cmd=a proto=xboard", "unknown protocol: xboard"),
            ("cmd=a nodes=many", "bad value: nodes=many"),
            ("cmd=a nodes=0", "bad value: nodes=0"),
            ("cmd=a tc=5+x", "bad value: tc=5+x"),
            ("cmd=a colour=red", "unknown key: colour"),
            ("cmd=a option.=1", "unknown key: option."),
            ("name=a proto=dxp", "a DXP engine needs one of"),
            (
                "proto=dxp connect=h:1 listen=h:2",
                "a DXP engine needs one of",
            ),
            ("proto=dxp connect=h:1 role=boss", "bad value: role=boss"),
            ("cmd=a connect=h:1", "unknown key: connect"),
            ("name=a cmd=a name=b", "name is given twice"),
            ("cmd=a option.Hash=1 option.Hash=1", "option.Hash is given"),
            (
                "cmd=a option.hash=1 option.Hash=2",
                "option.hash is given twice",
            ),
            ("cmd=a option.uci_variant=pool", "option.uci_variant is not"),
            ("cmd=a option.DrawRules=cbd", "option.DrawRules is not"),
            ("cmd=a option.SquareOrder=x", "option.SquareOrder is not"),
            ("cmd=a option.UCI_MoveFormat=x", "option.UCI_MoveFormat is"),
            (
                "cmd=a option.Variant=pool proto=hub",
                "option.Variant is not",
            ),
            (
                "cmd=a proto=hub option.draw-rules=x",
                "option.draw-rules is",
            ),
            (
                "cmd=a proto=hub option.square-order=x",
                "option.square-order",
            ),
        ];
        for (text, expected) in cases {
            let error = text.parse::<EngineSpec>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        let error = read_toml("[[engine]]\ncmd='a'\nspeed=1")
            .expect_err("key")
            .to_string();
        assert!(
            error.contains("line 3") && error.contains("speed"),
            "{error}"
        );
        let twins = [line("cmd=x/a"), line("cmd=y/a")];
        assert_eq!(
            check_names(&twins),
            Err(SpecError::SameName("a".to_string()))
        );
    }

    fn line(text: &str) -> EngineSpec {
        text.parse().expect(text)
    }
}
