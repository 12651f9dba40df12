//! Changes of types.

use serde_json::{Map, Value, json};

use super::Change;
use super::places::{Places, SCALARS, escaped, toggled};

pub(super) const KINDS: &[(&str, Change)] = &[
    ("field renamed", |places| {
        let maps = places.field_maps();
        renamed(places, &maps)
    }),
    ("field added, required", |places| {
        let maps = places.field_maps();
        added(places, &maps, "")
    }),
    ("field added, optional", |places| {
        let maps = places.field_maps();
        added(places, &maps, "?")
    }),
    ("field removed", |places| {
        let maps = places.field_maps();
        removed(places, &maps)
    }),
    ("field optional or required", |places| {
        let maps = places.field_maps();
        optional(places, &maps)
    }),
    ("field nullable or not", |places| {
        let maps = places.field_maps();
        nullable(places, &maps)
    }),
    ("type of a field", |places| {
        let maps = places.field_maps();
        retyped(places, &maps)
    }),
    ("default of a field", |places| {
        let maps = places.field_maps();
        defaulted(places, &maps)
    }),
    ("constraint of a field", |places| {
        let maps = places.field_maps();
        constrained(places, &maps)
    }),
    ("field personal or not", |places| {
        let maps = places.field_maps();
        let (map, key) = member(places, &maps)?;
        let long = places.long(&map, &key)?;
        if long.remove("personal").is_none() && long.remove("secret").is_none() {
            long.insert("personal".into(), json!(true));
        }
        Some(format!("{map}/{key}"))
    }),
    ("field only in responses or not", |places| {
        let maps = places.field_maps();
        let (map, key) = member(places, &maps)?;
        let long = places.long(&map, &key)?;
        if long.remove("read_only").is_none() {
            long.insert("read_only".into(), json!(true));
        }
        Some(format!("{map}/{key}"))
    }),
    ("name of a field in Rust", |places| {
        let maps = places.field_maps();
        let (map, key) = member(places, &maps)?;
        let long = places.long(&map, &key)?;
        if long.remove("name").is_none() {
            long.insert("name".into(), json!("own_new_name"));
        }
        Some(format!("{map}/{key}"))
    }),
    ("other fields of an object", |places| {
        let types = places.types_with("fields");
        let pointer = places.one(&types)?;
        places.toggle(&pointer, "others", json!("string"))
    }),
    ("object closed or not", |places| {
        let types = places.types_with("fields");
        let pointer = places.one(&types)?;
        places.toggle(&pointer, "others", json!(false))
    }),
    ("base of an object", |places| {
        let types = places.types_with("fields");
        let (pointer, base) = (places.one(&types)?, places.one(&types)?);
        let base = base.strip_prefix("/types/")?.to_owned();
        places.toggle(&pointer, "extends", json!([base]))
    }),
    ("value added", |places| {
        let pointer = enumeration(places)?;
        let kind = kind(places, &pointer);
        let values = places.value(&format!("{pointer}/enum"))?;
        match (values, kind.as_str()) {
            (_, "boolean") => return None,
            (Value::Array(values), "integer") => values.push(json!(777)),
            (Value::Array(values), "number") => values.push(json!(777.5)),
            (Value::Array(values), _) => values.push(json!("a_new_value")),
            (Value::Object(values), "integer") => drop(values.insert("777".into(), Value::Null)),
            (Value::Object(values), "number") => drop(values.insert("777.5".into(), Value::Null)),
            (Value::Object(values), _) => drop(values.insert("a_new_value".into(), Value::Null)),
            _ => return None,
        }
        Some(pointer)
    }),
    ("value removed", |places| {
        let pointer = enumeration(places)?;
        let index = places.rng.usize(..8);
        match places.value(&format!("{pointer}/enum"))? {
            Value::Array(values) if values.len() > 1 => {
                drop(values.remove(index % values.len()));
            }
            Value::Object(values) if values.len() > 1 => {
                let key = values.keys().nth(index % values.len())?.clone();
                values.remove(&key);
            }
            _ => return None,
        }
        Some(pointer)
    }),
    ("value renamed", |places| {
        let pointer = enumeration(places)?;
        if kind(places, &pointer) != "string" {
            return None;
        }
        let values = format!("{pointer}/enum");
        match places.value(&values)? {
            Value::Array(values) => *values.first_mut()? = json!("a_renamed_value"),
            Value::Object(map) => {
                let key = map.keys().next()?.clone();
                places.rename(&values, &key, "a_renamed_value")?;
            }
            _ => return None,
        }
        Some(pointer)
    }),
    ("order of values", |places| {
        let pointer = enumeration(places)?;
        let values = places.value(&format!("{pointer}/enum"))?;
        values.as_array_mut()?.reverse();
        Some(pointer)
    }),
    ("name of a value in Rust", |places| {
        let types = places.types_with("enum");
        let pointer = places.one(&types)?;
        let values = places.map(&format!("{pointer}/enum"))?;
        let value = values.values_mut().next()?;
        let mut long = match value {
            Value::Object(long) => std::mem::take(long),
            Value::String(doc) => Map::from_iter([("doc".to_owned(), json!(doc))]),
            _ => Map::new(),
        };
        if long.remove("name").is_none() {
            long.insert("name".into(), json!("OwnNewName"));
        }
        *value = Value::Object(long);
        Some(pointer)
    }),
    ("openness", |places| {
        let mut types = places.types_with("enum");
        types.extend(places.types_with("union"));
        let pointer = places.one(&types)?;
        let choices = [json!(true), json!(false), json!("responses")];
        let choice = places.one(&choices)?;
        places.map(&pointer)?.insert("open".into(), choice);
        Some(pointer)
    }),
    ("variant added", |places| {
        let types = places.types_with("union");
        let pointer = places.one(&types)?;
        let is_of_numbers = places.value(&format!("{pointer}/of")).is_some();
        let is_free = places.value(&format!("{pointer}/wrapped")).is_some()
            || places.value(&format!("{pointer}/value")).is_some();
        let variant = match is_free {
            true => json!(places.any_type()),
            false => json!({}),
        };
        let name = if is_of_numbers {
            "777"
        } else {
            "a_new_variant"
        };
        let variants = places.map(&format!("{pointer}/union"))?;
        variants.insert(name.into(), variant);
        Some(pointer)
    }),
    ("variant removed", |places| {
        let maps = unions(places);
        removed(places, &maps)
    }),
    ("variant renamed", |places| {
        let maps = unions(places);
        renamed(places, &maps)
    }),
    ("type of a variant", |places| {
        let maps = unions(places);
        retyped(places, &maps)
    }),
    ("tag of a union", |places| {
        let types = places.types_with("tag");
        let pointer = places.one(&types)?;
        *places.value(&format!("{pointer}/tag"))? = json!("a_new_tag");
        Some(pointer)
    }),
    ("element added", |places| {
        let pointer = tuple(places)?;
        let ty = places.any_type();
        let elements = places.value(&pointer)?.as_array_mut()?;
        let is_named = elements.iter().any(|element| element.get("name").is_some());
        elements.push(match is_named {
            true => json!({ "type": ty, "name": "a_new_element" }),
            false => json!({ "type": ty }),
        });
        Some(pointer)
    }),
    ("element removed", |places| {
        let pointer = tuple(places)?;
        places.value(&pointer)?.as_array_mut()?.pop()?;
        Some(pointer)
    }),
    ("type of an element", |places| {
        let pointer = tuple(places)?;
        let ty = places.any_type();
        let elements = places.value(&pointer)?.as_array_mut()?;
        *elements.first_mut()?.get_mut("type")? = json!(ty);
        Some(pointer)
    }),
    ("order of elements", |places| {
        let pointer = tuple(places)?;
        places.value(&pointer)?.as_array_mut()?.reverse();
        Some(pointer)
    }),
    ("scalar of a newtype", |places| {
        let types = places.types_with("newtype");
        let pointer = places.one(&types)?;
        let scalar = places.one(&SCALARS)?;
        plain(places, &pointer);
        *places.value(&format!("{pointer}/newtype"))? = json!(scalar);
        Some(pointer)
    }),
    ("target of an alias", |places| {
        let types = places.types_with("alias");
        let pointer = places.one(&types)?;
        let ty = places.any_type();
        plain(places, &pointer);
        *places.value(&format!("{pointer}/alias"))? = json!(ty);
        Some(pointer)
    }),
    ("newtype or alias", |places| {
        let mut types = places.types_with("newtype");
        types.extend(places.types_with("alias"));
        let pointer = places.one(&types)?;
        let map = places.map(&pointer)?;
        let (from, to) = match map.contains_key("newtype") {
            true => ("newtype", "alias"),
            false => ("alias", "newtype"),
        };
        let of = map.remove(from)?;
        map.insert(to.into(), of);
        Some(pointer)
    }),
    ("type renamed", |places| {
        let types = places.entries("/types");
        let pointer = places.one(&types)?;
        let old = pointer.strip_prefix("/types/")?.to_owned();
        let new = format!("Renamed{old}");
        rename_type(places.document, &old, &new);
        Some(format!("{old} to {new}"))
    }),
    ("type added", |places| {
        let fields = json!({ "id": "string", "count?": "integer" });
        let types = places.map("/types")?;
        types.insert("BrandNewType".into(), json!({ "fields": fields }));
        Some("BrandNewType".to_owned())
    }),
    ("type removed", |places| {
        let types = places.entries("/types");
        let pointer = places.one(&types)?;
        let name = pointer.strip_prefix("/types/")?.to_owned();
        places.map("/types")?.remove(&name);
        Some(name)
    }),
    ("note of a type", |places| {
        let types = places.entries("/types");
        let pointer = places.one(&types)?;
        places.toggle(&pointer, "doc", json!("A new description."))
    }),
    ("deprecation of a type", |places| {
        let types = places.entries("/types");
        let pointer = places.one(&types)?;
        places.toggle(&pointer, "deprecated", json!("Use another one."))
    }),
];

fn enumeration(places: &mut Places<'_>) -> Option<String> {
    let types = places.types_with("enum");
    let pointer = places.one(&types)?;
    places.map(&pointer)?.remove("example");
    Some(pointer)
}

fn kind(places: &mut Places<'_>, pointer: &str) -> String {
    let of = places.value(&format!("{pointer}/of"));
    of.and_then(|of| of.as_str().map(str::to_owned))
        .unwrap_or_else(|| "string".to_owned())
}

fn unions(places: &Places<'_>) -> Vec<String> {
    let types = places.types_with("union").into_iter();
    types.map(|pointer| pointer + "/union").collect()
}

fn tuple(places: &mut Places<'_>) -> Option<String> {
    let types = places.types_with("tuple");
    let pointer = places.one(&types)?;
    places.map(&pointer)?.remove("example");
    Some(pointer + "/tuple")
}

/// Removes everything from a type that depends on its scalar.
fn plain(places: &mut Places<'_>, pointer: &str) {
    if let Some(map) = places.map(pointer) {
        map.retain(|key, _| ["newtype", "alias", "doc", "deprecated"].contains(&key.as_str()));
    }
}

/// One of the members of these maps.
pub(super) fn member(places: &mut Places<'_>, maps: &[String]) -> Option<(String, String)> {
    let members = places.members(maps);
    let found = places.one(&members)?;
    forget_examples(places, &found.0);
    Some(found)
}

/// An example of a type may no longer fit.
fn forget_examples(places: &mut Places<'_>, map: &str) {
    let mut parts = map.split('/');
    if let (Some(""), Some("types"), Some(name)) = (parts.next(), parts.next(), parts.next())
        && let Some(definition) = places.map(&format!("/types/{name}"))
    {
        definition.remove("example");
    }
}

pub(super) fn renamed(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let (map, key) = member(places, maps)?;
    let mark = if key.ends_with('?') { "?" } else { "" };
    let name = places.new_name();
    places.rename(&map, &key, &format!("{name}{mark}"))?;
    Some(format!("{map}/{key} to {name}"))
}

pub(super) fn added(places: &mut Places<'_>, maps: &[String], mark: &str) -> Option<String> {
    let map = places.one(maps)?;
    forget_examples(places, &map);
    let (name, ty) = (places.new_name(), places.any_type());
    places.map(&map)?.insert(format!("{name}{mark}"), json!(ty));
    Some(format!("{map}/{name}{mark}: {ty}"))
}

pub(super) fn removed(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let (map, key) = member(places, maps)?;
    places.map(&map)?.remove(&key);
    Some(format!("{map}/{key}"))
}

pub(super) fn optional(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let (map, key) = member(places, maps)?;
    if let Value::Object(long) = places.map(&map)?.get_mut(&key)? {
        long.remove("default");
    }
    places.rename(&map, &key, &toggled(&key))?;
    Some(format!("{map}/{key}"))
}

pub(super) fn nullable(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let (map, key) = member(places, maps)?;
    let ty = places.type_of(&map, &key)?;
    let old = ty.as_str()?.to_owned();
    *ty = match old.strip_suffix('?') {
        Some(inner) => json!(inner),
        None => json!(format!("{old}?")),
    };
    Some(format!("{map}/{key}: {old}"))
}

pub(super) fn retyped(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let (map, key) = member(places, maps)?;
    let ty = places.any_type();
    let value = places.map(&map)?.get_mut(&key)?;
    let old = match &*value {
        Value::Object(long) => long.get("type").cloned(),
        other => Some(other.clone()),
    };
    // Constraints and the default belong to the old type.
    *value = json!(ty);
    Some(format!(
        "{map}/{key}: {ty}, was {}",
        old.unwrap_or_default()
    ))
}

pub(super) fn defaulted(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let members = places.members(maps);
    let with_default: Vec<(String, String)> = members
        .into_iter()
        .filter(|(_, key)| key.ends_with('?'))
        .collect();
    let (map, key) = places.one(&with_default)?;
    forget_examples(places, &map);
    let ty = places.type_of(&map, &key)?.as_str()?.to_owned();
    let value = match ty.trim_end_matches('?') {
        "string" => json!("other"),
        "integer" | "int32" | "uint64" => json!(17),
        "boolean" => json!(true),
        _ => Value::Null,
    };
    let long = places.long(&map, &key)?;
    if long.remove("default").is_none() && !value.is_null() {
        long.insert("default".into(), value);
    }
    Some(format!("{map}/{key}"))
}

pub(super) fn constrained(places: &mut Places<'_>, maps: &[String]) -> Option<String> {
    let (map, key) = member(places, maps)?;
    let ty = places.type_of(&map, &key)?.as_str()?.to_owned();
    let (constraint, value) = match ty.trim_end_matches('?') {
        "string" => ("max_length", json!(4000)),
        "integer" | "int32" | "uint64" => ("min", json!(1)),
        "number" | "float" => ("max", json!(1000)),
        list if list.starts_with("list<") => ("max_items", json!(77)),
        _ => return None,
    };
    let long = places.long(&map, &key)?;
    long.remove("example");
    long.remove("default");
    if long.remove(constraint).is_none() {
        long.insert(constraint.into(), value);
    }
    Some(format!("{map}/{key} {constraint}"))
}

/// Renames a type wherever a document mentions it in a type expression.
fn rename_type(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) => {
            let is_expression = |c: char| c.is_alphanumeric() || "<>?_".contains(c);
            if text.contains(old) && text.chars().all(is_expression) {
                let bare = text.replace(['<', '>', '?'], " ");
                if bare.split(' ').any(|word| word == old) {
                    let end = text.replace(&format!("<{old}>"), &format!("<{new}>"));
                    let end = end.replace(&format!("<{old}?"), &format!("<{new}?"));
                    *text = match end.strip_prefix(old) {
                        Some(rest) if rest.is_empty() || rest == "?" => format!("{new}{rest}"),
                        _ => end,
                    };
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                rename_type(item, old, new);
            }
        }
        Value::Object(map) => {
            for item in map.values_mut() {
                rename_type(item, old, new);
            }
            if let Some(types) = map.get_mut("types").and_then(Value::as_object_mut)
                && let Some(definition) = types.remove(old)
            {
                types.insert(new.to_owned(), definition);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The last part of a pointer.
pub(super) fn last(pointer: &str) -> String {
    escaped(pointer.rsplit('/').next().unwrap_or_default())
}
