//! Whether what a keyword says is true for all values of some schemas.

use std::cmp::Ordering;

use super::leaves::{Leaf, entries, leaves_of, type_of};
use super::{ANYTHING, NOTHING, Schema, Schemas};
use crate::api::Value;

impl Schemas {
    /// Whether a keyword of a leaf allows all values that each of some schemas allows, which have leaves as well.
    pub(super) fn keyword<'a>(
        &self,
        key: &str,
        leaf: &Leaf<'a>,
        narrow: &[Schema<'a>],
        all: &[Leaf<'a>],
    ) -> bool {
        let Some(said) = leaf.field(key) else {
            return true;
        };
        let any = |implies: &dyn Fn(&Leaf<'a>) -> bool| all.iter().any(implies);
        let is_bound = |order: Ordering| {
            any(&|other| {
                let bound = other.field(key);
                bound.is_some_and(|bound| is_stricter(bound, said, order))
            })
        };
        let is_known = || any(&|other| other.field(key).is_some_and(|other| other.is_same(said)));
        if !has_form(key, said) {
            return is_known();
        }
        match key {
            // Without `if` and `contains`, they mean nothing, and otherwise, they count with them.
            "then" | "else" | "nullable" | "minContains" | "maxContains" => true,
            "maxLength" | "maxItems" | "maxProperties" | "maximum" | "exclusiveMaximum" => {
                is_bound(Ordering::Less)
            }
            "minLength" | "minItems" | "minProperties" if *said == Value::Integer(0) => true,
            "minLength" | "minItems" | "minProperties" | "minimum" | "exclusiveMinimum" => {
                is_bound(Ordering::Greater)
            }
            "uniqueItems" => said != ANYTHING || any(&|other| other.field(key) == Some(ANYTHING)),
            "enum" | "const" => any(&|other| are_listed(other, leaf)),
            "type" => has_types(leaf, all) || is_known(),
            "required" => has_names(said, &names(all, key)),
            "anyOf" => self.is_any(&leaf.schemas(key), narrow, all),
            "oneOf" => any(&|other| self.are_same_members(&leaf.schemas(key), &other.schemas(key))),
            "not" => self.excludes(leaf.with(said), all),
            "if" => self.condition(leaf, narrow, all),
            "contains" => self.contains(leaf, all),
            "properties" => self.properties(leaf, all),
            "patternProperties" => self.pattern_properties(leaf, all),
            "additionalProperties" => self.additional_properties(leaf, all),
            "items" | "prefixItems" => self.items(key, leaf, all),
            "propertyNames" => {
                let names: Vec<Schema<'a>> = all.iter().filter_map(|all| all.schema(key)).collect();
                self.allows(leaf.with(said), &names)
            }
            "dependentRequired" => dependent_names(said, all),
            "dependentSchemas" => self.dependent_schemas(leaf, narrow, all),
            _ => is_known(),
        }
    }

    /// Whether objects with some names satisfy the schemas that they must satisfy then.
    fn dependent_schemas<'a>(
        &self,
        leaf: &Leaf<'a>,
        narrow: &[Schema<'a>],
        all: &[Leaf<'a>],
    ) -> bool {
        const KEY: &str = "dependentSchemas";
        leaf.named(KEY).all(|(name, schema)| {
            let known = all.iter().flat_map(|other| other.named(KEY));
            let same = known.filter(|(other, _)| *other == name);
            let same = same.map(|(_, schema)| schema);
            let narrow: Vec<Schema<'a>> = narrow.iter().copied().chain(same).collect();
            self.allows(schema, &narrow)
        })
    }

    /// Whether all values are values of one of the members of a choice.
    fn is_any<'a>(&self, members: &[Schema<'a>], narrow: &[Schema<'a>], all: &[Leaf<'a>]) -> bool {
        let is_one = |narrow: &[Schema<'a>]| members.iter().any(|one| self.allows(*one, narrow));
        is_one(narrow)
            || all.iter().any(|other| {
                ["anyOf", "oneOf"].into_iter().any(|key| {
                    let others = other.schemas(key);
                    !others.is_empty() && others.iter().all(|other| is_one(&[*other]))
                })
            })
    }

    /// Whether two lists have the same members, in any order.
    fn are_same_members<'a>(&self, all: &[Schema<'a>], others: &[Schema<'a>]) -> bool {
        let mut left: Vec<&Schema<'a>> = others.iter().collect();
        let has_each = all.iter().all(|member| {
            let same = left
                .iter()
                .position(|other| self.are_same(*member, **other));
            same.map(|index| left.remove(index)).is_some()
        });
        has_each && left.is_empty()
    }

    /// Whether no value is one of a schema that is excluded.
    fn excludes<'a>(&self, excluded: Schema<'a>, all: &[Leaf<'a>]) -> bool {
        let Some(of_excluded) = leaves_of(&[excluded]) else {
            return true;
        };
        let is_of_others = |one: &Leaf<'a>, other: &Leaf<'a>| {
            let types = one.types().zip(other.types());
            types.is_some_and(|(one, other)| !one.iter().any(|ty| has_type(&other, ty, true)))
        };
        all.iter().any(|other| {
            let is_excluded = other
                .schema("not")
                .is_some_and(|not| self.allows(not, &[excluded]));
            is_excluded || of_excluded.iter().any(|own| is_of_others(own, other))
        })
    }

    /// Whether what holds if a value satisfies a schema, or does not, holds for all values.
    fn condition<'a>(&self, leaf: &Leaf<'a>, narrow: &[Schema<'a>], all: &[Leaf<'a>]) -> bool {
        let (then, other) = (leaf.others("then"), leaf.others("else"));
        let holds = |schema: Schema<'a>, more: Schema<'a>| {
            let narrow: Vec<Schema<'a>> = narrow.iter().copied().chain([more]).collect();
            self.allows(schema, &narrow)
        };
        let condition = leaf.others("if");
        holds(then, condition) && self.allows(other, narrow)
            || all.iter().any(|known| {
                known
                    .schema("if")
                    .is_some_and(|known| self.are_same(condition, known))
                    && holds(then, known.others("then"))
                    && holds(other, known.others("else"))
            })
    }

    /// Whether enough items of all lists satisfy a schema, and not too many.
    fn contains<'a>(&self, leaf: &Leaf<'a>, all: &[Leaf<'a>]) -> bool {
        const ONE: &Value = &Value::Integer(1);
        const NONE: &Value = &Value::Integer(0);
        let least = |leaf: &Leaf<'a>| leaf.field("minContains").unwrap_or(ONE);
        let most = |leaf: &Leaf<'a>| leaf.field("maxContains");
        let has_least = |other: &Leaf<'a>| {
            is_stricter(least(other), least(leaf), Ordering::Greater)
                && self.allows(leaf.others("contains"), &[other.others("contains")])
        };
        let has_most = |other: &Leaf<'a>| {
            let stricter = most(leaf).is_none_or(|own| {
                most(other).is_some_and(|other| is_stricter(other, own, Ordering::Less))
            });
            stricter && self.allows(other.others("contains"), &[leaf.others("contains")])
        };
        let known = || all.iter().filter(|other| other.field("contains").is_some());
        (least(leaf).is_same(NONE) || known().any(has_least))
            && (most(leaf).is_none() || known().any(has_most))
    }

    /// Whether a schema for properties with names allows those of all objects.
    fn properties<'a>(&self, leaf: &Leaf<'a>, all: &[Leaf<'a>]) -> bool {
        let mut named = leaf.named("properties");
        named.all(|(name, schema)| self.allows(schema, &of_name(all, name)))
    }

    /// Whether a schema allows the properties of all objects that have a name which is declared and wanted.
    fn allows_declared<'a>(
        &self,
        schema: Schema<'a>,
        all: &[Leaf<'a>],
        is_wanted: impl Fn(&str) -> bool,
    ) -> bool {
        let declared = all.iter().flat_map(|other| other.named("properties"));
        let mut wanted = declared.filter(|(name, _)| is_wanted(name));
        wanted.all(|(name, _)| self.allows(schema, &of_name(all, name)))
    }

    /// Whether schemas for properties with names that match patterns allow those of all objects.
    fn pattern_properties<'a>(&self, leaf: &Leaf<'a>, all: &[Leaf<'a>]) -> bool {
        leaf.named("patternProperties").all(|(pattern, schema)| {
            // Any name may match it.
            let of_all_names = || {
                !all.iter().any(has_patterns)
                    && self.allows_declared(schema, all, |_| true)
                    && self.allows(schema, &of_others(all))
            };
            self.allows(schema, &of_pattern(all, pattern)) || of_all_names()
        })
    }

    /// Whether a schema for all other properties allows those of all objects.
    fn additional_properties<'a>(&self, leaf: &Leaf<'a>, all: &[Leaf<'a>]) -> bool {
        let schema = leaf.others("additionalProperties");
        let has = |key: &str, name: &str| leaf.named(key).any(|(own, _)| own == name);
        let mut patterns = all
            .iter()
            .flat_map(|other| other.named("patternProperties"));
        let without_patterns = || all.iter().filter(|other| !has_patterns(other));
        self.allows_declared(schema, all, |name| !has("properties", name))
            && self.allows(schema, &of_others(all))
            && patterns.all(|(pattern, _)| {
                let others = without_patterns().map(|other| other.others("additionalProperties"));
                let narrow = of_pattern(all, pattern).into_iter().chain(others);
                has("patternProperties", pattern)
                    || self.allows(schema, &narrow.collect::<Vec<_>>())
            })
    }

    /// Whether a keyword about items allows those of all lists.
    fn items<'a>(&self, key: &str, leaf: &Leaf<'a>, all: &[Leaf<'a>]) -> bool {
        let first = |leaf: &Leaf<'a>| leaf.schemas("prefixItems");
        let count = first(leaf).len();
        let of_index = |index: usize| -> Vec<Schema<'a>> {
            let items = all.iter().map(|other| {
                let own = first(other).get(index).copied();
                own.unwrap_or_else(|| other.others("items"))
            });
            // Shorter lists do not have it.
            let longest = Value::Integer(index as i128);
            let is_short = |other: &Leaf<'a>| {
                let most = other.field("maxItems");
                most.is_some_and(|most| is_stricter(most, &longest, Ordering::Less))
            };
            let none = all.iter().any(is_short).then(|| Schema::plain(NOTHING));
            items.chain(none).collect()
        };
        match key {
            "prefixItems" => {
                let mut items = first(leaf).into_iter().enumerate();
                items.all(|(index, item)| self.allows(item, &of_index(index)))
            }
            _ => {
                let longest = all.iter().map(|other| first(other).len()).max();
                let mut indexes = count..=longest.unwrap_or_default().max(count);
                indexes.all(|index| self.allows(leaf.others(key), &of_index(index)))
            }
        }
    }
}

/// Whether a keyword has a list or an object, if it should have one. Nobody has validated documents of other tools.
fn has_form(key: &str, said: &Value) -> bool {
    match key {
        "anyOf" | "oneOf" | "prefixItems" | "required" => matches!(said, Value::List(_)),
        "properties" | "patternProperties" | "dependentSchemas" => matches!(said, Value::Object(_)),
        "dependentRequired" => {
            let are_lists = entries(said).all(|(_, names)| matches!(names, Value::List(_)));
            matches!(said, Value::Object(_)) && are_lists
        }
        _ => true,
    }
}

/// What leaves say about the property with a name. If a pattern of one may match it, that one says nothing.
fn of_name<'a>(all: &[Leaf<'a>], name: &str) -> Vec<Schema<'a>> {
    let of_leaf = |leaf: &Leaf<'a>| {
        let mut named = leaf.named("properties");
        match named.find(|(own, _)| *own == name) {
            Some((_, schema)) => schema,
            None if has_patterns(leaf) => Schema::plain(ANYTHING),
            None => leaf.others("additionalProperties"),
        }
    };
    all.iter().map(of_leaf).collect()
}

/// What leaves say about properties that match a pattern. Of what other patterns they match, nothing is known.
fn of_pattern<'a>(all: &[Leaf<'a>], pattern: &str) -> Vec<Schema<'a>> {
    let named = all
        .iter()
        .flat_map(|other| other.named("patternProperties"));
    let same = named.filter(|(other, _)| *other == pattern);
    same.map(|(_, schema)| schema).collect()
}

/// What leaves say about properties that none of them names.
fn of_others<'a>(all: &[Leaf<'a>]) -> Vec<Schema<'a>> {
    let others = all.iter();
    others
        .map(|other| other.others("additionalProperties"))
        .collect()
}

fn has_patterns(leaf: &Leaf<'_>) -> bool {
    leaf.named("patternProperties").next().is_some()
}

/// Whether all values that one leaf lists are listed by another one.
fn are_listed(some: &Leaf<'_>, all: &Leaf<'_>) -> bool {
    let (Some(some), Some(all)) = (some.listed(), all.listed()) else {
        return false;
    };
    let is_listed = |value: &Value| all.iter().any(|other| other.is_same(value));
    some.iter().all(is_listed)
}

/// Whether all values have one of the types of a leaf.
fn has_types(leaf: &Leaf<'_>, all: &[Leaf<'_>]) -> bool {
    let Some(types) = leaf.types() else {
        return false;
    };
    let are_within = |own: &[&str]| own.iter().all(|ty| has_type(&types, ty, false));
    all.iter().any(|other| {
        let listed = other.listed();
        let of_values = listed.map(|values| values.iter().map(type_of).collect::<Vec<_>>());
        other.types().is_some_and(|own| are_within(&own))
            || of_values.is_some_and(|own| are_within(&own))
    })
}

/// Whether types have another one, or some of its values. Integers are numbers.
fn has_type(types: &[&str], ty: &str, some: bool) -> bool {
    types.contains(&ty)
        || ty == "integer" && types.contains(&"number")
        || some && ty == "number" && types.contains(&"integer")
}

/// The names that a keyword of all these leaves lists.
fn names<'a>(all: &[Leaf<'a>], key: &str) -> Vec<&'a Value> {
    let lists = all.iter().filter_map(|leaf| leaf.field(key));
    lists.flat_map(listed_names).collect()
}

fn listed_names(list: &Value) -> &[Value] {
    match list {
        Value::List(names) => names,
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Object(_) => &[],
    }
}

fn has_names(names: &Value, all: &[&Value]) -> bool {
    listed_names(names).iter().all(|name| all.contains(&name))
}

/// Whether all values have the names that they must have beside others.
fn dependent_names(said: &Value, all: &[Leaf<'_>]) -> bool {
    let known = names(all, "required");
    entries(said).all(|(name, names)| {
        let others = all
            .iter()
            .filter_map(|leaf| leaf.field("dependentRequired"));
        let others = others.filter_map(|dependent| dependent.field(name));
        let others = others.flat_map(listed_names);
        let all: Vec<&Value> = known.iter().copied().chain(others).collect();
        has_names(names, &all)
    })
}

/// Whether a limit is at least as strict as another one, of which one that is more in an order is stricter.
fn is_stricter(limit: &Value, other: &Value, stricter: Ordering) -> bool {
    let number = |value: &Value| match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Number(value) => Some(*value),
        Value::Null | Value::Bool(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => None,
    };
    let order = match (limit, other) {
        (Value::Integer(limit), Value::Integer(other)) => Some(limit.cmp(other)),
        (limit, other) => {
            let numbers = number(limit).zip(number(other));
            numbers.and_then(|(limit, other)| limit.partial_cmp(&other))
        }
    };
    order.is_some_and(|order| order == Ordering::Equal || order == stricter)
}
