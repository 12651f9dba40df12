//! The committed crate matches its specification. The output is the same in every run, and does not
//! depend on the order of keys if it has no meaning.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fmt;

use fastrand::Rng;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use specsmith::output::{FileSet, Stale};
use specsmith::source::SourceFile;
use specsmith_tests::cases;

#[test]
fn the_committed_crate_matches_its_specification() {
    let files = specsmith::generate(&cases::gateway()).expect("`spec/gateway.yaml` has no errors");
    let folder = cases::root().join("generated");
    let differences = files.compare_with(&folder).unwrap();
    let Stale { details, .. } = Stale::new(&differences, &folder, "spec/gateway.yaml");
    assert!(
        differences.is_empty(),
        "the crate differs from its specification:\n{details}Run `cargo run -p specsmith -- generate` and commit the result."
    );
}

/// The crates of the APIs in `tests/apis`, which the tests serve and call.
#[test]
fn the_committed_crates_of_the_tests_match_their_specifications() {
    let mut shown = String::new();
    for path in cases::apis() {
        let (spec, folder) = (cases::source(&path), path.with_extension(""));
        let files = specsmith::generate(&spec).expect("the specification has no errors");
        if cases::updating() {
            files.write_to(&folder).unwrap();
        }
        let differences = files.compare_with(&folder).unwrap();
        if !differences.is_empty() {
            shown += &Stale::new(&differences, &folder, spec.name()).details;
        }
    }
    let update = cases::UPDATE;
    assert!(
        shown.is_empty(),
        "{shown}Run `{update}=1 cargo test -p specsmith-tests --test generate drift` and review the diff."
    );
}

#[test]
fn generating_twice_gives_the_same_bytes() {
    assert_eq!(
        specsmith::generate(&cases::gateway()),
        specsmith::generate(&cases::gateway())
    );
    assert_eq!(
        specsmith::scaffold(&cases::gateway()),
        specsmith::scaffold(&cases::gateway())
    );
}

#[test]
fn the_order_of_the_languages_own_keys_has_no_effect() {
    let mut specs: Vec<(String, SourceFile)> = cases::good()
        .into_iter()
        .map(|case| (case.name.clone(), case.spec()))
        .collect();
    specs.push(("gateway".to_owned(), cases::gateway()));
    // OpenAPI has other keys.
    specs.retain(|(_, spec)| !specsmith::is_openapi(spec));
    for (name, spec) in specs {
        let expected = specsmith::generate(&spec).unwrap();
        for seed in 0..3 {
            let mut random = Rng::with_seed(seed);
            let mut files = spec.files().map(|(name, span)| {
                let mut document: Tree = read(spec.slice(span));
                shuffle(&mut document, Keys::Language, &mut random);
                (name, document.to_string())
            });
            let (name_of_first, first) = files.next().unwrap();
            let shuffled = SourceFile::new(name_of_first, first);
            let shuffled = files.fold(shuffled, |all, (name, text)| all.with_file(name, &text));
            assert_same(&name, &expected, &specsmith::generate(&shuffled).unwrap());
        }
    }
}

fn assert_same(name: &str, expected: &FileSet, found: &FileSet) {
    let paths = |files: &FileSet| {
        files
            .iter()
            .map(|(path, _)| path.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(paths(expected), paths(found), "{name}");
    for ((path, expected), (_, found)) in expected.iter().zip(found.iter()) {
        assert!(
            expected == found,
            "{name}: {}",
            cases::difference(path, expected, found)
        );
    }
}

/// What the keys of a map are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Keys of the language, such as `type` and `doc`. Their order has no effect.
    Language,
    /// Names that the document chooses. The output keeps their order. Their values have keys of the language.
    Names,
    /// Neither: the map is a value, such as an example, which is shown as written.
    Value,
}

fn shuffle(tree: &mut Tree, keys: Keys, random: &mut Rng) {
    match tree {
        Tree::Scalar(_) => {}
        Tree::List(items) => items
            .iter_mut()
            .for_each(|item| shuffle(item, keys, random)),
        Tree::Map(entries) => {
            for (key, value) in entries.iter_mut() {
                let below = match (keys, key.as_str()) {
                    (Keys::Value, _) | (Keys::Language, "example" | "default") => Keys::Value,
                    (
                        Keys::Language,
                        "types" | "operations" | "errors" | "fields" | "enum" | "path" | "query"
                        | "headers" | "cookies" | "schemes" | "kinds" | "scopes" | "pagers"
                        | "responses" | "servers" | "groups" | "shared" | "union" | "constants"
                        | "choice" | "variables" | "flows" | "webhooks",
                    ) => Keys::Names,
                    (Keys::Language | Keys::Names, _) => Keys::Language,
                };
                shuffle(value, below, random);
            }
            if keys == Keys::Language {
                random.shuffle(entries);
            }
        }
    }
}

/// Reads a document as the generator does: `yes` and `on` are strings.
fn read(text: &str) -> Tree {
    let options = serde_yaml::options! { strict_booleans: true };
    serde_yaml::from_str_with_options(text, options).unwrap()
}

/// A document whose maps keep their order.
enum Tree {
    Scalar(Value),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = |index: usize| if index == 0 { "" } else { ", " };
        match self {
            Tree::Scalar(value) => f.write_str(&escaped(value)),
            Tree::List(items) => {
                f.write_str("[")?;
                items
                    .iter()
                    .enumerate()
                    .try_for_each(|(index, item)| write!(f, "{}{item}", separator(index)))?;
                f.write_str("]")
            }
            Tree::Map(entries) => {
                f.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    write!(
                        f,
                        "{}{}: {value}",
                        separator(index),
                        escaped(&Value::from(key.as_str()))
                    )?;
                }
                f.write_str("}")
            }
        }
    }
}

/// JSON is YAML, except for characters that YAML requires to be escaped.
fn escaped(scalar: &Value) -> String {
    let characters = scalar.to_string();
    let escaped = characters.chars().map(|c| match c {
        ' '..='~' => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    });
    escaped.collect()
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("YAML")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Scalar(Value::Null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Scalar(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Scalar(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Scalar(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Scalar(value.into()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Scalar(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Tree::Map(map))
    }
}
