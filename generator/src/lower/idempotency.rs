//! The header with the key that makes an operation idempotent.

use crate::api::{Location, Notes, Parameter, Presence, Rules};
use crate::document::IdempotencyEntry;
use crate::naming::IDEMPOTENCY_KEY;

/// The maximum length of a key. Servers store keys, and those in use are shorter.
const LONGEST: u64 = 255;

const DOC: &str = "Identifies the call. A server performs calls with the same key once, so a client sends the same \
                   key with each try.";

const DOC_OF_WEBHOOKS: &str = "Identifies the webhook. It is the same with each try, so that a receiver which gets it \
                               again does nothing twice.";

pub(super) fn lower(entry: &IdempotencyEntry, is_webhook: bool) -> Parameter {
    let doc = match is_webhook {
        true => DOC_OF_WEBHOOKS,
        false => DOC,
    };
    Parameter {
        rust_name: Some(IDEMPOTENCY_KEY.to_owned()),
        presence: match entry.optional {
            true => Presence::Optional,
            false => Presence::Required,
        },
        rules: Rules {
            min_length: Some(1),
            max_length: Some(LONGEST),
            ..Rules::default()
        }
        .into(),
        example: Some("a3f1c9d2-5b7e-4c60-9f84-1e2d3c4b5a69".into()),
        is_idempotency_key: true,
        ..Parameter::new(entry.header.value.clone(), Location::Header, Notes::of(doc))
    }
}
