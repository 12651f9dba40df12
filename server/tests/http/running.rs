//! A separate server for every test, and clients that send exactly the given bytes.

use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use axum::Router;
use clap::Parser;
use futures_util::stream;
use gateway_api::server::{ServerConfig, router_with};
use gateway_server::http::{self, End, Options, Probes, Texts, log};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::gateway::Stub;

/// The authorization header of every request.
pub(crate) const KEY: &str = "authorization: Bearer key\r\n";

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    options: Options,
}

/// The options from these flags, on free ports unless the flags set them.
pub(crate) fn options(flags: &[&str]) -> Options {
    let mut all = vec!["gateway"];
    if !flags.contains(&"--listen") {
        all.extend(["--listen", "127.0.0.1:0"]);
    }
    if !flags.contains(&"--operations-listen") {
        all.extend(["--operations-listen", "127.0.0.1:0"]);
    }
    all.extend(flags);
    Command::parse_from(all).options
}

/// A server that runs until it is stopped or the test ends.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) operations: Option<SocketAddr>,
    signals: UnboundedSender<()>,
    end: JoinHandle<End>,
}

pub(crate) async fn start(flags: &[&str]) -> Running {
    start_with(flags, Probes::new(async || Ok::<_, String>(()))).await
}

pub(crate) async fn start_with(flags: &[&str], probes: Probes) -> Running {
    LazyLock::force(&LOG);
    let options = options(flags);
    let config = ServerConfig::new().body_limit(options.max_body);
    let texts = Texts {
        html: "<script>go()</script>docs",
        openapi: "{\"openapi\":\"3.1.0\"}",
        markdown: "# Docs\n",
        llms: "# Docs\n\n> For programs.\n",
    };
    let router: Router = http::pages(&texts).merge(router_with(Stub, config));
    let bound = http::bind(options).await.unwrap();
    let (address, operations) = (bound.address(), bound.operations_address());
    let (signals, received) = unbounded_channel();
    let received = stream::unfold(received, async |mut received| {
        received.recv().await.map(|()| ((), received))
    });
    let end = tokio::spawn(bound.run(router, probes, received));
    Running {
        address,
        operations,
        signals,
        end,
    }
}

impl Running {
    /// Simulates SIGTERM.
    pub(crate) fn signal(&self) {
        self.signals.send(()).unwrap();
    }

    /// Waits until the server has stopped.
    pub(crate) async fn end(self) -> End {
        let end = timeout(Duration::from_secs(5), self.end).await;
        end.expect("the server stops").unwrap()
    }

    pub(crate) async fn connect(&self) -> Client {
        Client::connect(self.address).await
    }

    /// Sends one request with a key on a new connection.
    pub(crate) async fn send(&self, line: &str, headers: &str) -> Response {
        let mut client = self.connect().await;
        client.request(line, headers).await;
        client.response().await
    }

    /// Waits until so many requests are in flight.
    pub(crate) async fn has_in_flight(&self, number: usize) {
        let gauge = format!("gateway_requests_in_flight {number}\n");
        while !self.ask("/metrics").await.text.contains(&gauge) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Sends a request to the operations listener.
    pub(crate) async fn ask(&self, path: &str) -> Response {
        let mut client = Client::connect(self.operations.unwrap()).await;
        client.request(&format!("GET {path}"), "").await;
        client.response().await
    }
}

/// One connection.
pub(crate) struct Client {
    pub(crate) socket: TcpStream,
    received: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let socket = TcpStream::connect(address).await.unwrap();
        Self {
            socket,
            received: Vec::new(),
        }
    }

    pub(crate) async fn raw(&mut self, bytes: impl AsRef<[u8]>) {
        self.socket.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Sends a request with a key. `headers` contains complete lines.
    pub(crate) async fn request(&mut self, line: &str, headers: &str) {
        self.raw(format!(
            "{line} HTTP/1.1\r\nhost: test\r\n{KEY}{headers}\r\n"
        ))
        .await;
    }

    /// The next response, with a body of the announced length.
    pub(crate) async fn response(&mut self) -> Response {
        self.response_to(true).await
    }

    /// The next response. `has_body` is false for a response to HEAD.
    pub(crate) async fn response_to(&mut self, has_body: bool) -> Response {
        loop {
            if let Some((response, length)) = Response::read(&self.received, has_body) {
                self.received.drain(..length);
                return response;
            }
            let mut bytes = [0; 4096];
            let read = timeout(Duration::from_secs(5), self.socket.read(&mut bytes)).await;
            let read = read.expect("a response in time").unwrap();
            assert!(
                read > 0,
                "closed after {:?}",
                String::from_utf8_lossy(&self.received)
            );
            self.received.extend_from_slice(&bytes[..read]);
        }
    }

    /// Waits until the server closes the connection, and returns the remaining text.
    pub(crate) async fn closed(&mut self) -> String {
        String::from_utf8(self.rest().await).unwrap()
    }

    /// The same, as the head and the body of a response.
    pub(crate) async fn closed_bytes(&mut self) -> (String, Vec<u8>) {
        let bytes = self.rest().await;
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap()
            + 4;
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        (head, bytes[end..].to_vec())
    }

    async fn rest(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.received);
        let rest = self.socket.read_to_end(&mut bytes);
        // A reset also closes the connection.
        let _ = timeout(Duration::from_secs(5), rest)
            .await
            .expect("the connection is closed in time");
        bytes
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
    /// Parses the response at the start of `bytes`, if it is complete. Returns it with its length.
    fn read(bytes: &[u8], has_body: bool) -> Option<(Self, usize)> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let head = str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.trim_end().lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap());
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.into()));
        let mut response = Self {
            status: status.parse().unwrap(),
            headers: headers.collect(),
            text: String::new(),
        };
        let length = response.header("content-length").filter(|_| has_body);
        let length = length.map_or(0, |length| length.parse().unwrap());
        let body = bytes.get(end..end + length)?;
        response.text = String::from_utf8(body.to_vec()).unwrap();
        Some((response, end + length))
    }

    /// The only value of a header.
    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(header, _)| header == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} occurs twice: {self:?}");
        value
    }

    /// Checks that this is an error in the API's format.
    #[track_caller]
    pub(crate) fn is_error(&self, status: u16, message: &str) {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{self:?}"
        );
        let body: Value = serde_json::from_str(&self.text).unwrap();
        let expected = serde_json::json!({"error": {"code": status, "message": message}});
        assert_eq!((self.status, body), (status, expected));
    }
}

/// The log lines of all servers of this process. Tests find their own lines by request id.
static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Records each line that is written.
struct Lines;

impl std::io::Write for Lines {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let text = str::from_utf8(line).unwrap().to_owned();
        LINES.lock().unwrap().push(text);
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

static LOG: LazyLock<()> = LazyLock::new(|| {
    let subscriber = log::subscriber(&options(&[]).log, log::Format::Json, || Lines).unwrap();
    tracing::subscriber::set_global_default(subscriber).unwrap();
});

/// Waits for at least `number` log lines about a request and returns them in order.
pub(crate) async fn lines(request_id: &str, number: usize) -> Vec<String> {
    let quoted = format!("\"{request_id}\"");
    for _ in 0..200 {
        let all = LINES.lock().unwrap().clone();
        let ours: Vec<_> = all
            .into_iter()
            .filter(|line| line.contains(&quoted))
            .collect();
        if ours.len() >= number {
            return ours;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("fewer than {number} lines about {request_id}");
}
