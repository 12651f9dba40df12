//! Raw bytes to and from a server.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection.
pub(crate) struct Wire(TcpStream);

impl Wire {
    pub(crate) async fn connect(url: &str) -> Self {
        let address = url.strip_prefix("http://").unwrap();
        Self(TcpStream::connect(address).await.unwrap())
    }

    pub(crate) async fn send(&mut self, text: impl AsRef<[u8]>) {
        self.0.write_all(text.as_ref()).await.unwrap();
    }

    /// Tells the server that nothing follows.
    pub(crate) async fn close_half(&mut self) {
        self.0.shutdown().await.unwrap();
    }

    /// Reads until the text contains `end`.
    pub(crate) async fn read_until(&mut self, end: &str) -> String {
        let mut text = Vec::new();
        while !String::from_utf8_lossy(&text).contains(end) {
            let mut buffer = [0; 4096];
            let count = self.0.read(&mut buffer).await.unwrap();
            assert_ne!(
                count,
                0,
                "the connection ends with {:?}",
                String::from_utf8_lossy(&text)
            );
            text.extend_from_slice(&buffer[..count]);
        }
        String::from_utf8(text).unwrap()
    }

    /// Reads until the server closes the connection.
    pub(crate) async fn read_to_end(mut self) -> String {
        let mut text = Vec::new();
        // The server may reset a connection of which it has not read everything.
        let _ = self.0.read_to_end(&mut text).await;
        String::from_utf8(text).unwrap()
    }
}

/// Sends a request with `connection: close` and returns the response.
pub(crate) async fn exchange(url: &str, line: &str, headers: &[&str], body: &str) -> String {
    let mut wire = Wire::connect(url).await;
    let headers: String = headers
        .iter()
        .map(|header| format!("{header}\r\n"))
        .collect();
    let head = format!("{line} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}\r\n");
    wire.send(head + body).await;
    wire.read_to_end().await
}
