//! Code that uses something deprecated gets a warning from rustc, and the definition itself has none: each `expect` below
//! is an error if rustc does not warn, and a warning anywhere else is one, too.

#![deny(deprecated, unfulfilled_lint_expectations)]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use completions_api::types::CompletionRequest;
use payments_api::types::PaymentStatus;

/// Definitions as in a generated crate, in every form that the runtime's macros know.
mod types {
    #![allow(deprecated, reason = "as in generated crates")]

    use specsmith_runtime::codegen as rt;
    use std::collections::BTreeMap;

    rt::object! {
        /// An object.
        #[derive(Default)]
        pub struct Small {
            /// A field.
            #[deprecated(note = "Nobody reads it.")]
            #[field(optional)]
            pub field: Option<String>,
        }
    }
    rt::object! {
        /// An object that keeps other fields.
        pub struct Kept {
            /// A field.
            #[deprecated]
            #[rules(min_length = 1)]
            pub field: String,
            #[flatten(additional_fields)]
            pub others: BTreeMap<String, i64>,
        }
    }
    rt::object! {
        /// An object without deprecated fields.
        #[deprecated(note = "Use another.")]
        #[derive(Default)]
        pub struct Object {
            /// A field.
            pub field: bool,
        }
    }
    rt::object! {
        /// An object that rejects other fields.
        #[deprecated]
        #[object(closed)]
        pub struct Rejecting {
            /// A field.
            pub field: bool,
        }
    }
    rt::tuple! {
        /// A pair.
        #[deprecated(note = "Use another.")]
        pub struct Pair(
            /// An element.
            pub i64,
            /// An element.
            pub i64,
        );
    }
    rt::union! {
        /// A union.
        #[deprecated(note = "Use another.")]
        #[union(name())]
        pub enum Choice {
            /// A variant.
            Name(String) = "name",
        }
    }
    rt::tuple! {
        /// A tuple with names.
        pub struct Named {
            /// An element.
            #[deprecated(note = "Use another.")]
            pub first: i64,
        }
    }
    rt::tuple! {
        /// A tuple.
        pub struct Plain(
            /// An element.
            #[deprecated(note = "Use another.")]
            #[rules(min = 1)]
            pub i64,
        );
    }
    rt::closed_enum! {
        /// An enumeration.
        pub enum Closed {
            Kept = "kept",
            /// A value.
            #[deprecated(note = "Use `Kept`.")]
            #[shown("a value")]
            Gone = "gone",
        }
    }
    rt::open_enum! {
        /// An enumeration.
        pub enum Open {
            #[deprecated]
            Gone = "gone",
            #[other]
            Other(String),
        }
    }
    rt::closed_values! {
        /// Numbers.
        pub enum Numbers: i64 {
            Kept = 1,
            #[deprecated]
            Gone = 2,
        }
    }
    rt::open_values! {
        /// Numbers.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum OpenNumbers: i64 {
            #[deprecated]
            Gone = 2,
            #[other]
            Other(i64),
        }
    }
    rt::string_newtype! {
        /// A name.
        #[deprecated(note = "Use another.")]
        #[rules(min_length = 1)]
        pub struct Name(String);
    }
    rt::newtype! {
        /// A number.
        #[deprecated(note = "Use another.")]
        #[derive(Clone, Copy, PartialEq)]
        pub struct Count(i64);
    }
    rt::union! {
        /// A union.
        #[union(field(&["type"]))]
        pub enum Tagged {
            /// With content.
            #[deprecated(note = "Use `Empty`.")]
            #[from(Small)]
            Small(Small) = "small",
            /// Without.
            #[deprecated]
            Empty = "empty",
        }
    }
    rt::event_union! {
        /// Events.
        pub enum Events {
            /// With content.
            #[deprecated]
            #[from(Small)]
            Small(Small) = "small",
            /// Without.
            Empty = "empty",
        }
    }
    rt::multipart! {
        /// A form.
        pub struct Form: FormPart {
            /// A note.
            #[deprecated]
            #[part("note": text.optional(), Note(String))]
            pub note: Option<String>,
        }
    }
    rt::choice! {
        /// Contents.
        pub enum Contents {
            /// One.
            Rows,
            /// Another.
            #[deprecated(note = "Use `Rows`.")]
            Csv,
        }
    }
    rt::response! {
        /// A response.
        #[derive(Clone, PartialEq)]
        #[from(body)]
        pub struct Report {
            #[body]
            pub body: String,
            /// A header.
            #[deprecated(note = "Nobody reads it.")]
            #[header("x-note")]
            pub note: Option<String>,
        }
    }
    rt::responses! {
        /// Responses.
        pub enum Reports {
            /// The usual one.
            #[status(200)]
            Ok(Report),
            /// Another one.
            #[deprecated]
            #[status(204)]
            NoContent,
        }
    }
    static ERRORS: rt::ErrorShape = rt::ErrorShape::JSON;
    rt::status_error! {
        /// 404: Not found
        #[deprecated(note = "Use `Gone`.")]
        #[error(404, ERRORS)]
        pub struct NotFound {
            pub body: rt::ErrorBody,
            pub context: rt::ErrorContext,
        }
    }
    rt::status_error! {
        /// 410: Gone
        #[error(410, ERRORS)]
        pub struct Gone {
            pub body: rt::ErrorBody,
            #[field("since")]
            /// A field.
            #[deprecated]
            #[argument(impl Into<String>)]
            pub since: String = since.into(),
            #[field("kind")]
            /// A field.
            #[deprecated(note = "Nobody reads it.")]
            #[setter(impl Into<String>)]
            pub kind: String = "gone".to_owned(),
            #[field("help", optional)]
            /// A field.
            #[deprecated]
            #[setter(Some(impl Into<String>))]
            pub help: Option<String> = None,
            /// A header.
            #[deprecated]
            #[header("x-note")]
            pub note: Option<String>,
            pub context: rt::ErrorContext,
        }
    }
    rt::typed_error! {
        /// 409
        #[deprecated]
        #[error(409)]
        pub struct Conflict {
            #[body(rt::TextErrorBody("text/plain"))]
            pub body: String,
            /// A header.
            #[deprecated]
            #[header("x-note")]
            pub note: Option<String>,
            pub context: rt::ErrorContext,
        }
    }
    rt::status_error! {
        /// 500: Internal error
        #[error(500, ERRORS)]
        pub struct Internal {
            pub body: rt::ErrorBody,
            pub context: rt::ErrorContext,
        }
    }
    rt::operation_errors! {
        /// Errors.
        #[internal(Internal)]
        pub enum Errors {
            Gone,
            #[deprecated(note = "Use `Gone`.")]
            NotFound,
            #[deprecated]
            Conflict(Box),
            #[implied]
            Internal,
        }
    }
    rt::arguments! {
        /// The arguments of an operation.
        pub struct Arguments {
            /// A parameter.
            #[deprecated(note = "Nobody reads it.")]
            #[read(query("q").optional())]
            pub q: Option<String>,
        }
    }
}

#[test]
fn types() {
    let sizes = [
        #[expect(deprecated)]
        size_of::<types::Object>(),
        #[expect(deprecated)]
        size_of::<types::Rejecting>(),
        #[expect(deprecated)]
        size_of::<types::Pair>(),
        #[expect(deprecated)]
        size_of::<types::Choice>(),
        #[expect(deprecated)]
        size_of::<types::Name>(),
        #[expect(deprecated)]
        size_of::<types::Count>(),
    ];
    assert_eq!(sizes.len(), 6);
}

#[test]
fn parts_of_objects_tuples_and_forms() {
    let small = types::Small::default();
    #[expect(deprecated)]
    let field = small.field;
    assert_eq!(field, None);
    let kept: types::Kept = serde_json::from_str(r#"{"field":"a","b":1}"#).unwrap();
    #[expect(deprecated)]
    let field = kept.field;
    assert_eq!((field.as_str(), kept.others["b"]), ("a", 1));
    let named: types::Named = serde_json::from_str("[7]").unwrap();
    #[expect(deprecated)]
    let element = named.first;
    assert_eq!(element, 7);
    let plain: types::Plain = serde_json::from_str("[7]").unwrap();
    #[expect(deprecated)]
    let element = plain.0;
    assert_eq!(element, 7);
    #[expect(deprecated)]
    let form = types::Form { note: None };
    assert_eq!(format!("{form:?}"), "Form { note: None }");
}

#[test]
fn values_and_variants() {
    #[expect(deprecated)]
    let gone = types::Closed::Gone;
    assert_eq!(gone.as_str(), "gone");
    #[expect(deprecated)]
    let gone = types::Open::Gone;
    assert_eq!(gone.as_str(), "gone");
    #[expect(deprecated)]
    let gone = types::Numbers::Gone;
    assert_eq!(gone.get(), 2);
    #[expect(deprecated)]
    let gone = types::OpenNumbers::Gone;
    assert_eq!(gone.get(), 2);
    #[expect(deprecated)]
    let empty = types::Tagged::Empty;
    assert_eq!(empty.tag(), "empty");
    #[expect(deprecated)]
    let event = types::Events::Small(types::Small::default());
    assert_eq!(event.tag(), "small");
    #[expect(deprecated)]
    let part = types::FormPart::Note("a".to_owned());
    assert!(format!("{part:?}").starts_with("Note"));
    assert_eq!(types::Closed::Kept.as_str(), "kept");
}

#[test]
fn arguments() {
    fn handler(request: types::Arguments) -> Option<String> {
        #[expect(deprecated)]
        request.q
    }
    let _ = handler;
}

#[test]
fn responses() {
    #[expect(deprecated)]
    let csv = types::Contents::Csv;
    assert_ne!(csv, types::Contents::Rows);
    let report = types::Report::from("a".to_owned());
    let same = report.clone();
    #[expect(deprecated)]
    let note = report.note;
    assert_eq!(note, None);
    let ok = types::Reports::Ok(same);
    #[expect(deprecated)]
    let none = types::Reports::NoContent;
    assert_eq!((ok.status(), none.status()), (200, 204));
}

#[test]
fn errors() {
    #[expect(deprecated)]
    let not_found = types::NotFound::new();
    #[expect(deprecated)]
    let not_found = types::Errors::NotFound(not_found);
    assert_eq!(not_found.status(), 404);

    let gone = types::Gone::new("today");
    #[expect(deprecated)]
    let gone = gone.kind("gone");
    #[expect(deprecated)]
    let gone = gone.help("none");
    #[expect(deprecated)]
    let (since, kind) = (gone.since.clone(), gone.kind.clone());
    #[expect(deprecated)]
    let (help, note) = (gone.help.clone(), gone.note.clone());
    assert_eq!((since.as_str(), kind.as_str()), ("today", "gone"));
    assert_eq!((help.as_deref(), note), (Some("none"), None));
    assert_eq!(types::Errors::from(gone).status(), 410);

    #[expect(deprecated)]
    let conflict = types::Conflict::new("a");
    #[expect(deprecated)]
    let note = conflict.note.clone();
    assert_eq!(note, None);
    let conflict = types::Errors::from(conflict);
    #[expect(deprecated)]
    let is_conflict = matches!(conflict, types::Errors::Conflict(_));
    assert!(is_conflict);
}

/// The same in generated crates.
#[test]
fn generated_parts() {
    assert_eq!(PaymentStatus::Failed.as_str(), "failed");
    #[expect(deprecated)]
    let error = PaymentStatus::Error;
    assert_eq!(error.as_str(), "error");

    let request: CompletionRequest =
        serde_json::from_str(r#"{"model":"m","messages":[],"user":"ann"}"#).unwrap();
    #[expect(deprecated)]
    let user = request.user;
    assert_eq!(user.as_deref(), Some("ann"));
}
