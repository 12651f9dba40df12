//! Headers of requests.

use http::header::AUTHORIZATION;
use http::{HeaderName, HeaderValue};

/// Reads a header. One with credentials is marked sensitive, so that it is not printed.
///
/// # Errors
/// The problem, without the value.
pub(super) fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let known = HeaderName::try_from(name)
        .map_err(|_| format!("`{name}` cannot be the name of a header"))?;
    let mut value = HeaderValue::try_from(value).map_err(|_| {
        format!("the value of the header `{name}` has characters that no header can hold")
    })?;
    value.set_sensitive(
        known == AUTHORIZATION || known == "cookie" || known == "proxy-authorization",
    );
    Ok((known, value))
}
