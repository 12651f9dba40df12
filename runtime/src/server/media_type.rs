//! The media type of a body (RFC 9110, 8.3).

/// Whether a header `Content-Type` names JSON in UTF-8: `application/json`, or a type with the suffix
/// `+json`, such as `application/merge-patch+json`.
///
/// Of the parameters, only `charset` matters. JSON has none (RFC 8259, 11), but many clients send it.
pub(super) fn is_json(content_type: &[u8]) -> bool {
    let mut parts = parts(content_type);
    parts.next().is_some_and(is_json_essence) && parts.all(allows_utf8)
}

/// The parts between semicolons. Semicolons in quotes separate nothing.
fn parts(content_type: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = content_type.split(move |&byte| {
        if std::mem::take(&mut escaped) {
            return false;
        }
        match byte {
            b'"' => quoted = !quoted,
            b'\\' => escaped = quoted,
            _ => {}
        }
        byte == b';' && !quoted
    });
    parts.map(<[u8]>::trim_ascii)
}

fn is_json_essence(essence: &[u8]) -> bool {
    if essence.eq_ignore_ascii_case(b"application/json") {
        return true;
    }
    let kind = essence.get(.."application/".len());
    let suffix = essence
        .len()
        .checked_sub("+json".len())
        .and_then(|at| essence.get(at..));
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case(b"application/"))
        && suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(b"+json"))
}

/// Whether a parameter is something other than `charset`, or that with the value `utf-8`.
fn allows_utf8(parameter: &[u8]) -> bool {
    let mut halves = parameter
        .splitn(2, |&byte| byte == b'=')
        .map(<[u8]>::trim_ascii);
    let name = halves.next().unwrap_or_default();
    if !name.eq_ignore_ascii_case(b"charset") {
        return true;
    }
    let value = halves.next().unwrap_or_default();
    let quoted = value.strip_prefix(b"\"");
    let value = quoted
        .and_then(|value| value.strip_suffix(b"\""))
        .unwrap_or(value);
    // The second is not registered, but common.
    value.eq_ignore_ascii_case(b"utf-8") || value.eq_ignore_ascii_case(b"utf8")
}

#[cfg(test)]
mod tests {
    use super::is_json;

    #[test]
    fn json_in_utf8_is_accepted() {
        for content_type in [
            "application/json",
            "Application/JSON",
            "application/merge-patch+json",
            "application/json; charset=utf-8",
            "application/json;Charset=UTF8",
            "application/json ; charset=\"utf-8\" ; profile=x",
            "application/json; profile=\"a;charset=latin1\"",
            "application/json; profile=\"\\\";charset=latin1\"; charset=utf-8",
            "application/json;",
        ] {
            assert!(is_json(content_type.as_bytes()), "{content_type}");
        }
    }

    #[test]
    fn other_media_types_and_charsets_are_not() {
        for content_type in [
            "",
            "text/json",
            "+json",
            "application/jsonp",
            "application/json, text/plain",
            "application/json; charset=utf-16",
            "application/json; charset=latin1",
            "application/json; charset=\"iso-8859-1\"",
            "application/json; charset",
            "application/json; charset = utf-16",
            "application/json; charset=utf-8; charset=utf-16",
        ] {
            assert!(!is_json(content_type.as_bytes()), "{content_type}");
        }
    }
}
