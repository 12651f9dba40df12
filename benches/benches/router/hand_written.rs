//! The gateway's routes, written by hand with axum.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch};
use axum::{Json, Router};
use serde::Deserialize;

use crate::types::{
    Credits, Data, ErrorBody, ErrorDetail, GroupMapping, GroupMappingId, GroupMappingUpdate, Page,
    Workspace,
};

/// The state of the server.
pub(crate) struct Gateway {
    /// The keys, and whether each may manage the organization.
    pub(crate) keys: HashMap<String, bool>,
    pub(crate) credits: Credits,
    pub(crate) workspaces: Vec<Workspace>,
    pub(crate) mapping: GroupMapping,
}

/// The measured routes, among as many others as the gateway has.
pub(crate) fn router(gateway: Gateway) -> Router {
    Router::new()
        .route("/v1/credits", get(get_credits))
        .route("/v1/workspaces", get(list_workspaces))
        .route("/v1/scim/group-mappings/{id}", patch(update_group_mapping))
        .route("/v1/model/{author}/{slug}", get(not_found))
        .route("/v1/endpoints/zdr", get(not_found))
        .route("/v1/generation", get(not_found))
        .route("/v1/guardrails", get(not_found))
        .route("/v1/guardrails/assignments/members", get(not_found))
        .route("/v1/presets", get(not_found))
        .route("/v1/scim/group-mappings", get(not_found))
        .route("/v1/organization/members", get(not_found))
        .route("/v1/key", get(not_found))
        .route("/v1/keys/{hash}", axum::routing::delete(not_found))
        .route("/v1/byok/{id}", axum::routing::delete(not_found))
        .fallback(not_found)
        .with_state(Arc::new(gateway))
}

struct Failure(StatusCode, &'static str);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let error = ErrorDetail {
            code: self.0.as_u16(),
            message: self.1.to_owned(),
        };
        (self.0, Json(ErrorBody { error })).into_response()
    }
}

const INVALID: Failure = Failure(StatusCode::BAD_REQUEST, "Invalid request parameters");

/// A caller with a management key.
struct Manager;

impl FromRequestParts<Arc<Gateway>> for Manager {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        gateway: &Arc<Gateway>,
    ) -> Result<Self, Failure> {
        let Some(credentials) = parts.headers.get(header::AUTHORIZATION) else {
            return Err(Failure(
                StatusCode::UNAUTHORIZED,
                "Missing Authentication header",
            ));
        };
        let unknown = Failure(StatusCode::UNAUTHORIZED, "Invalid API key");
        let Some((scheme, token)) = credentials
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
        else {
            return Err(unknown);
        };
        match gateway.keys.get(token) {
            Some(true) if scheme.eq_ignore_ascii_case("bearer") => Ok(Self),
            Some(false) => Err(Failure(
                StatusCode::FORBIDDEN,
                "Only management keys can perform this operation",
            )),
            _ => Err(unknown),
        }
    }
}

async fn get_credits(State(gateway): State<Arc<Gateway>>, _: Manager) -> Json<Data<Credits>> {
    Json(Data {
        data: gateway.credits.clone(),
    })
}

#[derive(Deserialize)]
struct Paging {
    offset: Option<i64>,
    limit: Option<i64>,
}

async fn list_workspaces(
    State(gateway): State<Arc<Gateway>>,
    _: Manager,
    paging: Result<Query<Paging>, QueryRejection>,
) -> Result<Json<Page<Workspace>>, Failure> {
    let Query(paging) = paging.map_err(|_| INVALID)?;
    let (offset, limit) = (paging.offset.unwrap_or(0), paging.limit.unwrap_or(50));
    if offset < 0 || !(1..=100).contains(&limit) {
        return Err(INVALID);
    }
    let page = gateway
        .workspaces
        .iter()
        .skip(offset as usize)
        .take(limit as usize);
    Ok(Json(Page {
        data: page.cloned().collect(),
        total_count: gateway.workspaces.len() as i64,
    }))
}

async fn update_group_mapping(
    State(gateway): State<Arc<Gateway>>,
    _: Manager,
    Path(id): Path<GroupMappingId>,
    body: Result<Json<GroupMappingUpdate>, JsonRejection>,
) -> Result<Json<Data<GroupMapping>>, Failure> {
    let Json(update) = body.map_err(|rejection| match rejection.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Failure(rejection.status(), "Unsupported Media Type"),
        StatusCode::PAYLOAD_TOO_LARGE => Failure(rejection.status(), "Payload Too Large"),
        _ => INVALID,
    })?;
    Ok(Json(Data {
        data: GroupMapping {
            id,
            role: update.role,
            ..gateway.mapping.clone()
        },
    }))
}

async fn not_found() -> Failure {
    Failure(StatusCode::NOT_FOUND, "Resource not found")
}
