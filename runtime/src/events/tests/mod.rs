#![allow(clippy::expect_used, unreachable_pub)]

mod parser;
mod reading;
mod writing;

use bytes::Bytes;
use futures_util::stream;

use crate::body::Body;

/// A body that arrives in chunks of this size.
fn chunks(text: &[u8], size: usize) -> Body {
    let chunks: Vec<_> = text
        .chunks(size)
        .map(Bytes::copy_from_slice)
        .map(Ok::<_, std::io::Error>)
        .collect();
    Body::from_stream(stream::iter(chunks))
}
