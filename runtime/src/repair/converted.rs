//! Values that are written in another way than the specification says.

use crate::Json;
use crate::validation::RepairCause;

/// A string as the number, boolean, time, date, UUID or bytes that it contains, a number or a boolean as text, or
/// an empty list as an empty object. The cause comes from the error about the value.
pub(super) fn converted(value: &Json, cause: RepairCause) -> Option<Json> {
    match value {
        Json::String(text) if cause == RepairCause::Base64 => base64(text).map(Json::from),
        Json::String(text) => {
            let written = time(text).or_else(|| time_of_day(text));
            if let Some(text) = written.or_else(|| uuid(text)) {
                return Some(text.into());
            }
            let value: Json = serde_json::from_str(text.trim()).ok()?;
            (value.is_number() || value.is_boolean()).then_some(value)
        }
        Json::Number(_) | Json::Bool(_) => Some(value.to_string().into()),
        // PHP writes an empty object like an empty list.
        Json::Array(items) if items.is_empty() => Some(Json::Object(Default::default())),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// Bytes in the usual alphabet of base64, from one without padding, with `-` and `_`, or with line breaks (RFC 4648,
/// sections 5 and 3.2; RFC 2045, section 6.8). The bits after the last byte are zeros.
fn base64(text: &str) -> Option<String> {
    let mut written: String = text
        .trim_end_matches(['=', '\r', '\n', ' '])
        .chars()
        .filter(|c| !matches!(c, '\r' | '\n'))
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    if !written.bytes().all(is_known) {
        return None;
    }
    while !written.len().is_multiple_of(4) {
        written.push('=');
    }
    Some(written)
}

/// A date and a time as RFC 3339 writes them, from one without seconds, with a comma before the fraction, without an
/// offset, which is UTC then, or with one like `+0100`. If they are written like that, the date of them.
fn time(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked(10)?;
    let is_date = date.bytes().filter(|byte| *byte == b'-').count() == 2;
    let (time, offset) = clock(rest.strip_prefix(['T', 't', ' '])?)?;
    let offset = offset.unwrap_or_else(|| "Z".to_owned());
    let written = format!("{date}T{time}{offset}");
    is_date.then(|| match written == text {
        true => date.to_owned(),
        false => written,
    })
}

/// A time of day, in the same way.
fn time_of_day(text: &str) -> Option<String> {
    let is_clock = text.as_bytes().get(2) == Some(&b':');
    let (time, offset) = clock(text)?;
    let written = time + offset.as_deref().unwrap_or_default();
    (is_clock && written != text).then_some(written)
}

/// A time of day and its offset, if it has one.
fn clock(text: &str) -> Option<(String, Option<String>)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.' | ','));
    let (time, offset) = text.split_at_checked(end.unwrap_or(text.len()))?;
    let time = match time.len() {
        5 => format!("{time}:00"),
        8.. => time.replace(',', "."),
        _ => return None,
    };
    let offset = offset.trim_start();
    let offset = match offset.as_bytes() {
        [] => return Some((time, None)),
        b"UTC" | b"GMT" => "Z".to_owned(),
        [b'+' | b'-', digits @ ..] if digits.iter().all(u8::is_ascii_digit) => match digits.len() {
            2 => format!("{offset}:00"),
            4 => {
                let (hours, minutes) = offset.split_at_checked(3)?;
                format!("{hours}:{minutes}")
            }
            _ => return None,
        },
        _ => offset.to_owned(),
    };
    Some((time, Some(offset)))
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
            ("2026-01-02 03:04:05Z", "2026-01-02T03:04:05Z"),
            ("2026-01-02 03:04:05,123", "2026-01-02T03:04:05.123Z"),
            ("2026-01-02 03:04:05 UTC", "2026-01-02T03:04:05Z"),
            ("2026-01-02 03:04:05 +0100", "2026-01-02T03:04:05+01:00"),
            ("2026-01-02T03:04Z", "2026-01-02T03:04:00Z"),
            ("2026-01-02T03:04", "2026-01-02T03:04:00Z"),
            ("2026-01-02T03:04+01:00", "2026-01-02T03:04:00+01:00"),
            ("2026-01-02T03:04:05+0100", "2026-01-02T03:04:05+01:00"),
            ("2026-01-02T03:04:05-05", "2026-01-02T03:04:05-05:00"),
            ("08:30", "08:30:00"),
            ("08:30:00,5", "08:30:00.5"),
            ("08:30:00+0200", "08:30:00+02:00"),
            ("09:30Z", "09:30:00Z"),
            ("09:30:15 UTC", "09:30:15Z"),
            ("09:30+02:00", "09:30:00+02:00"),
            // This is a time already, so a date was expected.
            ("2026-01-02T03:04:05Z", "2026-01-02"),
            (
                "0123456789abcdef0123456789ABCDEF",
                "01234567-89ab-cdef-0123-456789ABCDEF",
            ),
        ] {
            let found = converted(&json!(text), RepairCause::Kind);
            assert_eq!(found, Some(json!(expected)), "{text}");
        }
        for text in [
            "",
            "ü",
            "2026-01-02",
            "2026-01-02T",
            "2026-01-02T03",
            "2026-01-02T03:04:",
            "08:30:00Z",
            "08:30:00.5",
            "2026:01:02",
            "yesterday at noon",
            "ü6-01-02T03:04:05",
        ] {
            assert_eq!(converted(&json!(text), RepairCause::Kind), None, "{text}");
        }
        assert_eq!(converted(&json!("17"), RepairCause::Kind), Some(json!(17)));
        assert_eq!(converted(&json!(17), RepairCause::Kind), Some(json!("17")));
        assert_eq!(converted(&json!([]), RepairCause::Kind), Some(json!({})));
        assert_eq!(converted(&json!([1]), RepairCause::Kind), None);
    }

    #[test]
    fn bytes_are_written_in_the_usual_alphabet() {
        for (text, expected) in [
            ("AP8_", "AP8/"),
            ("AP-_", "AP+/"),
            ("AP8", "AP8="),
            ("AA", "AA=="),
            ("AA=", "AA=="),
            ("1234567", "1234567="),
            ("AP8/\r\nAP8/\n", "AP8/AP8/"),
        ] {
            let found = converted(&json!(text), RepairCause::Base64);
            assert_eq!(found, Some(json!(expected)), "{text}");
        }
        for text in ["a b", "a=b", "ü"] {
            assert_eq!(converted(&json!(text), RepairCause::Base64), None, "{text}");
        }
    }
}
