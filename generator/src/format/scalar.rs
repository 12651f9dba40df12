//! Scalars as they are written: their lines without the indentation, and their quotes.

use std::ops::Range;

use super::tree::{Block, Scalar};

/// What can be around the lines of text. Other spaces, such as Unicode spaces, are part of it.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// Whether a line has nothing but spaces.
pub(super) fn is_blank(line: &str) -> bool {
    line.trim_matches(BLANKS).is_empty()
}

/// A plain or quoted scalar, or an alias, at an offset of the text.
pub(super) fn scalar(text: &str, range: Range<usize>, value: String) -> Scalar {
    let before = text.get(..range.start).unwrap_or_default();
    let is_below = before.trim_end_matches(BLANKS).ends_with('\n');
    let raw = text.get(range).unwrap_or_default();
    let mut lines: Vec<String> = raw.split('\n').map(trimmed).collect();
    if let [only] = lines.as_mut_slice() {
        *only = in_double_quotes(only);
    }
    let (last, others) = lines.split_last().unzip();
    let is_folded = |line: &String| !line.is_empty() && !line.ends_with('\\');
    let can_join = others.unwrap_or_default().iter().all(is_folded)
        && last.is_some_and(|line| !line.is_empty());
    Scalar {
        can_join,
        is_below,
        value,
        lines,
    }
}

/// A line of a scalar without the spaces around it, which mean nothing. An escaped space at its end does.
fn trimmed(line: &str) -> String {
    let line = line.trim_start_matches(BLANKS);
    let end = line.trim_end_matches(BLANKS);
    let backslashes = end.len() - end.trim_end_matches('\\').len();
    let is_escaped = backslashes % 2 == 1 && end.len() < line.len();
    line.get(..end.len() + usize::from(is_escaped))
        .unwrap_or(end)
        .to_owned()
}

/// Text in single quotes with double ones, if no character needs an escape there.
fn in_double_quotes(raw: &str) -> String {
    let inner = raw
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''));
    match inner {
        Some(inner) if !inner.contains(['\'', '"', '\\']) => format!("\"{inner}\""),
        Some(_) | None => raw.to_owned(),
    }
}

/// A scalar after `|` or `>`. Its header is after `before`, its text is at the range, and `column` is the column of
/// the block around it.
pub(super) fn block(text: &str, before: usize, range: Range<usize>, column: usize) -> Block {
    let (header, start) = header(text, before);
    let indent = header.chars().find_map(|c| c.to_digit(10));
    let indent = indent.map(|digit| digit as usize);
    let keeps_end = header.contains('+');
    let raw = text.get(start..range.end.max(start)).unwrap_or_default();
    // The text ends before the indentation of what follows.
    let raw = match raw.rsplit_once('\n') {
        Some((lines, rest)) if is_blank(rest) => lines,
        _ => raw,
    };
    let mut lines: Vec<&str> = match raw.is_empty() && range.end <= start {
        true => Vec::new(),
        false => raw.split('\n').collect(),
    };
    if !keeps_end {
        while lines.last().is_some_and(|line| is_blank(line)) {
            lines.pop();
        }
    }
    let spaces = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let first = lines.iter().find(|line| !is_blank(line));
    let depth = match indent {
        Some(indent) => column + indent,
        None => first.map_or(usize::MAX, spaces),
    };
    let lines = lines.iter().map(|line| {
        let rest = line.get(depth.min(spaces(line))..);
        rest.unwrap_or_default().to_owned()
    });
    Block {
        header,
        indent,
        keeps_end,
        lines: lines.collect(),
    }
}

/// The header of a block scalar, and the start of the next line.
fn header(text: &str, before: usize) -> (String, usize) {
    let mut start = before;
    for line in text.get(before..).unwrap_or_default().split_inclusive('\n') {
        start += line.len();
        let rest = line.trim_start_matches([' ', '\t', ':', '-', '?']);
        if rest.starts_with(['|', '>']) {
            let end = rest.find([' ', '\t', '\n']).unwrap_or(rest.len());
            return (rest[..end].to_owned(), start);
        }
    }
    (String::new(), start)
}
