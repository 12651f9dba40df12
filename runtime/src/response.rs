//! Successful responses with headers or a class of statuses, and those of operations with several statuses.

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::decode::Field;
use crate::text::{Text, header_text};
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
        let invalid = |problem: String| ValidationError {
            location: Location::Header,
            name: name.to_owned(),
            problem,
        };
        if !headers.contains_key(name) {
            return Err(invalid("is missing".to_owned()));
        }
        let text = header_text(headers, name);
        let text = text.ok_or_else(|| invalid("expected text in UTF-8".to_owned()))?;
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
        let lines = headers.get_all(name).into_iter();
        let lines: Option<Vec<&str>> = lines
            .map(|line| str::from_utf8(line.as_bytes()).ok())
            .collect();
        let lines = lines.unwrap_or_default();
        let items: Vec<&str> = match name {
            SET_COOKIE => lines,
            _ => lines.iter().flat_map(|line| line.split(',')).collect(),
        };
        let items = items.into_iter().map(str::trim);
        let items = items.filter(|item| !item.is_empty());
        let items: Option<Self> = items.map(|item| T::from_text(item).ok()).collect();
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

/// The header whose items have lines of their own.
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

/// Defines a successful response with headers or a class of statuses.
///
/// ```ignore
/// rt::response! {
///     /// The response of `update_issue`.
///     #[derive(Clone, PartialEq)]
///     #[from(body)]
///     pub struct UpdateIssueResponse {
///         #[body]
///         pub body: Issue,
///         /// The version of the issue.
///         #[header("etag")]
///         pub etag: Option<String>,
///     }
/// }
/// ```
///
/// `#[class(2)] pub status: u16` before the body is a status that begins with 2, which the handler chooses.
///
/// `#[from(body)]` implements `From` for the body: no header is required. A response without a body has headers only.
/// `personal` or `secret` after the name of a header hides its value in `Debug`, and marks the header as sensitive.
#[doc(hidden)]
#[macro_export]
macro_rules! response {
    (
        $(#[doc = $doc:tt])*
        $(#[derive($($derive:ident),+)])?
        $(#[from($from:ident)])?
        pub struct $name:ident {
            $(
                #[class($class:literal)]
                pub status: u16,
            )?
            $(
                #[body]
                pub body: $body:ty,
            )?
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                #[header($header:literal $(, $property:ident)?)]
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        $(#[derive($($derive),+)])?
        pub struct $name {
            $(
                #[doc = ::std::concat!(
                    "The status: one from ", $class, "00 to ", $class, "99 without a response of its own.",
                )]
                pub status: u16,
            )?
            $(
                /// The content.
                pub body: $body,
            )?
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                pub $field: $type,
            )*
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let fields = &[
                    $($crate::__with!([$class] $crate::Field("status", $crate::PROPERTIES)),)?
                    $($crate::__with!([$body] $crate::Field("body", $crate::PROPERTIES)),)?
                    $($crate::Field(
                        ::std::stringify!($field),
                        $crate $(::$property)? ::PROPERTIES,
                    ),)*
                ];
                let values: &[&dyn ::std::fmt::Debug] = &[
                    $($crate::__with!([$class] &self.status),)?
                    $($crate::__with!([$body] &self.body),)?
                    $(&self.$field,)*
                ];
                $crate::decode::show_fields(f, ::std::stringify!($name), fields, values)
            }
        }

        $crate::__from_body! { [$($from)?] $name [$($body)?] [$($field)*] }
        $crate::__respond! { $name [$($class)?] [$($body)?] $([$header $($property)?] $field)* }
        $crate::__receive! { $name [$($class)?] [$($body)?] $($header $field)* }
    };
}

/// Some tokens, in a repetition that depends on others.
#[doc(hidden)]
#[macro_export]
macro_rules! __with {
    ([$($of:tt)*] $($tokens:tt)*) => {
        $($tokens)*
    };
}

/// `From` for the body of a response whose headers are all optional.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_body {
    ([] $name:ident [$($body:ty)?] [$($field:ident)*]) => {};
    ([body] $name:ident [$body:ty] [$($field:ident)*]) => {
        impl From<$body> for $name {
            fn from(body: $body) -> Self {
                Self { body, $($field: ::std::default::Default::default()),* }
            }
        }
    };
}

/// How a server sends a response with headers.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond {
    ($name:ident [$($class:literal)?] [$($body:ty)?] $([$header:literal $($property:ident)?] $field:ident)*) => {
        impl $crate::server::Respond for $name {
            fn respond(
                self,
                to: &$crate::server::Responding<'_>,
            ) -> Result<$crate::codegen::Response, $crate::server::Rejection> {
                $(let to = &to.of_class($class, self.status)?;)?
                let headers: &[($crate::Field, &dyn $crate::codegen::ResponseHeader)] = &[
                    $(($crate::Field($header, $crate $(::$property)? ::PROPERTIES), &self.$field),)*
                ];
                let headers = to.headers(headers)?;
                let body = ($($crate::__with!([$body] self.body))?);
                to.with_headers(headers, body)
            }
        }
    };
}

/// There is no server.
#[cfg(not(feature = "server"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond {
    ($($tokens:tt)*) => {};
}

/// How a client reads a response with headers.
#[cfg(feature = "client")]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive {
    ($name:ident [$($class:literal)?] [$($body:ty)?] $($header:literal $field:ident)*) => {
        impl $crate::client::FromResponse for $name {
            fn from_response(
                response: &mut $crate::client::Received,
            ) -> Result<Self, $crate::decode::InvalidJson> {
                Ok(Self {
                    $(status: $crate::__with!([$class] response.status()),)?
                    $($field: response.header($header)?,)*
                    $(body: <$body as $crate::client::FromResponse>::from_response(response)?,)?
                })
            }
        }
    };
}

/// There is no client.
#[cfg(not(feature = "client"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive {
    ($($tokens:tt)*) => {};
}

/// Defines the successful responses of an operation with several statuses, or several contents of one: these have
/// their position too, as in `#[status(200, choice = 1)]`. A class of statuses is last, and its value is a
/// [`response!`] with a status.
///
/// ```ignore
/// rt::responses! {
///     /// The responses of `create_payment`.
///     #[derive(Clone, PartialEq)]
///     pub enum CreatePaymentResponse {
///         /// 201: the payment.
///         #[status(201)]
///         Created(Payment),
///         /// 204: nothing.
///         #[status(204)]
///         NoContent,
///         /// A status of the class 2XX.
///         #[status(class 2)]
///         Success(CreatePaymentSuccess),
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! responses {
    (
        $(#[doc = $doc:tt])*
        $(#[derive($($derive:ident),+)])?
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                #[status($($class:ident)? $status:literal $(, choice = $choice:literal)?)]
                $variant:ident $(($type:ty))?,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug $($(, $derive)+)?)]
        pub enum $name {
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                $variant $(($type))?,
            )*
        }

        impl $name {
            /// The status.
            pub fn status(&self) -> u16 {
                match self {
                    $(
                        $crate::__status!(@pattern [$($class)?] $variant, value) =>
                            $crate::__status!(@of [$($class)?] $status, value),
                    )*
                }
            }
        }

        $crate::__respond_by_status! { $name $([[$($class)?] $status [$($choice)?] $variant [$($type)?]])* }
        $crate::__receive_by_status! { $name $([$status [$($choice)?] $variant [$($type)?]])* }
    };
}

/// The status of one of several responses, and the pattern of its variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __status {
    (@pattern [] $variant:ident, $value:ident) => {
        Self::$variant { .. }
    };
    (@pattern [class] $variant:ident, $value:ident) => {
        Self::$variant($value)
    };
    (@of [] $status:literal, $value:ident) => {
        $status
    };
    (@of [class] $class:literal, $value:ident) => {
        $value.status
    };
}

/// How a server sends one of several responses.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($name:ident $([[$($class:ident)?] $status:literal [$($choice:literal)?] $variant:ident [$($type:ty)?]])*) => {
        impl $crate::server::Respond for $name {
            fn respond(
                self,
                to: &$crate::server::Responding<'_>,
            ) -> Result<$crate::codegen::Response, $crate::server::Rejection> {
                match self {
                    $(Self::$variant $(($crate::__with!([$type] value)))? => {
                        let value = ($($crate::__with!([$type] value))?);
                        let to = $crate::__responding!([$($class)?] to $status $($choice)?);
                        $crate::server::Respond::respond(value, &to)
                    })*
                }
            }
        }
    };
}

/// What one of several responses depends on.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __responding {
    ([class] $to:ident $class:literal) => {
        // The value has the status.
        *$to
    };
    ([] $to:ident $status:literal) => {
        $to.of_status($status)
    };
    ([] $to:ident $status:literal $choice:literal) => {
        $to.of_choice($status, $choice)?
    };
}

/// There is no server.
#[cfg(not(feature = "server"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($($tokens:tt)*) => {};
}

/// How a client reads one of several responses.
#[cfg(feature = "client")]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive_by_status {
    ($name:ident $([$status:literal [$($choice:literal)?] $variant:ident [$($type:ty)?]])*) => {
        impl $crate::client::FromResponse for $name {
            fn from_response(
                response: &mut $crate::client::Received,
            ) -> Result<Self, $crate::decode::InvalidJson> {
                $(if response.is_of($status) $(&& response.choice() == $choice)? {
                    return Ok(Self::$variant $((
                        <$type as $crate::client::FromResponse>::from_response(response)?
                    ))?);
                })*
                Err(response.unknown_status())
            }
        }
    };
}

/// There is no client.
#[cfg(not(feature = "client"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __receive_by_status {
    ($($tokens:tt)*) => {};
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

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
        let items = |items: &[&str]| -> Vec<String> { items.iter().map(|&of| of.into()).collect() };
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
