//! Swagger 2.0: what it writes elsewhere than OpenAPI 3 moves to where OpenAPI 3 has it. `definitions`, `parameters`,
//! `responses` and `securityDefinitions` stay where they are, so references to them stay true.

use std::sync::Arc;

use super::parsed::Parsed;
use crate::node::{Entries, Node, NodeKind};
use crate::source::{Span, Spanned};

const METHODS: [&str; 7] = ["get", "put", "post", "delete", "options", "head", "patch"];
const MULTIPART: &str = "multipart/form-data";
const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// Whether the root of a file is Swagger 2.0.
pub(in crate::openapi) fn is_swagger(root: &Node) -> bool {
    let version = root.get("swagger").and_then(Node::scalar_text);
    version.is_some_and(|version| version.trim() == "2" || version.trim().starts_with("2."))
}

/// Makes a Swagger document, the first of these files, one of OpenAPI 3.
pub(super) fn upgrade(files: &mut [Parsed]) {
    let Some((document, others)) = files.split_first_mut() else {
        return;
    };
    if is_swagger(&document.root) {
        for file in others.iter_mut().filter(|file| !is_swagger(&file.root)) {
            let defaults = Defaults::new(&document.root, &file.root);
            defaults.part(Arc::make_mut(&mut file.root));
        }
    }
    for file in files.iter_mut().filter(|file| is_swagger(&file.root)) {
        upgrade_root(Arc::make_mut(&mut file.root));
    }
}

fn upgrade_root(root: &mut Node) {
    let defaults = Defaults::new(root, root);
    let servers = servers(root);
    each_value(root.get_mut("paths"), |item| defaults.path_item(item));
    each_value(root.get_mut("parameters"), set_explode);
    each_value(root.get_mut("responses"), |item| {
        response(item, &defaults.produces);
    });
    each_value(root.get_mut("securityDefinitions"), set_flows);
    if let Some(entries) = root.entries_mut() {
        entries.extend(servers);
    }
}

/// Calls `change` for the values of a map.
fn each_value(map: Option<&mut Node>, mut change: impl FnMut(&mut Node)) {
    let entries = map.and_then(Node::entries_mut);
    for (_, value) in entries.into_iter().flatten() {
        change(value);
    }
}

/// The defaults of operations.
struct Defaults {
    consumes: Vec<Spanned<String>>,
    produces: Vec<Spanned<String>>,
    /// Parameters that operations refer to.
    parameters: Option<Node>,
}

impl Defaults {
    /// The defaults of a document, for one of its files.
    fn new(document: &Node, file: &Node) -> Self {
        Self {
            consumes: media_types(document, "consumes").unwrap_or_default(),
            produces: media_types(document, "produces").unwrap_or_default(),
            parameters: file.get("parameters").cloned(),
        }
    }

    /// Upgrades a file that has no version. What its parts are is told by their shapes.
    fn part(&self, node: &mut Node) {
        // A property of a schema may have the name of a method.
        let has_responses = |node: &Node| node.get("responses").is_some();
        let mut methods = METHODS.iter().filter_map(|method| node.get(method));
        let is_text = |key: &str| node.text_at(key).is_some();
        if methods.any(has_responses) {
            self.path_item(node);
        } else if is_text("in") && is_text("name") {
            set_explode(node);
        } else if is_text("description") && node.get("schema").is_some() {
            response(node, &self.produces);
        } else if let NodeKind::List(items) = &mut node.kind {
            items.iter_mut().for_each(|item| self.part(item));
        } else {
            each_value(Some(node), |value| self.part(value));
        }
    }

    fn path_item(&self, item: &mut Node) {
        let shared = self.take_body(item);
        for method in METHODS {
            if let Some(operation) = item.get_mut(method) {
                self.operation(operation, &shared);
            }
        }
    }

    fn operation(&self, operation: &mut Node, shared: &[Node]) {
        let consumes = media_types(operation, "consumes").unwrap_or_else(|| self.consumes.clone());
        let produces = media_types(operation, "produces").unwrap_or_else(|| self.produces.clone());
        let own = self.take_body(operation);
        // Parameters of an operation replace parameters of its path.
        let name = |node: &Node| node.get("name").and_then(Node::scalar_text);
        let is_replaced = |node: &&Node| {
            own.iter()
                .any(|own| is_body(own) || name(own) == name(node))
        };
        let shared = shared.iter().filter(|node| !is_replaced(node));
        let parts: Vec<Node> = shared.chain(&own).cloned().collect();
        // A body is the whole body: what is beside it stays a parameter, which the reader warns of.
        let (parts, others) = match parts.iter().position(is_body) {
            Some(index) => {
                let mut others = parts;
                (vec![others.remove(index)], others)
            }
            None => (parts, Vec::new()),
        };
        keep_as_parameters(operation, others);
        each_value(operation.get_mut("responses"), |node| {
            response(node, &produces);
        });
        if let Some(entries) = operation.entries_mut() {
            entries.extend(request_body(&parts, &consumes));
        }
    }

    /// Takes the parameters that are parts of the body.
    fn take_body(&self, owner: &mut Node) -> Vec<Node> {
        let Some(NodeKind::List(items)) = owner.get_mut("parameters").map(|list| &mut list.kind)
        else {
            return Vec::new();
        };
        let mut body = Vec::new();
        items.retain(|item| {
            let parameter = self.resolved(item);
            let is_part = matches!(parameter.text_at("in"), Some("body" | "formData"));
            if is_part {
                body.push(parameter.clone());
            }
            !is_part
        });
        items.iter_mut().for_each(set_explode);
        body
    }

    /// The parameter that a reference of this file leads to; the node itself if it is not a reference.
    fn resolved<'n>(&'n self, node: &'n Node) -> &'n Node {
        let name = node
            .text_at("$ref")
            .and_then(|text| text.strip_prefix("#/parameters/"));
        let found = name.and_then(|name| self.parameters.as_ref()?.get(name));
        found.unwrap_or(node)
    }
}

fn keep_as_parameters(operation: &mut Node, parameters: Vec<Node>) {
    let Some(span) = parameters.first().map(|first| first.span) else {
        return;
    };
    if let Some(NodeKind::List(known)) = operation.get_mut("parameters").map(|list| &mut list.kind)
    {
        known.extend(parameters);
    } else if let Some(entries) = operation.entries_mut() {
        entries.push((key("parameters", span), Node::list(parameters, span)));
    }
}

fn is_body(parameter: &Node) -> bool {
    parameter.text_at("in") == Some("body")
}

/// The body of a request: one parameter that is the body, or fields of a form.
fn request_body(parts: &[Node], consumes: &[Spanned<String>]) -> Option<(Spanned<String>, Node)> {
    let span = parts.first()?.span;
    let is_required = |part: &Node| part.is_set("required");
    let mut body = Entries::new();
    let whole = parts.iter().find(|part| is_body(part));
    let (schema, media) = match whole {
        Some(whole) => {
            let description = whole.get("description");
            body.extend(description.map(|node| (key("description", node.span), node.clone())));
            let media = or_default(consumes.to_vec(), JSON, span);
            (whole.get("schema").cloned(), media)
        }
        None => {
            let is_file = |part: &Node| part.text_at("type") == Some("file");
            let has_file = parts.iter().any(is_file);
            let forms = consumes
                .iter()
                .filter(|media| media.value == MULTIPART || media.value == FORM);
            let mut media: Vec<Spanned<String>> = forms.cloned().collect();
            let default = if has_file { MULTIPART } else { FORM };
            // Only a multipart form has files, whatever else the document says.
            if media.is_empty() || has_file && !media.iter().any(|media| media.value == MULTIPART) {
                media.insert(0, key(default, span));
            }
            let required = parts.iter().filter(|part| is_required(part));
            (Some(form(parts, required, span)), media)
        }
    };
    let mut content = content(&media, schema.as_ref(), span);
    if whole.is_none() {
        each_value(Some(&mut content), |form| {
            if let Some(form) = form.entries_mut() {
                form.push((key("encoding", span), encoding(parts, span)));
            }
        });
    }
    body.push((key("content", span), content));
    if parts.iter().any(is_required) {
        body.push((key("required", span), Node::bool(true, span)));
    }
    Some((key("requestBody", span), Node::map(body, span)))
}

/// How the lists of a form are written: joined by commas unless they say otherwise.
fn encoding(parts: &[Node], span: Span) -> Node {
    let lists = parts
        .iter()
        .filter(|part| part.text_at("type") == Some("array"));
    let styles = lists.filter_map(|part| {
        let name = part.get("name")?;
        let format = part.get("collectionFormat");
        let place = format.map_or(part.span, |format| format.span);
        let style = match format.and_then(Node::as_text) {
            None | Some("csv") => "form",
            Some("ssv") => "spaceDelimited",
            Some("pipes") => "pipeDelimited",
            // If this style is not possible here, the warning about the encoding says so.
            Some("multi") => return None,
            Some(other) => other,
        };
        let style = vec![
            (key("style", place), Node::text(style, place)),
            (key("explode", place), Node::bool(false, place)),
        ];
        let name = Spanned::new(name.scalar_text()?, name.span);
        Some((name, Node::map(style, place)))
    });
    Node::map(styles.collect(), span)
}

/// The schema of a form with these fields.
fn form<'n>(parts: &[Node], required: impl Iterator<Item = &'n Node>, span: Span) -> Node {
    let required = required.filter_map(|part| {
        let name = part.get("name")?;
        Some(Node::text(name.scalar_text()?, name.span))
    });
    let properties = parts.iter().filter_map(|part| {
        let name = part.get("name")?;
        let mut field = part.clone();
        field
            .entries_mut()?
            .retain(|(key, _)| !matches!(key.value.as_str(), "name" | "in" | "required"));
        set_file(&mut field);
        Some((Spanned::new(name.scalar_text()?, name.span), field))
    });
    let required = Node::list(required.collect(), span);
    let properties = Node::map(properties.collect(), span);
    let schema = vec![
        (key("type", span), Node::text("object", span)),
        (key("required", span), required),
        (key("properties", span), properties),
    ];
    Node::map(schema, span)
}

/// These media types, or the default if the list is empty.
fn or_default(media: Vec<Spanned<String>>, default: &str, span: Span) -> Vec<Spanned<String>> {
    match media.is_empty() {
        true => vec![key(default, span)],
        false => media,
    }
}

/// The same schema in each of these media types.
fn content(media: &[Spanned<String>], schema: Option<&Node>, span: Span) -> Node {
    let entries = media.iter().map(|media| {
        let schema = schema.map(|schema| (key("schema", span), schema.clone()));
        (media.clone(), Node::map(Vec::from_iter(schema), span))
    });
    Node::map(entries.collect(), span)
}

/// Moves the schema of a response into its content.
fn response(response: &mut Node, produces: &[Spanned<String>]) {
    each_value(response.get_mut("headers"), set_explode);
    let Some(entries) = response.entries_mut() else {
        return;
    };
    let Some((place, mut schema)) = take(entries, "schema") else {
        return;
    };
    let default = match schema.text_at("type") {
        Some("file") => "application/octet-stream",
        _ => JSON,
    };
    set_file(&mut schema);
    let media = or_default(produces.to_vec(), default, place.span);
    let content = content(&media, Some(&schema), place.span);
    entries.push((key("content", place.span), content));
}

/// A file is a string of bytes.
fn set_file(schema: &mut Node) {
    if schema.text_at("type") != Some("file") {
        return;
    }
    let span = schema.span;
    if let Some(entries) = schema.entries_mut() {
        entries.retain(|(key, _)| key.value != "type" && key.value != "format");
        entries.push((key("type", span), Node::text("string", span)));
        entries.push((key("format", span), Node::text("binary", span)));
    }
}

/// Lists are joined by commas unless they say otherwise.
fn set_explode(parameter: &mut Node) {
    let is_list = parameter.text_at("type") == Some("array");
    let is_joined = is_list && parameter.text_at("collectionFormat").is_none();
    let span = parameter.span;
    if is_joined && let Some(entries) = parameter.entries_mut() {
        entries.push((key("explode", span), Node::bool(false, span)));
    }
}

/// `servers`, from `schemes`, `host` and `basePath`.
fn servers(root: &Node) -> Option<(Spanned<String>, Node)> {
    let span = root.get("host").or_else(|| root.get("basePath"))?.span;
    let authority = root.text_at("host").unwrap_or_default().trim();
    let path = root
        .text_at("basePath")
        .unwrap_or_default()
        .trim()
        .trim_start_matches('/');
    let is_http = |scheme: &str| matches!(scheme, "http" | "https");
    let stated = root.items_at("schemes").iter();
    let mut schemes: Vec<&str> = stated.filter_map(Node::as_text).collect();
    if !schemes.iter().any(|scheme| is_http(scheme)) {
        schemes.push("https");
    }
    // The first server is the default. The reader warns of those without HTTP.
    schemes.sort_unstable_by_key(|scheme| (!is_http(scheme), std::cmp::Reverse(*scheme)));
    let url = |scheme: &str| match authority {
        "" => format!("/{path}"),
        _ => format!("{scheme}://{authority}/{path}"),
    };
    let server = |scheme: &&str| {
        let url = Node::text(url(scheme), span);
        Node::map(vec![(key("url", span), url)], span)
    };
    let servers = schemes.iter().map(server).collect();
    Some((key("servers", span), Node::list(servers, span)))
}

/// Moves the flow of OAuth 2.0 to where OpenAPI 3 has flows.
fn set_flows(scheme: &mut Node) {
    let span = scheme.span;
    let flow = match scheme.text_at("flow") {
        Some("accessCode") => "authorizationCode",
        Some("application") => "clientCredentials",
        Some("implicit") => "implicit",
        Some("password") => "password",
        _ => return,
    };
    if let Some(entries) = scheme.entries_mut() {
        let flow_keys = ["authorizationUrl", "tokenUrl", "scopes"];
        let moved = flow_keys
            .iter()
            .filter_map(|key| take(entries, key))
            .collect();
        let flows = Node::map(vec![(key(flow, span), Node::map(moved, span))], span);
        entries.push((key("flows", span), flows));
    }
}

/// A list of media types, if there is one.
fn media_types(node: &Node, name: &str) -> Option<Vec<Spanned<String>>> {
    let items = node.get(name)?.items().iter();
    Some(items.filter_map(Node::spanned_text).collect())
}

fn take(entries: &mut Entries, name: &str) -> Option<(Spanned<String>, Node)> {
    let index = entries.iter().position(|(key, _)| key.value == name)?;
    Some(entries.remove(index))
}

fn key(name: &str, span: Span) -> Spanned<String> {
    Spanned::new(name.to_owned(), span)
}
