//! Operations: their names, the parts of their requests, and their responses.

use super::argument_type::ArgumentType;
use super::auth::{Access, Carried};
use super::bodies::{Body, BodyVariant};
use super::calls::{CallWith, call};
use super::contents::{Content, content, variable};
use super::errors::ErrorSetId;
use super::page::{Page, PageStrategy, strategy_of};
use super::parameters::{Parameter, Role, declared_names};
use super::responses::ResponseType;
use crate::api::{self, Api, Events, Location, PagerId, Status};
use crate::hash::HashSet;
use crate::naming::{
    CALL_METHODS, CONDITIONS, Name, STATICS, arguments_name, body_name, fake_method, method,
    operation_error_name, shouty, unique, unique_names,
};

/// The error of all webhooks.
const WEBHOOK_ERROR: &str = "WebhookError";

/// Refers to an [`Operation`] of the same plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OperationId(pub(super) usize);

/// An operation.
pub(crate) struct Operation<'a> {
    pub(crate) api: &'a api::Operation,
    /// The method of trait and client: `list_guardrails`.
    pub(crate) method: String,
    /// The method of the fake that sets its handler.
    pub(crate) fake_method: String,
    /// The static that describes it: `LIST_GUARDRAILS`.
    pub(crate) constant: String,
    /// The static with the format of its events: `WATCH_EVENTS`.
    pub(crate) events: Option<String>,
    /// The static with the contents that callers choose from: `GET_REPORT_CHOICES`.
    pub(crate) choices: Option<String>,
    /// Its errors: `ListGuardrailsError`.
    pub(crate) error: String,
    /// The errors that its handler can return.
    pub(crate) errors: ErrorSetId,
    /// The statuses of these errors, [encoded](Status::encoded).
    pub(crate) error_statuses: Vec<u16>,
    /// Whether its requests or responses have values that must not be shown.
    pub(crate) sensitive: bool,
    /// The header with the signature of a webhook, in lowercase.
    pub(crate) signature: Option<String>,
    /// The client's call, if it has optional parameters.
    pub(crate) call: Option<CallWith>,
    /// Who may call it, unless anybody may.
    pub(crate) access: Option<Access<'a>>,
    /// The struct with everything in a request that is for the handler: `ListGuardrails`. `None` if there is
    /// nothing for it.
    pub(crate) request: Option<String>,
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) body: Option<Body<'a>>,
    /// The field of the request struct with the content that the caller asked for, if there are several.
    pub(crate) choice: Option<String>,
    /// The field of the request struct with the conditions, if the operation is conditional.
    pub(crate) conditions: Option<&'static str>,
    /// The page that the request selects, if the response is one.
    pub(crate) page: Option<RequestedPage>,
    /// How the client gets to the next page, if the response is not a page.
    pub(crate) strategy: Option<PageStrategy<'a>>,
    pub(crate) success: Success<'a>,
    /// The type of its responses, unless it is the type of the content of the only response.
    pub(crate) response: Option<ResponseType<'a>>,
}

/// The part of a request that selects a page.
pub(crate) struct RequestedPage {
    pub(crate) pager: PagerId,
    /// The field of the request struct.
    pub(crate) name: String,
}

/// A field of the request struct.
pub(crate) struct RequestField<'p> {
    pub(crate) name: &'p str,
    pub(crate) kind: RequestFieldKind<'p>,
}

/// The part of a request that is a field of the request struct.
pub(crate) enum RequestFieldKind<'p> {
    Parameter(&'p Parameter<'p>),
    /// All parameters of a pager.
    Page(PagerId),
    /// The conditions of the request.
    Conditions,
    /// The content that the caller asks for, as this enum.
    Choice(&'p str),
    Body(&'p Body<'p>),
}

/// The first successful response.
pub(crate) struct Success<'a> {
    pub(crate) content: Content<'a>,
    pub(crate) status: u16,
    /// The variable for the value in samples.
    pub(crate) variable: Option<String>,
}

impl<'a> Operation<'a> {
    /// The same with this type of its responses.
    pub(super) fn responding(self, response: Option<ResponseType<'a>>) -> Self {
        let variable = match &response {
            Some(response) if response.first_choice().is_none() && response.page().is_none() => {
                Some("response".to_owned())
            }
            Some(_) | None => self.success.variable,
        };
        Self {
            success: Success {
                variable,
                ..self.success
            },
            response,
            ..self
        }
    }
}

impl Operation<'_> {
    /// The fields of the request struct, in the order in which they are read.
    pub(crate) fn request_fields(&self) -> impl Iterator<Item = RequestField<'_>> {
        // The page is in the place of its first parameter.
        let mut page = self.page.iter();
        let parameters = self.parameters.iter();
        let parameters = parameters.filter(|parameter| parameter.role != Role::Constant);
        let parameters = parameters.filter_map(move |parameter| match parameter.api.page {
            Some(_) => page
                .next()
                .map(|page| field(&page.name, RequestFieldKind::Page(page.pager))),
            None => Some(field(
                &parameter.name,
                RequestFieldKind::Parameter(parameter),
            )),
        });
        let conditions = self.conditions.iter();
        let conditions = conditions.map(|name| field(name, RequestFieldKind::Conditions));
        let choice_types = self.response.iter().filter_map(ResponseType::choice);
        let choice_enums = choice_types.filter_map(|choice| choice.name.as_deref());
        let choice = self
            .choice
            .iter()
            .zip(choice_enums)
            .map(|(name, choice_enum)| field(name, RequestFieldKind::Choice(choice_enum)));
        let body = self.body.iter();
        let body = body.map(|body| field(&body.name, RequestFieldKind::Body(body)));
        // The choice looks at the body before it is decoded.
        parameters.chain(conditions).chain(choice).chain(body)
    }

    /// The arguments of the client's method, apart from the body.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.with_role(Role::Argument)
    }

    /// Whether the client's method is generic.
    pub(crate) fn is_generic(&self) -> bool {
        let mut arguments = self.arguments();
        arguments.any(|argument| argument.argument == ArgumentType::Into)
            || self.required_body().is_some_and(Body::is_converted)
    }

    /// Whether requests without credentials are refused.
    pub(crate) fn requires_credentials(&self) -> bool {
        self.access.as_ref().is_some_and(|access| !access.optional)
    }

    /// Which credentials of the client the requests carry.
    pub(crate) fn carried(&self, api: &Api) -> &Carried<'_> {
        match &self.access {
            Some(access) => &access.carried,
            None if self.api.server.is_some() && api.auth.is_some() => &Carried::Nothing,
            None => &Carried::SharedToken,
        }
    }

    /// The body, if it is an argument of the client's method.
    pub(crate) fn required_body(&self) -> Option<&Body<'_>> {
        self.body.as_ref().filter(|body| !body.api.optional)
    }

    /// The body, if a method of the call sets it.
    pub(crate) fn optional_body(&self) -> Option<&Body<'_>> {
        self.body.as_ref().filter(|body| body.api.optional)
    }

    /// The enum of the contents of the body, if there are several, and its variants.
    pub(crate) fn several_contents(&self) -> Option<(&str, &[BodyVariant<'_>])> {
        self.body.as_ref().and_then(Body::several)
    }

    /// The parameters that methods of the call set, without the parameters of pages.
    pub(crate) fn own_options(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.options()
            .filter(|parameter| parameter.api.page.is_none())
    }

    /// The parameters that methods of the call set.
    pub(crate) fn options(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.with_role(Role::Option)
    }

    /// The parameters that always have the same value.
    pub(crate) fn constants(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.with_role(Role::Constant)
    }

    /// The content of each successful status. `None` if callers choose from several contents.
    pub(crate) fn contents_by_status(&self) -> impl Iterator<Item = (u16, Option<&api::Content>)> {
        let responses = self.api.responses.as_slice();
        // The contents that callers choose from are next to each other.
        let by_status =
            responses.chunk_by(|one, other| one.choice.is_some() && other.choice.is_some());
        by_status.filter_map(|responses| match responses {
            [] => None,
            [only] => Some((only.status.encoded(), Some(&only.content))),
            [first, ..] => Some((first.status.encoded(), None)),
        })
    }

    /// The header with the key that the client creates.
    pub(crate) fn idempotency_key(&self) -> Option<&Parameter<'_>> {
        let mut parameters = self.parameters.iter();
        parameters.find(|parameter| parameter.api.is_idempotency_key)
    }

    fn with_role(&self, role: Role) -> impl Iterator<Item = &Parameter<'_>> {
        self.parameters
            .iter()
            .filter(move |parameter| parameter.role == role)
    }
}

fn field<'p>(name: &'p str, kind: RequestFieldKind<'p>) -> RequestField<'p> {
    RequestField { name, kind }
}

/// The names of the statics that describe the operations.
fn constants(api: &Api) -> Vec<String> {
    let constants = api.operations.iter().map(|operation| {
        let name = shouty(&operation.name);
        if STATICS.contains(&name.as_str()) {
            format!("{name}_OPERATION")
        } else {
            name
        }
    });
    unique(constants, &[], "_")
}

/// The names of the items of an operation.
pub(super) struct Statics {
    constant: String,
    events: Option<String>,
    choices: Option<String>,
    /// The enum of the contents of the request.
    contents: String,
}

/// The names of the statics of all operations, in order.
pub(super) fn statics(api: &Api) -> Vec<Statics> {
    let constants = constants(api);
    let taken: HashSet<&String> = constants.iter().collect();
    let name = |constant: &str, part: &str, further: &str| {
        let mut name = format!("{constant}_{part}");
        while taken.contains(&name) {
            name.push_str(further);
        }
        name
    };
    let arguments = api.operations.iter().filter_map(request);
    let arguments: HashSet<String> = arguments.collect();
    let contents = |operation: &api::Operation| {
        let mut name = body_name(&operation.name);
        while arguments.contains(&name) {
            name.push_str("Content");
        }
        name
    };
    let operations = api.operations.iter().zip(&constants);
    let statics = operations.map(|(operation, constant)| Statics {
        constant: constant.clone(),
        events: events(operation).map(|_| name(constant, "EVENTS", "_FORMAT")),
        choices: operation
            .choices()
            .next()
            .map(|_| name(constant, "CHOICES", "_LIST")),
        contents: contents(operation),
    });
    statics.collect()
}

/// The events that an operation sends. `check` allows one stream.
pub(crate) fn events(operation: &api::Operation) -> Option<&Events> {
    let mut responses = operation.responses.iter();
    responses.find_map(|response| response.content.events())
}

/// The parts of the plan that an operation needs.
pub(super) struct OperationInputs<'p, 'a> {
    pub(super) statics: Statics,
    /// The other methods of the handler trait.
    pub(super) other_methods: &'p [&'p str],
    pub(super) page: Option<&'p Page<'a>>,
    pub(super) errors: ErrorSetId,
    pub(super) access: Option<Access<'a>>,
    pub(super) sensitive: bool,
}

/// Plans an operation.
pub(super) fn operation<'a>(
    api: &'a Api,
    operation: &'a api::Operation,
    inputs: OperationInputs<'_, 'a>,
) -> Operation<'a> {
    let OperationInputs {
        statics,
        other_methods,
        page,
        errors,
        access,
        sensitive,
    } = inputs;
    let names = field_names(operation, page);
    let mut in_path = 0;
    let parameters = operation.parameters.iter().zip(names.parameters);
    let parameters = parameters.map(|(parameter, name)| {
        let before = in_path;
        in_path += usize::from(parameter.location == Location::Path);
        Parameter::new(api, parameter, name, before)
    });
    let mut parameters: Vec<Parameter<'a>> = parameters.collect();
    for parameter in parameters
        .iter_mut()
        .filter(|parameter| parameter.api.collects_remaining_query(api))
    {
        parameter.declared_names = Some(declared_names(api, operation));
    }
    let body = operation.body.as_ref();
    let pager = operation.pager();
    let method = method(&operation.name, other_methods);
    Operation {
        api: operation,
        fake_method: fake_method(&method),
        method,
        constant: statics.constant,
        events: statics.events,
        choices: statics.choices,
        error: match operation.webhook {
            Some(_) => WEBHOOK_ERROR.to_owned(),
            None => operation_error_name(&operation.name),
        },
        errors,
        error_statuses: error_statuses(api, operation),
        sensitive,
        signature: signature(operation),
        call: call(operation, &parameters),
        access,
        request: request(operation),
        parameters,
        body: body.and_then(|body| Body::new(body, names.body, statics.contents)),
        choice: operation.choices().next().map(|_| names.choice),
        conditions: operation.conditional.map(|_| CONDITIONS[0]),
        page: pager.map(|pager| RequestedPage {
            pager,
            name: names.page,
        }),
        strategy: operation.paging.as_ref().map(strategy_of),
        success: success(api, operation),
        response: None,
    }
}

fn error_statuses(api: &Api, operation: &api::Operation) -> Vec<u16> {
    if operation.webhook.is_some() {
        // The receiver can respond with any error.
        return vec![Status::Default.encoded()];
    }
    let documented = api.documented(operation);
    let mut statuses: Vec<u16> = documented.map(|error| error.status.encoded()).collect();
    statuses.dedup();
    statuses
}

fn signature(operation: &api::Operation) -> Option<String> {
    let header = operation.webhook.as_ref()?.signature.as_ref()?;
    Some(header.to_ascii_lowercase())
}

/// The names of the fields of a request struct.
struct FieldNames {
    /// One name for each parameter. It is empty for constants, which have no name in Rust.
    parameters: Vec<String>,
    body: String,
    page: String,
    choice: String,
}

/// The names of the fields of a request struct. The parameters of pages have the same names in all operations.
fn field_names(operation: &api::Operation, page: Option<&Page<'_>>) -> FieldNames {
    let page_parameters = page.into_iter().flat_map(|page| &page.parameters);
    let page_names = page_parameters.map(|parameter| parameter.name.as_str());
    let mut taken = CALL_METHODS.to_vec();
    taken.extend(page_names.clone());
    taken.extend(operation.conditional.iter().flat_map(|_| CONDITIONS));
    // The first argument of a sender.
    taken.extend(operation.webhook.as_ref().map(|_| "url"));
    let others = operation.parameters.iter();
    let others =
        others.filter(|parameter| parameter.page.is_none() && parameter.constant.is_none());
    let wanted =
        others.map(|parameter| Name::snake(parameter.rust_name.as_deref(), &parameter.name));
    // Parameters come first because their names are on the wire.
    let other_names = unique_names(wanted, &taken, "_");
    // The parameters of pages are fields of `page`.
    let beside = other_names.iter().map(String::as_str);
    let beside: Vec<&str> = beside.chain(CALL_METHODS).collect();
    let fixed = ["body", "page", "choice"].map(str::to_owned).into_iter();
    let mut fixed = unique(fixed, &beside, "_").into_iter();
    let mut page_names = page_names.map(str::to_owned);
    let mut other_names = other_names.into_iter();
    // `unique` returns one name for each that it gets, and pages have a name for each parameter.
    let parameters = operation.parameters.iter().map(|parameter| {
        let name = match (parameter.page, &parameter.constant) {
            (Some(_), _) => page_names.next(),
            (None, None) => other_names.next(),
            (None, Some(_)) => None,
        };
        name.unwrap_or_default()
    });
    let mut next = || fixed.next().unwrap_or_default();
    FieldNames {
        parameters: parameters.collect(),
        body: next(),
        page: next(),
        choice: next(),
    }
}

fn request(operation: &api::Operation) -> Option<String> {
    let mut parameters = operation.parameters.iter();
    let is_empty = parameters.all(|parameter| parameter.constant.is_some())
        && operation.body.is_none()
        && operation.conditional.is_none()
        && operation.choices().next().is_none();
    (!is_empty).then(|| arguments_name(&operation.name))
}

fn success<'a>(api: &Api, operation: &'a api::Operation) -> Success<'a> {
    let response = operation.response();
    let content = content(&response.content);
    Success {
        variable: variable(api, &content),
        content,
        status: response.status.encoded(),
    }
}
