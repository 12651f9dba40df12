//! Forms of types as the generator would write them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "helpers outside of tests: clippy does not recognize `cfg(all(test, …))`"
)]

mod hostile;
mod peers;
mod random;
mod reading;
mod roundtrip;
mod styled;
mod types;
mod unions;
mod writing;

use percent_encoding::percent_decode_str;
use serde_core::Serialize;

use super::{Lists, from_form, to_form};
use crate::decode::{Context, Decode};

const ALL_LISTS: [Lists; 3] = [Lists::Repeated, Lists::Brackets, Lists::Indexed];

/// Reads a form as a server does. Validation errors are `name problem`.
fn read<T: Decode>(form: &str) -> Result<T, Vec<String>> {
    let errors = match from_form(form.as_bytes(), &[], Context::for_requests()) {
        Ok(value) => return Ok(value),
        Err(errors) => errors,
    };
    assert!(!errors.is_empty());
    let lines = errors.iter();
    Err(lines
        .map(|error| format!("{} {}", error.name, error.problem))
        .collect())
}

/// The validation errors of a form.
#[track_caller]
fn errors<T: Decode>(form: &str) -> Vec<String> {
    read::<T>(form).expect_err(form)
}

/// A value as a form, percent-decoded.
fn write<T: Serialize + ?Sized>(value: &T, lists: Lists) -> Result<String, String> {
    let form = to_form(value, lists, &[]).map_err(|error| error.to_string())?;
    Ok(percent_decode_str(&form)
        .decode_utf8()
        .unwrap()
        .into_owned())
}
