//! Successful responses that are more than their contents, and their headers.

mod one;
mod several;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::decode::Field;
use crate::text::{Text, header_text};
use crate::validation::Problem;
use crate::{Location, ValidationError};

/// The value of a header of a successful response: a scalar, `Option` of one, or a list of scalars.
///
/// Headers of errors are read and written more leniently: an error is more useful than none.
pub trait ResponseHeader {
    /// Reads the header.
    ///
    /// # Errors
    /// It is required, and it is missing or malformed.
    fn read(headers: &HeaderMap, name: &'static str) -> Result<Self, ValidationError>
    where
        Self: Sized;

    /// Writes the header.
    ///
    /// # Errors
    /// No header can hold the value.
    fn write(&self, header: &Field, headers: &mut HeaderMap) -> Result<(), String>;
}

impl<T: Text> ResponseHeader for T {
    fn read(headers: &HeaderMap, name: &'static str) -> Result<Self, ValidationError> {
        let invalid = |problem| ValidationError::new(Location::Header, name, problem);
        if !headers.contains_key(name) {
            return Err(invalid(Problem::missing()));
        }
        let text =
            header_text(headers, name).ok_or_else(|| invalid(Problem::kind("text in UTF-8")))?;
        T::from_text(text.trim()).map_err(|expected| invalid(expected.into()))
    }

    fn write(&self, header: &Field, headers: &mut HeaderMap) -> Result<(), String> {
        if let Some(problem) = self.problem() {
            return Err(format!("the header `{}` {problem}", header.name()));
        }
        add(&self.to_text(), header, headers)
    }
}

/// A header that cannot be read counts as absent: it should not make a response unusable that is otherwise good.
impl<T: Text> ResponseHeader for Option<T> {
    fn read(headers: &HeaderMap, name: &'static str) -> Result<Self, ValidationError> {
        Ok(crate::text::read_header(headers, name))
    }

    fn write(&self, header: &Field, headers: &mut HeaderMap) -> Result<(), String> {
        match self {
            Some(value) => value.write(header, headers),
            None => Ok(()),
        }
    }
}

/// A list is one line with commas between the items, or no line at all if it is empty (RFC 9110, section 5.6.1). Of
/// `Set-Cookie`, each item has its own line, and may contain commas (section 5.3).
///
/// As for an optional header, a list with an item that cannot be read counts as absent.
impl<T: Text> ResponseHeader for Vec<T> {
    fn read(headers: &HeaderMap, name: &'static str) -> Result<Self, ValidationError> {
        let lines: Option<Vec<&str>> = headers
            .get_all(name)
            .into_iter()
            .map(|line| str::from_utf8(line.as_bytes()).ok())
            .collect();
        let lines = lines.unwrap_or_default();
        let items: Vec<&str> = match name {
            SET_COOKIE => lines,
            _ => lines.iter().flat_map(|line| line.split(',')).collect(),
        };
        let items: Option<Self> = items
            .into_iter()
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(|item| T::from_text(item).ok())
            .collect();
        Ok(items.unwrap_or_default())
    }

    fn write(&self, header: &Field, headers: &mut HeaderMap) -> Result<(), String> {
        let invalid = |problem: &str| Err(format!("the header `{}` {problem}", header.name()));
        let mut items = Vec::with_capacity(self.len());
        for item in self {
            if let Some(problem) = item.problem() {
                return invalid(problem);
            }
            items.push(item.to_text());
        }
        // A reader cannot see these.
        if items.iter().any(|item| item.trim().is_empty()) {
            return invalid("has an empty item");
        }
        if header.name() == SET_COOKIE {
            let mut lines = items.iter();
            return lines.try_for_each(|line| add(line, header, headers));
        }
        if items.iter().any(|item| item.contains(',')) {
            return invalid("has an item with a comma");
        }
        match items.is_empty() {
            true => Ok(()),
            false => add(&items.join(", "), header, headers),
        }
    }
}

/// The header whose items are on separate lines.
const SET_COOKIE: &str = "set-cookie";

/// Adds a line to a header.
fn add(value: &str, header: &Field, headers: &mut HeaderMap) -> Result<(), String> {
    let name = HeaderName::from_bytes(header.name().as_bytes());
    match (name, HeaderValue::from_str(value)) {
        (Ok(name), Ok(mut value)) => {
            value.set_sensitive(header.1.hidden.is_some());
            headers.append(name, value);
            Ok(())
        }
        (Err(_), _) | (_, Err(_)) => Err(format!(
            "the header `{}` has characters that no header can hold",
            header.name()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::PROPERTIES;

    #[test]
    fn a_required_header_must_be_there_and_well_formed() {
        let mut headers = HeaderMap::new();
        let missing = <i64 as ResponseHeader>::read(&headers, "x-total");
        assert_eq!(
            missing.map_err(|error| error.to_string()),
            Err("header `x-total`: is missing".to_owned())
        );
        headers.insert("x-total", HeaderValue::from_bytes(b"7\xff").unwrap());
        let unreadable = <i64 as ResponseHeader>::read(&headers, "x-total");
        assert_eq!(
            unreadable.map_err(|error| error.to_string()),
            Err("header `x-total`: expected text in UTF-8".to_owned())
        );
        headers.insert("x-total", HeaderValue::from_static("many"));
        assert!(<i64 as ResponseHeader>::read(&headers, "x-total").is_err());
        assert_eq!(
            <Option<i64> as ResponseHeader>::read(&headers, "x-total"),
            Ok(None)
        );
        headers.insert("x-total", HeaderValue::from_static(" 7 "));
        assert_eq!(<i64 as ResponseHeader>::read(&headers, "x-total"), Ok(7));
    }

    #[test]
    fn a_value_that_no_header_can_hold_is_an_error_that_does_not_show_it() {
        let mut headers = HeaderMap::new();
        let header = Field("etag", PROPERTIES);
        let problem = String::from("secret\nvalue").write(&header, &mut headers);
        assert_eq!(
            problem,
            Err("the header `etag` has characters that no header can hold".to_owned())
        );
        let problem = Some(f64::NAN).write(&header, &mut headers);
        assert_eq!(
            problem,
            Err("the header `etag` is not a finite number".to_owned())
        );
        assert!(headers.is_empty());
        assert_eq!(None::<i64>.write(&header, &mut headers), Ok(()));
        assert_eq!(Some(7).write(&header, &mut headers), Ok(()));
        assert_eq!(headers["etag"], "7");
    }

    #[test]
    fn a_list_is_one_line_with_commas() {
        let mut headers = HeaderMap::new();
        let header = Field("allow", PROPERTIES);
        let items =
            |items: &[&str]| -> Vec<String> { items.iter().map(|&item| item.into()).collect() };
        assert_eq!(items(&[]).write(&header, &mut headers), Ok(()));
        assert!(headers.is_empty());
        assert_eq!(items(&["GET", "PUT"]).write(&header, &mut headers), Ok(()));
        assert_eq!(headers["allow"], "GET, PUT");
        for (unsendable, problem) in [
            (items(&["a", "b,c"]), "has an item with a comma"),
            (items(&["a", " "]), "has an empty item"),
            (items(&["a\nb"]), "has characters that no header can hold"),
        ] {
            let expected = Err(format!("the header `allow` {problem}"));
            assert_eq!(unsendable.write(&header, &mut headers), expected);
        }

        // Any number of lines are one list, and its items can be empty.
        headers.append("allow", HeaderValue::from_static(" ,HEAD"));
        let read = <Vec<String> as ResponseHeader>::read(&headers, "allow");
        assert_eq!(read, Ok(items(&["GET", "PUT", "HEAD"])));
        let read = <Vec<i64> as ResponseHeader>::read(&headers, "allow");
        assert_eq!(read, Ok(Vec::new()));
        headers.append("allow", HeaderValue::from_bytes(b"\xff").unwrap());
        let read = <Vec<String> as ResponseHeader>::read(&headers, "allow");
        assert_eq!(read, Ok(Vec::new()));
    }

    #[test]
    fn each_cookie_has_a_line() {
        let mut headers = HeaderMap::new();
        let header = Field("set-cookie", PROPERTIES);
        let cookies = vec![
            "a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT".to_owned(),
            "b=2".to_owned(),
        ];
        assert_eq!(cookies.write(&header, &mut headers), Ok(()));
        assert_eq!(headers.get_all("set-cookie").iter().count(), 2);
        let read = <Vec<String> as ResponseHeader>::read(&headers, "set-cookie");
        assert_eq!(read, Ok(cookies));
    }
}
