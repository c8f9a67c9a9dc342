//! Clock times in comments.

use crate::piece::Color;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::{char, digit1, multispace0, one_of};
use nom::combinator::{map_opt, opt};
use nom::multi::many1;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// Clock times that a comment gives, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Clocks {
    /// White's clock.
    pub white: Option<u32>,
    /// Black's clock.
    pub black: Option<u32>,
    /// A time without a side: that of the player who has just moved.
    pub mover: Option<u32>,
    /// Whose clock is running, when a capital letter says so.
    pub running: Option<Color>,
}

/// The clock times in a comment: `[%clk 1:55:21]`, `[%clock w0:00:10 B0:00:03]`, `[%clock 0:49:11]`.
pub fn clocks(comment: &str) -> Option<Clocks> {
    let mut rest = comment;
    while let Ok((after, _)) = take_until::<_, _, nom::error::Error<&str>>("[%cl").parse(rest) {
        match command(after) {
            Ok((_, clocks)) => return Some(clocks),
            Err(_) => rest = after.get(1..)?,
        }
    }
    None
}

fn command(input: &str) -> IResult<&str, Clocks> {
    let name = alt((tag("[%clock"), tag("[%clk")));
    let times = many1(preceded(multispace0, (opt(one_of("wWbB")), time)));
    let (rest, (_, times, _, _)) = (name, times, multispace0, char(']')).parse(input)?;
    let mut clocks = Clocks::default();
    for (letter, seconds) in times {
        match letter {
            None => clocks.mover = Some(seconds),
            Some('w' | 'W') => clocks.white = Some(seconds),
            Some(_) => clocks.black = Some(seconds),
        }
        if let Some(color) = letter.and_then(Color::from_letter) {
            clocks.running = Some(color);
        }
    }
    Ok((rest, clocks))
}

/// `h:mm:ss`, `mm:ss` or seconds; fractions are cut off.
fn time(input: &str) -> IResult<&str, u32> {
    let number = || map_opt(digit1, |digits: &str| digits.parse::<u32>().ok());
    let fraction = opt((char('.'), digit1));
    map_opt(
        (
            number(),
            opt(preceded(char(':'), number())),
            opt(preceded(char(':'), number())),
            fraction,
        ),
        |(first, second, third, _)| match (second, third) {
            (None, _) => Some(first),
            (Some(seconds), None) => first.checked_mul(60)?.checked_add(seconds),
            (Some(minutes), Some(seconds)) => first
                .checked_mul(60)?
                .checked_add(minutes)?
                .checked_mul(60)?
                .checked_add(seconds),
        },
    )
    .parse(input)
}
