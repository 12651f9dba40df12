//! Changes of who may call.

use serde_json::{Value, json};

use super::Change;
use super::places::Places;

pub(super) const KINDS: &[(&str, Change)] = &[
    ("access of an operation", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        let kinds = kinds(places);
        let kind = match places.rng.u8(..3) {
            0 => json!("none"),
            _ => json!(places.one(&kinds)?),
        };
        places.map(&pointer)?.insert("auth".into(), kind);
        Some(pointer)
    }),
    ("access without credentials", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        let auth = places.value(&format!("{pointer}/auth"))?;
        match auth {
            Value::String(kind) if kind != "none" => *auth = json!([kind, "none"]),
            Value::Array(kinds) if !kinds.contains(&json!("none")) => kinds.push(json!("none")),
            _ => return None,
        }
        Some(pointer)
    }),
    ("kind of key added", |places| {
        let pointer = kinds_of_scheme(places)?;
        places
            .map(&pointer)?
            .insert("zz_new_kind".into(), Value::Null);
        Some(pointer)
    }),
    ("scheme added", |places| {
        let schemes = places.map("/auth/schemes")?;
        schemes.insert("brand_new_scheme".into(), json!({ "scheme": "basic" }));
        Some("brand_new_scheme".to_owned())
    }),
    ("scheme of a new kind", |places| {
        let schemes = places.map("/auth/schemes")?;
        let scheme = json!({ "scheme": "api_key", "header": "X-Brand-New-Key" });
        schemes.insert("brand_new_key".into(), scheme);
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        places
            .map(&pointer)?
            .insert("auth".into(), json!("brand_new_key"));
        Some(pointer)
    }),
    ("default access", |places| {
        let kinds = kinds(places);
        let kind = places.one(&kinds)?;
        places.map("/auth")?.insert("default".into(), json!(kind));
        Some(kind)
    }),
    ("status without credentials", |places| {
        places
            .map("/auth")?
            .insert("missing".into(), json!({ "status": 418 }));
        Some("418".to_owned())
    }),
    ("scheme removed", |places| {
        let all = places.entries("/auth/schemes");
        let pointer = places.one(&all)?;
        let name = super::types::last(&pointer);
        places.map("/auth/schemes")?.remove(&name);
        Some(name)
    }),
];

/// The map of the kinds of a scheme's keys.
fn kinds_of_scheme(places: &mut Places<'_>) -> Option<String> {
    let schemes = places.entries("/auth/schemes").into_iter();
    let mut with_kinds = schemes.map(|pointer| pointer + "/kinds");
    with_kinds.find(|pointer| places.document.pointer(pointer).is_some())
}

fn kinds(places: &mut Places<'_>) -> Vec<String> {
    let pointer = kinds_of_scheme(places).unwrap_or_default();
    let map = places.document.pointer(&pointer).and_then(Value::as_object);
    let keys = map.into_iter().flat_map(|map| map.keys());
    keys.cloned().collect()
}
