//! The document as text in JSON or YAML.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::Format;
use crate::api::Value;

/// The document as text, with a line break at the end.
pub(super) fn text(document: &Value, format: Format) -> String {
    let json = || document.to_json() + "\n";
    match format {
        Format::Json => json(),
        // JSON is valid YAML, in case the YAML writer fails.
        Format::Yaml => serde_yaml::to_string(&Yaml(document)).unwrap_or_else(|_| json()),
    }
}

/// A value to be serialized by serde.
struct Yaml<'v>(&'v Value);

impl Serialize for Yaml<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Integer(value) => match u64::try_from(*value) {
                Ok(value) => serializer.serialize_u64(value),
                Err(_) => serializer.serialize_i128(*value),
            },
            Value::Number(value) => serializer.serialize_f64(*value),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&Yaml(item))?;
                }
                list.end()
            }
            Value::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, &Yaml(value))?;
                }
                map.end()
            }
        }
    }
}
