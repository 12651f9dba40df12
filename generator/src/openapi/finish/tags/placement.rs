//! The placement of the tags that unions want of an object.

use super::Tag;
use crate::api::TagKind;
use crate::document::FieldEntry;
use crate::hash::HashSet;
use crate::openapi::unions::integer_text;

/// Where a tag of an object goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    /// The union reads and writes it, and the object lacks the field.
    InUnion,
    /// The union reads and writes it, and the object loses the field.
    Removed,
    /// It is a field of the object.
    Own,
    /// It is a field of a copy of the object, for the unions with this tag.
    Copy,
    /// The object has another tag already.
    Conflict,
}

/// An object that has tags.
pub(super) struct Object<'d> {
    pub(super) fields: &'d [FieldEntry],
    /// Whether it is used other than as a variant of a union with a tag. There, it has the fields that the document
    /// states.
    pub(super) is_used_directly: bool,
}

impl Object<'_> {
    fn field(&self, tag: &Tag) -> Option<&FieldEntry> {
        FieldEntry::find(self.fields, &tag.field)
    }

    /// Whether the tag must be a field: the document states the field, or the union cannot write the tag by the
    /// variant, because the variant has several values, or because only some variants would get the field.
    fn needs(&self, tag: &Tag) -> bool {
        self.field(tag).is_some() || tag.values.len() > 1 || tag.is_in_declaring_union
    }

    /// Whether the document states this value for the object wherever it is.
    fn states(&self, tag: &Tag) -> bool {
        let constant = self.field(tag).and_then(|field| field.constant.as_deref());
        let text = constant.and_then(|constant| match tag.kind {
            TagKind::Integer => integer_text(constant),
            TagKind::Text | TagKind::Boolean => constant.scalar_text(),
        });
        matches!(tag.values.as_slice(), [only] if text.as_ref() == Some(&only.value))
    }

    /// Whether the object cannot have both tags: a field has only one value, and an object that is a variant of two
    /// unions itself is sent without the tag of the other one, unless the document states one of the values.
    fn excludes(&self, one: &Tag, other: &Tag) -> bool {
        one.field == other.field
            || one.is_direct && other.is_direct && !self.states(one) && !self.states(other)
    }

    /// The fields that the object loses. Each union can read and write its tag itself if nothing else reads the object:
    /// not even a union in these unions.
    fn removed<'t>(&self, tags: &'t [Tag], needed: &[&'t Tag]) -> HashSet<&'t str> {
        let is_removed = |field: &str| {
            let mut same = tags.iter().filter(|tag| tag.field == field);
            let mut others = tags.iter().filter(|tag| tag.field != field);
            // A single tag can be a field of the object.
            needed.iter().filter(|tag| tag.field == field).count() > 1
                // Without a union, nothing else would write the field.
                && !self.is_used_directly
                // A union knows the value only if its variant has one.
                && same.all(|tag| tag.values.len() == 1)
                // A union with another tag would not write the field either.
                && !others.any(|tag| tag.is_union_used_directly)
        };
        let fields: HashSet<&str> = needed.iter().map(|tag| tag.field.as_str()).collect();
        fields
            .into_iter()
            .filter(|field| is_removed(field))
            .collect()
    }
}

/// Decides how an object gets its tags.
pub(super) fn plan(object: &Object<'_>, tags: &[Tag]) -> Vec<Placement> {
    let needed: Vec<&Tag> = tags.iter().filter(|tag| object.needs(tag)).collect();
    let has_conflict = match needed.split_first() {
        Some((first, rest)) => rest.iter().any(|tag| object.excludes(first, tag)),
        None => false,
    };
    let removed = object.removed(tags, &needed);
    let mut own: Vec<&Tag> = Vec::new();
    let mut plan: Vec<Placement> = tags.iter().map(|_| Placement::InUnion).collect();
    // Objects in unions in unions cannot be copied, so their tags come first.
    let mut order: Vec<(&Tag, &mut Placement)> = tags.iter().zip(&mut plan).collect();
    order.sort_by_key(|(tag, _)| tag.is_direct);
    for (tag, placement) in order.into_iter().filter(|(tag, _)| object.needs(tag)) {
        if removed.contains(tag.field.as_str()) {
            *placement = Placement::Removed;
            continue;
        }
        let is_excluded = own.iter().any(|earlier| object.excludes(earlier, tag));
        let is_optional = object.field(tag).is_some_and(|field| field.optional);
        // Used directly, the object has another tag, or none.
        let differs_elsewhere = object.is_used_directly
            && (has_conflict && !object.states(tag) || tag.values.len() > 1 && is_optional);
        *placement = if (is_excluded || differs_elsewhere) && tag.is_direct {
            // The unions with this tag get a copy, so that the object stays the same everywhere else.
            Placement::Copy
        } else if is_excluded {
            // The object is a variant of an inner union, whose variant cannot be replaced for the outer union only.
            Placement::Conflict
        } else {
            // No other tag of the object contradicts this one.
            own.push(tag);
            Placement::Own
        };
    }
    plan
}
