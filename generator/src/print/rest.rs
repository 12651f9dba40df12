//! The sections `api`, `rust`, `lint`, `auth`, `pagers`, `error_body` and `errors`.

use super::Comments;
use super::layout::{Map, Value, prose, text, texts, word};
use super::operations::access;
use super::parts::{fields, notes, optional, ty, value};
use crate::api::{Level, Lint};
use crate::document::{
    ApiSection, AuthResponseEntry, AuthSection, ErrorBodySection, ErrorContentEntry,
    ErrorContentEntryKind, ErrorEntry, ErrorKey, FlowEntry, NextEntry, NotedName, PageFieldEntry,
    PageParameterEntry, PagerEntry, RoleEntry, RustSection, SchemeEntry, SchemeEntryKind,
    ServerEntry, ValueEntry, VariableEntry,
};

pub(super) fn api(of: &ApiSection) -> Map {
    let ApiSection {
        name,
        is_named: _,
        title,
        version,
        base_path,
        request_id,
        lenient,
        servers,
        uses,
        notes: of_notes,
    } = of;
    let mut map = Map::new();
    map.add("name", text(&name.value));
    map.add("title", text(title));
    map.add("version", text(version));
    map.maybe(
        "base_path",
        base_path.as_ref().map(|path| text(&path.value)),
    );
    map.maybe(
        "request_id",
        request_id.as_ref().map(|name| text(&name.value)),
    );
    if *lenient {
        map.add("lenient", word("true"));
    }
    let mut all = Map::new();
    for of in servers {
        all.add(&of.name.value, server(of));
    }
    map.section("servers", all);
    if !uses.is_empty() {
        map.add("uses", texts(uses));
    }
    notes(&mut map, of_notes);
    map
}

fn server(of: &ServerEntry) -> Value {
    let ServerEntry {
        name: _,
        url,
        variables,
        notes: of_notes,
    } = of;
    let mut map = Map::new();
    map.add("url", text(&url.value));
    let mut all = Map::new();
    for VariableEntry {
        name,
        default,
        values,
        notes: of,
    } in variables
    {
        let mut own = Map::new();
        if let Some(default) = default {
            own.add("default", text(&default.value));
        }
        if !values.is_empty() {
            own.add("enum", texts(values));
        }
        notes(&mut own, of);
        all.add(&name.value, Value::Map(own));
    }
    map.section("variables", all);
    notes(&mut map, of_notes);
    match map.into_only("url") {
        Ok(url) => url,
        Err(map) => Value::Map(map),
    }
}

pub(super) fn rust(of: &RustSection) -> Map {
    let RustSection {
        crate_name,
        runtime,
    } = of;
    let mut map = Map::new();
    map.maybe("crate", crate_name.as_ref().map(|name| text(&name.value)));
    map.maybe("runtime", runtime.as_ref().map(|path| text(&path.value)));
    map
}

pub(super) fn lint(levels: &[(Lint, Level)]) -> Map {
    let mut map = Map::new();
    for (lint, level) in levels {
        map.add(lint.name(), word(level.name()));
    }
    map
}

pub(super) fn auth(of: &AuthSection, comments: &Comments) -> Map {
    let AuthSection {
        span: _,
        default,
        missing,
        unknown,
        refused,
        schemes,
        notes: of_notes,
    } = of;
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
    for of in schemes {
        all.add(&of.name.value, Value::Map(scheme(of)));
        all.comment(comments.at(of.name.span));
    }
    map.add("schemes", Value::Map(all));
    notes(&mut map, of_notes);
    map
}

fn scheme(of: &SchemeEntry) -> Map {
    let SchemeEntry {
        name: _,
        kind,
        kinds,
        scopes,
        notes: of_notes,
    } = of;
    let mut map = Map::new();
    match kind {
        SchemeEntryKind::Bearer => {
            map.add("scheme", word("bearer"));
        }
        SchemeEntryKind::Basic => {
            map.add("scheme", word("basic"));
        }
        SchemeEntryKind::ApiKey {
            place,
            name,
            prefix,
        } => {
            map.add("scheme", word("api_key"));
            map.add(place.name(), text(&name.value));
            map.maybe("prefix", prefix.as_ref().map(|prefix| text(&prefix.value)));
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
            map.add("flows", Value::Map(all));
        }
        SchemeEntryKind::OpenId { discovery } => {
            map.add("scheme", word("openid"));
            map.add("discovery", text(&discovery.value));
        }
        SchemeEntryKind::Custom => {
            map.add("scheme", word("custom"));
        }
        SchemeEntryKind::All(names) => {
            map.add("all", texts(&names.value));
        }
    }
    map.section("kinds", noted(kinds));
    map.section("scopes", noted(scopes));
    notes(&mut map, of_notes);
    map
}

/// Names, each with a description or nothing.
fn noted(all: &[NotedName]) -> Map {
    let mut map = Map::new();
    for NotedName { name, notes: of } in all {
        let mut own = Map::new();
        notes(&mut own, of);
        let value = match (own.is_empty(), own.into_only("doc")) {
            (true, _) => Value::Scalar(String::new()),
            (false, Ok(doc)) => doc,
            (false, Err(own)) => Value::Map(own),
        };
        map.add(&name.value, value);
    }
    map
}

pub(super) fn pagers(all: &[PagerEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    for of in all {
        section.add(&of.name.value, Value::Map(pager(of)));
        section.comment(comments.at(of.name.span));
    }
    section
}

fn pager(of: &PagerEntry) -> Map {
    let PagerEntry {
        name: _,
        positions,
        limit,
        items,
        next,
        total,
        pages,
        more,
        fields: of_fields,
        notes: of_notes,
    } = of;
    let mut map = Map::new();
    notes(&mut map, of_notes);
    for position in positions {
        map.add(
            position.kind.value.key(),
            page_parameter(&position.parameter),
        );
    }
    map.maybe("limit", limit.as_ref().map(page_parameter));
    map.maybe("items", items.as_ref().map(|name| text(&name.value)));
    if let Some(next) = next {
        add_next(&mut map, next);
    }
    for (key, field) in [("total", total), ("pages", pages), ("more", more)] {
        if let Some(PageFieldEntry {
            name,
            optional: is_optional,
        }) = field
        {
            map.add(&optional(key, *is_optional), text(&name.value));
        }
    }
    map.section("fields", fields(of_fields));
    map
}

fn add_next(map: &mut Map, next: &NextEntry) {
    let (key, name, is_optional) = match next {
        NextEntry::Field(PageFieldEntry {
            name,
            optional: is_optional,
        }) => {
            map.add(&optional("next", *is_optional), text(&name.value));
            return;
        }
        NextEntry::Url(PageFieldEntry {
            name,
            optional: is_optional,
        }) => ("url", name, *is_optional),
        NextEntry::Item(name) => ("item", name, false),
        NextEntry::Header(name) => ("header", name, false),
        NextEntry::Link(name) => ("link", name, false),
    };
    let mut own = Map::new();
    own.add(key, text(&name.value));
    map.add(&optional("next", is_optional), Value::Map(own));
}

fn page_parameter(of: &PageParameterEntry) -> Value {
    let PageParameterEntry {
        parameter,
        in_body,
        ty: of_type,
        default,
        min,
        max,
        notes: of_notes,
    } = of;
    let mut map = Map::new();
    let key = if *in_body { "field" } else { "parameter" };
    map.add(key, text(&parameter.value));
    map.maybe("type", of_type.as_ref().map(ty));
    for (key, number) in [("default", default), ("min", min), ("max", max)] {
        map.maybe(key, number.as_ref().map(|number| word(number.value)));
    }
    notes(&mut map, of_notes);
    Value::Map(map)
}

pub(super) fn error_body(of: &ErrorBodySection) -> Value {
    let ErrorBodySection {
        is_problem,
        envelope,
        media,
        status,
        code,
        message,
        parameter,
        metadata,
        fields: of_fields,
        values: of_values,
        notes: of_notes,
    } = of;
    if *is_problem {
        return word("problem");
    }
    let mut map = Map::new();
    let plain = [
        ("envelope", envelope),
        ("media", media),
        ("status", status),
        ("message", message),
    ];
    for (key, name) in plain {
        map.maybe(key, name.as_ref().map(|name| text(&name.value)));
    }
    let roles = [
        ("code", code),
        ("parameter", parameter),
        ("metadata", metadata),
    ];
    for (key, role) in roles {
        if let Some(RoleEntry {
            name,
            optional: is_optional,
        }) = role
        {
            map.add(&optional(key, *is_optional), text(&name.value));
        }
    }
    map.section("fields", fields(of_fields));
    map.section("values", values(of_values));
    notes(&mut map, of_notes);
    Value::Map(map)
}

fn values(all: &[ValueEntry]) -> Map {
    let mut map = Map::new();
    for (name, node) in all {
        map.add(&name.value, value(node));
    }
    map
}

pub(super) fn errors(all: &[ErrorEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    for of in all {
        section.add(&of.key.value.to_string(), Value::Map(error(of)));
        section.comment(comments.at(of.name.span));
    }
    section
}

fn error(of: &ErrorEntry) -> Map {
    let ErrorEntry {
        key,
        status,
        name,
        message,
        body,
        code,
        values: of_values,
        fields: of_fields,
        when,
        retry,
        implied,
        headers,
        notes: of_notes,
    } = of;
    let mut map = Map::new();
    match &key.value {
        ErrorKey::Status(_) => map.add("name", text(&name.value)),
        ErrorKey::Name(_) => map.add("status", word(status.value)),
    };
    map.maybe("code", code.as_ref().map(|code| text(&code.value)));
    map.maybe(
        "message",
        message.as_ref().map(|message| prose(&message.value)),
    );
    map.maybe("body", body.as_ref().map(error_content));
    map.maybe("when", when.as_deref().map(prose));
    map.section("values", values(of_values));
    map.section("fields", fields(of_fields));
    for (key, holds) in [("retry", *retry), ("implied", *implied)] {
        map.maybe(key, holds.then(|| word("true")));
    }
    map.section("headers", fields(headers));
    notes(&mut map, of_notes);
    map
}

fn error_content(of: &ErrorContentEntry) -> Value {
    let ErrorContentEntry {
        kind,
        span: _,
        envelope,
        media,
    } = of;
    let mut map = Map::new();
    map.add(
        "type",
        match kind {
            ErrorContentEntryKind::None => word("none"),
            ErrorContentEntryKind::Text => word("text"),
            ErrorContentEntryKind::Binary => word("binary"),
            ErrorContentEntryKind::Json(of) => ty(of),
        },
    );
    map.maybe("envelope", envelope.as_ref().map(|name| text(&name.value)));
    map.maybe("media", media.as_ref().map(|media| text(&media.value)));
    match map.into_only("type") {
        Ok(ty) => ty,
        Err(map) => Value::Map(map),
    }
}
