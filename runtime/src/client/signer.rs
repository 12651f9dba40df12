//! Signatures of webhooks.

/// Signs webhooks. Functions that take the body are signers: `|body: &[u8]| signature(body)`.
///
/// Each try is signed on its own, so a signature can contain the time.
pub trait Signer: Send + Sync + 'static {
    /// The value of the header with the signature of a request with exactly this body.
    fn sign(&self, body: &[u8]) -> String;
}

impl<F: Fn(&[u8]) -> String + Send + Sync + 'static> Signer for F {
    fn sign(&self, body: &[u8]) -> String {
        self(body)
    }
}
