//! The first sentence of a description.

use super::characters::one_line;

/// The first sentence of a description, on one line. A full stop ends a sentence if a space follows, and
/// then anything but a small letter, which can follow `e.g.`. A full stop in a code span does not.
pub(in crate::emit) fn first_sentence(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    let line = one_line(paragraph);
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if c == '`' {
            let (Ok(length) | Err(length)) = code_span(&line[at..]);
            at += length;
            continue;
        }
        at += c.len_utf8();
        let next = line[at..].strip_prefix(' ');
        if c == '.' && next.is_some_and(|next| !next.starts_with(char::is_lowercase)) {
            return line[..at].to_owned();
        }
    }
    line
}

/// The length of the code span that begins here, or of the backticks if none does. A code span ends at
/// the next run of as many backticks (CommonMark, section 6.1).
fn code_span(rest: &str) -> Result<usize, usize> {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let mut at = length;
    while let Some(found) = rest[at..].find('`') {
        let start = at + found;
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == length {
            return Ok(start + run);
        }
        at = start + run;
    }
    Err(length)
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_is_not_cut_at_an_abbreviation_or_in_code() {
        for (text, first) in [
            ("Lists\nbooks. Newest first.", "Lists books."),
            ("A thing, e.g. a book. More.", "A thing, e.g. a book."),
            (
                "Reads `a. B` of ``c. `D``. More.",
                "Reads `a. B` of ``c. `D``.",
            ),
            ("An ` alone. More.", "An ` alone."),
            ("Version 1.2\n\nMore.", "Version 1.2"),
            ("Bücher. Über alles.", "Bücher."),
            ("Ends. ", "Ends."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), first, "{text:?}");
        }
    }
}
