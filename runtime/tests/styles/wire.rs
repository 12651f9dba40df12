//! The server on its own socket, and raw requests to it.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::api;

/// A server that runs until the test ends.
pub(crate) struct Running {
    address: std::net::SocketAddr,
}

/// Starts the example API.
pub(crate) async fn start() -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, api::router()).await });
    Running { address }
}

impl Running {
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sends a request, and returns the status and the body of the response.
    pub(crate) async fn send(&self, line: &str, headers: &[&str], body: &[u8]) -> (u16, Value) {
        let mut request = format!("{line} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n");
        for header in headers {
            request += header;
            request += "\r\n";
        }
        let length = body.len();
        let head = format!("{request}content-length: {length}\r\n\r\n");
        let mut socket = TcpStream::connect(self.address).await.unwrap();
        socket.write_all(head.as_bytes()).await.unwrap();
        // A server that rejects a large body may close the connection before it has been sent.
        let _ = socket.write_all(body).await;
        let mut bytes = Vec::new();
        socket.read_to_end(&mut bytes).await.unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap())
    }

    /// Sends a request that succeeds.
    pub(crate) async fn get(&self, line: &str, headers: &[&str]) -> Value {
        let (status, body) = self.send(&format!("GET {line}"), headers, b"").await;
        assert_eq!(status, 200, "{line} {headers:?} {body}");
        body
    }

    /// Sends a request that is invalid. Returns its validation errors as `in name: problem`.
    pub(crate) async fn errors(&self, line: &str, headers: &[&str]) -> Vec<String> {
        let (status, body) = self.send(&format!("GET {line}"), headers, b"").await;
        assert_eq!(status, 400, "{line} {headers:?} {body}");
        validation_errors(&body)
    }
}

/// The validation errors of a response.
pub(crate) fn validation_errors(body: &Value) -> Vec<String> {
    let errors = body["error"]["metadata"]["invalid"].as_array().unwrap();
    let text = |error: &Value, field| error[field].as_str().unwrap().to_owned();
    let lines = errors.iter().map(|error| {
        // The body as a whole has no name.
        let name = error["name"].as_str().unwrap_or_default();
        let place = text(error, "in");
        format!("{place} {name}: {}", text(error, "problem"))
    });
    lines.collect()
}
