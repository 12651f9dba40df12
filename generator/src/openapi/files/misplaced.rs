//! References in places where OpenAPI has none, such as whole operations, the map of all schemas, or a list of servers.
//! Tools that resolve a document before they read it allow them everywhere. They are replaced with what they lead to,
//! so everything else knows only the references of OpenAPI.

use std::sync::Arc;

use super::parsed::Parsed;
use super::pointers::{folder_of, is_remote};
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::openapi::path_items::METHODS;
use crate::openapi::references::{Files, NodeRef};
use crate::source::Spanned;

/// The keys of values of the API: what looks like a reference in them is none.
const VALUES: [&str; 6] = ["const", "default", "enum", "example", "examples", "value"];

/// How many nodes may take the place of references. Operations with callbacks whose operations are references again could
/// exhaust the memory.
const MOST: usize = 1_000_000;

/// A reference that leads to nothing, and the number of the file that it is in.
pub(in crate::openapi) type Broken = (usize, Node);

/// Replaces them. Those that lead to nothing, or to what they are in, are removed and returned.
pub(super) fn replace(files: &mut [Parsed]) -> Vec<Broken> {
    let before: Vec<Parsed> = files.iter().map(Parsed::clone).collect();
    let all = Files::new(&before, &[]);
    let mut found = Found::new(&all);
    if let Some(root) = all.root() {
        found.walk(root, Kind::Document);
    }
    if found.places.is_empty() {
        return found.broken;
    }
    let mut copy = Copy {
        files: &all,
        places: &found.places,
        from: 0,
        to: 0,
        within: Vec::new(),
        added: 0,
        broken: found.broken,
    };
    for (number, (file, before)) in files.iter_mut().zip(&before).enumerate() {
        (copy.from, copy.to) = (number, number);
        file.root = Arc::new(copy.of(&before.root));
    }
    copy.broken
}

/// What a node is, as far as places without references are in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Document,
    Components,
    /// A map of these.
    PathItems,
    PathItem,
    Operation,
    Responses,
    Response,
    Bodies,
    Body,
    Callbacks,
    /// A list whose items are no references.
    Items,
    /// A map or a list of what may be references.
    Shared,
    /// Anything else.
    Other,
}

impl Kind {
    /// Whether OpenAPI has references in place of this.
    const fn may_be_reference(self) -> bool {
        match self {
            Self::PathItem | Self::Response | Self::Body => true,
            Self::Document
            | Self::Components
            | Self::PathItems
            | Self::Operation
            | Self::Responses
            | Self::Bodies
            | Self::Callbacks
            | Self::Items
            | Self::Shared
            | Self::Other => false,
        }
    }

    /// Whether the values of this may be references.
    const fn has_references(self) -> bool {
        match self {
            Self::PathItems | Self::Responses | Self::Bodies | Self::Shared => true,
            Self::Document
            | Self::Components
            | Self::PathItem
            | Self::Operation
            | Self::Response
            | Self::Body
            | Self::Callbacks
            | Self::Items
            | Self::Other => false,
        }
    }

    /// What the value of a key is, if there may be such places.
    fn part(self, key: &str) -> Option<Self> {
        let part = match (self, key) {
            (Self::Document, "paths" | "webhooks") | (Self::Components, "pathItems") => {
                Self::PathItems
            }
            (Self::Document, "components") => Self::Components,
            (Self::Document | Self::PathItem | Self::Operation, "servers")
            | (Self::Document, "tags") => Self::Items,
            (Self::Document, "info" | "security")
            | (Self::Operation, "security" | "tags")
            | (Self::Response | Self::Body, "content") => Self::Other,
            (Self::Document, "definitions" | "parameters" | "securityDefinitions")
            | (
                Self::Components,
                "schemas" | "parameters" | "headers" | "securitySchemes" | "mediaTypes",
            )
            | (Self::PathItem | Self::Operation, "parameters")
            | (Self::Response, "headers") => Self::Shared,
            (Self::Document | Self::Components | Self::Operation, "responses") => Self::Responses,
            (Self::Components, "requestBodies") => Self::Bodies,
            (Self::Operation, "requestBody") => Self::Body,
            (Self::Operation | Self::Components, "callbacks") => Self::Callbacks,
            (Self::PathItem, _) if METHODS.iter().any(|(word, _)| *word == key) => Self::Operation,
            // Maps, whose keys are names.
            (Self::PathItems, _) => Self::PathItem,
            (Self::Callbacks, _) => Self::PathItems,
            (Self::Responses, _) => Self::Response,
            (Self::Bodies, _) => Self::Body,
            _ => return None,
        };
        Some(part)
    }
}

/// The places of a document that are found.
struct Found<'a> {
    files: &'a Files<'a>,
    /// The nodes with misplaced references, and what they stand for.
    places: HashMap<usize, Kind>,
    seen: HashSet<(usize, Kind)>,
    broken: Vec<Broken>,
}

impl<'a> Found<'a> {
    fn new(files: &'a Files<'a>) -> Self {
        Self {
            files,
            places: HashMap::default(),
            seen: HashSet::default(),
            broken: Vec::new(),
        }
    }

    fn walk(&mut self, at: NodeRef<'a>, kind: Kind) {
        if !self.seen.insert((at.id(), kind)) {
            return;
        }
        if let Some(reference) = at.node.get("$ref").filter(|node| node.as_text().is_some()) {
            let target = self
                .files
                .resolve(at.file, reference.as_text().unwrap_or_default());
            if !kind.may_be_reference() {
                self.places.insert(at.id(), kind);
                if target.is_none() {
                    self.broken.push((at.file, reference.clone()));
                }
            }
            if let Some(target) = target {
                self.walk(target, kind);
            }
        }
        for (key, value) in at.entries() {
            if let Some(part) = kind.part(&key.value) {
                self.walk(value, part);
            }
        }
        if kind == Kind::Items {
            for item in at.items() {
                self.walk(item, Kind::Other);
            }
        }
    }
}

/// Copies nodes of one file into another one.
struct Copy<'c, 'a> {
    files: &'c Files<'a>,
    places: &'c HashMap<usize, Kind>,
    from: usize,
    to: usize,
    /// The references that are being replaced.
    within: Vec<usize>,
    /// How many nodes were added in place of references.
    added: usize,
    broken: Vec<Broken>,
}

impl<'a> Copy<'_, 'a> {
    fn of(&mut self, node: &'a Node) -> Node {
        let id = NodeRef::new(self.from, node).id();
        let misplaced = self.places.get(&id).copied();
        if let Some(kind) = misplaced
            && let Some(copy) = self.target_of(node, id, kind)
        {
            return copy;
        }
        self.added += usize::from(!self.within.is_empty());
        let kind = match &node.kind {
            NodeKind::Map(entries) => {
                let entries = entries.iter();
                // One that leads to nothing is left out.
                let entries = entries.filter(|(key, _)| misplaced.is_none() || key.value != "$ref");
                let entries = entries.map(|(key, value)| {
                    let value = match &*key.value {
                        "$ref" => self.reference(value),
                        name if VALUES.contains(&name) && value.get("$ref").is_none() => {
                            value.clone()
                        }
                        "discriminator" if self.from != self.to => self.discriminator(value),
                        _ => self.of(value),
                    };
                    (key.clone(), value)
                });
                NodeKind::Map(entries.collect())
            }
            NodeKind::List(items) => {
                NodeKind::List(items.iter().map(|item| self.of(item)).collect())
            }
            kind => kind.clone(),
        };
        Node {
            span: node.span,
            kind,
        }
    }

    /// What a misplaced reference leads to.
    fn target_of(&mut self, node: &'a Node, id: usize, kind: Kind) -> Option<Node> {
        let reference = node.get("$ref")?;
        let text = reference.as_text()?;
        let target = self.files.resolve(self.from, text)?;
        if self.within.contains(&id) || self.added > MOST {
            let mut known = self.broken.iter();
            if !known.any(|(_, known)| known.span == reference.span) {
                self.broken.push((self.from, reference.clone()));
            }
            return None;
        }
        self.within.push(id);
        let is_chain = self.places.contains_key(&target.id());
        let mut copy = match kind.has_references() && !is_chain {
            true => self.references_to(target, text),
            false => self.in_file(target),
        };
        self.within.pop();
        self.add_own(&mut copy, node);
        Some(copy)
    }

    fn in_file(&mut self, target: NodeRef<'a>) -> Node {
        let from = std::mem::replace(&mut self.from, target.file);
        let copy = self.of(target.node);
        self.from = from;
        copy
    }

    /// A map or a list of references to the values of another one, so that they are the same wherever they are used.
    /// `text` is the reference to it.
    fn references_to(&mut self, target: NodeRef<'a>, text: &str) -> Node {
        let base = match text.contains('#') {
            true => text.to_owned(),
            false => format!("{text}#"),
        };
        let mut refer = |value: NodeRef<'a>, name: &str| {
            self.added += 1;
            if value.node.text_at("$ref").is_some() {
                return self.in_file(value);
            }
            let name = name.replace('~', "~0").replace('/', "~1");
            let text = format!("{base}/{}", name.replace('%', "%25"));
            let span = value.node.span;
            let reference = self.reference(&Node::text(text, span));
            let key = Spanned::new("$ref".to_owned(), span);
            Node::map(vec![(key, reference)], span)
        };
        let span = target.node.span;
        if let NodeKind::List(_) = &target.node.kind {
            let items = target.items().enumerate();
            let items = items.map(|(index, item)| refer(item, &index.to_string()));
            return Node::list(items.collect(), span);
        }
        let entries = target.entries();
        let entries = entries.map(|(key, value)| (key.clone(), refer(value, &key.value)));
        Node::map(entries.collect(), span)
    }

    /// Adds the keys beside a reference, which win.
    fn add_own(&mut self, copy: &mut Node, node: &'a Node) {
        for (key, value) in node.entries().iter().filter(|(key, _)| key.value != "$ref") {
            let value = self.of(value);
            copy.remove(&key.value);
            if let Some(entries) = copy.entries_mut() {
                entries.push((key.clone(), value));
            }
        }
    }

    /// A discriminator, whose mapping has references, or names of schemas.
    fn discriminator(&self, discriminator: &Node) -> Node {
        let mut copy = discriminator.clone();
        let mapping = copy.get_mut("mapping").and_then(Node::entries_mut);
        for (_, value) in mapping.into_iter().flatten() {
            if value
                .as_text()
                .is_some_and(|text| text.contains(['.', '/']))
            {
                *value = self.reference(value);
            }
        }
        copy
    }

    /// A reference of one file, for the other one.
    fn reference(&self, reference: &Node) -> Node {
        let names = (self.files.name(self.from), self.files.name(self.to));
        match (reference.as_text(), names) {
            (Some(text), (Some(from), Some(to))) if self.from != self.to => {
                Node::text(moved(text, from, to), reference.span)
            }
            _ => reference.clone(),
        }
    }
}

/// A reference in the file `from`, as the file `to` has it.
fn moved(reference: &str, from: &str, to: &str) -> String {
    if is_remote(reference) {
        return reference.to_owned();
    }
    let (path, pointer) = match reference.split_once('#') {
        Some((path, pointer)) => (path, format!("#{pointer}")),
        None => (reference, String::new()),
    };
    let path = match path {
        "" => from
            .rsplit('/')
            .next()
            .unwrap_or(from)
            .replace('%', "%25")
            .replace('#', "%23"),
        path => path.to_owned(),
    };
    // Up to the folder of the document, and down again.
    let up = "../".repeat(folder_of(to).matches('/').count());
    format!("{up}{}{path}{pointer}", folder_of(from))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::openapi::files::pointers::resolve_path;
    use crate::yaml;

    fn parsed(files: &[(&str, &str)]) -> Vec<Parsed> {
        let files = files
            .iter()
            .enumerate()
            .map(|(number, (name, text))| Parsed {
                name: (*name).to_owned(),
                root: Arc::new(yaml::parse_openapi(text, number * 10_000).unwrap()),
            });
        files.collect()
    }

    /// A node with one line for each of its values.
    fn shown(node: &Node, path: &str, lines: &mut Vec<String>) {
        for (key, value) in node.entries() {
            shown(value, &format!("{path}.{}", key.value), lines);
        }
        for item in node.items() {
            shown(item, &format!("{path}[]"), lines);
        }
        if let Some(text) = node.scalar_text() {
            lines.push(format!("{}: {text}", path.trim_start_matches('.')));
        }
    }

    #[test]
    fn they_are_replaced_with_what_they_lead_to() {
        let mut files = parsed(&[
            (
                "openapi.yaml",
                "
info: { $ref: parts/info.yaml }
tags: [{ $ref: 'parts/tags.yaml#/all' }]
paths:
  /orders:
    get: { $ref: parts/list.yaml, operationId: own }
    post: { $ref: '#/paths/~1orders/get' }
components:
  schemas: { $ref: parts/schemas.yaml }
",
            ),
            ("parts/info.yaml", "title: Shop"),
            ("parts/tags.yaml", "all: { name: orders }"),
            (
                "parts/list.yaml",
                "
operationId: list
parameters: { $ref: '#/x-shared' }
x-shared: [{ $ref: page.yaml#/size }]
requestBody:
  schema: { discriminator: { mapping: { a: schemas.yaml#/Order, b: Order } } }
responses:
  200: { $ref: '../ok.yaml' }
",
            ),
            ("parts/page.yaml", "size: { name: size, in: query }"),
            (
                "parts/schemas.yaml",
                "Order: { $ref: order.yaml }\nA/B%: { type: object }",
            ),
            ("ok.yaml", "content: { $ref: parts/content.yaml }"),
            (
                "parts/content.yaml",
                "application/json: { schema: { $ref: 'schemas.yaml#/Order' } }",
            ),
        ]);
        assert!(replace(&mut files).is_empty());
        let mut lines = Vec::new();
        shown(&files[0].root, "", &mut lines);
        let operation = |method: &str| {
            [
                format!("paths./orders.{method}.parameters[].$ref: parts/page.yaml#/size"),
                format!("paths./orders.{method}.x-shared[].$ref: parts/page.yaml#/size"),
                format!(
                    "paths./orders.{method}.requestBody.schema.discriminator.mapping.a: parts/schemas.yaml#/Order"
                ),
                format!("paths./orders.{method}.requestBody.schema.discriminator.mapping.b: Order"),
                format!("paths./orders.{method}.responses.200.$ref: parts/../ok.yaml"),
                format!("paths./orders.{method}.operationId: own"),
            ]
        };
        let mut expected = vec![
            "info.title: Shop".to_owned(),
            "tags[].name: orders".to_owned(),
        ];
        expected.extend(operation("get"));
        expected.extend(operation("post"));
        expected.push("components.schemas.Order.$ref: parts/order.yaml".to_owned());
        expected.push("components.schemas.A/B%.$ref: parts/schemas.yaml#/A~1B%25".to_owned());
        assert_eq!(lines, expected);
        // The response is where OpenAPI has references; what is misplaced in it is replaced too.
        let mut lines = Vec::new();
        shown(&files[6].root, "", &mut lines);
        let expected = ["content.application/json.schema.$ref: parts/schemas.yaml#/Order"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn those_that_lead_to_nothing_or_to_themselves_are_removed() {
        let mut files = parsed(&[(
            "openapi.yaml",
            "
paths:
  /a: { get: { $ref: gone.yaml }, put: { $ref: '#/paths/~1a/put' } }
  /b: { get: { $ref: '#/paths/~1b/post' }, post: { $ref: '#/paths/~1b/get' } }
",
        )]);
        let broken = replace(&mut files);
        let texts: Vec<_> = broken
            .iter()
            .map(|(_, node)| node.as_text().unwrap())
            .collect();
        let [put, get, post] = ["a/put", "b/post", "b/get"].map(|at| format!("#/paths/~1{at}"));
        assert_eq!(texts, ["gone.yaml", &put, &get, &post]);
        let mut lines = Vec::new();
        shown(&files[0].root, "", &mut lines);
        assert!(lines.is_empty(), "{lines:?}");
    }

    #[test]
    fn they_cannot_exhaust_memory() {
        let mut text = "paths:\n  /a: { get: { $ref: '#/x-1' } }\n".to_owned();
        for level in 1..40 {
            let operation = format!("{{ $ref: '#/x-{}' }}", level + 1);
            let item = format!("{{ get: {operation}, put: {operation} }}");
            writeln!(text, "x-{level}: {{ callbacks: {{ a: {{ b: {item} }} }} }}").unwrap();
        }
        text += "x-40: {}\n";
        let mut files = parsed(&[("openapi.yaml", &text)]);
        assert!(!replace(&mut files).is_empty());
    }

    #[test]
    fn names_of_the_api_are_not_places() {
        let text = "
components:
  schemas:
    get: { $ref: '#/components/schemas/info' }
    info: { properties: { tags: { $ref: '#/components/schemas/get' } } }
  responses: { default: { $ref: '#/components/responses/other' }, other: {} }
";
        let mut files = parsed(&[("openapi.yaml", text)]);
        let before = Arc::clone(&files[0].root);
        replace(&mut files);
        assert!(files[0].root.is_like(&before));
    }

    #[test]
    fn a_moved_reference_leads_to_the_same_file() {
        for (reference, from, to) in [
            ("b.yaml#/x", "parts/a.yaml", "openapi.yaml"),
            ("#/x", "parts/100%/a#.yaml", "openapi.yaml"),
            ("../b.yaml", "parts/deep/a.yaml", "other/openapi.yaml"),
            ("b.yaml", "../shared/a.yaml", "openapi.yaml"),
        ] {
            let moved = moved(reference, from, to);
            let path = |text: &str| text.split('#').next().unwrap_or_default().to_owned();
            let before = match path(reference) {
                path if path.is_empty() => from.to_owned(),
                path => resolve_path(from, &path),
            };
            assert_eq!(resolve_path(to, &path(&moved)), before, "{reference}");
        }
    }
}
