//! Clients that are slow, broken or hostile.

use std::collections::BTreeMap;
use std::io::{Error, Result};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::stage::{Server, key, mapping};
use crate::wire::request;

/// The number of idle connections, if the limit on open files allows it.
const IDLE: usize = 1000;

/// The timeout for one lap of a hostile client. Longer than any timeout of the server.
const LONGEST: Duration = Duration::from_secs(20);

/// How often each kind of client has completed its behavior.
type Laps = Arc<Mutex<BTreeMap<&'static str, usize>>>;

/// Running hostile clients.
pub(crate) struct Hostile {
    address: Arc<str>,
    laps: Laps,
    clients: JoinSet<()>,
}

impl Hostile {
    /// Starts all kinds of hostile clients against a server.
    pub(crate) fn start(server: &Server) -> Self {
        let mut all = Self {
            address: server.api.as_str().into(),
            laps: Laps::default(),
            clients: JoinSet::new(),
        };
        for _ in 0..idle_connections() {
            all.spawn("idle", idle);
        }
        for _ in 0..20 {
            all.spawn("slow headers", slow_headers);
            all.spawn("slow body", slow_body);
        }
        all.spawn("reads nothing", reads_nothing);
        all.spawn("headers without end", headers_without_end);
        all.spawn("body without end", body_without_end);
        all.spawn("chunks without end", chunks_without_end);
        all.spawn("storm", storm);
        all.spawn("half-closed", half_closed);
        all.spawn("no body after Expect", expects_to_continue);
        for (name, bytes) in strange_requests() {
            let bytes: Arc<[u8]> = bytes.into();
            all.spawn(name, move |address| {
                let bytes = Arc::clone(&bytes);
                async move { send_and_read(&address, &bytes).await }
            });
        }
        all
    }

    /// Starts a client that repeats one behavior, regardless of the outcome.
    fn spawn<D, L>(&mut self, name: &'static str, behavior: D)
    where
        D: Fn(Arc<str>) -> L + Send + 'static,
        L: Future<Output = Result<()>> + Send,
    {
        let (laps, address) = (Arc::clone(&self.laps), Arc::clone(&self.address));
        laps.lock().unwrap().insert(name, 0);
        self.clients.spawn(async move {
            loop {
                let lap = timeout(LONGEST, behavior(Arc::clone(&address))).await;
                if lap.is_ok() {
                    *laps.lock().unwrap().entry(name).or_default() += 1;
                }
                // Leave CPU time for the server.
                sleep(Duration::from_millis(20)).await;
            }
        });
    }

    /// Stops all clients after each kind has completed at least once.
    pub(crate) async fn stop(mut self) {
        let end = Instant::now() + LONGEST;
        while let Some(name) = self.incomplete_kind() {
            assert!(
                Instant::now() < end,
                "no client of the kind `{name}` completed"
            );
            sleep(Duration::from_millis(50)).await;
        }
        self.clients.shutdown().await;
        println!(
            "completed laps of hostile clients: {:?}",
            self.laps.lock().unwrap()
        );
    }

    /// A kind that has not completed yet.
    fn incomplete_kind(&self) -> Option<&'static str> {
        let laps = self.laps.lock().unwrap();
        let missing = laps.iter().find(|(_, count)| **count == 0);
        missing.map(|(name, _)| *name)
    }
}

/// Each connection uses one file in this process and one in the server, which has the same limit.
fn idle_connections() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let files = files.and_then(|line| line.split_whitespace().next()?.parse().ok());
    let room = files.unwrap_or(256_usize).saturating_sub(500);
    if room < IDLE {
        println!("{room} idle connections instead of {IDLE}: the limit on open files is too low");
    }
    room.min(IDLE)
}

/// Requests that are sent in one piece. The client then waits for the connection to close.
fn strange_requests() -> Vec<(&'static str, Vec<u8>)> {
    let key = key(0);
    let good = request("GET /v1/workspaces", &key, "");
    let patch = |headers: &str, body: &str| {
        let line = format!("PATCH /v1/scim/group-mappings/{}", mapping(0));
        let headers = format!("content-type: application/json\r\n{headers}");
        [request(&line, &key, &headers), body.into()].concat()
    };
    let chunked = "transfer-encoding: chunked\r\n";
    let old = format!("GET /v1/workspaces HTTP/1.0\r\nauthorization: Bearer {key}\r\n");
    let absolute = "GET http://gateway.test/v1/workspaces";
    let hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";
    let close = "connection: close\r\n";
    vec![
        (
            "huge header",
            request("GET /", &key, &format!("x: {}\r\n", "x".repeat(1 << 20))),
        ),
        (
            "huge target",
            request(&format!("GET /{}", "x".repeat(1 << 20)), &key, ""),
        ),
        (
            "many headers",
            request("GET /", &key, &"x: y\r\n".repeat(10_000)),
        ),
        (
            "pipelined garbage",
            [&good[..], b"\0\xff\r\n\r\n", &good].concat(),
        ),
        (
            "pipelined requests",
            [good.repeat(20), request("GET /", &key, close)].concat(),
        ),
        ("HTTP/1.0", format!("{old}\r\n").into()),
        (
            "HTTP/1.0 that stays",
            format!("{old}connection: keep-alive\r\n\r\n").into(),
        ),
        ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec()),
        ("absolute target", request(absolute, &key, close)),
        (
            "authority target",
            request("CONNECT gateway.test:443", &key, close),
        ),
        ("TLS", [&hello[..], &[0x5a; 500]].concat()),
        (
            "chunk too short",
            patch(chunked, "20\r\n{\"role\":\"admin\"}\r\n0\r\n\r\n"),
        ),
        (
            "chunk too long",
            patch(chunked, "3\r\n{\"role\":\"admin\"}\r\n0\r\n\r\n"),
        ),
        (
            "chunk without a size",
            patch(chunked, "x\r\n{\"role\":\"admin\"}\r\n0\r\n\r\n"),
        ),
        (
            "chunk with an invalid size",
            patch(chunked, "ffffffffffffffffff\r\n{}\r\n"),
        ),
        ("negative chunk size", patch(chunked, "-1\r\n{}\r\n")),
        (
            "two lengths",
            patch(
                "content-length: 2\r\ntransfer-encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
        ),
        ("negative length", patch("content-length: -1\r\n", "")),
        (
            "length that overflows",
            patch("content-length: 99999999999999999999999\r\n", ""),
        ),
        (
            "another encoding",
            patch("transfer-encoding: gzip\r\n", "x"),
        ),
        ("deep JSON", {
            let deep = "[".repeat(500_000);
            patch(&format!("content-length: {}\r\n{close}", deep.len()), &deep)
        }),
    ]
}

/// Sends the bytes and reads until the server closes the connection.
async fn send_and_read(address: &str, bytes: &[u8]) -> Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(bytes).await;
    until_closed(&mut stream).await
}

async fn until_closed(stream: &mut TcpStream) -> Result<()> {
    let mut scrap = vec![0; 64 * 1024];
    while stream.read(&mut scrap).await? > 0 {}
    Ok(())
}

async fn idle(address: Arc<str>) -> Result<()> {
    let mut stream = TcpStream::connect(&*address).await?;
    until_closed(&mut stream).await
}

/// Sends one byte per second until the server closes the connection.
async fn drip(stream: &mut TcpStream, bytes: &[u8]) -> Result<()> {
    let (mut from, mut to) = stream.split();
    let dripping = async {
        for byte in bytes {
            to.write_all(std::slice::from_ref(byte)).await?;
            sleep(Duration::from_secs(1)).await;
        }
        Ok(())
    };
    let mut scrap = vec![0; 4096];
    let closed = async {
        while from.read(&mut scrap).await? > 0 {}
        Ok(())
    };
    tokio::select! {
        ended = dripping => ended,
        ended = closed => ended,
    }
}

async fn slow_headers(address: Arc<str>) -> Result<()> {
    let mut stream = TcpStream::connect(&*address).await?;
    drip(&mut stream, &request("GET /v1/workspaces", &key(0), "")).await
}

async fn slow_body(address: Arc<str>) -> Result<()> {
    let mut stream = TcpStream::connect(&*address).await?;
    let line = format!("PATCH /v1/scim/group-mappings/{}", mapping(0));
    let headers = "content-type: application/json\r\ncontent-length: 1000\r\n";
    stream.write_all(&request(&line, &key(0), headers)).await?;
    drip(&mut stream, &[b' '; 1000]).await
}

/// Requests more data than the kernel buffers and never reads it.
async fn reads_nothing(address: Arc<str>) -> Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let mut stream = socket
        .connect(address.parse().map_err(Error::other)?)
        .await?;
    let request = request("GET /docs", &key(0), "");
    // Eventually the client cannot send either, until the server closes the connection.
    loop {
        stream.write_all(&request).await?;
    }
}

async fn headers_without_end(address: Arc<str>) -> Result<()> {
    let mut stream = TcpStream::connect(&*address).await?;
    stream.write_all(b"GET / HTTP/1.1\r\n").await?;
    without_end(&mut stream, b"x: y\r\n").await
}

async fn body_without_end(address: Arc<str>) -> Result<()> {
    let mut stream = TcpStream::connect(&*address).await?;
    let line = format!("PATCH /v1/scim/group-mappings/{}", mapping(0));
    let headers = "content-type: application/json\r\ncontent-length: 1000000000000\r\n";
    stream.write_all(&request(&line, &key(0), headers)).await?;
    without_end(&mut stream, &[b' '; 64 * 1024]).await
}

async fn chunks_without_end(address: Arc<str>) -> Result<()> {
    let mut stream = TcpStream::connect(&*address).await?;
    let line = format!("PATCH /v1/scim/group-mappings/{}", mapping(0));
    let headers = "content-type: application/json\r\ntransfer-encoding: chunked\r\n";
    stream.write_all(&request(&line, &key(0), headers)).await?;
    without_end(&mut stream, b"1\r\n \r\n").await
}

/// Sends the same bytes repeatedly until the server closes the connection.
async fn without_end(stream: &mut TcpStream, bytes: &[u8]) -> Result<()> {
    loop {
        stream.write_all(bytes).await?;
        sleep(Duration::from_millis(1)).await;
    }
}

/// Opens many connections at once. Some send nothing, some do not wait for the response, some stop in
/// the middle of a request.
async fn storm(address: Arc<str>) -> Result<()> {
    let request = request("GET /v1/workspaces", &key(0), "");
    let mut connections = Vec::new();
    for number in 0..50 {
        let mut stream = TcpStream::connect(&*address).await?;
        if number % 3 > 0 {
            stream.write_all(&request).await?;
        }
        if number % 3 > 1 {
            stream.set_zero_linger()?;
        }
        connections.push(stream);
    }
    Ok(())
}

/// Shuts down the sending side, after a request and in the middle of one.
async fn half_closed(address: Arc<str>) -> Result<()> {
    let request = request("GET /v1/workspaces", &key(0), "");
    for length in [0, 1, request.len() / 2, request.len() - 1, request.len()] {
        let mut stream = TcpStream::connect(&*address).await?;
        stream.write_all(&request[..length]).await?;
        stream.shutdown().await?;
        until_closed(&mut stream).await?;
    }
    Ok(())
}

/// Sends `Expect: 100-continue` and never sends the body.
async fn expects_to_continue(address: Arc<str>) -> Result<()> {
    let line = format!("PATCH /v1/scim/group-mappings/{}", mapping(0));
    let headers =
        "content-type: application/json\r\ncontent-length: 20\r\nexpect: 100-continue\r\n";
    send_and_read(&address, &request(&line, &key(0), headers)).await
}
