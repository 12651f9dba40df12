//! Pages of lists, and the requests for them.

use super::parameters::Parameter;
use crate::api::{Api, Operation, Pagination};
use crate::naming::{CALL_METHODS, snake, unique};

/// The page type.
pub(crate) struct Page<'a> {
    pub(crate) api: &'a Pagination,
    /// The items.
    pub(crate) items: String,
    /// The total.
    pub(crate) total: String,
    /// The parameters of the request for a page: how many items to skip, and how many to return.
    pub(crate) parameters: [Parameter<'a>; 2],
    /// Whether some operation returns pages, so that there are requests for them.
    pub(crate) is_used: bool,
}

/// Plans the pages of an API.
pub(super) fn page<'a>(api: &'a Api, of: &'a Pagination) -> Page<'a> {
    let [items, total] = pair([&of.items, &of.total], &[]);
    let [offset, limit] = pair([&of.offset.name, &of.limit.name], &CALL_METHODS);
    let parameter = |of, name| Parameter::new(api, of, name, 0);
    Page {
        api: of,
        items,
        total,
        parameters: [parameter(&of.offset, offset), parameter(&of.limit, limit)],
        is_used: api.operations.iter().any(Operation::is_paged),
    }
}

/// The fields for two wire names, which differ from those in `taken`.
fn pair(wire: [&String; 2], taken: &[&str]) -> [String; 2] {
    let mut names = unique(wire.into_iter().map(|name| snake(name)), taken, "_").into_iter();
    // `unique` returns one name for each that it gets.
    [(); 2].map(|()| names.next().unwrap_or_default())
}
