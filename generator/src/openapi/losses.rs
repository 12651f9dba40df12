//! What a document says and its model does not hold. Two versions of a document are compared by it, where comparing
//! their models would find nothing.

mod canonical;
mod directions;
mod meaning;
mod nodes;
mod place;
mod search;
mod simpler;

use self::place::Place;
use self::search::Search;
use super::security;
use super::warnings::Topic;
use crate::api::Value;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Lost};
use crate::document::value;
use crate::hash::HashMap;
use crate::json;
use crate::node::Node;
use crate::source::{SourceFile, Span};

pub(crate) use self::directions::Directions;
pub(crate) use self::nodes::{Nodes, Tree};

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
    /// The way to the part of the document that has it, and that is compared as a whole if it is new.
    pub(crate) owner: String,
    /// The place that the warning names.
    pub(crate) span: Span,
    /// What it says, as JSON with sorted keys, without descriptions: a keyword with its value, or a whole parameter.
    pub(crate) content: String,
    /// A hash of all that it refers to, which may change while the reference to it stays the same.
    pub(crate) targets: u64,
    /// A hash of what it means with all that it refers to, if it does not contain itself.
    pub(crate) meaning: Option<u64>,
    /// Who sends the values that it is about.
    pub(crate) directions: Directions,
}

impl Loss {
    /// What two losses that say the same have in common.
    pub(crate) fn said(&self) -> (&str, u64) {
        match self.meaning {
            Some(meaning) => ("", meaning),
            None => (&self.content, self.targets),
        }
    }

    /// What it says as a JSON Schema, if it is a rule for values and refers to nothing that may be different.
    pub(crate) fn rule(&self) -> Option<Value> {
        let is_rule = matches!(self.lost, Lost::Rule | Lost::RuleOfList);
        let tree = json::parse(&self.content, 0).ok().filter(|_| is_rule)?;
        (!tree.root.entries().is_empty()).then(|| value(&tree.root))
    }
}

/// What the warnings of a document are about, in their order: one loss for each place of each warning. Components that
/// the other document does not have may only be renamed.
pub(crate) fn losses(
    source: &SourceFile,
    nodes: &Nodes<'_>,
    other: &Nodes<'_>,
    warnings: &Diagnostics,
) -> Vec<Loss> {
    let mut found: Vec<Loss> = warnings.iter().flat_map(losses_of).collect();
    if found.is_empty() {
        return found;
    }
    let mut wanted: HashMap<Span, Vec<usize>> = HashMap::default();
    for (index, loss) in found.iter_mut().enumerate() {
        wanted.entry(loss.span).or_default().push(index);
        source.slice(loss.span).clone_into(&mut loss.content);
    }
    let mut search = Search::new(nodes, &other.components, wanted, &mut found);
    for (path, root) in nodes.roots() {
        search.visit_file(root, &Place::root(path));
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
        Diagnostic::warning(Topic::Security.code(), message, span).losing(Lost::Owner)
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
        owner: String::new(),
        span,
        content: String::new(),
        targets: 0,
        meaning: None,
        directions: Directions::default(),
    })
}

/// The losses whose place says something else in the other document, or does not exist there. Of what many schemas say
/// alike, only the first one may be read, and only that one loses something.
pub(crate) fn without_what_the_other_says<'l>(
    all: Vec<&'l Loss>,
    source: &SourceFile,
    (own, nodes): (&Nodes<'_>, &Nodes<'_>),
) -> Vec<&'l Loss> {
    let place = |loss: &&'l Loss| Some((*loss, nodes.node(&loss.path)?.span));
    let (there, mut left): (Vec<&Loss>, Vec<&Loss>) =
        all.into_iter().partition(|loss| place(loss).is_some());
    let warnings = there
        .iter()
        .filter_map(place)
        .map(|(loss, span)| Diagnostic::warning(loss.code, "", span).losing(loss.lost));
    let others = losses(source, nodes, own, &warnings.collect());
    let pairs = there.into_iter().zip(others);
    // The same may be elsewhere, behind a reference.
    let is_other = |(loss, other): &(&Loss, Loss)| loss.said() != other.said();
    left.extend(pairs.filter(is_other).map(|(loss, _)| loss));
    left
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
        let nodes = Nodes::of(&tree);
        let found = losses(&source, &nodes, &nodes, &warnings).into_iter();
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
                format!("{at}/parameters/path:shelf"),
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
