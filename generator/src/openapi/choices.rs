//! Choices in parameters and forms that are one type there, because all is text, or a file.

use super::kinds::Kinds;
use super::references::{Files, Key, NodeRef, without_choices};
use super::scalars::is_file;
use super::schema::{Parts, Schema, is_null};
use super::type_places::TypePlace;
use super::types::{SchemaType, Types};
use crate::api::Scalar;
use crate::diagnostic::Lost;
use crate::document::{AdditionalFieldsEntry, FieldEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::HashSet;
use crate::source::{Span, Spanned};

impl<'a> Files<'a> {
    /// The list of a choice between a value and a list of such values. Where all is text, one value is a list of one.
    pub(super) fn one_or_several(&self, parts: &[NodeRef<'a>]) -> Option<Parts<'a>> {
        let schema = self.schema(parts);
        let [choices] = schema.choices.as_slice() else {
            return None;
        };
        let [one, other] = choices.members.as_slice() else {
            return None;
        };
        let is_list_of = |list: &NodeRef<'a>, value: &NodeRef<'a>| {
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
        let mut whole = without_choices(parts);
        whole.push(list);
        Some(whole)
    }

    /// The objects of a choice, each with what is beside the choice. The members of a choice in a choice count like its
    /// own. `None` if a member is neither an object nor null, or if there are too many to look at.
    fn objects(&self, parts: &[NodeRef<'a>]) -> Option<Vec<Schema<'a>>> {
        const MAX_SCHEMAS: usize = 200;
        let mut objects = Vec::new();
        let mut looked_at = 0;
        let mut waiting: Vec<Parts<'a>> = vec![parts.to_vec()];
        while let Some(parts) = waiting.pop() {
            looked_at += 1;
            let schema = self.schema(&parts);
            match schema.choices.as_slice() {
                [choices] if looked_at < MAX_SCHEMAS => {
                    let own = without_choices(&parts);
                    let members = choices.members.iter().rev().filter(|at| !is_null(**at));
                    waiting.extend(members.map(|member| {
                        let whole = own.iter().copied().chain([*member]);
                        whole.collect::<Parts<'a>>()
                    }));
                }
                [] if looked_at > 1
                    && schema.kinds == Kinds::OBJECT
                    && !schema.properties.is_empty() =>
                {
                    objects.push(schema);
                }
                _ => return None,
            }
        }
        Some(objects)
    }

    /// The objects of a choice between at least two, and their fields. `None` if it is not such a choice, or if a field
    /// cannot have the values of all of them. Fields of which `is_file` is true can have any.
    pub(super) fn several_objects(
        &self,
        parts: &[NodeRef<'a>],
        is_file: &dyn Fn(&Parts<'a>) -> bool,
    ) -> Option<Several<'a>> {
        let members = self.objects(parts).filter(|members| members.len() > 1)?;
        let mut fields: Vec<Field<'a>> = Vec::new();
        for member in &members {
            for property in &member.properties {
                let is_required = member.required.contains_key(property.name.value.as_str());
                let known = |field: &&mut Field<'a>| field.name.value == property.name.value;
                let Some(field) = fields.iter_mut().find(known) else {
                    fields.push(Field {
                        name: property.name,
                        forms: vec![property.parts.clone()],
                        required: usize::from(is_required),
                    });
                    continue;
                };
                field.required += usize::from(is_required);
                let mut forms = field.forms.iter();
                if !forms.any(|form| is_same(form, &property.parts)) {
                    field.forms.push(property.parts.clone());
                }
            }
        }
        let has_parts = |form: &Parts<'a>| {
            let schema = self.schema(form);
            schema.kinds.has(Kinds::LIST.with(Kinds::OBJECT)) || !schema.choices.is_empty()
        };
        let mut disputed = fields.iter().filter(|field| field.forms.len() > 1);
        let is_possible = disputed
            .all(|field| field.forms.iter().any(is_file) || !field.forms.iter().any(has_parts));
        is_possible.then_some(Several { members, fields })
    }

    /// Whether one of the values of a schema is the content of a file.
    pub(super) fn may_be_file(&self, parts: &[NodeRef<'a>]) -> bool {
        let mut seen: HashSet<Key> = HashSet::default();
        let mut waiting: Vec<Parts<'a>> = vec![parts.to_vec()];
        while let Some(parts) = waiting.pop() {
            let schema = self.schema(&parts);
            if is_file(&schema) {
                return true;
            }
            let members = schema.choices.iter().flat_map(|choice| &choice.members);
            let new = members.filter(|member| seen.insert(self.named_schema(**member).key()));
            waiting.extend(new.map(|member| vec![*member]));
        }
        false
    }
}

impl<'a> Types<'a> {
    /// The object with the fields of all objects of a choice, for a query that has no name for the whole. `None` if it
    /// is not such a choice, or if a field cannot have the values of all of them.
    pub(super) fn one_object(
        &mut self,
        parts: &[NodeRef<'a>],
        place: &TypePlace,
    ) -> Option<TypeExpr> {
        let files = self.files;
        let Several { members, fields } = files.several_objects(parts, &|_| false)?;
        let own = files.schema(&without_choices(parts));
        for choice in files.schema(parts).choices {
            let what = "which of the required fields go together";
            files.lose(what, Lost::Rule, choice.span);
        }
        Some(
            self.in_place_of(Span::default(), &own, place, &mut |types, index| {
                let fields = fields.iter().map(|field| {
                    let is_required = field.required == members.len();
                    types.field_of_several(field, is_required, index)
                });
                SchemaType::Type(TypeEntryKind::plain_object(
                    fields.collect(),
                    AdditionalFieldsEntry::Ignored,
                ))
            }),
        )
    }

    /// A field with the values of all its forms.
    pub(super) fn field_of_several(
        &mut self,
        field: &Field<'a>,
        is_required: bool,
        index: usize,
    ) -> FieldEntry {
        let place = TypePlace::property(index, &field.name.value, 0);
        if let [form] = field.forms.as_slice() {
            return self.value(field.name, form, is_required, &place);
        }
        let mut kinds = field.forms.iter().map(|form| {
            let schema = self.files.schema(form);
            (schema.kinds, schema.format, schema.values.is_some())
        });
        let first = kinds.next();
        let is_one = first.is_some_and(|form| !form.2 && kinds.all(|other| other == form));
        let mut of_all = match field.forms.first() {
            Some(form) if is_one => self.value(field.name, form, is_required, &place),
            _ => {
                let string = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), field.name.span);
                FieldEntry::optional(field.name.clone(), string)
            }
        };
        of_all.optional = !is_required;
        of_all.constraints = Default::default();
        of_all.default = None;
        of_all
    }
}

/// The objects of a choice.
pub(super) struct Several<'a> {
    pub(super) members: Vec<Schema<'a>>,
    pub(super) fields: Vec<Field<'a>>,
}

/// A field of several objects.
pub(super) struct Field<'a> {
    pub(super) name: &'a Spanned<String>,
    /// The different forms of the field in the objects.
    pub(super) forms: Vec<Parts<'a>>,
    /// The number of objects that require the field.
    pub(super) required: usize,
}

/// Whether two schemas are the same places of the document.
fn is_same(one: &Parts<'_>, other: &Parts<'_>) -> bool {
    one.iter()
        .map(|at| at.id())
        .eq(other.iter().map(|at| at.id()))
}
