//! Operations and webhooks.

use super::contents::{self, Kind, Media, Side};
use super::errors::Errors;
use super::extensions;
use super::fields::notes;
use super::names::Own;
use super::paging::{self, Said};
use super::parameters;
use super::paths::Path;
use super::references::At;
use super::responses;
use super::security::{Security, Stated, names_schemes, snake};
use super::servers::Servers;
use super::spelling;
use super::taken::Taken;
use super::types::Types;
use super::warnings::{Topic, Warnings};
use crate::api::{KeyPlace, Location, Method, Scalar, Status};
use crate::check;
use crate::document::{
    AccessEntry, BodyEntry, ContentExprKind, ErrorKey, FieldEntry, Notes, OperationEntry, Route,
    RouteSegment, TypeExpr, TypeExprKind, Validator, WebhookEntry,
};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

/// An operation of the document, before it is read.
pub(super) struct Found<'a> {
    pub(super) method: Method,
    pub(super) path: &'a Spanned<String>,
    /// The place of the method.
    pub(super) key: Span,
    pub(super) at: At<'a>,
    /// The lists of parameters of its path and its own. A later one replaces equal ones.
    parameters: Vec<At<'a>>,
    /// The servers of the operation or its path, if it has its own.
    servers: Option<At<'a>>,
    /// What the operation or its path says about security.
    pub(super) security: Option<Stated<'a>>,
    pub(super) name: String,
    /// Its group, if it has no tag.
    pub(super) group: Option<Spanned<String>>,
}

/// What belongs to an operation, and is not in its entry yet.
pub(super) struct Rest {
    /// The numbers of its errors.
    pub(super) errors: Vec<(usize, Span)>,
    /// What the document says about its pages.
    pub(super) pages: Option<Said>,
}

const METHODS: [(&str, Method); 8] = [
    ("get", Method::Get),
    ("put", Method::Put),
    ("post", Method::Post),
    ("delete", Method::Delete),
    ("options", Method::Options),
    ("head", Method::Head),
    ("patch", Method::Patch),
    ("trace", Method::Trace),
];

/// The keys of a path item that are not methods.
const ITEM_KEYS: [&str; 5] = ["$ref", "summary", "description", "parameters", "servers"];

/// The keys with operations of other methods, since OpenAPI 3.2.
const LATER_KEYS: [&str; 2] = ["query", "additionalOperations"];

/// The operations of other methods than those of OpenAPI 3.1.
fn later_methods(items: &[At<'_>]) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    for (key, value) in items.iter().flat_map(|item| item.node.entries()) {
        match key.value.as_str() {
            "query" => found.push(("QUERY".to_owned(), key.span)),
            "additionalOperations" => {
                let methods = value.entries().iter();
                found.extend(methods.map(|(method, _)| (method.value.clone(), method.span)));
            }
            _ => {}
        }
    }
    found
}

/// Where a parameter is that is the whole query, since OpenAPI 3.2. Its fields are parameters.
const WHOLE_QUERY: &str = "querystring";

/// Whether the content of a parameter is a form.
fn is_form(parameter: &Node) -> bool {
    let content = parameter.get("content").map_or(&[][..], Node::entries);
    let first = content.first().map(|(media, _)| media.value.as_str());
    first.is_some_and(|media| media.starts_with("application/x-www-form-urlencoded"))
}

/// The operations of a map from paths to path items, in their order.
pub(super) fn find<'a>(types: &mut Types<'a>, paths: At<'a>) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    for (path, node) in paths.node.entries() {
        if path.value.starts_with("x-") {
            continue;
        }
        let Some(item) = types.files.follow(paths.with(node)) else {
            continue;
        };
        // Keys next to a reference win.
        let own = paths.with(node);
        let items = if own.id() == item.id() {
            vec![item]
        } else {
            vec![own, item]
        };
        for (key, node) in items.iter().flat_map(|item| item.node.entries()) {
            let name = key.value.as_str();
            let is_read =
                ITEM_KEYS.contains(&name) || METHODS.iter().any(|(word, _)| *word == name);
            if !is_read && spelling::is_security(name) {
                let what = match names_schemes(node) {
                    true => {
                        "`security` belongs in operations; it is read as if all operations of this path had it, so callers need credentials"
                    }
                    false => {
                        "`security` belongs in operations, so it has no effect here: callers still need the credentials that the document requires"
                    }
                };
                types.warnings.add(Topic::Security, key.span, what);
            } else if !is_read && !LATER_KEYS.contains(&name) && !name.starts_with("x-") {
                types.warnings.add(Topic::Unread, key.span, name);
            }
        }
        for (method, span) in later_methods(&items) {
            let why = format!("routers and clients do not have the method `{method}`");
            types.warnings.add(Topic::Path, span, &why);
        }
        for (word, method) in METHODS {
            let entry = items.iter().find_map(|item| {
                let mut entries = item.node.entries().iter();
                let (key, node) = entries.find(|(key, _)| key.value == word)?;
                Some((key.span, item.with(node)))
            });
            if let Some((key, at)) = entry
                && matches!(at.node.kind, NodeKind::Map(_))
            {
                let of_path = || items.iter().find_map(|item| item.get("servers"));
                let of_item = || {
                    let mut items = items.iter();
                    items.find_map(|item| spelling::security_of_path(*item))
                };
                let owners = items.iter().rev().chain([&at]);
                found.push(Found {
                    method,
                    path,
                    key,
                    at,
                    parameters: owners.filter_map(|of| of.get("parameters")).collect(),
                    servers: at.get("servers").or_else(of_path),
                    security: spelling::security(at, spelling::OPERATION).or_else(of_item),
                    name: String::new(),
                    group: None,
                });
            }
        }
    }
    found.sort_by_key(|of| of.at.node.span.start());
    found
}

/// What all operations need.
pub(super) struct Context<'c> {
    pub(super) security: &'c mut Security,
    pub(super) errors: &'c mut Errors,
    pub(super) servers: &'c mut Servers,
    /// Who may call the operations that do not say it, if that is the default of the API too.
    pub(super) default_access: Option<&'c AccessEntry>,
    /// Who may call the operations that do not say it.
    pub(super) access: Option<&'c AccessEntry>,
}

/// Reads an operation; `None` if it has no route.
pub(super) fn read<'a>(
    types: &mut Types<'a>,
    found: &Found<'a>,
    context: &mut Context<'_>,
) -> Option<(OperationEntry, Rest)> {
    let path = match Path::read(&found.path.value) {
        Ok(path) => path.with_segments(&names_with_segments(types, found)),
        Err(why) => {
            types.warnings.add(Topic::Path, found.path.span, &why);
            return None;
        }
    };
    spelling::check(found.at.node, spelling::OPERATION, &mut types.warnings);
    let name = Spanned::new(found.name.clone(), place_of(found));
    let mut entry = empty(name, found.method, path.segments.clone(), found.key);
    entry.notes = operation_notes(found.at.node);
    entry.group = group(found.at.node).or_else(|| found.group.clone());
    entry.access = access(found, context, &mut types.warnings);
    let access = entry.access.clone();
    let access = access.as_ref().or(context.default_access);
    let security = &*context.security;
    let is_credential = |place, name: &str| security.is_credential(access, place, name);
    read_parameters(types, found, &path, is_credential, &mut entry);
    for (name, value) in &path.query {
        let is_header = |of: &FieldEntry| of.name.value.eq_ignore_ascii_case(name);
        let is_query = |of: &FieldEntry| of.name.value == *name;
        if !entry.query.iter().any(is_query) && !entry.headers.iter().any(is_header) {
            entry
                .query
                .push(parameters::constant(name, value, found.path.span));
        }
    }
    read_body(types, found, &mut entry);
    let errors = responses::read(types, found, context.errors, &mut entry);
    read_extensions(types, found, &mut entry);
    let servers = found.servers;
    entry.server = servers.and_then(|of| context.servers.own(of.node, &mut types.warnings));
    let pages = paging::said(found.at, &mut types.warnings);
    entry.responses.shrink_to_fit();
    for fields in [&mut entry.path, &mut entry.query, &mut entry.headers] {
        fields.shrink_to_fit();
    }
    Some((entry, Rest { errors, pages }))
}

/// The parameters whose values may have slashes.
fn names_with_segments<'a>(types: &Types<'a>, found: &Found<'a>) -> Vec<&'a str> {
    let nodes = found.parameters.iter().flat_map(|list| {
        let items = list.node.items().iter();
        items.filter_map(move |node| types.files.follow(list.with(node)))
    });
    let has_segments = |at: &At<'a>| {
        let keys = ["x-ms-skip-url-encoding", "x-multi-segment"];
        let mut keys = keys.iter().filter_map(|key| at.node.get(key));
        keys.any(Node::is_true)
    };
    let names = nodes.filter(has_segments);
    names
        .filter_map(|at| at.node.get("name")?.as_text())
        .collect()
}

/// Where the name of an operation is, or the operation.
fn place_of(found: &Found<'_>) -> Span {
    let id = found.at.node.get("operationId");
    id.map_or(found.key, |id| id.span)
}

pub(super) fn empty(
    name: Spanned<String>,
    method: Method,
    segments: Vec<RouteSegment>,
    span: Span,
) -> OperationEntry {
    OperationEntry {
        name,
        route: Route {
            method,
            segments,
            span,
        },
        group: None,
        notes: Notes::default(),
        server: None,
        access: None,
        uses: Vec::new(),
        path: Vec::new(),
        query: Vec::new(),
        headers: Vec::new(),
        cookies: Vec::new(),
        body: None,
        responses: Vec::new(),
        conditional: None,
        order: None,
        paging: None,
        idempotent: None,
        idempotency: None,
        errors: Vec::new(),
        webhook: None,
    }
}

/// The summary, and the description unless it says the same.
fn operation_notes(node: &Node) -> Notes {
    let text = |key: &str| {
        let text = node.get(key).and_then(Node::as_text);
        text.and_then(super::fields::tidy)
    };
    let summary = text("summary").map(|summary| {
        let is_sentence = summary.ends_with(['.', '!', '?', ':']);
        if is_sentence {
            summary
        } else {
            format!("{summary}.")
        }
    });
    let mut found = notes(node);
    found.doc = match (summary, text("description")) {
        (Some(summary), Some(description)) => {
            let plain = summary.trim_end_matches('.');
            match description.starts_with(plain) {
                true => Some(description),
                false => Some(format!("{summary}\n\n{description}")),
            }
        }
        (Some(only), None) | (None, Some(only)) => Some(only),
        (None, None) => None,
    };
    found
}

/// The first tag.
fn group(node: &Node) -> Option<Spanned<String>> {
    let tag = node.get("tags")?.items().first()?;
    let text = tag.scalar_text()?;
    Some(Spanned::new(snake(&text, "group"), tag.span))
}

fn access(
    found: &Found<'_>,
    context: &mut Context<'_>,
    warnings: &mut Warnings,
) -> Option<AccessEntry> {
    let own = found.security;
    let own = own.and_then(|stated| context.security.access(stated, warnings));
    match own {
        Some(access) => Some(access),
        None if context.default_access.is_some() => None,
        None if context.access.is_some() => context.access.cloned(),
        None => Some(AccessEntry {
            span: found.at.node.span,
            alternatives: vec![crate::document::AlternativeEntry {
                name: Spanned::new("none".to_owned(), found.at.node.span),
                scopes: None,
            }],
        }),
    }
}

fn read_parameters<'a>(
    types: &mut Types<'a>,
    found: &Found<'a>,
    path: &Path,
    is_credential: impl Fn(KeyPlace, &str) -> bool,
    entry: &mut OperationEntry,
) {
    let mut all: Vec<(At<'a>, Spanned<String>, Location)> = Vec::new();
    let left_out = |types: &mut Types<'a>, name: &Spanned<String>, why: &str| {
        types.warnings.add(Topic::Parameter, name.span, why);
    };
    for list in &found.parameters {
        let mut own: Vec<usize> = Vec::new();
        for node in list.node.items() {
            let Some(at) = types.files.follow(list.with(node)) else {
                continue;
            };
            let place = at.node.get("in").and_then(Node::as_text);
            let is_text = place == Some(WHOLE_QUERY) && !is_form(at.node);
            let Some((name, location)) = identity(at).filter(|_| !is_text) else {
                let why = match place {
                    Some(WHOLE_QUERY) => "only a form can be the whole query",
                    Some("body" | "formData") => "a body has to be in the file that refers to it",
                    _ => {
                        warn_of_identity(at.node, &mut types.warnings);
                        continue;
                    }
                };
                types.warnings.add(Topic::Parameter, at.node.span, why);
                continue;
            };
            let known = all
                .iter()
                .position(|(_, known, place)| *place == location && known.value == name.value);
            let place = known.unwrap_or(all.len());
            match all.get_mut(place) {
                Some(known) => {
                    if own.contains(&place) && known.0.id() != at.id() {
                        let why = "a later one in the same list has the same name and place";
                        left_out(types, &known.1, why);
                    }
                    *known = (at, name, location);
                }
                None => all.push((at, name, location)),
            }
            own.push(place);
        }
    }
    for (at, name, location) in &all {
        let text = name.value.as_str();
        let is_credential = |place| is_credential(place, text);
        match location {
            Location::Path => {
                let is_it = |of: &str| of == text || of.trim_matches(['+', '*']) == text;
                let routed = path.parameters.iter().find(|(of, _)| is_it(of));
                let Some((_, routed)) = routed else {
                    let in_query = path.in_query.iter().find(|(_, of)| of == text);
                    let is_again = |(_, other, of): &(At<'a>, Spanned<String>, Location)| {
                        *of == Location::Query
                            && in_query.is_some_and(|(name, _)| *name == other.value)
                    };
                    if all.iter().any(is_again) {
                        // The parameter of the query says more.
                    } else if let Some((name, _)) = in_query {
                        let name = Spanned::new(name.clone(), at.node.span);
                        let field = types.parameter(*at, &name, Location::Query, &found.name);
                        entry.query.extend(field);
                    } else {
                        let why = format!("the path has no `{{{text}}}`");
                        left_out(types, name, &why);
                    }
                    continue;
                };
                if entry.path.iter().any(|of| of.name.value == *routed) {
                    continue;
                }
                let name = Spanned::new(routed.clone(), name.span);
                let required = at.node.get("required");
                if let Some(required) =
                    required.filter(|of| matches!(of.kind, NodeKind::Bool(false)))
                {
                    let why = "in every request: without it, the path would be another one";
                    types.warnings.add(Topic::Style, required.span, why);
                }
                let field = types.parameter(*at, &name, *location, &found.name);
                types.set_prefix(*at, field.as_ref(), &mut entry.route.segments);
                entry.path.extend(field);
            }
            Location::Query if is_credential(KeyPlace::Query) => {}
            Location::Query => {
                let field = types.parameter(*at, name, *location, &found.name);
                entry.query.extend(field);
            }
            Location::Header if is_credential(KeyPlace::Header) => {}
            // OpenAPI says that other parts of the document describe these.
            Location::Header if is_described_elsewhere(text) => {
                let is_authorization = text.eq_ignore_ascii_case("authorization");
                let is_open = |access: &AccessEntry| {
                    access.alternatives.iter().all(|of| of.name.value == "none")
                };
                if is_authorization && entry.access.as_ref().is_some_and(is_open) {
                    let why = "a security scheme describes this header, and `security` of this operation names none";
                    left_out(types, name, why);
                }
            }
            Location::Header if check::is_own_header(text) => {
                left_out(
                    types,
                    name,
                    "clients and servers write this header themselves",
                );
            }
            Location::Header => {
                let is_known = |of: &FieldEntry| of.name.value.eq_ignore_ascii_case(text);
                if let Some(known) = entry.headers.iter().find(|of| is_known(of)) {
                    let known = &known.name.value;
                    let why = format!("it is the same header as `{known}`");
                    left_out(types, name, &why);
                } else {
                    let field = types.parameter(*at, name, *location, &found.name);
                    entry.headers.extend(field);
                }
            }
            Location::Cookie if is_credential(KeyPlace::Cookie) => {}
            Location::Cookie => {
                let field = types.parameter(*at, name, *location, &found.name);
                entry.cookies.extend(field);
            }
        }
    }
    for (name, of) in &path.in_query {
        let is_known = |known: &FieldEntry| known.name.value == *name;
        if entry.query.iter().any(is_known) || is_credential(KeyPlace::Query, name) {
            continue;
        }
        let why = format!("as text: the path has `{of}`, but the document does not declare it");
        types.warnings.add(Topic::Style, found.path.span, &why);
        let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), found.path.span);
        let name = Spanned::new(name.clone(), found.path.span);
        // In `{?limit}`, the value may be absent.
        entry.query.push(match name.value == *of {
            true => FieldEntry::optional(name, ty),
            false => FieldEntry::required(name, ty),
        });
    }
    // The parameters of a joined segment, and those that the document does not declare.
    for (of, routed) in &path.parameters {
        let in_route = entry
            .route
            .segments
            .iter()
            .flat_map(RouteSegment::parameters);
        let is_in_route = in_route.into_iter().any(|name| name == routed);
        let is_declared = entry.path.iter().any(|of| of.name.value == *routed);
        if is_in_route && !is_declared {
            let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), found.path.span);
            let name = Spanned::new(routed.clone(), found.path.span);
            let is_written = |end: char| found.path.value.contains(&format!("{{{of}{end}"));
            let is_one = is_written('}') || is_written(':');
            let why = match is_one {
                true => {
                    format!("as text: the path has `{of}`, but the document does not declare it")
                }
                false => {
                    format!("as a part of `{of}`: nothing in the path is between two parameters")
                }
            };
            types.warnings.add(Topic::Style, found.path.span, &why);
            entry.path.push(FieldEntry::required(name, ty));
        }
    }
    let names = entry
        .route
        .segments
        .iter()
        .flat_map(RouteSegment::parameters);
    let names: HashSet<String> = names.map(str::to_owned).collect();
    entry.path.retain(|of| names.contains(&of.name.value));
}

/// Whether other parts of a document say what a header is: contents, and security schemes.
fn is_described_elsewhere(header: &str) -> bool {
    let names = ["accept", "authorization", "content-type"];
    names.iter().any(|name| header.eq_ignore_ascii_case(name))
}

/// The name and the place of a parameter.
fn identity(at: At<'_>) -> Option<(Spanned<String>, Location)> {
    let name = at.node.get("name")?;
    let location = match at.node.get("in")?.as_text()? {
        "path" => Location::Path,
        "query" | WHOLE_QUERY => Location::Query,
        "header" => Location::Header,
        "cookie" => Location::Cookie,
        _ => return None,
    };
    let text = name.scalar_text()?;
    (!text.is_empty()).then(|| (Spanned::new(text, name.span), location))
}

/// Warns of a parameter without a name, or whose place is not one that parameters have.
fn warn_of_identity(parameter: &Node, warnings: &mut Warnings) {
    const PLACES: [&str; 5] = ["path", "query", "header", "cookie", WHOLE_QUERY];
    let places = || PLACES.iter().copied();
    let (key, why) = match parameter.get("in").map(|place| (place, place.as_text())) {
        Some((_, Some(text))) if PLACES.contains(&text) => ("name", "it has no name".to_owned()),
        Some((place, _)) => {
            let text = place.scalar_text().unwrap_or_default();
            ("in", format!("`{text}` is not a place of parameters"))
        }
        None => ("in", "it has no `in`".to_owned()),
    };
    let place = parameter.get("in").and_then(Node::as_text);
    let help = match place.and_then(|text| closest(text, places())) {
        _ if key == "name" => "add `name`".to_owned(),
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`in` is one of {}", listed(places())),
    };
    warnings.add_with_help(Topic::Parameter, parameter.span, &why, help);
}

fn read_body<'a>(types: &mut Types<'a>, found: &Found<'a>, entry: &mut OperationEntry) {
    let Some(body) = found.at.get("requestBody") else {
        return;
    };
    let Some(body) = types.files.follow(body) else {
        return;
    };
    spelling::check(body.node, spelling::BODY, &mut types.warnings);
    let Some(content) = body.get("content") else {
        return;
    };
    if matches!(found.method, Method::Head | Method::Trace) {
        let why = format!("a {} request has none", found.method.name());
        types.warnings.add(Topic::Body, body.node.span, &why);
        return;
    }
    let media = types.media(content);
    const KINDS: [Kind; 7] = [
        Kind::Json,
        Kind::Multipart,
        Kind::Form,
        Kind::Lines,
        Kind::Text,
        Kind::Binary,
        Kind::Events,
    ];
    let Some(chosen) = types.chosen(&media, &KINDS, Side::Request) else {
        return;
    };
    let main = chosen.main;
    let is_request = |kind: Kind| kind != Kind::Events;
    let others: Vec<_> = chosen
        .others
        .into_iter()
        .filter(|of| is_request(of.kind))
        .collect();
    let role = "Body";
    let read = |types: &mut Types<'a>, media: &Media<'a>, alike: &[&Media<'a>]| {
        let own = Own::Role(role.to_owned());
        let content = types.content(media, alike, &found.name, own, true);
        if matches!(content.expr.kind, ContentExprKind::Events(_)) {
            types.note_content(media, "a request is not an event stream");
            return contents::bytes(media.name.span);
        }
        content
    };
    let content = read(types, main, &chosen.alike);
    let mut taken = Taken::default();
    let choice = (!others.is_empty()).then(|| contents::choice(main, &mut taken));
    let others = others
        .into_iter()
        .map(|media| {
            let choice = contents::choice(media, &mut taken);
            (choice, read(types, media, &[]))
        })
        .collect();
    let is_required = body.node.get("required").is_some_and(Node::is_true);
    let is_json = matches!(content.expr.kind, ContentExprKind::Json(_)) && choice.is_none();
    for schema in media.iter().filter_map(|of| of.schema) {
        types.files.note_unchecked(schema, is_json);
    }
    let schema = main.schema.filter(|_| is_json);
    let schema = schema.and_then(|schema| types.files.beyond_type(schema));
    entry.body = Some(Box::new(BodyEntry {
        content,
        choice,
        others,
        // A body that is null says as much as none.
        optional: !is_required || types.is_nullable(main),
        max_size: extensions::max_size(body.node, &mut types.warnings),
        schema,
        notes: notes(body.node),
    }));
}

/// Reads the keys that OpenAPI has no word for. What they declare again is theirs.
fn read_extensions(types: &mut Types<'_>, found: &Found<'_>, entry: &mut OperationEntry) {
    let keys = extensions::operation(found.at.node, &mut types.warnings);
    entry.idempotent = keys.idempotent;
    entry.idempotency = keys.idempotency.map(|mut idempotency| {
        let name = &idempotency.header.value;
        let is_header = |of: &FieldEntry| of.name.value.eq_ignore_ascii_case(name);
        let header = entry.headers.iter().position(is_header);
        if let Some(header) = header.map(|at| entry.headers.remove(at)) {
            idempotency.optional = header.optional;
        }
        idempotency
    });
    if let Some(conditional) = &keys.conditional {
        let is_condition = |of: &FieldEntry| {
            let name = of.name.value.to_ascii_lowercase();
            conditional
                .validators
                .iter()
                .any(|validator| match validator.value {
                    Validator::ETag => matches!(&*name, "if-match" | "if-none-match" | "etag"),
                    Validator::LastModified => matches!(
                        &*name,
                        "if-modified-since" | "if-unmodified-since" | "last-modified"
                    ),
                })
        };
        entry.headers.retain(|of| !is_condition(of));
        for response in &mut entry.responses {
            response.headers.retain(|of| !is_condition(of));
        }
        entry
            .responses
            .retain(|of| of.status.value != Status::Exact(304));
    }
    // A documented 304 says so too.
    entry.conditional = keys.conditional.or(entry.conditional.take());
}

/// Reads a webhook, or a callback.
pub(super) fn webhook<'a>(types: &mut Types<'a>, found: &Found<'a>) -> Option<OperationEntry> {
    if !matches!(
        found.method,
        Method::Post | Method::Put | Method::Patch | Method::Delete
    ) {
        types.warnings.add(
            Topic::Path,
            found.path.span,
            "a webhook is a POST, PUT, PATCH or DELETE request",
        );
        return None;
    }
    let name = Spanned::new(found.name.clone(), place_of(found));
    // To its receiver, it is an operation at a path with its name.
    let segments = vec![RouteSegment::Literal(found.name.clone())];
    let mut entry = empty(name, found.method, segments, found.key);
    entry.notes = operation_notes(found.at.node);
    let path = Path {
        segments: Vec::new(),
        parameters: Vec::new(),
        query: Vec::new(),
        in_query: Vec::new(),
    };
    if let Some(security) = found.security {
        let what = "the credentials of webhooks and callbacks are left to your code";
        let span = security.at.node.span;
        types.warnings.add(Topic::Security, span, what);
    }
    read_parameters(types, found, &path, |_, _| false, &mut entry);
    entry.path.clear();
    read_body(types, found, &mut entry);
    if let Some(body) = &mut entry.body {
        body.choice = None;
        body.others.clear();
        let kind = &body.content.expr.kind;
        let is_whole = matches!(
            kind,
            ContentExprKind::Json(_) | ContentExprKind::Form(_) | ContentExprKind::Text
        );
        if !is_whole {
            let why = "a webhook is sent whole: as JSON, a form or text";
            let span = body.content.expr.span;
            types.warnings.add(Topic::Body, span, why);
            entry.body = None;
        }
    }
    entry.webhook = Some(WebhookEntry { signature: None });
    Some(entry)
}

/// The keys of the errors of an operation.
pub(super) fn error_keys(read: &[(usize, Span)], keys: &[ErrorKey]) -> Vec<Spanned<ErrorKey>> {
    let mut seen = HashSet::default();
    let keys = read.iter().filter_map(|(number, span)| {
        let key = keys.get(*number)?;
        Some(Spanned::new(key.clone(), *span))
    });
    keys.filter(|key| seen.insert(key.value.clone())).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::source::SourceFile;

    #[test]
    fn parameters_beside_a_reference_replace_those_of_its_target() {
        let document = "openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    $ref: '#/components/pathItems/Books'
    parameters:
      - { name: kind, in: query, schema: { type: string } }
      - { name: size, in: query, schema: { type: integer } }
components:
  pathItems:
    Books:
      parameters:
        - { name: page, in: query, schema: { type: string } }
        - { name: size, in: query, schema: { type: string } }
      get:
        parameters: [{ name: kind, in: query, schema: { type: boolean } }]
        responses: { 204: { description: OK } }
";
        let text = crate::convert(&SourceFile::new("books.yaml", document))
            .unwrap()
            .text;
        for parameter in ["page?: string", "size?: integer", "kind?: boolean"] {
            assert!(text.contains(parameter), "{parameter}: {text}");
        }
    }
}
