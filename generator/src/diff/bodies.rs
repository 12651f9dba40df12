//! Bodies of requests: whether there is one, what it contains, and how large it may be.

use specsmith_runtime::codegen::BODY_LIMIT;

use super::contents::Offer;
use super::scalars::Relation;
use super::site::{Site, Spot, Step};
use super::values::Use;
use super::walk::{Context, Has, Walk};
use super::{Rule, schemas};
use crate::api::{Api, Body, ContentKind, Operation, Value};

/// The maximum size in bytes of a body that states no limit, unless the server is configured.
const LIMIT_OF_SERVERS: u64 = BODY_LIMIT as u64;

impl<'a> Walk<'a> {
    pub(super) fn bodies(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_spot, new_spot) = (Spot::Body(&old.name), Spot::Body(&new.name));
        let site = &site.at(Step::Name("body"), old_spot, new_spot);
        let (old, new) = match (&old.body, &new.body) {
            (None, None) => return,
            (Some(old), Some(new)) => (old, new),
            (Some(gone), None) => {
                let rule = match gone.optional {
                    true => Rule::OptionalBodyRemoved,
                    false => Rule::RequiredBodyRemoved,
                };
                let message = "requests no longer have a body".to_owned();
                return self.change_of(rule, context, site, Has::Old, message);
            }
            (None, Some(added)) => {
                let (rule, message) = match added.optional {
                    true => (Rule::OptionalBodyAdded, "requests may have a body"),
                    false => (Rule::RequiredBodyAdded, "requests have a body"),
                };
                return self.change_of(rule, context, site, Has::New, message.to_owned());
            }
        };
        let presence = match (old.optional, new.optional) {
            (true, false) => Some((Rule::BodyBecameRequired, "the body became required")),
            (false, true) => Some((Rule::BodyBecameOptional, "the body became optional")),
            (true, true) | (false, false) => None,
        };
        if let Some((rule, message)) = presence {
            self.change(rule, context, site, message.to_owned());
        }
        let offers = |body: &'a Body| -> Vec<Offer<'a>> {
            let contents = body.contents();
            let offers = contents.map(|(choice, content, rules)| Offer {
                name: choice.map(|choice| choice.name.as_str()),
                content,
                rules,
            });
            offers.collect()
        };
        self.contents(&offers(old), &offers(new), context, site);
        self.sizes_and_schemas(old, new, context, site);
    }

    fn sizes_and_schemas(
        &mut self,
        old: &'a Body,
        new: &'a Body,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let effective = |size: Option<u64>| size.unwrap_or(LIMIT_OF_SERVERS);
        let shown = |size: Option<u64>| match size {
            Some(size) => format!("{size} bytes"),
            None => format!("the limit of the server ({LIMIT_OF_SERVERS} bytes by default)"),
        };
        if effective(old.max_size) != effective(new.max_size) {
            let rule = match effective(new.max_size) > effective(old.max_size) {
                true => Rule::MaxSizeRaised,
                false => Rule::MaxSizeLowered,
            };
            let (old, new) = (shown(old.max_size), shown(new.max_size));
            let message = format!("the maximum size was {old}, and is {new}");
            self.change(rule, context, site, message);
        }
        if old.schema == new.schema {
            return;
        }
        let anything = &Value::Bool(true);
        let schemas = (
            old.schema.as_ref().unwrap_or(anything),
            new.schema.as_ref().unwrap_or(anything),
        );
        let has_both = old.schema.is_some() && new.schema.is_some();
        let types = (typed(self.old, old), typed(self.new, new));
        let relation = schemas::relation_of_typed((&types.0, schemas.0), (&types.1, schemas.1));
        let (rule, message) = match relation {
            Relation::Same => return,
            Relation::Narrower if has_both => (
                Rule::SchemaAdded,
                "it must satisfy a JSON Schema that allows less",
            ),
            Relation::Narrower => (Rule::SchemaAdded, "it must satisfy a JSON Schema"),
            Relation::Wider if has_both => (
                Rule::SchemaRemoved,
                "it must satisfy a JSON Schema that allows more",
            ),
            Relation::Wider => (
                Rule::SchemaRemoved,
                "it no longer has to satisfy a JSON Schema",
            ),
            Relation::Different => (
                Rule::SchemaChanged,
                "it must satisfy a different JSON Schema",
            ),
        };
        self.change(rule, context, site, message.to_owned());
    }
}

/// The schema of the type that values in JSON have; `true` if a body may be of several.
fn typed(api: &Api, body: &Body) -> Value {
    let mut contents = body.contents();
    match (contents.next(), contents.next()) {
        (Some((_, content, rules)), None) => match &content.kind {
            ContentKind::Json { envelope: None, ty } => schemas::typed(api, Use::Of(ty, rules)),
            ContentKind::Json { .. }
            | ContentKind::Empty
            | ContentKind::Page { .. }
            | ContentKind::Xml { .. }
            | ContentKind::Form { .. }
            | ContentKind::Multipart { .. }
            | ContentKind::Text
            | ContentKind::Binary
            | ContentKind::Lines { .. }
            | ContentKind::Events(_) => Value::Bool(true),
        },
        (Some(_), Some(_)) | (None, _) => Value::Bool(true),
    }
}
