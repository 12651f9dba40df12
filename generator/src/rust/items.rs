//! The items of all modules: their names, and which of them need a module path.

use super::{Crate, NamedType};
use crate::hash::HashSet;
use crate::naming::{
    CLIENT_ITEMS, FAKE_ITEMS, SERVER_EXPORTS, SERVER_ITEMS, TYPES_EXPORTS, WEBHOOK_ITEMS, unique,
};

/// Names of items.
#[derive(Default)]
pub(super) struct Items {
    /// The names that more than one module uses.
    pub(super) shared: HashSet<String>,
    /// The names of the API's types.
    pub(super) types: HashSet<String>,
    /// The generic parameter of functions whose bodies mention items of the API: none of them.
    pub(super) generic: String,
}

/// Collects the items of a crate.
pub(super) fn items(plan: &Crate<'_>) -> Items {
    let types = plan.types.iter().flat_map(NamedType::names);
    let types: HashSet<String> = types.map(str::to_owned).collect();
    let mut items = HashSet::default();
    let all = names(plan, &types).map(str::to_owned);
    let shared = all.filter(|name| !items.insert(name.clone())).collect();
    let taken: Vec<&str> = items.iter().map(String::as_str).collect();
    Items {
        shared,
        // `unique` returns one name for each that it gets.
        generic: unique(std::iter::once("A".to_owned()), &taken, "").concat(),
        types,
    }
}

/// Whether an item of the module `page` is one that every API may have.
pub(super) fn has_same_name_everywhere(page: &str) -> bool {
    SERVER_ITEMS.contains(&page)
}

/// The names of all items that files in other modules use.
fn names<'p>(plan: &'p Crate<'_>, types: &'p HashSet<String>) -> impl Iterator<Item = &'p str> {
    let server_exports = SERVER_EXPORTS.iter().flat_map(|(_, names)| *names);
    let webhook_items = WEBHOOK_ITEMS.iter().filter(|_| plan.is_webhooks);
    let types_exports = TYPES_EXPORTS.iter().filter(|name| !types.contains(**name));
    let fixed = server_exports
        .chain(&SERVER_ITEMS)
        .chain(&CLIENT_ITEMS)
        .chain(&FAKE_ITEMS)
        .chain(webhook_items)
        .chain(types_exports)
        .copied();
    let operations = plan.operations.iter().flat_map(|operation| {
        // All webhooks have the same error.
        let error = (!plan.is_webhooks).then_some(&operation.error);
        let others = std::iter::once(&operation.constant).chain(error);
        let calls = operation.call.iter();
        let calls = calls.flat_map(|call| std::iter::once(&call.name).chain(&call.options));
        others.chain(calls).chain(&operation.request)
    });
    let body_enums = plan.operations.iter();
    let body_enums = body_enums.filter_map(|operation| Some(operation.several_contents()?.0));
    let responses = plan
        .operations
        .iter()
        .filter_map(|operation| operation.response.as_ref());
    let responses = responses.flat_map(|response| response.names());
    let types = plan.types.iter().flat_map(NamedType::names);
    let pages = plan.pages.iter();
    let page_items = pages
        .flat_map(|page| [&page.name, &page.request])
        .filter(|name| !has_same_name_everywhere(name));
    let errors = plan.errors.types.iter().map(|error| &error.name);
    let sets = plan.errors.sets.iter().map(|set| &set.name);
    let planned = page_items
        .chain(errors)
        .chain(sets)
        .chain(operations)
        .chain([&plan.handler_trait])
        .map(String::as_str);
    fixed
        .chain(types)
        .chain(planned)
        // The client has these as well as the server.
        .chain(body_enums.clone())
        .chain(body_enums)
        .chain(responses)
}
