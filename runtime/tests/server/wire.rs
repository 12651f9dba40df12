//! A server on its own socket, and a client that sends raw bytes.

use axum::Router;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::api;
use crate::workshop::Workshop;

/// A server that runs until the test ends.
pub(crate) struct Running {
    address: std::net::SocketAddr,
}

/// Starts the example API with the default configuration.
pub(crate) async fn start() -> Running {
    serve(api::router(Workshop)).await
}

/// Starts any router.
pub(crate) async fn serve(router: Router) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Running { address }
}

impl Running {
    /// Sends `request` unchanged and reads the whole response.
    pub(crate) async fn raw(&self, request: &[u8]) -> Response {
        let mut socket = TcpStream::connect(self.address).await.unwrap();
        socket.write_all(request).await.unwrap();
        let mut bytes = Vec::new();
        socket.read_to_end(&mut bytes).await.unwrap();
        Response::read(&bytes)
    }

    /// Sends a request line with a management key and additional headers.
    pub(crate) async fn send(&self, line: &str, headers: &[&str]) -> Response {
        let with_key = [headers, &["authorization: Bearer management"]].concat();
        self.send_bare(line, &with_key, "").await
    }

    /// Sends a JSON body, with a management key.
    pub(crate) async fn send_json(&self, line: &str, body: &str) -> Response {
        let headers = [
            "authorization: Bearer management",
            "content-type: application/json",
        ];
        self.send_bare(line, &headers, body).await
    }

    /// Sends a request with only these headers, plus the content length if there is a body.
    pub(crate) async fn send_bare(&self, line: &str, headers: &[&str], body: &str) -> Response {
        let mut request = format!("{line} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n");
        for header in headers {
            request += header;
            request += "\r\n";
        }
        if !body.is_empty() {
            request += &format!("content-length: {}\r\n", body.len());
        }
        self.raw(format!("{request}\r\n{body}").as_bytes()).await
    }
}

/// A received response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Response {
    fn read(bytes: &[u8]) -> Self {
        let all = str::from_utf8(bytes).unwrap();
        let (head, text) = all.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines
            .next()
            .unwrap()
            .split(' ')
            .nth(1)
            .unwrap()
            .parse()
            .unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap());
        let headers = headers
            .map(|(name, value)| (name.to_lowercase(), value.into()))
            .collect();
        Self {
            status,
            headers,
            text: text.into(),
        }
    }

    /// The value of a header, which must not occur twice.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(header, _)| header == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} occurs twice: {self:?}");
        value
    }

    /// The body as JSON. Checks the content type too.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self:?}"
        );
        serde_json::from_str(&self.text).unwrap()
    }

    /// Checks that this is an error in the API's shape, without metadata.
    #[track_caller]
    pub(crate) fn is_error(&self, status: u16, message: &str) {
        let expected = serde_json::json!({"error": {"code": status, "message": message}});
        assert_eq!((self.status, self.json()), (status, expected), "{self:?}");
    }

    /// Checks that this is a 400, and returns its validation errors as `in name: problem`.
    #[track_caller]
    pub(crate) fn validation_errors(&self) -> Vec<String> {
        let body = self.json();
        assert_eq!(self.status, 400, "{body}");
        assert_eq!(body["error"]["code"], 400);
        assert_eq!(body["error"]["message"], "Invalid request parameters");
        let validation_errors = body["error"]["metadata"]["invalid"].as_array().unwrap();
        let text = |validation_error: &Value, member| {
            validation_error[member].as_str().unwrap().to_owned()
        };
        let line = |validation_error: &Value| {
            // The body as a whole has no name.
            let name = validation_error["name"].as_str().unwrap_or_default();
            format!(
                "{} {name}: {}",
                text(validation_error, "in"),
                text(validation_error, "problem")
            )
        };
        validation_errors.iter().map(line).collect()
    }
}
