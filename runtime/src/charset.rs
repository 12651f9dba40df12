//! Text in charsets other than UTF-8, which some servers still send. A byte order mark at the start of the text
//! decides. If there is none, the parameter `charset` of the media type decides.
//!
//! The names of charsets and their meanings follow the Encoding Standard (WHATWG): Latin-1 is read as windows-1252,
//! which has the same letters and more. All charsets here can be read without large tables. Text in any other charset
//! is an error, and the caller gets the bytes.

use std::borrow::Cow;

use crate::header_value;

/// Reads a string with this `Content-Type`.
///
/// # Errors
/// The problem of the text: a predicate, such as "must be text in UTF-8".
pub(crate) fn decode<'t>(
    bytes: &'t [u8],
    content_type: Option<&[u8]>,
) -> Result<Cow<'t, str>, String> {
    let utf8 = |bytes| match str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => Err(String::from("must be text in UTF-8")),
    };
    match bytes {
        [0xef, 0xbb, 0xbf, text @ ..] => return utf8(text),
        [0xff, 0xfe, text @ ..] => return utf16(text, u16::from_le_bytes),
        [0xfe, 0xff, text @ ..] => return utf16(text, u16::from_be_bytes),
        _ => {}
    }
    let charset = content_type.and_then(|value| header_value::parameter(value, "charset"));
    let Some(name) = charset.map(|name| String::from_utf8_lossy(&name).into_owned()) else {
        return utf8(bytes);
    };
    match name.to_ascii_lowercase().as_str() {
        "utf-8" | "utf8" => utf8(bytes),
        // Many servers declare ASCII and send UTF-8.
        "us-ascii" | "ascii" => utf8(bytes).or_else(|_| Ok(single(bytes, windows_1252))),
        "iso-8859-1" | "iso8859-1" | "latin1" | "l1" | "windows-1252" | "cp1252" => {
            Ok(single(bytes, windows_1252))
        }
        "iso-8859-15" | "iso8859-15" | "latin-9" | "latin9" | "l9" => Ok(single(bytes, latin_9)),
        "utf-16" | "utf-16le" => utf16(bytes, u16::from_le_bytes),
        "utf-16be" => utf16(bytes, u16::from_be_bytes),
        _ => {
            let name: String = name.chars().take(MAX_NAME_CHARACTERS).collect();
            Err(format!("is in the charset {name:?}, which is not known"))
        }
    }
}

/// Reads JSON that is not in UTF-8, although it has to be (RFC 8259, section 8.1). Its first two characters are in
/// ASCII, and none of them is U+0000. So the zeros among the first four bytes tell UTF-16 and UTF-32 without a mark
/// (RFC 4627, section 3). `None` if the text is in UTF-8.
///
/// # Errors
/// As [`decode`].
#[cfg(feature = "client")]
pub(crate) fn decode_json<'t>(
    bytes: &'t [u8],
    content_type: Option<&[u8]>,
) -> Option<Result<Cow<'t, str>, String>> {
    match bytes {
        [0, 0, 0xfe, 0xff, text @ ..] => Some(utf32(text, u32::from_be_bytes)),
        [0xff, 0xfe, 0, 0, text @ ..] => Some(utf32(text, u32::from_le_bytes)),
        [0, 0, 0, 1..=255, ..] => Some(utf32(bytes, u32::from_be_bytes)),
        [1..=255, 0, 0, 0, ..] => Some(utf32(bytes, u32::from_le_bytes)),
        [0, 1..=255, ..] => Some(utf16(bytes, u16::from_be_bytes)),
        [1..=255, 0, ..] => Some(utf16(bytes, u16::from_le_bytes)),
        _ if str::from_utf8(bytes).is_ok() => None,
        _ => Some(decode(bytes, content_type)),
    }
}

/// The maximum number of characters of an unknown name that an error shows.
const MAX_NAME_CHARACTERS: usize = 40;

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, String> {
    let (pairs, rest) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => Ok(Cow::Owned(text)),
        _ => Err(String::from("must be text in UTF-16")),
    }
}

#[cfg(feature = "client")]
fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Result<Cow<'static, str>, String> {
    let (units, rest) = bytes.as_chunks();
    let characters = units.iter().map(|bytes| char::from_u32(unit(*bytes)));
    match characters.collect::<Option<String>>() {
        Some(text) if rest.is_empty() => Ok(Cow::Owned(text)),
        Some(_) | None => Err(String::from("must be text in UTF-32")),
    }
}

/// A charset in which each byte is a character.
fn single(bytes: &[u8], character: fn(u8) -> char) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().copied().map(character).collect()),
    }
}

fn windows_1252(byte: u8) -> char {
    /// The characters from 0x80 to 0x9f. Those that it does not define are control characters.
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let upper = byte
        .checked_sub(0x80)
        .map(usize::from)
        .and_then(|index| UPPER.get(index).copied());
    upper.unwrap_or(char::from(byte))
}

fn latin_9(byte: u8) -> char {
    match byte {
        0xa4 => '€',
        0xa6 => 'Š',
        0xa8 => 'š',
        0xb4 => 'Ž',
        0xb8 => 'ž',
        0xbc => 'Œ',
        0xbd => 'œ',
        0xbe => 'Ÿ',
        byte => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "client")]
    #[test]
    fn json_in_utf16_is_found_without_a_mark() {
        let found = |bytes| decode_json(bytes, None);
        assert_eq!(found(b"[\0\"\0\xf6\0\"\0]\0"), Some(Ok("[\"ö\"]".into())));
        assert_eq!(found(b"\0[\0\"\0\xf6\0\"\0]"), Some(Ok("[\"ö\"]".into())));
        assert_eq!(found(b"\xff\xfe[\0]\0"), Some(Ok("[]".into())));
        assert_eq!(found(b"7\0"), Some(Ok("7".into())));
        assert_eq!(found(b"\xfe\xff\0["), Some(Ok("[".into())));
        assert_eq!(found(b"[\"\xc3\xb6\"]"), None);
        assert_eq!(found(b"7"), None);
        assert_eq!(found(b""), None);
        let latin = decode_json(b"[\"\xf6\"]", Some(b"application/json; charset=latin1"));
        assert_eq!(latin, Some(Ok("[\"ö\"]".into())));
        assert!(found(b"[\0").is_some_and(|found| found.is_ok()));
        assert!(found(b"[\0]").is_some_and(|found| found.is_err()));
    }

    #[cfg(feature = "client")]
    #[test]
    fn json_in_utf32_is_found_with_and_without_a_mark() {
        fn found(bytes: &[u8]) -> Option<Result<Cow<'_, str>, String>> {
            decode_json(bytes, None)
        }
        for text in ["[\"\u{1f600}\u{f6}\"]", "7", "{\"\u{0}\": []}"] {
            let units = || text.chars().map(u32::from);
            let little: Vec<u8> = units().flat_map(u32::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u32::to_be_bytes).collect();
            assert_eq!(found(&little), Some(Ok(text.into())), "{text}");
            assert_eq!(found(&big), Some(Ok(text.into())), "{text}");
            let little = [b"\xff\xfe\0\0", little.as_slice()].concat();
            let big = [b"\0\0\xfe\xff", big.as_slice()].concat();
            assert_eq!(found(&little), Some(Ok(text.into())), "{text}");
            assert_eq!(found(&big), Some(Ok(text.into())), "{text}");
        }
        for broken in [
            &b"[\0\0\0]\0\0"[..],
            b"[\0\0\0\0\xd8\0\0",
            b"\0\0\0[\0\x11\0\0",
        ] {
            let problem = "must be text in UTF-32".to_owned();
            assert_eq!(found(broken), Some(Err(problem)), "{broken:?}");
        }
    }

    #[test]
    fn text_is_read_in_its_charset() {
        for (content_type, bytes, expected) in [
            ("text/plain", &b"Gr\xc3\xb6\xc3\x9fe"[..], Ok("Größe")),
            ("text/plain; charset=UTF-8", b"\xc3\xb6", Ok("ö")),
            ("text/csv; charset=iso-8859-1", b"Gr\xf6\xdfe", Ok("Größe")),
            ("text/csv;Charset=\"Latin1\"", b"5 \x80", Ok("5 €")),
            (
                "text/csv; charset=windows-1252",
                b"\x93a\x94\x81",
                Ok("“a”\u{81}"),
            ),
            ("text/csv; charset=iso-8859-15", b"5 \xa4\xe9", Ok("5 €é")),
            ("text/plain; charset=us-ascii", b"abc", Ok("abc")),
            ("text/plain; charset=us-ascii", b"\xc3\xb6", Ok("ö")),
            ("text/plain; charset=us-ascii", b"\xf6", Ok("ö")),
            ("text/plain; charset=utf-16", b"a\0\xf6\0", Ok("aö")),
            ("text/plain; charset=utf-16be", b"\0a\0\xf6", Ok("aö")),
            // The mark is not part of the text, and it is more reliable than a name.
            ("text/plain", b"\xef\xbb\xbfa", Ok("a")),
            ("text/plain", b"\xff\xfea\0", Ok("a")),
            ("text/plain; charset=utf-16", b"\xfe\xff\0a", Ok("a")),
            (
                "text/plain; charset=iso-8859-1",
                b"\xef\xbb\xbf\xc3\xb6",
                Ok("ö"),
            ),
            ("", b"", Ok("")),
            ("text/plain", b"\xf6", Err("must be text in UTF-8")),
            (
                "text/plain; charset=utf-16",
                b"a\0b",
                Err("must be text in UTF-16"),
            ),
            (
                "text/plain; charset=utf-16",
                b"\x00\xd8",
                Err("must be text in UTF-16"),
            ),
            (
                "text/plain; charset=shift_jis",
                b"a",
                Err("is in the charset \"shift_jis\", which is not known"),
            ),
        ] {
            let found = decode(bytes, Some(content_type.as_bytes()));
            let found_text = found.as_deref().map_err(String::as_str);
            assert_eq!(found_text, expected, "{content_type} {bytes:?}");
        }
        assert_eq!(decode(b"a", None).as_deref(), Ok("a"));
    }
}
