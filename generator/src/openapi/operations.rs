//! Operations: what a document says about each of them.

mod body;
mod names;
mod parameters;

use super::errors::{ErrorNumber, Errors, Keys};
use super::extensions;
use super::identifiers::snake;
use super::info;
use super::notes::{notes, tidy};
use super::paging::{self, DeclaredPaging};
use super::path_items::OperationNode;
use super::paths::Path;
use super::references::NodeRef;
use super::responses;
use super::security::{self, Security};
use super::servers::Servers;
use super::spelling;
use super::types::Types;
use super::warnings::Topic;
use crate::api::Status;
use crate::diagnostic::Lost;
use crate::document::{
    AccessEntry, ConditionalEntry, ErrorKey, FieldEntry, Notes, OperationEntry, PathSegment, Route,
    Validator,
};
use crate::extensions::{ADDED, MULTI_SEGMENT};
use crate::hash::HashSet;
use crate::node::Node;
use crate::source::{Span, Spanned};

pub(super) use body::read as read_body;
pub(super) use names::name;
pub(super) use parameters::read as read_parameters;

/// The parts of an entry that are added after all operations have been read.
pub(super) struct Deferred {
    /// The numbers of its errors.
    pub(super) errors: Vec<(ErrorNumber, Span)>,
    /// The paging that the document declares.
    pub(super) pages: Option<DeclaredPaging>,
}

/// The parts of the document that all operations share.
pub(super) struct Context<'c> {
    pub(super) security: &'c mut Security,
    pub(super) errors: &'c mut Errors,
    pub(super) servers: &'c mut Servers,
    pub(super) default_access: &'c DefaultAccess,
}

/// Who may call the operations that do not say it.
pub(super) struct DefaultAccess {
    /// The default of the API, which in the language is never that anybody may call.
    pub(super) of_api: Option<AccessEntry>,
    /// What operations have if the API has no default. `None` is anybody.
    of_operations: Option<AccessEntry>,
}

impl DefaultAccess {
    /// `stated` is what the document says about all operations.
    pub(super) fn new(
        stated: Option<AccessEntry>,
        operations: &[OperationNode<'_>],
        security: &Security,
    ) -> Self {
        let is_secured = stated.is_some()
            || operations
                .iter()
                .any(|operation| operation.security.is_some());
        // If a document has schemes, but requires none, any operation may need one.
        let may_be_secured = !is_secured && !security.schemes.is_empty();
        let of_operations = stated
            .clone()
            .or_else(|| may_be_secured.then(|| security.optional()));
        let is_closed = |access: &AccessEntry| {
            !access
                .alternatives
                .iter()
                .any(|alternative| alternative.is_none())
        };
        Self {
            of_api: stated.filter(is_closed),
            of_operations,
        }
    }

    /// The access to an operation that says nothing about it. `None` is the default of the API.
    fn access_of(&self, node: &OperationNode<'_>) -> Option<AccessEntry> {
        if self.of_api.is_some() {
            return None;
        }
        let span = node.at.node.span;
        let anybody = || AccessEntry {
            span,
            alternatives: vec![security::none(span)],
        };
        Some(self.of_operations.clone().unwrap_or_else(anybody))
    }
}

/// Reads an operation; `None` if it has no route.
pub(super) fn read<'a>(
    types: &mut Types<'a>,
    node: &OperationNode<'a>,
    context: &mut Context<'_>,
) -> Option<(OperationEntry, Deferred)> {
    let base = types.files.root().and_then(info::base_path);
    let path = node.path.value.as_str();
    let path = base
        .and_then(|base| path.strip_prefix(&base.value))
        .unwrap_or(path);
    let path = match Path::read(path) {
        Ok(path) => path.with_segments(&names_with_segments(types, node)),
        Err(why) => {
            types.warnings.add(Topic::Path, node.path.span, &why);
            return None;
        }
    };
    spelling::check(node.at.node, spelling::OPERATION, &mut types.warnings);
    if let Some((key, _)) = node.at.node.entry("schemes") {
        let what = "the schemes of one operation";
        types.warnings.lose(Lost::Part, key.span, what);
    }
    let mut entry = empty(node, path.segments.clone());
    entry.group = group(node.at.node).or_else(|| node.group.clone());
    let own = node
        .security
        .and_then(|stated| context.security.access(stated, &mut types.warnings));
    entry.access = own.or_else(|| context.default_access.access_of(node));
    let access = entry.access.clone();
    let access = access.as_ref().or(context.default_access.of_api.as_ref());
    let schemes = &*context.security;
    let is_credential = |place, name: &str| schemes.is_credential(access, place, name);
    parameters::read(types, node, &path, is_credential, &mut entry);
    body::read(types, node, &mut entry);
    let errors = responses::read(types, node, context.errors, &mut entry);
    read_extensions(types, node, &mut entry);
    let servers = node.servers;
    entry.server =
        servers.and_then(|servers| context.servers.own(servers.node, &mut types.warnings));
    let pages = paging::declared(node.at, &mut types.warnings);
    entry.responses.shrink_to_fit();
    for fields in [&mut entry.path, &mut entry.query, &mut entry.headers] {
        fields.shrink_to_fit();
    }
    Some((entry, Deferred { errors, pages }))
}

/// The parameters whose values may have slashes.
fn names_with_segments<'a>(types: &Types<'a>, node: &OperationNode<'a>) -> Vec<&'a str> {
    let items = node.parameters.iter().flat_map(|list| list.items());
    let parameters = items.filter_map(|at| types.files.follow(at));
    let has_segments = |at: &NodeRef<'a>| {
        let mut keys = ["x-ms-skip-url-encoding", MULTI_SEGMENT].iter();
        keys.any(|key| at.node.is_set(key))
    };
    let names = parameters.filter(has_segments);
    names.filter_map(|at| at.node.text_at("name")).collect()
}

/// An operation with nothing but its name, its notes and its route.
pub(super) fn empty(node: &OperationNode<'_>, segments: Vec<PathSegment>) -> OperationEntry {
    let id = node.at.node.get("operationId");
    OperationEntry {
        name: Spanned::new(node.name.clone(), id.map_or(node.key, |id| id.span)),
        route: Route {
            method: node.method,
            segments,
            span: node.key,
        },
        group: None,
        notes: operation_notes(node.at.node),
        server: None,
        access: None,
        uses: Vec::new(),
        path: Vec::new(),
        query: Vec::new(),
        headers: Vec::new(),
        cookies: Vec::new(),
        body: None,
        responses: Vec::new(),
        conditional: None,
        order: None,
        paging: None,
        idempotent: None,
        idempotency: None,
        errors: Vec::new(),
        webhook: None,
    }
}

/// The summary, and the description unless it says the same.
fn operation_notes(node: &Node) -> Notes {
    let text = |key: &str| node.text_at(key).and_then(tidy);
    let mut found = notes(node);
    if node.get(ADDED).is_some() {
        return found;
    }
    let summary = text("summary").map(|summary| match summary.ends_with(['.', '!', '?', ':']) {
        true => summary,
        false => format!("{summary}."),
    });
    found.doc = match (summary, text("description")) {
        (Some(summary), Some(description)) => {
            let plain = summary.trim_end_matches('.');
            match description.starts_with(plain) {
                true => Some(description),
                false => Some(format!("{summary}\n\n{description}")),
            }
        }
        (Some(only), None) | (None, Some(only)) => Some(only),
        (None, None) => None,
    };
    found
}

/// The first tag.
fn group(node: &Node) -> Option<Spanned<String>> {
    let tag = node.items_at("tags").first()?;
    let text = tag.scalar_text()?;
    Some(Spanned::new(snake(&text, "group"), tag.span))
}

/// Reads the keys that OpenAPI has no word for. What they declare again is theirs.
pub(super) fn read_extensions(
    types: &mut Types<'_>,
    node: &OperationNode<'_>,
    entry: &mut OperationEntry,
) {
    let keys = extensions::operation(node.at.node, &mut types.warnings);
    entry.idempotent = keys.idempotent;
    entry.idempotency = keys.idempotency.map(|mut idempotency| {
        let name = &idempotency.header.value;
        let is_header = |field: &FieldEntry| field.name.value.eq_ignore_ascii_case(name);
        let header = entry.headers.iter().position(is_header);
        if let Some(header) = header.map(|at| entry.headers.remove(at)) {
            idempotency.optional = header.optional;
        }
        idempotency
    });
    if let Some(conditional) = &keys.conditional {
        remove_conditions(conditional, entry);
    }
    // A documented 304 says so too.
    entry.conditional = keys.conditional.or(entry.conditional.take());
}

/// Removes the headers and the status that a conditional operation has anyway.
fn remove_conditions(conditional: &ConditionalEntry, entry: &mut OperationEntry) {
    let is_condition = |field: &FieldEntry| {
        let name = field.name.value.to_ascii_lowercase();
        let mut validators = conditional.validators.iter();
        validators.any(|validator| match validator.value {
            Validator::ETag => matches!(&*name, "if-match" | "if-none-match" | "etag"),
            Validator::LastModified => matches!(
                &*name,
                "if-modified-since" | "if-unmodified-since" | "last-modified"
            ),
        })
    };
    entry.headers.retain(|header| !is_condition(header));
    for response in &mut entry.responses {
        response.headers.retain(|header| !is_condition(header));
    }
    entry
        .responses
        .retain(|response| response.status.value != Status::Exact(304));
}

/// The keys of the errors of an operation.
pub(super) fn error_keys(read: &[(ErrorNumber, Span)], keys: &Keys) -> Vec<Spanned<ErrorKey>> {
    let mut seen = HashSet::default();
    let keys = read.iter().filter_map(|(number, span)| {
        let key = keys.get(*number)?;
        Some(Spanned::new(key.clone(), *span))
    });
    keys.filter(|key| seen.insert(key.value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    #[test]
    fn parameters_beside_a_reference_replace_those_of_its_target() {
        let document = "openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    $ref: '#/components/pathItems/Books'
    parameters:
      - { name: kind, in: query, schema: { type: string } }
      - { name: size, in: query, schema: { type: integer } }
components:
  pathItems:
    Books:
      parameters:
        - { name: page, in: query, schema: { type: string } }
        - { name: size, in: query, schema: { type: string } }
      get:
        parameters: [{ name: kind, in: query, schema: { type: boolean } }]
        responses: { 204: { description: OK } }
";
        let text = crate::convert(&SourceFile::new("books.yaml", document))
            .unwrap()
            .text;
        for parameter in ["page?: string", "size?: integer", "kind?: boolean"] {
            assert!(text.contains(parameter), "{parameter}: {text}");
        }
    }
}
