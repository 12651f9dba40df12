//! Several contents of one response, from which callers choose.

use crate::ResponseBody;

/// One of several contents of a response.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// static CONTENTS: &[rt::Choice] = &[
///     rt::Choice::of(rt::ResponseBody::Value),
///     rt::Choice::of(rt::ResponseBody::Text("text/csv")).by_query("format", "csv"),
/// ];
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    pub(crate) body: ResponseBody,
    pub(crate) selected_by: Option<SelectedBy>,
}

/// The value in a request that asks for a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SelectedBy {
    pub(crate) part: SelectorPart,
    /// The parameter or the field.
    pub(crate) name: &'static str,
    /// The value: JSON in a body, text in a query or a form.
    pub(crate) value: &'static str,
}

/// The part of a request that asks for a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SelectorPart {
    Query,
    /// The body, an object in JSON.
    Body,
    /// The body, a form.
    Form,
    /// The body, a multipart form. Its parts arrive while the handler reads it.
    Parts,
}

impl Choice {
    /// A content that the header `Accept` asks for.
    pub const fn of(body: ResponseBody) -> Self {
        Self {
            body,
            selected_by: None,
        }
    }

    /// A query parameter with this text asks for it.
    #[must_use]
    pub const fn by_query(self, name: &'static str, value: &'static str) -> Self {
        self.by(SelectorPart::Query, name, value)
    }

    /// A field of the body with this value, in JSON, asks for it.
    #[must_use]
    pub const fn by_field(self, name: &'static str, value: &'static str) -> Self {
        self.by(SelectorPart::Body, name, value)
    }

    /// A field of a form with this text asks for it.
    #[must_use]
    pub const fn by_form(self, name: &'static str, value: &'static str) -> Self {
        self.by(SelectorPart::Form, name, value)
    }

    /// A part of a multipart form with this text asks for it.
    #[must_use]
    pub const fn by_part(self, name: &'static str, value: &'static str) -> Self {
        self.by(SelectorPart::Parts, name, value)
    }

    const fn by(self, part: SelectorPart, name: &'static str, value: &'static str) -> Self {
        let selected_by = SelectedBy { part, name, value };
        Self {
            selected_by: Some(selected_by),
            ..self
        }
    }
}

/// An enum of the contents that callers can ask for, defined by the macro `choice!`.
pub trait Choices: Copy + 'static {
    /// All of them, in order.
    const ALL: &'static [Self];
}

/// Defines the enum of the contents that callers of an operation can ask for.
///
/// ```
/// use specsmith_runtime::codegen as rt;
///
/// rt::choice! {
///     /// The contents that callers of `get_report` can ask for.
///     pub enum GetReportChoice {
///         /// `application/x-ndjson`.
///         Rows,
///         /// `text/csv`.
///         Csv,
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $doc:tt])*
        pub enum $name:ident {
            $(
                $(#[doc = $about:tt])*
                $(#[deprecated $($why:tt)?])?
                $variant:ident,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(
                $(#[doc = $about])*
                $(#[deprecated $($why)?])?
                $variant,
            )*
        }

        impl $crate::codegen::Choices for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
        }
    };
}
