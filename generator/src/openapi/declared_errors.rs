//! Errors that a document declares in the words of the spec language. What OpenAPI has words for, their headers and the
//! schemas of their bodies, is read from the response.

use super::references::NodeRef;
use super::type_places::{PlaceKind, TypePlace};
use super::types::Types;
use crate::api::Sensitivity;
use crate::diagnostic::Diagnostics;
use crate::document::{ErrorBodySection, ErrorContentEntry, ErrorEntry, FieldEntry};
use crate::extensions::{ERROR_BODY, ERRORS};
use crate::node::Node;
use crate::openapi::warnings::Topic;
use crate::spec;

/// The errors that a response or the document declares.
pub(super) fn read(types: &mut Types<'_>, node: &Node) -> Vec<ErrorEntry> {
    let mut found = Vec::new();
    for (key, node) in node.entries_at(ERRORS) {
        let error = checked(types, ERRORS, |diagnostics| {
            spec::read_error(key.clone(), node.clone(), diagnostics)
        });
        found.extend(error);
    }
    found
}

/// What a response says about its only error.
pub(super) fn complete<'a>(
    types: &mut Types<'a>,
    error: &mut ErrorEntry,
    content: ErrorContentEntry,
    headers: Vec<FieldEntry>,
    schema: Option<NodeRef<'a>>,
    operation: &str,
) {
    error.headers = headers;
    if error.body.is_some() {
        error.body = Some(content);
        return;
    }
    let Some(body) = types.components.error_body else {
        return;
    };
    let own = schema.and_then(|schema| {
        let mut members = schema.get("allOf")?.items();
        members.find(|member| member.node.get("$ref").is_none())
    });
    let envelope = body
        .node
        .get(ERROR_BODY)
        .and_then(|body| body.text_at("envelope"));
    let own = match envelope {
        Some(envelope) => own.and_then(|own| own.get("properties")?.get(envelope)),
        None => own,
    };
    error.fields = own.map_or_else(Vec::new, |own| fields(types, own, &[], operation));
}

/// The body that all errors have, if the document says which of its schemas this is.
pub(super) fn body(types: &mut Types<'_>) -> Option<ErrorBodySection> {
    let at = types.components.error_body?;
    let (key, node) = at.node.entry(ERROR_BODY)?;
    let mut section = checked(types, ERROR_BODY, |diagnostics| {
        ErrorBodySection::read(key, node.clone(), diagnostics)
    })?;
    section.notes = super::notes::notes(at.node);
    let detail = match &section.envelope {
        Some(envelope) => at
            .get("properties")
            .and_then(|properties| properties.get(&envelope.value))
            .and_then(|detail| types.files.follow(detail)),
        None => Some(at),
    };
    let known: Vec<String> = section.names().map(|name| name.value.clone()).collect();
    section.fields = detail.map_or_else(Vec::new, |at| fields(types, at, &known, ""));
    section.is_problem = section.fields.iter().all(has_only_type)
        && is_same(&section, &ErrorBodySection::problem(key.span));
    Some(section)
}

/// Whether a field has nothing but a name, a type and notes.
fn has_only_type(field: &FieldEntry) -> bool {
    let FieldEntry {
        name: _,
        rust_name,
        optional: _,
        is_always_sent: _,
        ty: _,
        constant,
        inherited: _,
        only_in,
        one_way,
        notes: _,
        sensitivity,
        constraints,
        media,
        default,
        stated_default: _,
        example,
        xml,
        style: _,
    } = field;
    let has_value = constant.is_some() || default.is_some() || example.is_some();
    let has_direction = only_in.is_some() || one_way.is_some();
    !has_value
        && !has_direction
        && rust_name.is_none()
        && xml.is_none()
        && media.is_empty()
        && constraints.is_empty()
        && *sensitivity == Sensitivity::Public
}

/// Whether two shapes of errors are the same.
fn is_same(one: &ErrorBodySection, other: &ErrorBodySection) -> bool {
    let said = |section: &ErrorBodySection| {
        let ErrorBodySection {
            is_problem: _,
            is_inferred: _,
            envelope,
            media,
            status,
            code,
            message,
            parameter,
            metadata,
            fields,
            values,
            notes,
        } = section;
        let names = [envelope, media, status, message];
        let roles = [code, parameter, metadata];
        let fields = fields.iter().map(|field| {
            let (name, ty) = (field.name.value.clone(), field.ty.to_string());
            (name, field.optional, ty, field.notes.clone())
        });
        let values = values
            .iter()
            .map(|(name, value)| (name.value.clone(), value.to_json()));
        (
            names.map(|name| name.as_ref().map(|name| name.value.clone())),
            roles.map(|role| {
                let role = role.as_ref();
                role.map(|role| (role.name.value.clone(), role.optional))
            }),
            fields.collect::<Vec<_>>(),
            values.collect::<Vec<_>>(),
            notes.clone(),
        )
    };
    said(one) == said(other)
}

/// The properties of a schema as fields, apart from those with these names.
fn fields<'a>(
    types: &mut Types<'a>,
    schema: NodeRef<'a>,
    except: &[String],
    operation: &str,
) -> Vec<FieldEntry> {
    let required = schema.node.items_at("required");
    let mut found = Vec::new();
    for (name, property) in schema.entries_at("properties") {
        if except.contains(&name.value) {
            continue;
        }
        let is_this = |node: &Node| node.as_text() == Some(name.value.as_str());
        let is_required = required.iter().any(is_this);
        let place = TypePlace::of_operation(operation, PlaceKind::Name(name.value.clone()));
        found.push(types.value(name, &vec![property], is_required, &place));
    }
    found
}

/// Whether a schema is the body that all errors have, with or without further fields.
pub(super) fn is_usual<'a>(types: &Types<'a>, schema: NodeRef<'a>) -> bool {
    let Some(body) = types.components.error_body else {
        return false;
    };
    let is_body = |at| {
        types
            .files
            .follow(at)
            .is_some_and(|at| at.id() == body.id())
    };
    let mut members = schema.get("allOf").into_iter().flat_map(NodeRef::items);
    is_body(schema) || members.any(is_body)
}

/// Reads a value in the words of the spec language. What is wrong with it is a warning.
fn checked<T>(
    types: &mut Types<'_>,
    name: &str,
    read: impl FnOnce(&mut Diagnostics) -> Option<T>,
) -> Option<T> {
    let mut diagnostics = Diagnostics::default();
    let value = read(&mut diagnostics);
    for diagnostic in &diagnostics {
        let what = format!("`{name}`: {}", diagnostic.message);
        let topic = Topic::WrongExtension;
        types.warnings.add(topic, diagnostic.span(), &what);
    }
    value.filter(|_| diagnostics.is_empty())
}
