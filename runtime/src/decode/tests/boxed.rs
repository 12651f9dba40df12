//! Reading and writing of recursive types.

#![allow(unreachable_pub)]

use std::collections::BTreeMap;
use std::thread;

use serde_core::de::Deserialize;

use crate::codegen as rt;
use crate::decode::{Context, Decode, InvalidJson, deserialize, from_json, read_whole};
use crate::encode::to_json;
use crate::{Boxed, Json, Maybe};

rt::object! {
    /// A type that contains itself in every possible way.
    #[derive(Default)]
    #[object(deep)]
    pub struct Node {
        #[rules(max_length = 8)]
        pub name: String,
        #[field(optional)]
        #[nested(boxed Node)]
        pub next: Option<Boxed<Node>>,
        #[field(optional)]
        #[nested(boxed Node)]
        pub parent: Maybe<Boxed<Node>>,
        #[rules(max_items = 3)]
        #[nested(boxed Node)]
        pub list: Boxed<Vec<Node>>,
        #[nested(boxed Node)]
        pub sparse: Option<Boxed<Vec<Option<Node>>>>,
        #[field(optional)]
        #[nested(boxed Node)]
        pub map: Option<Boxed<BTreeMap<String, Vec<Node>>>>,
        #[flatten(additional_fields)]
        #[nested(boxed Node)]
        pub others: BTreeMap<String, Boxed<Node>>,
    }
}

rt::object! {
    /// A type with boxed fields inside, but none of its own.
    #[object(deep)]
    pub struct Forest {
        #[rules(max_items = 2)]
        #[nested(contains Node)]
        pub trees: Vec<Node>,
        #[flatten(additional_fields)]
        #[nested(contains Node)]
        pub others: BTreeMap<String, Option<Node>>,
    }
}

rt::object! {
    /// A `Forest` behind trait objects.
    #[object(deep)]
    pub struct Land {
        #[nested(boxed Forest)]
        pub forest: Boxed<Forest>,
    }
}

const NESTED: &str = r#"{"name":"a","next":{"name":"b","list":[],"sparse":[null,{"name":"c","list":[],"sparse":null}]},"parent":null,"list":[{"name":"d","parent":{"name":"e","list":[],"sparse":null},"list":[{"name":"f","list":[],"sparse":null}],"sparse":[]}],"sparse":null,"map":{"k":[{"name":"g","list":[],"sparse":null,"map":{}}]},"else":{"name":"h","list":[],"sparse":null}}"#;

fn problems<T: Decode>(text: &str) -> Vec<String> {
    let tree: Json = serde_json::from_str(text).unwrap();
    let mut context = Context::for_requests().collecting();
    assert!(T::decode(&tree, &mut context).is_err());
    let errors = context.into_validation_errors().into_iter();
    errors
        .map(|error| format!("{} {}", error.name, error.problem))
        .collect()
}

#[test]
fn a_recursive_value_is_read_and_written_unchanged() {
    let node: Node = from_json(NESTED.as_bytes()).unwrap();
    let child = &node.list[0];
    assert_eq!(child.parent.value().map(|parent| &*parent.name), Some("e"));
    assert_eq!(
        node.next.as_ref().unwrap().sparse.as_ref().unwrap()[0],
        None
    );
    assert_eq!(node.map.as_ref().unwrap()["k"][0].name, "g");
    assert_eq!(node.others["else"].name, "h");
    let text = String::from_utf8(to_json(Vec::new(), &node).unwrap()).unwrap();
    assert_eq!(text, NESTED);
}

#[test]
fn other_serializers_and_deserializers_see_the_same_value() {
    let node: Node = from_json(NESTED.as_bytes()).unwrap();
    let tree = serde_json::to_value(&node).unwrap();
    assert_eq!(tree, serde_json::from_str::<Json>(NESTED).unwrap());
    assert_eq!(deserialize::<Node, _>(tree).unwrap(), node);
    assert_eq!(
        Node::deserialize(&mut serde_json::Deserializer::from_reader(
            NESTED.as_bytes()
        ))
        .unwrap(),
        node
    );
}

#[test]
fn every_invalid_field_is_named_by_its_path() {
    let text = r#"{"name":"much too long","next":7,"parent":{"name":"b","list":[1,{}],"sparse":null},
        "list":null,"sparse":[null,"x"],"map":{"k":[{"name":"c","list":[],"sparse":false}]},"else":[]}"#;
    assert_eq!(
        problems::<Node>(text),
        [
            "name must have at most 8 characters",
            "next expected an object",
            "parent.list[0] expected an object",
            "parent.list[1].name is missing",
            "parent.list[1].list is missing",
            "parent.list[1].sparse is missing",
            "list must not be null",
            "sparse[1] expected an object",
            "map.k[0].sparse expected a list",
            "else expected an object",
        ]
    );
}

#[test]
fn rules_apply_to_the_value_in_a_boxed_field() {
    let leaf = r#"{"name":"x","list":[],"sparse":null}"#;
    let text = format!(r#"{{"name":"a","list":[{leaf},{leaf},{leaf},{leaf}],"sparse":null}}"#);
    assert_eq!(problems::<Node>(&text), ["list must have at most 3 items"]);
    assert!(from_json::<Node>(text.as_bytes()).is_ok());
}

#[test]
fn a_value_around_boxed_fields_is_read_in_the_same_way_behind_trait_objects() {
    let leaf = r#"{"name":"x","list":[],"sparse":null}"#;
    let forest = format!(r#"{{"trees":[{NESTED},{leaf}],"none":null,"one":{leaf}}}"#);
    let direct: Forest = from_json(forest.as_bytes()).unwrap();
    let land: Land = from_json(format!(r#"{{"forest":{forest}}}"#).as_bytes()).unwrap();
    assert_eq!(*land.forest, direct);
    assert_eq!(
        (&direct.others["none"], direct.trees[1].name.as_str()),
        (&None, "x")
    );
    assert_eq!(
        to_json(Vec::new(), &land.forest).unwrap(),
        forest.as_bytes()
    );

    let trees = format!(r#"{{"one":7,"trees":[{leaf},{leaf},{leaf}]}}"#);
    let nodes = r#"{"trees":[{"name":"much too long","list":[null]}],"one":{}}"#;
    for invalid in [trees.as_str(), nodes, r#"{"trees":{}}"#, "{}"] {
        let direct: Vec<_> = problems::<Forest>(invalid)
            .into_iter()
            .map(|problem| format!("forest.{problem}"))
            .collect();
        assert_eq!(
            problems::<Land>(&format!(r#"{{"forest":{invalid}}}"#)),
            direct
        );
    }
    assert_eq!(
        problems::<Forest>(&trees),
        ["trees must have at most 2 items", "one expected an object"]
    );
}

#[test]
fn a_field_that_occurs_twice_is_rejected_at_any_depth() {
    let text = NESTED.replace(r#""name":"f","#, r#""name":"f","name":"f","#);
    let Err(InvalidJson::ValidationError(error)) = from_json::<Node>(text.as_bytes()) else {
        unreachable!()
    };
    assert_eq!(
        (error.name.as_str(), error.problem.as_str()),
        ("list[0].list[0].name", "occurs twice")
    );
}

#[test]
fn invalid_json_is_reported_with_its_position_at_any_depth() {
    let at = NESTED.find(r#""f""#).unwrap();
    let broken = format!("{}?{}", &NESTED[..at], &NESTED[at..]);
    let place = InvalidJson::Syntax {
        line: 1,
        column: at + 1,
    };
    assert_eq!(from_json::<Node>(broken.as_bytes()), Err(place));
    assert_eq!(
        from_json::<Node>(&NESTED.as_bytes()[..at]),
        Err(InvalidJson::Incomplete)
    );
}

/// `depth` nested nodes, alternately in a field, in a list and in a map.
fn nested(depth: usize) -> String {
    let (mut before, mut after) = (String::new(), String::new());
    for _ in 0..depth {
        before.push_str(r#"{"name":"n","next":"#);
        after.push_str(r#","list":[],"sparse":null}"#);
    }
    format!(r#"{before}{{"name":"n","list":[],"sparse":null}}{after}"#)
}

/// Runs a function with the stack size of a tokio worker thread.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn deep_json_is_rejected_before_it_exhausts_the_stack() {
    on_a_small_stack(|| {
        // The depth that `serde_json` accepts, in both passes of a server.
        let deepest = nested(125);
        let node: Node = from_json(deepest.as_bytes()).unwrap();
        assert!(to_json(Vec::new(), &node).unwrap() == deepest.as_bytes());
        assert!(node.clone() == node);
        let tree: Json = serde_json::from_str(&deepest).unwrap();
        assert_eq!(
            Node::decode(&tree, &mut Context::for_requests().collecting()).unwrap(),
            node
        );
        for depth in [200, 100_000] {
            let text = nested(depth);
            assert!(matches!(
                from_json::<Node>(text.as_bytes()),
                Err(InvalidJson::Syntax { .. })
            ));
            let mut context = Context::for_requests();
            let read = read_whole(text.as_bytes(), |json| Node::decode(json, &mut context));
            assert!(read.unwrap_err().is_syntax());
        }
    });
}
