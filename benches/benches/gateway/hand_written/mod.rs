//! The gateway carefully written by hand with axum and sqlx: the two measured operations, with the
//! same database, checks and responses.

mod layers;
mod models;
mod store;

use std::path::Path as FilePath;

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use tokio::net::TcpListener;

use self::models::Model;
use self::store::{ApiKey, Store};
use crate::types::{Data, ErrorBody, ErrorDetail, Page, Workspace};

/// The features of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    /// No key lookup: the token of a request is its organization.
    Open,
    /// The routes and the key lookup, without layers.
    Bare,
    /// With all the layers that operators need.
    Layered,
}

impl Variant {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Bare => "bare",
            Self::Layered => "layered",
        }
    }
}

/// Serves until the process is killed, and prints the address like `gateway serve`.
pub(crate) fn serve(variant: &str, database: &str) {
    let variants = [Variant::Open, Variant::Bare, Variant::Layered];
    let variant = variants.into_iter().find(|known| known.name() == variant);
    let variant = variant.expect("the variant exists");
    let runtime = tokio::runtime::Runtime::new().expect("there are threads");
    runtime.block_on(async {
        let routes = match database.strip_prefix("sqlite:") {
            Some(file) => routes(store::sqlite(FilePath::new(file)), variant),
            None => routes(store::postgres(database).expect("it is a URL"), variant),
        };
        let app = match variant {
            Variant::Open | Variant::Bare => routes,
            Variant::Layered => layers::around(routes),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        println!("Serving by hand at http://{address}");
        let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
            let _ = stream.set_nodelay(true);
        });
        axum::serve(listener, app).await.expect("it serves forever");
    });
}

#[derive(Clone)]
struct Gateway<S> {
    store: S,
    looks_keys_up: bool,
}

/// The measured routes, among as many others as the gateway has.
fn routes<S: Store>(store: S, variant: Variant) -> Router {
    Router::new()
        .route("/v1/credits", get(not_found))
        .route("/v1/workspaces", get(list_workspaces::<S>))
        .route("/v1/scim/group-mappings/{id}", get(not_found))
        .route("/v1/model/{author}/{slug}", get(get_model::<S>))
        .route("/v1/endpoints/zdr", get(not_found))
        .route("/v1/generation", get(not_found))
        .route("/v1/guardrails", get(not_found))
        .route("/v1/guardrails/assignments/members", get(not_found))
        .route("/v1/presets", get(not_found))
        .route("/v1/scim/group-mappings", get(not_found))
        .route("/v1/organization/members", get(not_found))
        .route("/v1/key", get(not_found))
        .route("/v1/keys/{hash}", get(not_found))
        .route("/v1/byok/{id}", get(not_found))
        .fallback(not_found)
        .with_state(Gateway {
            store,
            looks_keys_up: variant != Variant::Open,
        })
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

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the database failed");
        Self(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
    }
}

const INVALID: Failure = Failure(StatusCode::BAD_REQUEST, "Invalid request parameters");
const NOT_FOUND: Failure = Failure(StatusCode::NOT_FOUND, "Resource not found");

/// A caller with any key.
struct Caller {
    organization: String,
    is_manager: bool,
}

impl<S: Store> FromRequestParts<Gateway<S>> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway<S>) -> Result<Self, Failure> {
        let missing = "Missing Authentication header";
        let Some(credentials) = parts.headers.get(header::AUTHORIZATION) else {
            return Err(Failure(StatusCode::UNAUTHORIZED, missing));
        };
        let unknown = Failure(StatusCode::UNAUTHORIZED, "Invalid API key");
        let parts = credentials
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '));
        let Some((scheme, token)) = parts else {
            return Err(unknown);
        };
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(unknown);
        }
        if !gateway.looks_keys_up {
            return Ok(Self {
                organization: crate::data::ORGANIZATION.to_owned(),
                is_manager: true,
            });
        }
        let hash = hex::encode(Sha256::digest(token));
        let now = OffsetDateTime::now_utc().unix_timestamp_nanos() / 1000;
        match gateway.store.api_key(&hash).await? {
            Some(key) if key.is_valid(now as i64) => Ok(key.into()),
            Some(_) | None => Err(unknown),
        }
    }
}

impl From<ApiKey> for Caller {
    fn from(key: ApiKey) -> Self {
        Self {
            organization: key.organization_id,
            is_manager: key.is_management,
        }
    }
}

/// A caller with a management key.
struct Manager {
    organization: String,
}

impl<S: Store> FromRequestParts<Gateway<S>> for Manager {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, gateway: &Gateway<S>) -> Result<Self, Failure> {
        let caller = Caller::from_request_parts(parts, gateway).await?;
        if !caller.is_manager {
            let message = "Only management keys can perform this operation";
            return Err(Failure(StatusCode::FORBIDDEN, message));
        }
        Ok(Self {
            organization: caller.organization,
        })
    }
}

async fn get_model<S: Store>(
    State(gateway): State<Gateway<S>>,
    _: Caller,
    Path((author, slug)): Path<(String, String)>,
) -> Result<Json<Data<Model>>, Failure> {
    let found = gateway.store.model(&format!("{author}/{slug}")).await?;
    let data = found.ok_or(NOT_FOUND)?;
    Ok(Json(Data { data }))
}

#[derive(Deserialize)]
struct Paging {
    offset: Option<i64>,
    limit: Option<i64>,
}

async fn list_workspaces<S: Store>(
    State(gateway): State<Gateway<S>>,
    manager: Manager,
    paging: Result<Query<Paging>, QueryRejection>,
) -> Result<Json<Page<Workspace>>, Failure> {
    let Query(paging) = paging.map_err(|_| INVALID)?;
    let (offset, limit) = (paging.offset.unwrap_or(0), paging.limit.unwrap_or(50));
    if offset < 0 || !(1..=100).contains(&limit) {
        return Err(INVALID);
    }
    let organization = &manager.organization;
    Ok(Json(
        gateway
            .store
            .workspaces(organization, limit, offset)
            .await?,
    ))
}

async fn not_found() -> Failure {
    NOT_FOUND
}
