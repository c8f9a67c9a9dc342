//! The pieces that a game consists of.

use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_till, take_while, take_while1};
use nom::character::complete::{char, digit1, multispace0, one_of, satisfy, space0};
use nom::combinator::{opt, recognize};
use nom::multi::{many1, many1_count};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// One piece of a game's text, without blanks around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, the value as it is written.
    Tag(&'a str, &'a str),
    /// `{...}`, or `;` to the end of the line.
    Comment(&'a str),
    /// `%` to the end of the line.
    Escape,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$7`.
    Nag(&'a str),
    /// `!`, `?!`, `(?)`, and `*` directly behind a move.
    Strength(&'a str),
    /// `12.`, `12...`, `...`.
    Number,
    /// `/FEN "..."/`.
    Setup(&'a str),
    /// Anything else up to the next blank, bracket or sign of strength: a move, a result.
    Word(&'a str),
}

/// The next token. `None` at the end, and where there is none; then what is left begins with the offending text.
pub(super) fn next(input: &str) -> (&str, Option<Token<'_>>) {
    let input = match multispace0::<_, nom::error::Error<&str>>.parse(input) {
        Ok((rest, _)) => rest,
        Err(_) => input,
    };
    match token(input) {
        Ok((rest, token)) => (rest, Some(token)),
        Err(_) => (input, None),
    }
}

fn token(input: &str) -> IResult<&str, Token<'_>> {
    alt((
        tag_pair.map(|(name, value)| Token::Tag(name, value)),
        comment.map(Token::Comment),
        preceded(char(';'), to_line_end).map(|text: &str| Token::Comment(text.trim())),
        preceded(char('%'), to_line_end).map(|_| Token::Escape),
        delimited(char('('), signs, char(')')).map(Token::Strength),
        char('(').map(|_| Token::Open),
        char(')').map(|_| Token::Close),
        preceded(char('$'), digit1).map(Token::Nag),
        signs.map(Token::Strength),
        (opt(digit1), many1_count(char('.'))).map(|_| Token::Number),
        setup.map(Token::Setup),
        word.map(Token::Word),
    ))
    .parse(input)
}

fn to_line_end(input: &str) -> IResult<&str, &str> {
    take_till(|c| c == '\n').parse(input)
}

fn comment(input: &str) -> IResult<&str, &str> {
    delimited(char('{'), take_till(|c| c == '}'), char('}'))
        .map(str::trim)
        .parse(input)
}

fn signs(input: &str) -> IResult<&str, &str> {
    // A `*` that follows marks a forced move in old files.
    recognize((many1_count(one_of("!?")), opt(char('*')))).parse(input)
}

fn setup(input: &str) -> IResult<&str, &str> {
    let value = delimited(char('"'), take_while(|c| c != '"' && c != '\n'), char('"'));
    delimited((tag("/FEN"), space0), value, (space0, char('/'))).parse(input)
}

/// A word may hold `*` and signs of strength at its end; the caller takes them off.
fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_whitespace() && !"{}()[];$%\"!?".contains(c)).parse(input)
}

/// One tag pair; it ends on the line on which it begins. The value is what stands between the first quote and the
/// first one that is followed by `]`; backslashes are kept, and protect a quote.
pub(super) fn tag_pair(input: &str) -> IResult<&str, (&str, &str)> {
    let letter = satisfy(|c| c.is_alphabetic() || c == '_');
    let name = recognize((
        letter,
        take_while(|c: char| c.is_alphanumeric() || "_-".contains(c)),
    ));
    let (line, name) = delimited((char('['), space0), name, space0).parse(input)?;
    let (line, _) = char('"').parse(line)?;
    let (after, value) = alt((value_with_escapes, value_without_escapes)).parse(line)?;
    let (after, _) = (char('"'), space0, char(']')).parse(after)?;
    Ok((after, (name, value)))
}

/// Whether a line begins with a tag pair.
pub(super) fn looks_like_tag(line: &str) -> bool {
    tag_pair(line.trim_start()).is_ok()
}

fn value_with_escapes(input: &str) -> IResult<&str, &str> {
    let escaped = recognize((char('\\'), satisfy(|c| c != '\n')));
    let plain = is_not("\\\"\n");
    let quote_inside = char('"').and(nom::combinator::not((space0::<&str, _>, char(']'))));
    recognize(opt(many1(alt((escaped, plain, recognize(quote_inside))))))
        .and(nom::combinator::peek((char('"'), space0, char(']'))))
        .map(|(value, _)| value)
        .parse(input)
}

/// For values that end in a backslash, such as directories.
fn value_without_escapes(input: &str) -> IResult<&str, &str> {
    let (_, line) = take_till(|c| c == '\n').parse(input)?;
    let ends = line.match_indices('"').find(|(at, _)| {
        line.get(at + 1..)
            .is_some_and(|after| after.trim_start_matches([' ', '\t']).starts_with(']'))
    });
    match ends {
        Some((at, _)) => Ok((&input[at..], &input[..at])),
        None => Err(nom::Err::Error(nom::error::Error::new(
            input,
            nom::error::ErrorKind::Char,
        ))),
    }
}

/// A comment or the value of a tag as it may stand in a file: with blanks for control characters other than line
/// ends and tabs.
pub(super) fn plain(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', " ")
}

/// The text of a move or result without signs behind it, and `*` if that stood directly behind.
pub(super) fn split_word(word: &str) -> (&str, bool) {
    match word.strip_suffix('*') {
        Some(text) if !text.is_empty() => (text, true),
        _ => (word, false),
    }
}
