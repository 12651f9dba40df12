//! References to anchors, and relative to schemas with an `$id` (JSON Schema 2020-12, section 8.2). They become
//! pointers into the file, so everything else knows one kind of references.

use std::sync::Arc;

use super::parsed::Parsed;
use super::pointers::{percent_decoded, unescaped};
use crate::hash::HashMap;
use crate::node::{Node, NodeKind};

/// The greatest depth at which schemas with an `$id` or an anchor are found.
const DEEPEST: usize = 100;

/// The keywords whose values are values of the API: keys in them are not keywords.
const VALUES: [&str; 6] = ["const", "default", "enum", "example", "examples", "value"];

/// Whether a string may have an anchor or an identifier. Few have one, so most are not walked.
pub(super) fn may_have(text: &str) -> bool {
    ["$id", "$anchor", "$dynamicAnchor", "$self"]
        .iter()
        .any(|key| text.contains(key))
}

/// Changes such references of all files.
pub(super) fn resolve(files: &mut [Parsed]) {
    for file in files {
        let mut found = Targets::default();
        // The URI of the whole document, since OpenAPI 3.2.
        let own = file.root.text_at("$self").unwrap_or_default().to_owned();
        if !own.is_empty() {
            found.resources.insert(own.clone(), String::new());
        }
        found.walk(&file.root, &mut Vec::new(), &own, 0);
        if !found.is_empty() {
            let root = Arc::clone(&file.root);
            let change = Change {
                root: &root,
                found: &found,
            };
            change.walk(Arc::make_mut(&mut file.root), &own, 0);
        }
    }
}

/// The names that references of a file may use, with the pointers to their targets.
#[derive(Default)]
struct Targets {
    /// The schemas with an `$id`, by their URIs.
    resources: HashMap<String, String>,
    /// The anchors, by the URIs of the schemas with an `$id` that they are in.
    anchors: HashMap<(String, String), String>,
}

impl Targets {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.anchors.is_empty()
    }

    /// Finds the resources and anchors below a node.
    fn walk(&mut self, node: &Node, path: &mut Vec<String>, base: &str, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let own = own_base(node, base);
        let base = own.as_deref().unwrap_or(base);
        if own.is_some() {
            // The first one counts.
            let pointer = pointer(path);
            self.resources.entry(base.to_owned()).or_insert(pointer);
        }
        for key in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = node.text_at(key) {
                let place = (base.to_owned(), anchor.to_owned());
                self.anchors.entry(place).or_insert_with(|| pointer(path));
            }
        }
        for (key, value) in schemas_of(node) {
            path.push(key);
            self.walk(value, path, base, depth + 1);
            path.pop();
        }
    }
}

/// The parts of a node that can have schemas, by the names or numbers by which pointers lead to them.
fn schemas_of(node: &Node) -> impl Iterator<Item = (String, &Node)> {
    let entries = node
        .entries()
        .iter()
        .filter(|(key, value)| has_schemas(&key.value, value))
        .map(|(key, value)| (key.value.clone(), value));
    let items = node.items().iter().enumerate();
    entries.chain(items.map(|(index, value)| (index.to_string(), value)))
}

/// Whether there can be schemas in the value of a key. A property may be named like a keyword; then its schema is a map
/// with a type or a reference.
fn has_schemas(key: &str, value: &Node) -> bool {
    let is_schema = || value.get("type").is_some() || value.get("$ref").is_some();
    let is_structure = matches!(value.kind, NodeKind::Map(_) | NodeKind::List(_));
    let has_values = VALUES.contains(&key) || key.starts_with("x-");
    is_structure && (!has_values || is_schema())
}

/// The URI of a schema with an `$id`.
fn own_base(node: &Node, base: &str) -> Option<String> {
    let id = node.text_at("$id")?.split('#').next().unwrap_or_default();
    (!id.is_empty()).then(|| joined(base, id))
}

/// A URI relative to another one, without `.` and `..`.
fn joined(base: &str, uri: &str) -> String {
    let is_absolute = uri.contains("://") || uri.starts_with("urn:") || base.is_empty();
    if uri.is_empty() || is_absolute {
        return if uri.is_empty() { base } else { uri }.to_owned();
    }
    let (scheme, rest) = base.split_at(base.find("://").map_or(0, |at| at + 3));
    if uri.starts_with('/') {
        let host = rest.split('/').next().unwrap_or(rest);
        return format!("{scheme}{host}{uri}");
    }
    let uri = uri.trim_start_matches("./");
    match rest.rsplit_once('/') {
        Some((folder, _)) => format!("{scheme}{folder}/{uri}"),
        None => uri.to_owned(),
    }
}

/// The pointer to a place of a file.
fn pointer(path: &[String]) -> String {
    let names = path
        .iter()
        .map(|name| format!("/{}", name.replace('~', "~0").replace('/', "~1")));
    names.collect()
}

/// Changes references.
struct Change<'f> {
    root: &'f Node,
    found: &'f Targets,
}

impl Change<'_> {
    fn walk(&self, node: &mut Node, base: &str, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let own = own_base(node, base);
        let base = own.as_deref().unwrap_or(base);
        for key in ["$ref", "$dynamicRef"] {
            let reference = node.get_mut(key);
            if let Some(NodeKind::Text(text)) = reference.map(|reference| &mut reference.kind)
                && let Some(pointer) = self.target(text, base)
            {
                *text = format!("#{}", pointer.replace('%', "%25"));
            }
        }
        if let NodeKind::List(items) = &mut node.kind {
            let items = items.iter_mut();
            items.for_each(|item| self.walk(item, base, depth + 1));
        }
        let entries = node.entries_mut().into_iter().flatten();
        let schemas = entries.filter(|(key, value)| has_schemas(&key.value, value));
        schemas.for_each(|(_, value)| self.walk(value, base, depth + 1));
    }

    /// The pointer to what a reference means, if it is a resource, in one, or an anchor.
    fn target(&self, reference: &str, base: &str) -> Option<String> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let uri = joined(base, uri);
        let fragment = percent_decoded(fragment);
        let resource = self.found.resources.get(&uri);
        if fragment.is_empty() {
            // `#` alone is the schema with the `$id`, or the whole file.
            return resource.cloned();
        }
        if !fragment.starts_with('/') {
            let place = (uri, fragment.into_owned());
            return self.found.anchors.get(&place).cloned();
        }
        // Many documents have an `$id` somewhere, and mean all pointers from their root.
        let inside = format!("{}{fragment}", resource?);
        step(self.root, &inside).map(|_| inside)
    }
}

/// The target of a pointer.
fn step<'n>(root: &'n Node, pointer: &str) -> Option<&'n Node> {
    pointer.split('/').skip(1).try_fold(root, |node, name| {
        let name = unescaped(name);
        match &node.kind {
            NodeKind::List(items) => items.get(name.parse::<usize>().ok()?),
            _ => node.get(&name),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    /// The references of a document, after they are changed.
    fn references(text: &str) -> Vec<String> {
        let root = Arc::new(yaml::parse_openapi(text, 0).unwrap());
        let name = "openapi.yaml".to_owned();
        let mut files = [Parsed { name, root }];
        resolve(&mut files);
        let mut found = Vec::new();
        let mut waiting = vec![&*files[0].root];
        while let Some(node) = waiting.pop() {
            found.extend(node.text_at("$ref").map(str::to_owned));
            waiting.extend(node.entries().iter().rev().map(|(_, value)| value));
        }
        found
    }

    #[test]
    fn anchors_and_identifiers_become_pointers() {
        let text = "
schemas:
  Shelf:
    $id: https://library.example/shelf
    properties:
      label: { $ref: '#label' }
      width: { $ref: '#/$defs/Width' }
      book: { $ref: book }
      whole: { $ref: '#' }
      title: { $ref: 'book#title' }
      other: { $ref: '#/schemas/Other' }
    $defs:
      Label: { $anchor: label, type: string }
      Width: { type: integer }
  Book:
    $id: https://library.example/book
    properties: { title: { $dynamicAnchor: title, type: string } }
  Other: { type: string }
  Free: { properties: { label: { $ref: '#label' }, top: { $ref: '#top' } } }
  Top: { $anchor: top, example: { $anchor: none, $id: none } }
";
        assert_eq!(
            references(text),
            [
                "#/schemas/Shelf/$defs/Label",
                "#/schemas/Shelf/$defs/Width",
                "#/schemas/Book",
                "#/schemas/Shelf",
                "#/schemas/Book/properties/title",
                "#/schemas/Other",
                // The anchor belongs to the shelf alone.
                "#label",
                "#/schemas/Top",
            ]
        );
    }

    #[test]
    fn a_document_may_have_a_uri() {
        let text = "
$self: https://library.example/openapi.yaml
a: { $ref: 'https://library.example/openapi.yaml#/schemas/Shelf' }
b: { $ref: 'openapi.yaml#/schemas/Shelf' }
c: { $ref: '#/schemas/Shelf' }
d: { $ref: 'https://library.example/other.yaml#/schemas/Shelf' }
schemas: { Shelf: { type: string } }
";
        let own = "#/schemas/Shelf";
        let other = "https://library.example/other.yaml#/schemas/Shelf";
        assert_eq!(references(text), [own, own, own, other]);
    }

    #[test]
    fn other_references_stay() {
        let text = "
a: { $ref: 'other.yaml#/Pet' }
b: { $ref: '#/schemas/A~1B' }
schemas: { 'A/B': { $id: a, properties: { $id: { type: string }, c: { $ref: '#' } } } }
";
        let expected = ["other.yaml#/Pet", "#/schemas/A~1B", "#/schemas/A~1B"];
        assert_eq!(references(text), expected);
    }
}
