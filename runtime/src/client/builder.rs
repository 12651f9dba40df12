//! Configuration of a client.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT, AUTHORIZATION, USER_AGENT};
use http::{HeaderMap, HeaderValue};
use tower_layer::Layer;

use super::budget::{RetryBudget, Tokens};
use super::header::header;
#[cfg(feature = "trace-context")]
use super::http::FindTrace;
#[cfg(feature = "streams")]
use super::http::StreamLimits;
use super::http::{Limits, OnTry, Settings};
use super::transport::{InProcess, Sender};
use super::url::{NOT_HTTP, unreadable};
use super::{CallRequest, CallResponse, CallService, Credentials, Http, HttpService, OwnServer};
use super::{Retry, Service, Signer, Transport, Try};
use crate::codegen::BoxError;

/// Adds a layer.
type AddLayer = Box<dyn FnOnce(Sender) -> Sender + Send + Sync>;

/// Configures a client. Its methods are the settings; `docs/using.md` in the repository lists them with their defaults,
/// and says which of them a call has as well.
///
/// By default, a client waits up to 10 s for a connection, 30 s for a try and 120 s for a call with
/// all its tries, and reads responses of up to 16 MiB. It does not follow redirects, because they
/// are not responses of the API.
#[must_use]
pub struct ClientBuilder<C> {
    service: &'static Service,
    /// `None` if each call has its own URL.
    base_url: Option<String>,
    headers: HeaderMap,
    credentials: Vec<Credentials>,
    servers: Vec<OwnServer>,
    signer: Option<Arc<dyn Signer>>,
    limits: Limits,
    retry_budget: RetryBudget,
    connect_timeout: Duration,
    max_response_bytes: usize,
    lenient: bool,
    #[cfg(feature = "streams")]
    streams: StreamLimits,
    on_try: Option<OnTry>,
    #[cfg(feature = "trace-context")]
    trace_context: FindTrace,
    sender: Option<Sender>,
    layers: Vec<AddLayer>,
    calls: Option<CallService>,
    has_one_server: bool,
    /// The first problem; `build` fails with it.
    problem: Option<BuildError>,
    built: PhantomData<fn() -> C>,
}

impl<C: From<Http>> ClientBuilder<C> {
    /// Starts the configuration of a client of `service` at `base_url`, which may have a path.
    pub fn new(service: &'static Service, base_url: impl Into<String>) -> Self {
        Self {
            base_url: Some(base_url.into()),
            max_response_bytes: 16 << 20,
            #[cfg(feature = "trace-context")]
            trace_context: Arc::new(crate::TraceContext::current),
            ..Self::of_webhooks(service)
        }
    }

    /// Starts the configuration of a sender of webhooks, each of which has its own URL. It reads responses of up to
    /// 1 MiB.
    #[doc(hidden)]
    pub fn of_webhooks(service: &'static Service) -> Self {
        let limits = Limits {
            try_timeout: Duration::from_secs(30),
            total_timeout: Duration::from_secs(120),
            retry: Retry::default(),
        };
        Self {
            service,
            base_url: None,
            headers: HeaderMap::new(),
            credentials: Vec::new(),
            servers: Vec::new(),
            signer: None,
            limits,
            retry_budget: RetryBudget::new(),
            connect_timeout: Duration::from_secs(10),
            // Receivers are not known to the sender.
            max_response_bytes: 1 << 20,
            lenient: false,
            #[cfg(feature = "streams")]
            streams: StreamLimits::DEFAULT,
            on_try: None,
            #[cfg(feature = "trace-context")]
            // Receivers belong to others.
            trace_context: Arc::new(|| None),
            sender: None,
            layers: Vec::new(),
            calls: None,
            has_one_server: false,
            problem: None,
            built: PhantomData,
        }
        .header(ACCEPT.as_str(), "application/json")
        .user_agent(&format!("{}/{}", service.name, service.version))
    }

    /// Sends this key with every request. The key is never shown.
    pub fn bearer_token(mut self, token: impl Into<String>) -> Self {
        let token = token.into();
        match HeaderValue::try_from(format!("Bearer {token}")) {
            Ok(mut value) if !token.is_empty() => {
                value.set_sensitive(true);
                self.headers.insert(AUTHORIZATION, value);
            }
            Ok(_) | Err(_) => {
                self.fail(BuildError::new(
                    "the bearer token is empty or has characters that no header can hold",
                ));
            }
        }
        self
    }

    /// Sends these credentials with every request of an operation that needs them. They are never shown, and replace
    /// earlier ones of the same scheme.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        if let Some(problem) = credentials.problem() {
            let problem = BuildError::new(problem);
            self.fail(problem);
        }
        self.credentials
            .retain(|known| known.scheme != credentials.scheme);
        self.credentials.push(credentials);
        self
    }

    /// Sends the operations that have their own server to this one, with the same headers, and with credentials if
    /// they need any. It replaces an earlier one of the same name.
    pub fn server(mut self, server: OwnServer) -> Self {
        self.servers.retain(|known| known.name != server.name);
        self.servers.push(server);
        self
    }

    /// Signs the webhooks that have a signature.
    #[doc(hidden)]
    pub fn signer(mut self, signer: impl Signer) -> Self {
        self.signer = Some(Arc::new(signer));
        self
    }

    /// Replaces the user agent, which is the API's name and version by default.
    pub fn user_agent(self, agent: &str) -> Self {
        self.header(USER_AGENT.as_str(), agent)
    }

    /// Sends a header with every request.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        match header(name, value) {
            Ok((name, value)) => {
                self.headers.insert(name, value);
            }
            Err(problem) => self.fail(BuildError::new(problem)),
        }
        self
    }

    /// The time limit for connecting. It does not apply to a client given with
    /// [`http_client`](Self::http_client).
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// The time limit for one try, from connecting to the last byte of the response. If the response is streamed, it
    /// ends when the response begins.
    pub fn try_timeout(mut self, timeout: Duration) -> Self {
        self.limits.try_timeout = timeout;
        self
    }

    /// The time limit for a call, with all its tries and the waits between them. If the response is streamed, it ends
    /// when the response begins.
    pub fn total_timeout(mut self, timeout: Duration) -> Self {
        self.limits.total_timeout = timeout;
        self
    }

    /// How many times to try a request, after what, and how long to wait between tries.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.limits.retry = retry;
        self
    }

    /// How many retries all calls of the client may make together. It limits the load on a server that fails.
    pub fn retry_budget(mut self, budget: RetryBudget) -> Self {
        self.retry_budget = budget;
        self
    }

    /// The maximum size of a response in bytes. A streamed response has no limit, but
    /// [`collect`](crate::Body::collect) has this one.
    pub fn max_response_bytes(mut self, bytes: usize) -> Self {
        self.max_response_bytes = bytes;
        self
    }

    /// Whether responses may lack required fields, or have null for them: they get the first of null, `""`, `0`,
    /// `false`, `[]` and `{}` that their types take, the first day of 1970, or the UUID of zeros. Numbers and booleans
    /// may be strings, and the other way round, and constants may have other values. The same holds for events and
    /// lines. A required header that is missing or cannot be read has such a value too, as far as it is text. The
    /// default is that of the specification.
    ///
    /// [`Response::deviations`](super::Response::deviations) lists the places where this was necessary. The client also
    /// logs each place of each operation once, as a warning of `tracing`.
    pub fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// The maximum size of an event, or of a line of JSON lines, in bytes. 1 MiB by default.
    #[cfg(feature = "streams")]
    pub fn max_item_bytes(mut self, bytes: usize) -> Self {
        self.streams.max_item_bytes = bytes;
        self
    }

    /// How long a streamed response may send nothing, and how long a server may accept nothing of a streamed body,
    /// before the connection counts as interrupted. Five minutes by default.
    ///
    /// The time limit of the try ends a call earlier if it is shorter, so raise [`try_timeout`](Self::try_timeout) for
    /// large uploads. The time in which your own stream has nothing to send does not count.
    #[cfg(feature = "streams")]
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.streams.idle_timeout = timeout;
        self
    }

    /// Calls `log` after every try, for metrics and logs. It should return quickly.
    pub fn on_try(mut self, log: impl Fn(&Try<'_>) + Send + Sync + 'static) -> Self {
        self.on_try = Some(Arc::new(log));
        self
    }

    /// Sends the headers `traceparent` and `tracestate` of this context with each request ([W3C Trace
    /// Context](https://www.w3.org/TR/trace-context/)). `find` runs in the span of the request, so it can return the
    /// context that a bridge to OpenTelemetry has for that span.
    ///
    /// The default is [`TraceContext::current`](crate::TraceContext::current): a call in a handler belongs to the trace of
    /// the request that is handled. Webhooks belong to no trace by default. A call with a header `traceparent` of its own
    /// keeps it. For the API of somebody else, `|| None` keeps the traces of your services to yourself.
    #[cfg(feature = "trace-context")]
    pub fn trace_context(
        mut self,
        find: impl Fn() -> Option<crate::TraceContext> + Send + Sync + 'static,
    ) -> Self {
        self.trace_context = Arc::new(find);
        self
    }

    /// Uses this client of `reqwest`, with its own settings for connections, proxies, TLS and
    /// redirects.
    ///
    /// It may follow redirects, so operations that are not idempotent are tried once: the
    /// connection that failed may be the one to the target of a redirect.
    ///
    /// A redirect to another server takes credentials and signatures in headers other than `Authorization` and `Cookie`
    /// with it, and the header `Referer` takes those in the query. To prevent that, build the client with
    /// `redirect(reqwest::redirect::Policy::none())`, as the usual one is.
    pub fn http_client(mut self, client: reqwest::Client) -> Self {
        self.sender = Some(Sender::Reqwest(client));
        self
    }

    /// Sends requests with this instead of `reqwest`.
    ///
    /// Connections, proxies, TLS and redirects are its own matter, as with [`http_client`](Self::http_client), and what
    /// is said there about redirects holds for it too.
    ///
    /// ```no_run
    /// # use specsmith_runtime::client::{ClientBuilder, HttpBody};
    /// # use specsmith_runtime::codegen::Http;
    /// # fn with_transport(builder: ClientBuilder<Http>) -> ClientBuilder<Http> {
    /// // A transport that returns 204 for each request.
    /// builder.transport(tower::service_fn(async |request: http::Request<HttpBody>| {
    ///     println!("{} {}", request.method(), request.uri().path());
    ///     http::Response::builder().status(204).body(HttpBody::default())
    /// }))
    /// # }
    /// ```
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.sender = Some(Sender::Service(HttpService::new(transport)));
        self
    }

    /// Sends requests to this router directly, without a socket. All servers of the API are this router. Handlers get
    /// no address of the peer.
    pub fn in_process(mut self, router: impl Transport) -> Self {
        self.has_one_server = true;
        self.transport(InProcess(router))
    }

    /// Puts a layer of `tower` around each try, for example to count, sign, log or cache requests. It also runs for a
    /// request that is sent again with a new token.
    ///
    /// A layer that is added later goes around earlier ones. An error of a layer is an
    /// [`Error::Transport`](super::Error::Transport), and such a try is repeated as one whose connection broke. For
    /// layers around a whole call, with all its tries, see [`call_layer`](Self::call_layer).
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<HttpService> + Send + Sync + 'static,
        L::Service: Transport,
    {
        self.layers
            .push(Box::new(move |sender| sender.with(&layer)));
        self
    }

    /// Puts a layer of `tower` around each call with all its tries, for example to count calls, to limit how many run
    /// at once, or to stop calling a server that is down.
    ///
    /// A layer that is added later goes around earlier ones. An error of a layer is an
    /// [`Error::Transport`](super::Error::Transport). The time limits of the call begin inside the layers. Responses
    /// are read outside them, so they do not see an [`Error::Decode`](super::Error::Decode); the span of the call has it.
    /// Layers that need the HTTP request or response go around each try: see [`layer`](Self::layer).
    pub fn call_layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<CallService>,
        L::Service: tower_service::Service<CallRequest, Response = CallResponse>,
        L::Service: Clone + Send + Sync + 'static,
        <L::Service as tower_service::Service<CallRequest>>::Error: Into<BoxError>,
        <L::Service as tower_service::Service<CallRequest>>::Future: Send,
    {
        let calls = self.calls.unwrap_or_else(CallService::new);
        self.calls = Some(calls.with(&layer));
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// A URL, a header or credentials are invalid.
    pub fn build(self) -> Result<C, BuildError> {
        self.settings()
            .map(|settings| C::from(Http(Arc::new(settings))))
    }
}

impl<C> ClientBuilder<C> {
    /// Keeps the first problem, for `build`.
    fn fail(&mut self, problem: BuildError) {
        self.problem.get_or_insert(problem);
    }

    fn settings(self) -> Result<Settings, BuildError> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let has_own_client = self.sender.is_some();
        let base = match &self.base_url {
            Some(url) => base("the base URL", url, has_own_client)?,
            None => String::new(),
        };
        let mut servers = self.servers;
        for server in &mut servers {
            let what = format!("the URL of the server `{}`", server.name);
            server.url = self::base(&what, &server.url, has_own_client)?;
        }
        // The redirect policy of a given client cannot be read.
        let may_redirect = has_own_client;
        let has_unknown_secrets =
            (has_own_client && !self.has_one_server) || !self.layers.is_empty();
        let sender = match self.sender {
            Some(sender) => sender,
            None => Sender::Reqwest(connect(self.connect_timeout)?),
        };
        let sender = self
            .layers
            .into_iter()
            .fold(sender, |sender, add| add(sender));
        Ok(Settings {
            service: self.service,
            sender,
            calls: self.calls,
            has_unknown_secrets,
            has_one_server: self.has_one_server,
            may_redirect,
            base,
            servers,
            headers: self.headers,
            credentials: self.credentials,
            signer: self.signer,
            limits: self.limits,
            retry_tokens: Tokens::new(self.retry_budget),
            max_response_bytes: self.max_response_bytes,
            logged_places: self.lenient.then(Arc::default),
            #[cfg(feature = "streams")]
            streams: self.streams,
            on_try: self.on_try,
            #[cfg(feature = "trace-context")]
            trace_context: self.trace_context,
        })
    }
}

impl<C> fmt::Debug for ClientBuilder<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("service", &self.service.name)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

fn connect(timeout: Duration) -> Result<reqwest::Client, BuildError> {
    let builder = reqwest::Client::builder().connect_timeout(timeout);
    let client = builder.redirect(reqwest::redirect::Policy::none()).build();
    client.map_err(|error| BuildError {
        problem: "the HTTP client cannot be set up".into(),
        source: Some(error.without_url()),
    })
}

/// Checks a base URL and removes the slash from its end. `what` names it in errors.
fn base(what: &str, url: &str, own_client: bool) -> Result<String, BuildError> {
    let parsed = reqwest::Url::parse(url)
        .map_err(|error| BuildError::new(format!("{what} {}", unreadable(url, error))))?;
    let problem = match parsed.scheme() {
        "https" if !own_client && cfg!(not(feature = "rustls")) => {
            "is https, which needs the feature `rustls` or an `http_client` with TLS"
        }
        "http" | "https" if parsed.query().is_some() || parsed.fragment().is_some() => {
            "must have neither a query nor a fragment"
        }
        "http" | "https" if !parsed.username().is_empty() || parsed.password().is_some() => {
            "must have no user name and no password"
        }
        "http" | "https" => return Ok(parsed.as_str().trim_end_matches('/').to_owned()),
        _ => NOT_HTTP,
    };
    Err(BuildError::new(format!("{what} {problem}")))
}

/// Why a client cannot be built.
#[derive(Debug)]
pub struct BuildError {
    problem: String,
    source: Option<reqwest::Error>,
}

impl BuildError {
    fn new(problem: impl Into<String>) -> Self {
        Self {
            problem: problem.into(),
            source: None,
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
