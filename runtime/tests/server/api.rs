//! A small API, as the generator would write it, with a handler for every case that the tests
//! cover.

// The macros create public items.
#![allow(unreachable_pub)]

use specsmith_runtime::codegen as rt;

use crate::errors::{DeleteToolError, ToolError};

pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape {
    envelope: Some("error"),
    status: Some("code"),
    message: Some("message"),
    metadata: Some(rt::ErrorField::optional("metadata")),
    messages: &[
        (rt::Statuses::Exact(400), "Invalid request parameters"),
        (rt::Statuses::Exact(401), "Missing Authentication header"),
        (rt::Statuses::Exact(404), "Resource not found"),
        (rt::Statuses::Exact(429), "Rate limit exceeded"),
        (rt::Statuses::Exact(500), "Internal Server Error"),
    ],
    ..rt::ErrorShape::JSON
};

static AUTH: rt::DenialResponses = rt::DenialResponses {
    missing: (401, "Missing Authentication header"),
    unknown: (401, "Invalid API key"),
    forbidden: (403, "Only management keys can perform this operation"),
};

static LIST_TOOLS: rt::Operation = rt::Operation::new("list_tools", rt::Method::GET, "/v1/tools")
    .idempotent()
    .returns(200, rt::ResponseBody::Value)
    .errors(&[500]);
static CREATE_TOOL: rt::Operation =
    rt::Operation::new("create_tool", rt::Method::POST, "/v1/tools")
        .returns(201, rt::ResponseBody::Envelope("data"))
        .errors(&[500]);
static DELETE_TOOL: rt::Operation =
    rt::Operation::new("delete_tool", rt::Method::DELETE, "/v1/tools/{id}")
        .idempotent()
        .returns(204, rt::ResponseBody::Empty)
        .errors(&[404, 429, 500]);
static GET_PART: rt::Operation =
    rt::Operation::new("get_part", rt::Method::GET, "/v1/tools/{tool}/parts/{part}")
        .idempotent()
        .returns(200, rt::ResponseBody::Value)
        .errors(&[500]);

rt::string_newtype! {
    #[rules(min_length = 1, max_length = 20)]
    pub struct ToolId(String);
}

rt::object! {
    /// A tool, both in a handler and in JSON.
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
    pub struct Part {
        #[rules(min_length = 1)]
        pub name: String,
    }
}

rt::arguments! {
    /// The arguments of `list_tools`.
    #[derive(Clone)]
    pub struct ListTools {
        #[read(query("name").optional())]
        pub name: Option<String>,
        #[read(query("limit").or(50))]
        #[rules(min = 1, max = 100)]
        pub limit: i64,
        #[read(query("tag").list().optional())]
        #[rules(min_items = 2)]
        pub tags: Vec<ToolId>,
        #[read(header("x-trace").optional())]
        pub trace: Option<i64>,
    }
}

rt::arguments! {
    /// The arguments of `create_tool`.
    #[derive(Clone)]
    pub struct CreateTool {
        #[read(query("dry_run").optional())]
        pub dry_run: Option<bool>,
        #[body(json.required())]
        pub body: Tool,
    }
}

rt::arguments! {
    /// The arguments of `delete_tool`.
    #[derive(Clone)]
    pub struct DeleteTool {
        #[read(path(0, "id").required())]
        pub id: ToolId,
    }
}

rt::arguments! {
    /// The arguments of `get_part`.
    #[derive(Clone)]
    pub struct GetPart {
        #[read(path(0, "tool").required())]
        pub tool: ToolId,
        #[read(path(1, "part").required())]
        pub part: String,
    }
}

/// The trait that an application implements.
pub(crate) trait WorkshopApi: Send + Sync + 'static {
    type Caller: Send + Sync;

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
        request: DeleteTool,
    ) -> impl Future<Output = Result<(), DeleteToolError>> + Send;

    fn get_part(
        &self,
        request: GetPart,
    ) -> impl Future<Output = Result<Vec<String>, ToolError>> + Send;
}

/// The API as a router.
pub(crate) fn router<A: WorkshopApi>(api: A) -> rt::Router {
    router_with(api, rt::ServerConfig::default())
}

/// The API as a router, with a configuration.
pub(crate) fn router_with<A: WorkshopApi>(api: A, config: rt::ServerConfig) -> rt::Router {
    rt::Server::<A, Policy>::new(api, config, &ERRORS)
        .route(&LIST_TOOLS, (), A::list_tools)
        .route(&CREATE_TOOL, (), A::create_tool)
        .route(&DELETE_TOOL, (), A::delete_tool)
        .open_route(&GET_PART, A::get_part)
        .finish("/v1")
}

/// How the router identifies callers.
enum Policy {}

impl<A: WorkshopApi> rt::Authorize<A> for Policy {
    type Caller = A::Caller;
    type Key = ();

    async fn identify(api: &A, input: &rt::Input, (): ()) -> Result<A::Caller, rt::Rejection> {
        let token = input.bearer_token(&AUTH)?;
        api.authenticate(token)
            .await
            .map_err(|error| AUTH.rejection(error))
    }

    fn permits(api: &A, caller: &A::Caller, (): ()) -> Result<(), rt::Rejection> {
        if api.permits(caller) {
            Ok(())
        } else {
            Err(AUTH.forbidden())
        }
    }
}
