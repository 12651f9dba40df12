//! A relay between a client and a server. Tests use it to change what is sent, or to cut the
//! connection.

use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Relays until it is dropped. Then it cuts all connections and rejects new ones.
pub(crate) struct Relay {
    port: u16,
    accepting: JoinHandle<()>,
}

impl Relay {
    /// Relays to this address. `change` can modify the requests.
    pub(crate) async fn start(to: &str, change: fn(&mut Vec<u8>)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::accept(listener, to, change)
    }

    /// Listens again on the address of an earlier relay.
    pub(crate) async fn start_on(port: u16, to: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        Self::accept(listener, to, |_| ())
    }

    fn accept(listener: TcpListener, to: &str, change: fn(&mut Vec<u8>)) -> Self {
        let port = listener.local_addr().unwrap().port();
        let to: Arc<str> = to.into();
        let accepting = tokio::spawn(async move {
            // Dropping it ends its tasks.
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let to = Arc::clone(&to);
                connections.spawn(async move {
                    if let Ok(server) = TcpStream::connect(&*to).await {
                        relay(client, server, change).await;
                    }
                });
            }
        });
        Self { port, accepting }
    }

    /// The address that it listens on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn relay(mut client: TcpStream, mut server: TcpStream, change: fn(&mut Vec<u8>)) {
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let there = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(read @ 1..) = from_client.read(&mut buffer).await {
            let mut sent = buffer[..read].to_vec();
            change(&mut sent);
            if to_server.write_all(&sent).await.is_err() {
                return;
            }
        }
    };
    let back = tokio::io::copy(&mut from_server, &mut to_client);
    tokio::select! {
        () = there => (),
        _ = back => (),
    }
}

/// Replaces a string with another one of the same length.
pub(crate) fn replace(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    for start in 0..bytes.len().saturating_sub(from.len() - 1) {
        if bytes[start..].starts_with(from) {
            bytes[start..start + to.len()].copy_from_slice(to);
        }
    }
}
