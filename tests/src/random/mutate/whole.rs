//! Changes of the API as a whole, and of its crate.

use serde_json::json;

use super::Change;
use super::types::last;

pub(super) const KINDS: &[(&str, Change)] = &[
    ("name of the API", |places| {
        places
            .map("/api")?
            .insert("name".into(), json!("BrandNewApi"));
        Some("BrandNewApi".to_owned())
    }),
    ("name of the crate", |places| {
        places
            .map("/rust")?
            .insert("crate".into(), json!("brand-new-api"));
        Some("brand-new-api".to_owned())
    }),
    ("version of the API", |places| {
        places
            .map("/api")?
            .insert("version".into(), json!("77.0.0"));
        Some("77.0.0".to_owned())
    }),
    ("base path", |places| {
        places.toggle("/api", "base_path", json!("/brand-new"))
    }),
    ("whether readers are lenient", |places| {
        places.toggle("/api", "lenient", json!(true))
    }),
    ("derives", |places| {
        let name = places.one(&["Eq", "Hash", "Ord", "PartialOrd"])?;
        let rust = places.map("/rust")?;
        let derives = rust.entry("derives").or_insert_with(|| json!({}));
        let derives = derives.as_object_mut()?;
        if derives.remove(name).is_none() {
            derives.insert(name.to_owned(), json!("all"));
        }
        Some(name.to_owned())
    }),
    ("types of other crates", |places| {
        let (scalar, ty) = places.one(&[
            ("timestamp", "chrono::DateTime"),
            ("timestamp", "jiff::Timestamp"),
            ("date", "time::Date"),
            ("uri", "url::Url"),
        ])?;
        let rust = places.map("/rust")?;
        let scalars = rust.entry("scalars").or_insert_with(|| json!({}));
        let scalars = scalars.as_object_mut()?;
        if scalars.remove(scalar).is_none() {
            scalars.insert(scalar.to_owned(), json!(ty));
        }
        Some(format!("{scalar}: {ty}"))
    }),
    ("server added", |places| {
        let server = json!({ "url": "https://brand-new.example.com" });
        let api = places.map("/api")?;
        let servers = api.entry("servers").or_insert_with(|| json!({}));
        servers.as_object_mut()?.insert("brand_new".into(), server);
        Some("brand_new".to_owned())
    }),
    ("server removed", |places| {
        let all = places.entries("/api/servers");
        let pointer = places.one(&all)?;
        let name = last(&pointer);
        places.map("/api/servers")?.remove(&name);
        Some(name)
    }),
    ("header of request identifiers", |places| {
        places.toggle("/api", "request_id", json!("X-Brand-New-Id"))
    }),
];
