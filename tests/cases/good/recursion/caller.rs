//! Values of types that contain themselves.

use std::collections::BTreeMap;

use recursion_api::types::{Bag, Boxed, Chain, Loop, Maybe, Tree};

pub fn tree() -> Tree {
    let leaf = Tree::new("leaf", Boxed::default());
    let mut tree = Tree {
        by_name: Some(BTreeMap::from([("leaf".to_owned(), leaf.clone())]).into()),
        ..Tree::new("root", vec![leaf])
    };
    tree.children.push(Tree::new("second", vec![]));
    tree
}

pub fn names(tree: &Tree) -> Vec<&str> {
    let mut names: Vec<&str> = vec![&tree.name];
    for child in &tree.children {
        names.extend(self::names(child));
    }
    names
}

pub fn last(mut chain: Chain) -> Chain {
    while let Some(next) = chain.next {
        chain = next.into_inner();
    }
    chain
}

pub fn chain() -> Chain {
    Chain {
        next: Some(Chain::default().into()),
        both: Maybe::Value(Chain::default().into()),
        ..Default::default()
    }
}

pub fn looped() -> Loop {
    Loop {
        own: Some(vec![None, Some(Loop::new(chain()))].into()),
        ..Loop::new(Chain::default())
    }
}

pub fn bag() -> Bag {
    Bag {
        others: BTreeMap::from([("inner".to_owned(), Bag::new(1).into())]),
        ..Bag::new(2)
    }
}
