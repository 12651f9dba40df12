//! The forms of strings of scalars, as the runtime reads them.

use specsmith_runtime::codegen::Text;
use specsmith_runtime::{
    Bytes, Date, Decimal, Duration, Email, IpAddr, Ipv4Addr, Ipv6Addr, Time, Timestamp, Uri, Uuid,
};

use super::Scalar;

impl Scalar {
    /// Whether a string has the form of the values of a scalar that is a string, as servers check it.
    pub(crate) fn has_form(self, text: &str) -> bool {
        match self {
            Self::String | Self::Json => true,
            Self::Uri => is::<Uri>(text),
            Self::Email => is::<Email>(text),
            Self::Timestamp => is::<Timestamp>(text),
            Self::Date => is::<Date>(text),
            Self::Time => is::<Time>(text),
            Self::Duration => is::<Duration>(text),
            Self::Uuid => is::<Uuid>(text),
            Self::Ip => is::<IpAddr>(text),
            Self::Ipv4 => is::<Ipv4Addr>(text),
            Self::Ipv6 => is::<Ipv6Addr>(text),
            Self::Decimal => is::<Decimal>(text),
            Self::Bytes => is::<Bytes>(text),
            Self::Integer(_)
            | Self::Number
            | Self::Float
            | Self::DecimalNumber
            | Self::Boolean
            | Self::File => false,
        }
    }
}

fn is<T: Text>(text: &str) -> bool {
    T::from_request(text).is_ok()
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
            assert!(scalar.has_form(valid), "{valid}");
            assert!(!scalar.has_form(invalid), "{invalid}");
        }
        assert!(Scalar::String.has_form(""));
    }
}
