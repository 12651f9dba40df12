//! A receiver of the webhooks in `tests/apis/payouts.yaml`, and a sender of them.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, Mutex};

use payouts_api::client::Retry;
use payouts_api::types::{Decision, Status};
use payouts_api::webhooks::{
    Decide, PayoutEvent, Ping, Push, PushAccepted, PushResponse, Receiver, Sender, SignedWebhook,
    WebhookError,
};

/// What sender and receiver share.
const SECRET: &[u8] = b"whsec_1";

/// The signature of a body.
pub fn signature(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(SECRET);
    hasher.write(body);
    format!("v1={:016x}", hasher.finish())
}

/// A sender that signs with the shared secret and does not retry.
pub fn sender() -> Sender {
    let builder = Sender::builder(|body: &[u8]| signature(body));
    let builder = builder.retry(Retry::never());
    builder.build().expect("the settings are valid")
}

/// A receiver that remembers what it has received.
#[derive(Debug, Clone, Default)]
pub struct Subscriber {
    /// The events, as their receiver sees them.
    pub events: Arc<Mutex<Vec<PayoutEvent>>>,
    /// How often a signature was checked.
    pub checks: Arc<Mutex<u32>>,
}

impl Subscriber {
    /// The number of received events.
    pub fn count(&self) -> usize {
        self.events.lock().expect("no test panics here").len()
    }
}

impl Receiver for Subscriber {
    fn verify(&self, webhook: SignedWebhook<'_>) -> bool {
        *self.checks.lock().expect("no test panics here") += 1;
        webhook.signature() == signature(webhook.body())
    }

    async fn payout_event(&self, request: PayoutEvent) -> Result<(), WebhookError> {
        self.events
            .lock()
            .expect("no test panics here")
            .push(request);
        Ok(())
    }

    async fn push(&self, request: Push) -> Result<PushResponse, WebhookError> {
        match request.payouts_attempt {
            1 => Ok(PushResponse::NoContent),
            2 => Ok(PushResponse::Accepted(PushAccepted {
                retry_after: Some(7),
            })),
            3 => Err(WebhookError::new(410)),
            _ => Err(request
                .body
                .r#ref
                .parse::<u8>()
                .err()
                .map_or_else(|| WebhookError::new(200), WebhookError::from)),
        }
    }

    async fn decide(&self, request: Decide) -> Result<Decision, WebhookError> {
        Ok(Decision {
            allow: request.body.payout.as_str() == "po_1",
            reason: Some(request.body.reason),
        })
    }

    async fn ping(&self, request: Ping) -> Result<(), WebhookError> {
        match request.challenge.as_deref() {
            Some("a b&c") | None => Ok(()),
            Some(_) => Err(WebhookError::new(422)),
        }
    }
}

/// A payout as the API sends it.
pub fn paid(id: &str) -> payouts_api::types::Payout {
    payouts_api::types::Payout {
        id: id.into(),
        amount: 250,
        status: Status::Paid,
    }
}
