//! Unions whose variants have the same constant field, and unions that are tagged by such a field: both are the same on the
//! wire.

use crate::api::{Api, Constant, Object, TagKind, Tagging, Union, UnionVariant};

use super::{Pair, Tagged, by_tag, tags};

/// The field that tells the variants of two unions apart, and the variants by its values, if it is the tag of one union,
/// and a constant in each variant of the other one.
pub(super) fn pairs<'a>(
    (old_api, old): (&'a Api, &'a Union),
    (new_api, new): (&'a Api, &'a Union),
) -> Option<(&'a str, Vec<Pair<'a, &'a UnionVariant>>)> {
    match (&old.tagging, &new.tagging) {
        (_, Tagging::None) => {
            let (tag, constants) = constants(old, (new_api, new))?;
            Some((tag, by_tag(&tags(old), &constants)))
        }
        (Tagging::None, _) => {
            let (tag, constants) = constants(new, (old_api, old))?;
            Some((tag, by_tag(&constants, &tags(new))))
        }
        (_, _) => None,
    }
}

/// The tag of a union, and the variants of another one without tags by the values of their constants.
fn constants<'a>(
    tagged: &'a Union,
    (api, union): (&'a Api, &'a Union),
) -> Option<(&'a str, Vec<Tagged<'a, &'a UnionVariant>>)> {
    let Tagging::Field {
        path,
        kind,
        default: None,
    } = &tagged.tagging
    else {
        return None;
    };
    let [field] = path.as_slice() else {
        return None;
    };
    let variants = union.variants.iter().enumerate();
    let variants = variants.map(|(index, variant)| {
        let constant = constant(api.object(variant.ty.as_ref()?)?, field)?;
        let mut tags = tagged.variants.iter().flat_map(UnionVariant::tags);
        let known = tags.find(|tag| kind.value(tag) == constant.value);
        let own = || match kind {
            TagKind::Text => constant.value.as_text(),
            TagKind::Integer | TagKind::Boolean => Some(variant.tag.as_str()),
        };
        Some((known.map(String::as_str).or_else(own)?, index, variant))
    });
    Some((field, variants.collect::<Option<_>>()?))
}

fn constant<'a>(object: &'a Object, name: &str) -> Option<&'a Constant> {
    let mut constants = object.constants.iter();
    constants.find(|constant| constant.name == name && constant.required)
}
