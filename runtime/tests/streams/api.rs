//! A small API with every content that is sent in pieces, as the generator would write it: server and client.

use specsmith_runtime::codegen as rt;

pub(crate) static ERRORS: rt::ErrorShape = rt::ErrorShape {
    envelope: Some("error"),
    status: Some("code"),
    message: Some("message"),
    metadata: Some(rt::ErrorField::optional("metadata")),
    messages: &[
        (rt::Statuses::Exact(400), "Invalid request"),
        (rt::Statuses::Exact(404), "Not found"),
        (rt::Statuses::Exact(500), "Internal error"),
    ],
    ..rt::ErrorShape::JSON
};

static SERVICE: rt::Service = rt::Service {
    name: "archive-api",
    version: "1.0.0",
    errors: &ERRORS,
    retry_statuses: &[],
    implied_statuses: &[400, 404, 405, 413, 415, 500],
    request_id_header: "x-request-id",
};

rt::status_error! {
    /// 404.
    #[error(404, ERRORS)]
    pub struct NotFound {
        pub body: rt::ErrorBody,
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
    /// The errors of all operations.
    #[internal(InternalServerError)]
    pub enum ArchiveError {
        NotFound,
        #[implied]
        InternalServerError,
    }
}

rt::object! {
    /// What the server received.
    pub struct Receipt {
        pub bytes: i64,
        #[field(optional)]
        pub media: Option<String>,
    }
}

rt::object! {
    /// A named number.
    pub struct Row {
        #[rules(min_length = 1)]
        pub name: String,
        #[rules(min = 0)]
        pub number: i64,
    }
}

rt::object! {
    /// An event.
    pub struct Tick {
        pub number: i64,
        #[field(optional)]
        pub text: Option<String>,
    }
}

rt::object! {
    /// The event of a stream that failed.
    pub struct Failure {
        pub code: i64,
    }
}

rt::object! {
    /// Who speaks.
    pub struct Hints {
        #[rules(min = 1)]
        pub speakers: i64,
    }
}

rt::multipart! {
    /// Speech, and how to transcribe it.
    pub struct SpeechUpload: SpeechUploadPart {
        /// The speech.
        #[part("file": file("audio/*").required(), File(rt::FilePart))]
        pub file: rt::FilePart,
        /// The languages that are spoken.
        #[part("languages[]": text.optional_list(), Languages(String))]
        pub languages: Option<Vec<String>>,
        /// Who speaks.
        #[part("hints": json.optional(), Hints(Hints))]
        pub hints: Option<Hints>,
        /// Pictures.
        #[part("pictures": file.list(), Pictures(rt::FilePart))]
        pub pictures: Vec<rt::FilePart>,
    }
}

rt::object! {
    /// A form without files.
    #[object(closed)]
    pub struct Profile {
        #[rules(min_length = 1)]
        pub name: String,
        #[field(optional)]
        pub age: Option<i64>,
        pub tags: Vec<String>,
    }
}

rt::multipart!(impl Profile {
    #[part("name": text.required())]
    name,
    #[part("age": text.optional())]
    age,
    #[part("tags": text.list())]
    tags,
});

const fn operation(
    name: &'static str,
    method: rt::Method,
    path: &'static str,
    response: rt::ResponseBody,
) -> rt::Operation {
    let is_idempotent = matches!(method, rt::Method::GET | rt::Method::PUT);
    let operation = rt::Operation::new(name, method, path)
        .returns(200, response)
        .errors(&[404]);
    if is_idempotent {
        operation.idempotent()
    } else {
        operation
    }
}

static TICKS: rt::EventFormat = rt::EventFormat {
    end: Some(rt::EndEvent::Data("[DONE]")),
    error: Some(rt::ErrorEvent::Named("error")),
    ..rt::EventFormat::JSON
};
static FOLLOWED: rt::EventFormat = rt::EventFormat {
    resumable: true,
    ..TICKS
};

static UPLOAD: rt::Operation = operation(
    "upload",
    rt::Method::PUT,
    "/files/{name}",
    rt::ResponseBody::Value,
);
static STORE: rt::Operation =
    operation("store", rt::Method::POST, "/store", rt::ResponseBody::Value);
static RELAY: rt::Operation =
    operation("relay", rt::Method::POST, "/relay", rt::ResponseBody::Value);
static DOWNLOAD: rt::Operation = operation(
    "download",
    rt::Method::GET,
    "/files/{name}",
    rt::ResponseBody::Binary(&["*/*"]),
);
pub(crate) static REPORT: rt::Operation = operation(
    "report",
    rt::Method::GET,
    "/report",
    rt::ResponseBody::Binary(&["application/pdf"]),
);
static ECHO: rt::Operation = operation(
    "echo",
    rt::Method::POST,
    "/echo",
    rt::ResponseBody::Binary(&[]),
);
static NOTE: rt::Operation = operation(
    "note",
    rt::Method::POST,
    "/note",
    rt::ResponseBody::Text("text/markdown"),
);
static IMPORT: rt::Operation =
    operation("import", rt::Method::POST, "/rows", rt::ResponseBody::Value);
static EXPORT: rt::Operation = operation(
    "export",
    rt::Method::GET,
    "/rows/{name}",
    rt::ResponseBody::Lines("application/x-ndjson"),
);
static WATCH: rt::Operation = operation(
    "watch",
    rt::Method::GET,
    "/ticks/{name}",
    rt::ResponseBody::Events(&TICKS),
);
static FOLLOW: rt::Operation = operation(
    "follow",
    rt::Method::GET,
    "/follow",
    rt::ResponseBody::Events(&FOLLOWED),
);

static TRANSCRIBE: rt::Operation = operation(
    "transcribe",
    rt::Method::POST,
    "/transcripts",
    rt::ResponseBody::Value,
);
static REGISTER: rt::Operation = operation(
    "register",
    rt::Method::POST,
    "/profiles",
    rt::ResponseBody::Value,
);

rt::arguments! {
    /// The arguments of `transcribe`.
    pub struct Transcribe {
        #[read(query("by").optional())]
        pub by: Option<String>,
        #[body(multipart.required(), max_size = 100000000)]
        pub body: rt::Multipart<SpeechUpload>,
    }
}

rt::arguments! {
    /// The arguments of `register`.
    #[derive(Clone)]
    pub struct Register {
        #[body(parts.required())]
        pub body: Profile,
    }
}

rt::arguments! {
    /// The arguments of `upload`.
    pub struct Upload {
        #[read(path(0, "name").required())]
        pub name: String,
        #[body(media("image/*", "text/plain").required(), max_size = 100)]
        pub body: rt::Media<rt::Body>,
    }
}

rt::arguments! {
    /// The arguments of `store`.
    pub struct Store {
        #[read(query("read").optional())]
        pub read: Option<String>,
        #[body(binary.required())]
        pub body: rt::Body,
    }
}

rt::arguments! {
    /// The arguments of `relay`.
    pub struct Relay {
        #[read(query("to").required())]
        pub to: String,
        #[body(binary.required(), max_size = 100)]
        pub body: rt::Body,
    }
}

rt::arguments! {
    /// The arguments of operations on something with a name.
    #[derive(Clone)]
    pub struct Named {
        #[read(path(0, "name").required())]
        pub name: String,
    }
}

rt::arguments! {
    /// The arguments of `echo`.
    pub struct Echo {
        #[body(binary.required())]
        pub body: rt::Body,
    }
}

rt::arguments! {
    /// The arguments of `note`.
    #[derive(Clone)]
    pub struct Note {
        #[body(text.required())]
        pub body: String,
    }
}

rt::arguments! {
    /// The arguments of `import`.
    pub struct Import {
        #[body(lines.required())]
        pub body: rt::JsonLines<Row>,
    }
}

rt::arguments! {
    /// The arguments of `follow`.
    #[derive(Clone)]
    pub struct Follow {
        #[read(header("last-event-id").optional())]
        pub last_event_id: Option<i64>,
    }
}

type Outcome<T> = Result<T, ArchiveError>;

/// The trait that an application implements.
pub(crate) trait ArchiveApi: Send + Sync + 'static {
    fn transcribe(&self, request: Transcribe) -> impl Future<Output = Outcome<Vec<String>>> + Send;
    fn register(&self, request: Register) -> impl Future<Output = Outcome<Profile>> + Send;
    fn upload(&self, request: Upload) -> impl Future<Output = Outcome<Receipt>> + Send;
    fn store(&self, request: Store) -> impl Future<Output = Outcome<Receipt>> + Send;
    fn relay(&self, request: Relay) -> impl Future<Output = Outcome<Receipt>> + Send;
    fn download(&self, request: Named)
    -> impl Future<Output = Outcome<rt::Media<rt::Body>>> + Send;
    fn report(&self) -> impl Future<Output = Outcome<rt::Body>> + Send;
    fn echo(&self, request: Echo) -> impl Future<Output = Outcome<rt::Body>> + Send;
    fn note(&self, request: Note) -> impl Future<Output = Outcome<String>> + Send;
    fn import(&self, request: Import) -> impl Future<Output = Outcome<Receipt>> + Send;
    fn export(&self, request: Named) -> impl Future<Output = Outcome<rt::JsonLines<Row>>> + Send;
    fn watch(
        &self,
        request: Named,
    ) -> impl Future<Output = Outcome<rt::EventStream<Tick, Failure>>> + Send;
    fn follow(
        &self,
        request: Follow,
    ) -> impl Future<Output = Outcome<rt::EventStream<Tick, Failure>>> + Send;
}

/// The API as a router.
pub(crate) fn router<A: ArchiveApi>(api: A, config: rt::ServerConfig) -> rt::Router {
    rt::Server::<A>::new(api, config, &ERRORS)
        .open_route(&TRANSCRIBE, A::transcribe)
        .open_route(&REGISTER, A::register)
        .open_route(&UPLOAD, A::upload)
        .open_route(&STORE, A::store)
        .open_route(&RELAY, A::relay)
        .open_route(&DOWNLOAD, A::download)
        .open_route(&REPORT, A::report)
        .open_route(&ECHO, A::echo)
        .open_route(&NOTE, A::note)
        .open_route(&IMPORT, A::import)
        .open_route(&EXPORT, A::export)
        .open_route(&WATCH, A::watch)
        .open_route(&FOLLOW, A::follow)
        .finish("")
}

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
    pub fn new(url: &str) -> Self {
        Self::builder(url).build().unwrap()
    }

    pub fn builder(url: &str) -> rt::ClientBuilder<Self> {
        rt::ClientBuilder::new(&SERVICE, url)
    }

    pub fn transcribe(&self, by: &str, body: SpeechUpload) -> rt::Call<Vec<String>, ArchiveError> {
        rt::Call::new(&self.http, &TRANSCRIBE)
            .query("by", &by.to_owned())
            .multipart(body)
    }

    pub fn register(&self, body: Profile) -> rt::Call<Profile, ArchiveError> {
        rt::Call::new(&self.http, &REGISTER).multipart(body)
    }

    pub fn upload(&self, name: &str, body: rt::Media<rt::Body>) -> rt::Call<Receipt, ArchiveError> {
        rt::Call::new(&self.http, &UPLOAD)
            .path(&[&name.to_owned()])
            .media(body)
    }

    pub fn store(&self, body: impl Into<rt::Body>) -> rt::Call<Receipt, ArchiveError> {
        rt::Call::new(&self.http, &STORE).body("application/octet-stream", body.into())
    }

    /// As `store`, and tells how the handler reads the body.
    pub fn store_read(
        &self,
        read: &str,
        body: impl Into<rt::Body>,
    ) -> rt::Call<Receipt, ArchiveError> {
        self.store(body).query("read", &read.to_owned())
    }

    pub fn relay(&self, to: &str, body: impl Into<rt::Body>) -> rt::Call<Receipt, ArchiveError> {
        rt::Call::new(&self.http, &RELAY)
            .query("to", &to.to_owned())
            .body("application/octet-stream", body.into())
    }

    pub fn download(&self, name: &str) -> rt::Call<rt::Media<rt::Body>, ArchiveError> {
        rt::Call::new(&self.http, &DOWNLOAD).path(&[&name.to_owned()])
    }

    pub fn report(&self) -> rt::Call<rt::Body, ArchiveError> {
        rt::Call::new(&self.http, &REPORT)
    }

    pub fn echo(&self, body: impl Into<rt::Body>) -> rt::Call<rt::Body, ArchiveError> {
        rt::Call::new(&self.http, &ECHO).body("application/octet-stream", body.into())
    }

    pub fn note(&self, body: &str) -> rt::Call<String, ArchiveError> {
        rt::Call::new(&self.http, &NOTE).text("text/plain", body.to_owned())
    }

    pub fn import(&self, rows: rt::JsonLines<Row>) -> rt::Call<Receipt, ArchiveError> {
        rt::Call::new(&self.http, &IMPORT).lines("application/x-ndjson", rows)
    }

    pub fn export(&self, name: &str) -> rt::Call<rt::JsonLines<Row>, ArchiveError> {
        rt::Call::new(&self.http, &EXPORT).path(&[&name.to_owned()])
    }

    pub fn watch(&self, name: &str) -> rt::Call<rt::EventStream<Tick, Failure>, ArchiveError> {
        rt::Call::new(&self.http, &WATCH).path(&[&name.to_owned()])
    }

    pub fn follow(&self) -> rt::Call<rt::EventStream<Tick, Failure>, ArchiveError> {
        rt::Call::new(&self.http, &FOLLOW)
    }
}
