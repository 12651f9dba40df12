//! Types of other crates that scalars have: the values of a scalar that such a type does not have.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::api::LibraryType;
use specsmith_runtime::Timestamp;

/// What the text of a scalar has to be, so that the type has a value for it. `None` if it has one. For URLs it is stricter
/// than the type: a host is a plain name or an address.
pub(super) fn missing_value(ty: LibraryType, text: &str) -> Option<&'static str> {
    let (has_value, wanted) = match ty.path {
        "jiff::Timestamp" => (
            is_of_jiff(text),
            "a `jiff::Timestamp`, which is before `9999-12-30T22:00:01Z`",
        ),
        "rust_decimal::Decimal" => (
            is_of_rust_decimal(text),
            "a `rust_decimal::Decimal`, which has at most 28 digits",
        ),
        "url::Url" => (is_url(text), "a `url::Url` such as `https://example.com/`"),
        _ => (true, ""),
    };
    (!has_value).then_some(wanted)
}

fn is_of_jiff(text: &str) -> bool {
    let parse = |text: &str| text.parse::<Timestamp>().ok();
    parse(text) < parse("9999-12-30T22:00:01Z")
}

/// Whether the digits of a decimal number fit into 96 bits, of which at most 28 are after the point.
fn is_of_rust_decimal(text: &str) -> bool {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let fraction = digits.split_once('.').map_or("", |(_, fraction)| fraction);
    let exponent = exponent.parse::<i64>().unwrap_or(i64::MAX);
    let scale = i64::try_from(fraction.len())
        .unwrap_or(i64::MAX)
        .saturating_sub(exponent);
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    let zeros = usize::try_from(scale.saturating_neg()).unwrap_or(0).min(30);
    let digits = match digits {
        "" => "0".to_owned(),
        digits => format!("{digits}{}", "0".repeat(zeros)),
    };
    scale <= 28 && digits.parse::<u128>().is_ok_and(|number| number < 1 << 96)
}

fn is_url(text: &str) -> bool {
    const SPECIAL: [&str; 6] = ["file", "ftp", "http", "https", "ws", "wss"];

    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let is_special = SPECIAL.contains(&scheme.to_ascii_lowercase().as_str());
    let Some(rest) = rest.strip_prefix("//") else {
        return !is_special;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = authority
        .rsplit_once('@')
        .map_or(authority, |(_, place)| place);
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port),
        Some(_) | None => (place, ""),
    };
    let has_port = port.is_empty() || port.parse::<u16>().is_ok();
    has_port && (!is_special || is_plain_host(host))
}

/// Whether a host is an address, or a name that is not one in another form, and not of another alphabet.
fn is_plain_host(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_name = !last.is_empty()
        && !last.starts_with(|c: char| c.is_ascii_digit())
        && host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte))
        && !host.to_ascii_lowercase().contains("xn--");
    is_name || host.parse::<Ipv4Addr>().is_ok() || is_ipv6(host)
}

fn is_ipv6(host: &str) -> bool {
    let address = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_range_of_the_type() {
        for (path, text, has_value) in [
            ("jiff::Timestamp", "9999-12-30T22:00:00.9Z", true),
            ("jiff::Timestamp", "9999-12-31T00:00:00+02:00", true),
            ("jiff::Timestamp", "9999-12-31T00:00:00Z", false),
            ("chrono::DateTime", "9999-12-31T23:59:59Z", true),
            ("rust_decimal::Decimal", "-007.50", true),
            (
                "rust_decimal::Decimal",
                "79228162514264337593543950335",
                true,
            ),
            (
                "rust_decimal::Decimal",
                "79228162514264337593543950336",
                false,
            ),
            ("rust_decimal::Decimal", "1e28", true),
            ("rust_decimal::Decimal", "1e29", false),
            ("rust_decimal::Decimal", "1e-28", true),
            ("rust_decimal::Decimal", "1e-29", false),
            ("rust_decimal::Decimal", "-1e400", false),
            ("bigdecimal::BigDecimal", "-1e400", true),
            ("url::Url", "https://user@example.com:443/a?b#c", true),
            ("url::Url", "https://192.0.2.1/", true),
            ("url::Url", "https://[2001:db8::1]:80/", true),
            ("url::Url", "urn:a:b", true),
            ("url::Url", "file:///etc/hosts", false),
            ("url::Url", "http://", false),
            ("url::Url", "http:a", false),
            ("url::Url", "https://example.com:99999/", false),
            ("url::Url", "https://1.2.3.4.5/", false),
            ("url::Url", "https://a%20b/", false),
        ] {
            let ty = LibraryType::ALL.into_iter().find(|ty| ty.path == path);
            let missing = missing_value(ty.unwrap(), text);
            assert_eq!(missing.is_none(), has_value, "{path} {text}");
        }
    }
}
