//! Prints synthetic generation records, to measure loading with:
//!
//! ```sh
//! cargo run --release -p gateway-server --example generations -- 1000000 > generations.jsonl
//! ```

use std::error::Error;
use std::io::{BufWriter, Write as _};

use serde_json::Value;

/// How many keys the generations are charged to.
const KEYS: u64 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args()
        .nth(1)
        .ok_or("how many? For example: 1000000")?;
    let count: u64 = count.parse()?;
    let demo = include_str!("../demo/records.jsonl").lines();
    let template = demo
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|record| record["record"] == "generation")
        .ok_or("the demo has no generation")?;

    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut record = template;
    for number in 0..count {
        // A fixed odd factor spreads the identifiers as random ones would be, and repeats none.
        let id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = id % KEYS;
        record["id"] = format!("gen-{id:016x}").into();
        record["key_hash"] = format!("{key:064x}").into();
        record["created_at"] = format!("2026-10-{:02}T12:00:00.125Z", number % 30 + 1).into();
        writeln!(out, "{record}")?;
    }
    out.flush()?;
    Ok(())
}
