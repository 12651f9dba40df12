//! Signatures of webhooks.

use std::fmt;

use http::HeaderMap;
use reqwest::Url;

use super::key::KeyOnDemand;
use crate::codegen::BoxError;

/// Signs webhooks. Functions that take the body are signers: `|body: &[u8]| signature(body)`.
///
/// Each try is signed on its own, so a signature can contain the time. What identifies the webhook must be the same for
/// each try: see [`UnsignedWebhook::id`].
pub trait Signer: Send + Sync + 'static {
    /// The value of the header with the signature of a request. Further headers can be added to it.
    ///
    /// # Errors
    /// It cannot be signed, for example because nobody knows the recipient. It is not sent.
    fn sign(&self, webhook: &mut UnsignedWebhook<'_>) -> Result<String, BoxError>;
}

impl<F: Fn(&[u8]) -> String + Send + Sync + 'static> Signer for F {
    fn sign(&self, webhook: &mut UnsignedWebhook<'_>) -> Result<String, BoxError> {
        Ok(self(webhook.body()))
    }
}

/// A webhook before it is signed. `Debug` shows nothing of it.
pub struct UnsignedWebhook<'a> {
    pub(super) id: WebhookId<'a>,
    pub(super) url: &'a Url,
    pub(super) headers: &'a mut HeaderMap,
    pub(super) body: &'a [u8],
}

/// The identifier of a webhook. Most signers do not need it.
pub(super) enum WebhookId<'a> {
    Known(&'a str),
    OnDemand(&'a KeyOnDemand),
}

impl fmt::Debug for UnsignedWebhook<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsignedWebhook").finish_non_exhaustive()
    }
}

impl<'a> UnsignedWebhook<'a> {
    /// A webhook, for tests of signers:
    ///
    /// ```
    /// # use specsmith_runtime::client::{Signer, UnsignedWebhook};
    /// # fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    /// let signer = |body: &[u8]| format!("{} bytes", body.len());
    /// let (url, mut headers) = ("https://shop.example/hooks".parse()?, Default::default());
    /// let mut webhook = UnsignedWebhook::new("msg_1", &url, &mut headers, b"{}");
    /// assert_eq!(signer.sign(&mut webhook)?, "2 bytes");
    /// # Ok(())
    /// # }
    /// ```
    pub const fn new(
        id: &'a str,
        url: &'a Url,
        headers: &'a mut HeaderMap,
        body: &'a [u8],
    ) -> Self {
        Self {
            id: WebhookId::Known(id),
            url,
            headers,
            body,
        }
    }

    /// An identifier that no other webhook of the sender has. It is the same for each try, and is created on
    /// first use.
    ///
    /// # Errors
    /// The system has no random bytes for it.
    pub fn id(&self) -> Result<&'a str, BoxError> {
        match self.id {
            WebhookId::Known(id) => Ok(id),
            WebhookId::OnDemand(key) => Ok(key.get()?),
        }
    }

    /// The URL of the recipient, with its query.
    pub fn url(&self) -> &'a str {
        self.url.as_str()
    }

    /// The headers so far.
    pub const fn headers(&self) -> &HeaderMap {
        self.headers
    }

    /// The headers so far, to add further ones.
    pub const fn headers_mut(&mut self) -> &mut HeaderMap {
        self.headers
    }

    /// The body exactly as it is sent.
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }
}

/// Signs the webhooks of each recipient in its own way: the function returns the signer for a URL.
///
/// ```ignore
/// let signer = PerRecipient(move |url: &str| -> Result<StandardWebhooks, BoxError> {
///     Ok(secrets.get(url).ok_or("unknown recipient")?.clone())
/// });
/// let sender = webhooks::Sender::builder(signer).build()?;
/// ```
#[derive(Debug, Clone)]
pub struct PerRecipient<F>(pub F);

impl<F, S> Signer for PerRecipient<F>
where
    F: Fn(&str) -> Result<S, BoxError> + Send + Sync + 'static,
    S: Signer,
{
    fn sign(&self, webhook: &mut UnsignedWebhook<'_>) -> Result<String, BoxError> {
        (self.0)(webhook.url())?.sign(webhook)
    }
}
