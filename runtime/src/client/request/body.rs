//! The body of a request.

use std::borrow::Cow;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use serde_json::Map;

use super::{Request, Signature};
use crate::client::signer::WebhookId;
#[cfg(feature = "streams")]
use crate::client::streams::SentBody;
use crate::client::url;
use crate::client::{RequestError, UnsignedWebhook};
#[cfg(feature = "form")]
use crate::form::{FormError, MEDIA_TYPE};
use crate::parameter::{ParameterText, QueryStyle};
use crate::{Json, json_field};

/// The bytes of a body.
#[derive(Clone)]
pub(super) enum SentBytes {
    Whole(Bytes),
    #[cfg(feature = "streams")]
    Pieces(SentBody),
}

impl SentBytes {
    /// Whether there is nothing to send.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Whole(bytes) => bytes.is_empty(),
            #[cfg(feature = "streams")]
            Self::Pieces(body) => body.is_empty(),
        }
    }

    /// The bytes to send. Those of a stream can be sent once.
    pub(super) fn to_send(&self) -> Result<reqwest::Body, String> {
        match self {
            Self::Whole(bytes) => Ok(bytes.clone().into()),
            #[cfg(feature = "streams")]
            Self::Pieces(body) => body.take(),
        }
    }
}

impl Request {
    /// Sets a field of the body, which is an object in JSON.
    pub(in crate::client) fn set_field(&mut self, name: &str, value: &str) {
        self.rewrite(name, |bytes| json_field::set(bytes, name, value));
    }

    /// Sets a field of the body, which is a form.
    pub(in crate::client) fn set_form_field(&mut self, name: &'static str, text: &str) {
        self.rewrite(name, |bytes| {
            let mut form = str::from_utf8(bytes).ok()?.to_owned();
            url::take_parameter(&mut form, name);
            let text = ParameterText::One(Cow::Borrowed(text));
            url::add_parameter(&mut form, name, QueryStyle::REPEATED, &text).ok()?;
            Some(form.into_bytes())
        });
    }

    /// Sets a part of the body, which is a multipart form.
    #[cfg(feature = "multipart")]
    pub(in crate::client) fn set_part(&mut self, name: &str, text: &str) {
        let part = self
            .body
            .as_ref()
            .and_then(|(media, _)| crate::multipart::text_part(media.as_bytes(), name, text));
        match (part, &mut self.body) {
            (Some(part), Some((_, SentBytes::Pieces(body)))) => body.set_head(part.into()),
            _ => self.fail(format!("the body has no place for the part `{name}`")),
        }
    }

    /// Without multipart forms, there are no parts.
    #[cfg(not(feature = "multipart"))]
    pub(in crate::client) fn set_part(&mut self, name: &str, _: &str) {
        self.fail(format!("the body has no place for the part `{name}`"));
    }

    /// Replaces the body by one in which the field `name` has another value.
    fn rewrite(&mut self, name: &str, set: impl FnOnce(&[u8]) -> Option<Vec<u8>>) {
        let written = match &self.body {
            Some((_, SentBytes::Whole(bytes))) => set(bytes),
            #[cfg(feature = "streams")]
            Some((_, SentBytes::Pieces(_))) => None,
            None => None,
        };
        match (written, &mut self.body) {
            (Some(written), Some((_, bytes))) => *bytes = SentBytes::Whole(written.into()),
            _ => self.fail(format!("the body has no place for the field `{name}`")),
        }
    }

    pub(in crate::client) fn set_json(&mut self, body: serde_json::Result<Vec<u8>>) {
        self.set_json_as("application/json", body);
    }

    pub(in crate::client) fn set_json_as(
        &mut self,
        media: &'static str,
        body: serde_json::Result<Vec<u8>>,
    ) {
        match body {
            Ok(body) => self.set_whole(media, body.into()),
            Err(error) => self.fail(format!("the body cannot be written: {error}")),
        }
    }

    /// Sets the body to the XML of a value, by its JSON.
    #[cfg(feature = "xml")]
    pub(in crate::client) fn set_xml(
        &mut self,
        media: &'static str,
        root: &crate::xml::Root,
        body: serde_json::Result<Vec<u8>>,
    ) {
        let value = body.and_then(|json| serde_json::from_slice(&json));
        let written = match value {
            Ok(value) => crate::xml::from_json(&value, root).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match written {
            Ok(body) => self.set_whole(media, body.into()),
            Err(error) => self.fail(format!("the body cannot be written: {error}")),
        }
    }

    #[cfg(feature = "form")]
    pub(in crate::client) fn set_form(&mut self, body: Result<String, FormError>) {
        match body {
            Ok(body) => self.set_whole(MEDIA_TYPE, body.into()),
            Err(error) => self.fail(format!("the body cannot be written: {error}")),
        }
    }

    pub(in crate::client) fn set_whole(&mut self, media: &'static str, body: Bytes) {
        let media = HeaderValue::from_static(media);
        self.body = Some((media, SentBytes::Whole(body)));
    }

    /// Sets the body to bytes whose media type the caller chooses.
    pub(in crate::client) fn set_bytes(&mut self, media: &str, bytes: Bytes) {
        match HeaderValue::try_from(media) {
            Ok(media) => self.body = Some((media, SentBytes::Whole(bytes))),
            Err(_) => self.fail(String::from("the media type of the body cannot be sent")),
        }
    }

    #[cfg(feature = "streams")]
    pub(in crate::client) fn set_pieces(&mut self, media: &str, head: Bytes, body: crate::Body) {
        match HeaderValue::try_from(media) {
            Ok(media) => self.body = Some((media, SentBytes::Pieces(SentBody::new(head, body)))),
            Err(_) => self.fail(String::from("the media type of the body cannot be sent")),
        }
    }

    /// A field of the JSON body.
    pub(in crate::client) fn body_field(&self, name: &str) -> Option<Json> {
        let Some((_, SentBytes::Whole(body))) = &self.body else {
            return None;
        };
        let fields: Map<String, Json> = serde_json::from_slice(body).ok()?;
        fields.get(name).cloned()
    }

    /// Sets a field of the JSON body. Without a body, it becomes an object.
    pub(in crate::client) fn set_body_field(&mut self, name: &str, value: &Json) {
        if self.body.is_none() {
            self.set_whole("application/json", Bytes::from_static(b"{}"));
        }
        self.set_field(name, &value.to_string());
    }

    /// Whether the request can be sent again. A body from a file or a stream can be sent once.
    pub(in crate::client) fn is_repeatable(&self) -> bool {
        match &self.body {
            None | Some((_, SentBytes::Whole(_))) => true,
            #[cfg(feature = "streams")]
            Some((_, SentBytes::Pieces(body))) => body.is_repeatable(),
        }
    }

    /// How the server accepts a body in pieces.
    #[cfg(feature = "streams")]
    pub(in crate::client) fn progress(&self) -> Option<crate::client::upload::Progress> {
        match &self.body {
            Some((_, SentBytes::Pieces(body))) => Some(body.progress()),
            Some((_, SentBytes::Whole(_))) | None => None,
        }
    }

    /// The signature of the request to this URL, which may add headers.
    pub(super) fn sign(
        &self,
        signature: &Signature,
        url: &reqwest::Url,
        headers: &mut HeaderMap,
    ) -> Result<HeaderValue, RequestError> {
        let failed = |problem: &str| RequestError::new(self.operation.name, problem.to_owned());
        let Some(signer) = &self.http.0.signer else {
            let header = signature.header;
            return Err(failed(&format!("nothing signs the header `{header}`")));
        };
        let body: &[u8] = match &self.body {
            None => b"",
            Some((_, SentBytes::Whole(bytes))) => bytes,
            #[cfg(feature = "streams")]
            Some((_, SentBytes::Pieces(_))) => {
                return Err(failed("a body in pieces cannot be signed"));
            }
        };
        let signed = signer
            .sign(&mut UnsignedWebhook {
                id: WebhookId::OnDemand(&signature.id),
                url,
                headers,
                body,
            })
            .map_err(|cause| {
                let problem = "the webhook cannot be signed".to_owned();
                RequestError::caused_by(self.operation.name, problem, cause.into())
            })?;
        let mut value = HeaderValue::try_from(signed)
            .map_err(|_| failed("the signature has characters that no header can hold"))?;
        value.set_sensitive(true);
        Ok(value)
    }
}
