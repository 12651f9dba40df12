//! Required headers that a response lacks, or that cannot be read.

use http::{HeaderMap, HeaderName, HeaderValue};

use super::converted::converted;
use crate::decode::InvalidJson;
use crate::deviation::{Deviations, Remedy};
use crate::validation::RepairCause;
use crate::{Json, Location, ValidationError};

/// The strings that stand for a missing header, in the order in which they are tried.
const TEXTS: [&str; 10] = [
    "",
    "0",
    "false",
    "1970-01-01T00:00:00Z",
    "1970-01-01",
    "00000000-0000-0000-0000-000000000000",
    "00:00:00Z",
    "PT0S",
    "0.0.0.0",
    "::",
];

/// Reads a response again, after it has failed with an error, with values for the required headers that it lacks. A
/// header that cannot be read is converted if possible, and counts as missing otherwise.
///
/// # Errors
/// The first error that is not about a header, or that no value fixes.
pub(crate) fn with_headers<T>(
    mut headers: HeaderMap,
    first: InvalidJson,
    deviations: &Deviations,
    mut read: impl FnMut(HeaderMap) -> Result<T, InvalidJson>,
) -> Result<T, InvalidJson> {
    let mut last_error = first;
    while let Some((name, error)) = header(&last_error) {
        let mut repaired = None;
        let converted = converted_header(&headers, &name, error.cause())
            .map(|value| (value, Remedy::Converted));
        let filled = TEXTS.map(|text| (HeaderValue::from_static(text), Remedy::Filled));
        for (text, remedy) in converted.into_iter().chain(filled) {
            headers.insert(name.clone(), text);
            let value = read(headers.clone());
            if !matches!(&value, Err(error) if header(error).is_some_and(|(failed, _)| failed == name))
            {
                deviations.push(error.clone(), remedy, 1);
                repaired = Some(value);
                break;
            }
        }
        match repaired {
            Some(Err(error)) => last_error = error,
            Some(Ok(value)) => return Ok(value),
            None => break,
        }
    }
    Err(last_error)
}

/// A header that is written in another way than the specification says.
fn converted_header(
    headers: &HeaderMap,
    name: &HeaderName,
    cause: RepairCause,
) -> Option<HeaderValue> {
    let text = headers.get(name)?.to_str().ok()?;
    let written = match converted(&Json::from(text.trim()), cause)? {
        Json::String(text) => text,
        value => value.to_string(),
    };
    HeaderValue::try_from(written).ok()
}

/// The header that an error is about.
fn header(error: &InvalidJson) -> Option<(HeaderName, ValidationError)> {
    match error {
        InvalidJson::ValidationError(error) if error.location == Location::Header => {
            Some((error.name.parse().ok()?, error.clone()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    // The macros create public items.
    #![allow(dead_code, unreachable_pub)]

    use super::*;
    use crate::response::ResponseHeader;

    #[test]
    fn a_header_that_is_missing_or_cannot_be_read_gets_a_value() {
        let mut sent = HeaderMap::new();
        sent.insert("x-total", HeaderValue::from_static("many"));
        let read = |headers: &HeaderMap| {
            let total = <i64 as ResponseHeader>::read(headers, "x-total");
            let total = total.map_err(InvalidJson::ValidationError)?;
            let place = <String as ResponseHeader>::read(headers, "x-place");
            Ok((total, place.map_err(InvalidJson::ValidationError)?))
        };
        let deviations = Deviations::default();
        let first = read(&sent).unwrap_err();
        let value = with_headers(sent.clone(), first, &deviations, |headers| read(&headers));
        assert_eq!(value.unwrap(), (0, String::new()));
        let texts: Vec<String> = deviations
            .into_all()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            texts,
            [
                "header `x-total`: expected an integer; filled with an empty value",
                "header `x-place`: is missing; filled with an empty value",
            ]
        );

        let read = |headers: &HeaderMap| match read(headers) {
            Ok(_) => Err(InvalidJson::Empty),
            error => error,
        };
        let left = with_headers(
            sent.clone(),
            read(&sent).unwrap_err(),
            &Deviations::default(),
            |headers| read(&headers),
        );
        assert!(matches!(left, Err(InvalidJson::Empty)), "{left:?}");

        crate::closed_enum! {
            /// No text that stands for a missing one is a value of it.
            pub enum Side {
                /// The left one.
                Left = "left",
            }
        }
        let read = |headers: &HeaderMap| {
            let side = <Side as ResponseHeader>::read(headers, "x-side");
            side.map_err(InvalidJson::ValidationError)
        };
        let left = with_headers(
            sent.clone(),
            read(&sent).unwrap_err(),
            &Deviations::default(),
            |headers| read(&headers),
        );
        assert_eq!(left.unwrap_err().to_string(), "header `x-side`: is missing");
    }

    #[cfg(feature = "time")]
    #[test]
    fn a_header_that_is_written_in_another_way_is_converted() {
        let mut sent = HeaderMap::new();
        sent.insert("x-expires", HeaderValue::from_static("2026-01-02 03:04:05"));
        let read = |headers: &HeaderMap| {
            let time = <crate::Timestamp as ResponseHeader>::read(headers, "x-expires");
            time.map_err(InvalidJson::ValidationError)
        };
        let deviations = Deviations::default();
        let first = read(&sent).unwrap_err();
        let value = with_headers(sent.clone(), first, &deviations, |headers| read(&headers));
        assert_eq!(value.unwrap().to_string(), "2026-01-02T03:04:05Z");
        assert_eq!(deviations.into_all()[0].remedy, Remedy::Converted);
    }
}
