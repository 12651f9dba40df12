//! The sections `api`, `rust` and `lint`.

use super::layout::{Map, Value, text, texts, word};
use super::parts::notes;
use crate::api::{Contact, Info, Level, License, Lint};
use crate::document::{ApiSection, DependencyEntry, RustSection, ServerEntry, VariableEntry};

pub(super) fn api(section: &ApiSection) -> Map {
    let ApiSection {
        name,
        is_named: _,
        title,
        version,
        info,
        base_path,
        request_id,
        lenient,
        servers,
        uses,
        notes: of_notes,
    } = section;
    let mut map = Map::new();
    map.add("name", text(&name.value));
    map.add("title", text(title));
    map.add("version", text(&version.value));
    map.text("base_path", base_path);
    map.text("request_id", request_id);
    map.flag("lenient", *lenient);
    add_info(&mut map, info);
    let servers = servers.iter().map(|entry| (&entry.name, server(entry)));
    map.section("servers", servers.collect());
    map.texts("uses", uses);
    notes(&mut map, of_notes);
    map
}

fn add_info(map: &mut Map, info: &Info) {
    let Info {
        terms,
        contact,
        license,
    } = info;
    let plain = |value: &Option<String>| value.as_deref().map(text);
    map.maybe("terms", plain(terms));
    if let Some(Contact { name, url, email }) = contact {
        let mut inner = Map::new();
        inner.maybe("name", plain(name));
        inner.maybe("url", plain(url));
        inner.maybe("email", plain(email));
        map.section("contact", inner);
    }
    match license {
        Some(License { name, spdx, url: _ }) if spdx.as_ref() == Some(name) => {
            map.add("license", text(name));
        }
        Some(License { name, spdx, url }) => {
            let mut inner = Map::new();
            inner.add("name", text(name));
            inner.maybe("spdx", plain(spdx));
            inner.maybe("url", plain(url));
            map.section("license", inner);
        }
        None => {}
    }
}

fn server(server_entry: &ServerEntry) -> Value {
    let ServerEntry {
        name: _,
        url,
        variables,
        notes: of_notes,
    } = server_entry;
    let mut map = Map::new();
    map.add("url", text(&url.value));
    let variables = variables.iter().map(|entry| (&entry.name, variable(entry)));
    map.section("variables", variables.collect());
    notes(&mut map, of_notes);
    map.or_only("url")
}

fn variable(variable_entry: &VariableEntry) -> Value {
    let VariableEntry {
        name: _,
        default,
        values,
        notes: of_notes,
    } = variable_entry;
    let mut map = Map::new();
    map.text("default", default).texts("enum", values);
    notes(&mut map, of_notes);
    Value::Map(map)
}

pub(super) fn rust(section: &RustSection) -> Map {
    let RustSection {
        crate_name,
        version,
        runtime,
        derives,
        conversions,
        scalars,
        dependencies,
    } = section;
    let mut map = Map::new();
    map.text("crate", crate_name);
    map.text("version", version);
    map.text("runtime", runtime);
    let derives = derives.iter().map(|entry| {
        let types = match &entry.types {
            Some(types) => texts(types),
            None => word("all"),
        };
        (&entry.path, types)
    });
    map.section("derives", derives.collect());
    let names = conversions.iter().map(|kind| word(kind.value.name()));
    let names: Vec<Value> = names.collect();
    map.maybe(
        "conversions",
        (!names.is_empty()).then_some(Value::List(names)),
    );
    let mut types = Map::new();
    for ty in scalars {
        types.add(ty.value.scalar().name(), word(ty.value.path()));
    }
    map.maybe("scalars", (!types.is_empty()).then_some(Value::Map(types)));
    let dependencies = dependencies
        .iter()
        .map(|entry| (&entry.name, dependency(entry)));
    map.section("dependencies", dependencies.collect());
    map
}

fn dependency(entry: &DependencyEntry) -> Value {
    let DependencyEntry {
        name: _,
        version,
        path,
        features,
        default_features,
    } = entry;
    let mut map = Map::new();
    map.text("version", version).text("path", path);
    map.texts("features", features);
    map.maybe("default_features", default_features.map(word));
    map.or_only("version")
}

pub(super) fn lint(levels: &[(Lint, Level)]) -> Map {
    let mut map = Map::new();
    for (lint, level) in levels {
        map.add(lint.name(), word(level.name()));
    }
    map
}
