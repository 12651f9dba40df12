//! The members of a union, including the members of unions inside it.

use super::super::kinds::Kinds;
use super::super::references::NodeRef;
use super::super::schema::{Parts, Schema, is_null};
use super::super::types::Types;
use super::candidates::{Candidate, given_tag};
use crate::node::NodeKind;
use crate::source::{Span, Spanned};

/// A member of a union.
#[derive(Clone)]
pub(super) struct Member<'a> {
    pub(super) parts: Parts<'a>,
    pub(super) schema: Schema<'a>,
    /// The name of the component that it refers to.
    pub(super) component: Option<String>,
    /// The key of that component in the document.
    pub(super) key: Option<&'a str>,
    /// The tag that `x-ms-discriminator-value` gives it.
    pub(super) tag: Option<Spanned<String>>,
    /// The node of that component, or of the member.
    pub(super) id: usize,
    pub(super) span: Span,
}

impl<'a> Member<'a> {
    pub(super) fn candidate(&self) -> Candidate<'_, 'a> {
        Candidate {
            schema: &self.schema,
            id: self.id,
            name: self.key,
            given: self.tag.clone(),
            span: self.span,
            is_base: false,
        }
    }

    pub(super) fn is_object(&self) -> bool {
        self.schema.kinds == Kinds::OBJECT && self.schema.choices.is_empty()
    }

    /// A name, if the document has one: the name of the component, or the title.
    pub(super) fn given_name(&self) -> Option<String> {
        let title = || self.schema.title.map(str::to_owned);
        self.component.clone().or_else(title)
    }
}

/// Adds a member, or the members of a member that is nothing but a choice itself.
pub(super) fn add_members<'a>(
    types: &Types<'a>,
    at: NodeRef<'a>,
    rest: &[NodeRef<'a>],
    nullable: &mut bool,
    members: &mut Vec<Member<'a>>,
    depth: usize,
) {
    if is_null(at) {
        *nullable = true;
        return;
    }
    // No value matches `false`.
    if matches!(at.node.kind, NodeKind::Bool(false)) {
        return;
    }
    let entries = at.node.entries();
    let inner = entries
        .iter()
        .find(|(key, _)| matches!(key.value.as_str(), "oneOf" | "anyOf"));
    let is_plain = entries.iter().all(|(key, _)| {
        matches!(
            key.value.as_str(),
            "oneOf" | "anyOf" | "description" | "title" | "nullable"
        )
    });
    if let (Some((_, inner)), true, true) = (inner, is_plain, depth < 16) {
        *nullable |= at.node.is_set("nullable");
        for member in inner.items() {
            add_members(types, at.with(member), rest, nullable, members, depth + 1);
        }
        return;
    }
    let target = types.files.reference(&[at]);
    if let Some(reference) = &target {
        *nullable |= reference.nullable || types.files.is_nullable(reference.target);
    }
    let place = target.map_or(at, |reference| reference.target);
    let place = types.files.named_schema(place);
    if members.iter().any(|member| member.id == place.id()) {
        return;
    }
    // A member that extends the schema of the choice has what is beside the choice already.
    let is_beside = |part: &&NodeRef<'a>| !types.files.extends(at, **part);
    let mut parts: Parts<'a> = rest.iter().filter(is_beside).copied().collect();
    parts.push(at);
    let schema = types.files.schema(&parts);
    let component = types.components.get(place);
    *nullable |= schema.nullable;
    members.push(Member {
        schema,
        component: component.map(|component| component.name.clone()),
        key: component.map(|component| component.key),
        tag: given_tag(place.node).or_else(|| given_tag(at.node)),
        id: place.id(),
        span: at.node.span,
        parts,
    });
}

/// The members. A union among them is replaced by its members.
pub(super) fn with_inner<'a>(
    types: &Types<'a>,
    members: &[Member<'a>],
    nullable: &mut bool,
) -> Vec<Member<'a>> {
    let mut found = Vec::new();
    for member in members {
        let schema = &member.schema;
        match schema.choices.as_slice() {
            [choices] if schema.properties.is_empty() => {
                for at in &choices.members {
                    add_members(types, *at, &[], nullable, &mut found, 0);
                }
            }
            _ => found.push(member.clone()),
        }
    }
    found
}
