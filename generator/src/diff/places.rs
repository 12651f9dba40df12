//! The positions of the parts of a document.

use super::site::{Key, Setting, Spot};
use crate::api::{Location, Status};
use crate::document::{
    AuthResponseEntry, Document, ErrorEntry, ErrorKey, FieldEntry, Next, OperationEntry,
    PagerEntry, SchemeEntry, TypeEntry, TypeEntryKind,
};
use crate::hash::{HashMap, HashSet};
use crate::naming::plain_snake;
use crate::source::{Span, Spanned};

/// Where the parts of a document are in its source, by their names.
#[derive(Debug)]
pub(crate) struct Places {
    api: Span,
    base_path: Option<Span>,
    crate_name: Option<Span>,
    crate_version: Option<Span>,
    /// Where groups are declared or, if that is nowhere, where the first operation names them.
    groups: HashMap<String, Span>,
    error_shape: Option<Span>,
    /// The names in the shape of all errors.
    error_fields: HashMap<String, Span>,
    settings: HashMap<Setting, Span>,
    /// Who may call the operations that do not say it.
    default_access: Option<Span>,
    /// Whether only most errors of the document have the shape, and nothing says that it is that of all errors.
    is_error_shape_inferred: bool,
    operations: HashMap<String, OperationPlaces>,
    webhooks: HashMap<String, OperationPlaces>,
    types: HashMap<String, Parts>,
    errors: HashMap<String, Parts>,
    /// The headers of errors, by the names of the errors.
    error_headers: HashMap<String, Headers>,
    /// The names of errors that several operations list.
    shared_errors: HashSet<String>,
    /// The schemes, with their kinds and scopes.
    schemes: HashMap<String, Parts>,
    servers: HashMap<String, Span>,
    inline_types: HashSet<String>,
    pagers: HashMap<String, PagerPlaces>,
}

#[derive(Debug)]
struct PagerPlaces {
    name: Span,
    /// The parameters in queries and headers, by their names.
    parameters: Vec<(String, Span)>,
    /// The fields of pages, by their names.
    fields: Vec<(String, Span)>,
}

/// The position of something with named parts.
#[derive(Debug)]
struct Parts {
    whole: Span,
    /// What an object says about other fields.
    others: Option<Span>,
    parts: Vec<(String, Span)>,
}

#[derive(Debug)]
struct OperationPlaces {
    name: Span,
    keys: Vec<(Key, Span)>,
    parameters: Vec<(Location, String, Span)>,
    body: Option<Span>,
    responses: Vec<(Status, Span, Headers)>,
    /// The errors that it lists, by their names.
    errors: Vec<(String, Span)>,
    /// The pager that has the other parameters.
    pager: Option<String>,
}

/// The headers of a response, by their names.
type Headers = Vec<(String, Span)>;

impl Places {
    /// The places of an expanded document.
    pub(crate) fn of(document: &Document) -> Self {
        let shape = document.error_body.as_ref();
        let error_shape = shape.and_then(|shape| shape.names().next());
        let auth = document.auth.iter();
        let schemes = auth.flat_map(|auth| auth.schemes.iter().map(scheme));
        let errors = document.errors.iter();
        let errors = errors.map(|error| (&error.key.value, error.name.value.as_str()));
        let errors: HashMap<&ErrorKey, &str> = errors.collect();
        let operations_of = |entries| operations(entries, &errors);
        let (operations, webhooks) = (
            operations_of(&document.operations),
            operations_of(&document.webhooks),
        );
        let listed = operations.values().chain(webhooks.values());
        let shared_errors = repeated(listed.flat_map(|places| &places.errors));
        Self {
            api: document.api.name.span,
            base_path: document.api.base_path.as_ref().map(|path| path.span),
            crate_name: document.rust.crate_name.as_ref().map(|name| name.span),
            crate_version: document.rust.version.as_ref().map(|version| version.span),
            groups: groups(document),
            error_shape: error_shape.map(|name| name.span),
            error_fields: by_name(shape.into_iter().flat_map(|shape| {
                let fields = shape.fields.iter().map(|field| &field.name);
                shape.names().chain(fields)
            })),
            settings: settings(document),
            default_access: document
                .auth
                .as_ref()
                .and_then(|auth| auth.default.as_ref())
                .map(|access| access.span),
            is_error_shape_inferred: shape.is_some_and(|shape| shape.is_inferred),
            operations,
            webhooks,
            shared_errors,
            types: types(&document.types),
            errors: document.errors.iter().map(error).collect(),
            error_headers: document.errors.iter().map(error_headers).collect(),
            schemes: schemes.collect(),
            inline_types: document
                .types
                .iter()
                .filter(|entry| entry.is_inline)
                .map(|entry| entry.name.value.clone())
                .collect(),
            servers: by_name(document.api.servers.iter().map(|server| &server.name)),
            pagers: document.pagers.iter().map(pager).collect(),
        }
    }

    /// The types that the document writes where they are used, by the names that they get.
    pub(crate) const fn inline_types(&self) -> &HashSet<String> {
        &self.inline_types
    }

    /// Whether the document describes the shape of all errors.
    pub(crate) const fn has_error_shape(&self) -> bool {
        self.error_shape.is_some()
    }

    /// Whether most errors of the document have a shape, and nothing says that it is the shape of all errors.
    pub(crate) const fn has_inferred_error_shape(&self) -> bool {
        self.is_error_shape_inferred
    }

    /// Whether the document describes an error.
    pub(super) fn has_error(&self, name: &str) -> bool {
        self.errors.contains_key(name)
    }

    /// Whether several operations list an error.
    pub(super) fn is_shared_error(&self, name: &str) -> bool {
        self.shared_errors.contains(name)
    }

    /// The position of an error in the list of an operation, or of the operation.
    pub(super) fn listed_error(&self, operation: &str, error: &str, in_webhooks: bool) -> Span {
        let operations = match in_webhooks {
            true => &self.webhooks,
            false => &self.operations,
        };
        let listed = operations.get(operation).map(|operation| {
            let mut errors = operation.errors.iter();
            let found = errors.find(|(name, _)| name == error);
            found.map_or(operation.name, |(_, span)| *span)
        });
        listed.unwrap_or(self.api)
    }

    /// The position of what an object says about other fields, or of the object.
    pub(super) fn other_fields(&self, name: &str) -> Span {
        let known = self.types.get(name);
        known.map_or(self.api, |parts| parts.others.unwrap_or(parts.whole))
    }

    /// The position of a part, or of what it would be in.
    pub(crate) fn span(&self, spot: Spot<'_>, in_webhooks: bool) -> Span {
        let operation = |name: &str| match in_webhooks {
            true => self.webhooks.get(name),
            false => self.operations.get(name),
        };
        let found = match spot {
            Spot::Api => None,
            Spot::Group(name) => self.group(name),
            Spot::BasePath => self.base_path,
            Spot::CrateName => self.crate_name,
            Spot::Operation(name) => operation(name).map(|operation| operation.name),
            Spot::Scope(name, ..) | Spot::Key(name, Key::Access) => {
                operation(name).map(|operation| {
                    let stated = operation.key(Key::Access).or(self.default_access);
                    stated.unwrap_or(operation.name)
                })
            }
            Spot::Key(name, key) => {
                operation(name).map(|operation| operation.key(key).unwrap_or(operation.name))
            }
            Spot::Parameter(name, location, parameter) => operation(name).map(|operation| {
                let own = operation.parameter(location, parameter);
                let of_pager = || self.pager_parameter(operation, parameter);
                own.or_else(of_pager).unwrap_or(operation.name)
            }),
            Spot::Body(name) => {
                operation(name).map(|operation| operation.body.unwrap_or(operation.name))
            }
            Spot::Response(name, status) => {
                operation(name).map(|operation| operation.response(status, None))
            }
            Spot::Header(name, status, header) => {
                operation(name).map(|operation| operation.response(status, Some(header)))
            }
            Spot::Type(name) => self.types.get(name).map(|parts| parts.whole),
            Spot::Part(name, part) => self.types.get(name).map(|parts| parts.part(part)),
            Spot::Error(name) | Spot::Failure(_, name) => {
                self.errors.get(name).map(|parts| parts.whole)
            }
            Spot::ErrorPart(name, part) => self.errors.get(name).map(|parts| parts.part(part)),
            Spot::ErrorHeader(name, header) => self.error_header(name, header),
            Spot::ErrorShape => self.error_shape,
            Spot::ErrorShapePart(name) => self.error_fields.get(name).copied().or(self.error_shape),
            Spot::Setting(setting @ (Setting::ErrorMedia | Setting::ErrorEnvelope)) => {
                self.settings.get(&setting).copied().or(self.error_shape)
            }
            Spot::Setting(setting) => self.settings.get(&setting).copied(),
            Spot::Scheme(name) => self.schemes.get(name).map(|parts| parts.whole),
            Spot::SchemePart(name, part) => self.schemes.get(name).map(|parts| parts.part(part)),
            // All operations with pages of a pager have the same fields.
            Spot::Pager(name) | Spot::Page(.., name) => {
                self.pagers.get(name).map(|pager| pager.name)
            }
            Spot::PagerPart(name, field) | Spot::PagePart(.., name, field) => {
                self.pagers.get(name).map(|pager| pager.field(field))
            }
            Spot::Server(name) => self.servers.get(name).copied(),
        };
        found.unwrap_or(self.api)
    }

    /// Where a group is declared or, if that is nowhere, where the first operation names it.
    pub(super) fn group(&self, name: &str) -> Option<Span> {
        self.groups.get(name).copied()
    }

    /// The position of the version of the crate.
    pub(super) const fn crate_version(&self) -> Option<Span> {
        self.crate_version
    }

    /// The position of a header of an error.
    fn error_header(&self, error: &str, header: &str) -> Option<Span> {
        let headers = self.error_headers.get(error)?;
        let found = headers.iter().find(|(known, _)| known == header);
        let whole = self.errors.get(error).map(|parts| parts.whole);
        found.map(|(_, span)| *span).or(whole)
    }

    /// The position of a parameter of the pages of an operation.
    fn pager_parameter(&self, operation: &OperationPlaces, name: &str) -> Option<Span> {
        let pager = self.pagers.get(operation.pager.as_ref()?)?;
        let mut parameters = pager.parameters.iter();
        parameters
            .find(|(known, _)| known == name)
            .map(|(_, span)| *span)
    }
}

impl OperationPlaces {
    fn key(&self, key: Key) -> Option<Span> {
        let mut keys = self.keys.iter();
        keys.find(|(known, _)| *known == key).map(|(_, span)| *span)
    }

    fn parameter(&self, location: Location, name: &str) -> Option<Span> {
        let mut parameters = self.parameters.iter();
        let found = parameters.find(|(at, known, _)| *at == location && known == name);
        found.map(|(.., span)| *span)
    }

    fn response(&self, status: Status, header: Option<&str>) -> Span {
        let mut responses = self.responses.iter();
        let Some((_, span, headers)) = responses.find(|(known, ..)| *known == status) else {
            return self.name;
        };
        let header = header.and_then(|name| headers.iter().find(|(known, _)| known == name));
        header.map_or(*span, |(_, span)| *span)
    }
}

impl PagerPlaces {
    fn field(&self, name: &str) -> Span {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map_or(self.name, |(_, span)| *span)
    }
}

impl Parts {
    fn part(&self, name: &str) -> Span {
        let mut parts = self.parts.iter();
        // A variant that a schema only implies is nowhere else.
        let found = parts.find(|(known, span)| known == name && *span != Span::default());
        found.map_or(self.whole, |(_, span)| *span)
    }
}

/// The settings that a document states.
fn settings(document: &Document) -> HashMap<Setting, Span> {
    let auth = document.auth.as_ref();
    let status = |entry: &Option<AuthResponseEntry>| entry.as_ref().map(|entry| entry.status.span);
    let shape = document.error_body.as_ref();
    let name = |name: &Option<Spanned<String>>| name.as_ref().map(|name| name.span);
    let all = [
        (Setting::RequestId, name(&document.api.request_id)),
        (
            Setting::MissingStatus,
            auth.and_then(|auth| status(&auth.missing)),
        ),
        (
            Setting::UnknownStatus,
            auth.and_then(|auth| status(&auth.unknown)),
        ),
        (
            Setting::RefusedStatus,
            auth.and_then(|auth| status(&auth.refused)),
        ),
        (
            Setting::ErrorMedia,
            shape.and_then(|shape| name(&shape.media)),
        ),
        (
            Setting::ErrorEnvelope,
            shape.and_then(|shape| name(&shape.envelope)),
        ),
    ];
    let stated = all.into_iter();
    stated
        .filter_map(|(setting, span)| Some((setting, span?)))
        .collect()
}

/// The groups by their names, each at its first place.
fn groups(document: &Document) -> HashMap<String, Span> {
    let declared = document.groups.iter().map(|group| &group.name);
    let named = document.operations.iter();
    let named = named.filter_map(|operation| operation.group.as_ref());
    let mut all = HashMap::default();
    for name in declared.chain(named) {
        if name.span != Span::default() {
            all.entry(plain_snake(&name.value)).or_insert(name.span);
        }
    }
    all
}

fn by_name<'d>(names: impl Iterator<Item = &'d Spanned<String>>) -> HashMap<String, Span> {
    names.map(|name| (name.value.clone(), name.span)).collect()
}

fn pager(entry: &PagerEntry) -> (String, PagerPlaces) {
    let parameters = entry.parameters();
    let names = parameters.map(|parameter| &parameter.parameter);
    let places = PagerPlaces {
        name: entry.name.span,
        parameters: names.map(|name| (name.value.clone(), name.span)).collect(),
        fields: page_fields(entry).collect(),
    };
    (entry.name.value.clone(), places)
}

/// The fields of pages, by their names.
fn page_fields(entry: &PagerEntry) -> impl Iterator<Item = (String, Span)> {
    let next = entry.next.iter().filter_map(|next| match next {
        Next::Field(field) | Next::Url(field) => Some(&field.name),
        Next::Item(_) | Next::Header(_) | Next::Link(_) => None,
    });
    let named = [&entry.total, &entry.pages, &entry.more];
    let named = named.into_iter().flatten().map(|field| &field.name);
    let names = entry.items.iter().chain(next).chain(named);
    let names = names.map(|name| (name.value.clone(), name.span));
    names.chain(fields(&entry.fields))
}

/// The names that are there several times.
fn repeated<'p>(names: impl Iterator<Item = &'p (String, Span)>) -> HashSet<String> {
    let mut seen = HashSet::default();
    let names = names.map(|(name, _)| name);
    names.filter(|name| !seen.insert(*name)).cloned().collect()
}

fn operations(
    entries: &[OperationEntry],
    names_of_errors: &HashMap<&ErrorKey, &str>,
) -> HashMap<String, OperationPlaces> {
    let operations = entries.iter().map(|entry| {
        let parameters = entry
            .parameters()
            .map(|(field, location)| (location, field.name.value.clone(), field.name.span));
        let key = entry.idempotency.as_ref().map(|key| &key.header);
        let key = key.map(|header| (Location::Header, header.value.clone(), header.span));
        let responses = entry.responses.iter().map(|response| {
            let headers = fields(&response.headers).collect();
            (response.status.value, response.status.span, headers)
        });
        let contents = entry.responses.iter();
        let mut contents = contents.filter_map(|response| response.content.as_ref());
        let errors = entry.errors.iter().filter_map(|key| {
            let name = names_of_errors.get(&key.value)?;
            Some(((*name).to_owned(), key.span))
        });
        let places = OperationPlaces {
            errors: errors.collect(),
            name: entry.name.span,
            keys: keys(entry),
            parameters: parameters.chain(key).collect(),
            body: entry.body.as_ref().map(|body| body.content.expr.span),
            responses: responses.collect(),
            pager: contents.find_map(|content| Some(content.expr.page()?.0.value.clone())),
        };
        (entry.name.value.clone(), places)
    });
    operations.collect()
}

/// The keys that an operation states.
fn keys(entry: &OperationEntry) -> Vec<(Key, Span)> {
    let signature = entry
        .webhook
        .as_ref()
        .and_then(|webhook| webhook.signature.as_ref());
    let all = [
        (Key::Route, Some(entry.route.span)),
        (Key::Access, entry.access.as_ref().map(|access| access.span)),
        (Key::Signature, signature.map(|header| header.span)),
        (Key::Order, entry.order.as_ref().map(|order| order.by.span)),
    ];
    let stated = all.into_iter();
    stated
        .filter_map(|(key, span)| Some((key, span?)))
        .collect()
}

/// An error with its values and its fields.
fn error(entry: &ErrorEntry) -> (String, Parts) {
    let values = entry.values.iter();
    let values = values.map(|(name, _)| (name.value.clone(), name.span));
    let parts = Parts {
        whole: entry.name.span,
        others: None,
        parts: values.chain(fields(&entry.fields)).collect(),
    };
    (entry.name.value.clone(), parts)
}

fn error_headers(entry: &ErrorEntry) -> (String, Headers) {
    (entry.name.value.clone(), fields(&entry.headers).collect())
}

fn scheme(entry: &SchemeEntry) -> (String, Parts) {
    let parts = entry.kinds.iter().chain(&entry.scopes);
    let parts = parts.map(|part| (part.name.value.clone(), part.name.span));
    let parts = Parts {
        whole: entry.name.span,
        others: None,
        parts: parts.collect(),
    };
    (entry.name.value.clone(), parts)
}

fn types(entries: &[TypeEntry]) -> HashMap<String, Parts> {
    let types = entries.iter().map(|entry| {
        let parts: Vec<(String, Span)> = match &entry.kind {
            TypeEntryKind::Object { fields: all, .. } | TypeEntryKind::Tuple(all) => {
                fields(all).collect()
            }
            TypeEntryKind::Enum { values, .. } => {
                let values = values.iter();
                values
                    .map(|value| (value.value.value.clone(), value.value.span))
                    .collect()
            }
            TypeEntryKind::Union(union) => {
                let variants = union.variants.iter().flat_map(|variant| variant.tags());
                variants.map(|tag| (tag.value.clone(), tag.span)).collect()
            }
            TypeEntryKind::Newtype { .. } | TypeEntryKind::Alias { .. } => Vec::new(),
        };
        let others = match &entry.kind {
            TypeEntryKind::Object { others_at, .. } => *others_at,
            TypeEntryKind::Tuple(_)
            | TypeEntryKind::Enum { .. }
            | TypeEntryKind::Union(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => None,
        };
        // A type that no schema alone describes is where its first part is.
        let places = [entry.name.span].into_iter();
        let mut places = places.chain(parts.iter().map(|(_, span)| *span));
        let whole = places.find(|span| *span != Span::default());
        let places = Parts {
            whole: whole.unwrap_or_default(),
            others,
            parts,
        };
        (entry.name.value.clone(), places)
    });
    types.collect()
}

fn fields(entries: &[FieldEntry]) -> impl Iterator<Item = (String, Span)> {
    let entries = entries.iter();
    entries.map(|field| (field.name.value.clone(), field.name.span))
}
