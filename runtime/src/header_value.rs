//! Values of headers: lists and parameters (RFC 9110, sections 5.6.1, 5.6.4 and 5.6.6).

#![cfg_attr(
    not(any(feature = "client", feature = "multipart", feature = "server")),
    allow(
        dead_code,
        reason = "types and errors need only the essence of a value"
    )
)]

use std::borrow::Cow;

/// The part of a value before its first parameter, such as the media type of a header `Content-Type`.
pub(crate) fn essence(value: &[u8]) -> &[u8] {
    let before = cut(value, b';').map(|(before, _)| before);
    before.unwrap_or(value).trim_ascii()
}

/// [`essence`] of a string.
#[cfg(feature = "client")]
pub(crate) fn essence_text(value: &str) -> &str {
    // A part of UTF-8 that ends at ASCII characters is UTF-8.
    str::from_utf8(essence(value.as_bytes())).unwrap_or(value)
}

/// The parts before and after the first separator.
pub(crate) fn cut(value: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let at = value.iter().position(|&byte| byte == separator)?;
    let (before, after) = value.split_at_checked(at)?;
    Some((before, after.get(1..)?))
}

/// The parameters after the essence: `name` and `filename` of `form-data; name="a"; filename=b`. A parameter without
/// `=`, or without a quote at its end, is an error, and further parameters follow.
pub(crate) fn parameters(value: &[u8]) -> impl Iterator<Item = Result<Parameter<'_>, &[u8]>> {
    let parts = split(value, b';').skip(1);
    // A semicolon may also be the end.
    parts.filter(|part| !part.is_empty()).map(Parameter::read)
}

/// The value of the first parameter with this name.
#[cfg(any(test, feature = "client", feature = "multipart"))]
pub(crate) fn parameter<'v>(value: &'v [u8], name: &str) -> Option<Cow<'v, [u8]>> {
    let mut parameters = parameters(value).filter_map(Result::ok);
    let found = parameters.find(|parameter| parameter.is(name));
    found.map(|parameter| parameter.value)
}

/// A parameter of a header.
pub(crate) struct Parameter<'v> {
    name: &'v [u8],
    /// Its value, without quotes and escapes.
    pub(crate) value: Cow<'v, [u8]>,
}

impl<'v> Parameter<'v> {
    fn read(part: &'v [u8]) -> Result<Self, &'v [u8]> {
        let (name, value) = cut(part, b'=').ok_or(part)?;
        let value = value.trim_ascii();
        let value = match value.strip_prefix(b"\"") {
            None => Cow::Borrowed(value),
            Some(quoted) => match quoted_string(quoted) {
                Some((value, [])) => value,
                Some(_) | None => return Err(part),
            },
        };
        let name = name.trim_ascii();
        Ok(Self { name, value })
    }

    /// Whether the parameter has this name. Names are case-insensitive.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }
}

/// The parts between separators. A separator in quotes does not count.
pub(crate) fn split(value: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(value);
    std::iter::from_fn(move || {
        let part;
        (part, rest) = split_once(rest?, separator);
        Some(part.trim_ascii())
    })
}

/// The parts before and after the first separator; no part after it if there is no separator. A separator in quotes
/// does not count.
pub(crate) fn split_once(value: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    let mut rest = value;
    while let Some((&byte, after)) = rest.split_first() {
        rest = match byte {
            b'"' => match quoted_string(after) {
                Some((_, after)) => after,
                None => break,
            },
            _ if byte == separator => {
                let before = value.get(..value.len() - rest.len());
                return (before.unwrap_or(value), Some(after));
            }
            _ => after,
        };
    }
    (value, None)
}

/// The text up to the closing quote, and what follows. A backslash escapes only quotes and backslashes: some clients
/// send the path of a file with plain backslashes. For the same reason it does not escape the last quote: browsers send
/// the name `a\` as `"a\"`.
fn quoted_string(quoted: &[u8]) -> Option<(Cow<'_, [u8]>, &[u8])> {
    let end = quoted.iter().position(|byte| b"\"\\".contains(byte))?;
    let (plain, mut rest) = quoted.split_at_checked(end)?;
    if let [b'"', rest @ ..] = rest {
        return Some((Cow::Borrowed(plain), rest));
    }
    let mut value = plain.to_vec();
    loop {
        let (first, after) = rest.split_first()?;
        rest = after;
        match (first, after) {
            (b'"', _) => return Some((Cow::Owned(value), rest)),
            (b'\\', [escaped @ (b'"' | b'\\'), after @ ..])
                if *escaped != b'"' || after.contains(&b'"') =>
            {
                value.push(*escaped);
                rest = after;
            }
            (byte, _) => value.push(*byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'v>(parts: impl Iterator<Item = &'v [u8]>) -> Vec<&'v str> {
        parts.map(|part| str::from_utf8(part).unwrap()).collect()
    }

    #[test]
    fn separators_in_quotes_separate_nothing() {
        for (value, expected) in [
            ("", &[""][..]),
            ("a", &["a"]),
            ("a, b ,,c", &["a", "b", "", "c"]),
            (r#"a="x, y", b"#, &[r#"a="x, y""#, "b"]),
            (r#"a="x\", y", b"#, &[r#"a="x\", y""#, "b"]),
            (r#"a="x\", b"#, &[r#"a="x\""#, "b"]),
            // The quote has no end.
            (r#"a="x, b"#, &[r#"a="x, b"#]),
        ] {
            assert_eq!(texts(split(value.as_bytes(), b',')), expected, "{value}");
        }
    }

    #[test]
    fn parameters_have_names_and_values_without_quotes() {
        for (value, expected) in [
            ("text/html", &[][..]),
            ("text/html;", &[]),
            ("text/html ; Charset = utf-8 ;", &[Ok(("Charset", "utf-8"))]),
            (
                r#"form-data; name="a; \"b\""; filename=c"#,
                &[Ok(("name", "a; \"b\"")), Ok(("filename", "c"))],
            ),
            // What browsers send for the name `a\`, and some clients for a file.
            (r#"form-data; name="a\""#, &[Ok(("name", "a\\"))]),
            (
                r#"x; filename="C:\d\e.txt""#,
                &[Ok(("filename", "C:\\d\\e.txt"))],
            ),
            (
                r#"x; a; b="c" d; e="f; g=h"#,
                &[Err("a"), Err(r#"b="c" d"#), Err(r#"e="f; g=h"#)],
            ),
            ("x; a; b=c", &[Err("a"), Ok(("b", "c"))]),
        ] {
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            let found: Vec<_> = parameters(value.as_bytes())
                .map(|parameter| match parameter {
                    Ok(parameter) => Ok((text(parameter.name), text(&parameter.value))),
                    Err(part) => Err(text(part)),
                })
                .collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|parameter| match parameter {
                    Ok((name, value)) => Ok(((*name).to_owned(), (*value).to_owned())),
                    Err(part) => Err((*part).to_owned()),
                })
                .collect();
            assert_eq!(found, expected, "{value}");
        }
    }
}
