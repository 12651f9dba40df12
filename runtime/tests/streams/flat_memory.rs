//! The memory that a body takes does not depend on its length.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use specsmith_runtime::Body;

use crate::archive::start;

/// Counts what is in memory: pieces of bodies, or events that were made and not received yet.
#[derive(Clone, Default)]
pub(crate) struct Live(Arc<Counts>);

#[derive(Default)]
struct Counts {
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Live {
    pub(crate) fn add(&self, count: usize) {
        let now = self.0.now.fetch_add(count, Ordering::SeqCst) + count;
        self.0.most.fetch_max(now, Ordering::SeqCst);
    }

    fn remove(&self, count: usize) {
        self.0.now.fetch_sub(count, Ordering::SeqCst);
    }

    /// The greatest number so far.
    pub(crate) fn most(&self) -> usize {
        self.0.most.load(Ordering::SeqCst)
    }
}

/// A piece of a body that counts as long as it is in memory.
struct Piece {
    bytes: Vec<u8>,
    live: Live,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.live.remove(self.bytes.len());
    }
}

const SIZE: usize = 256 * 1024;

/// A body of this many pieces.
pub(crate) fn pieces(live: &Live, count: usize) -> Body {
    let live = live.clone();
    Body::from_stream(stream::iter(0..count).map(move |_| {
        live.add(SIZE);
        let bytes = vec![7; SIZE];
        let piece = Piece {
            bytes,
            live: live.clone(),
        };
        Ok::<_, std::io::Error>(Bytes::from_owner(piece))
    }))
}

/// The pieces that may be in memory at once: some in each of the layers that a body passes.
pub(crate) const FEW: usize = 8 * SIZE;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_takes_little_memory() {
    let live = Live::default();
    let receipt = start().await.client.store(pieces(&live, 1000)).await;
    // It exceeds the limit of 1 MiB: only a little more has been read.
    assert!(receipt.is_err());
    assert!(live.most() < FEW, "{}", live.most());

    let live = Live::default();
    let config = specsmith_runtime::server::ServerConfig::new().body_limit(1 << 30);
    let server = crate::archive::start_with(config).await;
    let receipt = server.client.store(pieces(&live, 1000)).await.unwrap();
    assert_eq!(receipt.bytes, 1000 * SIZE as i64);
    assert!(live.most() < FEW, "{}", live.most());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_takes_little_memory_even_if_the_client_is_slow() {
    let server = start().await;
    let mut body = server.client.download("large").await.unwrap().content;
    let mut received = 0;
    while let Some(chunk) = body.next().await {
        received += chunk.unwrap().len();
        if received % (64 * SIZE) < 1000 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
    assert_eq!(received, 1024 * SIZE);
    assert!(server.live.most() < FEW, "{}", server.live.most());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_is_sent_back_takes_little_memory() {
    let config = specsmith_runtime::server::ServerConfig::new().body_limit(1 << 30);
    let (server, live) = (crate::archive::start_with(config).await, Live::default());
    let mut body = server.client.echo(pieces(&live, 1000)).await.unwrap();
    let mut received = 0;
    while let Some(chunk) = body.next().await {
        received += chunk.unwrap().len();
    }
    assert_eq!(received, 1000 * SIZE);
    assert!(live.most() < FEW, "{}", live.most());
}

/// The handler makes events only as fast as they are received. What has been made and not received is in the buffers of
/// the sockets.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_do_not_pile_up() {
    const TOTAL: usize = 60_000;
    let server = start().await;
    let mut events = server.client.watch("endless").await.unwrap();
    for _ in 0..TOTAL {
        events.next().await.unwrap().unwrap();
        server.live.remove(1);
    }
    assert!(server.live.most() < TOTAL / 2, "{}", server.live.most());
}
