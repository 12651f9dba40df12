//! JSON Schemas that bodies must satisfy besides their types: which of two allows all values of the other one, as far as
//! their keywords tell.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use super::scalars::Relation;
use crate::api::Value;

/// How the values of two schemas relate. What cannot be decided is different.
pub(super) fn relation(old: &Value, new: &Value) -> Relation {
    if old.is_same(new) {
        return Relation::Same;
    }
    let schemas = Schemas {
        roots: (old, new),
        compared: Cell::new(0),
        references: RefCell::default(),
    };
    match schemas.relation(old, new) {
        // A schema beside none can only allow less.
        Relation::Different if old == ANYTHING => Relation::Narrower,
        Relation::Different if new == ANYTHING => Relation::Wider,
        relation => relation,
    }
}

/// The maximum number of pairs of schemas that are compared. A few references can lead to each other in very many ways.
const MOST_COMPARED: usize = 10_000;

/// How deep references are followed.
const DEEPEST: usize = 32;

/// Two schemas with their definitions.
struct Schemas<'a> {
    roots: (&'a Value, &'a Value),
    /// How many pairs were compared.
    compared: Cell<usize>,
    /// The pairs of references that are being followed: they may lead back to themselves.
    references: RefCell<Vec<Said<'a>>>,
}

/// What a keyword says on both sides.
type Said<'a> = (Option<&'a Value>, Option<&'a Value>);

/// The schema that allows everything.
const ANYTHING: &Value = &Value::Bool(true);

/// The schema that allows nothing.
const NOTHING: &Value = &Value::Bool(false);

impl<'a> Schemas<'a> {
    fn relation(&self, old: &'a Value, new: &'a Value) -> Relation {
        self.compared.set(self.compared.get() + 1);
        // Neither has a value of what the other one excludes.
        if let (Some(old), Some(new)) = (excluded(old), excluded(new)) {
            return self.relation(old, new).reversed();
        }
        match (old == NOTHING, new == NOTHING) {
            (true, _) => return Relation::Wider,
            (false, true) => return Relation::Narrower,
            (false, false) if self.compared.get() > MOST_COMPARED => return Relation::Different,
            (false, false) => {}
        }
        let of_new = entries(new).filter(|(key, _)| old.field(key).is_none());
        let all = entries(old).chain(of_new);
        all_of(all.map(|(key, _)| self.keyword(key, (old, new))))
    }

    fn keyword(&self, key: &str, (old, new): (&'a Value, &'a Value)) -> Relation {
        let said = (old.field(key), new.field(key));
        match key {
            "$defs" => Relation::Same,
            "$ref" => self.references(said),
            "maxLength" | "maxItems" | "maxProperties" | "maximum" | "exclusiveMaximum" => {
                bounds(said, Ordering::Less)
            }
            "minLength" | "minItems" | "minProperties" => {
                let counts = |value: &&Value| **value != Value::Integer(0);
                bounds(
                    (said.0.filter(counts), said.1.filter(counts)),
                    Ordering::Greater,
                )
            }
            "minimum" | "exclusiveMinimum" => bounds(said, Ordering::Greater),
            "uniqueItems" => {
                let is_set = |value: &&Value| **value == Value::Bool(true);
                added_or_removed((said.0.filter(is_set), said.1.filter(is_set)))
            }
            "enum" | "const" => match (listed(old), listed(new)) {
                (Some(old), Some(new)) => sets(old, new),
                (old, new) => added_or_removed((old.map(|_| ANYTHING), new.map(|_| ANYTHING))),
            },
            "type" => types(said),
            "required" => match said {
                (Some(Value::List(old)), Some(Value::List(new))) => sets(old, new).reversed(),
                said => added_or_removed(said),
            },
            "nullable" => {
                let is_set = |value: &&Value| **value == Value::Bool(true);
                added_or_removed((said.0.filter(is_set), said.1.filter(is_set))).reversed()
            }
            "allOf" => self.choices(said, Relation::Narrower),
            "anyOf" => self.choices(said, Relation::Wider),
            "not" => {
                let (old, new) = (said.0.unwrap_or(NOTHING), said.1.unwrap_or(NOTHING));
                self.relation(old, new).reversed()
            }
            "properties" => self.properties(said, (old, new)),
            "patternProperties" => match has_same_patterns(old, new) || !has_others(old, new) {
                true => self.named(said, (ANYTHING, ANYTHING)),
                false => Relation::Different,
            },
            "additionalProperties" if !has_same_patterns(old, new) => Relation::Different,
            "dependentSchemas" => self.named(said, (ANYTHING, ANYTHING)),
            "prefixItems" => self.first_items(said, (others(old, "items"), others(new, "items"))),
            "if" => self.conditions((old, new)),
            // Without `if`, they mean nothing.
            "then" | "else" => Relation::Same,
            "items" | "additionalProperties" | "propertyNames" => {
                self.relation(said.0.unwrap_or(ANYTHING), said.1.unwrap_or(ANYTHING))
            }
            "minContains" | "maxContains" if said.0 != said.1 => Relation::Different,
            _ => added_or_removed(said),
        }
    }

    /// References. Those that lead back to themselves are the same if nothing on the way is different.
    fn references(&self, said: Said<'a>) -> Relation {
        let target = |root: &'a Value, reference: Option<&'a Value>| match reference {
            Some(reference) => definition(root, reference.as_text()?),
            None => Some(ANYTHING),
        };
        let targets = target(self.roots.0, said.0).zip(target(self.roots.1, said.1));
        let Some((old, new)) = targets else {
            return added_or_removed(said);
        };
        let depth = self.references.borrow().len();
        if self.references.borrow().contains(&said) {
            return Relation::Same;
        }
        if depth >= DEEPEST {
            return Relation::Different;
        }
        self.references.borrow_mut().push(said);
        let relation = self.relation(old, new);
        self.references.borrow_mut().truncate(depth);
        relation
    }

    /// What holds if a value satisfies a schema, and what holds if it does not.
    fn conditions(&self, (old, new): (&'a Value, &'a Value)) -> Relation {
        let consequences = |schema: &'a Value| (others(schema, "then"), others(schema, "else"));
        let condition = |schema: &'a Value| {
            let (then, other) = consequences(schema);
            let says_something = !self.allows_all(then) || !self.allows_all(other);
            schema.field("if").filter(|_| says_something)
        };
        match (condition(old), condition(new)) {
            (Some(was), Some(is)) if self.relation(was, is) == Relation::Same => {
                let (old, new) = (consequences(old), consequences(new));
                let relations = [self.relation(old.0, new.0), self.relation(old.1, new.1)];
                all_of(relations.into_iter())
            }
            said => added_or_removed(said),
        }
    }

    fn allows_all(&self, schema: &'a Value) -> bool {
        self.relation(ANYTHING, schema) == Relation::Same
    }

    /// Members of a choice, or schemas that count together: each side may have some that the other side does not have,
    /// which relate to it as `more`.
    fn choices(&self, said: Said<'a>, more: Relation) -> Relation {
        let (Some(Value::List(old)), Some(Value::List(new))) = said else {
            return added_or_removed(said);
        };
        let mut left: Vec<&Value> = new.iter().collect();
        let mut gone: Vec<&Value> = Vec::new();
        for member in old {
            let mut others = left.iter();
            let same = others.position(|other| self.relation(member, other) == Relation::Same);
            match same {
                Some(index) => drop(left.remove(index)),
                None => gone.push(member),
            }
        }
        match (gone.is_empty(), left.is_empty()) {
            (true, true) => Relation::Same,
            (true, false) => more,
            (false, true) => more.reversed(),
            (false, false) if gone.len() == left.len() => {
                let pairs = gone.into_iter().zip(left);
                all_of(pairs.map(|(old, new)| self.relation(old, new)))
            }
            (false, false) => Relation::Different,
        }
    }

    /// Properties. One that only one side names is one of the others on the other side.
    fn properties(&self, said: Said<'a>, (old, new): (&'a Value, &'a Value)) -> Relation {
        let (of_old, of_new) = (said.0.unwrap_or(ANYTHING), said.1.unwrap_or(ANYTHING));
        let has_other_names = !has_names(of_old, of_new) || !has_names(of_new, of_old);
        let has_patterns = |schema: &Value| schema.field("patternProperties").is_some();
        match has_other_names && (has_patterns(old) || has_patterns(new)) {
            true => Relation::Different,
            false => {
                let of_others = |schema: &'a Value| others(schema, "additionalProperties");
                self.named(said, (of_others(old), of_others(new)))
            }
        }
    }

    /// Schemas by names. A name that one side does not have has the schema of its others.
    fn named(&self, said: Said<'a>, others: (&'a Value, &'a Value)) -> Relation {
        let (old, new) = (said.0.unwrap_or(ANYTHING), said.1.unwrap_or(ANYTHING));
        let of_new = entries(new).filter(|(name, _)| old.field(name).is_none());
        let all = entries(old).chain(of_new).map(|(name, _)| name);
        all_of(all.map(|name| {
            let (was, is) = (old.field(name), new.field(name));
            self.relation(was.unwrap_or(others.0), is.unwrap_or(others.1))
        }))
    }

    /// The first items of lists. Those that one side does not have are like its others.
    fn first_items(&self, said: Said<'a>, others: (&'a Value, &'a Value)) -> Relation {
        let items = |value: Option<&'a Value>| -> &'a [Value] {
            match value {
                Some(Value::List(items)) => items,
                _ => &[],
            }
        };
        let (old, new) = (items(said.0), items(said.1));
        let all = 0..old.len().max(new.len());
        all_of(all.map(|index| {
            let (was, is) = (old.get(index), new.get(index));
            self.relation(was.unwrap_or(others.0), is.unwrap_or(others.1))
        }))
    }
}

/// The entries of an object.
fn entries(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = match schema {
        Value::Object(entries) => entries.as_slice(),
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::List(_) => &[],
    };
    entries.iter().map(|(key, value)| (key.as_str(), value))
}

/// The schema of what other keywords do not name.
fn others<'a>(schema: &'a Value, key: &str) -> &'a Value {
    schema.field(key).unwrap_or(ANYTHING)
}

/// Whether an object has all the names of another one.
fn has_names(all: &Value, some: &Value) -> bool {
    entries(some).all(|(name, _)| all.field(name).is_some())
}

/// Whether the same names match the patterns of both sides, as far as their texts tell.
fn has_same_patterns(old: &Value, new: &Value) -> bool {
    let patterns = |schema| others(schema, "patternProperties");
    has_names(patterns(old), patterns(new)) && has_names(patterns(new), patterns(old))
}

/// Whether one of the sides says something about properties that no pattern matches.
fn has_others(old: &Value, new: &Value) -> bool {
    let mut both = [old, new].into_iter();
    both.any(|schema| schema.field("additionalProperties").is_some())
}

/// What a schema excludes, if it says nothing else.
fn excluded(schema: &Value) -> Option<&Value> {
    match schema {
        Value::Bool(false) => Some(ANYTHING),
        Value::Object(entries) => match entries.as_slice() {
            [(key, excluded)] if key == "not" => Some(excluded),
            _ => None,
        },
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::List(_) => None,
    }
}

/// The values that a schema lists.
fn listed(schema: &Value) -> Option<&[Value]> {
    match (schema.field("const"), schema.field("enum")) {
        (Some(only), _) => Some(std::slice::from_ref(only)),
        (None, Some(Value::List(values))) => Some(values),
        (None, Some(_) | None) => None,
    }
}

/// The relation of values of which all these relations are true.
fn all_of(relations: impl Iterator<Item = Relation>) -> Relation {
    let both = |one, other| match (one, other) {
        (Relation::Same, other) => other,
        (one, Relation::Same) => one,
        (one, other) if one == other => one,
        (_, _) => Relation::Different,
    };
    relations.fold(Relation::Same, both)
}

/// The target of a reference.
fn definition<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.field("$defs")?
        .field(reference.strip_prefix("#/$defs/")?)
}

/// How schemas relate if one has a keyword that the other one does not have: it allows fewer values.
fn added_or_removed(said: Said<'_>) -> Relation {
    match said {
        (None, None) => Relation::Same,
        (Some(old), Some(new)) if old.is_same(new) => Relation::Same,
        (Some(_), Some(_)) => Relation::Different,
        (None, Some(_)) => Relation::Narrower,
        (Some(_), None) => Relation::Wider,
    }
}

/// How two limits relate, of which one that is more in an order is stricter.
fn bounds(said: Said<'_>, stricter: Ordering) -> Relation {
    let number = |value: &Value| match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Number(value) => Some(*value),
        Value::Null | Value::Bool(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => None,
    };
    let order = match said {
        (Some(Value::Integer(old)), Some(Value::Integer(new))) => Some(new.cmp(old)),
        (old, new) => {
            let numbers = old.and_then(number).zip(new.and_then(number));
            numbers.and_then(|(old, new)| new.partial_cmp(&old))
        }
    };
    match order {
        None => added_or_removed(said),
        Some(Ordering::Equal) => Relation::Same,
        Some(order) if order == stricter => Relation::Narrower,
        Some(_) => Relation::Wider,
    }
}

/// How two lists of values relate, whatever their order.
fn sets(old: &[Value], new: &[Value]) -> Relation {
    let has = |all: &[Value], value: &Value| all.iter().any(|other| other.is_same(value));
    let is_within = |some: &[Value], all: &[Value]| some.iter().all(|value| has(all, value));
    match (is_within(old, new), is_within(new, old)) {
        (true, true) => Relation::Same,
        (true, false) => Relation::Wider,
        (false, true) => Relation::Narrower,
        (false, false) => Relation::Different,
    }
}

/// How two types relate, each of which is a word or a list of words. Integers are numbers.
fn types(said: Said<'_>) -> Relation {
    let words = |value: &Value| -> Vec<Value> {
        let mut words = match value {
            Value::List(words) => words.clone(),
            Value::Null
            | Value::Bool(_)
            | Value::Integer(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Object(_) => vec![value.clone()],
        };
        if words.contains(&Value::Text("number".to_owned())) {
            words.push(Value::Text("integer".to_owned()));
        }
        words
    };
    match said {
        (Some(old), Some(new)) => sets(&words(old), &words(new)),
        said => added_or_removed(said),
    }
}

#[cfg(test)]
mod tests {
    use super::relation;
    use crate::diff::scalars::Relation::{self, Different, Narrower, Same, Wider};
    use crate::document::value;

    fn compared(old: &str, new: &str) -> Relation {
        let schema = |text: &str| {
            let node = crate::yaml::parse_openapi(text, 0).expect("it is valid");
            value(&node)
        };
        relation(&schema(old), &schema(new))
    }

    #[test]
    fn a_schema_with_more_rules_allows_less() {
        for (loose, strict) in [
            ("true", "{ maxLength: 3 }"),
            ("{ maxLength: 4 }", "{ maxLength: 3 }"),
            ("{ minimum: 1 }", "{ minimum: 1.5 }"),
            ("true", "{ required: [a] }"),
            ("true", "{ not: { minLength: 3 } }"),
            ("true", "{ if: { minLength: 3 }, then: { pattern: a } }"),
            ("true", "{ if: { minLength: 3 }, else: false }"),
            ("{ not: { minLength: 3 } }", "false"),
            ("{ required: [a] }", "{ required: [b, a] }"),
            ("{ enum: [a, b] }", "{ const: a }"),
            ("{ type: number }", "{ type: integer }"),
            ("{ type: [string, 'null'] }", "{ type: string }"),
            (
                "{ anyOf: [{ maxLength: 3 }, { enum: [more] }] }",
                "{ anyOf: [{ enum: [more] }, { maxLength: 2 }] }",
            ),
            (
                "{ anyOf: [{ maxLength: 3 }, { enum: [more] }] }",
                "{ anyOf: [{ maxLength: 3 }] }",
            ),
            (
                "{ allOf: [{ maxLength: 3 }] }",
                "{ allOf: [{ pattern: a }, { maxLength: 3 }] }",
            ),
            ("{ not: { maxLength: 3 } }", "{ not: { maxLength: 4 } }"),
            ("{ items: { maxLength: 4 } }", "{ items: { maxLength: 3 } }"),
            (
                "{ prefixItems: [{ maxLength: 4 }] }",
                "{ prefixItems: [{ maxLength: 4 }], items: false }",
            ),
            (
                "{ properties: { a: true } }",
                "{ properties: { a: { maxLength: 3 } } }",
            ),
            (
                "{ if: { minLength: 3 } }",
                "{ if: { minLength: 3 }, then: { pattern: a } }",
            ),
            (
                "{ $ref: '#/$defs/a', $defs: { a: { maxLength: 4, not: { $ref: '#/$defs/a' } } } }",
                "{ $ref: '#/$defs/b', $defs: { b: { maxLength: 3, not: { $ref: '#/$defs/b' } } } }",
            ),
        ] {
            assert_eq!(compared(loose, strict), Narrower, "{loose} → {strict}");
            assert_eq!(compared(strict, loose), Wider, "{strict} → {loose}");
        }
    }

    #[test]
    fn rules_are_written_in_several_ways() {
        for (one, other) in [
            ("true", "{}"),
            ("true", "{ not: false }"),
            ("true", "{ not: { not: true } }"),
            ("false", "{ not: {} }"),
            ("true", "{ if: { minLength: 3 } }"),
            ("true", "{ if: { minLength: 3 }, then: true, else: {} }"),
            ("true", "{ then: { minLength: 3 } }"),
            ("true", "{ dependentSchemas: { a: {} } }"),
            (
                "true",
                "{ items: {}, properties: { a: true }, prefixItems: [{}], minLength: 0 }",
            ),
            (
                "{ prefixItems: [{ maxLength: 3 }], items: { maxLength: 3 } }",
                "{ items: { maxLength: 3 } }",
            ),
            (
                "{ properties: { a: { maxLength: 3 } }, additionalProperties: { maxLength: 3 } }",
                "{ additionalProperties: { maxLength: 3 } }",
            ),
            ("{ enum: [a, 1] }", "{ enum: [1.0, a] }"),
            ("{ const: a }", "{ enum: [a] }"),
            (
                "{ anyOf: [{ minLength: 3 }, false] }",
                "{ anyOf: [false, { minLength: 3 }] }",
            ),
            (
                "{ $ref: '#/$defs/s1', $defs: { s1: { items: { $ref: '#/$defs/s1' } } } }",
                "{ $ref: '#/$defs/s2', $defs: { s2: { items: { $ref: '#/$defs/s2' } } } }",
            ),
        ] {
            assert_eq!(compared(one, other), Same, "{one} = {other}");
            assert_eq!(compared(other, one), Same, "{other} = {one}");
        }
    }

    #[test]
    fn some_rules_cannot_be_compared() {
        for (one, other) in [
            ("{ pattern: a }", "{ pattern: b }"),
            (
                "{ maxLength: 3, minLength: 2 }",
                "{ maxLength: 4, minLength: 3 }",
            ),
            (
                "{ if: { minLength: 3 }, then: false }",
                "{ if: { minLength: 4 }, then: false }",
            ),
            (
                "{ oneOf: [{ maxLength: 3 }] }",
                "{ oneOf: [{ maxLength: 4 }] }",
            ),
            (
                "{ contains: true, maxContains: 3 }",
                "{ contains: true, maxContains: 4 }",
            ),
            (
                "{ patternProperties: { a: true }, additionalProperties: false }",
                "{ patternProperties: { b: true }, additionalProperties: false }",
            ),
        ] {
            assert_eq!(compared(one, other), Different, "{one} → {other}");
            assert_eq!(compared(other, one), Different, "{other} → {one}");
        }
    }

    #[test]
    fn many_ways_of_references_end() {
        let definitions = |last: u32| {
            let links = (0..40).map(|number| {
                let next = number + 1;
                format!("s{number}: {{ items: {{ $ref: '#/$defs/s{next}' }}, not: {{ $ref: '#/$defs/s{next}' }} }}")
            });
            let links: Vec<String> = links.collect();
            format!(
                "{{ $ref: '#/$defs/s0', $defs: {{ {}, s40: {{ maxLength: {last} }} }} }}",
                links.join(", ")
            )
        };
        assert_eq!(compared(&definitions(3), &definitions(4)), Different);
    }
}
