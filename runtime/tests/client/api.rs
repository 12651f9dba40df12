//! A small API, as the generator would write it.

use std::time::Duration;

use specsmith_runtime::client::Retry;
use specsmith_runtime::codegen as rt;

pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape {
    envelope: Some("error"),
    status: Some("code"),
    message: Some("message"),
    metadata: Some(rt::ErrorField::optional("metadata")),
    messages: &[
        (rt::Statuses::Exact(404), "Resource not found"),
        (rt::Statuses::Exact(429), "Rate limit exceeded"),
    ],
    ..rt::ErrorShape::JSON
};

static SERVICE: rt::Service = rt::Service {
    name: "tools-api",
    version: "1.2.0",
    errors: &ERRORS,
    retry_statuses: &[rt::Statuses::Exact(429), rt::Statuses::Exact(502)],
    implied_statuses: &[400, 401, 404, 405],
    request_id_header: "x-request-id",
};

rt::string_newtype! {
    /// The ID of a tool.
    pub struct ToolId(String);
}

rt::object! {
    /// A tool.
    pub struct Tool {
        /// Its ID.
        pub id: ToolId,
        /// How many there are.
        #[field(optional)]
        #[rules(min = 0)]
        pub count: rt::Maybe<i64>,
        /// The price of one.
        #[field(optional)]
        pub price: Option<f64>,
    }
}

rt::object! {
    /// A page.
    pub struct Page<T> {
        /// The items.
        pub data: Vec<T>,
        /// The number of items on all pages.
        pub total_count: i64,
    }
}

impl<T> From<Page<T>> for rt::ReceivedPage<T> {
    fn from(page: Page<T>) -> Self {
        Self::new(page.data).total(page.total_count)
    }
}

rt::status_error! {
    /// 404.
    #[error(404, ERRORS)]
    pub struct NotFound {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    /// 429, with a header.
    #[error(429, ERRORS)]
    pub struct TooManyRequests {
        pub body: rt::ErrorBody,
        /// Whom to contact.
        #[header("x-contact")]
        pub contact: Option<String>,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    /// 500.
    #[error(500, ERRORS)]
    pub struct InternalServerError {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::operation_errors! {
    /// The documented errors of most operations.
    #[internal(InternalServerError)]
    pub enum ToolError {
        NotFound,
        TooManyRequests,
        InternalServerError,
    }
}

rt::operation_errors! {
    /// The errors of an operation that documents none.
    #[internal(InternalServerError)]
    pub enum PingError {
        #[implied]
        InternalServerError,
    }
}

static GET_TOOL: rt::Operation = rt::Operation::new("get_tool", rt::Method::GET, "/v1/tools/{id}")
    .idempotent()
    .returns(200, rt::ResponseBody::Envelope("data"))
    .errors(&[404, 429, 500]);
static FIND_TOOL: rt::Operation =
    rt::Operation::new("find_tool", rt::Method::GET, "/v1/tools/{id}")
        .idempotent()
        .returns(200, rt::ResponseBody::Value)
        .errors(&[404, 429, 500]);
static GET_SECRET_TOOL: rt::Operation =
    rt::Operation::new("get_secret_tool", rt::Method::GET, "/v1/secret-tools/{id}")
        .idempotent()
        .returns(200, rt::ResponseBody::Envelope("data"))
        .sensitive();
static LIST_TOOLS: rt::Operation = rt::Operation::new("list_tools", rt::Method::GET, "/v1/tools")
    .idempotent()
    .returns(200, rt::ResponseBody::Value)
    .errors(&[404, 429, 500]);
static ADD_TOOL: rt::Operation = rt::Operation::new("add_tool", rt::Method::POST, "/v1/tools")
    .returns(201, rt::ResponseBody::Value)
    .errors(&[404, 429, 500]);
static ORDER_TOOL: rt::Operation = rt::Operation::new("order_tool", rt::Method::POST, "/v1/tools")
    .returns(202, rt::ResponseBody::Empty)
    .errors(&[404, 429, 500]);
static PING: rt::Operation =
    rt::Operation::new("ping", rt::Method::POST, "/v1/ping").returns(204, rt::ResponseBody::Empty);

/// The client.
#[derive(Debug, Clone)]
pub struct Client {
    http: rt::Http,
}

impl From<rt::Http> for Client {
    fn from(http: rt::Http) -> Self {
        Self { http }
    }
}

impl Client {
    /// Creates a builder.
    pub fn builder(base_url: impl Into<String>) -> rt::ClientBuilder<Self> {
        rt::ClientBuilder::new(&SERVICE, base_url)
    }

    /// A client with a key, several tries and short delays.
    pub(crate) fn quick(base_url: &str) -> Self {
        Self::quick_builder(base_url).build().unwrap()
    }

    pub(crate) fn quick_builder(base_url: &str) -> rt::ClientBuilder<Self> {
        let (base_delay, max_delay) = (Duration::from_millis(1), Duration::from_millis(2));
        Self::builder(base_url)
            .bearer_token("s3cr3t")
            .retry(Retry::new().base_delay(base_delay).max_delay(max_delay))
    }

    /// Starts a request that the description lacks.
    pub fn request(&self, method: &str, path: &str) -> rt::RawCall {
        rt::RawCall::new(&self.http, method, path)
    }

    /// Gets a tool.
    pub fn get_tool(&self, id: impl Into<ToolId>) -> rt::Call<Tool, ToolError> {
        rt::Call::new(&self.http, &GET_TOOL).path(&[&id.into()])
    }

    /// Gets a tool with a field that is secret.
    pub fn get_secret_tool(&self, id: impl Into<ToolId>) -> rt::Call<Tool, ToolError> {
        rt::Call::new(&self.http, &GET_SECRET_TOOL).path(&[&id.into()])
    }

    /// Adds a tool.
    pub fn add_tool(&self, body: Tool) -> rt::Call<Tool, ToolError> {
        rt::Call::new(&self.http, &ADD_TOOL).json(&body)
    }

    /// Orders a tool, without a result.
    pub fn order_tool(&self, body: Tool) -> rt::Call<(), ToolError> {
        rt::Call::new(&self.http, &ORDER_TOOL).json(&body)
    }

    /// Gets a tool, or null.
    pub fn find_tool(&self) -> rt::Call<Option<Tool>, ToolError> {
        rt::Call::new(&self.http, &FIND_TOOL).path(&[&"t".to_owned()])
    }

    /// Lists tools from the second one, or from an offset.
    pub fn list_tools_from_one(&self, offset: Option<i64>) -> rt::Items<Tool, ToolError> {
        let mut call: rt::Call<Page<Tool>, ToolError> = rt::Call::new(&self.http, &LIST_TOOLS);
        if let Some(offset) = offset {
            call = call.query("offset", &offset);
        }
        call.items(rt::PageStrategy::offset("offset", 1))
    }

    /// Does nothing.
    pub fn ping(&self) -> rt::Call<(), PingError> {
        rt::Call::new(&self.http, &PING)
    }

    /// Lists tools.
    pub fn list_tools(&self) -> ListToolsCall {
        rt::Call::new(&self.http, &LIST_TOOLS).into()
    }
}

rt::call_with!(CallWith);

impl<O, T: rt::Decode + 'static, E: rt::OperationError> CallWith<O, Page<T>, E> {
    /// Sets the offset.
    pub fn offset(self, offset: i64) -> Self {
        self.call.query("offset", &offset).into()
    }

    /// Streams the items of all pages.
    pub fn stream(self) -> rt::Items<T, E> {
        self.call.items(rt::PageStrategy::offset("offset", 0))
    }
}

/// A call of [`Client::list_tools`].
pub type ListToolsCall = CallWith<ListToolsOptions, Page<Tool>, ToolError>;

/// Stands for the operation in [`ListToolsCall`].
#[derive(Debug)]
pub enum ListToolsOptions {}

impl ListToolsCall {
    /// Sets a number parameter.
    pub fn at_most(self, at_most: f64) -> Self {
        self.call.query("at_most", &at_most).into()
    }

    /// Sets a list parameter.
    pub fn only(self, only: impl Into<Vec<ToolId>>) -> Self {
        self.call.query("only", &only.into()).into()
    }

    /// Sets a header parameter.
    pub fn on_behalf_of(self, on_behalf_of: impl Into<String>) -> Self {
        self.call
            .header_value("on-behalf-of", &on_behalf_of.into())
            .into()
    }
}
