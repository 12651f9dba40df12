//! The samples of a request: one for each language.

use super::code::{self, Sample};
use crate::api::{Content, ContentKind};
use crate::emit::samples::{curl, example_body, javascript, python, request, rust_call};
use crate::emit::scaffold;
use crate::rust::{self, Crate};

/// A call with the generated client.
pub(super) fn call(plan: &Crate<'_>, planned: &rust::Operation<'_>) -> String {
    rust_call::call(plan, planned, example_body(plan, planned).as_ref())
}

/// The request in several languages; for a webhook, the code that receives it.
pub(super) fn requests(plan: &Crate<'_>, planned: &rust::Operation<'_>) -> Vec<Sample> {
    let (api, operation) = (plan.api, planned.api);
    let body = example_body(plan, planned);
    if operation.webhook.is_some() {
        let content = operation.body.as_ref().map(|body| &body.content);
        let is_json = |content: &&Content| matches!(content.kind, ContentKind::Json { .. });
        let json = content.filter(is_json).zip(body);
        let request = json.map(|(content, body)| content.wrapped(body));
        let mut samples = vec![code::sample(
            &code::RUST,
            &scaffold::receiver(plan, planned),
            "",
        )];
        samples.extend(request.map(|request| code::json("Request", &request)));
        return samples;
    }
    let request = request::example(api, operation, body.as_ref());
    let call = rust_call::call(plan, planned, body.as_ref());
    // Operations that name a server keep its URL.
    let base = match operation.server {
        Some(_) => "",
        None => &request.base,
    };
    let mut samples = vec![
        code::sample(&code::SHELL, &curl::call(&request), base),
        code::sample(&code::RUST, &call, base),
        code::sample(&code::PYTHON, &python::call(&request), base),
    ];
    let module = javascript::call(&request);
    samples.extend(module.map(|module| code::sample(&code::JAVASCRIPT, &module, base)));
    samples
}
