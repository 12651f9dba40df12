//! Swagger 2.0: what it writes elsewhere than OpenAPI 3 moves to where OpenAPI 3 has it. `definitions`, `parameters` and
//! `responses` stay where they are, so references to them stay true.

use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

type Entries = Vec<(Spanned<String>, Node)>;

const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];
const MULTIPART: &str = "multipart/form-data";
const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// Whether the root of a file is Swagger 2.0.
pub(super) fn is_swagger(root: &Node) -> bool {
    let version = root.get("swagger").and_then(Node::scalar_text);
    version.is_some_and(|version| version.trim() == "2" || version.trim().starts_with("2."))
}

/// Makes a Swagger document one of OpenAPI 3.
pub(super) fn upgrade(root: &mut Node) {
    let defaults = Defaults {
        consumes: media_types(root, "consumes").unwrap_or_default(),
        produces: media_types(root, "produces").unwrap_or_default(),
        parameters: root.get("parameters").cloned(),
    };
    let servers = servers(root);
    let Some(entries) = entries_mut(root) else {
        return;
    };
    if let Some((key, definitions)) = take(entries, "securityDefinitions") {
        let schemes = map(definitions.span, security_schemes(definitions));
        let key_of_schemes = Spanned::new("securitySchemes".to_owned(), key.span);
        let components = map(schemes.span, vec![(key_of_schemes, schemes)]);
        entries.push((Spanned::new("components".to_owned(), key.span), components));
    }
    entries.extend(servers);
    for (key, section) in entries {
        let Some(items) = entries_mut(section) else {
            continue;
        };
        match key.value.as_str() {
            "paths" => items
                .iter_mut()
                .for_each(|(_, item)| defaults.path_item(item)),
            "parameters" => items.iter_mut().for_each(|(_, item)| set_explode(item)),
            "responses" => items
                .iter_mut()
                .for_each(|(_, item)| response(item, &defaults.produces)),
            _ => {}
        }
    }
}

/// What operations have unless they say otherwise.
struct Defaults {
    consumes: Vec<Spanned<String>>,
    produces: Vec<Spanned<String>>,
    /// Parameters that operations refer to.
    parameters: Option<Node>,
}

impl Defaults {
    fn path_item(&self, item: &mut Node) {
        let Some(entries) = entries_mut(item) else {
            return;
        };
        let shared = entries
            .iter_mut()
            .find(|(key, _)| key.value == "parameters");
        let shared = shared.map_or_else(Vec::new, |(_, list)| self.take_body(list));
        for (key, operation) in entries {
            if METHODS.contains(&key.value.as_str()) {
                self.operation(operation, &shared);
            }
        }
    }

    fn operation(&self, operation: &mut Node, shared: &[Node]) {
        let consumes = media_types(operation, "consumes").unwrap_or_else(|| self.consumes.clone());
        let produces = media_types(operation, "produces").unwrap_or_else(|| self.produces.clone());
        let Some(entries) = entries_mut(operation) else {
            return;
        };
        let own = entries
            .iter_mut()
            .find(|(key, _)| key.value == "parameters");
        let own = own.map_or_else(Vec::new, |(_, list)| self.take_body(list));
        // Parameters of an operation replace those of its path.
        let name = |node: &Node| node.get("name").and_then(Node::scalar_text);
        let is_replaced = |node: &&Node| {
            own.iter()
                .any(|own| is_body(own) || name(own) == name(node))
        };
        let mut parts: Vec<Node> = shared
            .iter()
            .filter(|node| !is_replaced(node))
            .cloned()
            .collect();
        parts.extend(own);
        entries.extend(request_body(parts, &consumes));
        for (_, responses) in entries
            .iter_mut()
            .filter(|(key, _)| key.value == "responses")
        {
            for (_, node) in entries_mut(responses).into_iter().flatten() {
                response(node, &produces);
            }
        }
    }

    /// Takes those parameters out of a list that are parts of the body.
    fn take_body(&self, list: &mut Node) -> Vec<Node> {
        let NodeKind::List(items) = &mut list.kind else {
            return Vec::new();
        };
        let (body, others) = std::mem::take(items)
            .into_iter()
            .partition(|item| matches!(text(self.resolved(item), "in"), Some("body" | "formData")));
        *items = others;
        items.iter_mut().for_each(set_explode);
        let body: Vec<Node> = body;
        body.iter()
            .map(|item| self.resolved(item).clone())
            .collect()
    }

    /// The parameter that a reference of this file leads to; the node itself if it is no reference.
    fn resolved<'n>(&'n self, node: &'n Node) -> &'n Node {
        let name = text(node, "$ref").and_then(|text| text.strip_prefix("#/parameters/"));
        let found = name.and_then(|name| self.parameters.as_ref()?.get(name));
        found.unwrap_or(node)
    }
}

fn is_body(parameter: &Node) -> bool {
    text(parameter, "in") == Some("body")
}

/// The body of a request: one parameter that is the body, or fields of a form.
fn request_body(parts: Vec<Node>, consumes: &[Spanned<String>]) -> Option<(Spanned<String>, Node)> {
    let span = parts.first()?.span;
    let mut body = Entries::new();
    let schema;
    let mut media: Vec<Spanned<String>>;
    let mut is_required = false;
    if let Some(mut whole) = parts.iter().find(|part| is_body(part)).cloned() {
        let entries = entries_mut(&mut whole)?;
        schema = take(entries, "schema").map(|(_, schema)| schema);
        is_required = take(entries, "required").is_some_and(|(_, value)| value.is_true());
        body.extend(take(entries, "description"));
        media = consumes.to_vec();
        if media.is_empty() {
            media.push(Spanned::new(JSON.to_owned(), span));
        }
    } else {
        let has_file = parts.iter().any(|part| text(part, "type") == Some("file"));
        media = consumes
            .iter()
            .filter(|media| media.value == MULTIPART || media.value == FORM && !has_file)
            .cloned()
            .collect();
        if media.is_empty() {
            let usual = if has_file { MULTIPART } else { FORM };
            media.push(Spanned::new(usual.to_owned(), span));
        }
        let (mut properties, mut required) = (Entries::new(), Vec::new());
        for mut part in parts {
            let entries = entries_mut(&mut part)?;
            let Some((_, name)) = take(entries, "name") else {
                continue;
            };
            let Some(name) = name.scalar_text().map(|text| Spanned::new(text, name.span)) else {
                continue;
            };
            take(entries, "in");
            if take(entries, "required").is_some_and(|(_, value)| value.is_true()) {
                is_required = true;
                required.push(text_node(&name.value, name.span));
            }
            set_file(&mut part);
            properties.push((name, part));
        }
        schema = Some(map(
            span,
            vec![
                (key("type", span), text_node("object", span)),
                (key("required", span), list(span, required)),
                (key("properties", span), map(span, properties)),
            ],
        ));
    }
    let content = media.into_iter().map(|media| {
        let schema = schema.clone().map(|schema| (key("schema", span), schema));
        let node = map(span, schema.into_iter().collect());
        (media, node)
    });
    body.push((key("content", span), map(span, content.collect())));
    if is_required {
        let kind = NodeKind::Bool(true);
        body.push((key("required", span), Node { span, kind }));
    }
    Some((key("requestBody", span), map(span, body)))
}

/// Moves the schema of a response into its content.
fn response(response: &mut Node, produces: &[Spanned<String>]) {
    let Some(entries) = entries_mut(response) else {
        return;
    };
    for (_, headers) in entries.iter_mut().filter(|(key, _)| key.value == "headers") {
        for (_, header) in entries_mut(headers).into_iter().flatten() {
            set_explode(header);
        }
    }
    let Some((place, mut schema)) = take(entries, "schema") else {
        return;
    };
    let is_file = text(&schema, "type") == Some("file");
    set_file(&mut schema);
    let mut media = produces.to_vec();
    if media.is_empty() {
        let usual = if is_file {
            "application/octet-stream"
        } else {
            JSON
        };
        media.push(Spanned::new(usual.to_owned(), place.span));
    }
    let content = media.into_iter().map(|media| {
        let schema = (key("schema", place.span), schema.clone());
        (media, map(place.span, vec![schema]))
    });
    let content = map(schema.span, content.collect());
    entries.push((key("content", place.span), content));
}

/// A file is a string of bytes.
fn set_file(schema: &mut Node) {
    if text(schema, "type") != Some("file") {
        return;
    }
    let span = schema.span;
    if let Some(entries) = entries_mut(schema) {
        entries.retain(|(key, _)| key.value != "type" && key.value != "format");
        entries.push((key("type", span), text_node("string", span)));
        entries.push((key("format", span), text_node("binary", span)));
    }
}

/// Lists are joined by commas unless they say otherwise.
fn set_explode(parameter: &mut Node) {
    let is_list = text(parameter, "type") == Some("array");
    let format = text(parameter, "collectionFormat");
    let is_joined = is_list && format.is_none();
    let span = parameter.span;
    if let Some(entries) = entries_mut(parameter)
        && is_joined
    {
        let kind = NodeKind::Bool(false);
        entries.push((key("explode", span), Node { span, kind }));
    }
}

/// `servers`, from `schemes`, `host` and `basePath`.
fn servers(root: &Node) -> Option<(Spanned<String>, Node)> {
    let host = root.get("host");
    let path = root.get("basePath");
    let span = host.or(path)?.span;
    let authority = host.and_then(Node::as_text).unwrap_or_default().trim();
    let path = path.and_then(Node::as_text).unwrap_or_default().trim();
    let path = path.trim_start_matches('/');
    let is_http = |scheme: &&str| matches!(*scheme, "http" | "https");
    let schemes = root.get("schemes").map_or(&[][..], Node::items);
    let mut schemes: Vec<&str> = schemes
        .iter()
        .filter_map(Node::as_text)
        .filter(is_http)
        .collect();
    // The first server is the usual one.
    schemes.sort_unstable_by(|a, b| b.cmp(a));
    if schemes.is_empty() {
        schemes.push("https");
    }
    let url = |scheme: &str| match authority {
        "" => format!("/{path}"),
        _ => format!("{scheme}://{authority}/{path}"),
    };
    let server = |scheme: &&str| {
        let url = text_node(&url(scheme), span);
        map(span, vec![(key("url", span), url)])
    };
    let servers = schemes.iter().map(server).collect();
    Some((key("servers", span), list(span, servers)))
}

/// Schemes with the flows of OAuth 2.0 where OpenAPI 3 has them.
fn security_schemes(definitions: Node) -> Entries {
    let NodeKind::Map(mut schemes) = definitions.kind else {
        return Entries::new();
    };
    for (_, scheme) in &mut schemes {
        let span = scheme.span;
        let flow = match text(scheme, "flow") {
            Some("accessCode") => "authorizationCode",
            Some("application") => "clientCredentials",
            Some("implicit") => "implicit",
            Some("password") => "password",
            _ => continue,
        };
        if let Some(entries) = entries_mut(scheme) {
            let moved = ["authorizationUrl", "tokenUrl", "scopes"];
            let moved = moved.iter().filter_map(|key| take(entries, key)).collect();
            let flows = map(span, vec![(key(flow, span), map(span, moved))]);
            entries.push((key("flows", span), flows));
        }
    }
    schemes
}

/// A list of media types, if there is one.
fn media_types(node: &Node, name: &str) -> Option<Vec<Spanned<String>>> {
    let items = node.get(name)?.items().iter();
    let types = items.filter_map(|item| Some(Spanned::new(item.as_text()?.to_owned(), item.span)));
    Some(types.collect())
}

fn text<'n>(node: &'n Node, name: &str) -> Option<&'n str> {
    node.get(name).and_then(Node::as_text)
}

fn entries_mut(node: &mut Node) -> Option<&mut Entries> {
    match &mut node.kind {
        NodeKind::Map(entries) => Some(entries),
        _ => None,
    }
}

fn take(entries: &mut Entries, name: &str) -> Option<(Spanned<String>, Node)> {
    let index = entries.iter().position(|(key, _)| key.value == name)?;
    Some(entries.remove(index))
}

fn key(name: &str, span: Span) -> Spanned<String> {
    Spanned::new(name.to_owned(), span)
}

fn text_node(text: &str, span: Span) -> Node {
    let kind = NodeKind::Text(text.to_owned());
    Node { span, kind }
}

fn map(span: Span, entries: Entries) -> Node {
    let kind = NodeKind::Map(entries);
    Node { span, kind }
}

fn list(span: Span, items: Vec<Node>) -> Node {
    let kind = NodeKind::List(items);
    Node { span, kind }
}
