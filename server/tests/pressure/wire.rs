//! A low-level client that sees every byte of a response and where the response ends.

use std::io::{Error, ErrorKind, Result};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long to wait for a response before the server counts as hanging.
const PATIENCE: Duration = Duration::from_secs(40);

/// A persistent connection.
pub(crate) struct Wire(BufReader<TcpStream>);

/// A complete response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The status line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Whether the server closes the connection after this response.
    pub(crate) fn is_last(&self) -> bool {
        self.head.contains("\r\nconnection: close\r\n")
    }
}

impl Wire {
    pub(crate) async fn connect(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.write_all(bytes).await
    }

    /// Sends a request and waits for its response.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Response> {
        self.send(request).await?;
        self.response().await?.ok_or(ErrorKind::NotConnected.into())
    }

    /// The next response, or `None` if the connection was closed before its first byte. A truncated
    /// response is an error.
    pub(crate) async fn response(&mut self) -> Result<Option<Response>> {
        let response = timeout(PATIENCE, self.read()).await;
        response.map_err(|_| Error::new(ErrorKind::TimedOut, "no response in time"))?
    }

    async fn read(&mut self) -> Result<Option<Response>> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if self.0.read_until(b'\n', &mut head).await? == 0 {
                return match head.is_empty() {
                    true => Ok(None),
                    false => Err(ErrorKind::UnexpectedEof.into()),
                };
            }
        }
        let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
        let number = |text: Option<&str>| text?.trim().parse::<usize>().ok();
        let status = number(head.get(9..12));
        let after = |name| Some(head.split_once(name)?.1.split_once("\r\n")?.0);
        let length = number(after("\r\ncontent-length:"));
        let (Some(status), Some(length)) = (status, length) else {
            return Err(Error::other(format!(
                "not a response of this server: {head:?}"
            )));
        };
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await?;
        let status = u16::try_from(status).map_err(Error::other)?;
        Ok(Some(Response { status, head, body }))
    }
}

/// The bytes of a request without a body. `more` contains additional header lines.
pub(crate) fn request(line: &str, key: &str, more: &str) -> Vec<u8> {
    format!("{line} HTTP/1.1\r\nhost: gateway.test\r\nauthorization: Bearer {key}\r\n{more}\r\n")
        .into_bytes()
}

/// The bytes of a request that sets the role of a group mapping.
pub(crate) fn mapping_update(id: &str, role: &str, key: &str) -> Vec<u8> {
    let body = format!("{{\"role\":\"{role}\"}}");
    let line = format!("PATCH /v1/scim/group-mappings/{id}");
    let length = body.len();
    let headers = format!("content-type: application/json\r\ncontent-length: {length}\r\n");
    let mut bytes = request(&line, key, &headers);
    bytes.extend_from_slice(body.as_bytes());
    bytes
}
