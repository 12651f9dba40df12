//! Where a document has what is changed.

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// A document that is changed.
pub(super) struct Places<'d> {
    pub(super) document: &'d mut Value,
    pub(super) rng: &'d mut Rng,
}

/// Simple types of fields and parameters.
pub(super) const SCALARS: [&str; 8] = [
    "string",
    "integer",
    "boolean",
    "uuid",
    "timestamp",
    "number",
    "int32",
    "date",
];

impl Places<'_> {
    /// One of several things.
    pub(super) fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        match of.is_empty() {
            true => None,
            false => Some(of[self.rng.usize(..of.len())].clone()),
        }
    }

    /// The map at a pointer.
    pub(super) fn map(&mut self, pointer: &str) -> Option<&mut Map<String, Value>> {
        self.document.pointer_mut(pointer)?.as_object_mut()
    }

    /// The value at a pointer.
    pub(super) fn value(&mut self, pointer: &str) -> Option<&mut Value> {
        self.document.pointer_mut(pointer)
    }

    /// The pointers of the entries of a section.
    pub(super) fn entries(&self, section: &str) -> Vec<String> {
        let map = self.document.pointer(section).and_then(Value::as_object);
        let keys = map.into_iter().flat_map(|map| map.keys());
        keys.map(|key| format!("{section}/{}", escaped(key)))
            .collect()
    }

    /// The pointers of the types with this key.
    pub(super) fn types_with(&self, key: &str) -> Vec<String> {
        let mut types = self.entries("/types");
        types.retain(|pointer| self.document.pointer(&format!("{pointer}/{key}")).is_some());
        types
    }

    /// The pointers of operations and webhooks.
    pub(super) fn operations(&self) -> Vec<String> {
        let mut all = self.entries("/operations");
        all.extend(self.entries("/webhooks"));
        all
    }

    /// The pointers of the maps of fields: of objects, of unions and of errors.
    pub(super) fn field_maps(&self) -> Vec<String> {
        let mut maps = self.types_with("fields");
        maps.extend(self.entries("/errors"));
        let maps = maps.into_iter().map(|pointer| pointer + "/fields");
        maps.filter(|pointer| self.document.pointer(pointer).is_some())
            .collect()
    }

    /// The pointers of the maps of parameters, in operations, webhooks and shared parts.
    pub(super) fn parameter_maps(&self) -> Vec<String> {
        let mut owners = self.operations();
        owners.extend(self.entries("/shared"));
        let all = owners.iter().flat_map(|owner| {
            let places = ["query", "headers", "cookies"];
            places.map(|place| format!("{owner}/{place}"))
        });
        all.filter(|pointer| self.document.pointer(pointer).is_some())
            .collect()
    }

    /// The pointers of the maps of response headers.
    pub(super) fn header_maps(&self) -> Vec<String> {
        let mut found = Vec::new();
        for owner in self.operations() {
            found.push(format!("{owner}/returns/headers"));
            for response in self.entries(&format!("{owner}/responses")) {
                found.push(response + "/headers");
            }
        }
        for error in self.entries("/errors") {
            found.push(error + "/headers");
        }
        found.retain(|pointer| self.document.pointer(pointer).is_some());
        found
    }

    /// The pointers of everything in these maps.
    pub(super) fn members(&self, maps: &[String]) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for map in maps {
            let found = self.document.pointer(map).and_then(Value::as_object);
            for key in found.into_iter().flat_map(|found| found.keys()) {
                all.push((map.clone(), key.clone()));
            }
        }
        all
    }

    /// Replaces a key of a map, and keeps the value.
    pub(super) fn rename(&mut self, map: &str, key: &str, new: &str) -> Option<()> {
        let map = self.map(map)?;
        if map.contains_key(new) {
            return None;
        }
        let value = map.remove(key)?;
        map.insert(new.to_owned(), value);
        Some(())
    }

    /// The type of a field or a parameter, in short or long form.
    pub(super) fn type_of(&mut self, map: &str, key: &str) -> Option<&mut Value> {
        let value = self.map(map)?.get_mut(key)?;
        match value {
            Value::String(_) => Some(value),
            Value::Object(long) => long.get_mut("type"),
            _ => None,
        }
    }

    /// A type that a field can have.
    pub(super) fn any_type(&mut self) -> String {
        let scalar = SCALARS[self.rng.usize(..SCALARS.len())].to_owned();
        let types = self.types_with("newtype");
        let enums = self.types_with("enum");
        let named: Vec<String> = types.into_iter().chain(enums).collect();
        let name = self.one(&named);
        let name = name
            .as_deref()
            .and_then(|name| name.strip_prefix("/types/"));
        match (self.rng.u8(..5), name) {
            (0, Some(name)) => name.to_owned(),
            (1, _) => format!("list<{scalar}>"),
            _ => scalar,
        }
    }

    /// A name that is surely new.
    pub(super) fn new_name(&mut self) -> String {
        format!("brand_new_{}", self.rng.u8(..100))
    }

    /// Sets or removes a key of the map at a pointer.
    pub(super) fn toggle(&mut self, pointer: &str, key: &str, value: Value) -> Option<String> {
        let map = self.map(pointer)?;
        if map.remove(key).is_none() {
            map.insert(key.to_owned(), value);
        }
        Some(format!("{pointer}/{key}"))
    }

    /// Writes a field or a parameter in its long form.
    pub(super) fn long(&mut self, map: &str, key: &str) -> Option<&mut Map<String, Value>> {
        let value = self.map(map)?.get_mut(key)?;
        if let Value::String(ty) = value {
            *value = json!({ "type": ty });
        }
        value.as_object_mut()
    }
}

/// A key in a pointer.
pub(super) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The key for the opposite: optional or required.
pub(super) fn toggled(key: &str) -> String {
    match key.strip_suffix('?') {
        Some(name) => name.to_owned(),
        None => format!("{key}?"),
    }
}
