//! Reading and writing JSON with generated code, compared with serde's derives.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

#[path = "../shared/samples.rs"]
mod samples;
#[path = "../shared/types.rs"]
mod types;

use std::hint::black_box;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use specsmith_benches::paired;

/// The number of workspaces on a page.
const WORKSPACES: usize = 20;

fn main() {
    let credits = json!({ "data": samples::credits() });
    paired::heading("by hand", "generated");
    both::<types::Page<types::Workspace>, gateway_api::Page<gateway_api::types::Workspace>>(
        "a page of 20 items",
        &samples::page(WORKSPACES),
    );
    both::<types::GroupMapping, gateway_api::types::GroupMapping>("an object", &samples::mapping());
    both::<types::Credits, gateway_api::types::Credits>("a small object", &credits["data"]);
}

/// Reads and writes a value both ways.
fn both<H, G>(name: &str, value: &Value)
where
    H: Serialize + DeserializeOwned,
    G: Serialize + DeserializeOwned,
{
    let text = value.to_string();
    let hand: H = read(&text);
    let own: G = read(&text);
    assert_eq!(as_value(&hand), as_value(&own));
    paired::compare(
        &format!("reading {name}"),
        || {
            black_box(read::<H>(black_box(&text)));
        },
        || {
            black_box(read::<G>(black_box(&text)));
        },
    );
    paired::compare(
        &format!("writing {name}"),
        || {
            black_box(write(black_box(&hand)));
        },
        || {
            black_box(write(black_box(&own)));
        },
    );
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_slice(text.as_bytes()).expect("the sample matches the type")
}

fn write(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the value can be serialized")
}

fn as_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("the value can be serialized")
}
