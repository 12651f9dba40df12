//! Calls of the client with optional parameters, and their methods.

use super::operations::Operation;
use super::parameters::{Parameter, Role};
use crate::api;
use crate::naming::{CONDITIONS, STREAM, camel};

/// A call with optional parameters.
pub(crate) struct CallWith {
    /// The name of its type: `ListGuardrailsCall`.
    pub(crate) name: String,
    /// The type that stands for the operation: `ListGuardrailsOptions`. `None` if the call has only the
    /// parameters of pages, which all calls for pages have.
    pub(crate) options: Option<String>,
}

impl Operation<'_> {
    /// The methods that the call of this operation has, and other calls need not have.
    pub(crate) fn call_methods(&self) -> Vec<String> {
        let parameters = self.options().map(|parameter| parameter.name.clone());
        let body = self.optional_body().map(|body| body.name.clone());
        let choices = self.response.iter();
        let choices = choices.flat_map(|response| response.choices());
        let choosers = choices
            .filter(|variant| variant.choice.is_some())
            .filter_map(|variant| variant.method());
        let streams = self.page.is_some() || self.strategy.is_some();
        let [_, by_time, by_tag] = CONDITIONS;
        let conditional = self.api.conditional.as_ref();
        let has_tag = conditional.is_some_and(|conditional| conditional.etag);
        let has_time = conditional.is_some_and(|conditional| conditional.last_modified);
        let fixed = [(streams, STREAM), (has_tag, by_tag), (has_time, by_time)];
        let fixed = fixed.into_iter().filter(|(has, _)| *has);
        let fixed = fixed.map(|(_, name)| name.to_owned());
        parameters
            .chain(body)
            .chain(choosers)
            .chain(fixed)
            .collect()
    }
}

/// Plans the call of an operation; `None` if it has no methods of its own.
pub(super) fn call(operation: &api::Operation, parameters: &[Parameter<'_>]) -> Option<CallWith> {
    let options = parameters
        .iter()
        .filter(|parameter| parameter.role == Role::Option);
    let has_optional_body = operation.body.as_ref().is_some_and(|body| body.optional);
    let has_choices = operation.choices().next().is_some();
    // Calls for pages have a method for all of them.
    let is_page = operation.pager().is_some();
    let is_conditional = operation.conditional.is_some();
    let has_others =
        has_optional_body || has_choices || is_conditional || operation.paging.is_some();
    if options.clone().next().is_none() && !has_others && !is_page {
        return None;
    }
    let mut own = options.filter(|parameter| parameter.api.page.is_none());
    let has_own = own.next().is_some() || has_others;
    let name = camel(&operation.name);
    Some(CallWith {
        options: has_own.then(|| format!("{name}Options")),
        name: format!("{name}Call"),
    })
}
