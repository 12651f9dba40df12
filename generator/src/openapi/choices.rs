//! Choices in a query that are one type there, because their members are written the same way.

use super::references::{At, Files, SchemaPart};
use super::schema::{Kinds, Parts};

impl<'a> Files<'a> {
    /// The list of a choice between a value and a list of such values. Where all is text, one value is a list of one.
    pub(super) fn one_or_several(&self, parts: &[At<'a>]) -> Option<Parts<'a>> {
        let schema = self.schema(parts);
        let [choices] = schema.choices.as_slice() else {
            return None;
        };
        let [one, other] = choices.members.as_slice() else {
            return None;
        };
        let is_list_of = |list: &At<'a>, value: &At<'a>| {
            let (list, value) = (self.schema(&[*list]), self.schema(&[*value]));
            let item = list.items.map(|parts| self.schema(&parts));
            item.is_some_and(|item| {
                let is_scalar = value.kinds.count() == 1
                    && !value.kinds.has(Kinds::LIST.with(Kinds::OBJECT))
                    && value.choices.is_empty();
                is_scalar
                    && (value.kinds, value.format) == (item.kinds, item.format)
                    && value.values.is_some() == item.values.is_some()
            })
        };
        let list = match (is_list_of(one, other), is_list_of(other, one)) {
            (true, _) => *one,
            (_, true) => *other,
            (false, false) => return None,
        };
        let own = parts.iter().map(|at| At {
            part: SchemaPart::WithoutChoices,
            ..*at
        });
        Some(own.chain([list]).collect())
    }

    /// The object with the fields of all objects of a choice.
    pub(super) fn one_object(&self, parts: &[At<'a>]) -> Option<Parts<'a>> {
        let schema = self.schema(parts);
        let [choices] = schema.choices.as_slice() else {
            return None;
        };
        let is_object = |member: &At<'a>| {
            let member = self.schema(&[*member]);
            member.kinds == Kinds::OBJECT && member.choices.is_empty()
        };
        if !choices.members.iter().all(is_object) {
            return None;
        }
        let own = parts.iter().map(|at| At {
            part: SchemaPart::WithoutChoices,
            ..*at
        });
        let members = choices.members.iter().map(|at| At {
            part: SchemaPart::Fields,
            ..*at
        });
        Some(own.chain(members).collect())
    }
}
