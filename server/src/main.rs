//! The command `gateway`.

fn main() {}
