//! The load: persistent connections, each with one request at a time, on one thread.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

/// A client connection and its request.
pub(crate) struct Connection {
    stream: TcpStream,
    request: Arc<[u8]>,
    response: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr, path: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n\
             accept: application/json\r\nuser-agent: bench/1.0\r\n\r\n",
            key = crate::samples::KEY,
        );
        Ok(Self {
            stream,
            request: request.into_bytes().into(),
            response: Vec::with_capacity(64 * 1024),
        })
    }

    /// Sends the request and reads the complete response. Returns the body of a response with status 200.
    async fn call(&mut self) -> io::Result<&[u8]> {
        self.stream.write_all(&self.request).await?;
        self.response.clear();
        let (head, end) = loop {
            if self.stream.read_buf(&mut self.response).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(lengths) = lengths(&self.response)? {
                break lengths;
            }
        };
        while self.response.len() < end {
            if self.stream.read_buf(&mut self.response).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(&self.response[head..end])
    }
}

/// The ends of the head and of the body of a response, once the head is complete.
fn lengths(response: &[u8]) -> io::Result<Option<(usize, usize)>> {
    let Some(end) = response.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = String::from_utf8_lossy(&response[..end]);
    let wrong = || io::Error::other(String::from_utf8_lossy(response).into_owned());
    if !head.starts_with("HTTP/1.1 200 ") {
        return Err(wrong());
    }
    let mut headers = head.lines().filter_map(|line| line.split_once(':'));
    let length = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length: usize = length
        .and_then(|(_, value)| value.trim().parse().ok())
        .ok_or_else(wrong)?;
    Ok(Some((end + 4, end + 4 + length)))
}

/// Connections to one or more servers.
pub(crate) struct Load {
    connections: Vec<Connection>,
}

impl Load {
    /// Opens this many connections, distributed evenly over the addresses.
    pub(crate) async fn open(addresses: &[SocketAddr], path: &str, connections: usize) -> Self {
        let mut opened = Vec::with_capacity(connections);
        for &address in addresses.iter().cycle().take(connections) {
            let connection = Connection::open(address, path).await;
            opened.push(connection.expect("the server accepts connections"));
        }
        Self {
            connections: opened,
        }
    }

    /// Sends one request and returns the body of the response.
    pub(crate) async fn once(&mut self) -> Vec<u8> {
        let response = self.connections[0].call().await;
        response.expect("the server returns 200").to_vec()
    }

    /// Sends requests at full speed on every connection. Returns the responses per second.
    pub(crate) async fn flat_out(&mut self, time: Duration) -> f64 {
        let begun = Instant::now();
        let end = begun + time;
        let mut running = JoinSet::new();
        for mut connection in self.connections.drain(..) {
            running.spawn(async move {
                let mut responses = 0_u32;
                while Instant::now() < end {
                    connection.call().await.expect("the server returns 200");
                    responses += 1;
                }
                (connection, responses)
            });
        }
        let mut all = 0;
        for (connection, responses) in running.join_all().await {
            self.connections.push(connection);
            all += responses;
        }
        f64::from(all) / begun.elapsed().as_secs_f64()
    }

    /// Sends requests at this rate per second, even if the server does not keep up. Returns the latencies
    /// in microseconds. They include the time that a request waits for its busy connection, because that
    /// is time spent waiting for the server.
    pub(crate) async fn at_rate(&mut self, rate: f64, time: Duration) -> Vec<f64> {
        let begun = Instant::now();
        let (end, connections) = (begun + time, self.connections.len());
        let interval = Duration::from_secs_f64(connections as f64 / rate);
        let mut running = JoinSet::new();
        for (number, mut connection) in self.connections.drain(..).enumerate() {
            let mut due = begun + interval.mul_f64(number as f64 / connections as f64);
            running.spawn(async move {
                let mut times = Vec::new();
                while due < end {
                    let was_late = due < Instant::now();
                    sleep_until(due.into()).await;
                    // The timer has a resolution of one millisecond, which must not count as latency.
                    let sent = if was_late { due } else { Instant::now() };
                    connection.call().await.expect("the server returns 200");
                    times.push(sent.elapsed().as_secs_f64() * 1e6);
                    due += interval;
                }
                (connection, times)
            });
        }
        let mut all = Vec::new();
        for (connection, times) in running.join_all().await {
            self.connections.push(connection);
            all.extend(times);
        }
        all
    }
}
