//! Resolves the document. It has been checked, so nothing here fails. What the rules of the API imply is
//! decided here, and everything about Rust in `rust`.

mod errors;
mod operations;
mod reasons;
mod servers;
mod types;

use crate::api::{
    Api, Auth, AuthResponse, ErrorBody, ErrorStatus, KeyKind, Location, Notes, Package,
    PageParameter, Pagination, Parameter, Presence, Rules, Scalar, Sensitivity, Type, TypeId,
    TypeRef, Value,
};
use crate::naming::{camel, crate_name};
use crate::spec::{
    self, AuthResponseEntry, AuthSection, Document, PageParameterEntry, PaginationSection,
};
use std::collections::HashMap;

/// Resolves a document in which `check` has found no errors.
pub(crate) fn lower(document: Document) -> Api {
    let ids: TypeIds = document
        .types
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.name.value.clone(), TypeId(index)))
        .collect();
    let errors = errors::documented(&document.errors, &ids);
    let pagination = document.pagination.as_ref().map(lower_pagination);
    let auth = document
        .auth
        .as_ref()
        .map(|section| lower_auth(section, &errors));
    let operations =
        operations::lower(&document, &ids, auth.as_ref(), pagination.as_ref(), &errors);
    let types = types::lower(&document.types, &ids);
    let api = document.api;
    Api {
        name: camel(&api.name.value),
        title: api.title,
        version: api.version,
        base_path: api.base_path.map_or_else(String::new, |path| path.value),
        notes: lower_notes(&api.notes),
        request_id_header: api
            .request_id
            .map_or_else(|| "X-Request-Id".to_owned(), |header| header.value),
        servers: servers::lower(api.servers),
        package: Package {
            name: match document.rust.crate_name {
                Some(name) => name.value,
                None => crate_name(&api.name.value),
            },
            runtime_path: document.rust.runtime,
        },
        pagination,
        error_body: lower_error_body(document.error_body),
        internal: errors::internal(&errors),
        implied: errors::implied(&operations, auth.as_ref(), &errors),
        errors,
        auth,
        types,
        operations,
    }
}

/// The identifier of every declared type.
type TypeIds = HashMap<String, TypeId>;

fn lower_notes(notes: &spec::Notes) -> Notes {
    Notes {
        doc: notes.doc.clone(),
        assumed: notes.assumed.clone(),
        deprecation: notes.deprecation.clone(),
    }
}

fn lower_error_body(section: Option<spec::ErrorBodySection>) -> ErrorBody {
    let Some(section) = section else {
        return ErrorBody {
            envelope: None,
            code: "code".to_owned(),
            message: "message".to_owned(),
            metadata: "metadata".to_owned(),
            notes: Notes::default(),
        };
    };
    ErrorBody {
        envelope: section.envelope.map(|name| name.value),
        code: section
            .code
            .map_or_else(|| "code".to_owned(), |name| name.value),
        message: section
            .message
            .map_or_else(|| "message".to_owned(), |name| name.value),
        metadata: section
            .metadata
            .map_or_else(|| "metadata".to_owned(), |name| name.value),
        notes: lower_notes(&section.notes),
    }
}

fn lower_auth(section: &AuthSection, errors: &[ErrorStatus]) -> Auth {
    let response = |entry: &Option<AuthResponseEntry>, status: u16| {
        let (status, own, assumed) = match entry {
            Some(entry) => (
                entry.status.value,
                entry.message.clone(),
                entry.assumed.clone(),
            ),
            None => (status, None, None),
        };
        let described = errors
            .iter()
            .find(|error| error.status == status)
            .map(|error| error.message.clone());
        AuthResponse {
            status,
            message: own
                .or(described)
                .unwrap_or_else(|| reasons::reason(status).to_owned()),
            assumed,
        }
    };
    Auth {
        keys: section
            .keys
            .iter()
            .map(|(name, notes)| KeyKind {
                name: name.value.clone(),
                notes: lower_notes(notes),
            })
            .collect(),
        missing: response(&section.missing, 401),
        unknown: response(&section.unknown, 401),
        refused: response(&section.refused, 403),
        notes: lower_notes(&section.notes),
    }
}

fn lower_pagination(section: &PaginationSection) -> Pagination {
    let (offset, first) = page_parameter(&section.offset, PageParameter::Offset);
    let (limit, _) = page_parameter(&section.limit, PageParameter::Limit);
    Pagination {
        offset,
        first,
        limit,
        items: section.items.value.clone(),
        total: section.total.value.clone(),
        notes: lower_notes(&section.notes),
    }
}

/// The parameter and its default: the declared one, or the usual one moved into the bounds.
fn page_parameter(entry: &PageParameterEntry, part: PageParameter) -> (Parameter, i64) {
    let (least, usual, doc) = match part {
        PageParameter::Offset => (0, 0, "The number of items to skip."),
        PageParameter::Limit => (1, 50, "The maximum number of items to return."),
    };
    let min = entry.min.as_ref().map_or(least, |min| min.value);
    let max = entry.max.as_ref().map(|max| max.value);
    let declared = entry.default.as_ref().map(|default| default.value);
    let default = declared.unwrap_or_else(|| usual.clamp(min, max.unwrap_or(i64::MAX)));
    let mut notes = lower_notes(&entry.notes);
    notes.doc.get_or_insert_with(|| doc.to_owned());
    let parameter = Parameter {
        name: entry.parameter.value.clone(),
        location: Location::Query,
        notes,
        ty: TypeRef {
            ty: Type::Scalar(Scalar::Integer),
            nullable: false,
        },
        presence: Presence::Default(Value::Integer(default)),
        rules: Rules {
            min: Some(crate::api::Bound::Integer(min)),
            max: max.map(crate::api::Bound::Integer),
            ..Rules::default()
        },
        sensitivity: Sensitivity::Public,
        example: None,
        page: Some(part),
    };
    (parameter, default)
}
