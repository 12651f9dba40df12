//! The header `Accept` (RFC 9110, section 12.5.1).

use crate::header_value::{essence, parameters, split};
use crate::media_type::is_in;

/// What a caller accepts.
#[derive(Debug)]
pub(super) struct Accept<'a> {
    /// The ranges of media types, with their quality in thousandths. There is none if the caller accepts everything.
    ranges: Vec<(&'a [u8], u16)>,
}

impl<'a> Accept<'a> {
    /// Reads the lines of the header. Invalid ranges are skipped. If nothing else is left, it is as if
    /// there was no header: clients that send such a header do not mean that they accept nothing.
    pub(super) fn read(lines: impl Iterator<Item = &'a [u8]>) -> Self {
        let members = lines.flat_map(|line| split(line, b','));
        let ranges = members.filter_map(|member| {
            let range = match essence(member) {
                // Old clients send it.
                b"*" => b"*/*",
                range => range,
            };
            let mut parameters = parameters(member).filter_map(Result::ok);
            let quality = parameters
                .find(|parameter| parameter.is("q"))
                .map_or(Some(1000), |it| thousandths(&it.value))?;
            is_range(range).then_some((range, quality))
        });
        Self {
            ranges: ranges.collect(),
        }
    }

    /// How much the caller likes a media type, or the best one of a range, in thousandths. The most specific range
    /// decides. Other parameters than the quality are ignored.
    pub(super) fn quality(&self, media: &str) -> u16 {
        if self.ranges.is_empty() {
            return 1000;
        }
        let covering = self.ranges.iter().filter(|(range, _)| {
            let range = str::from_utf8(range).unwrap_or_default();
            is_in(range, media.as_bytes())
        });
        // Of two equal ranges, the higher quality counts.
        let covering = covering.max_by_key(|(range, quality)| (specificity(range), *quality));
        // Servers that can send `audio/*` can send `audio/mpeg`.
        let inside = self.ranges.iter().filter(|(range, _)| {
            media.ends_with('*')
                && specificity(range) > specificity(media.as_bytes())
                && is_in(media, range)
        });
        let qualities = covering.into_iter().chain(inside);
        qualities.map(|(_, quality)| *quality).max().unwrap_or(0)
    }
}

/// How specific a range is: `*/*`, `audio/*` or `audio/mpeg`.
fn specificity(range: &[u8]) -> u8 {
    match range {
        b"*/*" => 0,
        [.., b'/', b'*'] => 1,
        _ => 2,
    }
}

fn is_range(text: &[u8]) -> bool {
    let mut halves = text.split(|&byte| byte == b'/');
    let is_part = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_graphic))
    };
    is_part(halves.next()) && is_part(halves.next()) && halves.next().is_none()
}

/// A quality such as `0.8`, in thousandths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is from 0 to 1000"
)]
fn thousandths(text: &[u8]) -> Option<u16> {
    let quality: f32 = str::from_utf8(text).ok()?.trim().parse().ok()?;
    (0.0..=1.0)
        .contains(&quality)
        .then(|| (quality * 1000.0).round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(header: &str, media: &str) -> u16 {
        Accept::read([header.as_bytes()].into_iter()).quality(media)
    }

    #[test]
    fn the_most_specific_range_decides() {
        let header = "text/*;q=0.3, text/plain;q=0.7, text/html;level=1, */*;q=0.5";
        for (media, expected) in [
            ("text/plain", 700),
            ("text/html", 1000),
            ("text/csv", 300),
            ("image/jpeg", 500),
        ] {
            assert_eq!(quality(header, media), expected, "{media}");
        }
        assert_eq!(quality("TEXT/CSV ; Q=0.25", "text/csv"), 250);
        assert_eq!(quality("text/csv;q=0, */*", "text/csv"), 0);
        assert_eq!(quality("text/csv", "text/plain"), 0);
        assert_eq!(quality("text/csv;q=0.1, text/csv;q=0.2", "text/csv"), 200);
    }

    #[test]
    fn a_range_that_can_be_sent_contains_what_is_accepted() {
        assert_eq!(quality("audio/mpeg;q=0.5", "audio/*"), 500);
        assert_eq!(quality("audio/*;q=0.2, audio/mpeg", "audio/*"), 1000);
        assert_eq!(quality("audio/*;q=0, */*", "audio/*"), 0);
        assert_eq!(quality("video/mpeg", "audio/*"), 0);
        assert_eq!(quality("video/mpeg", "*/*"), 1000);
    }

    #[test]
    fn what_is_no_range_is_skipped() {
        for header in [
            "",
            ",",
            "garbage",
            "a/b/c",
            "text/csv;q=2",
            "text/csv;q=x",
            "/",
            "text/",
        ] {
            assert_eq!(quality(header, "text/plain"), 1000, "{header}");
        }
        assert_eq!(quality("garbage, text/csv", "text/plain"), 0);
        // As Java sends it.
        assert_eq!(quality("text/html, *; q=.2, */*; q=.2", "text/plain"), 200);
        assert_eq!(quality("text/csv;x=\"a,text/plain;q=1\"", "text/plain"), 0);
    }
}
