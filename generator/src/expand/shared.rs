//! Parts that several operations share: each operation gets the parts that it uses, before its own.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, FieldEntry, OperationEntry, SharedEntry};
use crate::hash::HashMap;
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

const UNKNOWN_PART: Code = Code("E0137");
const DECLARED_TWICE: Code = Code("E0138");
const USED_TWICE: Code = Code("E0139");
const NOT_OF_WEBHOOKS: Code = Code("E0837");

/// Adds the shared parts to the operations. Operations with errors in their shared parts are left out.
pub(super) fn expand(document: &mut Document, diagnostics: &mut Diagnostics) {
    let parts = document.shared.iter();
    let parts = Parts {
        declared: parts.map(|part| (part.name.value.as_str(), part)).collect(),
        left_out: &document.left_out.named.shared,
    };
    // Errors in `api.uses` are reported once, not for each operation.
    let before = diagnostics.len();
    let mut everywhere: Vec<&SharedEntry> = Vec::new();
    for (part, name) in find(&document.api.uses, &parts, diagnostics) {
        let help = "remove one of them";
        use_once(part, &name, help, &mut everywhere, diagnostics);
    }
    let is_complete = diagnostics.len() == before;
    let mut expand_one = |operation: &mut OperationEntry| {
        let before = diagnostics.len();
        let own = find(&operation.uses, &parts, diagnostics);
        let is_webhook = operation.webhook.is_some();
        if is_webhook {
            for (part, name) in &own {
                check_webhook(part, name, diagnostics);
            }
        }
        let mut used = match is_webhook {
            true => Vec::new(),
            false => everywhere.clone(),
        };
        let is_of_all = |part: &SharedEntry| {
            let mut parts = everywhere.iter();
            !is_webhook && parts.any(|of_all| of_all.name.span == part.name.span)
        };
        for (part, name) in own {
            let help = match is_of_all(part) {
                true => "remove it here, or from `api.uses`",
                false => "remove one of them",
            };
            use_once(part, &name, help, &mut used, diagnostics);
        }
        for part in used.into_iter().rev() {
            add(part, operation, diagnostics);
        }
        diagnostics.len() == before && is_complete
    };
    document.operations.retain_mut(&mut expand_one);
    document.webhooks.retain_mut(&mut expand_one);
    if diagnostics.len() > before {
        document.left_out.add_others(diagnostics.len() - before);
    }
}

/// Adds a part to the used parts, or reports that it is already one of them. `help` is what to do then.
fn use_once<'d>(
    part: &'d SharedEntry,
    name: &Spanned<String>,
    help: &str,
    used: &mut Vec<&'d SharedEntry>,
    diagnostics: &mut Diagnostics,
) {
    if used.iter().any(|known| known.name.span == part.name.span) {
        let message = format!("`{}` is used twice", name.value);
        diagnostics.push(Diagnostic::error(USED_TWICE, message, name.span).help(help));
    } else {
        used.push(part);
    }
}

/// Reports what a webhook cannot have of a part.
fn check_webhook(part: &SharedEntry, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let keys = [
        (
            "path",
            part.path.first().map(|parameter| parameter.name.span),
        ),
        (
            "response_headers",
            part.response_headers.first().map(|header| header.name.span),
        ),
        (
            "conditional",
            part.conditional.as_ref().map(|conditional| conditional.key),
        ),
        ("errors", part.errors.first().map(|error| error.span)),
    ];
    for (key, span) in keys {
        if let Some(span) = span {
            let message = format!("a webhook cannot use `{}`, which has `{key}`", name.value);
            diagnostics.push(
                Diagnostic::error(NOT_OF_WEBHOOKS, message, name.span)
                    .also(span, "declared here")
                    .help("move what webhooks use to a separate shared part"),
            );
        }
    }
}

/// The shared parts of a document.
struct Parts<'d> {
    declared: HashMap<&'d str, &'d SharedEntry>,
    left_out: &'d BTreeSet<String>,
}

/// The parts with these names.
fn find<'d>(
    names: &[Spanned<String>],
    parts: &Parts<'d>,
    diagnostics: &mut Diagnostics,
) -> Vec<(&'d SharedEntry, Spanned<String>)> {
    let found = names.iter().filter_map(|name| {
        let found = parts.declared.get(name.value.as_str()).copied();
        if found.is_none() {
            let left_out = parts.left_out.iter().map(String::as_str);
            let mut known: Vec<&str> = parts.declared.keys().copied().chain(left_out).collect();
            known.sort_unstable();
            let message = format!("there is no shared part `{}`", name.value);
            let diagnostic = Diagnostic::error(UNKNOWN_PART, message, name.span);
            diagnostics.push(match closest(&name.value, known.iter().copied()) {
                Some(near) => diagnostic.did_you_mean(&name.value, near),
                None if known.is_empty() => {
                    diagnostic.help(format!("declare it: `shared: {{ {}: … }}`", name.value))
                }
                None => {
                    let known = listed(known.into_iter());
                    diagnostic.help(format!("`shared` declares {known}"))
                }
            });
        }
        found.map(|part| (part, name.clone()))
    });
    found.collect()
}

/// The diagnostic for what both an operation and its shared part declare, at these spans.
fn declared_twice(name: &str, part: &SharedEntry, own: Span, shared: Span) -> Diagnostic {
    let message = format!("`{name}` is in `shared.{}` too", part.name.value);
    Diagnostic::error(DECLARED_TWICE, message, own)
        .also(shared, "declared here")
        .help("remove one of the two; nothing overrides a shared part")
}

fn add(part: &SharedEntry, operation: &mut OperationEntry, diagnostics: &mut Diagnostics) {
    if let Some(shared) = &part.idempotency {
        if let Some(own) = &operation.idempotency {
            let (own, shared) = (own.header.span, shared.header.span);
            diagnostics.push(declared_twice("idempotency", part, own, shared));
        }
        operation.idempotency = Some(shared.clone());
    }
    if let Some(shared) = &part.conditional {
        if let Some(own) = &operation.conditional {
            diagnostics.push(declared_twice("conditional", part, own.key, shared.key));
        }
        operation.conditional = Some(shared.clone());
    }
    let mut put = |shared: &[FieldEntry], own: &mut Vec<FieldEntry>| {
        for field in shared {
            if let Some(own) = own.iter().find(|own| own.name.value == field.name.value) {
                let (own, shared) = (own.name.span, field.name.span);
                diagnostics.push(declared_twice(&field.name.value, part, own, shared));
            }
        }
        own.splice(0..0, shared.iter().cloned());
    };
    put(&part.path, &mut operation.path);
    put(&part.query, &mut operation.query);
    put(&part.headers, &mut operation.headers);
    put(&part.cookies, &mut operation.cookies);
    for response in &mut operation.responses {
        put(&part.response_headers, &mut response.headers);
    }
    operation.errors.splice(0..0, part.errors.iter().cloned());
}
