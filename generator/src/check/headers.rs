//! Headers: names that requests and responses may declare, and their types.

use super::context::Context;
use super::scope::{ParameterValues, is_parameter_type};
use super::{fields, names, styles, text_forms};
use crate::api::{Integer, Location, Method, Scalar};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ErrorEntry, FieldEntry, ResponseEntry, TypeExprKind};
use crate::source::Spanned;

const WRONG_HEADER: Code = Code("E0609");
const REQUIRED_HEADER: Code = Code("E0610");
const HEADER_TYPE: Code = Code("E0611");
const OWN_HEADER: Code = Code("E0612");
const DEFAULT_OF_HEADER: Code = Code("E0617");
const REQUIRED_LIST: Code = Code("E0850");
const LENGTH_TYPE: Code = Code("E0720");

/// The headers of an error response.
pub(super) fn check_error(error: &ErrorEntry, context: &mut Context<'_, '_>) {
    names::check_headers(&error.headers, context.diagnostics);
    for header in &error.headers {
        check(header, ParameterValues::Single, context);
        if !header.optional {
            let message = format!(
                "the header `{}` of an error must be optional",
                header.name.value
            );
            let diagnostic =
                Diagnostic::error(REQUIRED_HEADER, message, header.name.span).help(format!(
                    "write `{}?:`: callers cannot rely on headers of errors",
                    header.name.value
                ));
            context.report(diagnostic);
        }
        check_default(header, "an error", context.diagnostics);
    }
}

/// The headers of a successful response to a request with this method.
pub(super) fn check_response(
    response: &ResponseEntry,
    method: Method,
    context: &mut Context<'_, '_>,
) {
    names::check_headers(&response.headers, context.diagnostics);
    names::rust::check_response(response, context.diagnostics);
    for header in &response.headers {
        if method == Method::Head && header.name.value.eq_ignore_ascii_case("content-length") {
            check_length(header, context.diagnostics);
        } else {
            check(header, ParameterValues::SingleOrList, context);
        }
        check_default(header, "a response", context.diagnostics);
    }
}

/// The length of the content that a response to `HEAD` does not have (RFC 9110, section 8.6). Anything but a number
/// would break the message.
fn check_length(header: &FieldEntry, diagnostics: &mut Diagnostics) {
    styles::check_none(header, diagnostics);
    let is_length = !header.ty.nullable
        && matches!(
            header.ty.kind,
            TypeExprKind::Scalar(Scalar::Integer(Integer::Uint32 | Integer::Uint64))
        );
    if !is_length {
        let message = format!("`{}` is a number of bytes", header.name.value);
        let diagnostic = Diagnostic::error(LENGTH_TYPE, message, header.ty.span);
        diagnostics.push(diagnostic.write("uint64"));
    }
}

/// `owner` names what has the header: "a response".
fn check_default(header: &FieldEntry, owner: &str, diagnostics: &mut Diagnostics) {
    if let Some(default) = &header.default {
        let message = format!("a header of {owner} cannot have a default");
        let help = format!("remove the default; handlers set the headers that {owner} has");
        let diagnostic = Diagnostic::error(DEFAULT_OF_HEADER, message, default.span).help(help);
        diagnostics.push(diagnostic);
    }
}

/// A header of a request: its name, its type and its style.
pub(super) fn check_request<'d>(header: &'d FieldEntry, context: &mut Context<'_, 'd>) {
    check_entry(header, context.diagnostics);
    styles::check(header, Location::Header, context);
}

fn check_entry(header: &FieldEntry, diagnostics: &mut Diagnostics) {
    // An empty name was reported with the names of fields.
    if !header.name.value.is_empty() {
        check_own(&header.name, diagnostics);
    }
}

/// The name of a header that the API chooses.
pub(super) fn check_own(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    check_name(name, diagnostics);
    check_use(name, diagnostics);
}

/// A header of a response: its name and its type.
pub(super) fn check(header: &FieldEntry, allowed: ParameterValues, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    check_entry(header, context.diagnostics);
    styles::check_none(header, context.diagnostics);
    fields::check(header, context);
    if !is_parameter_type(&header.ty, allowed, scope) {
        let message = match allowed {
            ParameterValues::SingleOrList => {
                "a header must have a single value or a list of such values"
            }
            ParameterValues::Single => "a header of an error must have a single value",
        };
        let diagnostic = Diagnostic::error(HEADER_TYPE, message, header.ty.span).help(
            "use a scalar other than `json`, a newtype or an enumeration; headers are never null",
        );
        context.report(diagnostic);
    } else if matches!(header.ty.kind, TypeExprKind::List(_)) && !header.optional {
        let name = &header.name.value;
        let message = format!("the header `{name}` must be optional, because it is a list");
        let diagnostic = Diagnostic::error(REQUIRED_LIST, message, header.name.span);
        let help = format!("write `{name}?:`: a response with an empty list has no such header");
        context.report(diagnostic.help(help));
    }
}

/// Why a header cannot be declared.
#[derive(Clone, Copy)]
enum Owner {
    /// `auth` describes credentials.
    Auth,
    /// Operations declare cookies by their names.
    Cookie,
    /// Contents have their media types.
    Media,
    /// Bodies have no encoding.
    Encoding,
    /// HTTP libraries set it, and a second value breaks the message (RFC 9110, sections 6.4.1, 7.6.1
    /// and 8).
    Http,
}

const OWN_HEADERS: [(&str, Owner); 19] = [
    ("accept", Owner::Media),
    ("accept-encoding", Owner::Encoding),
    ("authorization", Owner::Auth),
    ("connection", Owner::Http),
    ("content-encoding", Owner::Encoding),
    ("content-length", Owner::Http),
    ("content-type", Owner::Media),
    ("cookie", Owner::Cookie),
    ("expect", Owner::Http),
    ("host", Owner::Http),
    ("keep-alive", Owner::Http),
    ("proxy-authenticate", Owner::Auth),
    ("proxy-authorization", Owner::Auth),
    ("proxy-connection", Owner::Http),
    ("te", Owner::Http),
    ("trailer", Owner::Http),
    ("transfer-encoding", Owner::Http),
    ("upgrade", Owner::Http),
    ("www-authenticate", Owner::Auth),
];

/// Whether a header belongs to HTTP or to another part of the document.
pub(crate) fn is_own_header(name: &str) -> bool {
    owner(name).is_some()
}

fn owner(name: &str) -> Option<Owner> {
    let mut own = OWN_HEADERS.iter();
    let found = own.find(|(own, _)| name.eq_ignore_ascii_case(own));
    found.map(|(_, owner)| *owner)
}

pub(super) fn check_use(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let Some(owner) = owner(&name.value) else {
        return;
    };
    let help = match owner {
        Owner::Auth => "remove the header; declare credentials in `auth`",
        Owner::Cookie => "declare each cookie under `cookies`: `cookies: { session: string }`",
        Owner::Media => {
            "remove the header: clients and servers set it. To name the media type of a body, write \
             `{ type: Book, media: application/hal+json }`"
        }
        Owner::Encoding => "remove the header: bodies have no encoding",
        Owner::Http => "remove the header: clients and servers set it themselves",
    };
    let message = format!("the header `{}` cannot be declared", name.value);
    diagnostics.push(Diagnostic::error(OWN_HEADER, message, name.span).help(help));
}

/// The header that carries an API key.
pub(super) fn check_credentials(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if name.value.eq_ignore_ascii_case("cookie") {
        let message = "an API key in a cookie has the name of the cookie";
        let diagnostic = Diagnostic::error(OWN_HEADER, message, name.span);
        diagnostics.push(diagnostic.help("write `cookie: session` instead of `header`"));
    } else if !name.value.eq_ignore_ascii_case("authorization") {
        check_name(name, diagnostics);
        check_use(name, diagnostics);
    }
}

pub(super) fn check_name(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if !text_forms::is_token(&name.value) {
        let message = format!("`{}` is not a valid header name", name.value);
        let diagnostic = Diagnostic::error(WRONG_HEADER, message, name.span)
            .help("use letters, digits and `-`, as in `X-Request-Id`");
        diagnostics.push(diagnostic);
    } else if name.value.contains('*') {
        let message = format!("`{}` is not the name of one header", name.value);
        let diagnostic = Diagnostic::error(WRONG_HEADER, message, name.span)
            .help("declare each header by its whole name: headers cannot be declared by a prefix");
        diagnostics.push(diagnostic);
    }
}
