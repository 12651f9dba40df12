//! The manifest.

use askama::Template;

use super::markdown::one_line;
use super::{runtime, template};
use crate::api::Runtime;
use crate::rust::Crate;
use crate::rust_printer::MARK;

#[derive(Template)]
#[template(path = "Cargo.toml.txt", escape = "none")]
struct Manifest<'a> {
    mark: &'a str,
    name: String,
    description: String,
    version: String,
    /// The SPDX expression of the API's license.
    license: Option<String>,
    /// The features of the groups, which consist of letters, digits and dashes.
    groups: Vec<&'a str>,
    /// The dependency on the runtime.
    dependency: String,
}

/// Generates the manifest.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let title = one_line(&plan.api.title);
    template::text(&Manifest {
        mark: MARK,
        name: toml(plan.package.name),
        description: toml(format!("{title}: types, client and server")),
        version: toml(&plan.package.version),
        license: plan
            .api
            .info
            .license
            .as_ref()
            .and_then(|license| license.spdx.as_ref())
            .map(toml),
        groups: plan.group_features().collect(),
        dependency: dependency(plan),
    })
}

/// The runtime, with the features that the API's types need.
fn dependency(plan: &Crate<'_>) -> String {
    let features = plan.package.features.iter();
    let features: Vec<String> = features.map(toml).collect();
    let features = format!(
        "default-features = false, features = [{}]",
        features.join(", ")
    );
    match &plan.api.package.runtime {
        Runtime::Embedded => format!("{{ path = {}, {features} }}", toml(runtime::FOLDER)),
        Runtime::Path(path) => format!("{{ path = {}, {features} }}", toml(&path.value)),
        Runtime::Published(_) => format!(
            "{{ version = {}, {features} }}",
            toml(env!("CARGO_PKG_VERSION"))
        ),
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
