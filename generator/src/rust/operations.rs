//! Operations: their names, the parts of their requests, and their responses.

use super::errors::ErrorSetId;
use super::page::Page;
use super::parameters::{Parameter, Role};
use crate::api::{self, Api, Location, PageParameter, SuccessContent, Type, TypeId, TypeRef};
use crate::naming::{
    CALL_METHODS, STATICS, arguments_name, camel, method, operation_error_name, shouty, snake,
    unique,
};

/// Refers to an [`Operation`] of the same plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OperationId(pub(super) usize);

/// An operation.
pub(crate) struct Operation<'a> {
    pub(crate) api: &'a api::Operation,
    /// The method of trait and client: `list_guardrails`.
    pub(crate) method: String,
    /// The static that describes it: `LIST_GUARDRAILS`.
    pub(crate) constant: String,
    /// Its errors: `ListGuardrailsError`.
    pub(crate) error: String,
    /// The errors that its handler can return.
    pub(crate) errors: ErrorSetId,
    /// The client's call, if it has optional parameters.
    pub(crate) call: Option<CallWith>,
    /// The variant of the kind of key that it needs.
    pub(crate) key: Option<String>,
    /// The struct with everything in a request that is for the handler: `ListGuardrails`. `None` if there is
    /// nothing for it.
    pub(crate) request: Option<String>,
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) body: Option<Body<'a>>,
    /// The page that the request selects, if the response is one.
    pub(crate) page: Option<String>,
    pub(crate) success: Success<'a>,
}

/// A call with optional parameters.
pub(crate) struct CallWith {
    /// The name of its type: `ListGuardrailsCall`.
    pub(crate) name: String,
    /// The type that stands for the operation: `ListGuardrailsOptions`. `None` if the call has only the
    /// parameters of pages, which all calls for pages have.
    pub(crate) options: Option<String>,
}

/// The body of a request.
pub(crate) struct Body<'a> {
    pub(crate) api: &'a api::Body,
    /// The argument of the client, and the field of the request struct.
    pub(crate) name: String,
}

/// A field of the request struct.
pub(crate) struct RequestField<'p> {
    pub(crate) name: &'p str,
    pub(crate) part: Part<'p>,
}

/// The part of a request that is a field of the request struct.
pub(crate) enum Part<'p> {
    Parameter(&'p Parameter<'p>),
    /// All parameters of pages.
    Page,
    Body(&'p api::Body),
}

/// The usual successful response.
pub(crate) struct Success<'a> {
    pub(crate) content: Content<'a>,
    /// The field of the body that contains the value. It exists on the wire only.
    pub(crate) envelope: Option<&'a str>,
    pub(crate) status: u16,
    /// The variable for the value in samples.
    pub(crate) variable: Option<String>,
}

/// The value of a successful response.
pub(crate) enum Content<'a> {
    Nothing,
    Value(&'a TypeRef),
    /// A page of these items.
    Page(TypeId),
}

impl Operation<'_> {
    /// The fields of the request struct, in the order in which they are read.
    pub(crate) fn request_fields(&self) -> impl Iterator<Item = RequestField<'_>> {
        let parameters =
            self.parameters
                .iter()
                .filter_map(|parameter| match (parameter.api.page, &self.page) {
                    (Some(PageParameter::Limit), _) => None,
                    (Some(PageParameter::Offset), Some(page)) => Some(field(page, Part::Page)),
                    (Some(PageParameter::Offset), None) | (None, _) => Some(RequestField {
                        name: &parameter.name,
                        part: Part::Parameter(parameter),
                    }),
                });
        let body = self.body.iter();
        parameters.chain(body.map(|body| field(&body.name, Part::Body(body.api))))
    }

    /// The arguments of the client's method, apart from the body.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.with_role(Role::Argument)
    }

    /// The parameters that methods of the call set, without those of pages.
    pub(crate) fn own_options(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.options()
            .filter(|parameter| parameter.api.page.is_none())
    }

    /// The parameters that methods of the call set.
    pub(crate) fn options(&self) -> impl Iterator<Item = &Parameter<'_>> {
        self.with_role(Role::Option)
    }

    fn with_role(&self, role: Role) -> impl Iterator<Item = &Parameter<'_>> {
        self.parameters
            .iter()
            .filter(move |parameter| parameter.role == role)
    }
}

fn field<'p>(name: &'p str, part: Part<'p>) -> RequestField<'p> {
    RequestField { name, part }
}

/// The names of the statics of all operations, in order.
pub(super) fn constants(api: &Api) -> Vec<String> {
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

/// Plans an operation. `own` lists the other methods of the handler trait.
pub(super) fn operation<'a>(
    api: &'a Api,
    of: &'a api::Operation,
    constant: String,
    (own, page): (&[&str], Option<&Page<'_>>),
    (errors, key): (ErrorSetId, Option<String>),
) -> Operation<'a> {
    let mut names = names(of, page).into_iter();
    let mut in_path = 0;
    let parameters = of.parameters.iter().zip(&mut names);
    let parameters = parameters.map(|(parameter, name)| {
        let before = in_path;
        in_path += usize::from(parameter.location == Location::Path);
        Parameter::new(api, parameter, name, before)
    });
    let parameters: Vec<Parameter<'a>> = parameters.collect();
    let (body, page) = (names.next(), names.next());
    let body = of.body.as_ref().zip(body);
    Operation {
        api: of,
        method: method(&of.name, own),
        constant,
        error: operation_error_name(&of.name),
        errors,
        call: call(of, &parameters),
        key,
        request: request(of),
        parameters,
        body: body.map(|(api, name)| Body { api, name }),
        page: page.filter(|_| of.is_paged()),
        success: success(api, of),
    }
}

fn call(of: &api::Operation, parameters: &[Parameter<'_>]) -> Option<CallWith> {
    let mut options = parameters
        .iter()
        .filter(|parameter| parameter.role == Role::Option);
    let first = options.next()?;
    let mut all = std::iter::once(first).chain(options);
    let has_own = all.any(|parameter| parameter.api.page.is_none());
    let name = camel(&of.name);
    Some(CallWith {
        options: has_own.then(|| format!("{name}Options")),
        name: format!("{name}Call"),
    })
}

/// The names of the parameters, then those of the body and of the page. The parameters of pages
/// have the same names in all operations.
fn names(of: &api::Operation, page: Option<&Page<'_>>) -> Vec<String> {
    let page_names = page.filter(|_| of.is_paged());
    let page_names = page_names.map(|page| page.parameters.each_ref().map(|of| of.name.as_str()));
    let mut taken = CALL_METHODS.to_vec();
    taken.extend(page_names.into_iter().flatten());
    let own = of.parameters.iter();
    let own = own.filter(|parameter| parameter.page.is_none());
    let own = own.map(|parameter| snake(&parameter.name));
    // Parameters come first because their names are on the wire.
    let others = ["body", "page"].map(str::to_owned);
    let mut own = unique(own.chain(others), &taken, "_").into_iter();
    let parameters = of.parameters.iter().map(|parameter| {
        let [offset, limit] = page_names.unwrap_or_default();
        // `unique` returns one name for each that it gets.
        match parameter.page {
            None => own.next().unwrap_or_default(),
            Some(PageParameter::Offset) => offset.to_owned(),
            Some(PageParameter::Limit) => limit.to_owned(),
        }
    });
    let parameters: Vec<String> = parameters.collect();
    parameters.into_iter().chain(own).collect()
}

fn request(of: &api::Operation) -> Option<String> {
    let is_empty = of.parameters.is_empty() && of.body.is_none();
    (!is_empty).then(|| arguments_name(&of.name))
}

fn success<'a>(api: &Api, of: &'a api::Operation) -> Success<'a> {
    let success = of.success();
    let (content, envelope) = match &success.content {
        SuccessContent::Empty => (Content::Nothing, None),
        SuccessContent::Value { envelope, ty } => (Content::Value(ty), envelope.as_deref()),
        SuccessContent::Page(item) => (Content::Page(*item), None),
    };
    Success {
        variable: variable(api, &content),
        content,
        envelope,
        status: success.status,
    }
}

fn variable(api: &Api, content: &Content<'_>) -> Option<String> {
    match content {
        Content::Nothing => None,
        Content::Page(_) => Some("page".to_owned()),
        Content::Value(ty) => Some(match &ty.ty {
            Type::Named(id) => snake(&api.type_def(*id).name),
            Type::List(_) => "items".to_owned(),
            Type::Scalar(_) | Type::Map(_) => "value".to_owned(),
        }),
    }
}
