//! Multipart forms in requests.

use axum::http::header;

use super::{Input, Invalid};
use crate::multipart::{Multipart, MultipartError, MultipartForm, read_whole};
use crate::{Location, ValidationError};

impl Input {
    /// The body as a multipart form, which the handler reads.
    ///
    /// # Errors
    /// It is missing, or has no boundary.
    pub fn multipart<T: MultipartForm>(&mut self) -> Result<Multipart<T>, Invalid> {
        let body = self.binary()?;
        let limit = self.settings.max_item_bytes;
        let form = Multipart::new(body, self.content_type(), limit);
        form.ok_or_else(|| self.no_boundary())
    }

    /// The body as a multipart form without files.
    ///
    /// # Errors
    /// It is missing or invalid; all of its validation errors are recorded.
    pub fn parts<T: MultipartForm>(&mut self) -> Result<T, Invalid> {
        let body = self.received.take().ok_or(Invalid)?;
        let read = read_whole(body, self.content_type(), self.settings.max_item_bytes)
            .ok_or_else(|| self.no_boundary())?;
        read.map_err(|error| match error {
            MultipartError::Invalid(errors) => self.invalid_parts(errors),
            MultipartError::Body(_) => self.invalid_body(super::request_body::INCOMPLETE),
        })
    }

    fn content_type(&self) -> &[u8] {
        let value = self.parts.headers.get(header::CONTENT_TYPE);
        value.map_or(b"", |value| value.as_bytes())
    }

    fn no_boundary(&mut self) -> Invalid {
        self.validation_errors.push(ValidationError::new(
            Location::Header,
            header::CONTENT_TYPE.as_str(),
            "must have a boundary of at most 70 characters",
        ));
        Invalid
    }
}
