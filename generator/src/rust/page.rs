//! Pages of lists, and the requests for them.

use super::parameters::Parameter;
use crate::api::{self, Api, PageFieldRole, PageParameter, Pager, PagerId, Presence, Value};
use crate::naming::{CALL_METHODS, page_name, page_request_name, snake, unique};

/// The pages of a pager.
pub(crate) struct Page<'a> {
    pub(crate) id: PagerId,
    pub(crate) api: &'a Pager,
    /// The type of a page.
    pub(crate) name: String,
    /// The type of a request for a page, which handlers get.
    pub(crate) request: String,
    pub(crate) fields: Vec<PageField<'a>>,
    /// The parameters of the request for a page.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// How the client gets from one page to the next.
    pub(crate) turn: Turn<'a>,
    /// Whether some operation returns such pages, so that there are requests for them.
    pub(crate) is_used: bool,
}

/// A field of a page.
pub(crate) struct PageField<'a> {
    pub(crate) api: &'a api::PageField,
    /// The field of the struct.
    pub(crate) name: String,
}

/// How a client gets from one page to the next.
pub(crate) enum Turn<'a> {
    /// By the number of items to skip.
    Offset {
        /// The parameter with this number, by its name on the wire.
        parameter: &'a str,
        /// The number in a request that does not set it.
        first: i128,
        /// The field with the items.
        items: String,
        /// The field with the number of items on all pages.
        total: String,
    },
}

/// Plans the pages of an API.
pub(super) fn pages(api: &Api) -> Vec<Page<'_>> {
    let pagers = api.pagers.iter().enumerate();
    pagers
        .map(|(index, of)| page(api, PagerId(index), of))
        .collect()
}

fn page<'a>(api: &'a Api, id: PagerId, of: &'a Pager) -> Page<'a> {
    let names = of.fields.iter().map(|field| snake(&field.name));
    let fields = of.fields.iter().zip(unique(names, &[], "_"));
    let fields = fields.map(|(api, name)| PageField { api, name });
    let fields: Vec<PageField<'a>> = fields.collect();
    let names = of.parameters.iter().map(|parameter| snake(&parameter.name));
    let names = unique(names, &CALL_METHODS, "_").into_iter();
    let parameters = of.parameters.iter().zip(names);
    let parameters = parameters.map(|(of, name)| Parameter::new(api, of, name, 0));
    Page {
        id,
        api: of,
        name: page_name(&of.name),
        request: page_request_name(&of.name),
        turn: turn(of, &fields),
        fields,
        parameters: parameters.collect(),
        is_used: api
            .operations
            .iter()
            .any(|operation| operation.pager() == Some(id)),
    }
}

fn turn<'a>(of: &'a Pager, fields: &[PageField<'a>]) -> Turn<'a> {
    let field = |role| {
        let mut fields = fields.iter();
        let field = fields.find(|field| field.api.role == role);
        // Every pager has both fields and the parameter.
        field.map(|field| field.name.clone()).unwrap_or_default()
    };
    let offset = of.parameter(PageParameter::Offset);
    let first = match offset.map(|offset| &offset.presence) {
        Some(Presence::Default(Value::Integer(first))) => *first,
        Some(Presence::Default(_) | Presence::Required | Presence::Optional) | None => 0,
    };
    Turn::Offset {
        parameter: offset.map_or("", |offset| &offset.name),
        first,
        items: field(PageFieldRole::Items),
        total: field(PageFieldRole::Total),
    }
}
