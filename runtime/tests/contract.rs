//! What users see of this crate, and what only generated code uses.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, File, ImplItem, Item, ItemImpl, Type, UseTree, Visibility};

const PAGE: &str = "../docs/runtime-types.md";
const GUIDE: &str = "../docs/using.md";

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

/// `docs/using.md` lists every setting of a client, a call and a server, in the column of its side.
#[test]
fn the_guide_lists_every_setting() {
    let guide = fs::read_to_string(root().join(GUIDE)).unwrap();
    let section = guide.split("\n## All settings\n").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let table = |title: &str| {
        let rows = section.lines().skip_while(|line| !line.starts_with(title));
        let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
        rows.map(|row| row.split('|').collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    let (client, server) = (
        table("| setting of a client or a call |"),
        table("| setting of a server |"),
    );
    let listed = |table: &[Vec<&str>], column: usize| {
        let cells = table.iter().map(|row| row[column].trim());
        let names = cells.filter(|cell| !cell.is_empty());
        names
            .map(|name| name.trim_matches('`').to_owned())
            .collect::<BTreeSet<_>>()
    };
    let builder = methods("ClientBuilder", &["new", "build"]);
    assert_eq!(listed(&client, 3), builder, "of the client");
    let call = of_calls(&["send", "send_raw"]);
    assert_eq!(listed(&client, 4), call, "of a call");
    let config = methods("ServerConfig", &["new"]);
    assert_eq!(listed(&server, 3), config, "of the server");
    for (type_name, others) in [
        ("Retry", ["new", "never"]),
        ("RetryBudget", ["new", "unlimited"]),
    ] {
        for method in methods(type_name, &others) {
            let is_listed = section.contains(&format!("`{method}`"));
            assert!(is_listed, "`{type_name}::{method}` is not listed");
        }
    }
}

/// Calls with optional parameters have the methods of other calls.
#[test]
fn every_call_has_the_same_methods() {
    let text = fs::read_to_string(root().join("src/client/call.rs")).unwrap();
    let macro_text = text.split("macro_rules! call_with {").nth(1).unwrap();
    let of_macro = macro_text.split("pub fn ").skip(1);
    let of_macro = of_macro.map(|function| function.split('(').next().unwrap().to_owned());
    assert_eq!(of_macro.collect::<BTreeSet<_>>(), of_calls(&[]));
}

/// The public methods of every call, apart from these. Conditions belong to calls of conditional operations.
fn of_calls(others: &[&str]) -> BTreeSet<String> {
    let conditions = ["if_modified_since", "if_none_match"];
    methods("Call", &[others, &conditions].concat())
}

/// The public methods of a type, apart from these.
fn methods(type_name: &str, others: &[&str]) -> BTreeSet<String> {
    let mut methods = BTreeSet::new();
    for (_, text) in sources(Path::new("src")) {
        for item in syn::parse_file(&text).unwrap().items {
            let Item::Impl(ItemImpl {
                trait_: None,
                self_ty,
                items,
                ..
            }) = item
            else {
                continue;
            };
            let is_type = matches!(&*self_ty, Type::Path(path)
                if path.path.segments.last().unwrap().ident == type_name);
            for item in items.iter().filter(|_| is_type) {
                if let ImplItem::Fn(method) = item
                    && is_seen(&method.vis, &method.attrs)
                {
                    methods.insert(method.sig.ident.to_string());
                }
            }
        }
    }
    methods.retain(|method| !others.contains(&method.as_str()));
    assert!(
        !methods.is_empty(),
        "`{type_name}` is not a type with methods"
    );
    methods
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
