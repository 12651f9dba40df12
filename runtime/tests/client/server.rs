//! A server with scripted responses.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with a request.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Writes these bytes, and waits for the next request.
    Write(Vec<u8>),
    /// Writes these bytes, and closes the connection.
    Cut(Vec<u8>),
    /// Does nothing for this long, and closes the connection.
    Hang(Duration),
}

/// A JSON response.
pub(crate) fn json(status: u16, body: &str) -> Step {
    json_with(status, "", body)
}

/// A JSON response with additional headers, each terminated by `\r\n`.
pub(crate) fn json_with(status: u16, headers: &str, body: &str) -> Step {
    let length = body.len();
    Step::Write(
        format!("HTTP/1.1 {status} Status\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
            .into_bytes(),
    )
}

/// An error in the API's shape.
pub(crate) fn error(status: u16, message: &str) -> Step {
    error_with(status, "", message)
}

/// An error in the API's shape with additional headers.
pub(crate) fn error_with(status: u16, headers: &str, message: &str) -> Step {
    json_with(
        status,
        headers,
        &format!(r#"{{"error": {{"code": {status}, "message": "{message}"}}}}"#),
    )
}

/// A running server.
pub(crate) struct Server {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server. The last step is repeated for all further requests.
    pub(crate) async fn start(steps: impl Into<Vec<Step>>) -> Self {
        let steps: Vec<Step> = steps.into();
        Self::response(move |index, _| steps.get(index).or(steps.last()).unwrap().clone()).await
    }

    /// Starts a server whose response depends on the number and the text of each request.
    pub(crate) async fn response(
        step: impl Fn(usize, &str) -> Step + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, step) = (Arc::clone(&requests), Arc::new(step));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&seen), Arc::clone(&step)));
            }
        });
        Self { url, requests }
    }

    /// The requests received so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The request lines received so far, without the HTTP version.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |request: &String| {
            request
                .lines()
                .next()
                .unwrap()
                .trim_end_matches(" HTTP/1.1")
                .to_owned()
        };
        self.requests().iter().map(line).collect()
    }
}

async fn serve(
    mut stream: TcpStream,
    seen: Arc<Mutex<Vec<String>>>,
    step: Arc<impl Fn(usize, &str) -> Step + Send + Sync>,
) {
    while let Some(request) = read(&mut stream).await {
        let index = {
            let mut seen = seen.lock().unwrap();
            seen.push(request.clone());
            seen.len() - 1
        };
        match step(index, &request) {
            Step::Write(bytes) => stream.write_all(&bytes).await.unwrap_or_default(),
            Step::Cut(bytes) => return stream.write_all(&bytes).await.unwrap_or_default(),
            Step::Hang(time) => return tokio::time::sleep(time).await,
        }
    }
}

/// Reads a whole request. Returns `None` if the connection is closed.
async fn read(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&request);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return Some(text.into_owned());
            }
        }
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => request.extend_from_slice(&buffer[..count]),
        }
    }
}
