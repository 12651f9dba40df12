//! What is often the reason that text is not valid YAML, and that the parser only notices later: markers of a merge
//! conflict, quotes that are not closed, and characters that only look like those of YAML. Values that contain such
//! characters are valid YAML, but often not what is expected.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The diagnostic for the reason of an error at a position, if it is one of these.
pub(super) fn diagnostic(code: Code, text: &str, error: Span) -> Option<Diagnostic> {
    if let Some(marker) = conflict(text) {
        let message = "invalid YAML: this is a marker of a merge conflict";
        let help = "keep what is right between the markers, and remove the three markers";
        return Some(Diagnostic::error(code, message, marker).help(help));
    }
    let (at, character) = misplaced(text, error)?;
    let known = known(character)?;
    let message = format!("invalid YAML: this is {}", known.with_code(character));
    let span = Span::new(at, at + character.len_utf8());
    Some(Diagnostic::error(code, message, span).help(known.help))
}

/// What an error says about a character of a value that only looks like one of YAML.
pub(crate) struct LookAlike {
    pub(crate) note: String,
    /// What to do, if the character is the whole error.
    pub(crate) help: Option<&'static str>,
}

/// The first such character of a value from which a form is expected, as of a number or a route. In prose, such
/// characters are text.
pub(crate) fn look_alike(text: &str) -> Option<LookAlike> {
    let mut characters = text.char_indices();
    characters.find_map(|(at, character)| {
        let known = known(character)?;
        let what = known.with_code(character);
        match known.place {
            Place::Quote if at == 0 => Some(LookAlike {
                note: format!("the text begins with {what}, which YAML does not treat as a quote"),
                help: Some("remove the typographic quotes, or write `\"` instead"),
            }),
            // A quote inside the text is part of it.
            Place::Quote => None,
            Place::Space | Place::Colon => Some(LookAlike {
                note: format!("the text contains {what}"),
                help: None,
            }),
        }
    })
}

/// The first marker of a merge conflict.
fn conflict(text: &str) -> Option<Span> {
    let at = |marker: &str| match text.starts_with(marker) {
        true => Some(0),
        false => text.find(&format!("\n{marker}")).map(|at| at + 1),
    };
    let start = at("<<<<<<< ")?;
    at(">>>>>>> ").map(|_| Span::new(start, start + 7))
}

/// A character that is not one of YAML, but looks like one.
struct Known {
    name: &'static str,
    help: &'static str,
    /// Where it is a mistake.
    place: Place,
}

impl Known {
    /// The name of the character, with its code point.
    fn with_code(&self, character: char) -> String {
        format!("{} (U+{:04X})", self.name, u32::from(character))
    }
}

enum Place {
    /// Around a key or a value, where a space is.
    Space,
    /// In a line without `:`.
    Colon,
    /// At the beginning of a value.
    Quote,
}

fn known(character: char) -> Option<Known> {
    let (name, help, place) = match character {
        '\u{a0}' | '\u{202f}' => ("a non-breaking space", "write a space", Place::Space),
        '\u{2000}'..='\u{200a}' | '\u{3000}' => (
            "a space that is not one of YAML",
            "write a space",
            Place::Space,
        ),
        '\u{200b}'..='\u{200d}' | '\u{2060}' => {
            ("a character that is not visible", "remove it", Place::Space)
        }
        '\u{feff}' => ("a byte order mark", "remove it", Place::Space),
        '\u{ff1a}' => ("a full-width colon", "write `: `", Place::Colon),
        '\u{201c}'..='\u{201f}' | '\u{2018}'..='\u{201b}' => (
            "a typographic quote",
            "write `\"` at both ends of the text",
            Place::Quote,
        ),
        _ => return None,
    };
    Some(Known { name, help, place })
}

/// The first such character in the line of an error or the line before it, where it is a mistake.
fn misplaced(text: &str, error: Span) -> Option<(usize, char)> {
    let before = text.get(..error.start())?;
    let own = before.rfind('\n').map_or(0, |end| end + 1);
    let first = text.get(..own.saturating_sub(1))?;
    let first = first.rfind('\n').map_or(0, |end| end + 1);
    let mut start = first;
    for line in text.get(first..)?.split_inclusive('\n').take(2) {
        let mut characters = line.char_indices();
        let found = characters.find(|(at, character)| {
            let before = line.get(..*at).unwrap_or_default();
            known(*character).is_some_and(|known| match known.place {
                Place::Space => {
                    let before = before.trim_end();
                    let after = line.get(at + character.len_utf8()..).unwrap_or_default();
                    before.is_empty() || before.ends_with([':', '-']) || after.starts_with(':')
                }
                Place::Colon => !line.contains(':'),
                Place::Quote => before.trim_end().ends_with([':', '-', ',', '[']),
            })
        });
        if let Some((at, character)) = found {
            return Some((start + at, character));
        }
        start += line.len();
    }
    None
}

/// The quote that opens the text in which a position is. `text` ends there.
pub(super) fn open_quote(text: &str) -> Option<Span> {
    let quotes = text.char_indices().filter(|(_, c)| matches!(c, '"' | '\''));
    let mut opened = quotes.filter(|(at, _)| {
        let before = text.get(..*at).unwrap_or_default();
        let is_after_space = before.ends_with([' ', '\n']);
        let before = before.trim_end_matches(' ');
        before.ends_with(['{', '[', '\n']) || is_after_space && before.ends_with([':', '-', ','])
    });
    let (at, _) = opened.next_back()?;
    Some(Span::new(at, at + 1))
}
