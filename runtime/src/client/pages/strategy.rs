//! How a client gets from one page to the next.

use crate::Json;
use crate::client::request::Request;
use crate::parameter::{HeaderStyle, QueryStyle};

/// How a client gets from one page to the next: which part of a request has the position of the page.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct PageStrategy {
    pub(super) position: Position,
    part: RequestPart,
}

/// The position of a page in a request.
#[derive(Debug, Clone, Copy)]
pub(super) enum Position {
    /// The number of items to skip.
    Offset(Counted),
    /// The number of the page.
    Number(Counted),
    /// A value from the page before, in the parameter with this name.
    Cursor(&'static str),
    /// The whole query of the URL in the page before.
    Query,
}

/// A parameter with a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    name: &'static str,
    /// The number of the first page, which is also the default of the parameter.
    pub(super) first: i64,
}

/// The part of a request that has the position of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestPart {
    Query,
    Header,
    /// A field of the JSON body.
    Body,
}

impl PageStrategy {
    const fn in_query(position: Position) -> Self {
        Self {
            position,
            part: RequestPart::Query,
        }
    }

    /// A query parameter has the number of items to skip. A request without the parameter skips `first`.
    pub const fn offset(name: &'static str, first: i64) -> Self {
        Self::in_query(Position::Offset(Counted { name, first }))
    }

    /// A query parameter has the number of the page. A request without the parameter asks for the page `first`.
    pub const fn number(name: &'static str, first: i64) -> Self {
        Self::in_query(Position::Number(Counted { name, first }))
    }

    /// A query parameter has a value from the page before.
    pub const fn cursor(name: &'static str) -> Self {
        Self::in_query(Position::Cursor(name))
    }

    /// The whole query comes from the URL in the page before.
    pub const fn query() -> Self {
        Self::in_query(Position::Query)
    }

    /// The position is in a field of the JSON body instead of a query parameter.
    #[must_use]
    pub const fn in_body(self) -> Self {
        Self {
            part: RequestPart::Body,
            ..self
        }
    }

    /// The position is in a header instead of a query parameter.
    #[must_use]
    pub const fn in_header(self) -> Self {
        Self {
            part: RequestPart::Header,
            ..self
        }
    }

    /// Whether the URL of the next page has the whole query.
    pub(in crate::client) const fn is_query(self) -> bool {
        matches!(self.position, Position::Query)
    }

    /// The name of the parameter, header or field; empty if there is none.
    pub(in crate::client) const fn parameter(self) -> &'static str {
        match self.position {
            Position::Offset(counted) | Position::Number(counted) => counted.name,
            Position::Cursor(name) => name,
            Position::Query => "",
        }
    }

    /// The position of the first page, if pages are counted: the one that the caller has set, or else the default.
    pub(super) fn first_position(self, request: &mut Request) -> Option<i64> {
        let (Position::Offset(counted) | Position::Number(counted)) = self.position else {
            return None;
        };
        let given = match self.part {
            RequestPart::Query => {
                let text = request.take_query(counted.name);
                text.and_then(|text| text.parse().ok())
            }
            RequestPart::Header => {
                let text = request.header(counted.name);
                text.and_then(|text| text.parse().ok())
            }
            RequestPart::Body => {
                let value = request.body_field(counted.name);
                value.and_then(|value| value.as_i64())
            }
        };
        Some(given.unwrap_or(counted.first))
    }

    /// Sets the position in a request.
    pub(super) fn set_position(self, request: &mut Request, position: &Json) {
        let name = self.parameter();
        let text = match position {
            Json::String(text) => text.clone(),
            number => number.to_string(),
        };
        match self.part {
            RequestPart::Query => {
                request.take_query(name);
                request.add_query(name, QueryStyle::REPEATED, &text);
            }
            RequestPart::Header => request.set_header_value(name, HeaderStyle::COMMA, &text),
            RequestPart::Body => request.set_body_field(name, position),
        }
    }
}
