//! The lines that change in a file, as text.

use similar::TextDiff;

use crate::diagnostic::visible;

/// How many lines of a diff are shown; the rest are counted.
const MOST_LINES: usize = 40;

/// How many removed lines in a row are shown, so that what replaces them is seen too.
const MOST_REMOVED: usize = MOST_LINES / 2;

/// How many characters of a line are shown.
const WIDEST: usize = 200;

/// What changes in a file, as the first lines of a unified diff; empty if nothing changes. `what` describes the text
/// after the change. Long lines are cut, and unprintable characters are escaped.
///
/// ```
/// use specsmith::output::unified_diff;
///
/// let diff = unified_diff("a.yaml", "a:  1\n", "a: 1\n", "formatted");
/// assert_eq!(diff, "--- a.yaml\n+++ a.yaml, formatted\n@@ -1 +1 @@\n-a:  1\n+a: 1\n");
/// ```
#[must_use]
pub fn unified_diff(path: &str, before: &str, after: &str, what: &str) -> String {
    let changes = TextDiff::from_lines(before, after);
    let mut unified = changes.unified_diff();
    let unified = unified.header(path, &format!("{path}, {what}"));
    let diff = unified.to_string();
    let mut shown = String::new();
    let (mut count, mut more, mut removed) = (0, 0, 0);
    for line in diff.split_terminator('\n') {
        removed = if line.starts_with('-') {
            removed + 1
        } else {
            0
        };
        if removed <= MOST_REMOVED && count < MOST_LINES {
            shown.push_str(&cut(line));
            count += 1;
        } else {
            more += 1;
        }
    }
    match more {
        0 => {}
        1 => shown.push_str("… and 1 more line\n"),
        more => shown.push_str(&format!("… and {more} more lines\n")),
    }
    shown
}

fn cut(line: &str) -> String {
    let line = line.strip_suffix('\r').unwrap_or(line);
    match line.char_indices().nth(WIDEST) {
        None => visible(line) + "\n",
        Some((at, _)) => visible(&line[..at]) + "…\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(before: &str, after: &str) -> String {
        let diff = unified_diff("a", before, after, "changed");
        let lines = diff.strip_prefix("--- a\n+++ a, changed\n");
        lines.unwrap_or(&diff).to_owned()
    }

    #[test]
    fn a_diff_shows_where_lines_change() {
        let before = "1\n2\n3\n4\n5\n6\n";
        assert_eq!(
            lines(before, "1\n2\n3\n4\nfive\n6\n"),
            "@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n"
        );
        assert_eq!(lines(before, before), "");
    }

    #[test]
    fn a_missing_line_break_at_the_end_is_shown() {
        assert_eq!(
            lines("a\n", "a"),
            "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn a_diff_is_bounded() {
        let diff = lines("", &"x\n".repeat(100));
        assert!(diff.ends_with("+x\n… and 63 more lines\n"), "{diff}");
        let diff = lines(&"x\n".repeat(100), "y\n");
        let removed = "-x\n".repeat(20);
        assert_eq!(
            diff,
            format!("@@ -1,100 +1 @@\n{removed}+y\n… and 80 more lines\n")
        );
        let diff = lines("", &format!("{}\n", "é".repeat(500)));
        assert!(
            diff.ends_with(&format!("\n+{}…\n", "é".repeat(199))),
            "{diff}"
        );
    }

    #[test]
    fn unprintable_characters_are_escaped() {
        assert_eq!(
            lines("a\u{1b}[31m\r\n", "a\r\n"),
            "@@ -1 +1 @@\n-a\\u{1b}[31m\n+a\n"
        );
    }
}
