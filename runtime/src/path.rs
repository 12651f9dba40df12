//! Templates of paths: `/compare/{base}...{head}`, `/contents/{*path}`. Both sides split segments in the same way.

/// A part of a segment of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SegmentPart<'t> {
    /// Text.
    Literal(&'t str),
    /// The value of a parameter with this name.
    Parameter(&'t str),
}

/// The parts of a segment.
pub(crate) fn parts(segment: &str) -> impl Iterator<Item = SegmentPart<'_>> {
    let mut rest = segment;
    std::iter::from_fn(move || {
        if let Some(parameter) = rest.strip_prefix('{') {
            let (name, after) = parameter.split_once('}')?;
            rest = after;
            return Some(SegmentPart::Parameter(name));
        }
        let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
        rest = after;
        (!literal.is_empty()).then_some(SegmentPart::Literal(literal))
    })
}

/// Whether a segment of a template has parameters.
pub(crate) fn has_parameters(segment: &str) -> bool {
    segment.contains('{')
}

/// Whether a segment of a template stands for all segments that follow.
pub(crate) fn is_catch_all(segment: &str) -> bool {
    segment.starts_with("{*")
}

/// The template with lower-case digits in the percent-encoding of its literal segments: `/gr%c3%b6%c3%9fe`. Clients may
/// send either spelling, and both are the same path (RFC 3986, section 6.2.2.1). `None` if that is the template itself.
#[cfg(feature = "server")]
pub(crate) fn with_lowercase_percent_encoding(template: &str) -> Option<String> {
    let segments = template.split('/').map(|segment| {
        let mut parts = segment.split('%');
        let first = parts.next().unwrap_or_default().to_owned();
        if has_parameters(segment) {
            return segment.to_owned();
        }
        parts.fold(first, |all, part| match part.split_at_checked(2) {
            Some((digits, rest)) => all + "%" + &digits.to_ascii_lowercase() + rest,
            None => all + "%" + part,
        })
    });
    let other = segments.collect::<Vec<String>>().join("/");
    (other != template).then_some(other)
}

/// The values of the parameters in a segment; `None` if the segment does not match. Literals are found from the
/// right, so the first parameter takes as much as possible. No value is empty.
pub(crate) fn split<'p>(template: &str, segment: &'p str) -> Option<Vec<&'p str>> {
    let parts: Vec<SegmentPart<'_>> = parts(template).collect();
    let mut values = Vec::new();
    let mut rest = segment;
    let mut open = false;
    for (index, part) in parts.iter().enumerate().rev() {
        match part {
            SegmentPart::Parameter(_) => open = true,
            // The literal at the start.
            SegmentPart::Literal(text) if index == 0 => {
                let value = rest.strip_prefix(text)?;
                match (open, value) {
                    (true, "") => return None,
                    (true, value) => values.push(value),
                    (false, "") => {}
                    (false, _) => return None,
                }
                values.reverse();
                return Some(values);
            }
            SegmentPart::Literal(text) if open => {
                let (before, value) = last_match(rest, text)?;
                values.push(value);
                (rest, open) = (before, false);
            }
            SegmentPart::Literal(text) => rest = rest.strip_suffix(text)?,
        }
    }
    if rest.is_empty() {
        return None;
    }
    values.push(rest);
    values.reverse();
    Some(values)
}

/// The texts before and after the last occurrence of a string that is followed by something.
fn last_match<'p>(text: &'p str, literal: &str) -> Option<(&'p str, &'p str)> {
    let last = text.len().checked_sub(literal.len() + 1)?;
    let mut starts = (0..=last).rev();
    let bytes = text.as_bytes();
    let is_at = |start: &usize| bytes.get(*start..)?.strip_prefix(literal.as_bytes());
    let start = starts.find(|start| is_at(start).is_some())?;
    Some((text.get(..start)?, text.get(start + literal.len()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_have_parts() {
        let parts = |segment| parts(segment).collect::<Vec<_>>();
        assert_eq!(parts("books"), [SegmentPart::Literal("books")]);
        assert_eq!(parts("{id}"), [SegmentPart::Parameter("id")]);
        assert_eq!(
            parts("v{a}...{b}.json"),
            [
                SegmentPart::Literal("v"),
                SegmentPart::Parameter("a"),
                SegmentPart::Literal("..."),
                SegmentPart::Parameter("b"),
                SegmentPart::Literal(".json")
            ]
        );
        assert_eq!(parts(""), []);
    }

    #[cfg(feature = "server")]
    #[test]
    fn escapes_have_another_spelling() {
        for (template, other) in [
            (
                "/v1/gr%C3%B6%C3%9FE/{A%C3}",
                Some("/v1/gr%c3%b6%c3%9fE/{A%C3}"),
            ),
            ("/v1/a%20b/%25", None),
            ("/%2F%2f/%A/%", Some("/%2f%2f/%A/%")),
            ("/A/{*B}", None),
        ] {
            assert_eq!(
                with_lowercase_percent_encoding(template).as_deref(),
                other,
                "{template}"
            );
        }
    }

    #[test]
    fn literals_are_found_from_the_right() {
        let split = |template, segment| split(template, segment);
        let compare = "{base}...{head}";
        assert_eq!(split(compare, "main...next"), Some(vec!["main", "next"]));
        assert_eq!(split(compare, "a...b...c"), Some(vec!["a...b", "c"]));
        assert_eq!(split(compare, "a....b"), Some(vec!["a.", "b"]));
        assert_eq!(split(compare, "a...."), Some(vec!["a", "."]));
        assert_eq!(split("{name}.json", "a.json.json"), Some(vec!["a.json"]));
        assert_eq!(split("v{a}.{b}", "v1.2.3"), Some(vec!["1.2", "3"]));
        assert_eq!(split("v{a}", "v1"), Some(vec!["1"]));
        assert_eq!(split("a{x}b{y}c", "aabbcc"), Some(vec!["ab", "c"]));
        assert_eq!(split("{x}", "é"), Some(vec!["é"]));
    }

    #[test]
    fn segments_without_the_literals_or_with_empty_values_do_not_match() {
        for (template, segment) in [
            ("{base}...{head}", "a..b"),
            ("{base}...{head}", "a..."),
            ("{base}...{head}", "...b"),
            ("{base}...{head}", ""),
            ("{name}.json", ".json"),
            ("{name}.json", "json"),
            ("{name}.json", "a.xml"),
            ("v{a}", "v"),
            ("v{a}", "1"),
            ("{x}", ""),
        ] {
            assert_eq!(split(template, segment), None, "{template} {segment}");
        }
    }
}
