//! Scalars that are strings with a certain syntax, parsed as the runtime parses them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

pub(super) fn is_timestamp(text: &str) -> bool {
    OffsetDateTime::parse(text, &Rfc3339).is_ok()
}

/// The syntax, and a day that exists in the calendar.
pub(super) fn is_date(text: &str) -> bool {
    has_date_syntax(text) && is_timestamp(&format!("{text}T00:00:00Z"))
}

pub(super) fn has_date_syntax(text: &str) -> bool {
    text.len() == "2026-01-31".len()
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

pub(super) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// `^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?$`
pub(super) fn is_decimal<'t>(text: &'t str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &'t str| text.strip_prefix(['-', '+']).unwrap_or(text);
    let text = unsigned(text);
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(unsigned(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    is_digits(whole)
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(|exponent| is_digits(exponent) && exponent.len() <= 6)
}

pub(super) fn is_base64(text: &str) -> bool {
    STANDARD.decode(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_exist_in_the_calendar() {
        assert!(is_date("2024-02-29"));
        for invalid in [
            "2026-02-29",
            "2026-1-31",
            "2026-01-31Z",
            "+026-01-31",
            "31.01.2026",
            "",
        ] {
            assert!(!is_date(invalid), "{invalid:?}");
        }
    }

    #[test]
    fn timestamps_have_an_offset() {
        assert!(is_timestamp("2026-01-31T23:59:59.5+02:00"));
        for invalid in ["2026-01-31T23:59:59", "2026-01-31T25:00:00Z", "2026-01-31"] {
            assert!(!is_timestamp(invalid), "{invalid:?}");
        }
    }

    #[test]
    fn decimals_have_digits_on_both_sides_of_the_point() {
        for decimal in ["0.10", "-3", "+1.5e-7", "12E3", "1e999999"] {
            assert!(is_decimal(decimal), "{decimal:?}");
        }
        for invalid in [".5", "1.", "1e", "inf", "0x1", "--1", "1e1000000", ""] {
            assert!(!is_decimal(invalid), "{invalid:?}");
        }
    }

    #[test]
    fn base64_is_padded_and_has_no_other_characters() {
        assert!(is_base64("") && is_base64("aGk="));
        for invalid in ["aGk", "not base64!", "aGk=\n", "_-8="] {
            assert!(!is_base64(invalid), "{invalid:?}");
        }
    }
}
