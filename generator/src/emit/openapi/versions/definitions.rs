//! `$defs` of schemas, which OpenAPI 3.0 does not have, and in which few tools find what a schema refers to: they
//! become components.

use super::{Fields, has, places, take};
use crate::api::Value;
use crate::emit::openapi::operations::BODY_ID;
use crate::emit::openapi::subschemas;
use crate::hash::{HashMap, HashSet};
use crate::naming::{plain_camel, transcribed};

/// The document with the definitions of all schemas among its components.
pub(super) fn in_components(mut document: Value) -> Value {
    let schemas =
        field(&mut document, "components").and_then(|components| field(components, "schemas"));
    let names = match schemas {
        Some(Value::Object(schemas)) => schemas
            .iter()
            .map(|(name, _)| name.to_lowercase())
            .collect(),
        Some(_) | None => HashSet::default(),
    };
    let mut moved = Moved {
        taken: names,
        known: Vec::new(),
        components: Fields::new(),
    };
    let mut document = places::changed(document, &mut |schema: Value| moved.out_of(schema));
    if !moved.components.is_empty()
        && let Some(Value::Object(schemas)) =
            added(&mut document, "components").and_then(|components| added(components, "schemas"))
    {
        schemas.extend(moved.components);
    }
    document
}

/// The definitions that were found.
struct Moved {
    taken: HashSet<String>,
    /// Schemas that were found, and what they became: one may be in several contents.
    known: Vec<(Value, Value)>,
    components: Fields,
}

impl Moved {
    /// A schema without definitions. The definitions of a body are in a member of `allOf`, beside its type.
    fn out_of(&mut self, schema: Value) -> Value {
        schema.map_fields(|(name, value)| {
            let value = match (name.as_str(), value) {
                ("allOf", Value::List(members)) => {
                    let members = members.into_iter().map(|member| self.out_of_member(member));
                    Value::List(members.collect())
                }
                (_, value) => value,
            };
            (name, value)
        })
    }

    fn out_of_member(&mut self, member: Value) -> Value {
        let Value::Object(mut fields) = member else {
            return member;
        };
        let Some(Value::Text(id)) = take(&mut fields, "$id") else {
            return Value::Object(fields);
        };
        let key = Value::Object(fields.clone());
        let mut known = self.known.iter();
        if let Some((_, reference)) = known.find(|(known_key, _)| *known_key == key) {
            return reference.clone();
        }
        let whole = id.strip_prefix(BODY_ID).unwrap_or(&id);
        // A schema that refers to itself needs a name.
        let own = refers_to_itself(&fields).then(|| self.claim(whole));
        let definitions = match take(&mut fields, "$defs") {
            Some(Value::Object(definitions)) => definitions,
            _ => Fields::new(),
        };
        let mut names: HashMap<String, String> = HashMap::default();
        names.extend(own.clone().map(|own| ("#".to_owned(), own)));
        let mut definitions = definitions;
        for (name, _) in &mut definitions {
            let escaped = name.replace('~', "~0").replace('/', "~1");
            *name = self.claim(&format!("{whole} {name}"));
            names.insert(format!("#/$defs/{escaped}"), name.clone());
        }
        let definitions = definitions.into_iter();
        let definitions = definitions.map(|(name, schema)| (name, refer(schema, &names)));
        let definitions: Fields = definitions.collect();
        let schema = refer(Value::Object(fields), &names);
        let schema = match own {
            Some(own) => {
                let reference = reference_to(&own);
                self.components.push((own, schema));
                reference
            }
            None => schema,
        };
        self.components.extend(definitions);
        self.known.push((key, schema.clone()));
        schema
    }

    /// A name of a component that nothing has.
    fn claim(&mut self, words: &str) -> String {
        let camel = plain_camel(&transcribed(words));
        let mut name = camel.clone();
        let mut number = 2;
        while !self.taken.insert(name.to_lowercase()) {
            name = format!("{camel}{number}");
            number += 1;
        }
        name
    }
}

/// Whether a schema has a reference to itself as a whole.
fn refers_to_itself(schema: &Fields) -> bool {
    subschemas::has_reference(schema, &|target| target.as_text() == Some("#"))
}

fn reference_to(component: &str) -> Value {
    let target = format!("#/components/schemas/{component}");
    Value::Object(vec![("$ref".to_owned(), target.into())])
}

/// A schema whose references are to components.
fn refer(schema: Value, names: &HashMap<String, String>) -> Value {
    schema.map_fields(|(name, value)| {
        let component = value.as_text().and_then(|target| names.get(target));
        let value = match component {
            Some(component) if name == "$ref" => format!("#/components/schemas/{component}").into(),
            Some(_) | None => subschemas::with(&name, value, &mut |schema| refer(schema, names)),
        };
        (name, value)
    })
}

fn field<'v>(object: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    let Value::Object(fields) = object else {
        return None;
    };
    let mut fields = fields.iter_mut();
    let (_, value) = fields.find(|(field, _)| field == name)?;
    Some(value)
}

/// A field, which is an empty object if it was not there.
fn added<'v>(object: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    if let Value::Object(fields) = object
        && !has(fields, name)
    {
        fields.push((name.to_owned(), Value::Object(Fields::new())));
    }
    field(object, name)
}
