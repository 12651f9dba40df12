//! Changes of operations and webhooks.

use serde_json::{Value, json};

use super::Change;
use super::places::{Places, toggled};
use super::types::{
    added, constrained, defaulted, last, nullable, optional, removed, renamed, retyped,
};

pub(super) const KINDS: &[(&str, Change)] = &[
    ("operation added", |places| {
        let auth = places.value("/auth").is_some();
        let mut operation = json!({ "route": "GET /brand-new/thing", "returns": "string" });
        if auth {
            operation["auth"] = json!("none");
        }
        let operations = places.map("/operations")?;
        operations.insert("get_brand_new".into(), operation);
        Some("get_brand_new".to_owned())
    }),
    ("operation removed", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let section = &pointer[..pointer.rfind('/')?];
        places.map(section)?.remove(&last(&pointer));
        Some(pointer)
    }),
    ("operation renamed", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let section = pointer[..pointer.rfind('/')?].to_owned();
        places.rename(&section, &last(&pointer), "brand_new_name")?;
        Some(pointer)
    }),
    ("route", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        let route = places.value(&format!("{pointer}/route"))?;
        let text = route.as_str()?.replacen(" /", " /elsewhere/", 1);
        *route = json!(text);
        Some(pointer)
    }),
    ("method", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        let method = places.one(&["PUT", "POST", "PATCH"])?;
        let route = places.value(&format!("{pointer}/route"))?;
        let (_, path) = route.as_str()?.split_once(' ')?;
        *route = json!(format!("{method} {path}"));
        Some(format!("{pointer}: {method}"))
    }),
    ("group", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        places.toggle(&pointer, "group", json!("brand_new_group"))
    }),
    ("parameter added, required", |places| {
        let maps = parameters(places, "query");
        added(places, &maps, "")
    }),
    ("parameter added, optional", |places| {
        let maps = parameters(places, "query");
        added(places, &maps, "?")
    }),
    ("header parameter added", |places| {
        let maps = parameters(places, "headers");
        let map = places.one(&maps)?;
        let mark = places.one(&["", "?"])?;
        let map_value = places.map(&map)?;
        map_value.insert(format!("X-Brand-New{mark}"), json!("string"));
        Some(format!("{map}{mark}"))
    }),
    ("parameter removed", |places| {
        let maps = places.parameter_maps();
        removed(places, &maps)
    }),
    ("parameter renamed", |places| {
        let maps = places.parameter_maps();
        renamed(places, &maps)
    }),
    ("parameter optional or required", |places| {
        let maps = places.parameter_maps();
        optional(places, &maps)
    }),
    ("parameter nullable or not", |places| {
        let maps = places.parameter_maps();
        nullable(places, &maps)
    }),
    ("type of a parameter", |places| {
        let maps = places.parameter_maps();
        retyped(places, &maps)
    }),
    ("default of a parameter", |places| {
        let maps = places.parameter_maps();
        defaulted(places, &maps)
    }),
    ("constraint of a parameter", |places| {
        let maps = places.parameter_maps();
        constrained(places, &maps)
    }),
    ("type of a path parameter", |places| {
        let maps = parameters(places, "path");
        retyped(places, &maps)
    }),
    ("path parameter added", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        let route = places.value(&format!("{pointer}/route"))?;
        let text = format!("{}/{{brand_new}}", route.as_str()?);
        *route = json!(text);
        let operation = places.map(&pointer)?;
        let path = operation.entry("path").or_insert_with(|| json!({}));
        path.as_object_mut()?
            .insert("brand_new".into(), json!("string"));
        Some(pointer)
    }),
    ("body optional or required", |places| {
        let pointer = with_body(places)?;
        let operation = places.map(&pointer)?;
        let key = if operation.contains_key("body") {
            "body"
        } else {
            "body?"
        };
        places.rename(&pointer, key, &toggled(key))?;
        Some(pointer)
    }),
    ("body removed", |places| {
        let pointer = with_body(places)?;
        let operation = places.map(&pointer)?;
        operation.remove("body");
        operation.remove("body?");
        Some(pointer)
    }),
    ("body added", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let (ty, key) = (places.any_type(), places.one(&["body", "body?"])?);
        let operation = places.map(&pointer)?;
        if operation.contains_key("body") || operation.contains_key("body?") {
            return None;
        }
        operation.insert(key.into(), json!(ty));
        Some(pointer)
    }),
    ("type of a body", |places| {
        let pointer = with_body(places)?;
        let ty = content(places);
        let operation = places.map(&pointer)?;
        let key = if operation.contains_key("body") {
            "body"
        } else {
            "body?"
        };
        operation.insert(key.into(), json!(ty));
        Some(format!("{pointer}: {ty}"))
    }),
    ("further content of a body", |places| {
        let pointer = with_body(places)?;
        let key = match places.map(&pointer)?.contains_key("body") {
            true => "body",
            false => "body?",
        };
        let body = places.value(&format!("{pointer}/{key}"))?;
        let old = match body.take() {
            Value::String(ty) => json!({ "type": ty }),
            other => other,
        };
        *body = json!({ "contents": { "first": old, "plain": "text" } });
        Some(pointer)
    }),
    ("media type of a body", |places| {
        let pointer = with_body(places)?;
        let key = match places.map(&pointer)?.contains_key("body") {
            true => "body",
            false => "body?",
        };
        let long = places.long(&pointer, key)?;
        if long.remove("media").is_none() {
            long.insert("media".into(), json!("application/vnd.brand-new+json"));
        }
        Some(pointer)
    }),
    ("envelope of a body", |places| {
        let pointer = with_body(places)?;
        let key = match places.map(&pointer)?.contains_key("body") {
            true => "body",
            false => "body?",
        };
        let long = places.long(&pointer, key)?;
        if long.remove("envelope").is_none() {
            long.insert("envelope".into(), json!("brand_new"));
        }
        Some(pointer)
    }),
    ("type of a response", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let ty = content(places);
        let operation = places.map(&pointer)?;
        if operation.contains_key("responses") {
            return None;
        }
        operation.remove("order");
        operation.insert("returns".into(), json!(ty));
        Some(format!("{pointer}: {ty}"))
    }),
    ("envelope of a response", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let long = places.long(&pointer, "returns")?;
        if long.remove("envelope").is_none() {
            long.insert("envelope".into(), json!("brand_new"));
        }
        Some(pointer)
    }),
    ("response added", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let ty = places.one(&["none", "string", "text"])?;
        let operation = places.map(&pointer)?;
        if let Some(returns) = operation.remove("returns") {
            operation.insert("responses".into(), json!({ "200": returns }));
        }
        let responses = operation.get_mut("responses")?.as_object_mut()?;
        responses.insert("203".into(), json!(ty));
        Some(format!("{pointer}: {ty}"))
    }),
    ("response removed", |places| {
        let maps: Vec<String> = places
            .operations()
            .into_iter()
            .map(|of| of + "/responses")
            .collect();
        removed(places, &maps)
    }),
    ("status of a response", |places| {
        let maps: Vec<String> = places
            .operations()
            .into_iter()
            .map(|of| of + "/responses")
            .collect();
        let members = places.members(&maps);
        let (map, key) = places.one(&members)?;
        places.rename(&map, &key, "208")?;
        Some(format!("{map}/{key}"))
    }),
    ("response header added", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let mark = places.one(&["", "?"])?;
        let long = places.long(&pointer, "returns")?;
        let headers = long.entry("headers").or_insert_with(|| json!({}));
        headers
            .as_object_mut()?
            .insert(format!("X-Brand-New{mark}"), json!("string"));
        Some(format!("{pointer}{mark}"))
    }),
    ("response header removed", |places| {
        let maps = places.header_maps();
        removed(places, &maps)
    }),
    ("response header optional or required", |places| {
        let maps = places.header_maps();
        optional(places, &maps)
    }),
    ("type of a response header", |places| {
        let maps = places.header_maps();
        retyped(places, &maps)
    }),
    ("conditional", |places| {
        let all = places.entries("/operations");
        let pointer = places.one(&all)?;
        let value = places.one(&[json!("etag"), json!("last_modified")])?;
        places.toggle(&pointer, "conditional", value)
    }),
    ("idempotency key", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        let key = places.one(&["idempotency", "idempotency?"])?;
        let operation = places.map(&pointer)?;
        let had =
            operation.remove("idempotency").is_some() | operation.remove("idempotency?").is_some();
        if !had {
            operation.insert(key.into(), json!("Idempotency-Key"));
        }
        Some(pointer)
    }),
    ("deprecation of an operation", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        places.toggle(&pointer, "deprecated", json!(true))
    }),
    ("shared part used or not", |places| {
        let all = places.operations();
        let pointer = places.one(&all)?;
        places.map(&pointer)?.remove("uses")?;
        Some(pointer)
    }),
    ("signature of a webhook", |places| {
        let all = places.entries("/webhooks");
        let pointer = places.one(&all)?;
        places.toggle(&pointer, "signature", json!("Brand-New-Signature"))
    }),
    ("pager", |places| {
        let all = places.entries("/pagers");
        let pointer = places.one(&all)?;
        let key = places.one(&["total", "has_more", "limit"])?;
        match key {
            "limit" => places.map(&pointer)?.remove("limit").map(drop)?,
            key => drop(places.toggle(&pointer, key, json!("brand_new_field"))?),
        }
        Some(format!("{pointer}/{key}"))
    }),
];

fn parameters(places: &Places<'_>, place: &str) -> Vec<String> {
    let all = places.operations().into_iter();
    let maps = all.map(|owner| format!("{owner}/{place}"));
    maps.filter(|pointer| places.document.pointer(pointer).is_some())
        .collect()
}

fn with_body(places: &mut Places<'_>) -> Option<String> {
    let mut all = places.operations();
    all.retain(|pointer| {
        let operation = places.document.pointer(pointer);
        operation.is_some_and(|of| of.get("body").is_some() || of.get("body?").is_some())
    });
    places.one(&all)
}

/// What a body or a response can be.
fn content(places: &mut Places<'_>) -> String {
    let named: Vec<String> = places.types_with("fields");
    let named = places.one(&named);
    let named = named
        .as_deref()
        .and_then(|name| name.strip_prefix("/types/"));
    let named = named.map(str::to_owned);
    match (places.rng.u8(..6), named) {
        (0, _) => "text".to_owned(),
        (1, _) => "binary".to_owned(),
        (2 | 3, Some(name)) => name,
        _ => places.any_type(),
    }
}
