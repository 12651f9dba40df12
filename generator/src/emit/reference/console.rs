//! What the request console knows about the operations, as JSON: how the parts of a request are written, and
//! examples of their values.

use super::html::{Html, operation_anchor};
use crate::api::{
    Api, Body, ContentKind, Delimited, FieldStyle, KeyPlace, Lists, Openness, Operation, Parameter,
    PartKind, Presence, Requirement, Scalar, Server, Style, Type, TypeKind, TypeRef, Value,
};
use crate::emit::samples::literals::visible;
use crate::emit::samples::request::{self, Credential, is_shown};
use crate::emit::samples::{self, values};

/// Where the page sends requests, as sources of a content security policy: its own origin, and the origins of the
/// servers.
pub(super) fn sources(api: &Api) -> Vec<String> {
    let mut sources = vec!["'self'".to_owned()];
    for origin in api.servers.iter().filter_map(origin) {
        if !sources.contains(&origin) {
            sources.push(origin);
        }
    }
    sources
}

/// The scheme, the host and the port of a server, if a policy can name them.
fn origin(server: &Server) -> Option<String> {
    let url = server.default_url()?;
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split('/').next()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:".contains(c);
    let is_web = scheme == "https" || scheme == "http";
    (is_web && !host.is_empty() && host.chars().all(is_plain)).then(|| format!("{scheme}://{host}"))
}

/// All operations by their anchors, as JSON in a `<script>` element.
pub(super) fn operations(api: &Api) -> Html {
    let operations = api.operations.iter();
    let operations = operations.map(|called| (operation_anchor(called), operation(api, called)));
    let json = visible(Value::Object(operations.collect()).to_string());
    // Nothing in it may end the element.
    Html::trusted(json.replace('<', "\\u003c"))
}

/// An object without the fields that have no value.
fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    let fields = fields.into_iter();
    let fields = fields.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(fields.collect())
}

fn text(text: &str) -> Option<Value> {
    Some(text.into())
}

/// A list, which is absent if it is empty.
fn list(items: impl Iterator<Item = Value>) -> Option<Value> {
    let items: Vec<Value> = items.collect();
    (!items.is_empty()).then_some(Value::List(items))
}

/// A flag, which is absent if it is not set.
fn flag(is_set: bool) -> Option<Value> {
    is_set.then_some(Value::Bool(true))
}

fn operation(api: &Api, operation: &Operation) -> Value {
    let auth = api.auth.iter();
    let keys = auth.flat_map(|auth| {
        let required = auth.required(&operation.access);
        required.map(|required_scheme| {
            requirement(
                required_scheme,
                &request::credentials(auth, required_scheme),
            )
        })
    });
    let parameters = operation.parameters.iter();
    let parameters = parameters.map(|sent| parameter(api, sent));
    let body = operation.body.as_ref();
    let server = operation.server.map(|id| api.server(id).shown_url());
    object([
        ("method", text(operation.method.name())),
        ("path", text(&api.template(operation))),
        ("server", server.map(Value::Text)),
        ("keys", list(keys)),
        ("keyOptional", flag(operation.access.optional)),
        ("parameters", list(parameters)),
        ("body", body.and_then(|body| self::body(api, body))),
    ])
}

/// The credentials that meet a requirement.
fn requirement(requirement: Requirement<'_>, credentials: &[Credential]) -> Value {
    let parts = credentials.iter().map(|credential| match credential {
        Credential::Basic { name, password } => object([
            ("in", text("basic")),
            ("variable", text(name)),
            ("password", text(password)),
        ]),
        Credential::Key {
            place,
            name,
            prefix,
            variable,
        } => object([
            ("in", text(place.name())),
            ("name", text(name)),
            (
                "prefix",
                text(prefix).filter(|_| *place == KeyPlace::Header),
            ),
            ("variable", text(variable)),
        ]),
    });
    object([
        ("name", text(requirement.name())),
        ("parts", Some(Value::List(parts.collect()))),
    ])
}

fn parameter(api: &Api, parameter: &Parameter) -> Value {
    let place = parameter.location.name();
    let (style, lists) = match parameter.style {
        Style::Single | Style::Repeated => (None, None),
        Style::Comma | Style::Fields(Delimited::Comma) => (Some("comma"), None),
        Style::Space | Style::Fields(Delimited::Space) => (Some("space"), None),
        Style::Pipe | Style::Fields(Delimited::Pipe) => (Some("pipe"), None),
        Style::Fields(Delimited::Pairs) => (Some("pairs"), None),
        Style::Label | Style::Fields(Delimited::Label) => (Some("label"), None),
        Style::Matrix | Style::Fields(Delimited::Matrix) => (Some("matrix"), None),
        Style::Deep(lists) => (Some("deep"), Some(lists)),
        Style::Flat(lists) => (Some("flat"), Some(lists)),
        Style::Json => (Some("json"), None),
    };
    let is_list =
        matches!(parameter.ty.ty, Type::List(_)) && style != Some("json") && lists.is_none();
    let kind = match (style, is_list) {
        _ if matches!(parameter.style, Style::Fields(_)) => Some("fields"),
        (_, true) => Some("list"),
        (Some("deep" | "flat" | "json"), _) => Some("json"),
        (_, false) => None,
    };
    let value = values::of_parameter(api, parameter).map(|value| match (value, kind) {
        (Value::List(items), Some("list")) => {
            let items: Vec<String> = items.iter().map(Value::to_plain).collect();
            items.join("\n")
        }
        (value, Some(_)) => value.to_json(),
        (value, None) => value.to_plain(),
    });
    object([
        ("name", text(&parameter.name)),
        ("in", text(place)),
        ("style", style.map(Value::from)),
        ("lists", lists.and_then(self::lists)),
        ("kind", kind.map(Value::from)),
        ("required", flag(parameter.is_required())),
        ("shown", flag(is_shown(api, parameter))),
        ("constant", flag(parameter.constant.is_some())),
        ("values", choices(api, &parameter.ty)),
        ("value", value.map(Value::Text)),
    ])
}

/// How lists within objects are written, unless they are repeated.
fn lists(lists: Lists) -> Option<Value> {
    match lists {
        Lists::Repeated => None,
        Lists::Brackets => text("brackets"),
        Lists::Indexed => text("indexed"),
    }
}

/// The values of a type, if there are few.
fn choices(api: &Api, ty: &TypeRef) -> Option<Value> {
    match ty.ty {
        Type::Scalar(Scalar::Boolean) => Some(Value::List(vec!["true".into(), "false".into()])),
        Type::Named(id) => {
            let values = api.type_def(id).enumeration();
            let values = values.filter(|values| values.open != Openness::Open)?;
            let values = values.on_the_wire();
            let values = values.map(|value| Value::Text(value.to_plain()));
            Some(Value::List(values.collect()))
        }
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    }
}

fn body(api: &Api, body: &Body) -> Option<Value> {
    let content = &body.content;
    let example = samples::request_value(api, body);
    let json = example.map(|value| content.wrapped(value).to_json());
    let (kind, value, lists, parts) = match &content.kind {
        ContentKind::Empty | ContentKind::Events(_) => return None,
        ContentKind::Json { .. } | ContentKind::Page { .. } => ("json", json, None, None),
        ContentKind::Form { lists, .. } => ("form", json, self::lists(*lists), None),
        ContentKind::Multipart { ty, .. } => ("multipart", None, None, Some(parts(api, ty))),
        ContentKind::Xml { .. } | ContentKind::Text => ("text", None, None, None),
        ContentKind::Lines { ty } => {
            let lines = values::of_variants(api, ty);
            let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
            ("text", Some(lines.join("\n")), None, None)
        }
        ContentKind::Binary => ("file", None, None, None),
    };
    Some(object([
        ("kind", text(kind)),
        ("media", text(samples::media_of(&content.media))),
        ("optional", flag(body.optional)),
        ("required", required(api, &content.kind)),
        ("lists", lists),
        ("styles", styles(&content.kind)),
        ("parts", parts),
        ("value", value.map(Value::Text)),
    ]))
}

/// The fields that a body must have, for a body that is written as one JSON value.
fn required(api: &Api, kind: &ContentKind) -> Option<Value> {
    let (ContentKind::Json { ty, .. } | ContentKind::Form { ty, .. }) = kind else {
        return None;
    };
    let TypeKind::Object(object) = &api.type_def(ty.named()?).kind else {
        return None;
    };
    let fields = object.fields.iter();
    let fields = fields.filter(|field| field.presence == Presence::Required);
    let fields = fields.map(|field| field.name.as_str());
    let constants = object.constants.iter().filter(|constant| constant.required);
    let constants = constants.map(|constant| constant.name.as_str());
    list(constants.chain(fields).map(Value::from))
}

/// The fields of a form that are not written with brackets.
fn styles(kind: &ContentKind) -> Option<Value> {
    let ContentKind::Form { styles, .. } = kind else {
        return None;
    };
    let styles = styles.iter().map(|(name, style)| {
        let style = match style {
            FieldStyle::Comma => "comma",
            FieldStyle::Space => "space",
            FieldStyle::Pipe => "pipe",
            FieldStyle::Json => "json",
            FieldStyle::JsonItems => "items",
        };
        (name.clone(), Value::from(style))
    });
    let styles: Vec<(String, Value)> = styles.collect();
    (!styles.is_empty()).then_some(Value::Object(styles))
}

/// The parts of a multipart form.
fn parts(api: &Api, ty: &TypeRef) -> Value {
    let Some(TypeKind::Object(object)) = ty.named().map(|id| &api.type_def(id).kind) else {
        return Value::List(Vec::new());
    };
    let parts = object.fields.iter().map(|field| {
        let part = api.part_kind(field);
        let kind = match part {
            PartKind::Text => None,
            PartKind::Json => text("json"),
            PartKind::File => text("file"),
        };
        let is_file = part == PartKind::File;
        let written = |value: &Value| match part {
            PartKind::Json => value.to_string(),
            PartKind::Text | PartKind::File => value.to_plain(),
        };
        let value = values::of_field(api, field).filter(|_| !is_file);
        let value = value.map(|value| match value {
            Value::List(items) if matches!(field.ty.ty, Type::List(_)) => {
                let items: Vec<String> = items.iter().map(written).collect();
                items.join("\n")
            }
            value => written(&value),
        });
        let is_required = field.presence == Presence::Required;
        self::object([
            ("name", text(&field.name)),
            ("kind", kind),
            ("list", flag(matches!(field.ty.ty, Type::List(_)))),
            ("required", flag(is_required)),
            ("values", choices(api, &field.ty)),
            ("value", value.filter(|_| is_required).map(Value::Text)),
        ])
    });
    Value::List(parts.collect())
}
