//! The lexical form of Hub: a command word, then arguments `name`, `name=value` or `name="a value"`.

use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, take_while, take_while1};
use nom::character::complete::{char, none_of};
use nom::combinator::{map, opt, value};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};
use thiserror::Error;

/// One argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// What stands before the `=`.
    pub name: String,
    /// What stands behind it; `None` when there is no `=`.
    pub value: Option<String>,
    /// The value stood in quotes.
    pub quoted: bool,
}

/// A line that is not of the form above.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("missing closing quote: {0}")]
pub struct UnclosedQuote(pub String);

/// The arguments behind the command word.
///
/// # Errors
/// A quote that is never closed.
pub fn arguments(mut input: &str) -> Result<Vec<Argument>, UnclosedQuote> {
    let mut list = Vec::new();
    loop {
        input = input.trim_start();
        if input.is_empty() {
            return Ok(list);
        }
        let (rest, argument) = argument(input).map_err(|_| UnclosedQuote(input.to_string()))?;
        list.push(argument);
        input = rest;
    }
}

fn argument(input: &str) -> IResult<&str, Argument> {
    let name = take_while(|c: char| !c.is_whitespace() && c != '=');
    let value = opt(preceded(char('='), alt((quoted, bare))));
    map((name, value), |(name, value)| {
        let (value, quoted) = value.map_or((None, false), |(text, quoted)| (Some(text), quoted));
        Argument {
            name: name.to_string(),
            value,
            quoted,
        }
    })
    .parse(input)
}

/// A value in quotes, in which `\"` and `\\` stand for the second character, as one client writes.
fn quoted(input: &str) -> IResult<&str, (String, bool)> {
    let text = opt(escaped_transform(
        none_of("\"\\"),
        '\\',
        alt((
            value("\"", char('"')),
            value("\\", char('\\')),
            // Any other backslash stands for itself, as in a path.
            value(
                "\\",
                nom::combinator::peek(nom::character::complete::anychar),
            ),
        )),
    ));
    map(delimited(char('"'), text, char('"')), |text| {
        (text.unwrap_or_default(), true)
    })
    .parse(input)
}

/// A value up to the next blank, which does not begin with a quote; it may be empty.
fn bare(input: &str) -> IResult<&str, (String, bool)> {
    let mut text = opt(preceded(
        nom::combinator::not(char('"')),
        take_while1(|c: char| !c.is_whitespace()),
    ));
    let (rest, text) = text.parse(input)?;
    if text.is_none() && rest.starts_with('"') {
        let error = nom::error::Error::new(rest, nom::error::ErrorKind::Char);
        // No other reading: without this the whole value would be taken for an absent one.
        return Err(nom::Err::Failure(error));
    }
    Ok((rest, (text.unwrap_or_default().to_string(), false)))
}

/// The value of the argument `name`, the last one if there are several.
///
/// A value without quotes goes on over the words behind it, up to the next `name=`: clients send paths with blanks so.
pub fn long_value(arguments: &[Argument], name: &str) -> Option<String> {
    let place = arguments
        .iter()
        .rposition(|argument| argument.name == name && argument.value.is_some())?;
    let argument = &arguments[place];
    let mut value = argument.value.clone().unwrap_or_default();
    if !argument.quoted {
        for more in arguments[place + 1..]
            .iter()
            .take_while(|argument| argument.value.is_none())
        {
            value.push(' ');
            value.push_str(&more.name);
        }
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairs(input: &str) -> Vec<(String, Option<String>)> {
        arguments(input)
            .unwrap()
            .into_iter()
            .map(|argument| (argument.name, argument.value))
            .collect()
    }

    fn pair(name: &str, value: Option<&str>) -> (String, Option<String>) {
        (name.to_string(), value.map(str::to_string))
    }

    #[test]
    fn flags_values_and_quotes() {
        assert_eq!(
            pairs("start pos=Wbb  moves=\"32-28  19-23\" empty=\"\" none= x=a=b"),
            [
                pair("start", None),
                pair("pos", Some("Wbb")),
                pair("moves", Some("32-28  19-23")),
                pair("empty", Some("")),
                pair("none", Some("")),
                pair("x", Some("a=b")),
            ]
        );
        assert_eq!(
            pairs(r#"p="a \"b\" \\ C:\dir""#),
            [pair("p", Some(r#"a "b" \ C:\dir"#))]
        );
        assert_eq!(
            pairs("=5 = \"q"),
            [pair("", Some("5")), pair("", Some("")), pair("\"q", None)]
        );
    }

    #[test]
    fn a_quote_must_be_closed() {
        for line in ["pos=\"Wbb", "a=1 value=\"", "value=\"a\\\""] {
            assert!(arguments(line).is_err(), "{line}");
        }
    }

    #[test]
    fn values_with_blanks() {
        let list = arguments("name=bb-path value=/a b c").unwrap();
        assert_eq!(long_value(&list, "value").unwrap(), "/a b c");
        let list = arguments("value=4 name=threads").unwrap();
        assert_eq!(long_value(&list, "value").unwrap(), "4");
        assert_eq!(long_value(&list, "foo"), None);
    }

    proptest! {
        #[test]
        fn never_panics(line in "\\PC*") {
            let _ = arguments(&line);
        }

        #[test]
        fn never_panics_on_quotes(line in "[a=\" \\\\]{0,20}") {
            let _ = arguments(&line);
        }
    }
}
