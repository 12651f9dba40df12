//! Event streams that a client can continue.

use crate::api::{Location, Notes, Parameter};

const DOC: &str =
    "The identifier of the last event that the caller got. The stream continues after it.";

/// The header with which a client continues a stream.
pub(super) fn last_event_id() -> Parameter {
    Parameter {
        rust_name: Some("last_event_id".to_owned()),
        ..Parameter::new("Last-Event-ID".to_owned(), Location::Header, Notes::of(DOC))
    }
}
