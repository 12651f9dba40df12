//! Prints a synthetic specification: `synthetic <operations> [<path of the runtime>]`.

fn main() {
    let mut arguments = std::env::args().skip(1);
    let operations = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let runtime = arguments
        .next()
        .unwrap_or_else(|| String::from("../runtime"));
    print!("{}", specsmith_benches::specification(operations, &runtime));
}
