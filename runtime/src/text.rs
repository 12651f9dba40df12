//! Values as text: in paths, queries and headers, and in JSON strings.

use std::borrow::Cow;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::decode::Field;
use crate::{Expected, number};

/// A type whose values can be in a path, a query or a header.
pub trait Text: Sized {
    /// Reads a value, without checking the rules of the type.
    ///
    /// # Errors
    /// The kind of value that was expected.
    fn from_text(text: &str) -> Result<Self, Expected>;

    /// Writes the value.
    fn to_text(&self) -> Cow<'_, str>;

    /// Why no server can read this value; `None` for nearly all values. The text follows a name and
    /// does not contain the value.
    fn problem(&self) -> Option<&'static str> {
        None
    }

    /// Reads a value of a request. Unlike [`from_text`](Self::from_text), it checks the form of strings such as URIs,
    /// and the rules of the type. They hold for the text as it was sent, even if the value is written in another form.
    ///
    /// # Errors
    /// What the text violates, to follow a name: `must be at least 1`.
    fn from_request(text: &str) -> Result<Self, String> {
        Ok(Self::from_text(text)?)
    }

    /// Checks that the value is not one that only responses may have. Only a server checks it.
    ///
    /// # Errors
    /// The kind of value that was expected.
    fn check_known(&self) -> Result<(), Expected> {
        Ok(())
    }
}

/// A default of the specification. The generator has read its text with the same code.
///
/// # Panics
/// If the text is not a value of the type, which the generator rejects.
#[doc(hidden)]
pub fn parsed<T: Text>(text: &'static str) -> T {
    match T::from_text(text) {
        Ok(value) => value,
        Err(problem) => panic!("the default `{text}` is invalid: {problem}"),
    }
}

impl Text for String {
    fn from_text(text: &str) -> Result<Self, Expected> {
        Ok(text.to_owned())
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Text for bool {
    fn from_text(text: &str) -> Result<Self, Expected> {
        match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(Expected::new("expected `true` or `false`")),
        }
    }

    fn to_text(&self) -> Cow<'_, str> {
        Cow::Borrowed(if *self { "true" } else { "false" })
    }
}

/// Integers of all sizes.
macro_rules! integers {
    ($($type:ident)+) => {$(
        impl Text for $type {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is in the range of the type"
            )]
            fn from_text(text: &str) -> Result<Self, Expected> {
                let all = Self::MIN.into()..=Self::MAX.into();
                number::integer(text, all).map(|integer| integer as Self)
            }

            fn to_text(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }
        }
    )+};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);

/// Numbers with a fraction.
macro_rules! numbers {
    ($($type:ident $read:ident)+) => {$(
        impl Text for $type {
            fn from_text(text: &str) -> Result<Self, Expected> {
                number::$read(text)
            }

            fn to_text(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }

            fn problem(&self) -> Option<&'static str> {
                (!self.is_finite()).then_some("is not a finite number")
            }
        }
    )+};
}

numbers!(f32 single f64 number);

/// Addresses of the standard library.
macro_rules! addresses {
    ($($type:ident $expected:literal)+) => {$(
        impl Text for std::net::$type {
            fn from_text(text: &str) -> Result<Self, Expected> {
                text.parse().map_err(|_| Expected::new($expected))
            }

            fn to_text(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }
        }
    )+};
}

addresses! {
    IpAddr "expected an IP address"
    Ipv4Addr "expected an IPv4 address"
    Ipv6Addr "expected an IPv6 address"
}

/// Reads a header of a response. A value that cannot be read counts as absent: it should not make a
/// response unusable that is otherwise good.
pub fn read_header<T: Text>(headers: &HeaderMap, name: &str) -> Option<T> {
    let text = header_text(headers, name)?;
    T::from_text(text.trim()).ok()
}

/// The text of a header in UTF-8. (`HeaderValue::to_str` reads ASCII only.)
pub(crate) fn header_text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    str::from_utf8(headers.get(name)?.as_bytes()).ok()
}

/// Writes a header of a response. A value that no header can hold is left out.
pub fn write_header<T: Text>(headers: &mut HeaderMap, header: &Field, value: &Option<T>) {
    let Some(value) = value.as_ref().filter(|value| value.problem().is_none()) else {
        return;
    };
    let name = HeaderName::from_bytes(header.name().as_bytes());
    let value = HeaderValue::from_str(&value.to_text());
    if let (Ok(name), Ok(mut value)) = (name, value) {
        value.set_sensitive(header.1.hidden.is_some());
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::PROPERTIES;

    #[test]
    fn scalars_are_read_from_and_written_as_text() {
        assert_eq!(i64::from_text("-7"), Ok(-7));
        assert_eq!(i64::from_text("1.0"), Ok(1));
        assert_eq!(f64::from_text("1e3"), Ok(1000.0));
        assert_eq!(bool::from_text("true"), Ok(true));
        assert_eq!((-7_i64).to_text(), "-7");
        assert_eq!(0.1_f64.to_text(), "0.1");
        for text in ["", " 1", "1.5", "99999999999999999999"] {
            assert!(i64::from_text(text).is_err(), "{text}");
        }
        for text in ["", "inf", "NaN", "1e999", "0x1"] {
            assert!(f64::from_text(text).is_err(), "{text}");
        }
        for text in ["", "1", "True"] {
            assert!(bool::from_text(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_each_size_have_their_own_range() {
        assert_eq!(i8::from_text("-128"), Ok(i8::MIN));
        assert_eq!(u16::from_text("65535.0"), Ok(u16::MAX));
        assert_eq!(u64::from_text("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(u64::MAX.to_text(), "18446744073709551615");
        assert_eq!(f32::from_text("0.1"), Ok(0.1));
        assert_eq!(0.1_f32.to_text(), "0.1");
        let problem = |result: Result<u32, Expected>| result.err().map(String::from);
        assert_eq!(
            problem(u32::from_text("-1")).as_deref(),
            Some("must be from 0 to 4294967295")
        );
        assert_eq!(f32::INFINITY.problem(), Some("is not a finite number"));
    }

    #[test]
    fn addresses_are_read_and_written() {
        use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

        for text in ["127.0.0.1", "::1"] {
            assert_eq!(
                IpAddr::from_text(text).map(|ip| ip.to_string()),
                Ok(text.into())
            );
        }
        assert!(Ipv4Addr::from_text("127.0.0.1").is_ok());
        assert!(Ipv6Addr::from_text("2001:DB8::1").is_ok());
        for text in [
            "",
            "localhost",
            "127.0.0.01",
            "256.0.0.1",
            "127.0.0.1:80",
            "::1%eth0",
        ] {
            assert!(IpAddr::from_text(text).is_err(), "{text}");
        }
        assert!(Ipv4Addr::from_text("::1").is_err() && Ipv6Addr::from_text("127.0.0.1").is_err());
    }

    #[cfg(feature = "uuid")]
    #[test]
    fn uuids_are_hyphenated() {
        let text = "67e55044-10b1-426f-9247-bb680e5fe0c8";
        let uuid = crate::Uuid::from_text(text);
        assert_eq!(
            uuid.map(|uuid| uuid.to_text().into_owned()).as_deref(),
            Ok(text)
        );
        for text in [
            "",
            "67e5504410b1426f9247bb680e5fe0c8",
            "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
            "g7e55044-10b1-426f-9247-bb680e5fe0c8",
        ] {
            assert!(crate::Uuid::from_text(text).is_err(), "{text}");
        }
    }

    #[cfg(feature = "base64")]
    #[test]
    fn bytes_are_base64() {
        let bytes = crate::Bytes::new(*b"\0\xff?");
        assert_eq!(bytes.to_text(), "AP8/");
        assert_eq!(crate::Bytes::from_text("AP8/"), Ok(bytes.clone()));
        assert_eq!(format!("{bytes:?}"), "Bytes(<3 bytes>)");
        assert!(crate::Bytes::from_text("AP8_").is_err());
    }

    #[test]
    fn headers_are_read_leniently_and_invalid_ones_are_not_written() {
        let mut headers = HeaderMap::new();
        write_header(&mut headers, &Field("x-limit", PROPERTIES), &Some(7_i64));
        write_header(
            &mut headers,
            &Field("x-place", PROPERTIES),
            &Some(String::from("Genève 寸")),
        );
        write_header(
            &mut headers,
            &Field("x-text", PROPERTIES),
            &Some(String::from("line\nbreak")),
        );
        write_header::<i64>(&mut headers, &Field("x-none", PROPERTIES), &None);
        assert_eq!(headers.len(), 2);
        let place: Option<String> = read_header(&headers, "x-place");
        assert_eq!(place.as_deref(), Some("Genève 寸"));
        assert_eq!(read_header(&headers, "X-Limit"), Some(7_i64));
        assert_eq!(read_header::<bool>(&headers, "x-limit"), None);
        assert_eq!(read_header::<i64>(&headers, "x-none"), None);
    }
}
