//! The section `rust`.

use super::kinds::{list_of, text_of, wrong_kind};
use super::language::{DEPENDENCY, RUST};
use super::table::Table;
use crate::api::{Conversions, LibraryType};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{DependencyEntry, DeriveEntry, RustSection};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{listed, with_nearest};

const UNKNOWN_CONVERSIONS: Code = Code("E0149");
const UNKNOWN_LIBRARY_TYPE: Code = Code("E0152");

/// The word for all types.
const ALL: &str = "all";

impl RustSection {
    pub(super) fn read(mut table: Table<'_>) -> Self {
        let section = Self {
            crate_name: table.text("crate"),
            version: table.text("version"),
            runtime: table.text("runtime"),
            derives: table.each("derives", read_derive),
            conversions: read_conversions(&mut table),
            scalars: read_scalars(&mut table),
            dependencies: table.each("dependencies", read_dependency),
        };
        table.close();
        section
    }
}

/// Reads keys of the section, as a map at `key`.
pub(crate) fn read_rust(
    node: Node,
    key: Span,
    diagnostics: &mut Diagnostics,
) -> Option<RustSection> {
    Some(RustSection::read(
        Table::open(node, &RUST, diagnostics)?.at(key),
    ))
}

fn read_derive(
    path: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<DeriveEntry> {
    let types = match node.kind {
        NodeKind::Text(ref word) if word == ALL => None,
        NodeKind::List(_) => {
            let what = format!("`{}`", path.value);
            let items = list_of(node, &what, diagnostics)?.into_iter();
            let names = items.filter_map(|item| text_of(item, "the name of a type", diagnostics));
            Some(names.collect())
        }
        kind => {
            let what = format!("`{}`", path.value);
            let wanted = "`all` or a list of types";
            diagnostics.push(wrong_kind(&what, wanted, &kind, node.span));
            return None;
        }
    };
    Some(DeriveEntry { path, types })
}

fn read_conversions(table: &mut Table<'_>) -> Vec<Spanned<Conversions>> {
    let names = table.texts("conversions", "the name of a crate");
    let known = || Conversions::ALL.into_iter().map(Conversions::name);
    let mut all = Vec::new();
    for name in names {
        let mut kinds = Conversions::ALL.into_iter();
        match kinds.find(|kind| kind.name() == name.value) {
            Some(kind) => all.push(Spanned::new(kind, name.span)),
            None => {
                let message = format!("no scalar converts to types of `{}`", name.value);
                let diagnostic = Diagnostic::error(UNKNOWN_CONVERSIONS, message, name.span);
                let help = format!("the crates are {}", listed(known()));
                table.report(with_nearest(diagnostic, &name.value, known(), help));
            }
        }
    }
    all
}

/// Reads the types of other crates that scalars have.
fn read_scalars(table: &mut Table<'_>) -> Vec<Spanned<LibraryType>> {
    let Some(mut scalars) = table.table("scalars") else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for scalar in LibraryType::scalars() {
        let Some(path) = scalars.text(scalar.name()) else {
            continue;
        };
        let known = || LibraryType::of(scalar).map(LibraryType::path);
        match LibraryType::of(scalar).find(|ty| ty.path() == path.value) {
            Some(ty) => all.push(Spanned::new(ty, path.span)),
            None => {
                let message = format!(
                    "values of `{}` cannot have the type `{}`",
                    scalar.name(),
                    path.value
                );
                let diagnostic = Diagnostic::error(UNKNOWN_LIBRARY_TYPE, message, path.span);
                let help = format!(
                    "the types are {}; a newtype with `rust` can have any other type",
                    listed(known())
                );
                scalars.report(with_nearest(diagnostic, &path.value, known(), help));
            }
        }
    }
    scalars.close();
    all
}

/// Reads an entry of `dependencies`: a version, or a map.
fn read_dependency(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<DependencyEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let version = text_of(node, "the version of a crate", diagnostics)?;
        return Some(DependencyEntry {
            name,
            version: Some(version),
            path: None,
            features: Vec::new(),
            default_features: None,
        });
    }
    let mut table = Table::open(node, &DEPENDENCY, diagnostics)?.at(name.span);
    let version = table.text("version");
    let path = table.text("path");
    let features = table.texts("features", "a feature");
    let default_features = table.flag("default_features");
    if version.is_none() && path.is_none() {
        table.report_missing_entry("version", "version: \"1\"` or `path: ../my-crate");
    }
    table.close();
    Some(DependencyEntry {
        name,
        version,
        path,
        features,
        default_features,
    })
}
