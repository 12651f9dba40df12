//! A JSON object of the document while it is built.

use crate::api::Value;

/// A JSON object whose fields have the order in which they are added.
#[derive(Debug, Clone, Default)]
pub(super) struct JsonObject(Vec<(String, Value)>);

impl<N: Into<String>, V: Into<Value>> FromIterator<(N, V)> for JsonObject {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(fields: I) -> Self {
        let fields = fields.into_iter();
        Self(
            fields
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}

impl JsonObject {
    /// A schema of values of this type.
    pub(super) fn of_type(name: &str) -> Self {
        Self::new().with("type", name)
    }

    /// A schema of values of this type, and null if it is nullable.
    pub(super) fn of_nullable(name: &str, nullable: bool) -> Self {
        match nullable {
            true => Self::new().with("type", vec![name.into(), "null".into()]),
            false => Self::of_type(name),
        }
    }

    /// The schema, and null if it is nullable.
    pub(super) fn or_null(self, nullable: bool) -> Self {
        match nullable {
            true => Self::new().with("anyOf", vec![self.into(), Self::of_type("null").into()]),
            false => self,
        }
    }

    /// An empty object.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    pub(super) fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// Adds a field if it has a value.
    pub(super) fn with_option(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a list if it has items.
    pub(super) fn with_list(self, name: &str, items: impl IntoIterator<Item = Value>) -> Self {
        let items: Vec<Value> = items.into_iter().collect();
        self.with_option(name, (!items.is_empty()).then_some(items))
    }

    /// Adds an object if it has fields.
    pub(super) fn with_nonempty(self, name: &str, object: Self) -> Self {
        if object.0.is_empty() {
            self
        } else {
            self.with(name, object)
        }
    }

    /// Adds a field that is true, or nothing.
    pub(super) fn with_flag(self, name: &str, holds: bool) -> Self {
        if holds { self.with(name, true) } else { self }
    }

    /// Whether there is a field of this name; upper and lower case are the same.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut fields = self.0.iter();
        fields.any(|(field, _)| field.eq_ignore_ascii_case(name))
    }

    /// Adds a property to the schema of an object, before its own.
    pub(super) fn with_property(mut self, name: &str, property: Self, required: bool) -> Self {
        let add = |schema: &mut Self, key: &str, first: Value| {
            let found = schema.0.iter_mut().find(|(field, _)| field == key);
            match (found, first) {
                (Some((_, Value::List(items))), Value::List(mut new)) => {
                    new.append(items);
                    *items = new;
                }
                (Some((_, Value::Object(fields))), Value::Object(mut new)) => {
                    new.append(fields);
                    *fields = new;
                }
                (_, first) => schema.0.push((key.to_owned(), first)),
            }
        };
        if required {
            add(&mut self, "required", vec![name.into()].into());
        }
        add(&mut self, "properties", property.into());
        self
    }

    /// Adds a field to the object in a field, if there is one.
    pub(super) fn with_in(mut self, field: &str, name: &str, value: Self) -> Self {
        let mut fields = self.0.iter_mut();
        if let Some((_, Value::Object(object))) = fields.find(|(known, _)| known == field) {
            object.push((name.to_owned(), value.into()));
        }
        self
    }

    /// Adds a field to each object in a field.
    pub(super) fn with_in_each(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        for (_, field) in &mut self.0 {
            if let Value::Object(object) = field {
                object.push((name.to_owned(), value.clone()));
            }
        }
        self
    }

    /// Adds all fields of another object.
    pub(super) fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }
}

impl From<JsonObject> for Value {
    fn from(object: JsonObject) -> Self {
        Self::Object(object.0)
    }
}

/// A reference to a component.
pub(super) fn reference(section: &str, name: &str) -> JsonObject {
    JsonObject::new().with("$ref", format!("#/components/{section}/{name}"))
}

/// The schema of an object with these required properties.
pub(super) fn object<const N: usize>(properties: [(&str, JsonObject); N]) -> JsonObject {
    let required: Vec<Value> = properties.iter().map(|(name, _)| (*name).into()).collect();
    let properties: JsonObject = properties.into_iter().collect();
    JsonObject::of_type("object")
        .with("required", required)
        .with("properties", properties)
}
