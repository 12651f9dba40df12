//! Cookies as parameters, in one header (RFC 6265, 4.2).

use http::HeaderMap;
use http::header::COOKIE;
use percent_encoding::utf8_percent_encode;

use super::header::header;
use crate::parameter::ParameterText;
use crate::percent::COMPONENT;

/// The value of a cookie; `None` for an empty list.
///
/// Cookies have no encoding, so a value with other characters is not sent. JSON is percent-encoded.
///
/// # Errors
/// No cookie can hold it, or the server would read another value.
pub(super) fn value(text: ParameterText<'_>) -> Result<Option<String>, &'static str> {
    let value = match text {
        ParameterText::One(text) => text.into_owned(),
        ParameterText::Json(text) => utf8_percent_encode(&text, COMPONENT).to_string(),
        ParameterText::List(items) => return list(&items.join(","), items.len()),
        ParameterText::Parts(..) => return Err("has parts that no cookie can hold"),
    };
    if value.bytes().all(is_octet) {
        Ok(Some(value))
    } else {
        Err("has characters that no cookie can hold")
    }
}

/// The value of a list, whose items are separated by commas.
fn list(value: &str, items: usize) -> Result<Option<String>, &'static str> {
    let separators = value.bytes().filter(|byte| *byte == b',').count();
    match (items, value) {
        (0, _) => Ok(None),
        (1, "") => Err("is a list of one empty item"),
        _ if separators + 1 != items => Err("has an item that contains a comma"),
        _ if value.bytes().all(|byte| is_octet(byte) || byte == b',') => Ok(Some(value.to_owned())),
        _ => Err("has characters that no cookie can hold"),
    }
}

/// Whether a character can be in the value of a cookie (RFC 6265, 4.1.1).
const fn is_octet(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b',' | b';' | b'\\')
}

/// Whether the header `Cookie` has a cookie of this name.
pub(super) fn has(headers: &HeaderMap, name: &str) -> bool {
    headers.get_all(COOKIE).iter().any(|line| {
        let line = String::from_utf8_lossy(line.as_bytes());
        let mut pairs = line.split(';');
        pairs.any(|pair| pair.trim_ascii().split('=').next() == Some(name))
    })
}

/// Adds cookies to the header `Cookie`. They replace cookies of the same name.
///
/// # Errors
/// A name that no header can hold.
pub(super) fn add(
    headers: &mut HeaderMap,
    cookies: &[(&'static str, String)],
) -> Result<(), String> {
    let mut pairs = Vec::new();
    for line in headers.get_all(COOKIE) {
        let line = String::from_utf8_lossy(line.as_bytes()).into_owned();
        let given = line.split(';').map(|pair| pair.trim_ascii().to_owned());
        pairs.extend(given.filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            !pair.is_empty() && cookies.iter().all(|(replaced, _)| *replaced != name)
        }));
    }
    pairs.extend(
        cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}")),
    );
    // The value is marked as sensitive.
    let (name, value) = header(COOKIE.as_str(), &pairs.join("; "))?;
    headers.insert(name, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Option<String>, &'static str> {
        value(ParameterText::One(text.into()))
    }

    fn several(items: &[&str]) -> Result<Option<String>, &'static str> {
        let items = items.iter().map(|item| (*item).into()).collect();
        value(ParameterText::List(items))
    }

    #[test]
    fn values_that_a_cookie_can_hold_are_written_unchanged() {
        let all = "!#$%&'()*+-./09:<=>?@AZ[]^_`az{|}~";
        assert_eq!(one(all), Ok(Some(all.to_owned())));
        assert_eq!(one(""), Ok(Some(String::new())));
        let problem = Err("has characters that no cookie can hold");
        for text in [
            "a b", "a;b", "a,b", "a\"b", "a\\b", "a\tb", "a\r\nb", "é", "\u{7f}",
        ] {
            assert_eq!(one(text), problem, "{text}");
            assert!(several(&["x", text]).is_err(), "{text}");
        }
    }

    #[test]
    fn lists_are_separated_by_commas() {
        assert_eq!(several(&["a", "", "b"]), Ok(Some("a,,b".to_owned())));
        assert_eq!(several(&[]), Ok(None));
        assert_eq!(several(&[""]), Err("is a list of one empty item"));
        assert_eq!(
            several(&["a,b", "c"]),
            Err("has an item that contains a comma")
        );
    }

    #[test]
    fn json_is_percent_encoded() {
        let json = ParameterText::Json("{\"a\":[1, \"%\"]}".to_owned());
        let expected = "%7B%22a%22%3A%5B1%2C%20%22%25%22%5D%7D";
        assert_eq!(value(json), Ok(Some(expected.to_owned())));
    }

    #[test]
    fn cookies_are_added_to_those_of_the_caller() {
        let mut headers = HeaderMap::new();
        let cookies = [("a", "1".to_owned()), ("b", "2".to_owned())];
        add(&mut headers, &cookies).unwrap();
        assert_eq!(headers[COOKIE], "a=1; b=2");
        headers.insert(COOKIE, "x=\"0\" ;b=9;;a; ab=c=d".parse().unwrap());
        headers.append(COOKIE, "y=é".parse().unwrap());
        add(&mut headers, &cookies).unwrap();
        assert_eq!(
            headers[COOKIE].as_bytes(),
            "x=\"0\"; ab=c=d; y=é; a=1; b=2".as_bytes()
        );
        assert!(headers[COOKIE].is_sensitive());
        assert_eq!(headers.get_all(COOKIE).iter().count(), 1);
    }
}
