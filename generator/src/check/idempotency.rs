//! Keys that make operations idempotent.

use super::{headers, responses};
use crate::api::Method;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{IdempotencyEntry, OperationEntry};

const NEEDLESS_KEY: Code = Code("E0540");
const KEY_TWICE: Code = Code("E0541");
const KEY_OF_PAGES: Code = Code("E0544");

/// The header of a key.
pub(super) fn check_header(entry: &IdempotencyEntry, diagnostics: &mut Diagnostics) {
    headers::check_name(&entry.header, diagnostics);
    headers::check_use(&entry.header, diagnostics);
}

/// The key of an operation.
pub(super) fn check(operation: &OperationEntry, diagnostics: &mut Diagnostics) {
    let Some(entry) = &operation.idempotency else {
        return;
    };
    check_header(entry, diagnostics);
    let header = &entry.header;
    let method = operation.route.method;
    let needless = match method {
        Method::Get | Method::Head | Method::Options | Method::Trace => Some((
            format!(
                "a {} request needs no key: it changes nothing",
                method.name()
            ),
            "remove `idempotency`",
        )),
        Method::Post | Method::Patch | Method::Put | Method::Delete => {
            (operation.idempotent == Some(false)).then(|| {
                let message = "an operation with a key is idempotent";
                (
                    message.to_owned(),
                    "remove `idempotent: false`, or `idempotency`",
                )
            })
        }
    };
    if let Some((message, help)) = needless {
        diagnostics.push(Diagnostic::error(NEEDLESS_KEY, message, header.span).help(help));
    }
    if responses::page(operation).is_some() || operation.paging.is_some() {
        let message = "a list has no key: all of its pages would have the same one";
        diagnostics.push(Diagnostic::error(KEY_OF_PAGES, message, header.span).help(
            "remove `idempotency`; if the operation changes nothing, write `idempotent: true`",
        ));
    }
    let mut headers = operation.headers.iter();
    let same = headers.find(|own| own.name.value.eq_ignore_ascii_case(&header.value));
    if let Some(own) = same {
        let message = format!("the header `{}` is declared twice", own.name.value);
        diagnostics.push(
            Diagnostic::error(KEY_TWICE, message, own.name.span)
                .also(header.span, "it contains the key")
                .help("remove it from `headers`: the handler gets it as `idempotency_key`"),
        );
    }
}
