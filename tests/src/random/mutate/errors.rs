//! Changes of errors.

use serde_json::{Value, json};

use super::Change;
use super::types::{last, removed};

pub(super) const KINDS: &[(&str, Change)] = &[
    ("error added to an operation", |places| {
        let all = places.entries("/errors");
        let key = last(&places.one(&all)?);
        let operations = places.entries("/operations");
        let pointer = places.one(&operations)?;
        let errors = places
            .map(&pointer)?
            .entry("errors")
            .or_insert_with(|| json!([]));
        let errors = errors.as_array_mut()?;
        if errors.contains(&json!(key)) {
            return None;
        }
        errors.push(json!(key));
        Some(format!("{pointer}: {key}"))
    }),
    ("error removed from an operation", |places| {
        let operations = places.entries("/operations");
        let pointer = places.one(&operations)?;
        let errors = places.value(&format!("{pointer}/errors"))?;
        errors.as_array_mut()?.pop()?;
        Some(pointer)
    }),
    ("error defined", |places| {
        let errors = places.map("/errors")?;
        let error = json!({ "name": "BrandNew", "message": "It is brand new" });
        errors.insert("451".into(), error);
        Some("451".to_owned())
    }),
    ("error removed", |places| {
        let maps = ["/errors".to_owned()];
        let pointer = removed(places, &maps)?;
        let key = last(&pointer);
        for operation in places.entries("/operations") {
            if let Some(Value::Array(errors)) = places.value(&format!("{operation}/errors")) {
                errors.retain(|error| error != &json!(key));
            }
        }
        Some(pointer)
    }),
    ("name of an error", |places| {
        let all = places.entries("/errors");
        let pointer = places.one(&all)?;
        places
            .map(&pointer)?
            .insert("name".into(), json!("BrandNewError"));
        Some(pointer)
    }),
    ("status of an error", |places| {
        let all = places.entries("/errors");
        let pointer = places.one(&all)?;
        let status = places.value(&format!("{pointer}/status"))?;
        *status = json!("422");
        Some(pointer)
    }),
    ("body of an error", |places| {
        let all = places.entries("/errors");
        let pointer = places.one(&all)?;
        let ty = places.any_type();
        let error = places.map(&pointer)?;
        for key in ["message", "fields", "values", "code"] {
            error.remove(key);
        }
        error.insert("body".into(), json!(ty));
        Some(pointer)
    }),
    ("message of an error", |places| {
        let all = places.entries("/errors");
        let pointer = places.one(&all)?;
        *places.value(&format!("{pointer}/message"))? = json!("Something else");
        Some(pointer)
    }),
    ("header of an error", |places| {
        let all = places.entries("/errors");
        let pointer = places.one(&all)?;
        let error = places.map(&pointer)?;
        let headers = error.entry("headers").or_insert_with(|| json!({}));
        headers
            .as_object_mut()?
            .insert("X-Brand-New?".into(), json!("integer"));
        Some(pointer)
    }),
    ("whether an error can be retried", |places| {
        let all = places.entries("/errors");
        let pointer = places.one(&all)?;
        let retry = places.value(&format!("{pointer}/retry"))?;
        *retry = json!(!retry.as_bool()?);
        Some(pointer)
    }),
    ("shape of errors", |places| {
        let key = places.one(&["envelope", "parameter?", "metadata?", "status"])?;
        let body = places.value("/error_body")?.as_object_mut()?;
        if body.remove(key).is_none() {
            body.insert(key.into(), json!("brand_new_field"));
        }
        Some(key.to_owned())
    }),
    ("field of all errors", |places| {
        let mark = places.one(&["", "?"])?;
        let body = places.value("/error_body")?.as_object_mut()?;
        let fields = body.entry("fields").or_insert_with(|| json!({}));
        fields
            .as_object_mut()?
            .insert(format!("brand_new{mark}"), json!("string?"));
        if mark.is_empty() {
            let values = body.entry("values").or_insert_with(|| json!({}));
            values
                .as_object_mut()?
                .insert("brand_new".into(), json!("a value"));
        }
        Some(mark.to_owned())
    }),
];
