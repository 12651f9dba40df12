//! What separates the items of a list that is one text, and which single values may have it.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use super::scalars;
use super::texts;
use super::values::{Shape, Use, resolve};
use crate::api::{Api, Openness, Rules, TypeKind};

/// Whether the text of a single value may have a separator, so that it is more than one item of a list.
pub(super) fn may_have(api: &Api, value: Use<'_>, separator: char) -> bool {
    let (shape, _, limits) = resolve(api, value);
    match shape {
        Shape::Constant(value) => texts::plain(value).contains(separator),
        Shape::Scalar(scalar) => {
            let mut patterns = limits.patterns().iter();
            scalars::may_have(scalar, separator)
                && patterns.all(|pattern| allows(pattern, separator))
        }
        Shape::Named(_, TypeKind::Enum(values)) => {
            let mut known = values.on_the_wire();
            values.open == Openness::Open
                || known.any(|value| texts::plain(&value).contains(separator))
        }
        Shape::Named(_, TypeKind::Union(union)) => {
            let mut types = union.types();
            types.any(|ty| may_have(api, Use::Of(ty, Rules::NONE), separator))
        }
        Shape::List(..) | Shape::Map(..) | Shape::Named(..) => false,
    }
}

/// Whether text that matches a pattern may have a character.
fn allows(pattern: &str, character: char) -> bool {
    let Ok(parsed) = regex_syntax::parse(pattern) else {
        return true;
    };
    let properties = parsed.properties();
    let is_whole = properties.look_set_prefix().contains(Look::Start)
        && properties.look_set_suffix().contains(Look::End);
    !is_whole || matches_part(&parsed, character)
}

/// Whether a part of a pattern matches a character, which is ASCII.
fn matches_part(pattern: &Hir, character: char) -> bool {
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.iter().any(|byte| char::from(*byte) == character),
        HirKind::Class(Class::Unicode(class)) => {
            let mut ranges = class.ranges().iter();
            ranges.any(|range| (range.start()..=range.end()).contains(&character))
        }
        HirKind::Class(Class::Bytes(class)) => {
            let mut ranges = class.ranges().iter();
            ranges.any(|range| {
                (char::from(range.start())..=char::from(range.end())).contains(&character)
            })
        }
        HirKind::Repetition(repetition) => matches_part(&repetition.sub, character),
        HirKind::Capture(capture) => matches_part(&capture.sub, character),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().any(|part| matches_part(part, character))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn patterns_of_the_whole_text_may_exclude_a_character() {
        for (pattern, expected) in [
            ("^[a-z0-9-]+$", false),
            ("^(?:[A-Z]{3}|x)$", false),
            ("[a-z]+", true),
            ("^[a-z]+", true),
            ("^[^;]+$", true),
            ("^a(?:,a)*$", true),
            ("^.*$", true),
            ("(?=x)", true),
        ] {
            assert_eq!(allows(pattern, ','), expected, "{pattern}");
        }
    }
}
