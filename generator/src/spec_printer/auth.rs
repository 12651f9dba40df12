//! The section `auth`.

use super::Comments;
use super::layout::{Map, Value, prose, text, texts, word};
use super::operations::access;
use super::parts::notes;
use crate::document::{
    AuthResponseEntry, AuthSection, FlowEntry, NotedName, SchemeEntry, SchemeEntryKind,
};

pub(super) fn auth(section: &AuthSection, comments: &Comments) -> Map {
    let AuthSection {
        span: _,
        default,
        missing,
        unknown,
        refused,
        schemes,
        notes: of_notes,
    } = section;
    let mut map = Map::new();
    map.maybe("default", default.as_ref().map(access));
    let responses = [
        ("missing", missing),
        ("unknown", unknown),
        ("refused", refused),
    ];
    for (key, response) in responses {
        if let Some(AuthResponseEntry {
            status,
            message,
            assumed,
        }) = response
        {
            let mut own = Map::new();
            own.add("status", word(status.value));
            own.maybe("message", message.as_deref().map(text));
            own.maybe("assumed", assumed.as_deref().map(prose));
            map.add(key, Value::Map(own));
        }
    }
    let mut all = Map::new();
    for entry in schemes {
        all.add(&entry.name.value, Value::Map(scheme(entry)))
            .comment(comments.at(entry.name.span));
    }
    map.add("schemes", Value::Map(all));
    notes(&mut map, of_notes);
    map
}

fn scheme(scheme_entry: &SchemeEntry) -> Map {
    let SchemeEntry {
        name: _,
        kind,
        kinds,
        scopes,
        notes: of_notes,
    } = scheme_entry;
    let mut map = Map::new();
    match kind {
        SchemeEntryKind::Bearer => map.add("scheme", word("bearer")),
        SchemeEntryKind::Basic => map.add("scheme", word("basic")),
        SchemeEntryKind::ApiKey {
            place,
            name,
            prefix,
        } => {
            map.add("scheme", word("api_key"));
            map.add(place.name(), text(&name.value));
            map.text("prefix", prefix)
        }
        SchemeEntryKind::OAuth2(flows) => {
            map.add("scheme", word("oauth2"));
            let mut all = Map::new();
            for FlowEntry { kind, endpoints } in flows {
                let mut own = Map::new();
                for (endpoint, url) in endpoints {
                    own.add(endpoint.name(), text(&url.value));
                }
                all.add(kind.name(), Value::Map(own));
            }
            map.add("flows", Value::Map(all))
        }
        SchemeEntryKind::OpenId { discovery } => {
            map.add("scheme", word("openid"));
            map.add("discovery", text(&discovery.value))
        }
        SchemeEntryKind::Custom => map.add("scheme", word("custom")),
        SchemeEntryKind::All(names) => map.add("all", texts(&names.value)),
    };
    map.section("kinds", noted(kinds));
    map.section("scopes", noted(scopes));
    notes(&mut map, of_notes);
    map
}

/// Names, each with a description or nothing.
fn noted(all: &[NotedName]) -> Map {
    let all = all.iter().map(
        |NotedName {
             name,
             notes: name_notes,
         }| {
            let mut map = Map::new();
            notes(&mut map, name_notes);
            let value = match map.is_empty() {
                true => map.or_nothing(),
                false => map.or_only("doc"),
            };
            (name, value)
        },
    );
    all.collect()
}
