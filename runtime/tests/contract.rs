//! What users see of this crate, and what only generated code uses.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, File, Item, UseTree, Visibility};

const PAGE: &str = "../docs/runtime-types.md";

/// `docs/runtime-types.md` has a row for each public type and trait.
#[test]
fn the_page_lists_every_public_type() {
    let mut types = BTreeSet::new();
    add_types("src/lib.rs", "", &mut types);
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: Vec<&str> = rows
        .filter_map(|row| Some(row.split_once('`')?.0))
        .collect();
    let names: BTreeSet<String> = listed.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(names.len(), listed.len(), "the page lists a type twice");
    let missing: Vec<_> = types.difference(&names).collect();
    assert!(
        missing.is_empty(),
        "not in docs/runtime-types.md: {missing:?}"
    );
    let unknown: Vec<_> = names.difference(&types).collect();
    assert!(unknown.is_empty(), "not public, or hidden: {unknown:?}");
}

/// Macros name items of `codegen` only, apart from other macros, and what they name for each field.
#[test]
fn macros_use_only_the_hidden_module() {
    const OF_FIELDS: [&str; 2] = ["Field", "PROPERTIES"];
    for (path, text) in sources(Path::new("src")) {
        for macro_text in text.split("#[macro_export]\n").skip(1) {
            let macro_text = macro_text.split("\n}\n").next().unwrap();
            for used in macro_text.split("$crate::").skip(1) {
                let end = used.find(|c: char| !c.is_alphanumeric() && c != '_');
                let (name, rest) = used.split_at(end.unwrap_or(used.len()));
                let is_allowed =
                    name == "codegen" || rest.starts_with('!') || OF_FIELDS.contains(&name);
                assert!(is_allowed, "{}: `$crate::{name}`", path.display());
            }
        }
    }
}

/// Adds the public types and traits of a module, with the path of the module before their names.
fn add_types(file: &str, module: &str, types: &mut BTreeSet<String>) {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let file: File = syn::parse_file(&text).unwrap();
    for item in file.items {
        match item {
            Item::Mod(item) if is_seen(&item.vis, &item.attrs) => {
                let name = item.ident.to_string();
                let (folder, single) = (format!("src/{name}/mod.rs"), format!("src/{name}.rs"));
                assert!(module.is_empty(), "a public module in a module");
                let is_folder = root().join(&folder).exists();
                add_types(
                    if is_folder { &folder } else { &single },
                    &format!("{name}::"),
                    types,
                );
            }
            Item::Use(item) if is_seen(&item.vis, &item.attrs) => {
                add_used(&item.tree, module, types)
            }
            Item::Type(item) if is_seen(&item.vis, &item.attrs) => add(&item.ident, module, types),
            Item::Struct(item) if is_seen(&item.vis, &item.attrs) => {
                add(&item.ident, module, types)
            }
            Item::Enum(item) if is_seen(&item.vis, &item.attrs) => add(&item.ident, module, types),
            Item::Trait(item) if is_seen(&item.vis, &item.attrs) => add(&item.ident, module, types),
            _ => {}
        }
    }
}

fn add_used(tree: &UseTree, module: &str, types: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => add_used(&path.tree, module, types),
        UseTree::Group(group) => group
            .items
            .iter()
            .for_each(|tree| add_used(tree, module, types)),
        UseTree::Name(name) => add(&name.ident, module, types),
        UseTree::Rename(rename) => add(&rename.rename, module, types),
        UseTree::Glob(_) => panic!("a public glob"),
    }
}

/// Adds a name, if it is the name of a type or trait: functions and constants are in another case.
fn add(name: &syn::Ident, module: &str, types: &mut BTreeSet<String>) {
    let name = name.to_string();
    let is_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    if is_type {
        types.insert(format!("{module}{name}"));
    }
}

fn is_seen(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let mut attributes = attributes.iter();
    let is_hidden = attributes.any(|attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| list.path.is_ident("doc") && list.tokens.to_string() == "hidden")
    });
    matches!(visibility, Visibility::Public(_)) && !is_hidden
}

/// The sources in a folder, apart from tests.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
