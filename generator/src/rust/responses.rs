//! The types of successful responses that are more than their contents: responses with headers, and responses of operations
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
        choice: Option<ResponseChoice>,
    },
}

/// Several contents that callers choose from.
pub(crate) struct ResponseChoice {
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
            Self::Single(response) => &response.name,
            Self::Several { name, .. } => name,
        }
    }

    /// The structs that it consists of.
    pub(crate) fn structs(&self) -> impl Iterator<Item = &ResponseStruct<'a>> {
        let (single, variants) = match self {
            Self::Single(response) => (Some(response), &[][..]),
            Self::Several { variants, .. } => (None, variants.as_slice()),
        };
        let of_variants = variants.iter().filter_map(|variant| match &variant.value {
            VariantValue::Content(_) => None,
            VariantValue::Struct(response) => Some(response),
        });
        single.into_iter().chain(of_variants)
    }

    /// The names of all its items.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let structs = self.structs().map(|response| response.name.as_str());
        // A single one is its own struct.
        let name = match self {
            Self::Single(_) => None,
            Self::Several { name, .. } => Some(name.as_str()),
        };
        let choice = self.choice().and_then(|choice| choice.name.as_deref());
        name.into_iter().chain(structs).chain(choice)
    }

    /// The contents that callers choose from.
    pub(crate) const fn choice(&self) -> Option<&ResponseChoice> {
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

    /// The page, if the response is one. Calls that return pages share one type, so a call returns the page instead of
    /// this type.
    pub(crate) fn page(&self) -> Option<&Content<'a>> {
        match self {
            Self::Single(response) => {
                Some(&response.content).filter(|content| matches!(content, Content::Page(..)))
            }
            Self::Several { .. } => None,
        }
    }

    /// The first of several contents, if a call that asks for it returns the content instead of this type.
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
        let is_first = self.choice == Some(0);
        (!is_first).then(|| snake(&choice.name))
    }

    /// Whether its values can be cloned and compared.
    pub(crate) const fn is_plain(&self) -> bool {
        match &self.value {
            VariantValue::Content(content) => !content.is_streamed(),
            VariantValue::Struct(response) => response.is_plain(),
        }
    }
}

/// The types of the responses of each operation, in order.
pub(super) fn responses<'a>(api: &'a Api, errors: &Errors<'_>) -> Vec<Option<ResponseType<'a>>> {
    let type_names: HashSet<&str> = api.types.iter().map(|ty| ty.name.as_str()).collect();
    let wanted = api.operations.iter();
    let mut names: Vec<Option<ResponseNames>> = wanted
        .map(|operation| wanted_names(operation, &type_names))
        .collect();
    make_unique(&mut names, &names_beside(api, errors));
    let operations = api.operations.iter().zip(names);
    operations
        .map(|(operation, names)| Some(response_type(api, operation, names?)))
        .collect()
}

/// The names of the items for the responses of an operation.
struct ResponseNames {
    /// The name of the whole type.
    whole: String,
    /// For each of several responses, the name of its struct, if it has one.
    structs: Vec<Option<String>>,
    /// The name of the enum of what callers choose.
    choice: Option<String>,
}

impl ResponseNames {
    fn all_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let structs = self.structs.iter_mut().flatten();
        std::iter::once(&mut self.whole)
            .chain(structs)
            .chain(&mut self.choice)
    }
}

/// The other names in the files that contain the types of responses.
fn names_beside(api: &Api, errors: &Errors<'_>) -> Vec<String> {
    // The files of operations contain all of these.
    let aliases = api.operations.iter();
    let aliases = aliases.map(|operation| operation_error_name(&operation.name));
    let error_types = errors.types.iter().map(|error| error.name.clone());
    let error_sets = errors.sets.iter().map(|set| set.name.clone());
    // The module of webhooks also contains these.
    let webhooks = api.operations.iter();
    let webhooks = webhooks.filter(|operation| operation.webhook.is_some());
    let webhook_items = webhooks.flat_map(|webhook| {
        let call = format!("{}Call", camel(&webhook.name));
        [arguments_name(&webhook.name), call]
    });
    aliases
        .chain(webhook_items)
        .chain(WEBHOOK_ITEMS.map(str::to_owned))
        .chain(error_types)
        .chain(error_sets)
        .collect()
}

/// Gives names that are taken another end.
fn make_unique(names: &mut [Option<ResponseNames>], taken: &[String]) {
    let taken: Vec<&str> = taken.iter().map(String::as_str).collect();
    let wanted: Vec<String> = names
        .iter_mut()
        .flatten()
        .flat_map(|names| names.all_mut().map(|name| name.clone()))
        .collect();
    // `unique` returns one name for each that it gets.
    let unique_names = unique(wanted.into_iter(), &taken, "");
    let all_names = names.iter_mut().flatten().flat_map(ResponseNames::all_mut);
    for (name, unique_name) in all_names.zip(unique_names) {
        *name = unique_name;
    }
}

/// The names that the responses of an operation have unless they are taken. `None` if the only response is its content.
/// No type of the API has one of these names: a caller imports both.
fn wanted_names(operation: &api::Operation, type_names: &HashSet<&str>) -> Option<ResponseNames> {
    let name = |part: &str| {
        let name = response_name(&operation.name, part);
        match type_names.contains(name.as_str()) {
            true => response_name(&operation.name, &format!("Full{part}")),
            false => name,
        }
    };
    let responses = operation.responses.as_slice();
    match responses {
        [only] if !is_struct(only) => None,
        [_] => Some(ResponseNames {
            whole: name("Response"),
            structs: Vec::new(),
            choice: None,
        }),
        [] | [_, ..] => {
            let structs = responses
                .iter()
                .map(|response| is_struct(response).then(|| name(&variant(response))));
            let has_choice = responses.iter().any(|response| response.choice.is_some());
            Some(ResponseNames {
                whole: name("Response"),
                structs: structs.collect(),
                choice: (has_choice && !operation.is_chosen_by_part()).then(|| name("Choice")),
            })
        }
    }
}

fn variant(response: &api::Response) -> String {
    match &response.choice {
        Some(choice) => camel(&choice.name),
        None => variant_of_status(response.rust_name.as_deref(), response.status),
    }
}

fn response_type<'a>(
    api: &'a Api,
    operation: &'a api::Operation,
    names: ResponseNames,
) -> ResponseType<'a> {
    let responses = match operation.responses.as_slice() {
        [only] => return ResponseType::Single(response_struct(api, only, names.whole)),
        responses => responses,
    };
    let is_only_status = responses.iter().all(|response| response.choice.is_some());
    let mut choices = 0..;
    let variants = responses.iter().zip(names.structs);
    let variants = variants.map(|(response, struct_name)| ResponseVariant {
        name: variant(response),
        choice: response.choice.as_ref().and_then(|_| choices.next()),
        selector: response
            .choice
            .as_ref()
            .and_then(|choice| selector(operation, choice)),
        variable: match is_only_status && response.headers.is_empty() {
            true => variable(api, &content(&response.content)),
            false => Some("response".to_owned()),
        },
        api: response,
        value: match struct_name {
            None => VariantValue::Content(content(&response.content)),
            Some(name) => VariantValue::Struct(response_struct(api, response, name)),
        },
    });
    let variants: Vec<ResponseVariant<'_>> = variants.collect();
    let has_choice = responses.iter().any(|response| response.choice.is_some());
    ResponseType::Several {
        name: names.whole,
        variants,
        choice: has_choice.then_some(ResponseChoice {
            name: names.choice,
            is_only_status,
        }),
    }
}

fn selector<'a>(
    operation: &api::Operation,
    choice: &'a api::ContentVariant,
) -> Option<Selector<'a>> {
    let selector = choice.selected_by.as_ref()?;
    let place = match selector.part {
        SelectorPart::Query => SelectorPlace::Query,
        SelectorPart::Body if operation.body.as_ref().is_some_and(Body::is_form) => {
            SelectorPlace::Form
        }
        SelectorPart::Body if operation.is_chosen_by_part() => SelectorPlace::Part,
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
fn is_struct(response: &api::Response) -> bool {
    response.has_status || !response.headers.is_empty()
}

fn response_struct<'a>(api: &Api, response: &'a api::Response, name: String) -> ResponseStruct<'a> {
    ResponseStruct {
        name,
        api: response,
        content: content(&response.content),
        headers: headers(api, &response.headers, response_fields(response.has_status)),
    }
}
