//! The manifest.

use askama::Template;

use super::markdown::one_line;
use super::{runtime, template};
use crate::api::{Dependency, Runtime};
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
    /// The dependencies: the runtime, and the others in the order of their names.
    dependencies: Vec<String>,
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
        dependencies: dependencies(plan),
    })
}

fn dependencies(plan: &Crate<'_>) -> Vec<String> {
    let runtime = ("specsmith-runtime", runtime_dependency(plan));
    let others = plan.package.dependencies.iter();
    let others = others.map(|(name, other)| (*name, dependency(other)));
    let mut all: Vec<(&str, String)> = others.chain([runtime]).collect();
    all.sort();
    let lines = all
        .into_iter()
        .map(|(name, value)| format!("{name} = {value}"));
    lines.collect()
}

fn dependency(dependency: &Dependency) -> String {
    let Dependency {
        name: _,
        version,
        path,
        features,
        default_features,
    } = dependency;
    let list: Vec<String> = features.iter().map(toml).collect();
    let parts = [
        version
            .as_ref()
            .map(|version| format!("version = {}", toml(version))),
        path.as_ref()
            .map(|path| format!("path = {}", toml(&path.value))),
        (!default_features).then(|| "default-features = false".to_owned()),
        (!list.is_empty()).then(|| format!("features = [{}]", list.join(", "))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match (&parts[..], version) {
        ([_], Some(version)) => toml(version),
        (parts, _) => format!("{{ {} }}", parts.join(", ")),
    }
}

/// The runtime, with the features that the API's types need.
fn runtime_dependency(plan: &Crate<'_>) -> String {
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

#[cfg(test)]
mod tests {
    use super::dependency;
    use crate::api::Dependency;
    use crate::source::{Span, Spanned};

    #[test]
    fn dependencies_are_as_short_as_they_can_be() {
        let bare = Dependency {
            name: "library-ids".to_owned(),
            version: None,
            path: None,
            features: Vec::new(),
            default_features: true,
        };
        let version = Some("1.2".to_owned());
        let with_version = Dependency {
            version,
            ..bare.clone()
        };
        assert_eq!(dependency(&with_version), "\"1.2\"");
        let path = Some(Spanned::new(
            "../library \"ids\"".to_owned(),
            Span::default(),
        ));
        assert_eq!(
            dependency(&Dependency {
                path: path.clone(),
                ..bare
            }),
            r#"{ path = "../library \"ids\"" }"#
        );
        let all = Dependency {
            path,
            features: vec!["serde".to_owned(), "std".to_owned()],
            default_features: false,
            ..with_version
        };
        assert_eq!(
            dependency(&all),
            r#"{ version = "1.2", path = "../library \"ids\"", default-features = false, features = ["serde", "std"] }"#
        );
    }
}
