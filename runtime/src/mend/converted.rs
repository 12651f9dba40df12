//! Values that are written in another way than the specification says.

use crate::Json;

/// A text as the number, boolean, time, date or UUID that it contains, or a number or a boolean as text.
pub(super) fn converted(value: &Json) -> Option<Json> {
    match value {
        Json::String(text) => {
            if let Some(text) = time(text).or_else(|| uuid(text)) {
                return Some(text.into());
            }
            let value: Json = serde_json::from_str(text.trim()).ok()?;
            (value.is_number() || value.is_boolean()).then_some(value)
        }
        Json::Number(_) | Json::Bool(_) => Some(value.to_string().into()),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// A date and a time without an offset, or with one like `+0100`, as RFC 3339 writes them, in UTC if there is no offset.
/// If they are written like that, the date of them.
fn time(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked(10)?;
    let time = rest.strip_prefix(['T', 't', ' '])?;
    let is_date = date.bytes().filter(|byte| *byte == b'-').count() == 2;
    let end = time.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.'));
    let (time, offset) = time.split_at_checked(end.unwrap_or(time.len()))?;
    if !is_date || time.len() < 8 {
        return None;
    }
    let offset = match offset.as_bytes() {
        [] => "Z".to_owned(),
        [b'+' | b'-', digits @ ..] if digits.iter().all(u8::is_ascii_digit) => match digits.len() {
            2 => format!("{offset}:00"),
            4 => format!("{}:{}", &offset[..3], &offset[3..]),
            _ => return None,
        },
        _ => offset.to_owned(),
    };
    let written = format!("{date}T{time}{offset}");
    Some(if written == text {
        date.to_owned()
    } else {
        written
    })
}

/// A UUID without hyphens.
fn uuid(text: &str) -> Option<String> {
    let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default();
    is_hex.then(|| {
        let parts = [
            part(0..8),
            part(8..12),
            part(12..16),
            part(16..20),
            part(20..32),
        ];
        parts.join("-")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_and_identifiers_are_written_as_the_rules_want() {
        for (text, expected) in [
            ("2026-01-02T03:04:05", "2026-01-02T03:04:05Z"),
            ("2026-01-02 03:04:05.123", "2026-01-02T03:04:05.123Z"),
            ("2026-01-02T03:04:05+0100", "2026-01-02T03:04:05+01:00"),
            ("2026-01-02T03:04:05-05", "2026-01-02T03:04:05-05:00"),
            // This is a time already, so a date was expected.
            ("2026-01-02T03:04:05Z", "2026-01-02"),
            (
                "0123456789abcdef0123456789ABCDEF",
                "01234567-89ab-cdef-0123-456789ABCDEF",
            ),
        ] {
            assert_eq!(converted(&json!(text)), Some(json!(expected)), "{text}");
        }
        for text in [
            "",
            "ü",
            "2026-01-02",
            "2026-01-02T",
            "yesterday at noon",
            "ü6-01-02T03:04:05",
        ] {
            assert_eq!(converted(&json!(text)), None, "{text}");
        }
        assert_eq!(converted(&json!("17")), Some(json!(17)));
        assert_eq!(converted(&json!(17)), Some(json!("17")));
    }
}
