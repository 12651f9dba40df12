//! What a document says and its model does not hold. Two versions of a document are compared by it, where comparing
//! their models would find nothing.

mod directions;

use self::directions::AllDirections;
use super::files::{self, Parsed, Parts};
use super::references::{Files, NodeRef};
use super::security;
use super::validation_schemas::companions;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Lost};
use crate::hash::{self, HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::source::{SourceFile, Span, Spanned};

pub(crate) use self::directions::Directions;

/// The code of warnings about credentials.
const SECURITY: Code = Code("W0111");

/// The text of a document, as a tree.
pub(crate) struct Tree(Option<Parts>);

impl Tree {
    /// The tree of a document, which was read before, so it has no errors.
    pub(crate) fn of(source: &SourceFile) -> Self {
        Self(files::parse(source).ok())
    }
}

/// The nodes of a document, by JSON pointers as losses have them.
pub(crate) struct Nodes<'a> {
    parsed: &'a [Parsed],
    files: Files<'a>,
    directions: AllDirections,
}

impl<'a> Nodes<'a> {
    /// The nodes of a tree.
    pub(crate) fn of(tree: &'a Tree) -> Self {
        let parts = tree.0.as_ref();
        let parsed = parts.map_or(&[][..], |parts| &parts.files);
        let files = Files::new(parsed, parts.map_or(&[], |parts| &parts.missing));
        let directions = AllDirections::find(&files);
        Self {
            parsed,
            files,
            directions,
        }
    }

    /// The roots of the files, each with the beginning of its pointers.
    fn roots(&self) -> impl Iterator<Item = (&'a str, NodeRef<'a>)> {
        let files = self.parsed.iter().enumerate();
        files.map(|(number, file)| {
            let name = match number {
                0 => "",
                _ => file.name.as_str(),
            };
            (name, NodeRef::new(number, &file.root))
        })
    }

    /// Whether there is a node at a pointer.
    pub(crate) fn has(&self, pointer: &str) -> bool {
        self.node(pointer).is_some()
    }

    fn node(&self, pointer: &str) -> Option<&'a Node> {
        self.roots().find_map(|(name, root)| {
            let rest = pointer.strip_prefix(name)?;
            let parts = rest.split('/').filter(|part| !part.is_empty());
            let parts = parts.map(|part| part.replace("~1", "/").replace("~0", "~"));
            let parts: Vec<String> = parts.collect();
            let mut way = Way {
                files: &self.files,
                steps: MOST_STEPS,
            };
            Some(way.seek(root, &parts)?.node)
        })
    }
}

/// How many nodes are looked at on the way to one.
const MOST_STEPS: usize = 10_000;

/// Keywords whose members are about the same value.
const WRAPPERS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// A way to a node. References and schemas of the same value are no difference.
struct Way<'a, 'f> {
    files: &'f Files<'a>,
    /// How many nodes may still be looked at.
    steps: usize,
}

impl<'a> Way<'a, '_> {
    fn seek(&mut self, at: NodeRef<'a>, parts: &[String]) -> Option<NodeRef<'a>> {
        let Some((part, rest)) = parts.split_first() else {
            return Some(at);
        };
        self.steps = self.steps.checked_sub(1)?;
        if let Some(child) = child(at.node, part)
            && let Some(found) = self.seek(at.with(child), rest)
        {
            return Some(found);
        }
        let reference = at.node.text_at("$ref");
        let target = reference.and_then(|text| self.files.resolve(at.file, text));
        let is_wrapper = WRAPPERS.contains(&part.as_str());
        let members = WRAPPERS.iter().filter(|_| !is_wrapper);
        let members = members
            .filter_map(|key| at.get(key))
            .flat_map(NodeRef::items);
        let others: Vec<NodeRef<'a>> = target.into_iter().chain(members).collect();
        let mut others = others.into_iter();
        if let Some(found) = others.find_map(|other| self.seek(other, parts)) {
            return Some(found);
        }
        // The schema itself, if it is no longer in a list of several.
        let is_alone = is_wrapper && (part == "allOf" || at.get(part).is_none());
        match rest {
            [number, rest @ ..] if is_alone && number.parse::<usize>().is_ok() => {
                self.seek(at, rest)
            }
            _ => None,
        }
    }
}

/// What names an item of a list, whose order means nothing: its name, or the media type that it is.
fn name_of_item(list: &str, item: &Node) -> Option<String> {
    let name = item.get("name").and_then(Node::scalar_text);
    let is_of_media = list.ends_with("/consumes") || list.ends_with("/produces");
    name.or_else(|| item.as_text().filter(|_| is_of_media).map(str::to_owned))
}

/// The part of a node with a key, or with a name in a list.
fn child<'n>(node: &'n Node, part: &str) -> Option<&'n Node> {
    match &node.kind {
        NodeKind::Map(entries) => {
            let mut entries = entries.iter();
            let found = entries.find(|(key, _)| key.value == part);
            found.map(|(_, value)| value)
        }
        NodeKind::List(items) => {
            let mut named = items.iter();
            let is_named = |item: &Node| {
                let name = item.get("name").and_then(Node::scalar_text);
                name.as_deref() == Some(part) || item.as_text() == Some(part)
            };
            let found = named.find(|item| is_named(item));
            found.or_else(|| items.get(part.parse::<usize>().ok()?))
        }
        _ => None,
    }
}

/// What one warning is about, at one of its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Loss {
    /// The code of the warning.
    pub(crate) code: Code,
    /// What is lost.
    pub(crate) lost: Lost,
    /// The message of the warning for this place alone.
    pub(crate) message: String,
    /// The way to it through the document, as a JSON pointer. An item that has a name is named by it instead of its
    /// number, because numbers change when other items are added.
    pub(crate) path: String,
    /// The place that the warning names.
    pub(crate) span: Span,
    /// What it says, as JSON with sorted keys, without descriptions: a keyword with its value, or a whole parameter.
    pub(crate) content: String,
    /// A hash of all that it refers to, which may change while the reference to it stays the same.
    pub(crate) targets: u64,
    /// Who sends the values that it is about.
    pub(crate) directions: Directions,
}

/// What the warnings of a document are about, in their order: one loss for each place of each warning.
pub(crate) fn losses(source: &SourceFile, nodes: &Nodes<'_>, warnings: &Diagnostics) -> Vec<Loss> {
    let mut found: Vec<Loss> = warnings.iter().flat_map(losses_of).collect();
    if found.is_empty() {
        return found;
    }
    let mut wanted: HashMap<Span, Vec<usize>> = HashMap::default();
    for (index, loss) in found.iter_mut().enumerate() {
        wanted.entry(loss.span).or_default().push(index);
        source.slice(loss.span).clone_into(&mut loss.content);
    }
    let mut search = Search {
        nodes,
        wanted,
        losses: &mut found,
        targets: HashMap::default(),
    };
    for (path, root) in nodes.roots() {
        search.visit(root, path, Directions::default());
    }
    found
}

/// Credentials of both documents that are up to the application: the model holds their names, but not what they are.
pub(crate) fn custom_credentials(nodes: &Nodes<'_>, other: &Nodes<'_>) -> Vec<Diagnostic> {
    let custom = |nodes: &Nodes<'_>| -> Vec<(String, Span)> {
        let schemes = nodes.node("/components/securitySchemes").into_iter();
        let schemes = schemes.flat_map(Node::entries);
        let custom = schemes.filter(|(_, scheme)| security::is_custom(scheme));
        let places = custom
            .filter_map(|(name, scheme)| Some((name.value.clone(), scheme.get("type")?.span)));
        places.collect()
    };
    let others = custom(other);
    let both = custom(nodes)
        .into_iter()
        .filter(|(name, _)| others.iter().any(|(other, _)| other == name));
    both.map(|(_, span)| {
        let message = "only the application knows these credentials";
        Diagnostic::warning(SECURITY, message, span).losing(Lost::Owner)
    })
    .collect()
}

/// The losses of a warning, without what they say. Warnings about names, pages, examples and others lose nothing.
fn losses_of(warning: &Diagnostic) -> impl Iterator<Item = Loss> {
    let places = warning.places();
    let places = places.filter(|_| warning.lost() != Lost::Nothing);
    places.map(|span| Loss {
        code: warning.code,
        lost: warning.lost(),
        message: warning.message_of_one().to_owned(),
        path: String::new(),
        span,
        content: String::new(),
        targets: 0,
        directions: Directions::default(),
    })
}

/// The keywords that a warning about the style of a parameter is about. The model holds the rest of the parameter.
const STYLES: [&str; 5] = [
    "allowEmptyValue",
    "allowReserved",
    "collectionFormat",
    "explode",
    "style",
];

/// The losses whose place says something else in the other document, or does not exist there. Of what many schemas say
/// alike, only the first one may be read, and only that one loses something.
pub(crate) fn without_what_the_other_says<'l>(
    all: Vec<&'l Loss>,
    source: &SourceFile,
    nodes: &Nodes<'_>,
) -> Vec<&'l Loss> {
    let place = |loss: &&'l Loss| Some((*loss, nodes.node(&loss.path)?.span));
    let (there, mut left): (Vec<&Loss>, Vec<&Loss>) =
        all.into_iter().partition(|loss| place(loss).is_some());
    let warnings = there
        .iter()
        .filter_map(place)
        .map(|(loss, span)| Diagnostic::warning(loss.code, "", span).losing(loss.lost));
    let others = losses(source, nodes, &warnings.collect());
    let pairs = there.into_iter().zip(others);
    // The same may be elsewhere, behind a reference.
    let is_other = |(loss, other): &(&Loss, Loss)| {
        (&loss.content, loss.targets) != (&other.content, other.targets)
    };
    left.extend(pairs.filter(is_other).map(|(loss, _)| loss));
    left
}

/// A search for what losses say.
struct Search<'a, 'f> {
    nodes: &'f Nodes<'a>,
    /// The losses by their places.
    wanted: HashMap<Span, Vec<usize>>,
    losses: &'f mut [Loss],
    /// The targets of references that were looked at.
    targets: HashMap<usize, Target<'a>>,
}

/// What a reference leads to: a hash of what it says, and the targets of its references.
#[derive(Clone)]
struct Target<'a> {
    hash: u64,
    leads_to: Vec<NodeRef<'a>>,
}

impl<'a> Search<'a, '_> {
    /// Looks for losses in a node, whose owner has these directions.
    fn visit(&mut self, at: NodeRef<'a>, path: &str, directions: Directions) {
        let list = path;
        let directions = directions.and(self.nodes.directions.of(at));
        for (key, value) in at.entries() {
            for span in [key.span, value.node.span] {
                for index in self.reach(span, value, directions) {
                    self.find_entry(index, at, (key, value), path);
                }
            }
            let path_of_value = format!("{path}/{}", escaped(&key.value));
            self.visit(value, &path_of_value, directions);
        }
        for (number, item) in at.items().enumerate() {
            let name = name_of_item(list, item.node);
            let name = name.unwrap_or_else(|| number.to_string());
            let path = format!("{path}/{}", escaped(&name));
            for index in self.reach(item.node.span, item, directions) {
                match self.losses.get(index).map(|loss| loss.lost) {
                    Some(Lost::List | Lost::RuleOfList) => {
                        let key = list.rsplit('/').next().unwrap_or_default();
                        let content = format!("{{{}}}", entry(key, at.node));
                        self.find(index, list.to_owned(), vec![at], content);
                    }
                    _ => self.find(index, path.clone(), vec![item], canonical(item.node)),
                }
            }
            self.visit(item, &path, directions);
        }
    }

    /// The losses of a place that are reached for the first time. What took the place of several references has all of
    /// their directions.
    fn reach(&mut self, span: Span, at: NodeRef<'a>, directions: Directions) -> Vec<usize> {
        let Some(found) = self.wanted.get(&span) else {
            return Vec::new();
        };
        let directions = directions.and(self.nodes.directions.of(at));
        let mut new = Vec::new();
        for index in found {
            if let Some(loss) = self.losses.get_mut(*index) {
                loss.directions = loss.directions.and(directions);
                if loss.path.is_empty() {
                    new.push(*index);
                }
            }
        }
        new
    }

    /// Notes what a loss at an entry of a map says.
    fn find_entry(
        &mut self,
        index: usize,
        owner: NodeRef<'a>,
        (key, value): (&Spanned<String>, NodeRef<'a>),
        path: &str,
    ) {
        let is_scalar = !matches!(value.node.kind, NodeKind::Map(_) | NodeKind::List(_));
        let lost = self.losses.get(index).map(|loss| loss.lost);
        if is_scalar && lost == Some(Lost::Owner) {
            self.find(index, path.to_owned(), vec![owner], canonical(owner.node));
            return;
        }
        if lost == Some(Lost::Style) {
            // The key of a header is its name, and a parameter that nothing declares is at the path.
            let (owner, path) = match is_scalar {
                true => (owner, path.to_owned()),
                false => (value, format!("{path}/{}", escaped(&key.value))),
            };
            let written = STYLES
                .iter()
                .filter_map(|name| Some((*name, owner.get(name)?)));
            let written = written.map(|(name, value)| entry(name, value.node));
            let content = format!("{{{}}}", written.collect::<Vec<_>>().join(","));
            self.find(index, path, Vec::new(), content);
            return;
        }
        if lost == Some(Lost::Name) {
            let path = format!("{path}/{}", escaped(&key.value));
            self.find(index, path, Vec::new(), key.value.clone());
            return;
        }
        let beside = companions(&key.value).iter();
        let beside = beside.filter_map(|name| Some((*name, owner.get(name)?)));
        let all: Vec<(&str, NodeRef<'a>)> = [(key.value.as_str(), value)]
            .into_iter()
            .chain(beside)
            .collect();
        let content = all.iter().map(|(key, value)| entry(key, value.node));
        let content = format!("{{{}}}", content.collect::<Vec<_>>().join(","));
        let path = format!("{path}/{}", escaped(&key.value));
        let all = all.into_iter().map(|(_, value)| value).collect();
        self.find(index, path, all, content);
    }

    fn find(&mut self, index: usize, path: String, parts: Vec<NodeRef<'a>>, content: String) {
        let targets = self.hash_of_targets(&parts);
        if let Some(loss) = self.losses.get_mut(index) {
            loss.path = path;
            loss.content = content;
            loss.targets = targets;
        }
    }

    /// A hash of all that references in these parts lead to, and the references in that; zero if there are none.
    fn hash_of_targets(&mut self, parts: &[NodeRef<'a>]) -> u64 {
        let mut seen: HashSet<usize> = HashSet::default();
        let mut waiting: Vec<NodeRef<'a>> = parts
            .iter()
            .flat_map(|part| self.nodes.files.references_in(*part))
            .collect();
        let mut all = 0_u64;
        while let Some(at) = waiting.pop() {
            if !seen.insert(at.id()) {
                continue;
            }
            if !self.targets.contains_key(&at.id()) {
                let target = Target {
                    hash: hash::of_text(&canonical(at.node)),
                    leads_to: self.nodes.files.references_in(at),
                };
                self.targets.insert(at.id(), target);
            }
            if let Some(target) = self.targets.get(&at.id()) {
                // The order of what is found does not count.
                all = all.wrapping_add(target.hash);
                waiting.extend(target.leads_to.iter().copied());
            }
        }
        all
    }
}

/// Keys of objects whose own keys are names.
const NAMES: [&str; 8] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "encoding",
    "headers",
    "mapping",
    "patternProperties",
    "properties",
];

/// A node as JSON, whatever the order of its keys, without descriptions, examples and links.
fn canonical(node: &Node) -> String {
    with_keys(node, true)
}

/// The same, with all keys if they are names.
fn with_keys(node: &Node, are_keywords: bool) -> String {
    match &node.kind {
        NodeKind::List(items) => {
            let items: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        NodeKind::Map(entries) => {
            let is_about_values = |(key, value): &&(Spanned<String>, Node)| match key.value.as_str()
            {
                _ if !are_keywords => true,
                "$comment" | "description" | "summary" | "title" => value.as_text().is_none(),
                "example" | "examples" | "externalDocs" | "links" => false,
                _ => true,
            };
            let entries = entries.iter().filter(is_about_values);
            let mut entries: Vec<String> = entries
                .map(|(key, value)| match are_keywords {
                    true => entry(&key.value, value),
                    false => named(&key.value, canonical(value)),
                })
                .collect();
            entries.sort_unstable();
            format!("{{{}}}", entries.join(","))
        }
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => node.to_json(),
    }
}

/// Keywords whose lists mean the same in any order.
const SETS: [&str; 6] = ["allOf", "anyOf", "enum", "oneOf", "required", "type"];

/// An entry of a map as JSON.
fn entry(key: &str, value: &Node) -> String {
    match &value.kind {
        NodeKind::List(items) if SETS.contains(&key) => {
            let mut items: Vec<String> = items.iter().map(canonical).collect();
            items.sort_unstable();
            named(key, format!("[{}]", items.join(",")))
        }
        _ => named(key, with_keys(value, !NAMES.contains(&key))),
    }
}

fn named(key: &str, value: String) -> String {
    format!("{}:{value}", serde_json::Value::from(key))
}

/// A key in a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::{Nodes, Tree, losses};
    use crate::source::SourceFile;

    /// The paths and the contents of what is lost.
    fn lost(text: &str) -> Vec<(String, String, u64)> {
        let source = SourceFile::new("library.yaml", text);
        let (_, warnings) = super::super::read(&source).unwrap();
        let tree = Tree::of(&source);
        let found = losses(&source, &Nodes::of(&tree), &warnings).into_iter();
        found
            .map(|loss| (loss.path, loss.content, loss.targets))
            .collect()
    }

    fn document(schema_of_response: &str, components: &str) -> String {
        format!(
            "openapi: 3.1.0
info: {{ title: Library, version: '1' }}
paths:
  /books:
    get:
      parameters:
        - in: path
          name: shelf
          schema:
            description: Not in the path.
            type: string
            minLength: 2
      responses:
        '200':
          description: All books.
          content:
            application/json:
              schema:
{schema_of_response}
components:
  schemas: {{ {components} }}
"
        )
    }

    #[test]
    fn a_loss_has_the_whole_of_what_is_lost() {
        let schema = "
                type: object
                properties:
                  words:
                    type: array
                    items: { type: string }
                    minContains: 2
                    contains: { minLength: 3 }
                  names:
                    type: array
                    items: { type: string }
                    contains: { maxLength: 5 }";
        let at = "/paths/~1books/get";
        let words = "/responses/200/content/application~1json/schema/properties";
        let mut expected = vec![
            (
                format!("{at}/parameters/shelf"),
                "{\"in\":\"path\",\"name\":\"shelf\",\"schema\":{\"minLength\":2,\"type\":\"string\"}}".to_owned(),
                0,
            ),
            (
                format!("{at}{words}/words/contains"),
                "{\"contains\":{\"minLength\":3},\"minContains\":2}".to_owned(),
                0,
            ),
            (
                format!("{at}{words}/names/contains"),
                "{\"contains\":{\"maxLength\":5}}".to_owned(),
                0,
            ),
        ];
        expected.sort_unstable();
        let mut found = lost(&document(schema, ""));
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_loss_changes_with_what_it_refers_to() {
        let schema = "
                type: array
                items: { type: string }
                contains: { $ref: '#/components/schemas/Word' }";
        let of = |word: &str, other: &str| {
            let word =
                format!("Word: {{ anyOf: [{{ $ref: '#/components/schemas/Long' }}], {word} }}");
            lost(&document(schema, &format!("{word}, Long: {{ {other} }}")))
        };
        let long = of("maxLength: 9", "minLength: 5");
        assert_eq!(
            long,
            of("maxLength: 9, description: A word.", "minLength: 5")
        );
        assert_ne!(long, of("maxLength: 8", "minLength: 5"));
        assert_ne!(long, of("maxLength: 9", "minLength: 6"));
    }
}
