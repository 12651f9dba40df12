//! Text that stays text in CommonMark, without characters that hide or reorder it. They are dropped before signs are
//! escaped: what looks harmless next to them may be markup without them.

use crate::emit::docs;

/// The characters that are shown.
fn shown(text: &str) -> impl Iterator<Item = char> {
    let is_shown = |c: &char| matches!(c, '\n' | '\t') || !docs::is_hidden(*c);
    text.chars().filter(is_shown)
}

/// Appends text. What would be markup is escaped, tables and strikethrough of GitHub included.
pub(super) fn push_text(text: &str, out: &mut String) {
    let mut letters = shown(text).peekable();
    while let Some(letter) = letters.next() {
        let before = out.chars().next_back();
        let next = letters.peek().copied();
        let is_first = before.is_none_or(|before| before == '\n');
        if is_first && letter.is_whitespace() {
            // Spaces at the beginning of a line could begin a code block.
            continue;
        }
        let is_in_word =
            before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
        let is_markup = match letter {
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' => true,
            '_' => !is_in_word,
            '&' => next.is_some_and(|next| next == '#' || next.is_ascii_alphabetic()),
            '#' | '+' | '-' | '=' | '>' | ':' => is_first,
            '.' | ')' => next.is_none_or(char::is_whitespace) && is_number(out),
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(letter);
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
        push_text(before, out);
        let start = out.len();
        push_text(url, out);
        let is_escaped = out.get(start..) != Some(url);
        if is_escaped {
            out.truncate(start);
            out.push_str(&format!("<{url}>"));
        }
        rest = rest.get(before.len() + url.len()..).unwrap_or_default();
    }
    push_text(rest, out);
}

/// The next URL that can be written between angle brackets, and the text before it.
fn next_url(text: &str) -> Option<(&str, &str)> {
    let starts = text.match_indices("http").map(|(start, _)| start);
    let mut urls = starts.filter_map(|start| {
        let (before, rest) = text.split_at(start);
        if before.ends_with(char::is_alphanumeric) {
            return None;
        }
        let end =
            rest.find(|c: char| c.is_whitespace() || docs::is_hidden(c) || "<>\"`|\\".contains(c));
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
pub(super) fn heading(text: &str) -> String {
    match text.strip_suffix('#') {
        Some(before) if !before.ends_with('\\') => format!("{before}\\#"),
        _ => text.to_owned(),
    }
}

/// A string on one line.
pub(super) fn text(text: &str) -> String {
    let mut out = String::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    push_text(&words.join(" "), &mut out);
    out
}

/// Code in a line. In the cell of a table, a vertical bar is escaped in code too.
pub(super) fn code(text: &str, is_cell: bool) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let text: String = shown(&text).collect();
    docs::code_span(&match is_cell {
        true => text.replace('|', "\\|"),
        false => text,
    })
}

/// A value as code. An empty one is shown as the signs around it.
pub(super) fn value(text: &str) -> String {
    match code(text, false) {
        code if code.is_empty() => "`\"\"`".to_owned(),
        code => code,
    }
}

/// The lines of a block of code.
pub(super) fn fenced(language: &str, text: &str) -> String {
    let text: String = shown(text).collect();
    let fence = "`".repeat((docs::longest_run(&text) + 1).max(3));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+#.".contains(c);
    let language: String = language.chars().filter(|c| is_plain(*c)).collect();
    let text = text.strip_suffix('\n').unwrap_or(&text);
    format!("{fence}{language}\n{text}\n{fence}")
}

/// The destination of a link.
pub(super) fn destination(url: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"()<>\\".contains(c);
    if !url.is_empty() && url.chars().all(is_plain) {
        return url.to_owned();
    }
    let mut out = "<".to_owned();
    for letter in shown(url).filter(|letter| !letter.is_control()) {
        if matches!(letter, '<' | '>' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('>');
    out
}
