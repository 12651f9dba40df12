//! The section `auth`.

use super::errors::check_error_status;
use super::{access, names, schemes};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{AuthSection, NotedName};
use crate::hash::HashMap;
use crate::naming::plain_snake;
use crate::source::{Span, Spanned};

const NO_SCHEMES: Code = Code("E0604");
const SAME_NAME: Code = Code("E0801");
const PUBLIC_DEFAULT: Code = Code("E0802");

pub(super) fn check(auth: &AuthSection, diagnostics: &mut Diagnostics) {
    if auth.schemes.is_empty() {
        let diagnostic = Diagnostic::error(NO_SCHEMES, "`auth` declares no scheme", auth.span)
            .help("declare at least one: `schemes: { key: { scheme: bearer } }`");
        diagnostics.push(diagnostic);
    }
    for response in [&auth.missing, &auth.unknown, &auth.refused]
        .into_iter()
        .flatten()
    {
        check_error_status(&response.status, diagnostics);
    }
    check_names(auth, diagnostics);
    for scheme in &auth.schemes {
        schemes::check(scheme, auth, diagnostics);
    }
    if let Some(default) = &auth.default {
        access::check(default, auth, diagnostics);
        let mut alternatives = default.alternatives.iter();
        if let Some(none) = alternatives.find(|alternative| alternative.is_none()) {
            let message = "the default cannot be `none`";
            let diagnostic = Diagnostic::error(PUBLIC_DEFAULT, message, none.name.span)
                .note("an operation would become public because its `auth` was forgotten")
                .help("write `none` in `auth` of each operation that anybody may call");
            diagnostics.push(diagnostic);
        }
    }
}

/// Schemes and kinds share their names, because operations refer to both in the same place.
fn check_names(auth: &AuthSection, diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<&str, (Span, &str)> = HashMap::default();
    let schemes = auth.schemes.iter().map(|scheme| ("a scheme", &scheme.name));
    let kinds = auth.schemes.iter().flat_map(|scheme| &scheme.kinds);
    let kinds = kinds.map(|kind: &NotedName| ("a kind of credentials", &kind.name));
    for (what, name) in schemes.chain(kinds) {
        check_name(what, name, diagnostics);
        if let Some((first, other)) = seen.insert(&name.value, (name.span, what)) {
            let message = format!("`{}` is {other} and {what}", name.value);
            let message = match what == other {
                true => format!("`{}` is {what} twice", name.value),
                false => message,
            };
            let diagnostic = Diagnostic::error(SAME_NAME, message, name.span)
                .also(first, "the first one")
                .help("rename one of the two: operations refer to both by name");
            diagnostics.push(diagnostic);
        }
    }
}

/// In another case the reserved names would become these.
fn check_name(what: &str, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let why = match plain_snake(&name.value).as_str() {
        "none" => "`auth: none` means that no credentials are needed",
        "all" => "`all` lists the schemes of a combination",
        _ => {
            names::rules::check_snake(what, name, diagnostics);
            return;
        }
    };
    diagnostics.push(names::rules::reserved(name, why));
}
