//! Who may call an operation.

use super::context::Context;
use super::references::undeclared;
use super::{schemes, styles};
use crate::api::{KeyPlace, Style};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AccessEntry, AlternativeEntry, AuthSection, FieldEntry, NotedName, OperationEntry, SchemeEntry,
};
use crate::source::Spanned;
use crate::words::alternatives;

const UNKNOWN_NAME: Code = Code("E0509");
const MISSING_ACCESS: Code = Code("E0510");
const SCHEME_WITH_KINDS: Code = Code("E0811");
const UNKNOWN_SCOPE: Code = Code("E0812");
const WRONG_SCOPES: Code = Code("E0813");
const NONE_NOT_LAST: Code = Code("E0814");
const REPEATED: Code = Code("E0815");
const NO_ALTERNATIVE: Code = Code("E0816");
const CREDENTIALS_AS_PARAMETER: Code = Code("E0817");

pub(super) fn check_operation(operation: &OperationEntry, context: &mut Context<'_, '_>) {
    let document = context.document();
    let Some(auth) = &document.auth else {
        let alternatives = operation
            .access
            .iter()
            .flat_map(|access| &access.alternatives);
        let mut named = alternatives.filter(|alternative| !alternative.is_none());
        if let Some(alternative) = named.next() {
            let message = "the document has no `auth`";
            let diagnostic = Diagnostic::error(UNKNOWN_NAME, message, alternative.name.span);
            context
                .report(diagnostic.help("declare the authentication schemes in a section `auth`"));
        }
        return;
    };
    match (&operation.access, &auth.default) {
        (Some(access), _) => {
            check(access, auth, context.diagnostics);
            check_parameters(operation, access, auth, context);
        }
        (None, Some(default)) => check_parameters(operation, default, auth, context),
        (None, None) => {
            let message = format!("`{}` has no `auth`", operation.name.value);
            let choices = alternatives(names(auth).chain(["none"]));
            let diagnostic = Diagnostic::error(MISSING_ACCESS, message, operation.name.span)
                .help(format!(
                    "add `auth: …`, one of {choices}; or `default: …` in the section `auth`, for all operations"
                ));
            context.report(diagnostic);
        }
    }
}

/// The names that operations can list: kinds of credentials, and schemes without kinds.
fn names(auth: &AuthSection) -> impl Iterator<Item = &str> + Clone {
    auth.schemes.iter().flat_map(|scheme| {
        let kinds = scheme.kinds.iter().map(|kind| kind.name.value.as_str());
        let own = scheme
            .kinds
            .is_empty()
            .then_some(scheme.name.value.as_str());
        own.into_iter().chain(kinds)
    })
}

/// The alternatives of an operation, or of the default.
pub(super) fn check(access: &AccessEntry, auth: &AuthSection, diagnostics: &mut Diagnostics) {
    let alternatives = &access.alternatives;
    if alternatives.is_empty() {
        let message = "`auth` lists no alternative";
        let diagnostic = Diagnostic::error(NO_ALTERNATIVE, message, access.span);
        diagnostics.push(diagnostic.help("write `auth: none` if anybody may call"));
    }
    for (index, alternative) in alternatives.iter().enumerate() {
        let is_same = |other: &&AlternativeEntry| is_same(other, alternative);
        if let Some(first) = alternatives[..index].iter().find(is_same) {
            let message = format!("`{}` is listed twice", alternative.name.value);
            let diagnostic = Diagnostic::error(REPEATED, message, alternative.name.span)
                .also(first.name.span, "the first one");
            diagnostics.push(diagnostic.help("remove one of the two"));
        } else if alternative.is_none() {
            check_none(alternative, index + 1 == alternatives.len(), diagnostics);
        } else {
            check_alternative(alternative, auth, diagnostics);
        }
    }
}

fn is_same(one: &AlternativeEntry, other: &AlternativeEntry) -> bool {
    let scopes = |alternative: &AlternativeEntry| {
        let scopes = alternative.scopes.iter().flat_map(|scopes| &scopes.value);
        let mut scopes: Vec<String> = scopes.map(|scope| scope.value.clone()).collect();
        scopes.sort_unstable();
        scopes
    };
    one.name.value == other.name.value && scopes(one) == scopes(other)
}

fn check_none(none: &AlternativeEntry, is_last: bool, diagnostics: &mut Diagnostics) {
    if !is_last {
        let message = "`none` must be the last alternative";
        let diagnostic = Diagnostic::error(NONE_NOT_LAST, message, none.name.span)
            .note("a request without credentials is let in if it carries none of the others");
        diagnostics.push(diagnostic.help("move `none` to the end"));
    }
    if let Some(scopes) = &none.scopes {
        let diagnostic = Diagnostic::error(WRONG_SCOPES, "`none` has no scopes", scopes.span);
        diagnostics.push(diagnostic.help("remove the scopes: write `none` instead of the map"));
    }
}

fn check_alternative(
    alternative: &AlternativeEntry,
    auth: &AuthSection,
    diagnostics: &mut Diagnostics,
) {
    let name = &alternative.name;
    let is_kind = |scheme: &&SchemeEntry| has(&scheme.kinds, &name.value);
    if let Some(scheme) = auth.scheme(&name.value) {
        if let Some(first) = scheme.kinds.first() {
            let message = format!("`{}` is a scheme with kinds", name.value);
            let kinds = scheme.kinds.iter().map(|kind| kind.name.value.as_str());
            let diagnostic = Diagnostic::error(SCHEME_WITH_KINDS, message, name.span)
                .note(format!(
                    "any valid credentials are a `{}`",
                    first.name.value
                ))
                .help(format!("name one of its kinds: {}", alternatives(kinds)));
            diagnostics.push(diagnostic);
        } else if let Some(scopes) = &alternative.scopes {
            check_scopes(scheme, scopes, auth, diagnostics);
        }
    } else if auth.schemes.iter().any(|scheme| is_kind(&scheme)) {
        if let Some(scopes) = &alternative.scopes {
            let message = format!(
                "`{}` is a kind of credentials, which has no scopes",
                name.value
            );
            let diagnostic = Diagnostic::error(WRONG_SCOPES, message, scopes.span);
            diagnostics.push(diagnostic.help(format!(
                "remove the scopes: write `{}` instead of the map",
                name.value
            )));
        }
    } else {
        let what = "scheme or kind of credentials";
        diagnostics.push(undeclared(
            UNKNOWN_NAME,
            what,
            "auth.schemes",
            name,
            names(auth),
        ));
    }
}

fn has(names: &[NotedName], name: &str) -> bool {
    names.iter().any(|known| known.name.value == name)
}

/// The scopes of a scheme; a combination has the scopes of its parts.
fn scopes_of<'d>(scheme: &'d SchemeEntry, auth: &'d AuthSection) -> Vec<&'d str> {
    let parts = scheme.combined().iter();
    let parts = parts.filter_map(|part| auth.scheme(&part.value));
    let scopes = parts.chain([scheme]).flat_map(|scheme| &scheme.scopes);
    scopes.map(|scope| scope.name.value.as_str()).collect()
}

fn check_scopes(
    scheme: &SchemeEntry,
    scopes: &Spanned<Vec<Spanned<String>>>,
    auth: &AuthSection,
    diagnostics: &mut Diagnostics,
) {
    let name = &scheme.name.value;
    if scopes.value.is_empty() {
        let message = format!("`{name}` lists no scope");
        let diagnostic = Diagnostic::error(WRONG_SCOPES, message, scopes.span);
        diagnostics.push(diagnostic.help(format!("write `{name}` if no scope is needed")));
    }
    let known = scopes_of(scheme, auth);
    for (index, scope) in scopes.value.iter().enumerate() {
        let mut before = scopes.value[..index].iter();
        if let Some(first) = before.find(|first| first.value == scope.value) {
            let message = format!("the scope `{}` is listed twice", scope.value);
            let diagnostic = Diagnostic::error(REPEATED, message, scope.span);
            diagnostics.push(diagnostic.also(first.span, "the first one"));
        } else if !known.contains(&scope.value.as_str()) {
            diagnostics.push(unknown_scope(scheme, scope, &known, auth));
        }
    }
}

fn unknown_scope(
    scheme: &SchemeEntry,
    scope: &Spanned<String>,
    known: &[&str],
    auth: &AuthSection,
) -> Diagnostic {
    let mut others = auth.schemes.iter();
    if let Some(other) = others.find(|other| has(&other.scopes, &scope.value)) {
        let (name, other) = (&scheme.name.value, &other.name.value);
        let message = format!("`{}` is a scope of `{other}`, not of `{name}`", scope.value);
        return Diagnostic::error(UNKNOWN_SCOPE, message, scope.span).help(format!(
            "declare it in `auth.schemes.{name}.scopes` too, or write `{other}`"
        ));
    }
    let section = format!("auth.schemes.{}.scopes", scheme.name.value);
    undeclared(
        UNKNOWN_SCOPE,
        "scope",
        &section,
        scope,
        known.iter().copied(),
    )
}

/// Credentials are not parameters: handlers would see a secret.
fn check_parameters(
    operation: &OperationEntry,
    access: &AccessEntry,
    auth: &AuthSection,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let named = |name: &str| {
        let is_it = |scheme: &&SchemeEntry| scheme.name.value == name || has(&scheme.kinds, name);
        auth.schemes.iter().find(is_it)
    };
    let used = access.alternatives.iter();
    let used = used.filter_map(|alternative| named(&alternative.name.value));
    // A combination is in the places of its parts.
    let parts = used.flat_map(|scheme| {
        let parts = scheme.combined().iter();
        std::iter::once(scheme).chain(parts.filter_map(|part| named(&part.value)))
    });
    for scheme in parts {
        let Some((place, name)) = schemes::place(scheme) else {
            continue;
        };
        let is_same = |parameter: &&FieldEntry| match place {
            KeyPlace::Header => parameter.name.value.eq_ignore_ascii_case(name),
            KeyPlace::Query => match parameter.style.written() {
                Some(Style::Flat(_)) => styles::flat_names(parameter, scope).contains(&name),
                Some(_) | None => parameter.name.value == name,
            },
            KeyPlace::Cookie => parameter.name.value == name,
        };
        let parameters: &[FieldEntry] = match place {
            KeyPlace::Header => &operation.headers,
            KeyPlace::Query => &operation.query,
            KeyPlace::Cookie => &operation.cookies,
        };
        // `Authorization` is not a parameter of any operation.
        let is_reported = name.eq_ignore_ascii_case("authorization");
        if let Some(parameter) = parameters.iter().find(is_same).filter(|_| !is_reported) {
            let message = format!(
                "`{name}` carries the credentials of `{}`",
                scheme.name.value
            );
            let diagnostic =
                Diagnostic::error(CREDENTIALS_AS_PARAMETER, message, parameter.name.span)
                    .also(scheme.name.span, "this scheme");
            context.report(
                diagnostic.help("remove the parameter: `authenticate` gets the credentials"),
            );
        }
    }
}
