//! Text that stays text in CommonMark, without characters that hide or reorder it. They are dropped before signs are
//! escaped: what looks harmless next to them may be markup without them.

use super::characters::{is_hidden, shown};
use super::code::longest_run;

/// Appends text. What would be markup is escaped, tables and strikethrough of GitHub included. The sign that ends the
/// text of a link means nothing elsewhere.
pub(super) fn push_text(text: &str, is_in_link: bool, out: &mut String) {
    let mut letters = shown(text).peekable();
    while let Some(letter) = letters.next() {
        // Most text is such letters. The rest of the loop would push them, too.
        if letter.is_ascii_alphanumeric() {
            out.push(letter);
            continue;
        }
        let before = out.chars().next_back();
        let next = letters.peek().copied();
        let is_first = before.is_none_or(|before| before == '\n');
        if is_first && letter.is_whitespace() {
            // Spaces at the beginning of a line could begin a code block.
            continue;
        }
        let is_before_word = next.is_some_and(char::is_alphanumeric);
        let is_in_word = before.is_some_and(char::is_alphanumeric) && is_before_word;
        let is_between_spaces =
            before.is_some_and(char::is_whitespace) && next.is_some_and(char::is_whitespace);
        let is_markup = match letter {
            '\\' | '`' | '[' | '<' | '~' => true,
            ']' => is_in_link,
            '*' => is_first || !is_between_spaces,
            '_' => !is_in_word,
            '&' => next.is_some_and(|next| next == '#' || next.is_ascii_alphabetic()),
            // Without one at its beginning, a line begins no table.
            '>' | '|' => is_first,
            '#' | '+' | '-' | '=' | ':' => is_first && !is_before_word,
            '.' | ')' => next.is_none_or(char::is_whitespace) && is_number(out),
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(if letter == '\t' { ' ' } else { letter });
    }
}

/// Whether the last line is a number, which would begin an item of a list.
fn is_number(out: &str) -> bool {
    let line = out.rsplit('\n').next().unwrap_or_default();
    !line.is_empty() && line.len() < 10 && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// A string with a URL in it. URLs are shown as they are, even if signs in them would be escaped.
pub(super) fn push_prose(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some((before, url)) = next_url(rest) {
        push_text(before, false, out);
        let start = out.len();
        push_text(url, false, out);
        let is_escaped = out.get(start..) != Some(url);
        if is_escaped {
            out.truncate(start);
            out.push_str(&format!("<{url}>"));
        }
        rest = rest.get(before.len() + url.len()..).unwrap_or_default();
    }
    push_text(rest, false, out);
}

/// The next URL that can be written between angle brackets, and the text before it.
fn next_url(text: &str) -> Option<(&str, &str)> {
    let starts = text.match_indices("http").map(|(start, _)| start);
    let mut urls = starts.filter_map(|start| {
        let (before, rest) = text.split_at(start);
        if before.ends_with(char::is_alphanumeric) {
            return None;
        }
        let end = rest.find(|c: char| c.is_whitespace() || is_hidden(c) || "<>\"`|\\".contains(c));
        let url = rest.get(..end.unwrap_or(rest.len()))?;
        let url = url.trim_end_matches(|c: char| ".,:;!?'*_~()[]".contains(c));
        let after = url
            .strip_prefix("https://")
            .or(url.strip_prefix("http://"))?;
        after
            .starts_with(char::is_alphanumeric)
            .then_some((before, url))
    });
    urls.next()
}

/// The text of a heading. Signs at the end would close the heading.
pub(in crate::emit) fn heading(text: &str) -> String {
    match text.strip_suffix('#') {
        Some(before) if !before.ends_with('\\') => format!("{before}\\#"),
        _ => text.to_owned(),
    }
}

/// A string on one line.
pub(in crate::emit) fn text(text: &str) -> String {
    let mut out = String::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    push_text(&words.join(" "), true, &mut out);
    out
}

/// The lines of a block of code.
pub(in crate::emit) fn fenced(language: &str, text: &str) -> String {
    let text: String = shown(text).collect();
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+#.".contains(c);
    let language: String = language.chars().filter(|c| is_plain(*c)).collect();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    format!("{fence}{language}\n{text}\n{fence}")
}

/// The destination of a link.
pub(in crate::emit) fn destination(url: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"()<>\\".contains(c);
    if !url.is_empty() && url.chars().all(is_plain) {
        return url.to_owned();
    }
    let mut out = "<".to_owned();
    for letter in shown(url).filter(|letter| !letter.is_control()) {
        match letter {
            // A paragraph may be broken at spaces.
            ' ' => out.push_str("%20"),
            '<' | '>' | '\\' => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out.push('>');
    out
}
