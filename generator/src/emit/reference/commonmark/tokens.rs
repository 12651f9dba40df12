//! The markup of the page, piece by piece. It is markup that this program wrote, so nothing in it is malformed.

/// A piece of markup.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The start of an element: its name, and its attributes.
    Open(&'a str, &'a str),
    /// The end of an element.
    Close(&'a str),
    /// Text without escapes.
    Text(String),
}

/// The pieces in their order.
pub(super) fn tokens(markup: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = markup;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((tag, after)) = rest.strip_prefix('<').and_then(|tag| tag.split_once('>')) {
            rest = after;
            if let Some(name) = tag.strip_prefix('/') {
                return Some(Token::Close(name));
            }
            let tag = tag.trim_end_matches('/').trim_end();
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            return Some(Token::Open(name, attributes));
        }
        // A `<` that begins no tag is text, so that each step gets on.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find('<').map_or(rest.len(), |at| first + at);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(Token::Text(unescaped(text)))
    })
}

/// The value of an attribute.
pub(super) fn attribute(attributes: &str, name: &str) -> Option<String> {
    let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(unescaped(value))
}

/// The text in markup.
pub(super) fn plain(markup: &str) -> String {
    let texts = tokens(markup).filter_map(|token| match token {
        Token::Text(text) => Some(text),
        Token::Open(..) | Token::Close(_) => None,
    });
    texts.collect()
}

fn unescaped(text: &str) -> String {
    let escapes = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&amp;", "&"),
    ];
    if !text.contains('&') {
        return text.to_owned();
    }
    escapes
        .iter()
        .fold(text.to_owned(), |text, (escape, sign)| {
            text.replace(escape, sign)
        })
}
