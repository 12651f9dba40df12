//! A schema of JSON Schema 2020-12 as one of OpenAPI 3.0, which has fewer keywords.
//!
//! The schema there says the same or less: it accepts every value that the other one accepts. Keywords that OpenAPI 3.0
//! does not have get `x-` before their names. If `not` or `oneOf` is about a schema that says less, it would reject
//! more. So that `not` gets `x-` as well, and that `oneOf` becomes `anyOf`.

use super::{Fields, has, take};
use crate::api::Value;
use crate::emit::openapi::subschemas;
use crate::hash::{HashMap, HashSet};

/// What the reference to a component begins with.
const COMPONENT: &str = "#/components/schemas/";

/// The schema in OpenAPI 3.0, in a document some of whose components say less.
pub(super) fn converted_schema(schema: Value, less: &HashSet<String>) -> Value {
    let mut conversion = Conversion {
        less,
        references: Vec::new(),
        says_less: false,
    };
    conversion.schema(schema)
}

/// The components that say less in OpenAPI 3.0, and those that refer to them.
pub(super) fn components_that_say_less(document: &Value) -> HashSet<String> {
    let components = document.field("components");
    let components = components.and_then(|components| components.field("schemas"));
    let Some(Value::Object(components)) = components else {
        return HashSet::default();
    };
    let none = HashSet::default();
    let mut less = HashSet::default();
    let mut waiting: Vec<String> = Vec::new();
    let mut users: HashMap<String, Vec<&str>> = HashMap::default();
    for (name, schema) in components {
        let mut conversion = Conversion {
            less: &none,
            references: Vec::new(),
            says_less: false,
        };
        conversion.schema(schema.clone());
        if conversion.says_less {
            waiting.push(name.clone());
        }
        for target in conversion.references {
            users.entry(target).or_default().push(name);
        }
    }
    while let Some(name) = waiting.pop() {
        let of_this = users.get(&name).into_iter().flatten();
        waiting.extend(
            of_this
                .filter(|user| !less.contains(**user))
                .map(|user| (*user).to_owned()),
        );
        less.insert(name);
    }
    less
}

fn get<'v>(fields: &'v Fields, name: &str) -> Option<&'v Value> {
    let mut fields = fields.iter();
    let (_, value) = fields.find(|(field, _)| field == name)?;
    Some(value)
}

/// A schema that is being converted.
struct Conversion<'a> {
    /// The components that say less.
    less: &'a HashSet<String>,
    /// The components that it refers to.
    references: Vec<String>,
    /// Whether it says less.
    says_less: bool,
}

impl Conversion<'_> {
    fn schema(&mut self, schema: Value) -> Value {
        let Value::Object(mut fields) = schema else {
            // `true` and `false` are not schemas in OpenAPI 3.0.
            return match schema {
                Value::Bool(false) => object([("not", object([]))]),
                _ => object([]),
            };
        };
        if fields.len() > 1 && has(&fields, "$ref") {
            fields = beside_reference(fields);
        }
        let mut converted = Fields::new();
        self.add_items(&mut fields, &mut converted);
        self.add_patterns(&mut fields, &mut converted);
        let source = fields.clone();
        for (name, value) in fields {
            self.add(name, value, &source, &mut converted);
        }
        Value::Object(converted)
    }

    /// Adds what a keyword says.
    fn add(&mut self, name: String, value: Value, source: &Fields, converted: &mut Fields) {
        match (name.as_str(), value) {
            ("$ref", Value::Text(target)) => {
                if let Some(component) = target.strip_prefix(COMPONENT) {
                    self.says_less |= self.less.contains(component);
                    self.references.push(component.to_owned());
                }
                converted.push((name, target.into()));
            }
            ("type", types) => add_types(types, converted),
            ("anyOf", Value::List(members)) => {
                let members = self.all(members);
                conjoin(&name, members.into(), converted);
            }
            ("oneOf", Value::List(members)) => self.add_one_of(members, source, converted),
            ("allOf", Value::List(members)) => {
                let members = self.all(members);
                members
                    .into_iter()
                    .for_each(|member| also(member, converted));
            }
            ("const", value) => conjoin("enum", vec![value].into(), converted),
            ("enum", Value::List(values)) if values.is_empty() => {
                conjoin("not", object([]), converted);
            }
            ("enum", values) => conjoin("enum", values, converted),
            ("examples", Value::List(examples)) => add_examples(examples, source, converted),
            ("exclusiveMinimum" | "exclusiveMaximum", bound) => {
                let inclusive = name.replace("exclusiveM", "m");
                let both = [(inclusive.as_str(), bound), (&name, true.into())];
                match has(source, &inclusive) {
                    true => also(object(both), converted),
                    false => converted.extend(both.map(|(name, value)| (name.to_owned(), value))),
                }
            }
            ("contentEncoding", Value::Text(encoding))
                if encoding == "base64" && !has(source, "format") =>
            {
                converted.push(("format".to_owned(), "byte".into()));
            }
            ("required", Value::List(names)) if names.is_empty() => {}
            ("not", schema) => {
                let says_less = std::mem::take(&mut self.says_less);
                let schema = self.schema(schema);
                match self.says_less {
                    true => converted.push(("x-not".to_owned(), schema)),
                    false => conjoin("not", schema, converted),
                }
                self.says_less |= says_less;
            }
            ("additionalProperties", value @ Value::Bool(_)) => converted.push((name, value)),
            ("properties" | "items" | "additionalProperties", value) => {
                let value = subschemas::with(&name, value, &mut |schema| self.schema(schema));
                converted.push((name, value));
            }
            (keyword, value) if is_known(keyword) => converted.push((name, value)),
            (keyword, value) => {
                let says_less = self.says_less | limits(keyword);
                let value = subschemas::with(keyword, value, &mut |schema| self.schema(schema));
                self.says_less = says_less;
                converted.push((format!("x-{name}"), value));
            }
        }
    }

    fn all(&mut self, schemas: Vec<Value>) -> Vec<Value> {
        schemas
            .into_iter()
            .map(|schema| self.schema(schema))
            .collect()
    }

    /// A value fits one member only. If members say less, it may fit several, unless they have different tags.
    fn add_one_of(&mut self, members: Vec<Value>, source: &Fields, converted: &mut Fields) {
        let says_less = std::mem::take(&mut self.says_less);
        let members = self.all(members);
        let name = match self.says_less && !has(source, "discriminator") {
            true => "anyOf",
            false => "oneOf",
        };
        self.says_less |= says_less;
        conjoin(name, members.into(), converted);
    }

    /// All items have one schema there, so the first ones have any of theirs. These keep their order in an extension. A
    /// list must say what its items are.
    fn add_items(&mut self, source: &mut Fields, converted: &mut Fields) {
        let is_list = match get(source, "type") {
            Some(Value::List(types)) => {
                let mut others = types.iter().filter(|word| word.as_text() != Some("null"));
                others.next().and_then(Value::as_text) == Some("array") && others.next().is_none()
            }
            Some(word) => word.as_text() == Some("array"),
            None => false,
        };
        let Some(Value::List(first)) = take(source, "prefixItems") else {
            if is_list && !has(source, "items") {
                converted.push(("items".to_owned(), object([])));
            }
            return;
        };
        let count = i128::try_from(first.len()).unwrap_or(i128::MAX);
        let first = self.all(first);
        let others = take(source, "items").unwrap_or(true.into());
        let is_short =
            matches!(get(source, "maxItems"), Some(Value::Integer(most)) if *most <= count);
        let mut items = without_repeated(&first);
        match others {
            Value::Bool(false) if !has(source, "maxItems") => {
                converted.push(("maxItems".to_owned(), Value::Integer(count)));
            }
            _ if is_short => {}
            Value::Bool(false) => {}
            Value::Bool(true) => items = vec![object([])],
            others => {
                let others = self.schema(others);
                converted.push(("x-items".to_owned(), others.clone()));
                items.push(others);
            }
        }
        self.says_less = true;
        converted.push(("items".to_owned(), any_of(items)));
        converted.push(("x-prefixItems".to_owned(), first.into()));
    }

    /// Properties whose names match a pattern are additional there, so all additional ones have any of these schemas.
    fn add_patterns(&mut self, source: &mut Fields, converted: &mut Fields) {
        let Some(Value::Object(patterns)) = take(source, "patternProperties") else {
            return;
        };
        let patterns = patterns
            .into_iter()
            .map(|(name, schema)| (name, self.schema(schema)));
        let patterns: Fields = patterns.collect();
        let schemas: Vec<Value> = patterns.iter().map(|(_, schema)| schema.clone()).collect();
        let mut schemas = without_repeated(&schemas);
        let others = take(source, "additionalProperties").map(|additional| match additional {
            Value::Bool(_) => additional,
            schema => self.schema(schema),
        });
        let is_limited = match &others {
            None | Some(Value::Bool(true)) => false,
            Some(Value::Bool(false)) => true,
            Some(others) => {
                schemas.push(others.clone());
                true
            }
        };
        if is_limited && !schemas.is_empty() {
            converted.push(("additionalProperties".to_owned(), any_of(schemas)));
        } else if is_limited {
            converted.push(("additionalProperties".to_owned(), false.into()));
        }
        if !patterns.is_empty() {
            self.says_less = true;
            converted.extend(others.map(|schema| ("x-additionalProperties".to_owned(), schema)));
            converted.push(("x-patternProperties".to_owned(), Value::Object(patterns)));
        }
    }
}

/// Whether a keyword that OpenAPI 3.0 does not have rejects values.
fn limits(keyword: &str) -> bool {
    matches!(
        keyword,
        "contains"
            | "dependentRequired"
            | "dependentSchemas"
            | "else"
            | "if"
            | "maxContains"
            | "minContains"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties"
    )
}

/// The keywords of schemas in OpenAPI 3.0 whose values are as in 3.1.
fn is_known(word: &str) -> bool {
    matches!(
        word,
        "title"
            | "description"
            | "format"
            | "default"
            | "required"
            | "minimum"
            | "maximum"
            | "multipleOf"
            | "minLength"
            | "maxLength"
            | "pattern"
            | "minItems"
            | "maxItems"
            | "uniqueItems"
            | "minProperties"
            | "maxProperties"
            | "discriminator"
            | "readOnly"
            | "writeOnly"
            | "xml"
            | "externalDocs"
            | "example"
            | "deprecated"
    ) || word.starts_with("x-")
}

/// Keywords beside a reference have no effect there, so it becomes a member of `allOf`.
fn beside_reference(fields: Fields) -> Fields {
    let (mut members, mut others): (Vec<Value>, Fields) = (Vec::new(), Fields::new());
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("$ref", target) => members.insert(0, object([("$ref", target)])),
            ("allOf", Value::List(all)) => members.extend(all),
            (_, value) => others.push((name, value)),
        }
    }
    others.insert(0, ("allOf".to_owned(), members.into()));
    others
}

/// A schema has one type, beside which it may be null.
fn add_types(types: Value, converted: &mut Fields) {
    let types = match types {
        Value::List(types) => types,
        word => vec![word],
    };
    let is_null = |word: &Value| word.as_text() == Some("null");
    let null = || object([("enum", vec![Value::Null].into())]);
    let (nulls, mut others): (Vec<Value>, Vec<Value>) = types.into_iter().partition(is_null);
    match (others.len(), nulls.is_empty()) {
        (0, true) => {}
        (0, false) => conjoin("enum", vec![Value::Null].into(), converted),
        (1, _) => {
            converted.extend(others.pop().map(|word| ("type".to_owned(), word)));
            if !nulls.is_empty() {
                converted.push(("nullable".to_owned(), true.into()));
            }
        }
        (_, _) => {
            let members = others
                .into_iter()
                .map(|word| match word.as_text() == Some("array") {
                    true => object([("type", word), ("items", object([]))]),
                    false => object([("type", word)]),
                });
            let members = members.chain((!nulls.is_empty()).then(null));
            conjoin("anyOf", Value::List(members.collect()), converted);
        }
    }
}

/// A schema has one example there.
fn add_examples(examples: Vec<Value>, source: &Fields, converted: &mut Fields) {
    let more = (examples.len() > 1).then(|| examples.clone());
    let first = examples.into_iter().next();
    let first = first.filter(|_| !has(source, "example"));
    converted.extend(first.map(|example| ("example".to_owned(), example)));
    converted.extend(more.map(|all| ("x-examples".to_owned(), all.into())));
}

/// Adds a keyword, or a member of `allOf` with it if there is one already.
fn conjoin(name: &str, value: Value, converted: &mut Fields) {
    match has(converted, name) {
        true => also(object([(name, value)]), converted),
        false => converted.push((name.to_owned(), value)),
    }
}

/// Adds a member of `allOf`.
fn also(schema: Value, converted: &mut Fields) {
    let mut known = converted.iter_mut();
    match known.find(|(name, _)| name == "allOf") {
        Some((_, Value::List(members))) => members.push(schema),
        Some(_) | None => converted.push(("allOf".to_owned(), vec![schema].into())),
    }
}

fn any_of(mut schemas: Vec<Value>) -> Value {
    match schemas.len() {
        1 => schemas.pop().unwrap_or(Value::Null),
        _ => object([("anyOf", schemas.into())]),
    }
}

fn without_repeated(schemas: &[Value]) -> Vec<Value> {
    let mut different: Vec<Value> = Vec::new();
    for schema in schemas {
        if !different.contains(schema) {
            different.push(schema.clone());
        }
    }
    different
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.map(|(name, value)| (name.to_owned(), value));
    Value::Object(fields.into())
}
