//! Specifications in several files: the main file lists the others under `include`.

use super::language::INCLUDED;
use super::sections::Sections;
use super::table::Table;
use super::yaml;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::{SourceFile, Spanned};

const WRONG_PATH: Code = Code("E0134");
const UNREADABLE: Code = Code("E0135");
const WRONG_PART: Code = Code("E0136");

/// Adds the files that a specification includes. `read` returns the text of a file, which is given by its
/// path relative to the folder of the main file, or the reason why there is none.
///
/// # Errors
///
/// Paths that are not paths of files in the folder, and files that cannot be read. Text that is not YAML has
/// no includes; reading it reports its errors.
pub(crate) fn with_includes(
    mut source: SourceFile,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<SourceFile, Diagnostics> {
    // Most specifications are one file, and need not be parsed twice.
    if !source
        .text()
        .lines()
        .any(|line| line.starts_with("include"))
    {
        return Ok(source);
    }
    let mut diagnostics = Diagnostics::new();
    let Ok(root) = yaml::parse(source.text(), 0) else {
        return Ok(source);
    };
    for path in paths(&root) {
        match read(&path.value) {
            Ok(text) => {
                let name = beside(source.name(), &path.value);
                source = source.with_file(name, &text);
            }
            Err(problem) => {
                let diagnostic = Diagnostic::error(UNREADABLE, problem, path.span);
                diagnostics
                    .push(diagnostic.help("write the path relative to the folder of this file"));
            }
        }
    }
    diagnostics.into_result(source)
}

/// The paths of a document that can be read. The others are reported when the document is read.
fn paths(root: &Node) -> Vec<Spanned<String>> {
    let NodeKind::Map(entries) = &root.kind else {
        return Vec::new();
    };
    let list = entries.iter().find(|(key, _)| key.value == "include");
    let Some((
        _,
        Node {
            kind: NodeKind::List(items),
            ..
        },
    )) = list
    else {
        return Vec::new();
    };
    let mut seen = HashSet::default();
    let paths = items.iter().filter_map(|item| {
        let path = item.kind.as_text()?;
        let is_new = problem(path).is_none() && seen.insert(path);
        is_new.then(|| Spanned::new(path.to_owned(), item.span))
    });
    paths.collect()
}

/// The help for a path that is not the path of a file in the folder.
fn problem(path: &str) -> Option<&'static str> {
    let mut parts = path.split('/');
    if path.contains('\\') {
        Some("separate folders with `/`")
    } else if parts.any(|part| matches!(part, "" | "." | "..")) || path.contains(':') {
        Some("write the path of a file in the folder of this file, such as `parts/books.yaml`")
    } else if !path.ends_with(".yaml") && !path.ends_with(".yml") {
        Some("the name of an included file ends in `.yaml`")
    } else {
        None
    }
}

/// The path of a file beside another one.
fn beside(main: &str, path: &str) -> String {
    match main.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{path}"),
        None => path.to_owned(),
    }
}

/// Reads `include` of the main file, and the files that it names.
pub(super) fn read_included(table: &mut Table<'_>, source: &SourceFile, sections: &mut Sections) {
    let mut seen: HashSet<String> = HashSet::default();
    for path in table.texts("include", "a path in `include`") {
        if let Some(help) = problem(&path.value) {
            let message = format!("`{}` cannot be included", path.value);
            table.report(Diagnostic::error(WRONG_PATH, message, path.span).help(help));
        } else if beside(source.name(), &path.value) == source.name() {
            let message = "a file cannot include itself";
            let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
            table.report(diagnostic.help("remove the path, or write the path of another file"));
        } else if !seen.insert(path.value.clone()) {
            let message = format!("`{}` is included twice", path.value);
            let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
            table.report(diagnostic.help("remove one of the two"));
        } else {
            read_file(&path, source, sections, table.diagnostics);
        }
    }
}

fn read_file(
    path: &Spanned<String>,
    source: &SourceFile,
    sections: &mut Sections,
    diagnostics: &mut Diagnostics,
) {
    let name = beside(source.name(), &path.value);
    let Some((_, span)) = source.files().skip(1).find(|(file, _)| *file == name) else {
        let message = format!("the file `{}` was not loaded", path.value);
        diagnostics.push(Diagnostic::error(UNREADABLE, message, path.span));
        return;
    };
    let root = match yaml::parse(source.slice(span), span.start()) {
        Ok(root) => root,
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            return;
        }
    };
    let start = crate::source::Span::at(span.start());
    let Some(mut table) = Table::open(root, &INCLUDED, diagnostics) else {
        return;
    };
    table = table.at(start);
    let main = main_of(&path.value, source.name());
    match table.required_text("part_of") {
        Some(found) if found.value != main => {
            let message = format!("this file is included by `{main}`");
            table.report(Diagnostic::error(WRONG_PART, message, found.span).suggest(
                format!("write `part_of: {main}`"),
                Some(&found.value),
                &main,
            ));
        }
        Some(_) | None => {}
    }
    sections.read(&mut table);
    table.close();
}

/// The path of the main file, relative to an included one.
fn main_of(path: &str, main: &str) -> String {
    let name = main.rsplit_once('/').map_or(main, |(_, name)| name);
    let levels = path.matches('/').count();
    format!("{}{name}", "../".repeat(levels))
}
