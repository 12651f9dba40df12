//! Pages of lists, and the requests for them.

use super::object::{Wrapping, wrapping};
use super::parameters::Parameter;
use crate::api::{
    self, Api, BodyPosition, NextPage, NextPosition, PageFieldRole, PageParameter, Pager, PagerId,
    Paging, PositionPlace, Presence, Scalar, Type, TypeRef, Value,
};
use crate::naming::{
    CALL_METHODS, Name, page_name, page_request_name, snake, unique, unique_names,
};

/// The pages of a pager.
pub(crate) struct Page<'a> {
    pub(crate) id: PagerId,
    pub(crate) api: &'a Pager,
    /// The type of a page.
    pub(crate) name: String,
    /// The type of a request for a page, which handlers get.
    pub(crate) request: String,
    /// The traits that a request derives.
    pub(crate) request_derives: &'static [&'static str],
    /// The field with the items.
    pub(crate) items: String,
    pub(crate) fields: Vec<PageField<'a>>,
    /// The parameters of the request for a page.
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// How the client gets from one page to the next.
    pub(crate) strategy: PageStrategy<'a>,
    /// Whether some operation returns such pages, so that there are requests for them.
    pub(crate) is_used: bool,
}

/// A field of a page, besides its items.
pub(crate) struct PageField<'a> {
    pub(crate) role: PageFieldRole,
    pub(crate) api: &'a api::Field,
    /// The field of the struct.
    pub(crate) name: String,
    /// What its type is wrapped in, because it may be absent or null.
    pub(crate) wrapping: Wrapping,
}

/// How a client gets from one page to the next.
pub(crate) enum PageStrategy<'a> {
    /// By the number of items to skip.
    Offset(Counted<'a>),
    /// By the number of the page.
    Number(Counted<'a>),
    /// By the cursor in the parameter of this name on the wire.
    Cursor(&'a str),
    /// By the whole query of a URL.
    Query,
    /// In one of these ways, by a field of the body instead of a query parameter.
    InBody(Box<Self>),
    /// In one of these ways, by a header instead of a query parameter.
    InHeader(Box<Self>),
}

/// A parameter that counts.
pub(crate) struct Counted<'a> {
    /// Its name on the wire.
    pub(crate) parameter: &'a str,
    /// The number in a request that does not set it.
    pub(crate) first: i128,
}

/// Plans the pages of an API.
pub(super) fn pages(api: &Api) -> Vec<Page<'_>> {
    let pagers = api.pagers.iter().enumerate();
    pagers
        .map(|(index, pager)| page(api, PagerId(index), pager))
        .collect()
}

fn page<'a>(api: &'a Api, id: PagerId, pager: &'a Pager) -> Page<'a> {
    let names = pager.fields.iter();
    let names = names.map(|field| Name::snake(field.field.rust_name.as_deref(), &field.field.name));
    let items = pager.items.as_deref().unwrap_or("items");
    let names = std::iter::once(Name::snake(None, items)).chain(names);
    let mut names = unique_names(names, &[], "_").into_iter();
    let items = names.next().unwrap_or_default();
    let fields = pager
        .fields
        .iter()
        .zip(names)
        .map(|(field, name)| PageField {
            role: field.role,
            api: &field.field,
            name,
            wrapping: wrapping(&field.field),
        });
    let parameter_names = pager
        .parameters
        .iter()
        .map(|parameter| snake(&parameter.name));
    let parameter_names = unique(parameter_names, &CALL_METHODS, "_").into_iter();
    let parameters = pager.parameters.iter().zip(parameter_names);
    let parameters = parameters.map(|(parameter, name)| Parameter::new(api, parameter, name, 0));
    let mut operations = api.operations.iter();
    Page {
        id,
        api: pager,
        name: page_name(&pager.name),
        request: page_request_name(&pager.name),
        request_derives: request_derives(pager),
        strategy: strategy(pager),
        items,
        fields: fields.collect(),
        parameters: parameters.collect(),
        is_used: operations.any(|operation| operation.pager() == Some(id)),
    }
}

/// Text is the only cursor that is not `Copy`.
fn request_derives(pager: &Pager) -> &'static [&'static str] {
    let mut parameters = pager.parameters.iter();
    let text = TypeRef::new(Type::Scalar(Scalar::String));
    match parameters.any(|parameter| parameter.ty == text) {
        true => &["PartialEq", "Eq"],
        false => &["Copy", "PartialEq", "Eq"],
    }
}

/// How the client gets from one response of any type to the next.
pub(super) fn strategy_of(paging: &Paging) -> PageStrategy<'_> {
    let Some(position) = &paging.position else {
        return PageStrategy::Query;
    };
    let counted = Counted {
        parameter: &position.parameter,
        first: i128::from(position.first),
    };
    let strategy = match (&paging.next, position.role) {
        (NextPage::Counted, PageParameter::Number) => PageStrategy::Number(counted),
        (NextPage::Counted, PageParameter::Offset) => PageStrategy::Offset(counted),
        // A field, a header or a URL tells the next position, whatever it counts.
        (_, _) => PageStrategy::Cursor(&position.parameter),
    };
    match position.place {
        PositionPlace::Query => strategy,
        PositionPlace::Header => PageStrategy::InHeader(Box::new(strategy)),
        PositionPlace::Body => PageStrategy::InBody(Box::new(strategy)),
    }
}

fn strategy(pager: &Pager) -> PageStrategy<'_> {
    let counted = |parameter: &'_ api::Parameter| match &parameter.presence {
        Presence::Default(Value::Integer(first)) => *first,
        Presence::Default(_) | Presence::Required | Presence::Optional => 0,
    };
    if let Some(BodyPosition { field, role, first }) = &pager.body_position {
        let counted = Counted {
            parameter: field,
            first: i128::from(*first),
        };
        return PageStrategy::InBody(Box::new(match role {
            PageParameter::Number => PageStrategy::Number(counted),
            PageParameter::Offset => PageStrategy::Offset(counted),
            PageParameter::Cursor | PageParameter::Limit => PageStrategy::Cursor(field),
        }));
    }
    match pager.position() {
        // A header or a URL tells the next position, whatever it counts.
        Some((parameter, _)) if pager.items.is_none() || pager.next == NextPosition::Url => {
            PageStrategy::Cursor(&parameter.name)
        }
        Some((parameter, PageParameter::Number)) => PageStrategy::Number(Counted {
            parameter: &parameter.name,
            first: counted(parameter),
        }),
        Some((parameter, PageParameter::Cursor)) => PageStrategy::Cursor(&parameter.name),
        Some((parameter, PageParameter::Offset | PageParameter::Limit)) => {
            PageStrategy::Offset(Counted {
                parameter: &parameter.name,
                first: counted(parameter),
            })
        }
        // Every pager has a position.
        None => PageStrategy::Cursor(""),
    }
}
