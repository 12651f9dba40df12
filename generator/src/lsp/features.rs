//! The responses to requests about a position in a file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{
    CompletionItem, DocumentSymbol, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    Position, PrepareRenameResponse, SymbolInformation, SymbolKind, TextEdit, WorkspaceEdit,
};

use super::index::{Declared, Index, Name};
use super::problems::edit;
use super::workspace::{File, Workspace, is_specification};
use super::{completion, hover};
use crate::naming;
use crate::source::{SourceFile, Span};
use crate::spec::language::Entity;

/// A file of the specification, and an occurrence of a name in it.
type Occurrence<'f> = (&'f Path, &'f File, &'f Name);

/// The occurrences of a name in all files.
fn occurrences<'f>(
    files: &'f [(PathBuf, Rc<File>)],
    name: &'f Name,
) -> impl Iterator<Item = Occurrence<'f>> {
    files.iter().flat_map(move |(path, file)| {
        let names = file.index().into_iter().flat_map(|index| &index.names);
        let same = names.filter(move |other| other.is_same(name));
        same.map(move |same_name| (path.as_path(), file.as_ref(), same_name))
    })
}

fn location(workspace: &Workspace, (path, file, name): Occurrence<'_>) -> Option<Location> {
    Some(Location::new(
        workspace.uri(path)?,
        file.text.range(name.span),
    ))
}

pub(super) fn completion(workspace: &Workspace, path: &Path, at: Position) -> Vec<CompletionItem> {
    let file = workspace.file(path);
    let Some(file) = file.filter(|file| is_specification(file.text.as_str())) else {
        return Vec::new();
    };
    completion::complete(&file, file.text.offset(at), &workspace.files(path))
}

pub(super) fn hover(workspace: &Workspace, path: &Path, at: Position) -> Option<Hover> {
    let file = workspace.file(path)?;
    let offset = file.text.offset(at);
    let (span, text) = file.look(offset, |index, offset| {
        explanation(workspace, path, index, offset)
    })?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(file.text.range(span)),
    })
}

/// The description of the name or the key at an offset of an index, with its span.
fn explanation(
    workspace: &Workspace,
    path: &Path,
    index: &Index,
    offset: usize,
) -> Option<(Span, String)> {
    Some(match (index.name_at(offset), index.key_at(offset)) {
        (Some(name), _) => {
            let files = workspace.files(path);
            let names = files.iter().filter_map(|(_, file)| file.names());
            let mut names = names.flat_map(|index| &index.names);
            let declaration = names.find(|other| other.is_same(name) && other.declared.is_some());
            // What is declared may be a kind of what is referred to.
            let declared = declaration.and_then(|declaration| declaration.declared.as_ref());
            let text = hover::of_name(declaration.unwrap_or(name), declared);
            (name.span, text)
        }
        (None, Some((span, key))) => (span, hover::of_key(key)),
        (None, None) => {
            let field = index.field_at(offset)?;
            (field.span, hover::of_field(field))
        }
    })
}

/// The change that formats a file, if it is one of the spec language.
pub(super) fn formatting(workspace: &Workspace, path: &Path) -> Option<Vec<TextEdit>> {
    let file = workspace.file(path)?;
    let text = file.text.as_str();
    let source = SourceFile::new(path.to_string_lossy(), text);
    // While it has errors, it stays as it is. The diagnostics tell.
    let formatted = crate::format(&source).ok()?;
    let whole = file.text.range(Span::new(0, text.len()));
    Some(match formatted == text {
        true => Vec::new(),
        false => vec![TextEdit::new(whole, formatted)],
    })
}

pub(super) fn definition(workspace: &Workspace, path: &Path, at: Position) -> Vec<Location> {
    references(workspace, path, at, |name| name.declared.is_some())
}

/// The occurrences of the name at a position that are wanted.
pub(super) fn references(
    workspace: &Workspace,
    path: &Path,
    at: Position,
    is_wanted: impl Fn(&Name) -> bool,
) -> Vec<Location> {
    let Some(file) = workspace.file(path) else {
        return Vec::new();
    };
    let Some((_, name)) = file.name_at(file.text.offset(at)) else {
        return Vec::new();
    };
    let files = workspace.files(path);
    let moved = moved_references(workspace, &files, name, &is_wanted);
    moved.unwrap_or_else(|| {
        let wanted = occurrences(&files, name).filter(|(_, _, name)| is_wanted(name));
        wanted
            .filter_map(|occurrence| location(workspace, occurrence))
            .collect()
    })
}

/// The occurrences of a name while somebody types: they have only moved. `None` if what was typed mentions the name.
fn moved_references(
    workspace: &Workspace,
    files: &[(PathBuf, Rc<File>)],
    name: &Name,
    is_wanted: &dyn Fn(&Name) -> bool,
) -> Option<Vec<Location>> {
    let mut found = Vec::new();
    for (path, file) in files {
        let (index, moved) = match file.before() {
            Some((index, moved)) => (Some(index), Some(moved)),
            None => (file.index(), None),
        };
        if moved
            .as_ref()
            .is_some_and(|moved| moved.mentions(&name.name))
        {
            return None;
        }
        let names = index.into_iter().flat_map(|index| &index.names);
        for same_name in names.filter(|other| other.is_same(name) && is_wanted(other)) {
            let span = match &moved {
                Some(moved) => moved.forth(same_name.span)?,
                None => same_name.span,
            };
            found.push(Location::new(workspace.uri(path)?, file.text.range(span)));
        }
    }
    Some(found)
}

/// The name at a position, if it can be renamed: statuses cannot.
pub(super) fn prepare_rename(
    workspace: &Workspace,
    path: &Path,
    at: Position,
) -> Option<PrepareRenameResponse> {
    let file = workspace.file(path)?;
    let (span, name) = file.name_at(file.text.offset(at))?;
    let is_status =
        name.entity == Entity::Error && !name.name.starts_with(|c: char| c.is_ascii_uppercase());
    (!is_status).then(|| PrepareRenameResponse::RangeWithPlaceholder {
        range: file.text.range(span),
        placeholder: name.name.clone(),
    })
}

/// The changes of all files that rename what is at a position.
pub(super) fn rename(
    workspace: &Workspace,
    path: &Path,
    at: Position,
    to: &str,
) -> Result<Option<WorkspaceEdit>, String> {
    let is_name = unicode_ident::is_xid_continue;
    if !to.starts_with(naming::is_start) || !to.chars().all(is_name) {
        return Err(format!(
            "`{to}` is not a name: use letters, digits and `_`, and begin with a letter"
        ));
    }
    if prepare_rename(workspace, path, at).is_none() {
        return Ok(None);
    }
    let files = workspace.files(path);
    if let Some((path, _)) = files.iter().find(|(_, file)| file.index().is_none()) {
        let name = path.display();
        return Err(format!("`{name}` is not YAML; correct it first"));
    }
    let Some(file) = workspace.file(path) else {
        return Ok(None);
    };
    let name = file
        .index()
        .and_then(|index| index.name_at(file.text.offset(at)));
    let Some(name) = name else {
        return Ok(None);
    };
    let mut names = files
        .iter()
        .filter_map(|(_, file)| file.index())
        .flat_map(|index| &index.names);
    let is_taken = |other: &Name| {
        other.declared.is_some()
            && other.entity.namespace() == name.entity.namespace()
            && other.name == to
    };
    if names.any(is_taken) {
        return Err(format!("`{to}` exists already"));
    }
    let changes = files.iter().filter_map(|(path, file)| {
        let names = occurrences(&files, name).filter(|(file_path, _, _)| file_path == path);
        let edits =
            names.map(|(_, _, name)| TextEdit::new(file.text.range(name.span), to.to_owned()));
        let edits: Vec<TextEdit> = edits.collect();
        let uri = workspace.uri(path).filter(|_| !edits.is_empty())?;
        Some((uri, edits))
    });
    Ok(Some(edit(changes)))
}

/// What a file declares, in its order.
#[allow(deprecated, reason = "the type has a field that is deprecated")]
pub(super) fn document_symbols(workspace: &Workspace, path: &Path) -> Vec<DocumentSymbol> {
    let Some(file) = workspace.file(path) else {
        return Vec::new();
    };
    let declared = file.index().into_iter().flat_map(Index::declared);
    let symbols = declared.map(|(name, declared)| DocumentSymbol {
        name: name.name.clone(),
        detail: detail(name, declared),
        kind: kind(name.entity),
        tags: None,
        deprecated: None,
        range: file.text.range(declared.span.to(name.span)),
        selection_range: file.text.range(name.span),
        children: None,
    });
    symbols.collect()
}

fn detail(name: &Name, declared: &Declared) -> Option<String> {
    let what = hover::word(name.entity).to_lowercase();
    Some(match &declared.detail {
        Some(detail) => format!("{what}: {detail}"),
        None => what,
    })
}

/// What the specifications of the open files declare, with a part of the name in any case.
#[allow(deprecated, reason = "the type has a field that is deprecated")]
pub(super) fn workspace_symbols(workspace: &Workspace, query: &str) -> Vec<SymbolInformation> {
    let query = query.to_lowercase();
    let mains: BTreeSet<PathBuf> = workspace
        .paths()
        .map(|path| workspace.main_of(path))
        .collect();
    let mut symbols = Vec::new();
    for main in mains {
        for (path, file) in workspace.files(&main) {
            for (name, _) in file.index().into_iter().flat_map(Index::declared) {
                let is_wanted = name.name.to_lowercase().contains(&query);
                let location = location(workspace, (&path, &file, name));
                let Some(location) = location.filter(|_| is_wanted) else {
                    continue;
                };
                symbols.push(SymbolInformation {
                    name: name.name.clone(),
                    kind: kind(name.entity),
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: Some(hover::word(name.entity).to_owned()),
                });
            }
        }
    }
    symbols
}

fn kind(entity: Entity) -> SymbolKind {
    match entity {
        Entity::Type => SymbolKind::STRUCT,
        Entity::Error => SymbolKind::ENUM_MEMBER,
        Entity::Operation => SymbolKind::METHOD,
        Entity::Webhook => SymbolKind::EVENT,
        Entity::Group => SymbolKind::NAMESPACE,
        Entity::Shared => SymbolKind::INTERFACE,
        Entity::Pager => SymbolKind::CLASS,
        Entity::Scheme | Entity::KeyKind => SymbolKind::KEY,
        Entity::Server => SymbolKind::CONSTANT,
    }
}
