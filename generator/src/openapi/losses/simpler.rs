//! Simpler spellings of what parts say.

use std::collections::BTreeMap;

use super::meaning::Said;

type Entries = BTreeMap<String, Said>;

/// Keywords whose members are about the same value.
const WRAPPERS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// Keywords that depend on those beside them, so that they cannot move to another schema of the same value.
const BOUND: [&str; 12] = [
    "$ref",
    "additionalProperties",
    "contains",
    "discriminator",
    "else",
    "if",
    "items",
    "maxContains",
    "minContains",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// What words and the target of a reference beside them say together.
pub(super) fn simpler(mut words: Entries, target: Option<Said>) -> Said {
    if let Some(target) = target {
        if words.is_empty() {
            return target;
        }
        match words
            .entry("allOf".to_owned())
            .or_insert_with(|| Said::List(Vec::new()))
        {
            Said::List(members) => members.push(target),
            Said::Plain(_) | Said::Map(_) => return Said::Map(words),
        }
    }
    name_in_lower_case(&mut words);
    list_constant(&mut words);
    add_null(&mut words);
    for wrapper in WRAPPERS {
        if let Some(said) = alone(&mut words, wrapper) {
            return said;
        }
    }
    merge_members(&mut words);
    for wrapper in ["anyOf", "oneOf"] {
        list_values(&mut words, wrapper);
    }
    for (key, value) in &mut words {
        let value_of = |said: &mut Said| std::mem::replace(said, Said::List(Vec::new()));
        match value {
            Said::List(items) if WRAPPERS.contains(&key.as_str()) => {
                let mut short: Vec<Said> =
                    std::mem::take(items).into_iter().map(Said::short).collect();
                short.sort_unstable();
                *items = short;
            }
            Said::List(items) if key == "required" || key == "enum" || key == "type" => {
                items.sort_unstable();
                if let [_] = items.as_slice()
                    && key == "type"
                {
                    *value = items.remove(0);
                }
            }
            Said::List(items) => {
                *items = std::mem::take(items).into_iter().map(Said::short).collect();
            }
            // The fields of members are merged.
            Said::Map(_) if key == "properties" => {}
            Said::Map(_) => *value = value_of(value).short(),
            Said::Plain(_) => {}
        }
    }
    Said::Map(words)
}

/// Without what the rest implies.
pub(super) fn finished(said: Said) -> Said {
    let Said::Map(mut words) = said else {
        return said;
    };
    let object = Said::Plain("\"object\"".to_owned());
    if words.contains_key("properties") && words.get("type") == Some(&object) {
        words.remove("type");
    }
    Said::Map(words)
}

/// The names of headers mean the same in any case.
fn name_in_lower_case(words: &mut Entries) {
    if words.get("in") == Some(&Said::Plain("\"header\"".to_owned()))
        && let Some(Said::Plain(name)) = words.get_mut("name")
    {
        name.make_ascii_lowercase();
    }
}

fn list_constant(words: &mut Entries) {
    if !words.contains_key("enum")
        && let Some(constant) = words.remove("const")
    {
        words.insert("enum".to_owned(), Said::List(vec![constant]));
    }
}

/// `nullable` is the type `null` beside another one.
fn add_null(words: &mut Entries) {
    let is_true = |said: &Said| *said == Said::Plain("true".to_owned());
    let Some(key) = ["nullable", "x-nullable"]
        .into_iter()
        .find(|key| words.get(*key).is_some_and(is_true))
    else {
        return;
    };
    if let Some(Said::Plain(kind)) = words.get("type").cloned() {
        let null = Said::Plain("\"null\"".to_owned());
        let mut both = vec![Said::Plain(kind), null];
        both.sort_unstable();
        words.insert("type".to_owned(), Said::List(both));
        words.remove(key);
    }
}

/// The only member of a schema that says nothing else.
fn alone(words: &mut Entries, wrapper: &str) -> Option<Said> {
    let only = words.len() == 1;
    match words.get_mut(wrapper)? {
        Said::List(members) if only && members.len() == 1 => {
            let is_base =
                matches!(&members[..], [Said::Map(words)] if words.contains_key("discriminator"));
            (!is_base).then(|| members.remove(0))
        }
        Said::List(_) | Said::Plain(_) | Said::Map(_) => None,
    }
}

/// Merges the members of `allOf` with what is beside them, if nothing contradicts.
fn merge_members(words: &mut Entries) {
    let Some(Said::List(members)) = words.get("allOf") else {
        return;
    };
    let mut merged = words.clone();
    merged.remove("allOf");
    let is_bound = |words: &Entries| BOUND.iter().any(|key| words.contains_key(*key));
    if is_bound(&merged) {
        return;
    }
    for member in members {
        let Said::Map(member) = member else {
            return;
        };
        if is_bound(member) || !merge(&mut merged, member) {
            return;
        }
    }
    *words = merged;
}

/// Whether what a member says was added.
fn merge(words: &mut Entries, member: &Entries) -> bool {
    member.iter().all(|(key, said)| {
        let Some(known) = words.get_mut(key) else {
            words.insert(key.clone(), said.clone());
            return true;
        };
        match (known, said) {
            (known, said) if known == said => true,
            (Said::List(known), Said::List(names)) if key == "required" => {
                known.extend(names.iter().cloned());
                known.sort_unstable();
                known.dedup();
                true
            }
            (Said::Map(known), Said::Map(fields)) if key == "properties" => {
                fields.iter().all(|(name, field)| {
                    let before = known.insert(name.clone(), field.clone());
                    before.is_none_or(|before| before == *field)
                })
            }
            _ => false,
        }
    })
}

/// A choice between listed values is one list of values.
fn list_values(words: &mut Entries, wrapper: &str) {
    let Some(Said::List(members)) = words.get(wrapper) else {
        return;
    };
    let mut values = Vec::new();
    let mut others: Option<Entries> = None;
    for member in members {
        let Said::Map(mut member) = member.clone() else {
            return;
        };
        let Some(Said::List(listed)) = member.remove("enum") else {
            return;
        };
        values.extend(listed);
        if *others.get_or_insert_with(|| member.clone()) != member {
            return;
        }
    }
    values.sort_unstable();
    let count = values.len();
    values.dedup();
    let others = others.unwrap_or_default();
    let is_new = |key: &String| !words.contains_key(key);
    if (wrapper == "oneOf" && values.len() < count)
        || !others.keys().all(is_new)
        || words.contains_key("enum")
    {
        return;
    }
    words.remove(wrapper);
    words.extend(others);
    words.insert("enum".to_owned(), Said::List(values));
}
