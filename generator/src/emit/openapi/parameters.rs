//! Parameters.

use std::collections::BTreeSet;

use super::json_object::reference;
use super::scalars::count;
use super::schemas::{constant_schema, default, schema, secrecy};
use super::{Document, JsonObject, text};
use crate::api::{
    Api, Delimited, Location, Operation, PageParameter, Pager, PagerId, Parameter, PathSegment,
    Scalar, Style, Type, TypeRef, Value,
};
use crate::extensions::{IMPLIED, MULTI_SEGMENT, NAME};

/// The parameters of pagers.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let pagers = used_pagers(document.api);
    let parameters = pagers.flat_map(|pager| {
        pager
            .parameters
            .iter()
            .map(move |parameter| (pager, parameter))
    });
    let components = parameters.filter_map(|(pager, shared)| {
        let name = component(document.api, pager, shared)?;
        Some((name, parameter(document, shared, &shared.name)))
    });
    components.collect()
}

/// The pagers that some operation uses.
pub(super) fn used_pagers(api: &Api) -> impl Iterator<Item = &Pager> {
    let used: BTreeSet<PagerId> = api.operations.iter().filter_map(Operation::pager).collect();
    used.into_iter().map(|id| api.pager(id))
}

/// The component of a parameter of a pager.
fn component(api: &Api, pager: &Pager, parameter: &Parameter) -> Option<String> {
    let role = match parameter.page? {
        PageParameter::Offset => "offset",
        PageParameter::Number => "page_number",
        PageParameter::Cursor => "cursor",
        PageParameter::Limit => "limit",
    };
    Some(match api.pagers.len() {
        1 => role.to_owned(),
        _ => format!("{}_{role}", pager.name),
    })
}

/// The parameters of an operation. Path parameters have the names of the path.
pub(super) fn list(
    document: Document<'_>,
    operation: &Operation,
    path_names: &[&str],
) -> Vec<Value> {
    let mut path_names = path_names.iter();
    let pager = operation.pager().map(|id| document.api.pager(id));
    let parameters = operation.all_parameters();
    let list = parameters.iter().map(|parameter| {
        let own = match parameter.location {
            Location::Path => path_names.next().copied(),
            Location::Query | Location::Header | Location::Cookie => None,
        };
        let shared = pager.and_then(|pager| component(document.api, pager, parameter));
        let written = match shared {
            Some(name) => reference("parameters", &name),
            None => self::parameter(document, parameter, own.unwrap_or(&parameter.name))
                .with_flag(MULTI_SEGMENT, is_rest(operation, parameter))
                .with_flag(IMPLIED, is_of_signature(operation, parameter)),
        };
        written.into()
    });
    list.collect()
}

/// Whether the parameter is the rest of the path.
fn is_rest(operation: &Operation, parameter: &Parameter) -> bool {
    let mut path = operation.path.iter();
    let is_this = |segment: &PathSegment| matches!(segment, PathSegment::CatchAll(name) if *name == parameter.name);
    parameter.location == Location::Path && path.any(is_this)
}

/// Whether the signature of a webhook implies the parameter.
fn is_of_signature(operation: &Operation, parameter: &Parameter) -> bool {
    let is_signed = operation
        .webhook
        .as_ref()
        .is_some_and(|webhook| webhook.signature.is_some());
    is_signed && !operation.parameters.contains(parameter)
}

fn parameter(document: Document<'_>, parameter: &Parameter, name: &str) -> JsonObject {
    JsonObject::new()
        .with("name", name)
        .with("in", parameter.location.name())
        .and(description(document, parameter))
        .with_flag("required", !parameter.may_be_omitted())
        .and(written(document, parameter))
        .and(text::flags_of_parameter(&parameter.notes))
        .and(text::sensitivity(parameter.sensitivity))
        .with_option(NAME, parameter.rust_name.as_deref())
}

/// How the value is written: its schema, its style and an example.
fn written(document: Document<'_>, parameter: &Parameter) -> JsonObject {
    let schema = value(document, parameter);
    let example = parameter.example.clone();
    if parameter.style == Style::Json {
        let media_type = JsonObject::new()
            .with("schema", schema)
            .with_option("example", example);
        return JsonObject::new().with(
            "content",
            JsonObject::new().with("application/json", media_type),
        );
    }
    let has_form = matches!(parameter.location, Location::Query | Location::Cookie);
    // The other styles are the defaults of OpenAPI.
    let style = match parameter.style {
        Style::Comma | Style::Fields(Delimited::Comma) if has_form => Some(("form", false)),
        Style::Space | Style::Fields(Delimited::Space) => Some(("spaceDelimited", false)),
        Style::Pipe | Style::Fields(Delimited::Pipe) => Some(("pipeDelimited", false)),
        Style::Fields(Delimited::Pairs) => Some(("simple", true)),
        Style::Label | Style::Fields(Delimited::Label) => Some(("label", true)),
        Style::Matrix | Style::Fields(Delimited::Matrix) => Some(("matrix", true)),
        Style::Deep(_) => Some(("deepObject", true)),
        Style::Flat(_) => Some(("form", true)),
        Style::Single
        | Style::Repeated
        | Style::Comma
        | Style::Fields(Delimited::Comma)
        | Style::Json => None,
    };
    let object = match style {
        Some((style, explode)) => JsonObject::new()
            .with("style", style)
            .with("explode", explode),
        None => JsonObject::new(),
    };
    object
        .with_flag("allowReserved", parameter.allow_reserved)
        .with("schema", schema)
        .with_option("example", example)
}

/// The description of the parameter, or else of its type.
fn description(document: Document<'_>, parameter: &Parameter) -> JsonObject {
    let of_type = match &parameter.ty.ty {
        Type::Named(id) => text::repeated(&document.api.type_def(*id).notes),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    };
    text::described(&parameter.notes, of_type, [])
}

/// The schema of the value, with the constraints of its location.
fn value(document: Document<'_>, parameter: &Parameter) -> JsonObject {
    if let Some(constant) = &parameter.constant {
        return constant_schema(constant);
    }
    let rules = document.api.rules_in_place(parameter);
    // A named type is a reference, which can have `minLength` beside it: paths have no empty segments.
    let of_place = match parameter.ty.ty {
        Type::Named(_) => rules.min_length.map(count),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    };
    schema(document, &parameter.ty, &rules)
        .with_option("minLength", of_place)
        .and(secrecy(&parameter.ty, parameter.sensitivity))
        .with_option("default", default(&parameter.presence))
}

/// A header of a response.
pub(super) fn header(document: Document<'_>, header: &Parameter) -> JsonObject {
    JsonObject::new()
        .and(description(document, header))
        .with(
            "schema",
            header_schema(document, header)
                .and(secrecy(&header.ty, header.sensitivity))
                .and(text::sensitivity(header.sensitivity)),
        )
        .with_option("example", header.example.clone())
        .with_option(NAME, header.rust_name.as_deref())
        .and(text::flags_of_parameter(&header.notes))
}

/// The schema of a header of a response. `Location` and `Content-Location` may be relative (RFC 9110).
fn header_schema(document: Document<'_>, header: &Parameter) -> JsonObject {
    let names = ["location", "content-location"];
    let is_reference = names.contains(&header.name.to_ascii_lowercase().as_str());
    if !is_reference || header.ty.ty != Type::Scalar(Scalar::Uri) {
        return schema(document, &header.ty, &header.rules);
    }
    let text = TypeRef {
        ty: Type::Scalar(Scalar::String),
        ..header.ty.clone()
    };
    schema(document, &text, &header.rules).with("format", "uri-reference")
}
