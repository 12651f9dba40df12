//! References in places where OpenAPI has none, such as whole operations, the map of all schemas, or a list of servers.
//! Tools that resolve a document before they read it allow them everywhere. They are replaced with what they lead to,
//! so everything else knows only the references of OpenAPI.

mod kinds;
mod replacer;

use std::sync::Arc;

use super::parsed::Parsed;
use crate::hash::{HashMap, HashSet};
use crate::node::Node;
use crate::openapi::references::{Files, NodeRef};
use kinds::{Kind, VALUES};
use replacer::Replacer;

/// A reference that cannot be replaced.
pub(in crate::openapi) struct Broken {
    /// The number of the file that it is in.
    pub(in crate::openapi) file: usize,
    pub(in crate::openapi) reference: Node,
    pub(in crate::openapi) why: Why,
}

/// Why a reference cannot be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::openapi) enum Why {
    LeadsToNothing,
    LeadsToItself,
    /// Too many nodes would take the place of references.
    IsTooMuch,
}

/// Replaces misplaced references. Those that cannot be replaced are removed and returned.
pub(super) fn replace(files: &mut [Parsed]) -> Vec<Broken> {
    let before: Vec<Parsed> = files.iter().map(Parsed::clone).collect();
    let all = Files::new(&before, &[]);
    let Found { places, broken } = find(&all);
    if places.is_empty() {
        return broken;
    }
    let mut replacer = Replacer::new(&all, &places, broken);
    for (number, (file, before)) in files.iter_mut().zip(&before).enumerate() {
        file.root = Arc::new(replacer.file(number, &before.root));
    }
    replacer.into_broken()
}

/// The nodes with misplaced references, and what they stand for.
type Places = HashMap<usize, Kind>;

struct Found {
    places: Places,
    /// Those that lead to nothing.
    broken: Vec<Broken>,
}

/// Finds misplaced references by following all others.
fn find(files: &Files<'_>) -> Found {
    let mut found = Found {
        places: HashMap::default(),
        broken: Vec::new(),
    };
    let mut seen: HashSet<(usize, Kind)> = HashSet::default();
    let mut waiting: Vec<(NodeRef<'_>, Kind)> = Vec::new();
    waiting.extend(files.root().map(|root| (root, Kind::Document)));
    while let Some((at, kind)) = waiting.pop() {
        if let Some(reference) = at.node.get("$ref")
            && let Some(text) = reference.as_text()
        {
            let target = files.resolve(at.file, text);
            let is_new = !kind.may_be_reference() && found.places.insert(at.id(), kind).is_none();
            if is_new && target.is_none() {
                found.broken.push(Broken {
                    file: at.file,
                    reference: reference.clone(),
                    why: Why::LeadsToNothing,
                });
            }
            let target = target.filter(|target| seen.insert((target.id(), kind)));
            waiting.extend(target.map(|target| (target, kind)));
        }
        if let Some(each) = kind.each() {
            let values = at.entries().map(|(_, value)| value).chain(at.items());
            waiting.extend(values.map(|value| (value, each)));
        } else if kind != Kind::Leaf {
            let words = at.entries();
            let words = words.filter(|(key, _)| may_have_objects(&key.value));
            waiting.extend(words.map(|(key, value)| (value, kind.part(&key.value))));
        }
    }
    found
}

/// Whether the value of a word of OpenAPI is a part of the description. What references in extensions mean is up to them.
fn may_have_objects(key: &str) -> bool {
    !VALUES.contains(&key) && (!key.starts_with("x-") || key == "x-webhooks")
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
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
                format!("paths./orders.{method}.responses.200.$ref: ok.yaml"),
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
            .map(|broken| (broken.reference.as_text().unwrap(), broken.why))
            .collect();
        let [put, get, post] = ["a/put", "b/post", "b/get"].map(|at| format!("#/paths/~1{at}"));
        let expected = [
            ("gone.yaml", Why::LeadsToNothing),
            (put.as_str(), Why::LeadsToItself),
            (get.as_str(), Why::LeadsToItself),
            (post.as_str(), Why::LeadsToItself),
        ];
        assert_eq!(texts, expected);
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
        let broken = replace(&mut files);
        assert!(broken.iter().all(|broken| broken.why == Why::IsTooMuch));
        assert!(!broken.is_empty());
        let mut nodes = 0;
        let mut waiting = vec![&*files[0].root];
        while let Some(node) = waiting.pop() {
            nodes += 1;
            waiting.extend(node.entries().iter().map(|(_, value)| value));
        }
        assert!(nodes < 2_000_000, "{nodes}");
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
        assert!(replace(&mut files).is_empty());
        assert!(files[0].root.is_like(&before));
    }

    #[test]
    fn they_cannot_exhaust_the_stack() {
        let mut text = "paths:\n  /a: { get: { $ref: '#/x-0' } }\n".to_owned();
        for number in 0..20_000 {
            writeln!(text, "x-{number}: {{ $ref: '#/x-{}' }}", number + 1).unwrap();
        }
        let broken = replace(&mut parsed(&[("openapi.yaml", &text)]));
        assert!(broken.iter().any(|broken| broken.why == Why::IsTooMuch));
    }

    #[test]
    fn names_and_schemas_are_moved_as_well() {
        let mut files = parsed(&[
            (
                "openapi.yaml",
                "
x-webhooks: { paid: { post: { $ref: parts/paid.yaml } } }
components: { schemas: { Order: { properties: { $ref: parts/order.yaml }, x-own: { $ref: parts/order.yaml } } } }
",
            ),
            (
                "parts/paid.yaml",
                "
responses: { default: { $ref: all.yaml#/Failure } }
requestBody:
  content:
    application/json:
      example: { $ref: all.yaml#/no-reference }
      schema: { properties: { value: { $ref: all.yaml#/Value }, default: { items: { $ref: '#/x' } } } }
",
            ),
            ("parts/order.yaml", "default: { type: string }"),
        ]);
        assert!(replace(&mut files).is_empty());
        let mut lines = Vec::new();
        shown(&files[0].root, "", &mut lines);
        let operation = "x-webhooks.paid.post";
        let body = format!("{operation}.requestBody.content.application/json");
        let expected = [
            format!("{operation}.responses.default.$ref: parts/all.yaml#/Failure"),
            format!("{body}.example.$ref: all.yaml#/no-reference"),
            format!("{body}.schema.properties.value.$ref: parts/all.yaml#/Value"),
            format!("{body}.schema.properties.default.items.$ref: parts/paid.yaml#/x"),
            "components.schemas.Order.properties.default.type: string".to_owned(),
            "components.schemas.Order.x-own.$ref: parts/order.yaml".to_owned(),
        ];
        assert_eq!(lines, expected);
    }
}
