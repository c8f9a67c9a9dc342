//! A short, printable piece of foreign text for error messages.

/// The most characters of foreign text that an error message repeats.
const LONGEST: usize = 60;

/// The text as it may stand in a one-line message: control characters are escaped, and what is longer than 60
/// characters is cut and marked with an ellipsis.
///
/// ```
/// assert_eq!(damka_engine::excerpt("a\nb"), "a\\nb");
/// ```
pub fn excerpt(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown = String::new();
    for character in characters.by_ref().take(LONGEST) {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
