//! Rules about several keys at once.

use super::{names, object};
use crate::api::Value;
use crate::spec::language::Rule;

pub(super) fn of_rule(rule: &Rule) -> Value {
    match *rule {
        Rule::One(keys) => object([("oneOf", each_required(keys))]),
        Rule::Any(keys) => object([("anyOf", each_required(keys))]),
        Rule::NotBoth(one, other) => object([("not", object([("required", names([one, other]))]))]),
        Rule::NotBothTrue(one, other) => {
            let is_true = || object([("const", true.into())]);
            let both = object([
                ("properties", object([(one, is_true()), (other, is_true())])),
                ("required", names([one, other])),
            ]);
            object([("not", both)])
        }
        Rule::Needs(key, needed) => object([("dependencies", object([(key, names([needed]))]))]),
    }
}

fn each_required(keys: &[&str]) -> Value {
    let each = keys.iter();
    let each: Vec<Value> = each
        .map(|key| object([("required", names([*key]))]))
        .collect();
    each.into()
}

/// Alternatives for a list: all items are maps with a key, or none is.
pub(super) fn all_or_none(key: &str) -> Vec<Value> {
    let with_key = || object([("type", "object".into()), ("required", names([key]))]);
    vec![
        object([("items", with_key())]),
        object([("items", object([("not", with_key())]))]),
    ]
}
