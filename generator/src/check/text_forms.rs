//! Forms of strings: of scalars, as the runtime reads them, of tokens, and of values in cookies.

use specsmith_runtime::codegen::Text;
use specsmith_runtime::{
    Bytes, Date, Decimal, Duration, Email, IpAddr, Ipv4Addr, Ipv6Addr, Time, Timestamp, Uri, Uuid,
};

use crate::api::Scalar;

/// Whether a string has the form of a scalar that is a string.
pub(super) fn has_form(scalar: Scalar, text: &str) -> bool {
    match scalar {
        Scalar::String | Scalar::Json => true,
        Scalar::Uri => is::<Uri>(text),
        Scalar::Email => is::<Email>(text),
        Scalar::Timestamp => is::<Timestamp>(text),
        Scalar::Date => is::<Date>(text),
        Scalar::Time => is::<Time>(text),
        Scalar::Duration => is::<Duration>(text),
        Scalar::Uuid => is::<Uuid>(text),
        Scalar::Ip => is::<IpAddr>(text),
        Scalar::Ipv4 => is::<Ipv4Addr>(text),
        Scalar::Ipv6 => is::<Ipv6Addr>(text),
        Scalar::Decimal => is::<Decimal>(text),
        Scalar::Bytes => is::<Bytes>(text),
        Scalar::Integer(_)
        | Scalar::Number
        | Scalar::Float
        | Scalar::DecimalNumber
        | Scalar::Boolean
        | Scalar::File => false,
    }
}

fn is<T: Text>(text: &str) -> bool {
    T::from_request(text).is_ok()
}

/// Whether a string is a date, or would be one if the calendar had the day.
pub(super) fn has_date_syntax(text: &str) -> bool {
    text.len() == "2026-01-31".len()
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// `token` of RFC 9110, section 5.6.2.
pub(super) fn is_token(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_valid)
}

/// `cookie-octet` of RFC 6265, section 4.1.1, and commas.
pub(super) fn is_in_cookie(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | ';' | '\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_those_that_servers_check() {
        for (scalar, valid, invalid) in [
            (Scalar::Uri, "https://example.com", "example.com"),
            (Scalar::Email, "ada@example.com", "ada"),
            (
                Scalar::Timestamp,
                "2026-01-31T23:59:59.5+02:00",
                "2026-01-31T23:59:59",
            ),
            (Scalar::Date, "2024-02-29", "2026-02-29"),
            (Scalar::Time, "23:59:59", "23:59"),
            (Scalar::Duration, "P1DT2H", "1d"),
            (
                Scalar::Uuid,
                "67e55044-10b1-426f-9247-bb680e5fe0c8",
                "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
            ),
            (Scalar::Ip, "::1", "localhost"),
            (Scalar::Ipv4, "127.0.0.1", "::1"),
            (Scalar::Ipv6, "::1", "127.0.0.1"),
            (Scalar::Decimal, "1e999999", ".5"),
            (Scalar::Bytes, "aGk=", "aGk"),
        ] {
            assert!(has_form(scalar, valid), "{valid}");
            assert!(!has_form(scalar, invalid), "{invalid}");
        }
        assert!(has_form(Scalar::String, ""));
    }
}
