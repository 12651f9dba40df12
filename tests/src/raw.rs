//! Raw HTTP, for requests that the generated client never sends and responses that the generated router
//! never returns.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as it is sent.
#[derive(Debug, Clone)]
pub struct Request {
    head: String,
    body: Vec<u8>,
}

impl Request {
    /// A request for a target, which is sent unchanged: `Request::new("GET", "/v1/key")`.
    pub fn new(method: &str, target: &str) -> Self {
        Self {
            head: format!("{method} {target} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n"),
            body: Vec::new(),
        }
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.head += &format!("{name}: {value}\r\n");
        self
    }

    /// Adds a key as a bearer token.
    pub fn key(self, key: &str) -> Self {
        self.header("authorization", &format!("Bearer {key}"))
    }

    /// Adds a body with the media type of JSON.
    pub fn json(self, body: impl Into<Vec<u8>>) -> Self {
        self.body("application/json", body)
    }

    /// Adds a body.
    pub fn body(mut self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        let length = self.body.len().to_string();
        self.header("content-type", media_type)
            .header("content-length", &length)
    }

    /// Adds a body as one chunk, without a content length.
    pub fn chunked(mut self, media_type: &str, body: &str) -> Self {
        self.body = in_chunks(&[body]);
        self.header("content-type", media_type)
            .header("transfer-encoding", "chunked")
    }

    /// Adds a body in chunks, without a media type.
    pub fn untyped_chunks(mut self, chunks: &[&str]) -> Self {
        self.body = in_chunks(chunks);
        self.header("transfer-encoding", "chunked")
    }

    /// Sends the request and reads the whole response.
    pub async fn send(&self, address: SocketAddr) -> Response {
        let mut stream = TcpStream::connect(address)
            .await
            .expect("the gateway listens");
        let head = format!("{}\r\n", self.head);
        stream
            .write_all(head.as_bytes())
            .await
            .expect("the request can be written");
        // A server that rejects a body can close the connection before it has read all of it.
        let _ = stream.write_all(&self.body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Response::read(&bytes)
    }
}

/// A body in chunks. The empty one at the end is the last.
fn in_chunks(chunks: &[&str]) -> Vec<u8> {
    let chunks = chunks.iter().filter(|chunk| !chunk.is_empty());
    let chunks = chunks.map(|chunk| format!("{:x}\r\n{chunk}\r\n", chunk.len()));
    (chunks.collect::<String>() + "0\r\n\r\n").into_bytes()
}

/// A response as it was received.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Response {
    fn read(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).expect("a response is text here");
        let (head, body) = text.split_once("\r\n\r\n").expect("a response has a head");
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.get(9..12))
            .and_then(|status| status.parse().ok());
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| {
                let name = HeaderName::try_from(name).expect("a header has a name");
                (
                    name,
                    HeaderValue::try_from(value).expect("a header has a value"),
                )
            });
        Self {
            status: status.expect("a response has a status"),
            headers: headers.collect(),
            body: body.to_owned(),
        }
    }

    /// The body as JSON.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|_| panic!("the body is not JSON: {self:?}"))
    }

    /// A header as text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The field `error` of a response. Checks the API's error shape: the JSON media type, a code that equals
    /// the status, a message, and no undocumented field.
    pub fn error(&self) -> Json {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self:?}"
        );
        let Json::Object(whole) = self.json() else {
            panic!("an error is an object: {self:?}")
        };
        assert_eq!(whole.len(), 1, "an error has one field: {self:?}");
        let error = whole
            .get("error")
            .and_then(Json::as_object)
            .expect("the field is `error`");
        assert_eq!(
            error.get("code").and_then(Json::as_u64),
            Some(self.status.into()),
            "{self:?}"
        );
        assert!(
            error.get("message").is_some_and(Json::is_string),
            "{self:?}"
        );
        assert!(
            error.get("metadata").is_none_or(Json::is_object),
            "{self:?}"
        );
        let known = ["code", "message", "metadata"];
        assert!(
            error.keys().all(|member| known.contains(&member.as_str())),
            "{self:?}"
        );
        Json::Object(error.clone())
    }

    /// The validation errors of a 400, in order: `("query", "limit", "must be from 1 to 100")`. The body as a whole has
    /// no name.
    pub fn validation_errors(&self) -> Vec<(String, String, String)> {
        let error = self.error();
        let text = |error: &Json, member| {
            let text = error[member]
                .as_str()
                .expect("a validation error has strings");
            assert!(!text.is_empty(), "{member}");
            text.to_owned()
        };
        let name = |error: &Json| match error.get("name") {
            Some(_) => text(error, "name"),
            None => String::new(),
        };
        let errors = error["metadata"]["invalid"]
            .as_array()
            .expect("a 400 has validation errors");
        errors
            .iter()
            .map(|error| (text(error, "in"), name(error), text(error, "problem")))
            .collect()
    }
}

/// What a [`Stub`] does with one request.
#[derive(Debug, Clone)]
pub enum Reply {
    /// Writes these bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Sends nothing for this long, and closes the connection.
    Silence(Duration),
    /// Writes these bytes, and then a space at intervals until the client disconnects.
    Trickle(Vec<u8>),
}

impl Reply {
    /// A complete response with a JSON body.
    pub fn json(status: u16, body: &Json) -> Self {
        Self::response(
            status,
            &[("content-type", "application/json")],
            &body.to_string(),
        )
    }

    /// An error in the API's shape, with additional headers.
    pub fn error(status: u16, headers: &[(&str, &str)]) -> Self {
        let body = serde_json::json!({ "error": { "code": status, "message": "as told" } });
        Self::response(status, headers, &body.to_string())
    }

    /// A complete response.
    pub fn response(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        Self::announcing(body.len(), status, headers, body)
    }

    /// A response with a content length of `length`, which may differ from the size of its body.
    pub fn announcing(length: usize, status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let mut text =
            format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {length}\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        Self::Bytes((text + "\r\n" + body).into_bytes())
    }

    /// A response with a chunked body, without a content length.
    pub fn chunked(status: u16, body: &str) -> Self {
        let head = format!("HTTP/1.1 {status} X\r\nconnection: close\r\n");
        let head = head + "transfer-encoding: chunked\r\n\r\n";
        let body = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        Self::Bytes((head + &body).into_bytes())
    }
}

/// A server that does not implement the API: it reads requests and sends its replies in order.
#[derive(Debug, Clone)]
pub struct Stub {
    /// The address of the socket.
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Stub {
    /// Serves the replies, one for each connection. After the last reply, it closes connections without a reply.
    pub async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port is free");
        let address = listener
            .local_addr()
            .expect("a bound socket has an address");
        let stub = Self {
            address,
            seen: Arc::default(),
        };
        let (seen, replies) = (
            Arc::clone(&stub.seen),
            replies.into_iter().collect::<Vec<_>>(),
        );
        tokio::spawn(async move {
            let mut replies = replies.into_iter();
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(reply(stream, Arc::clone(&seen), replies.next()));
            }
        });
        stub
    }

    /// The received requests, head and body.
    pub fn seen(&self) -> Vec<String> {
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

async fn reply(mut stream: TcpStream, seen: Arc<Mutex<Vec<String>>>, reply: Option<Reply>) {
    let request = read_request(&mut stream).await;
    seen.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(request);
    match reply {
        Some(Reply::Bytes(bytes)) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
        }
        Some(Reply::Silence(time)) => tokio::time::sleep(time).await,
        Some(Reply::Trickle(bytes)) => {
            let _ = stream.write_all(&bytes).await;
            while stream.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        None => {}
    }
}

/// Reads a request with its body, so that closing the connection does not reset it.
async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !is_whole(&bytes)
        && stream
            .read_buf(&mut bytes)
            .await
            .is_ok_and(|count| count > 0)
    {}
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_whole(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    length.is_none_or(|(_, length)| {
        length
            .parse()
            .is_ok_and(|length: usize| body.len() >= length)
    })
}
