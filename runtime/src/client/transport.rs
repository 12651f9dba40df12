//! How requests are sent: by `reqwest`, or by any other service that takes HTTP requests.

use std::error::Error;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderValue;
use http::header::{CONTENT_LENGTH, HOST};
use http::uri::{PathAndQuery, Uri};
use http_body::{Body as _, Frame, SizeHint};
use tower_layer::Layer;
use tower_service::Service;

use super::{HttpBody, HttpRequest};
use crate::Operation;
use crate::codegen::BoxError;

/// Sends HTTP requests. Every [`tower::Service`](https://docs.rs/tower-service) that takes an [`http::Request`] with an
/// [`HttpBody`] and returns an [`http::Response`] implements this trait, if it can be cloned, shared and sent between
/// threads.
///
/// Among others, that is a router of axum, a service with layers around it, and a `tower::service_fn`. The extensions
/// of the request have the operation, as a `&'static` [`Operation`]. The transport need not follow redirects, and must
/// not retry. The client applies its time limits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot send the requests of a client",
    note = "a transport is a `tower::Service<http::Request<HttpBody>>` that is `Clone + Send + Sync + 'static`, and whose \
            response is an `http::Response` of any body with chunks of `Bytes`",
    note = "a service that is not `Clone` or not `Sync` can be put into `tower::buffer::Buffer`"
)]
pub trait Transport: Clone + Send + Sync + 'static {
    /// Sends a request, and returns the response when it begins.
    #[doc(hidden)]
    fn send(
        self,
        request: http::Request<HttpBody>,
    ) -> impl Future<Output = Result<http::Response<HttpBody>, BoxError>> + Send;
}

impl<S, B> Transport for S
where
    S: Service<http::Request<HttpBody>, Response = http::Response<B>>,
    S: Clone + Send + Sync + 'static,
    S::Error: Into<BoxError>,
    S::Future: Send,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    async fn send(
        self,
        request: http::Request<HttpBody>,
    ) -> Result<http::Response<HttpBody>, BoxError> {
        let response = call_ready(self, request).await?;
        Ok(response.map(|body| HttpBody::wrap(ReceivedBody(Mutex::new(Box::pin(body))))))
    }
}

/// Calls a service when it is ready.
pub(super) async fn call_ready<S, R>(mut service: S, request: R) -> Result<S::Response, BoxError>
where
    S: Service<R>,
    S::Error: Into<BoxError>,
{
    let is_ready = poll_fn(|context| service.poll_ready(context)).await;
    is_ready.map_err(Into::into)?;
    service.call(request).await.map_err(Into::into)
}

/// The body of a response. Only its owner reads it, so the lock is always free.
struct ReceivedBody<B>(Mutex<Pin<Box<B>>>);

impl<B: http_body::Body> http_body::Body for ReceivedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let body = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        body.as_mut().poll_frame(context)
    }

    fn size_hint(&self) -> SizeHint {
        let body = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        body.size_hint()
    }
}

/// A future of a service.
pub(super) type Sending<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;

/// What sends the requests of a client, below the layers that are added to it with
/// [`ClientBuilder::layer`](super::ClientBuilder::layer). It is a `tower::Service`.
#[derive(Clone)]
pub struct HttpService(
    Arc<dyn Fn(http::Request<HttpBody>) -> Sending<http::Response<HttpBody>> + Send + Sync>,
);

impl HttpService {
    pub(super) fn new(transport: impl Transport) -> Self {
        Self(Arc::new(move |request| {
            Box::pin(transport.clone().send(request))
        }))
    }
}

impl Service<http::Request<HttpBody>> for HttpService {
    type Response = http::Response<HttpBody>;
    type Error = BoxError;
    type Future = Sending<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<HttpBody>) -> Self::Future {
        (self.0)(request)
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").finish_non_exhaustive()
    }
}

/// Sends requests with a client of `reqwest`, below layers.
#[derive(Clone)]
struct ReqwestService(reqwest::Client);

impl Service<http::Request<HttpBody>> for ReqwestService {
    type Response = http::Response<HttpBody>;
    type Error = BoxError;
    type Future = Sending<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<HttpBody>) -> Self::Future {
        let client = self.0.clone();
        Box::pin(async move {
            let request = HttpRequest::try_from(request).map_err(OwnError::from)?;
            let response = client.execute(request).await.map_err(OwnError::from)?;
            Ok(response.into())
        })
    }
}

/// Sends requests to a router in the same process. It gets them as a server reads them from a connection.
#[derive(Clone)]
pub(super) struct InProcess<T>(pub(super) T);

impl<T: Transport> Service<http::Request<HttpBody>> for InProcess<T> {
    type Response = http::Response<HttpBody>;
    type Error = BoxError;
    type Future = Sending<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: http::Request<HttpBody>) -> Self::Future {
        add_framing(&mut request);
        let broken = Broken::default();
        if request.body().as_bytes().is_none() {
            let broken = broken.clone();
            request = request.map(|body| HttpBody::wrap(SentBody { body, broken }));
        }
        let response = self.0.clone().send(request);
        Box::pin(async move {
            let response = response.await;
            let mut broken = broken.lock().unwrap_or_else(PoisonError::into_inner);
            broken.take().map_or(response, |error| Err(error.into()))
        })
    }
}

/// Why the body of a request ended before it was complete.
type Broken = Arc<Mutex<Option<reqwest::Error>>>;

/// The body of a request. If it breaks, the call fails with its error, as over a connection.
struct SentBody {
    body: HttpBody,
    broken: Broken,
}

impl http_body::Body for SentBody {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        Poll::Ready(frame.map(|frame| {
            frame.map_err(|error| {
                let mut broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
                *broken = Some(error.without_url());
                "the body of the request ended before it was complete"
            })
        }))
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Adds what a request has in HTTP/1.1: its host and the length of its content (RFC 9112, sections 3.2 and 6.2).
fn add_framing(request: &mut http::Request<HttpBody>) {
    let host = request.uri().authority().map(|host| host.as_str());
    if let Some(Ok(host)) = host.map(HeaderValue::from_str) {
        request.headers_mut().entry(HOST).or_insert(host);
    }
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = Uri::from(path.unwrap_or(PathAndQuery::from_static("/")));
    if let Some(length @ 1..) = request.body().size_hint().exact() {
        let headers = request.headers_mut();
        headers.entry(CONTENT_LENGTH).or_insert(length.into());
    }
}

/// The host and the port of a server. The path and the query of a URL may be secret, so errors do not have them.
#[derive(Debug)]
pub(super) struct ServerName(String);

impl ServerName {
    fn of(url: &reqwest::Url) -> Option<Self> {
        let (host, port) = (url.host_str()?, url.port_or_known_default()?);
        Some(Self(format!("{host}:{port}")))
    }
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How many bytes of a body have arrived.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReceivedBytes {
    pub(super) bytes: usize,
    /// How many bytes the server has announced, if it has.
    pub(super) announced: Option<u64>,
}

/// Why there is no response.
#[derive(Debug)]
pub(super) enum SendError {
    /// The client's own `reqwest` failed. The server is that of the request, or of the redirect that was followed.
    Reqwest(reqwest::Error, Option<ServerName>),
    /// The connection broke while the body of the response was read.
    Body(reqwest::Error, ReceivedBytes),
    /// A layer or another transport failed. It may have sent the request, whatever its error says.
    Other(BoxError),
}

impl SendError {
    fn of_service(error: BoxError) -> Self {
        match error.downcast::<OwnError>() {
            Ok(own) => Self::Reqwest(own.0, own.1),
            Err(error) => Self::Other(error),
        }
    }

    /// Whether no connection could be made, so that nothing was sent.
    pub(super) fn is_connect(&self) -> bool {
        matches!(self, Self::Reqwest(error, _) if error.is_connect())
    }

    pub(super) fn is_timeout(&self) -> bool {
        match self {
            Self::Reqwest(error, _) | Self::Body(error, _) => error.is_timeout(),
            Self::Other(_) => false,
        }
    }

    /// The server that cannot be reached, or whose connection broke, if it is known.
    pub(super) fn server(&self) -> Option<&ServerName> {
        match self {
            Self::Reqwest(_, server) => server.as_ref(),
            Self::Body(..) | Self::Other(_) => None,
        }
    }

    pub(super) fn cause(&self) -> &(dyn Error + 'static) {
        match self {
            Self::Reqwest(error, _) | Self::Body(error, _) => error,
            Self::Other(error) => &**error,
        }
    }

    pub(super) fn into_server_and_cause(self) -> (Option<ServerName>, BoxError) {
        match self {
            Self::Reqwest(error, server) => (server, error.into()),
            Self::Body(error, _) => (None, error.into()),
            Self::Other(error) => (None, error),
        }
    }
}

impl From<reqwest::Error> for SendError {
    fn from(error: reqwest::Error) -> Self {
        let server = error.url().and_then(ServerName::of);
        Self::Reqwest(error.without_url(), server)
    }
}

/// An error of the client's own `reqwest`, below layers, which find it as the source.
#[derive(Debug)]
struct OwnError(reqwest::Error, Option<ServerName>);

impl From<reqwest::Error> for OwnError {
    fn from(error: reqwest::Error) -> Self {
        let server = error.url().and_then(ServerName::of);
        Self(error.without_url(), server)
    }
}

impl fmt::Display for OwnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the HTTP client failed")
    }
}

impl Error for OwnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// What sends the requests of a client.
pub(super) enum Sender {
    Reqwest(reqwest::Client),
    Service(HttpService),
}

impl Sender {
    /// The sender with a layer around it.
    pub(super) fn with<L>(self, layer: &L) -> Self
    where
        L: Layer<HttpService>,
        L::Service: Transport,
    {
        let inner = match self {
            Self::Reqwest(client) => HttpService::new(ReqwestService(client)),
            Self::Service(service) => service,
        };
        Self::Service(HttpService::new(layer.layer(inner)))
    }

    /// Sends a request, and returns the response when it begins.
    pub(super) async fn send(
        &self,
        request: HttpRequest,
        operation: &'static Operation,
    ) -> Result<reqwest::Response, SendError> {
        match self {
            Self::Reqwest(client) => Ok(client.execute(request).await?),
            Self::Service(service) => {
                let mut request = http::Request::try_from(request)?;
                request.extensions_mut().insert(operation);
                let response = (service.0)(request).await;
                Ok(response.map_err(SendError::of_service)?.into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_find_the_error_of_reqwest_as_the_source_and_show_it_once() {
        let reqwest = reqwest::Client::new().get("not a URL").build();
        let error: BoxError = OwnError::from(reqwest.unwrap_err()).into();
        let source = error.source().unwrap();
        assert!(source.is::<reqwest::Error>());
        assert_ne!(error.to_string(), source.to_string());
    }
}
