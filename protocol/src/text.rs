//! Small parsers and printers that both text dialects share: lines out of bytes, words, numbers, quoting of errors.

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{all_consuming, opt, recognize};
use nom::{IResult, Parser};
use std::time::Duration;

/// Longest time that a limit can express; longer ones are cut to it.
const MAX_SECONDS: f64 = 1e9;
/// Longest error text that is shown, in characters.
const MAX_SHOWN: usize = 160;

/// The text of a line: without byte order mark, line end and surrounding blanks; bad UTF-8 is replaced.
pub fn line(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    String::from_utf8_lossy(bytes).trim().to_string()
}

/// One word and the blanks behind it.
fn word(input: &str) -> IResult<&str, &str> {
    let (input, word) = take_while1(|c: char| !c.is_whitespace()).parse(input)?;
    let (input, _) = take_while(char::is_whitespace).parse(input)?;
    Ok((input, word))
}

/// The next word and the rest of the line, both without surrounding blanks; `None` at the end.
pub fn next_word(input: &str) -> Option<(&str, &str)> {
    word(input.trim_start())
        .ok()
        .map(|(rest, word)| (word, rest))
}

/// A whole number in decimal digits, with a sign perhaps; numbers beyond 64 bits are cut to the nearest one.
pub fn integer(text: &str) -> Option<i64> {
    let mut parser = all_consuming((
        opt(one_of("+-")),
        recognize(digit1::<&str, nom::error::Error<&str>>),
    ));
    if let Ok((_, (sign, digits))) = parser.parse(text) {
        let value = digits.parse().unwrap_or(i64::MAX);
        return Some(if sign == Some('-') { -value } else { value });
    }
    // The cast cuts to the range of the type.
    real(text).map(|value| value as i64)
}

/// A finite real number with a decimal point, whatever the locale: `3`, `0.5`, `1.5e-05`.
pub fn real(text: &str) -> Option<f64> {
    let mut parser = all_consuming(recognize((
        opt(one_of("+-")),
        take_while(|c: char| c.is_ascii_digit()),
        opt((
            char::<&str, nom::error::Error<&str>>('.'),
            take_while(|c: char| c.is_ascii_digit()),
        )),
        opt((one_of("eE"), opt(one_of("+-")), digit1)),
    )));
    let (_, number) = parser.parse(text).ok()?;
    number.parse().ok().filter(|value: &f64| value.is_finite())
}

/// A number of seconds as a duration: zero when negative, cut to about 31 years.
pub fn seconds(value: f64) -> Duration {
    Duration::from_secs_f64(value.clamp(0.0, MAX_SECONDS))
}

/// An error text that fits on one line and between double quotes.
pub fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(MAX_SHOWN)
        .map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Whole seconds and milliseconds, as `12.345`.
pub fn decimal_seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(integer("12"), Some(12));
        assert_eq!(integer("-5"), Some(-5));
        assert_eq!(integer("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999999"), Some(-i64::MAX));
        assert_eq!(integer("1e9"), Some(1_000_000_000));
        for bad in ["", "abc", "1x", "inf", "nan", "0x10", "1,5", "--1", "."] {
            assert_eq!(integer(bad), None, "{bad}");
            assert_eq!(real(bad), None, "{bad}");
        }
        assert_eq!(real("1.5e-05"), Some(1.5e-05));
        assert_eq!(real("4.999999999999999"), Some(4.999999999999999));
        assert_eq!(real("1e999"), None);
        assert_eq!(seconds(-1.0), Duration::ZERO);
        assert_eq!(seconds(1e300), Duration::from_secs(1_000_000_000));
    }

    #[test]
    fn lines_of_any_bytes() {
        assert_eq!(line(b"\xef\xbb\xbfuci\r"), "uci");
        assert_eq!(line(b" \t go  depth 3 \r"), "go  depth 3");
        assert_eq!(line(b"\xff\xfe\x00"), "\u{fffd}\u{fffd}\0");
        assert_eq!(line(b""), "");
    }

    #[test]
    fn words() {
        assert_eq!(next_word("  go\t depth 3"), Some(("go", "depth 3")));
        assert_eq!(next_word("  "), None);
    }

    #[test]
    fn shown_errors_are_one_short_line() {
        assert_eq!(shown("a \"b\"\nc"), "a 'b' c");
        assert_eq!(shown(&"x".repeat(1000)).chars().count(), MAX_SHOWN + 3);
    }
}
