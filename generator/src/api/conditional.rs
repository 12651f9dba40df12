//! Conditional requests (RFC 9110, section 13).

use super::{Location, Notes, Parameter};

/// What tells callers of an operation whether their copy of the content is current; at least one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conditional {
    /// The entity tag.
    pub etag: bool,
    /// The time of the last change.
    pub last_modified: bool,
}

impl Conditional {
    /// The headers of requests that ask for the content only if it has changed.
    pub fn parameters(self) -> Vec<Parameter> {
        self.headers([
            (
                "If-None-Match",
                "Entity tags of copies. If one of them is the tag of the content, the response is 304.",
            ),
            (
                "If-Modified-Since",
                "The time of a copy. If the content has not changed since then, the response is 304.",
            ),
        ])
    }

    /// The headers of responses with the content, and of the response 304.
    pub fn validators(self) -> Vec<Parameter> {
        self.headers([
            ("ETag", "The entity tag of the content."),
            ("Last-Modified", "When the content was last changed."),
        ])
    }

    /// The header for the entity tag, and the one for the time.
    fn headers(self, [tag, time]: [(&str, &str); 2]) -> Vec<Parameter> {
        let all = [
            (self.etag, tag, "\"v7\""),
            (self.last_modified, time, "Sun, 06 Nov 1994 08:49:37 GMT"),
        ];
        let declared = all.into_iter().filter(|(is_declared, ..)| *is_declared);
        let headers = declared.map(|(_, (name, doc), example)| Parameter {
            example: Some(example.into()),
            ..Parameter::new(name.to_owned(), Location::Header, Notes::of(doc))
        });
        headers.collect()
    }
}
