//! The change that a diagnostic suggests, and whether it fixes the problem.

use super::Diagnostic;
use crate::source::{SourceFile, Span};

impl Diagnostic {
    /// The change that may fix the problem, if the help names one: the span to replace, and the text to write there.
    /// [`is_fixed`](Self::is_fixed) tells whether it does.
    pub fn fix(&self, source: &SourceFile) -> Option<(Span, &str)> {
        let suggestion = self.labels.first()?.suggestion.as_ref()?;
        let span = self.span();
        // What to write may belong around the span, too.
        let span = match &suggestion.word {
            Some(word) => {
                let start = span.start() + whole_word(source.slice(span), word)?;
                Span::new(start, start + word.len())
            }
            None => span,
        };
        Some((span, &suggestion.replacement))
    }

    /// Whether a change fixed the problem: it is not there any more, and no other one is there that was not there before.
    /// `before` and `after` are the diagnostics before and after the change, and `changed` is the span of the new text.
    pub fn is_fixed<'d>(
        &self,
        before: impl Iterator<Item = &'d Self> + Clone,
        mut after: impl Iterator<Item = &'d Self>,
        changed: Span,
    ) -> bool {
        let is_known = |other: &Self| before.clone().any(|known| known.is_same(other));
        let is_left = |other: &Self| other.is_same(self) || !is_known(other);
        !after.any(|other| other.touches(changed) && is_left(other))
    }

    /// Whether its primary span and another one overlap, or are beside each other.
    fn touches(&self, other: Span) -> bool {
        let span = self.span();
        span.start() <= other.end() && other.start() <= span.end()
    }

    /// Whether it is the same problem, maybe in another place.
    fn is_same(&self, other: &Self) -> bool {
        self.code == other.code && self.message == other.message
    }
}

/// Where a word is in text: not as a part of another word.
fn whole_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c == '-' || unicode_ident::is_xid_continue(c);
    let continues = |outer: Option<char>, inner: Option<char>| {
        outer.is_some_and(is_part) && inner.is_some_and(is_part)
    };
    let mut found = text.match_indices(word).filter(|(at, _)| {
        let (before, after) = (&text[..*at], &text[at + word.len()..]);
        !continues(before.chars().next_back(), word.chars().next())
            && !continues(after.chars().next(), word.chars().next_back())
    });
    found.next().map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::super::{Code, Diagnostic};
    use super::*;

    #[test]
    fn a_fix_replaces_a_whole_word() {
        for (text, word, fixed) in [
            ("Bookshelf | Bok | Book", "Bok", "Bookshelf | Book | Book"),
            ("Boks | list<Bok>", "Bok", "Boks | list<Book>"),
            ("my-Bok | Bok", "Bok", "my-Bok | Book"),
            ("\"Bok\"", "Bok", "\"Book\""),
            ("“Bok”", "“Bok”", "Book"),
        ] {
            let source = SourceFile::new("library.yaml", text);
            let span = Span::new(0, text.len());
            let error =
                Diagnostic::error(Code("E0201"), "unknown", span).did_you_mean(word, "Book");
            let (span, replacement) = error.fix(&source).unwrap();
            let (before, after) = (&text[..span.start()], &text[span.end()..]);
            assert_eq!(format!("{before}{replacement}{after}"), fixed);
        }
        let source = SourceFile::new("library.yaml", "Books");
        let span = Span::new(0, 5);
        let error = Diagnostic::error(Code("E0201"), "unknown", span).did_you_mean("Book", "Bok");
        assert_eq!(error.fix(&source), None);
    }

    #[test]
    fn a_problem_is_fixed_if_the_change_has_no_new_one() {
        let error = |message: &str, at: usize| {
            Diagnostic::error(Code("E0201"), message, Span::new(at, at + 3))
        };
        let (fixed, known) = (error("fixed", 4), error("known", 20));
        let before = [fixed.clone(), known.clone()];
        for (after, is_fixed) in [
            (vec![], true),
            (vec![known], true),
            (vec![error("known", 6)], true),
            (vec![error("fixed", 30)], true),
            (vec![error("new", 30)], true),
            (vec![error("fixed", 6)], false),
            (vec![error("new", 6)], false),
        ] {
            let changed = Span::new(4, 9);
            let found = fixed.is_fixed(before.iter(), after.iter(), changed);
            assert_eq!(found, is_fixed, "{after:?}");
        }
    }
}
