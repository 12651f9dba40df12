//! The types of successful responses that are more than their contents: those with headers, and those of operations
//! with several statuses.

use super::contents::{Content, content, variable};
use super::errors::Errors;
use super::headers::{Header, headers};
use crate::api::{self, Api, Body, SelectorPart};
use crate::hash::HashSet;
use crate::naming::{
    WEBHOOK_ITEMS, arguments_name, camel, operation_error_name, response_fields, response_name,
    snake, unique, variant_of_status,
};

/// The type of the successful responses of an operation.
pub(crate) enum ResponseType<'a> {
    /// There is one response, with headers or a class of statuses: `UpdateIssueResponse`.
    Single(ResponseStruct<'a>),
    /// There are several statuses, or several contents of one: `CreatePaymentResponse`.
    Several {
        name: String,
        variants: Vec<ResponseVariant<'a>>,
        choice: Option<Choice>,
    },
}

/// Several contents that callers choose from.
pub(crate) struct Choice {
    /// The enum of what the caller asked for: `GetReportChoice`. `None` if the handler finds that out itself.
    pub(crate) name: Option<String>,
    /// Whether there is no other status, so that a call returns the content that it asked for.
    pub(crate) is_only_status: bool,
}

/// A response with headers or a class of statuses.
pub(crate) struct ResponseStruct<'a> {
    pub(crate) name: String,
    pub(crate) api: &'a api::Response,
    pub(crate) content: Content<'a>,
    pub(crate) headers: Vec<Header<'a>>,
}

/// A response of an operation with several.
pub(crate) struct ResponseVariant<'a> {
    /// The variant: `Created`.
    pub(crate) name: String,
    pub(crate) api: &'a api::Response,
    pub(crate) value: VariantValue<'a>,
    /// The variable for what a call returns that asks for it, in samples.
    pub(crate) variable: Option<String>,
    /// The position among the contents of its status, if there are several.
    pub(crate) choice: Option<usize>,
    /// What a request says if it asks for this content, unless the header `Accept` says it.
    pub(crate) selector: Option<Selector<'a>>,
}

/// A value in a request by which its sender asks for a content.
pub(crate) struct Selector<'a> {
    pub(crate) place: SelectorPlace,
    pub(crate) name: &'a str,
    /// JSON in a field of a JSON body, otherwise as it is written.
    pub(crate) value: String,
}

/// Where a request has the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SelectorPlace {
    /// A field of a form.
    Form,
    /// A field of a multipart form.
    Part,
    /// A field of a JSON body.
    Field,
    Query,
}

/// The value of a variant.
pub(crate) enum VariantValue<'a> {
    /// There is nothing else.
    Content(Content<'a>),
    /// There are headers, or a class of statuses: `CreatePaymentAccepted`.
    Struct(ResponseStruct<'a>),
}

impl<'a> ResponseType<'a> {
    /// Its name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Single(of) => &of.name,
            Self::Several { name, .. } => name,
        }
    }

    /// The structs that it consists of.
    pub(crate) fn structs(&self) -> impl Iterator<Item = &ResponseStruct<'a>> {
        let (single, variants) = match self {
            Self::Single(of) => (Some(of), &[][..]),
            Self::Several { variants, .. } => (None, variants.as_slice()),
        };
        let of_variants = variants.iter().filter_map(|variant| match &variant.value {
            VariantValue::Content(_) => None,
            VariantValue::Struct(of) => Some(of),
        });
        single.into_iter().chain(of_variants)
    }

    /// The names of all its items.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let structs = self.structs().map(|of| of.name.as_str());
        // A single one is its own struct.
        let name = match self {
            Self::Single(_) => None,
            Self::Several { name, .. } => Some(name.as_str()),
        };
        let choice = self.choice().and_then(|choice| choice.name.as_deref());
        name.into_iter().chain(structs).chain(choice)
    }

    /// The contents that callers choose from.
    pub(crate) const fn choice(&self) -> Option<&Choice> {
        match self {
            Self::Single(_) => None,
            Self::Several { choice, .. } => choice.as_ref(),
        }
    }

    /// The variants that callers choose from.
    pub(crate) fn choices(&self) -> impl Iterator<Item = &ResponseVariant<'a>> {
        let variants = match self {
            Self::Single(_) => &[][..],
            Self::Several { variants, .. } => variants.as_slice(),
        };
        variants.iter().filter(|variant| variant.choice.is_some())
    }

    /// The page that a call returns, if not this type: all calls for pages have the same methods.
    pub(crate) fn page(&self) -> Option<&Content<'a>> {
        match self {
            Self::Single(of) => Some(&of.content).filter(|of| matches!(of, Content::Page(..))),
            Self::Several { .. } => None,
        }
    }

    /// What a call returns that asks for the first of several contents, if not this type.
    pub(crate) fn first_choice(&self) -> Option<&ResponseVariant<'a>> {
        let is_only = self.choice().is_some_and(|choice| choice.is_only_status);
        self.choices().next().filter(|_| is_only)
    }
}

impl ResponseStruct<'_> {
    /// Whether it can be made from its content alone.
    pub(crate) fn is_from_content(&self) -> bool {
        !matches!(self.content, Content::Nothing) && self.has_no_required_field()
    }

    /// Whether it has nothing but headers that may be absent.
    pub(crate) fn has_default(&self) -> bool {
        matches!(self.content, Content::Nothing) && self.has_no_required_field()
    }

    /// Whether neither a header nor a status is required.
    fn has_no_required_field(&self) -> bool {
        let mut headers = self.headers.iter();
        !self.api.has_status && headers.all(|header| !header.api.is_required())
    }

    /// Whether its values can be cloned and compared.
    pub(crate) const fn is_plain(&self) -> bool {
        !self.content.is_streamed()
    }
}

impl ResponseVariant<'_> {
    /// The method of a call that asks for it, unless it is the first content.
    pub(crate) fn method(&self) -> Option<String> {
        let choice = self.api.choice.as_ref()?;
        let is_usual = self.choice == Some(0);
        (!is_usual).then(|| snake(&choice.name))
    }

    /// Whether its values can be cloned and compared.
    pub(crate) const fn is_plain(&self) -> bool {
        match &self.value {
            VariantValue::Content(content) => !content.is_streamed(),
            VariantValue::Struct(of) => of.is_plain(),
        }
    }
}

/// The types of the responses of each operation, in order.
pub(super) fn responses<'a>(api: &'a Api, errors: &Errors<'_>) -> Vec<Option<ResponseType<'a>>> {
    let of_operations = api.operations.iter();
    let types: HashSet<&str> = api.types.iter().map(|of| of.name.as_str()).collect();
    let names = of_operations.clone().flat_map(|of| own_names(of, &types));
    // The files of operations contain all of these.
    let aliases = of_operations.clone();
    let aliases: Vec<String> = aliases.map(|of| operation_error_name(&of.name)).collect();
    let types = errors.types.iter().map(|error| error.name.as_str());
    let sets = errors.sets.iter().map(|set| set.name.as_str());
    // The module of webhooks also contains these.
    let webhooks = of_operations.clone().filter(|of| of.webhook.is_some());
    let webhooks = webhooks.flat_map(|of| {
        let call = format!("{}Call", camel(&of.name));
        [arguments_name(&of.name), call]
    });
    let webhooks: Vec<String> = webhooks.collect();
    let taken: Vec<&str> = aliases
        .iter()
        .chain(&webhooks)
        .map(String::as_str)
        .chain(WEBHOOK_ITEMS)
        .chain(types)
        .chain(sets)
        .collect();
    let mut names = unique(names, &taken, "").into_iter();
    of_operations
        .map(|of| response_type(api, of, &mut names))
        .collect()
}

/// The names that the responses of an operation have unless they are taken: that of the whole type, then those of
/// the structs of variants. None of them is that of a type: a caller imports both.
fn own_names(of: &api::Operation, types: &HashSet<&str>) -> Vec<String> {
    let name = |part: &str| {
        let name = response_name(&of.name, part);
        match types.contains(name.as_str()) {
            true => response_name(&of.name, &format!("Full{part}")),
            false => name,
        }
    };
    let responses = of.responses.as_slice();
    match responses {
        [only] if !is_struct(only) => Vec::new(),
        [_] => vec![name("Response")],
        [] | [_, ..] => {
            let structs = responses.iter().filter(|of| is_struct(of));
            let variants = structs.map(|response| name(&variant(response)));
            let choice = responses.iter().find(|of| of.choice.is_some());
            let choice = choice
                .filter(|_| !of.is_chosen_by_part())
                .map(|_| name("Choice"));
            std::iter::once(name("Response"))
                .chain(variants)
                .chain(choice)
                .collect()
        }
    }
}

fn variant(of: &api::Response) -> String {
    match &of.choice {
        Some(choice) => camel(&choice.name),
        None => variant_of_status(of.rust_name.as_deref(), of.status),
    }
}

fn response_type<'a>(
    api: &'a Api,
    of: &'a api::Operation,
    names: &mut impl Iterator<Item = String>,
) -> Option<ResponseType<'a>> {
    // `own_names` has a name for each part.
    let mut name = || names.next().unwrap_or_default();
    match of.responses.as_slice() {
        [only] if !is_struct(only) => None,
        [only] => Some(ResponseType::Single(response_struct(api, only, name()))),
        responses => {
            let whole = name();
            let is_only_status = responses.iter().all(|of| of.choice.is_some());
            let mut choices = 0..;
            let variants = responses.iter().map(|response| ResponseVariant {
                name: variant(response),
                choice: response.choice.as_ref().and_then(|_| choices.next()),
                selector: response
                    .choice
                    .as_ref()
                    .and_then(|choice| selector(of, choice)),
                variable: match is_only_status && response.headers.is_empty() {
                    true => variable(api, &content(&response.content)),
                    false => Some("response".to_owned()),
                },
                api: response,
                value: match is_struct(response) {
                    false => VariantValue::Content(content(&response.content)),
                    true => VariantValue::Struct(response_struct(api, response, name())),
                },
            });
            let variants = variants.collect();
            let mut of_choice = responses.iter().filter(|of| of.choice.is_some());
            let choice = of_choice.next().map(|_| Choice {
                name: (!of.is_chosen_by_part()).then(name),
                is_only_status,
            });
            Some(ResponseType::Several {
                variants,
                name: whole,
                choice,
            })
        }
    }
}

fn selector<'a>(of: &api::Operation, choice: &'a api::ContentVariant) -> Option<Selector<'a>> {
    let selector = choice.selected_by.as_ref()?;
    let place = match selector.part {
        SelectorPart::Query => SelectorPlace::Query,
        SelectorPart::Body if of.body.as_ref().is_some_and(Body::is_form) => SelectorPlace::Form,
        SelectorPart::Body if of.is_chosen_by_part() => SelectorPlace::Part,
        SelectorPart::Body => SelectorPlace::Field,
    };
    Some(Selector {
        place,
        name: &selector.name,
        value: match place {
            SelectorPlace::Field => selector.value.to_json(),
            SelectorPlace::Form | SelectorPlace::Part | SelectorPlace::Query => {
                selector.value.to_plain()
            }
        },
    })
}

/// Whether its value is more than its content.
fn is_struct(of: &api::Response) -> bool {
    of.has_status || !of.headers.is_empty()
}

fn response_struct<'a>(api: &Api, of: &'a api::Response, name: String) -> ResponseStruct<'a> {
    ResponseStruct {
        name,
        api: of,
        content: content(&of.content),
        headers: headers(api, &of.headers, response_fields(of.has_status)),
    }
}
