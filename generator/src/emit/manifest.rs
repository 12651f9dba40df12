//! The files other than code: the manifest, the README and the formatter's settings.

use askama::Template;
use std::collections::BTreeSet;

use super::docs::{self, one_line};
use super::file::Context;
use super::operations;
use super::work::Work;
use crate::api::{Api, Operation, Rules, Scalar, Type, TypeKind, TypeRef};
use crate::render::MARK;

#[derive(Template)]
#[template(path = "Cargo.toml.txt", escape = "none")]
struct Manifest<'a> {
    mark: &'a str,
    name: String,
    description: String,
    version: String,
    runtime: String,
}

#[derive(Template)]
#[template(path = "README.md.txt", escape = "none")]
struct Readme<'a> {
    mark: &'a str,
    title: String,
    version: String,
    package: &'a str,
    module: String,
    handler_trait: &'a str,
    operations: Vec<OperationRow>,
    has_auth: bool,
}

struct OperationRow {
    name: String,
    route: String,
    summary: String,
}

/// Generates the manifest, the README and the formatter's settings.
pub(super) fn emit<'a>(context: Context<'a>, work: &mut Work<'a>) {
    work.file("Cargo.toml", move || text(&manifest(context)));
    work.file("README.md", move || text(&readme(context)));
    work.file("rustfmt.toml", || {
        format!("# {MARK}\ndisable_all_formatting = true\n")
    });
}

fn manifest(context: Context<'_>) -> Manifest<'_> {
    let api = context.api;
    Manifest {
        mark: MARK,
        name: toml(&api.package.name),
        description: toml(format!(
            "{}: types, client and server",
            one_line(&api.title)
        )),
        version: toml(package_version(&api.version)),
        runtime: runtime(api),
    }
}

fn readme(context: Context<'_>) -> Readme<'_> {
    let api = context.api;
    let row = |operation: &Operation| OperationRow {
        name: operation.name.clone(),
        route: operations::route(context, operation),
        summary: summary(operation.notes.doc.as_deref().unwrap_or_default()),
    };
    Readme {
        mark: MARK,
        title: docs::markdown(&one_line(&api.title)).join(" "),
        version: docs::markdown(&one_line(&api.version)).join(" "),
        package: &api.package.name,
        module: api.package.name.replace('-', "_"),
        handler_trait: &context.names.handler_trait,
        operations: api.operations.iter().map(row).collect(),
        has_auth: api.auth.is_some(),
    }
}

/// The text of a template. Rendering fails only if writing or a called function fails; neither can
/// happen here.
pub(super) fn text(template: &impl Template) -> String {
    let mut text = template.render().unwrap_or_default();
    // The engine drops the last line break.
    text.push('\n');
    text
}

/// The runtime, with the features that the API's types need.
fn runtime(api: &Api) -> String {
    let features: Vec<String> = features(api).into_iter().map(toml).collect();
    let features = format!(
        "default-features = false, features = [{}]",
        features.join(", ")
    );
    match &api.package.runtime_path {
        Some(path) => format!("{{ path = {}, {features} }}", toml(&path.value)),
        None => format!(
            "{{ version = {}, {features} }}",
            toml(env!("CARGO_PKG_VERSION"))
        ),
    }
}

pub(super) fn features(api: &Api) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let mut rules: Vec<&Rules> = Vec::new();
    let mut scalars: Vec<Scalar> = Vec::new();
    for definition in &api.types {
        match &definition.kind {
            TypeKind::Object(object) => {
                rules.extend(object.fields.iter().map(|field| &field.rules));
                let types = object
                    .fields
                    .iter()
                    .map(|field| &field.ty)
                    .chain(&object.others);
                scalars.extend(types.filter_map(scalar));
            }
            TypeKind::Newtype(newtype) => {
                rules.push(&newtype.rules);
                scalars.push(newtype.scalar);
            }
            TypeKind::Enum(_) => {}
        }
    }
    let in_errors = api.errors.iter().flat_map(|error| &error.headers);
    for parameter in api
        .operations
        .iter()
        .flat_map(|operation| &operation.parameters)
        .chain(in_errors)
    {
        rules.push(&parameter.rules);
        scalars.extend(scalar(&parameter.ty));
    }
    let in_bodies = api
        .operations
        .iter()
        .filter_map(|operation| operation.body.as_ref())
        .map(|body| &body.ty);
    scalars.extend(in_bodies.filter_map(scalar));
    for operation in &api.operations {
        if let crate::api::SuccessContent::Value { ty, .. } = &operation.success().content {
            scalars.extend(scalar(ty));
        }
    }
    found.extend(
        rules
            .iter()
            .filter(|rules| rules.pattern.is_some())
            .map(|_| "pattern"),
    );
    found.extend(scalars.into_iter().filter_map(|scalar| match scalar {
        Scalar::Timestamp | Scalar::Date => Some("time"),
        Scalar::Uuid => Some("uuid"),
        Scalar::Bytes => Some("base64"),
        Scalar::String
        | Scalar::Integer
        | Scalar::Number
        | Scalar::Boolean
        | Scalar::Decimal
        | Scalar::Json => None,
    }));
    found
}

/// The scalar at the bottom of a type, through lists and maps.
fn scalar(ty: &TypeRef) -> Option<Scalar> {
    match &ty.ty {
        Type::Scalar(scalar) => Some(*scalar),
        Type::Named(_) => None,
        Type::List(inner) | Type::Map(inner) => scalar(inner),
    }
}

/// The version of the crate. The version of an API is free text; that of a crate is not.
fn package_version(version: &str) -> String {
    let mut parts = version.split('.');
    let numbers = [parts.next(), parts.next(), parts.next()];
    let is_number = |part: &str| {
        part.parse::<u32>()
            .is_ok_and(|number| number.to_string() == part)
    };
    match (numbers.into_iter().flatten().all(is_number), parts.next()) {
        (true, None) => {
            let numbers = numbers.map(|part| part.unwrap_or("0"));
            numbers.join(".")
        }
        _ => "0.0.0".to_owned(),
    }
}

/// A basic string in TOML.
fn toml(text: impl AsRef<str>) -> String {
    let mut out = String::from("\"");
    for c in text.as_ref().chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The first sentence of a description, for a table cell.
fn summary(doc: &str) -> String {
    docs::markdown(&docs::first_sentence(doc))
        .join(" ")
        .replace('|', "\\|")
}
