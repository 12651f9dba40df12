//! Signatures of webhooks by the [Standard Webhooks](https://www.standardwebhooks.com) specification.

use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use sha2::Sha256;

/// The identifier of a message, which is the same for each try.
const ID: &str = "webhook-id";
/// When a try was sent, in seconds since 1970.
const TIMESTAMP: &str = "webhook-timestamp";
/// The signatures, separated by spaces.
const SIGNATURE: &str = "webhook-signature";

/// Signs and verifies webhooks: HMAC-SHA256 over the identifier, the time and the body.
///
/// In the specification of the API, such a webhook has `signature: Webhook-Signature` and `idempotency: Webhook-Id`.
///
/// ```
/// # use specsmith_runtime::standard_webhooks::StandardWebhooks;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let webhooks = StandardWebhooks::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?;
/// # Ok(())
/// # }
/// ```
///
/// At the sender, it is the `Signer`. A function of the URL has a secret for each recipient: see
/// `client::PerRecipient`. At the receiver, `verify` calls [`verify`](Self::verify).
#[derive(Clone)]
pub struct StandardWebhooks {
    keys: Vec<Hmac<Sha256>>,
    tolerance: Duration,
}

impl StandardWebhooks {
    /// With this secret: base64 of at least 24 bytes, after `whsec_`.
    ///
    /// # Errors
    /// It is not such a secret.
    pub fn new(secret: &str) -> Result<Self, InvalidSecret> {
        let tolerance = Duration::from_secs(5 * 60);
        Ok(Self {
            keys: vec![key(secret)?],
            tolerance,
        })
    }

    /// With another secret too, while secrets are replaced: a sender signs with all of them, and a receiver accepts each.
    ///
    /// # Errors
    /// It is not a secret.
    pub fn and_secret(mut self, secret: &str) -> Result<Self, InvalidSecret> {
        self.keys.push(key(secret)?);
        Ok(self)
    }

    /// How much the time of a webhook may differ from the time of the receiver. 5 minutes by default.
    #[must_use]
    pub const fn tolerance(mut self, tolerance: Duration) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The value of the header `webhook-signature`, with a signature for each secret.
    pub fn signature(&self, id: &str, timestamp: u64, body: &[u8]) -> String {
        let signatures = self.keys.iter().map(|key| {
            let mac = signed(key, id, &timestamp.to_string(), body);
            format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
        });
        signatures.collect::<Vec<String>>().join(" ")
    }

    /// Verifies the signature of a body with these headers, in constant time. An identifier that was handled before is
    /// not rejected: the handler compares it, if it must not handle a message twice.
    ///
    /// # Errors
    /// No signature is right, the time differs too much, or a header is missing.
    pub fn verify(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), InvalidSignature> {
        self.verify_at(headers, body, now())
    }

    fn verify_at(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: u64,
    ) -> Result<(), InvalidSignature> {
        let id = one(headers, ID)?;
        let timestamp = one(headers, TIMESTAMP)?;
        let signatures = one(headers, SIGNATURE)?;
        let sent: u64 = timestamp.parse().map_err(|_| InvalidSignature("time"))?;
        if sent.abs_diff(now) > self.tolerance.as_secs() {
            return Err(InvalidSignature("time"));
        }
        // The body is hashed once for each secret, however many signatures there are.
        let keys = self.keys.iter();
        let expected: Vec<_> = keys.map(|key| signed(key, id, timestamp, body)).collect();
        // Other versions are for others.
        let tags = signatures.split(' ').take(MOST_SIGNATURES);
        let mut tags = tags.filter_map(|signature| {
            let encoded = signature.strip_prefix("v1,")?;
            STANDARD.decode(encoded).ok()
        });
        let is_right = |tag: Vec<u8>| {
            let mut macs = expected.iter().cloned();
            macs.any(|mac| mac.verify_slice(&tag).is_ok())
        };
        match tags.any(is_right) {
            true => Ok(()),
            false => Err(InvalidSignature("signature")),
        }
    }
}

#[cfg(feature = "client")]
impl crate::client::Signer for StandardWebhooks {
    fn sign(
        &self,
        webhook: &mut crate::client::UnsignedWebhook<'_>,
    ) -> Result<String, crate::codegen::BoxError> {
        let id = match one(webhook.headers(), ID) {
            Ok(id) => id.to_owned(),
            // The webhook has no idempotency key.
            Err(_) => {
                let id = webhook.id()?;
                webhook.headers_mut().insert(ID, id.parse()?);
                id.to_owned()
            }
        };
        let now = now();
        webhook.headers_mut().insert(TIMESTAMP, now.into());
        Ok(self.signature(&id, now, webhook.body()))
    }
}

/// Shows no secret.
impl fmt::Debug for StandardWebhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StandardWebhooks")
            .field("secrets", &self.keys.len())
            .field("tolerance", &self.tolerance)
            .finish()
    }
}

/// How many signatures of a webhook are compared. A sender has one for each secret.
const MOST_SIGNATURES: usize = 32;

/// The number of bytes of the shortest secret.
const SHORTEST: usize = 24;

fn key(secret: &str) -> Result<Hmac<Sha256>, InvalidSecret> {
    let encoded = secret.strip_prefix("whsec_").unwrap_or(secret);
    let bytes = STANDARD.decode(encoded).map_err(|_| InvalidSecret)?;
    if bytes.len() < SHORTEST {
        return Err(InvalidSecret);
    }
    Hmac::new_from_slice(&bytes).map_err(|_| InvalidSecret)
}

/// The content that is signed: `id.timestamp.body`.
fn signed(key: &Hmac<Sha256>, id: &str, timestamp: &str, body: &[u8]) -> Hmac<Sha256> {
    let parts = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body];
    parts.iter().fold(key.clone(), |mut mac, part| {
        mac.update(part);
        mac
    })
}

/// The value of a header that a webhook has once.
fn one<'h>(headers: &'h HeaderMap, name: &'static str) -> Result<&'h str, InvalidSignature> {
    let mut values = headers.get_all(name).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return Err(InvalidSignature(name));
    };
    value.to_str().map_err(|_| InvalidSignature(name))
}

/// The seconds since 1970.
fn now() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    time.map_or(0, |time| time.as_secs())
}

/// A secret is not base64 of at least 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidSecret;

impl fmt::Display for InvalidSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a secret of webhooks must be base64 of at least {SHORTEST} bytes, after `whsec_`"
        )
    }
}

impl Error for InvalidSecret {}

/// What is wrong with the signature of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidSignature(&'static str);

impl fmt::Display for InvalidSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} of the webhook is missing or wrong", self.0)
    }
}

impl Error for InvalidSignature {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the reference libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const MESSAGE: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const TIME: u64 = 1_614_265_330;
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const EXPECTED: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    const OTHER: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    fn webhooks() -> StandardWebhooks {
        StandardWebhooks::new(SECRET).unwrap()
    }

    fn headers(id: &str, time: &str, signature: &str) -> HeaderMap {
        let headers = [(ID, id), (TIMESTAMP, time), (SIGNATURE, signature)];
        let headers = headers.into_iter().map(|(name, value)| {
            let name = http::HeaderName::from_static(name);
            (name, value.parse().unwrap())
        });
        headers.collect()
    }

    #[test]
    fn the_vector_of_the_reference_libraries_is_signed_and_verified() {
        assert_eq!(webhooks().signature(MESSAGE, TIME, BODY), EXPECTED);
        let headers = headers(MESSAGE, &TIME.to_string(), EXPECTED);
        assert_eq!(webhooks().verify_at(&headers, BODY, TIME), Ok(()));
        let bare = SECRET.trim_start_matches("whsec_");
        assert!(StandardWebhooks::new(bare).is_ok());
    }

    #[cfg(feature = "client")]
    #[test]
    fn an_idempotency_key_is_the_identifier() {
        use crate::client::{Signer, UnsignedWebhook};

        let url = "https://shop.example/hooks".parse().unwrap();
        for (key, expected) in [(None, "msg_1"), (Some("order_7"), "order_7")] {
            let keys = key.map(|key| (http::HeaderName::from_static(ID), key.parse().unwrap()));
            let mut headers: HeaderMap = keys.into_iter().collect();
            let mut webhook = UnsignedWebhook::new("msg_1", &url, &mut headers, BODY);
            let signature = webhooks().sign(&mut webhook).unwrap();
            assert_eq!(headers[ID], expected);
            headers.insert(SIGNATURE, signature.parse().unwrap());
            assert_eq!(webhooks().verify(&headers, BODY), Ok(()));
        }
    }

    #[test]
    fn whatever_is_signed_must_not_change() {
        let time = TIME.to_string();
        let verify = |headers: &HeaderMap, body: &[u8]| {
            let verified = webhooks().verify_at(headers, body, TIME);
            verified.map_err(|invalid| invalid.0)
        };
        let right = headers(MESSAGE, &time, EXPECTED);
        assert_eq!(verify(&right, b"{}"), Err("signature"));
        assert_eq!(
            verify(&headers("msg_2", &time, EXPECTED), BODY),
            Err("signature")
        );
        let later = (TIME + 1).to_string();
        assert_eq!(
            verify(&headers(MESSAGE, &later, EXPECTED), BODY),
            Err("signature")
        );
        for wrong in [
            "",
            "v1,",
            "v1,%",
            "v2,AAAA",
            &EXPECTED.replace("v1,", "v1a,"),
        ] {
            assert_eq!(
                verify(&headers(MESSAGE, &time, wrong), BODY),
                Err("signature"),
                "{wrong}"
            );
        }
        for missing in [ID, TIMESTAMP, SIGNATURE] {
            let mut headers = right.clone();
            headers.append(missing, "1".parse().unwrap());
            assert_eq!(verify(&headers, BODY), Err(missing), "twice");
            headers.remove(missing);
            assert_eq!(verify(&headers, BODY), Err(missing));
        }
    }

    #[test]
    fn a_webhook_may_be_as_old_as_the_tolerance() {
        let right = headers(MESSAGE, &TIME.to_string(), EXPECTED);
        let verify = |now| webhooks().verify_at(&right, BODY, now).is_ok();
        assert!(verify(TIME + 300) && verify(TIME - 300));
        assert!(!verify(TIME + 301) && !verify(TIME - 301));
        let strict = webhooks().tolerance(Duration::from_secs(1));
        assert!(strict.verify_at(&right, BODY, TIME + 2).is_err());
        for time in ["", "x", "-1", "1e9"] {
            let headers = headers(MESSAGE, time, EXPECTED);
            assert_eq!(
                webhooks().verify_at(&headers, BODY, TIME),
                Err(InvalidSignature("time"))
            );
        }
    }

    #[test]
    fn secrets_are_replaced_without_a_gap() {
        let both = webhooks().and_secret(OTHER).unwrap();
        let signed = both.signature(MESSAGE, TIME, BODY);
        assert!(
            signed.starts_with(EXPECTED) && signed.contains(' '),
            "{signed}"
        );
        let headers = headers(MESSAGE, &TIME.to_string(), &signed);
        let other = StandardWebhooks::new(OTHER).unwrap();
        for receiver in [&webhooks(), &other, &both] {
            assert_eq!(receiver.verify_at(&headers, BODY, TIME), Ok(()));
        }
    }

    #[test]
    fn a_secret_is_base64_of_enough_bytes_and_is_not_shown() {
        for secret in ["", "whsec_", "whsec_%", "whsec_c2hvcnQ="] {
            assert_eq!(StandardWebhooks::new(secret).unwrap_err(), InvalidSecret);
        }
        let shown = format!("{:?}", webhooks());
        assert_eq!(shown, "StandardWebhooks { secrets: 1, tolerance: 300s }");
    }
}
