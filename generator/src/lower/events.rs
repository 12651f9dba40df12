//! Event streams that a client can continue.

use crate::api::{
    Location, Notes, Parameter, Presence, Rules, Scalar, Sensitivity, Style, Type, TypeRef,
};

const DOC: &str =
    "The identifier of the last event that the caller got. The stream continues after it.";

/// The header with which a client continues a stream.
pub(super) fn last_event_id() -> Parameter {
    Parameter {
        name: "Last-Event-ID".to_owned(),
        rust_name: Some("last_event_id".to_owned()),
        location: Location::Header,
        notes: Notes {
            doc: Some(DOC.to_owned()),
            ..Notes::default()
        },
        ty: TypeRef::new(Type::Scalar(Scalar::String)),
        style: Style::Single,
        allow_reserved: false,
        presence: Presence::Optional,
        rules: Rules::default(),
        sensitivity: Sensitivity::Public,
        example: None,
        constant: None,
        is_idempotency_key: false,
        page: None,
    }
}
