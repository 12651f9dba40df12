//! Lists that are paged. OpenAPI has no word for it, so the names of parameters and fields are evidence: a URL or a
//! link to the next page, a cursor and the field of the next one, or a number that the client counts, beside the size
//! of a page.

mod evidence;
mod facts;
mod names;
mod positions;

use super::references::NodeRef;
use super::types_by_name::TypesByName;
use super::warnings::{Topic, Warnings};
use crate::diagnostic::Diagnostics;
use crate::document::{Document, OperationEntry, PagingEntry};
use crate::extensions::PAGES;
use crate::hash::HashMap;
use crate::node::NodeKind;
use crate::spec;
use facts::PagingDetector;

/// The paging of an operation, as extensions declare it.
pub(super) enum DeclaredPaging {
    /// It is not paged.
    NoPages,
    /// The paging in the words of the spec language.
    Pages(PagingEntry),
    /// The names of the field with the URL of the next page, and of the one with the items.
    Link { next: String, items: String },
}

/// Reads the extensions of an operation that are about pages.
pub(super) fn declared(at: NodeRef<'_>, warnings: &mut Warnings) -> Option<DeclaredPaging> {
    if let Some((key, node)) = at.node.entry(PAGES) {
        if matches!(node.kind, NodeKind::Bool(false)) {
            return Some(DeclaredPaging::NoPages);
        }
        let mut diagnostics = Diagnostics::default();
        let paging = spec::read_paging(node.clone(), key.span, &mut diagnostics);
        for diagnostic in &diagnostics {
            warnings.add(Topic::Pages, diagnostic.span(), &diagnostic.message);
        }
        let paging = paging.filter(|_| diagnostics.is_empty());
        return Some(paging.map_or(DeclaredPaging::NoPages, DeclaredPaging::Pages));
    }
    let pageable = at.node.get("x-ms-pageable")?;
    let text = |key: &str| pageable.text_at(key);
    let Some(next) = text("nextLinkName") else {
        return Some(DeclaredPaging::NoPages);
    };
    Some(DeclaredPaging::Link {
        next: next.to_owned(),
        items: text("itemName").unwrap_or("value").to_owned(),
    })
}

/// Finds out how operations are paged, unless the document says it.
pub(super) fn recognize(
    document: &mut Document,
    mut declared: HashMap<String, DeclaredPaging>,
    warnings: &mut Warnings,
) {
    let detector = PagingDetector {
        types: TypesByName::of(&document.types),
    };
    let mut paging_of = |operation: &OperationEntry| match declared.remove(&operation.name.value) {
        Some(DeclaredPaging::NoPages) => None,
        Some(DeclaredPaging::Pages(paging)) => Some(paging),
        Some(DeclaredPaging::Link { next, items }) => {
            let paging = evidence::linked(&detector, operation, &next, &items);
            if paging.is_none() {
                let why = format!(
                    "the response has no list `{items}` and no text `{next}`, which `x-ms-pageable` names"
                );
                warnings.add(Topic::Pages, operation.name.span, &why);
            }
            paging
        }
        None => evidence::recognized(&detector, operation),
    };
    let found: Vec<Option<PagingEntry>> = document.operations.iter().map(&mut paging_of).collect();
    for (operation, paging) in document.operations.iter_mut().zip(found) {
        operation.paging = paging.map(Box::new);
    }
}
