//! Bodies that arrive in pieces.

use std::io;

use fastrand::Rng;
use futures_util::stream;
use specsmith_runtime::Body;

/// The bytes in one piece.
pub(super) fn whole(data: &[u8]) -> Body {
    Body::from(data.to_vec())
}

/// The bytes in pieces of random sizes, some of them empty.
pub(super) fn pieces(data: &[u8], seed: u64) -> Body {
    let mut random = Rng::with_seed(seed);
    let mut rest = data;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (piece, others) = rest.split_at(random.usize(..=rest.len().min(7)));
        pieces.push(Ok::<_, io::Error>(piece.to_vec()));
        rest = others;
    }
    Body::from_stream(stream::iter(pieces))
}
