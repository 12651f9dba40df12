//! Reading and writing of types as the generator would write them.

#[cfg(feature = "server")]
mod boxed;
mod debug;
#[cfg(feature = "arbitrary")]
mod derives;
mod serde;
mod text;
mod types;
mod validation;
mod values;
mod wide;

use serde_json::json;

use self::types::Group;
use super::{Context, Decode, InvalidJson, from_json};
use crate::Json;

fn group() -> Json {
    json!({
        "id": "g_1", "status": "active", "seats": 3, "note": null,
        "members": [{"email": "ada@example.com", "role": "admin"}], "roles": {"x": "member"}
    })
}

/// The group with some fields changed, or removed if the value is `"<absent>"`.
fn group_with(changes: &Json) -> Json {
    let mut group = group();
    for (name, value) in changes.as_object().unwrap() {
        let members = group.as_object_mut().unwrap();
        if value == "<absent>" {
            members.remove(name)
        } else {
            members.insert(name.clone(), value.clone())
        };
    }
    group
}

fn read<T: Decode>(text: &str) -> Result<T, InvalidJson> {
    from_json(text.as_bytes())
}

fn read_group(changes: &Json) -> Result<Group, InvalidJson> {
    read(&group_with(changes).to_string())
}

/// The validation error that a client finds in a value: `name problem`.
fn validation_error<T: Decode + std::fmt::Debug>(value: &Json) -> String {
    match read::<T>(&value.to_string()) {
        Err(InvalidJson::ValidationError(validation_error)) => {
            format!("{} {}", validation_error.name, validation_error.problem)
        }
        other => panic!("{other:?}"),
    }
}

/// All validation errors that a server finds in a value.
fn validation_errors<T: Decode>(value: &Json) -> Vec<String> {
    let mut context = Context::for_requests().collecting();
    let failed = T::decode(value, &mut context).is_err();
    let found = context.into_validation_errors();
    assert_eq!(failed, !found.is_empty());
    found
        .iter()
        .map(|validation_error| format!("{} {}", validation_error.name, validation_error.problem))
        .collect()
}
