//! Sections on authentication and pagination.

use super::code::{self, Sample};
use super::entries::{Entry, parameter};
use super::errors::status_anchor;
use super::html::{entry_anchor, pager_anchor};
use super::notes::{Assumptions, NotesView};
use super::paging;
use crate::api::{
    Api, Auth, Cause, Flow, KeyPlace, PageField, PageFieldRole, Pager, PagerId, Requirement,
    SchemeKind,
};
use crate::emit::markdown::RichText;
use crate::emit::samples::literals::encode;
use crate::emit::samples::request::credentials;
use crate::emit::samples::{curl, rust_call};
use crate::emit::{docs, markdown};
use crate::rust::Crate;

/// The section on authentication.
pub(super) struct AuthView {
    /// Whether all operations take the same bearer token.
    pub(super) is_one_token: bool,
    pub(super) notes: NotesView,
    pub(super) keys: Vec<KeyView>,
    pub(super) responses: Vec<AuthResponseView>,
    pub(super) sample: Sample,
}

/// A kind of key.
pub(super) struct KeyView {
    pub(super) anchor: String,
    pub(super) name: String,
    /// How requests carry it, if that is not always the same.
    pub(super) carried: Option<RichText>,
    pub(super) notes: NotesView,
    pub(super) scopes: Vec<ScopeView>,
}

/// What credentials can be good for.
pub(super) struct ScopeView {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) notes: NotesView,
}

/// The response to a missing or wrong key.
pub(super) struct AuthResponseView {
    pub(super) anchor: &'static str,
    pub(super) case: &'static str,
    pub(super) status: u16,
    /// The anchor of the status.
    pub(super) described_at: Option<String>,
    pub(super) message: String,
    pub(super) assumed: Option<RichText>,
}

/// The section on a way to page lists.
pub(super) struct PagerView {
    pub(super) anchor: String,
    pub(super) title: String,
    pub(super) notes: NotesView,
    pub(super) parameters: Vec<Entry>,
    pub(super) parameters_in_words: RichText,
    pub(super) shape: RichText,
    pub(super) sample: Option<Sample>,
}

/// Creates the section on authentication.
pub(super) fn auth(api: &Api, auth: &Auth, assumptions: &mut Assumptions) -> AuthView {
    let notes = assumptions.notes(&auth.notes, "authentication", "Authentication");
    let keys = auth
        .requirements()
        .map(|requirement| key(auth, requirement, assumptions));
    AuthView {
        is_one_token: auth.is_one_token(),
        notes,
        keys: keys.collect(),
        responses: auth_responses(api, auth, assumptions),
        sample: auth_sample(auth),
    }
}

fn key(auth: &Auth, requirement: Requirement<'_>, assumptions: &mut Assumptions) -> KeyView {
    let anchor = format!("key-{}", encode(requirement.name(), '~'));
    let notes = assumptions.notes(requirement.notes(), &anchor, requirement.name());
    let scopes = requirement.scheme.scopes.iter().map(|scope| {
        let anchor = format!("{anchor}-{}", encode(&scope.name, '~'));
        ScopeView {
            notes: assumptions.notes(&scope.notes, &anchor, &scope.name),
            name: scope.name.clone(),
            anchor,
        }
    });
    KeyView {
        name: requirement.name().to_owned(),
        carried: (!auth.is_one_token()).then(|| carried(auth, requirement)),
        notes,
        // The scopes of a combination belong to its parts.
        scopes: match matches!(requirement.scheme.kind, SchemeKind::All(_)) {
            true => Vec::new(),
            false => scopes.collect(),
        },
        anchor,
    }
}

/// The responses to missing and wrong keys, as far as they are possible: with one kind of key, no key is of the wrong
/// kind.
fn auth_responses(api: &Api, auth: &Auth, assumptions: &mut Assumptions) -> Vec<AuthResponseView> {
    let has_scopes = auth.schemes.iter().any(|scheme| !scheme.scopes.is_empty());
    let refused = match has_scopes {
        true => "The key is of the wrong kind, or lacks a scope",
        false => "The key is of the wrong kind",
    };
    let cases = [
        (Cause::MissingKey, "auth-missing", "The request has no key"),
        (Cause::UnknownKey, "auth-unknown", "The key is unknown"),
        (Cause::RefusedKey, "auth-refused", refused),
    ];
    let responses = cases.into_iter().filter_map(|(cause, anchor, case)| {
        let response = api.implied.iter().find(|error| error.cause == cause)?;
        Some(AuthResponseView {
            anchor,
            case,
            status: response.status,
            described_at: status_anchor(api, response.status),
            message: response.message.clone(),
            assumed: assumptions.note(response.assumed.as_deref(), anchor, case),
        })
    });
    responses.collect()
}

/// The credentials of a request: its header, or the options of curl.
fn auth_sample(auth: &Auth) -> Sample {
    let first = auth.requirements().next();
    let credentials = first.map(|first| credentials(auth, first));
    let credentials = credentials.unwrap_or_default();
    match auth.is_one_token() {
        true => {
            let headers: String = credentials.iter().map(curl::header).collect();
            code::sample(&code::HEADER, &headers, "")
        }
        false => {
            let lines: Vec<String> = curl::options(&credentials).collect();
            code::sample(&code::SHELL, &lines.join(" \\\n"), "")
        }
    }
}

/// How requests carry credentials, as a sentence.
fn carried(auth: &Auth, key: Requirement<'_>) -> RichText {
    markdown::line(&match &key.scheme.kind {
        SchemeKind::Basic => {
            "A name and a password in the header `Authorization` (HTTP Basic).".to_owned()
        }
        SchemeKind::ApiKey(key) => {
            let place = match key.place {
                KeyPlace::Header => "header",
                KeyPlace::Query => "query parameter",
                KeyPlace::Cookie => "cookie",
            };
            let prefix = key.prefix.as_ref();
            let prefix = prefix.map(|prefix| format!(", after {}", markdown::code(prefix)));
            let name = markdown::code(&key.name);
            format!("A key in the {place} {name}{}.", prefix.unwrap_or_default())
        }
        SchemeKind::All(_) => {
            let parts = auth.parts(key.scheme).into_iter();
            let parts: Vec<String> = parts.map(|part| markdown::code(&part.name)).collect();
            format!("The credentials of {} at once.", parts.join(" and "))
        }
        SchemeKind::OAuth2(flows) => {
            let flows: Vec<String> = flows.iter().map(flow).collect();
            format!(
                "An access token of OAuth 2 as a bearer token in the header `Authorization`. Flows: {}.",
                flows.join("; ")
            )
        }
        SchemeKind::OpenId { discovery } => format!(
            "An access token of OpenID Connect as a bearer token in the header `Authorization`. The provider: \
             <{discovery}>."
        ),
        SchemeKind::Custom => {
            "A part of the request that is described above, such as a signature.".to_owned()
        }
        SchemeKind::Bearer => "A bearer token in the header `Authorization`.".to_owned(),
    })
}

/// A flow of OAuth 2 with its URLs.
fn flow(flow: &Flow) -> String {
    let endpoints = flow.endpoints.iter();
    let endpoints = endpoints.map(|(endpoint, url)| format!("{} <{url}>", endpoint.name()));
    let endpoints: Vec<String> = endpoints.collect();
    format!(
        "{} ({})",
        markdown::code(flow.kind.name()),
        endpoints.join(", ")
    )
}

/// Creates the sections on pagination.
pub(super) fn pagers(plan: &Crate<'_>, assumptions: &mut Assumptions) -> Vec<PagerView> {
    let pagers = plan.api.pagers.iter().enumerate();
    pagers
        .map(|(index, api_pager)| pager(plan, PagerId(index), api_pager, assumptions))
        .collect()
}

fn pager(plan: &Crate<'_>, id: PagerId, pager: &Pager, assumptions: &mut Assumptions) -> PagerView {
    let anchor = pager_anchor(plan.api, id);
    let title = docs::pager_title(plan.api, pager);
    let notes = assumptions.notes(&pager.notes, &anchor, &title);
    let parameters = pager.parameters.iter().map(|page_parameter| {
        let place = entry_anchor(&anchor, &page_parameter.name);
        let notes = assumptions.notes(
            &page_parameter.notes,
            &place,
            &format!("{title}, {}", page_parameter.name),
        );
        parameter(plan.api, page_parameter, &anchor, notes)
    });
    let parameters = parameters.collect();
    let mut operations = plan.operations.iter();
    let paged = operations.find(|operation| operation.api.pager() == Some(id));
    PagerView {
        notes,
        parameters,
        parameters_in_words: parameters_in_words(pager),
        shape: shape(pager),
        sample: paged
            .map(|operation| code::sample(&code::RUST, &rust_call::stream(plan, operation), "")),
        anchor,
        title,
    }
}

/// Where requests say which page they want.
fn parameters_in_words(pager: &Pager) -> RichText {
    let count = match pager.parameters.len() {
        0 => None,
        1 => Some("Operations that return a page have this parameter."),
        2 => Some("Operations that return a page have two parameters."),
        _ => Some("Operations that return a page have these parameters."),
    };
    let body = pager.body_position.as_ref().map(|position| {
        let field = markdown::code(&position.field);
        format!("The field {field} of the body says which page is requested.")
    });
    let parts: Vec<String> = count.map(str::to_owned).into_iter().chain(body).collect();
    markdown::line(&parts.join(" "))
}

/// What a page consists of.
fn shape(pager: &Pager) -> RichText {
    let Some(items) = &pager.items else {
        return markdown::line(&format!(
            "A page is a list of items. {}",
            paging::of_pager(pager)
        ));
    };
    let items = format!("{} is the list of items", markdown::code(items));
    let others = pager.fields.iter().map(|PageField { role, field }| {
        let what = match role {
            PageFieldRole::Total => "is the number of items on all pages",
            PageFieldRole::Pages => "is the number of pages",
            PageFieldRole::More => "says whether there are more items",
            PageFieldRole::Next => "is the position of the next page",
            PageFieldRole::Other => match markdown::visible(field.notes.doc.as_deref()) {
                Some(doc) => return format!("{}: {doc}", markdown::code(&field.name)),
                None => "is another field",
            },
        };
        format!("{} {what}", markdown::code(&field.name))
    });
    let constants = pager.constants.iter().map(|constant| {
        let value = markdown::code(&constant.value.to_string());
        format!("{} is {value}", markdown::code(&constant.name))
    });
    let fields: Vec<String> = std::iter::once(items)
        .chain(others)
        .chain(constants)
        .collect();
    let count = match fields.len() {
        1 => "one field",
        2 => "two fields",
        3 => "three fields",
        4 => "four fields",
        _ => "these fields",
    };
    let text = format!(
        "A page is an object with {count}: {}. {}",
        fields.join(", "),
        paging::of_pager(pager)
    );
    markdown::line(text.trim_end())
}
