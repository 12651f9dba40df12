//! A small API, as the generator would write it, with a handler for every case that the tests
//! cover.

// The macros create public items.
#![allow(unreachable_pub)]

use std::sync::Arc;

use specsmith_runtime::codegen as rt;

use crate::errors::{DeleteToolError, ToolError};

pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape {
    envelope: Some("error"),
    code: "code",
    message: "message",
    metadata: "metadata",
    messages: &[
        (400, "Invalid request parameters"),
        (401, "Missing Authentication header"),
        (404, "Resource not found"),
        (429, "Rate limit exceeded"),
        (500, "Internal Server Error"),
    ],
};

static AUTH: rt::AuthScheme = rt::AuthScheme {
    missing: (401, "Missing Authentication header"),
    unknown: (401, "Invalid API key"),
    forbidden: (403, "Only management keys can perform this operation"),
};

static LIST_TOOLS: rt::Operation = rt::Operation {
    name: "list_tools",
    method: rt::Method::GET,
    path: "/v1/tools",
    idempotent: true,
    error_statuses: &[500],
};
static CREATE_TOOL: rt::Operation = rt::Operation {
    name: "create_tool",
    method: rt::Method::POST,
    path: "/v1/tools",
    idempotent: false,
    error_statuses: &[500],
};
static DELETE_TOOL: rt::Operation = rt::Operation {
    name: "delete_tool",
    method: rt::Method::DELETE,
    path: "/v1/tools/{id}",
    idempotent: true,
    error_statuses: &[404, 429, 500],
};
static GET_PART: rt::Operation = rt::Operation {
    name: "get_part",
    method: rt::Method::GET,
    path: "/v1/tools/{tool}/parts/{part}",
    idempotent: true,
    error_statuses: &[500],
};

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolId(String);
rt::string_newtype!(ToolId, rt::Rules::NONE.min_length(1).max_length(20));

rt::object! {
    /// A tool, both in a handler and in JSON.
    #[derive(Clone, PartialEq)]
    pub struct Tool {
        pub id: ToolId,
        #[field(optional)]
        #[rules(min = 1, max = 100)]
        pub weight: Option<i64>,
        #[field(optional)]
        #[rules(max_length = 8)]
        pub secret: Option<String>,
        #[field(optional)]
        pub price: Option<f64>,
        pub parts: Vec<Part>,
    }
}

rt::object! {
    /// A part of a tool.
    #[derive(Clone, PartialEq)]
    pub struct Part {
        #[rules(min_length = 1)]
        pub name: String,
    }
}

/// The arguments of `list_tools`.
pub(crate) struct ListTools {
    pub(crate) name: Option<String>,
    pub(crate) limit: i64,
    pub(crate) tags: Vec<ToolId>,
    pub(crate) trace: Option<i64>,
}

/// The arguments of `create_tool`.
pub(crate) struct CreateTool {
    pub(crate) dry_run: Option<bool>,
    pub(crate) body: Tool,
}

/// The trait that an application implements.
pub(crate) trait WorkshopApi: Send + Sync + 'static {
    type Caller: Send;

    fn authenticate(
        &self,
        token: rt::BearerToken<'_>,
    ) -> impl Future<Output = Result<Self::Caller, rt::AuthError>> + Send;

    fn permits(&self, caller: &Self::Caller) -> bool;

    fn list_tools(
        &self,
        caller: Self::Caller,
        request: ListTools,
    ) -> impl Future<Output = Result<rt::Json, ToolError>> + Send;

    fn create_tool(
        &self,
        caller: Self::Caller,
        request: CreateTool,
    ) -> impl Future<Output = Result<Tool, ToolError>> + Send;

    fn delete_tool(
        &self,
        caller: Self::Caller,
        id: ToolId,
    ) -> impl Future<Output = Result<(), DeleteToolError>> + Send;

    fn get_part(
        &self,
        tool: ToolId,
        part: String,
    ) -> impl Future<Output = Result<Vec<String>, ToolError>> + Send;
}

/// The API as a router.
pub(crate) fn router<A: WorkshopApi>(api: A) -> rt::Router {
    router_with(api, rt::ServerConfig::default())
}

/// The API as a router, with a configuration.
pub(crate) fn router_with<A: WorkshopApi>(api: A, config: rt::ServerConfig) -> rt::Router {
    rt::Server::new(api, config, &ERRORS)
        .route(&LIST_TOOLS, list_tools::<A>)
        .route(&CREATE_TOOL, create_tool::<A>)
        .route(&DELETE_TOOL, delete_tool::<A>)
        .route(&GET_PART, get_part::<A>)
        .finish()
}

async fn authorize<A: WorkshopApi>(api: &A, input: &rt::Input) -> Result<A::Caller, rt::Rejection> {
    let token = input.bearer_token(&AUTH)?;
    let caller = api
        .authenticate(token)
        .await
        .map_err(|error| AUTH.rejection(error))?;
    if api.permits(&caller) {
        Ok(caller)
    } else {
        Err(AUTH.forbidden())
    }
}

async fn list_tools<A: WorkshopApi>(
    api: Arc<A>,
    mut input: rt::Input,
) -> Result<rt::Response, rt::Rejection> {
    let caller = authorize(&*api, &input).await?;
    let name = input.query("name").optional();
    let limit = input
        .query("limit")
        .rules(&const { rt::Rules::NONE.min(1).max(100) })
        .or(50);
    let tags = input
        .query("tag")
        .rules(&const { rt::Rules::NONE.min_items(2) })
        .optional_list();
    let trace = input.header("x-trace").optional();
    input.check()?;
    let request = ListTools {
        name: name?,
        limit: limit?,
        tags: tags?,
        trace: trace?,
    };
    rt::respond(api.list_tools(caller, request).await, &ERRORS)
}

async fn create_tool<A: WorkshopApi>(
    api: Arc<A>,
    mut input: rt::Input,
) -> Result<rt::Response, rt::Rejection> {
    let caller = authorize(&*api, &input).await?;
    let dry_run = input.query("dry_run").optional();
    input.receive_json().await?;
    let body = input.json_body();
    input.check()?;
    let request = CreateTool {
        dry_run: dry_run?,
        body: body?,
    };
    rt::respond_in_as(201, "data", api.create_tool(caller, request).await, &ERRORS)
}

async fn delete_tool<A: WorkshopApi>(
    api: Arc<A>,
    mut input: rt::Input,
) -> Result<rt::Response, rt::Rejection> {
    let caller = authorize(&*api, &input).await?;
    let id = input.path(0, "id").required();
    input.check()?;
    rt::respond_empty(api.delete_tool(caller, id?).await, &ERRORS)
}

async fn get_part<A: WorkshopApi>(
    api: Arc<A>,
    mut input: rt::Input,
) -> Result<rt::Response, rt::Rejection> {
    let tool = input.path(0, "tool").required();
    let part = input.path(1, "part").required();
    input.check()?;
    rt::respond(api.get_part(tool?, part?).await, &ERRORS)
}
