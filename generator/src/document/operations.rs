//! Operations.

use super::{
    AccessEntry, ContentEntry, ContentExprKind, ContentVariantEntry, ErrorKey, FieldEntry, Notes,
    PagingEntry, ResponseEntry, Route,
};
use crate::api::{Direction, Location};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// An operation or a webhook as written.
#[derive(Debug, Clone)]
pub(crate) struct OperationEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) route: Route,
    pub(crate) group: Option<Spanned<String>>,
    pub(crate) notes: Notes,
    /// The name of its server, if it is not the server of the API.
    pub(crate) server: Option<Spanned<String>>,
    /// Who may call it; `None` if the entry has no `auth`.
    pub(crate) access: Option<AccessEntry>,
    /// The shared parts that it has.
    pub(crate) uses: Vec<Spanned<String>>,
    pub(crate) path: Vec<FieldEntry>,
    pub(crate) query: Vec<FieldEntry>,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) cookies: Vec<FieldEntry>,
    pub(crate) body: Option<Box<BodyEntry>>,
    /// The successful responses; at least one. A webhook without any takes every success.
    pub(crate) responses: Vec<ResponseEntry>,
    pub(crate) conditional: Option<ConditionalEntry>,
    pub(crate) order: Option<OrderEntry>,
    /// The paging of a list, if the response is not a page.
    pub(crate) paging: Option<Box<PagingEntry>>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) idempotency: Option<IdempotencyEntry>,
    pub(crate) errors: Vec<Spanned<ErrorKey>>,
    /// The keys that only a webhook has; `None` for an operation.
    pub(crate) webhook: Option<WebhookEntry>,
}

impl OperationEntry {
    /// All parameters, with their places in a request.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&FieldEntry, Location)> {
        let parameters = [
            (&self.path, Location::Path),
            (&self.query, Location::Query),
            (&self.headers, Location::Header),
            (&self.cookies, Location::Cookie),
        ];
        let parameters = parameters.into_iter();
        parameters.flat_map(|(fields, location)| fields.iter().map(move |field| (field, location)))
    }

    /// The contents of its responses, without `none`.
    pub(crate) fn returned(&self) -> impl Iterator<Item = &ContentEntry> {
        let responses = self.responses.iter();
        let contents = responses.filter_map(|response| response.content.as_ref());
        contents.filter(|content| !matches!(content.expr.kind, ContentExprKind::None))
    }
}

/// The keys that only a webhook has.
#[derive(Debug, Clone)]
pub(crate) struct WebhookEntry {
    /// The header with the signature.
    pub(crate) signature: Option<Spanned<String>>,
}

/// The validators of a content, by which callers check whether their copy is current.
#[derive(Debug, Clone)]
pub(crate) struct ConditionalEntry {
    /// The key `conditional`.
    pub(crate) key: Span,
    /// At least one, each once.
    pub(crate) validators: Vec<Spanned<Validator>>,
}

/// A header that tells whether a copy is current.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Validator {
    ETag,
    LastModified,
}

/// A key that is the same in each try of a call, so that a server performs it once.
#[derive(Debug, Clone)]
pub(crate) struct IdempotencyEntry {
    /// The header.
    pub(crate) header: Spanned<String>,
    /// Whether callers may omit it.
    pub(crate) optional: bool,
}

/// A request body.
#[derive(Debug, Clone)]
pub(crate) struct BodyEntry {
    /// The content of the body, or the first of several.
    pub(crate) content: ContentEntry,
    /// The name of that content, if there are several.
    pub(crate) choice: Option<ContentVariantEntry>,
    /// The other contents.
    pub(crate) others: Vec<(ContentVariantEntry, ContentEntry)>,
    /// Whether the body may be absent.
    pub(crate) optional: bool,
    /// The maximum size in bytes, if it is not the maximum of the server.
    pub(crate) max_size: Option<Spanned<u64>>,
    /// A JSON Schema that it satisfies besides its type.
    pub(crate) schema: Option<Node>,
    pub(crate) notes: Notes,
}

impl BodyEntry {
    /// All contents.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &ContentEntry> {
        let others = self.others.iter().map(|(_, content)| content);
        std::iter::once(&self.content).chain(others)
    }

    /// All contents with their names, if there are several.
    pub(crate) fn choices(&self) -> impl Iterator<Item = (&ContentVariantEntry, &ContentEntry)> {
        let first = self.choice.iter().map(|choice| (choice, &self.content));
        first.chain(
            self.others
                .iter()
                .map(|(choice, content)| (choice, content)),
        )
    }

    /// The content, unless there are several.
    pub(crate) fn only(&self) -> Option<&ContentEntry> {
        self.others.is_empty().then_some(&self.content)
    }
}

/// The order of the items of a page.
#[derive(Debug, Clone)]
pub(crate) struct OrderEntry {
    pub(crate) by: Spanned<String>,
    pub(crate) direction: Direction,
}
