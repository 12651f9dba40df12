//! What there is, with links to it.

use super::writer::{Writer, push_items};
use super::{INDEX, file_of};
use crate::emit::markdown::{code, destination, text};
use crate::emit::reference::Page;
use crate::emit::reference::operations::GroupView;

/// All operations by their groups.
pub(super) fn operations(page: &Page<'_>, writer: &mut Writer<'_>) {
    if page.groups.is_empty() {
        return;
    }
    writer.heading(2, "Operations", "operations");
    writer.list_of(&page.groups, |group, writer| {
        let mut item = writer.link_to(&group.anchor, &text(&group.name));
        let operations = group.operations.iter().map(|operation| {
            let name = writer.link_to(&operation.anchor, &text(&operation.name));
            let route = code(&format!("{} {}", operation.method, operation.route));
            format!("{name}: {route}")
        });
        push_items(operations, &mut item);
        item
    });
    for (anchor, name) in [("types", "Types"), ("identifiers", "Identifiers")] {
        let link = writer.link_to(anchor, name);
        if link != name {
            writer.paragraph(&link);
        }
    }
}

/// The file for language models (<https://llmstxt.org>): a summary, and links to the other files.
pub(super) fn llms(page: &Page<'_>, writer: &mut Writer<'_>) {
    writer.heading(1, &page.title, "");
    let summary = match page.summary.is_empty() {
        true => format!("The reference of {}.", text(&page.title)),
        false => writer.line(&page.summary),
    };
    writer.paragraph(&format!("> {summary}"));
    let base = code(&format!("{}{}", page.base, page.base_path));
    let version = text(&page.version);
    writer.paragraph(&format!("Version {version}. The base URL is {base}."));
    writer.heading(2, "Reference", "");
    let introduction = "authentication, pagination, errors, and a list of all operations";
    let mut items = vec![link("Introduction", INDEX, introduction)];
    for group in &page.groups {
        let (name, file) = (text(&group.name), file_of(&group.anchor));
        items.push(link(&name, &file, &operations_of(group)));
    }
    if !page.types.is_empty() {
        let about = "the objects, enumerations and unions in requests and responses";
        items.push(link("Types", "types.md", about));
    }
    if !page.identifiers.is_empty() {
        let about = "single values with distinct types";
        items.push(link("Identifiers", "identifiers.md", about));
    }
    writer.list(&items);
    if let Some(url) = page.openapi {
        writer.heading(2, "Optional", "");
        writer.list(&[link("OpenAPI document", url, "the same API for programs")]);
    }
}

fn link(name: &str, url: &str, about: &str) -> String {
    format!("[{name}]({}): {about}", destination(url))
}

fn operations_of(group: &GroupView) -> String {
    let names: Vec<String> = group
        .operations
        .iter()
        .map(|operation| text(&operation.name))
        .collect();
    names.join(", ")
}
