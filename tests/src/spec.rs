//! The gateway's specification and its examples.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::path::Path;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use specsmith::api::Api;
use specsmith::source::SourceFile;

static GATEWAY: LazyLock<Api> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/gateway.yaml");
    let text = std::fs::read_to_string(path).expect("spec/gateway.yaml can be read");
    specsmith::read(&SourceFile::new("spec/gateway.yaml", text))
        .expect("the specification has no errors")
});

/// The gateway's API as the generator reads it.
pub fn gateway() -> &'static Api {
    &GATEWAY
}

/// Every type that has an example, with the example as JSON.
pub fn examples() -> impl Iterator<Item = (&'static str, Json)> {
    gateway().types.iter().filter_map(|definition| {
        let example = definition.example.as_ref()?;
        let json = serde_json::from_str(&example.to_string()).expect("an example is JSON");
        Some((definition.name.as_str(), json))
    })
}

/// The example of one type as JSON.
pub fn example_json(name: &str) -> Json {
    let (_, json) = examples()
        .find(|(of, _)| *of == name)
        .unwrap_or_else(|| panic!("add an example to `{name}` in spec/gateway.yaml"));
    json
}

/// The example of one type as a value of the generated type.
pub fn example<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(example_json(name)).unwrap_or_else(|error| {
        panic!("the example of `{name}` is not valid for the type: {error}")
    })
}
