//! The responses of operations: successes, and errors.

use super::conditional;
use super::contents::{self, MediaKind, Side};
use super::declared_errors;
use super::errors::{self, ErrorNumber, Errors};
use super::events;
use super::extensions;
use super::identifiers::Taken;
use super::kinds::Kinds;
use super::notes::notes;
use super::path_items::OperationNode;
use super::references::NodeRef;
use super::schema::Property;
use super::spelling;
use super::type_places::{PlaceKind, TypePlace};
use super::types::Types;
use super::warnings::Topic;
use crate::api::{Integer, Location, Method, Scalar, SelectorPart, Status};
use crate::check;
use crate::diagnostic::Lost;
use crate::document::{
    ContentEntry, ContentExprKind, ErrorContentEntry, ErrorContentEntryKind, FieldEntry, Notes,
    OperationEntry, ResponseEntry, SelectorEntry, TypeExpr, TypeExprKind,
};
use crate::extensions::{ERROR_RESPONSES, ERRORS, IMPLIED};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// The status of a response; `None` if the key is not a status.
fn status(key: &str) -> Option<Status> {
    if key == "default" {
        return Some(Status::Default);
    }
    let bytes = key.as_bytes();
    if let [digit @ b'1'..=b'5', b'x' | b'X', b'x' | b'X'] = bytes {
        return Some(Status::Class(digit - b'0'));
    }
    let code: u16 = key.trim().parse().ok()?;
    (100..=599).contains(&code).then_some(Status::Exact(code))
}

fn is_success(status: Status) -> bool {
    match status {
        Status::Exact(code) => (200..400).contains(&code),
        Status::Class(class) => class == 2 || class == 3,
        Status::Default => false,
    }
}

/// Reads the responses, and returns the numbers of the errors.
pub(super) fn read<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
    errors: &mut Errors,
    entry: &mut OperationEntry,
) -> Vec<(ErrorNumber, Span)> {
    let mut numbers = Vec::new();
    let mut read = declared(types, found);
    // The others name the types.
    read.sort_by_key(|(status, _)| status.value == Status::Exact(304));
    let default = read
        .iter()
        .find(|(status, _)| status.value == Status::Default)
        .map(|(status, at)| (status.span, *at));
    for (status, at) in &read {
        match status.value {
            success if is_success(success) => {
                success_of(types, found, *status, *at, entry);
            }
            _ if at.node.is_set(IMPLIED) => {
                // What it declares are errors of the API, but not of the operation.
                if at.node.get(ERRORS).is_some() {
                    errors_of(types, found, *status, *at, errors);
                }
            }
            _ => {
                let found = errors_of(types, found, *status, *at, errors);
                numbers.extend(found.into_iter().map(|number| (number, status.span)));
            }
        }
    }
    if !read.iter().any(|(status, _)| is_success(status.value)) {
        any_success(types, found, default, entry);
    }
    conditional::recognize(types, found, entry);
    let mut contents = entry
        .responses
        .iter()
        .flat_map(|response| &response.content);
    if contents.any(|content| content.events.resumable.is_some()) {
        // Clients of resumable streams send this header themselves.
        entry
            .headers
            .retain(|header| !header.name.value.eq_ignore_ascii_case("last-event-id"));
    }
    numbers
}

/// Adds the success of an operation that describes none: with any status, and with the content of `default`, or with
/// bytes.
fn any_success<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
    default: Option<(Span, NodeRef<'a>)>,
    entry: &mut OperationEntry,
) {
    let any = Status::Class(2);
    match default {
        Some((span, at)) => success_of(types, found, Spanned::new(any, span), at, entry),
        None => {
            let span = found.at.node.span;
            entry.responses.push(ResponseEntry {
                status: Spanned::new(any, span),
                rust_name: None,
                content: Some(contents::bytes(span)),
                choice: None,
                headers: Vec::new(),
                notes: Notes::default(),
            });
        }
    }
    if found.method == Method::Head {
        entry
            .responses
            .iter_mut()
            .for_each(|response| response.content = None);
    }
}

/// The responses of an operation, by their statuses. One of each status counts.
fn declared<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
) -> Vec<(Spanned<Status>, NodeRef<'a>)> {
    let mut read: Vec<(Spanned<Status>, NodeRef<'a>)> = Vec::new();
    for (key, own) in found.at.entries_at("responses") {
        let Some(status) = status(&key.value) else {
            if !key.value.starts_with("x-") {
                let what = format!("the response is left out: `{}` is not a status", key.value);
                types.warnings.add(Topic::Dropped, key.span, &what);
            }
            continue;
        };
        // An error remains one without its description. A success may have any body.
        let target = types.files.follow(own);
        let Some(at) = target.or(Some(own).filter(|_| !is_success(status))) else {
            continue;
        };
        if matches!(status, Status::Exact(100..200) | Status::Class(1)) {
            let what = format!(
                "the response {} is left out: HTTP libraries handle interim responses, so callers do not get it, and handlers cannot send it",
                key.value
            );
            types.warnings.add(Topic::Dropped, key.span, &what);
            continue;
        }
        spelling::check(at.node, spelling::RESPONSE, &mut types.warnings);
        if !read.iter().any(|(known, _)| known.value == status) {
            read.push((Spanned::new(status, key.span), at));
        }
    }
    read
}

/// The kinds of contents of successes, the preferred ones first.
const SUCCESS_KINDS: [MediaKind; 7] = [
    MediaKind::Json,
    MediaKind::Lines,
    MediaKind::Events,
    MediaKind::Text,
    MediaKind::Binary,
    MediaKind::Form,
    MediaKind::Multipart,
];

/// Reads a response that is a success.
fn success_of<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
    status: Spanned<Status>,
    at: NodeRef<'a>,
    entry: &mut OperationEntry,
) {
    let has_content =
        !matches!(status.value, Status::Exact(204 | 205 | 304)) && found.method != Method::Head;
    let headers = headers(types, at, found, true);
    let content = at.get("content").filter(|_| has_content);
    let media = content.map_or_else(Vec::new, |content| types.media(content));
    let doc = notes(at.node);
    let response = |content: Option<ContentEntry>, choice| ResponseEntry {
        status,
        rust_name: None,
        content,
        choice,
        headers: headers.clone(),
        notes: doc.clone(),
    };
    let role = match entry.responses.is_empty() {
        true => "Response".to_owned(),
        false => format!("Response{}", status.value),
    };
    let Some(chosen) = types.chosen(&media, &SUCCESS_KINDS, Side::Response) else {
        entry.responses.push(response(None, None));
        return;
    };
    let main = chosen.main;
    let own = PlaceKind::Role(role.clone());
    let mut content = types.content(main, &chosen.alike, &found.name, own, false);
    show_end(types, found, at, main, &mut content);
    let others = sent_beside(types, entry, status.value, chosen.others);
    if others.is_empty() {
        entry.responses.push(response(Some(content), None));
        return;
    }
    let mut taken = Taken::default();
    let choice = contents::choice(main, &mut taken);
    entry.responses.push(response(Some(content), Some(choice)));
    for media in others {
        let own = PlaceKind::Role(format!("{role}Item"));
        let mut content = types.content(media, &[], &found.name, own, false);
        show_end(types, found, at, media, &mut content);
        let mut choice = contents::choice(media, &mut taken);
        choice.selected_by = extensions::selected_by(media.at.node, &mut types.warnings);
        if choice.selected_by.is_none()
            && matches!(media.kind, MediaKind::Events | MediaKind::Lines)
        {
            choice.selected_by = stream_field(types, found, media.name.span);
        }
        entry.responses.push(response(Some(content), Some(choice)));
    }
}

/// The contents that a status has besides its first one. Only one exact status of an operation has several.
fn sent_beside<'m, 'a>(
    types: &mut Types<'a>,
    entry: &OperationEntry,
    status: Status,
    others: Vec<&'m contents::Media<'a>>,
) -> Vec<&'m contents::Media<'a>> {
    let is_chosen = entry
        .responses
        .iter()
        .any(|response| response.choice.is_some());
    let what = match status {
        Status::Exact(_) if !is_chosen => return others,
        Status::Exact(_) => "the choice of contents of a second status",
        Status::Class(_) | Status::Default => "the choice of contents of several statuses",
    };
    for other in others {
        types.leave_out(what, other, Side::Response);
    }
    Vec::new()
}

/// Notes the event that ends a stream, if only a description or an example shows it.
fn show_end<'a>(
    types: &Types<'a>,
    found: &OperationNode<'a>,
    response: NodeRef<'a>,
    media: &contents::Media<'a>,
    content: &mut ContentEntry,
) {
    let is_stream = matches!(content.expr.kind, ContentExprKind::Events(_));
    if !is_stream || content.events.end.is_some() {
        return;
    }
    let schema = media.schema.and_then(|at| types.files.follow(at));
    let stream = stream_property(types, found);
    let objects = [Some(found.at), Some(response), Some(media.at), schema];
    let described = objects
        .into_iter()
        .flatten()
        .chain(stream.into_iter().flat_map(|stream| stream.parts));
    let texts: Vec<&Node> = described
        .flat_map(|at| {
            let keys = ["description", "summary", "example", "examples"];
            keys.into_iter().filter_map(move |key| at.node.get(key))
        })
        .collect();
    content.events.end = events::shown_end(&texts);
}

/// The property `stream` of the body.
fn stream_property<'a>(types: &Types<'a>, found: &OperationNode<'a>) -> Option<Property<'a>> {
    let body = types.files.follow(found.at.get("requestBody")?)?;
    let media = types.media(body.get("content")?);
    let json = media.iter().find(|media| media.kind == MediaKind::Json)?;
    let schema = types.files.schema(&[json.schema?]);
    schema.property("stream").cloned()
}

/// The field `stream` of the body, if it asks for a stream.
fn stream_field<'a>(
    types: &Types<'a>,
    found: &OperationNode<'a>,
    span: Span,
) -> Option<SelectorEntry> {
    let stream = stream_property(types, found)?;
    let is_boolean = types.files.schema(&stream.parts).kinds == Kinds::BOOLEAN;
    is_boolean.then(|| SelectorEntry {
        part: SelectorPart::Body,
        name: Spanned::new("stream".to_owned(), span),
        value: Node::bool(true, span),
    })
}

/// Reads a response of errors, and returns their numbers.
fn errors_of<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
    status: Spanned<Status>,
    at: NodeRef<'a>,
    errors: &mut Errors,
) -> Vec<ErrorNumber> {
    let declared = declared_errors::read(types, at.node);
    if declared.is_empty() {
        extensions::check_retry(at.node, &mut types.warnings);
        let headers = headers(types, at, found, false);
        let media = error_media(types, found, at);
        let body = error_body(types, found, status, media.as_ref());
        return vec![errors.add(status, body, headers, at.node, &found.name)];
    }
    let own = at.get(ERROR_RESPONSES);
    let whole = Some(at).filter(|_| declared.len() == 1);
    let mut numbers = Vec::new();
    for mut error in declared {
        let own = own.and_then(|own| own.get(&error.key.value.to_string()));
        if let Some(at) = own.or(whole) {
            let headers = headers(types, at, found, false);
            let media = error_media(types, found, at);
            let schema = media.as_ref().and_then(|media| media.schema);
            let is_usual = schema.is_some_and(|schema| declared_errors::is_usual(types, schema));
            let own = media.as_ref().filter(|_| !is_usual);
            let body = error_body(types, found, status, own);
            declared_errors::complete(types, &mut error, body, headers, schema, &found.name);
        }
        numbers.push(errors.declare(error));
    }
    numbers
}

/// The content of an error.
fn error_media<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
    at: NodeRef<'a>,
) -> Option<contents::Media<'a>> {
    const KINDS: [MediaKind; 7] = [
        MediaKind::Json,
        MediaKind::Text,
        MediaKind::Binary,
        MediaKind::Lines,
        MediaKind::Events,
        MediaKind::Form,
        MediaKind::Multipart,
    ];
    let content = at.get("content").filter(|_| found.method != Method::Head);
    let media = content.map_or_else(Vec::new, |content| types.media(content));
    let chosen = types.chosen(&media, &KINDS, Side::Error)?;
    for other in chosen.others {
        types.leave_out("a second content of an error", other, Side::Error);
    }
    Some(chosen.main.clone())
}

/// The body of an error with a content.
fn error_body<'a>(
    types: &mut Types<'a>,
    found: &OperationNode<'a>,
    status: Spanned<Status>,
    media: Option<&contents::Media<'a>>,
) -> ErrorContentEntry {
    let Some(media) = media else {
        return errors::body(ErrorContentEntryKind::None, status.span);
    };
    let role = match status.value {
        Status::Default => PlaceKind::Error(String::new()),
        status => PlaceKind::Error(status.to_string()),
    };
    let content = types.content(media, &[], &found.name, role, false);
    let kind = match content.expr.kind {
        ContentExprKind::Json(mut ty) => {
            // An error that is null says nothing.
            if let Some(schema) = media.schema.filter(|_| ty.nullable) {
                let what = "`null` as the body of an error";
                let means = "an error has a body of its type";
                types.files.leave_out(what, means, schema.node.span);
            }
            ty.nullable = false;
            ErrorContentEntryKind::Json(ty)
        }
        ContentExprKind::Text => ErrorContentEntryKind::Text,
        _ => ErrorContentEntryKind::Binary,
    };
    let is_exact = |media: &&Spanned<String>| !media.value.contains('*');
    let mut body = errors::body(kind, status.span);
    body.envelope = content.envelope;
    body.media = content.media.first().filter(is_exact).cloned();
    body
}

/// The headers of a response, apart from the headers of HTTP itself.
fn headers<'a>(
    types: &mut Types<'a>,
    at: NodeRef<'a>,
    operation: &OperationNode<'a>,
    is_success: bool,
) -> Vec<FieldEntry> {
    let mut found: Vec<FieldEntry> = Vec::new();
    for (name, header) in at.entries_at("headers") {
        let Some(header) = types.files.follow(header) else {
            continue;
        };
        if header.node.is_set(IMPLIED) {
            continue;
        }
        let lower = name.value.to_ascii_lowercase();
        let is_length = is_success && operation.method == Method::Head && lower == "content-length";
        let is_own =
            check::is_own_header(&lower) && !is_length || lower.starts_with("access-control-");
        let is_known = found
            .iter()
            .any(|known| known.name.value.eq_ignore_ascii_case(&lower));
        let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if is_own || is_known || lower.is_empty() || !lower.bytes().all(is_token) {
            types
                .files
                .lose("a header of a response", Lost::Part, name.span);
            continue;
        }
        let field = types.parameter(header, name, Location::Header, &operation.name);
        let Some(mut field) = field else { continue };
        let is_required = header.node.is_set("required");
        let is_list = matches!(field.ty.kind, TypeExprKind::List(_));
        field.optional = !is_required || !is_success || is_list;
        field.is_always_sent = is_required && !is_list;
        if is_required && !is_success && !is_list {
            let span = header
                .node
                .get("required")
                .map_or(name.span, |node| node.span);
            let what = "whether an error always has a header";
            types.files.lose(what, Lost::Part, span);
        }
        field.default = None;
        if field.constant.take().is_some() {
            let parts: Vec<NodeRef<'a>> = header.get("schema").into_iter().collect();
            let place =
                TypePlace::of_operation(&operation.name, PlaceKind::Name(name.value.clone()));
            field.ty = types.type_of(&parts, &place).ty;
            types.build();
        }
        if field.style.style.is_some() || !is_success && is_list {
            let what = "the type of a header with several values";
            let means = "callers read its text, and servers write it";
            types.files.leave_out(what, means, name.span);
            field.ty.kind = TypeExprKind::Scalar(Scalar::String);
            field.constraints = Default::default();
            field.example = None;
        }
        field.style = Default::default();
        if is_length {
            // Anything but a number of bytes would break the message.
            let bytes = match field.ty.kind {
                TypeExprKind::Scalar(Scalar::Integer(Integer::Uint32)) => Integer::Uint32,
                _ => Integer::Uint64,
            };
            let kind = TypeExprKind::Scalar(Scalar::Integer(bytes));
            field.ty = TypeExpr::new(kind, field.ty.span);
            field.constraints = Default::default();
        } else if is_success && is_exported_reference(types, &lower, header) {
            field.ty.kind = TypeExprKind::Scalar(Scalar::Uri);
        }
        found.push(field);
    }
    found
}

/// Whether an exported header is a URL, which may be relative in these headers (RFC 9110, sections 8.7 and 10.2.2).
fn is_exported_reference(types: &Types<'_>, name: &str, header: NodeRef<'_>) -> bool {
    let is_reference = |schema: NodeRef<'_>| schema.node.text_at("format") == Some("uri-reference");
    types.files.is_exported()
        && ["location", "content-location"].contains(&name)
        && header.get("schema").is_some_and(is_reference)
}
