//! Responses with headers and of several statuses, from the handler to the caller over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]
// The example API is public, like a generated one.
#![allow(missing_docs, unreachable_pub)]
// The server of other tests has more than these need.
#![allow(dead_code)]

#[path = "../client/server.rs"]
mod scripted;

use specsmith_runtime::client::Error;
use specsmith_runtime::codegen as rt;
use tokio::net::TcpListener;

static ERRORS: rt::ErrorShape = rt::ErrorShape {
    message: Some("message"),
    messages: &[(rt::Statuses::Exact(500), "Internal error")],
    ..rt::ErrorShape::JSON
};

static SERVICE: rt::Service = rt::Service {
    name: "issues-api",
    version: "1.0.0",
    errors: &ERRORS,
    retry_statuses: &[],
    implied_statuses: &[500],
    request_id_header: "x-request-id",
};

rt::status_error! {
    /// 500.
    #[error(500, ERRORS)]
    pub struct InternalServerError {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::operation_errors! {
    /// The errors of all operations.
    #[internal(InternalServerError)]
    pub enum IssueError {
        #[implied]
        InternalServerError,
    }
}

rt::object! {
    /// An issue.
    pub struct Issue {
        pub title: String,
    }
}

rt::response! {
    /// The response of `get_issue`.
    #[derive(Clone, PartialEq)]
    #[from(body)]
    pub struct GetIssueResponse {
        #[body]
        pub body: Issue,
        /// The version.
        #[header("etag")]
        pub etag: Option<String>,
        /// A secret.
        #[header("x-secret", secret)]
        pub secret: Option<String>,
    }
}

rt::responses! {
    /// The responses of `create_issue`.
    #[derive(Clone, PartialEq)]
    pub enum CreateIssueResponse {
        /// 201.
        #[status(201)]
        Created(Issue),
        /// 202.
        #[status(202)]
        Accepted(CreateIssueAccepted),
        /// 204.
        #[status(204)]
        NoContent,
        /// 303.
        #[status(303)]
        SeeOther(CreateIssueSeeOther),
        /// 226.
        #[status(226)]
        Text(String),
    }
}

rt::response! {
    /// 202.
    #[derive(Clone, PartialEq)]
    pub struct CreateIssueAccepted {
        #[body]
        pub body: Issue,
        /// When to ask again.
        #[header("retry-after")]
        pub retry_after: i64,
    }
}

rt::response! {
    /// 303.
    #[derive(Clone, PartialEq)]
    pub struct CreateIssueSeeOther {
        /// Where it is.
        #[header("location")]
        pub location: String,
    }
}

static GET_ISSUE: rt::Operation = rt::Operation::new("get_issue", rt::Method::GET, "/issue")
    .idempotent()
    .returns(200, rt::ResponseBody::Value);

static CREATE_ISSUE: rt::Operation =
    rt::Operation::new("create_issue", rt::Method::POST, "/issues").returns(
        201,
        rt::ResponseBody::ByStatus(&[
            (201, rt::ResponseBody::Envelope("data")),
            (202, rt::ResponseBody::Value),
            (204, rt::ResponseBody::Empty),
            (303, rt::ResponseBody::Empty),
            (226, rt::ResponseBody::Text("text/plain")),
        ]),
    );

/// A server that responds with what it has.
#[derive(Clone)]
struct Issues {
    got: GetIssueResponse,
    created: CreateIssueResponse,
}

impl Issues {
    async fn get_issue(&self) -> Result<GetIssueResponse, IssueError> {
        Ok(self.got.clone())
    }

    async fn create_issue(&self) -> Result<CreateIssueResponse, IssueError> {
        Ok(self.created.clone())
    }
}

struct Client(rt::Http);

impl From<rt::Http> for Client {
    fn from(http: rt::Http) -> Self {
        Self(http)
    }
}

impl Client {
    fn new(url: &str) -> Self {
        rt::ClientBuilder::new(&SERVICE, url).build().unwrap()
    }

    fn get_issue(&self) -> rt::Call<GetIssueResponse, IssueError> {
        rt::Call::new(&self.0, &GET_ISSUE)
    }

    fn create_issue(&self) -> rt::Call<CreateIssueResponse, IssueError> {
        rt::Call::new(&self.0, &CREATE_ISSUE)
    }
}

fn issue() -> Issue {
    Issue {
        title: "Broken".to_owned(),
    }
}

async fn serve(got: GetIssueResponse, created: CreateIssueResponse) -> Client {
    let router = rt::Server::<Issues>::new(
        Issues { got, created },
        rt::ServerConfig::default(),
        &ERRORS,
    );
    let router = router
        .open_route(&GET_ISSUE, Issues::get_issue)
        .open_route(&CREATE_ISSUE, Issues::create_issue)
        .finish("");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Client::new(&format!("http://{address}"))
}

#[tokio::test]
async fn headers_arrive_with_the_content() {
    let full = GetIssueResponse {
        body: issue(),
        etag: Some("\"7\"".to_owned()),
        secret: Some("hunter2".to_owned()),
    };
    let client = serve(full.clone(), CreateIssueResponse::NoContent).await;
    assert_eq!(client.get_issue().await.unwrap(), full);
    assert!(!format!("{full:?}").contains("hunter2"));
    let bare = GetIssueResponse::from(issue());
    let client = serve(bare.clone(), CreateIssueResponse::NoContent).await;
    assert_eq!(client.get_issue().await.unwrap(), bare);
}

#[tokio::test]
async fn a_header_that_cannot_be_sent_is_an_internal_error() {
    let broken = GetIssueResponse {
        etag: Some("a\nb".to_owned()),
        ..issue().into()
    };
    let client = serve(broken, CreateIssueResponse::NoContent).await;
    let error = client.get_issue().await.unwrap_err();
    assert!(
        matches!(&error, Error::Rejected(error) if error.status == 500),
        "{error:?}"
    );
}

#[tokio::test]
async fn each_status_is_a_variant_and_redirects_are_not_followed() {
    let accepted = CreateIssueAccepted {
        body: issue(),
        retry_after: 7,
    };
    let see_other = CreateIssueSeeOther {
        location: "/issue".to_owned(),
    };
    let all = [
        (201, CreateIssueResponse::Created(issue())),
        (202, CreateIssueResponse::Accepted(accepted)),
        (204, CreateIssueResponse::NoContent),
        (303, CreateIssueResponse::SeeOther(see_other)),
        (226, CreateIssueResponse::Text("Later.".to_owned())),
    ];
    for (status, sent) in all {
        let client = serve(issue().into(), sent.clone()).await;
        let response = client.create_issue().send().await.unwrap();
        assert_eq!(response.status.as_u16(), status);
        assert_eq!(response.value, sent);
        assert_eq!(sent.status(), status);
    }
}

/// A missing required header does not make a response unusable.
#[tokio::test]
async fn a_lenient_client_accepts_responses_without_their_headers() {
    let steps = [
        scripted::json(202, r#"{"title": "Broken"}"#),
        scripted::json_with(202, "retry-after: soon\r\n", "{}"),
    ];
    let server = scripted::Server::start(steps).await;
    let client: Client = rt::ClientBuilder::new(&SERVICE, &server.url)
        .lenient(true)
        .build()
        .unwrap();
    for (title, sent) in [("Broken", None), ("", Some("soon"))] {
        let response = client.create_issue().send().await.unwrap();
        let accepted = CreateIssueAccepted {
            body: Issue {
                title: title.to_owned(),
            },
            retry_after: 0,
        };
        assert_eq!(response.value, CreateIssueResponse::Accepted(accepted));
        let header = response.headers.get("retry-after");
        assert_eq!(header.map(|header| header.to_str().unwrap()), sent);
    }
}

#[tokio::test]
async fn responses_that_do_not_match_are_errors() {
    let steps = [
        scripted::json(202, r#"{"title": "Broken"}"#),
        scripted::json_with(202, "retry-after: soon\r\n", r#"{"title": "Broken"}"#),
        scripted::json(201, r#"{"title": "Broken"}"#),
        scripted::json(303, ""),
        scripted::json(200, r#"{"data": {"title": "Broken"}}"#),
    ];
    let server = scripted::Server::start(steps).await;
    let client = Client::new(&server.url);
    for wrong in [
        "`retry-after`: is missing",
        "retry-after",
        "data",
        "`location`: is missing",
    ] {
        let error = client.create_issue().await.unwrap_err();
        assert!(matches!(error, Error::Decode(_)), "{error:?}");
        assert!(error.to_string().contains(wrong), "{error}");
    }
    let error = client.create_issue().await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
}
