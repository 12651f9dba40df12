//! Conditional calls, which return the content only if it has changed.

use http::StatusCode;
use http::header::{ETAG, HeaderMap, HeaderName, LAST_MODIFIED};

use super::outcome::{FromResponse, Received};
use super::{Call, Response};
use crate::Conditional;
use crate::conditional::{ETag, LastModified, Validators};
use crate::decode::InvalidJson;
use crate::text::header_text;

impl<T, E> Call<T, E> {
    /// The same call, under conditions.
    #[doc(hidden)]
    pub fn conditional(mut self) -> Call<Conditional<T>, E> {
        self.request.is_conditional = true;
        self.returning()
    }
}

impl<T, E> Call<Conditional<T>, E> {
    /// Returns the content only if it does not have this entity tag.
    pub fn if_none_match(mut self, etag: &ETag) -> Self {
        self.request.set_header("if-none-match", &etag.to_string());
        self
    }

    /// Returns the content only if it has changed since then. The server ignores this if the call has an entity tag.
    pub fn if_modified_since(mut self, time: impl Into<LastModified>) -> Self {
        let time = time.into().to_string();
        self.request.set_header("if-modified-since", &time);
        self
    }
}

impl<T: FromResponse> FromResponse for Conditional<T> {
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson> {
        let validators = validators(&response.headers);
        if response.status == StatusCode::NOT_MODIFIED {
            return Ok(Self::NotModified(validators));
        }
        Ok(Self::Fresh(T::from_response(response)?, validators))
    }
}

impl<T> Response<T> {
    /// The validators in the headers, for a conditional call later. Malformed ones are absent.
    pub fn validators(&self) -> Validators {
        validators(&self.headers)
    }
}

fn validators(headers: &HeaderMap) -> Validators {
    let text = |name: HeaderName| header_text(headers, name.as_str()).map(str::trim);
    Validators {
        etag: text(ETAG).and_then(|text| text.parse().ok()),
        last_modified: text(LAST_MODIFIED).and_then(|text| text.parse().ok()),
    }
}
