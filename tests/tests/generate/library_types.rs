//! The generator accepts the defaults that the runtime reads, so that no default of generated code is missing.

#![allow(missing_docs)]

use specsmith::source::SourceFile;
use specsmith_runtime::codegen::{Text, bigdecimal, chrono, jiff, rust_decimal, time, url};

#[track_caller]
fn is_same<T: Text>(scalar: &str, path: &str, texts: &[&str]) {
    for text in texts {
        let spec = format!(
            "specsmith: 1\n\
             api: {{ name: Rides, title: Rides, version: 1.0.0 }}\n\
             rust: {{ scalars: {{ {scalar}: \"{path}\" }} }}\n\
             types: {{ Ride: {{ fields: {{ value?: {{ type: {scalar}, default: \"{text}\" }} }} }} }}\n\
             operations: {{ get_ride: {{ route: GET /ride, returns: Ride }} }}\n"
        );
        let generated = specsmith::generate(&SourceFile::new("rides.yaml", spec));
        // Every text has the form of the scalar, so that only the type can reject it.
        let is_read = T::from_text(text).is_ok();
        assert_eq!(generated.is_ok(), is_read, "{path} {text}");
    }
}

#[test]
fn defaults_of_timestamps_are_read() {
    let texts = [
        "2026-01-31T23:59:59.5+02:00",
        "2016-12-31T23:59:60Z",
        "0000-01-01T00:00:00Z",
        "0000-01-01T00:00:00-23:59",
        "0000-01-01T00:00:00+23:59",
        "0000-01-01T00:00:00+00:01",
        "9999-12-30T22:00:00.999999999Z",
        "9999-12-30T22:00:01Z",
        "9999-12-31T00:00:00+02:00",
        "9999-12-31T23:59:59.999999999Z",
        "9999-12-31T23:59:59-00:01",
        "9999-12-31T23:59:59-23:59",
    ];
    is_same::<jiff::Timestamp>("timestamp", "jiff::Timestamp", &texts);
    is_same::<chrono::Timestamp>("timestamp", "chrono::DateTime", &texts);
    is_same::<time::Timestamp>("timestamp", "time::OffsetDateTime", &texts);
}

#[test]
fn defaults_of_dates_are_read() {
    let texts = ["0000-01-01", "2024-02-29", "9999-12-31"];
    is_same::<jiff::Date>("date", "jiff::civil::Date", &texts);
    is_same::<chrono::Date>("date", "chrono::NaiveDate", &texts);
    is_same::<time::Date>("date", "time::Date", &texts);
}

#[test]
fn defaults_of_decimal_numbers_are_read() {
    let texts = [
        "0.00",
        "-0.00",
        "+007.50",
        "0e40",
        "0e-999999",
        "0.00000000000000000000000000000",
        "0.00000000000000000000000000001",
        "1e28",
        "1e29",
        "1e-28",
        "1e-29",
        "1e999999",
        "5e-999999",
        "0.5e-999999",
        "10.0000000000000000000000000000",
        "79228162514264337593543950335",
        "79228162514264337593543950336",
        "1.23456789012345678901234567890123e1",
    ];
    is_same::<rust_decimal::Decimal>("decimal", "rust_decimal::Decimal", &texts);
    is_same::<bigdecimal::Decimal>("decimal", "bigdecimal::BigDecimal", &texts);
}

#[test]
fn defaults_of_uris_are_read() {
    is_same::<url::Uri>(
        "uri",
        "url::Url",
        &[
            "https://user@example.com:443/a?b#c",
            "https://192.0.2.1/",
            "https://[2001:db8::1]:80/",
            "https://a_b.example/",
            "https://a%20b/",
            "https://1.2.3.4.5/",
            "https://example.com:99999/",
            "https://xn--a/",
            "file:///etc/hosts",
            "file://host:80/x",
            "foo://:80/",
            "foo://u@/",
            "foo://[v1.a]/",
            "foo:///a",
            "http://",
            "http:a",
            "urn:a:b",
        ],
    );
}
