//! Signed webhooks, as their receiver verifies them.

use std::fmt;

use axum::http::HeaderMap;

use super::RequestHead;

/// A webhook whose signature is not verified yet. `Debug` shows nothing that it contains.
#[derive(Clone, Copy)]
pub struct SignedWebhook<'a> {
    head: RequestHead<'a>,
    signature: &'a str,
    body: &'a [u8],
}

impl<'a> SignedWebhook<'a> {
    /// A webhook, for tests of code that verifies it.
    pub const fn new(head: RequestHead<'a>, signature: &'a str, body: &'a [u8]) -> Self {
        Self {
            head,
            signature,
            body,
        }
    }

    /// The value of the header with the signature.
    pub const fn signature(self) -> &'a str {
        self.signature
    }

    /// The body exactly as it was sent.
    pub const fn body(self) -> &'a [u8] {
        self.body
    }

    /// All headers.
    pub const fn headers(self) -> &'a HeaderMap {
        self.head.headers()
    }

    /// The head of the request, with the parameters of its route.
    pub const fn head(self) -> RequestHead<'a> {
        self.head
    }
}

impl fmt::Debug for SignedWebhook<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SignedWebhook({:?})", self.head)
    }
}
