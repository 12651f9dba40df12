//! The table of modules in `docs/architecture.md` lists what each module of the generator uses, and data flows one way.
//! Tests inside the generator may use any module.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use specsmith::output::FileSet;
use specsmith_tests::cases::{read_files, root};

/// For each module, the modules that it uses, and the places.
type Uses = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The module that all others may use. It uses no other module.
const FOR_ALL: &str = "hash";

#[test]
fn modules_use_what_their_rows_list() {
    let (rows, uses) = (rows(), uses());
    let mut errors = String::new();
    for name in rows.keys().filter(|name| !uses.contains_key(*name)) {
        errors += &format!(
            "- `{name}` has a row, but is not a module. Remove the row, or correct the name.\n"
        );
    }
    for (name, used) in &uses {
        let Some(row) = rows.get(name) else {
            let used = in_words(used.keys());
            errors +=
                &format!("- The module `{name}` has no row. Add one. The module uses {used}.\n");
            continue;
        };
        let listed = in_words(row);
        for (other, places) in used.iter().filter(|(other, _)| !row.contains(*other)) {
            errors += &format!(
                "- `{name}` uses `{other}` ({}), but its row lists {listed}. Move the code to a lower module. Or, if \
                 data still flows one way, add `{other}` to the row of `{name}`.\n",
                places.join(", ")
            );
        }
        for other in row.iter().filter(|other| !used.contains_key(*other)) {
            errors += &format!(
                "- `{name}` does not use `{other}`. Remove it from the row of `{name}`.\n"
            );
        }
    }
    assert!(
        errors.is_empty(),
        "The table of modules in docs/architecture.md differs from generator/src:\n{errors}"
    );
}

#[test]
fn data_flows_one_way() {
    let (mut rest, uses) = (rows(), uses());
    assert!(
        rest[FOR_ALL].is_empty(),
        "All modules use `{FOR_ALL}`, so it cannot use other modules."
    );
    // Removes the lowest modules, again and again: those that use no module that is left.
    loop {
        let left: BTreeSet<_> = rest.keys().cloned().collect();
        rest.retain(|_, row| !row.is_disjoint(&left));
        if rest.len() == left.len() {
            break;
        }
    }
    // Each module that is left uses another one that is left.
    let mut path: Vec<_> = rest.keys().take(1).collect();
    while let Some(last) = path.last() {
        let next = rest[*last].iter().find(|other| rest.contains_key(*other));
        let next = next.unwrap();
        let start = path.iter().position(|name| *name == next);
        path.push(next);
        if let Some(start) = start {
            let steps = path[start..].windows(2).map(|step| {
                let used = uses.get(step[0]);
                let places = used.and_then(|used| used.get(step[1]));
                let place = places.map_or("only in the table", |places| &places[0]);
                format!("- `{}` uses `{}` ({place}).\n", step[0], step[1])
            });
            let steps: String = steps.collect();
            panic!(
                "The modules of the generator use each other in a cycle:\n{steps}Move what one of them needs to a lower \
                 module.\n"
            );
        }
    }
}

/// What these tests would not see: other names of the crate or of its modules, and files outside of their folders.
#[test]
fn modules_are_used_by_their_paths() {
    const HIDDEN: [&str; 9] = [
        "crate as ",
        "crate::*",
        "crate::{self",
        "crate::r#",
        "crate::$",
        "crate ::",
        "super as ",
        "extern crate self",
        "#[path",
    ];
    for (path, text) in sources().iter() {
        let code = code(text);
        for hidden in HIDDEN {
            assert!(
                !code.contains(hidden),
                "generator/src/{path} contains `{hidden}`, which hides what the module uses. Write `crate::` and the name of a module."
            );
        }
        let mut after = text.split("\n#[cfg(test)]\n").skip(1);
        assert!(
            after.all(|rest| rest.starts_with("mod ")),
            "generator/src/{path} has `#[cfg(test)]` in front of anything other than the module of its tests."
        );
    }
}

/// The files of the generator, by their paths in `generator/src`.
fn sources() -> FileSet {
    read_files(&root().join("generator/src")).unwrap()
}

fn in_words<'n>(names: impl IntoIterator<Item = &'n String>) -> String {
    let names = names.into_iter().map(|name| format!("`{name}`"));
    let names: Vec<_> = names.collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}

/// The rows of the table. In the last column, names in backticks are modules, and the text around them is for people.
fn rows() -> BTreeMap<String, BTreeSet<String>> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let header = "| module | what it does | may use |\n";
    let table = page.split(header).nth(1).unwrap().lines().skip(1);
    let table = table.take_while(|row| row.starts_with('|'));
    let rows = table.flat_map(|row| {
        let columns: Vec<_> = row.split('|').collect();
        let listed = quoted(columns[3]);
        let names = quoted(columns[1]).into_iter();
        names.map(move |name| (name, listed.clone()))
    });
    rows.collect()
}

/// The modules in backticks: `lib.rs` is `lib`, and `cli/` is `cli`.
fn quoted(column: &str) -> BTreeSet<String> {
    let quoted = column.split('`').skip(1).step_by(2);
    quoted.map(|name| identifier(name).to_owned()).collect()
}

/// What each file or folder of the generator uses. The items of `lib.rs` count as a module `lib`: the pipeline as a whole.
/// The command is another crate, and the compiler checks that it uses only the library.
fn uses() -> Uses {
    let sources = sources();
    let lib = code(sources.get("lib.rs").unwrap());
    let mut uses = Uses::new();
    for (file, text) in sources.iter() {
        let in_crate = file.split('/').filter(|part| *part != "mod.rs");
        let in_crate: Vec<_> = in_crate.collect();
        let module = identifier(in_crate[0]);
        let used = uses.entry(module.to_owned()).or_default();
        if file.ends_with("/tests.rs") {
            continue;
        }
        let code = code(text).replace(&"super::".repeat(in_crate.len()), "crate::");
        let paths = match module {
            "lib" => paths_in_lib(&code),
            _ => paths(&code),
        };
        for (line, path) in paths {
            let other = target(path, &lib).filter(|other| ![module, FOR_ALL].contains(other));
            if let Some(other) = other {
                let places = used.entry(other.to_owned()).or_default();
                places.push(format!("generator/src/{file}:{line}"));
            }
        }
    }
    uses
}

/// The module that a path in the crate leads to. Paths in generated code lead to none.
fn target<'p>(path: &'p str, lib: &str) -> Option<&'p str> {
    let name = identifier(path);
    let is_function = path[name.len()..].starts_with('(');
    let file = root().join("generator/src").join(name);
    let is_module = file.is_dir() || file.with_extension("rs").is_file();
    let mut words = lib.split(|c| !is_of_identifier(c));
    match name {
        "" => None,
        _ if is_module && !is_function => Some(name),
        _ => words.any(|word| word == name).then_some("lib"),
    }
}

/// The code of a file without comments and tests. Tests are at the end.
fn code(text: &str) -> String {
    let lines = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"));
    let lines = lines.map(|line| match line.trim_start().starts_with("//") {
        true => "",
        false => line.split(" //").next().unwrap(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths after `crate::`, and their lines. `crate::{a, b::c}` is two paths.
fn paths(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, start) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let path = code[at + start.len()..].split(';').next().unwrap();
        let Some(list) = path.strip_prefix('{') else {
            found.push((line, path));
            continue;
        };
        let mut depth = 0;
        let items = list.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        found.extend(items.map(|path| (line, path.trim())));
    }
    found
}

/// The paths in `lib.rs`, where modules need no `crate::`. Re-exports do not count, because they are not part of the
/// pipeline.
fn paths_in_lib(code: &str) -> Vec<(usize, &str)> {
    let lines = (1..).zip(code.lines());
    let lines = lines.filter(|(_, line)| !line.starts_with("pub use"));
    let paths = lines.flat_map(|(number, line)| {
        let words = line.split(|c| !is_of_identifier(c) && c != ':');
        let paths = words.filter(|word| word.contains("::"));
        paths.map(move |path| (number, path.trim_start_matches("crate::")))
    });
    paths.collect()
}

/// The identifier at the start of a string, or an empty text.
fn identifier(text: &str) -> &str {
    text.split(|c| !is_of_identifier(c)).next().unwrap()
}

fn is_of_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
