//! Errors of types as the generator would write them.

// The macros of this crate are linted only here.
#![allow(clippy::redundant_field_names)]
// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::error::Error as _;
use std::time::Duration;

use http::HeaderMap;
use serde_json::json;

use super::{
    AnyStatusError, ErrorBody, ErrorContext, ErrorField, ErrorResponse, ErrorShape, OperationError,
};
use crate::codegen as rt;

static ERRORS: ErrorShape = ErrorShape {
    envelope: Some("error"),
    status: Some("code"),
    message: Some("message"),
    metadata: Some(ErrorField::optional("metadata")),
    messages: &[
        (rt::Statuses::Exact(404), "Resource not found"),
        (rt::Statuses::Exact(529), "Provider returned error"),
    ],
    ..ErrorShape::JSON
};

static BARE: ErrorShape = ErrorShape {
    envelope: None,
    status: Some("kind"),
    message: Some("text"),
    metadata: Some(ErrorField::optional("more")),
    messages: &[],
    ..ErrorShape::JSON
};

rt::status_error! {
    #[error(404, ERRORS)]
    pub struct NotFound {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    #[error(429, ERRORS)]
    pub struct TooManyRequests {
        pub body: rt::ErrorBody,
        #[header("retry-after")]
        pub retry_after: Option<i64>,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    #[error(423, ERRORS)]
    pub struct Locked {
        pub body: rt::ErrorBody,
        #[header("x-lock", secret)]
        pub lock: Option<i64>,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    #[error(500, ERRORS)]
    pub struct InternalServerError {
        pub body: rt::ErrorBody,
        pub context: rt::ErrorContext,
    }
}

rt::status_error! {
    #[error(402, ERRORS, message = "Declined")]
    #[values("type" = Text("card"))]
    pub struct Declined {
        pub body: rt::ErrorBody,
        #[field("tries")]
        /// How often the card was declined.
        #[argument(u64)]
        pub tries: u64 = tries,
        #[field("type")]
        #[setter(impl Into<String>)]
        pub r#type: String = "card".to_owned(),
        #[field("number", optional, secret)]
        #[setter(Some(impl Into<String>))]
        pub number: Option<String> = None,
        #[header("retry-after")]
        pub retry_after: Option<i64>,
        pub context: rt::ErrorContext,
    }
}

/// What a caller makes of this response with the status 402.
fn declined(text: &str) -> Option<Declined> {
    use super::StatusError;

    let body = ERRORS.decode(text.as_bytes(), 402);
    Declined::from_response(&ErrorResponse {
        status: 402,
        deviations: None,
        headers: &HeaderMap::new(),
        text: text.as_bytes(),
        body: body.as_ref(),
        is_implied: false,
        context: &ErrorContext::default(),
    })
}

#[test]
fn fields_of_the_body_are_written_and_read() {
    let error = Declined::new(2_u64).number("4242");
    let sent = error.encode(&ERRORS).unwrap();
    let sent: serde_json::Value = serde_json::from_slice(&sent.bytes).unwrap();
    let expected = json!({"error": {"code": 402, "message": "Declined", "tries": 2, "type": "card", "number": "4242"}});
    assert_eq!(sent, expected);
    let read = declined(&sent.to_string()).unwrap();
    assert_eq!((read.tries, &*read.r#type), (2, "card"));
    assert_eq!(read.number.as_deref(), Some("4242"));
    let shown = format!("{read:?}");
    assert!(
        shown.contains("number: <secret>") && !shown.contains("4242"),
        "{shown}"
    );
}

rt::object! {
    /// The body of all other errors.
    pub struct Problem {
        /// What is wrong.
        pub error: Wrong,
    }
}

rt::object! {
    /// What is wrong.
    pub struct Wrong {
        /// What happened.
        pub message: String,
        /// The reason.
        pub reason: String,
    }
}

rt::typed_error! {
    #[error(0)]
    pub struct Unexpected {
        #[status(500)]
        pub status: u16,
        #[body(rt::JsonErrorBody("application/json", None))]
        pub body: Problem,
        pub context: rt::ErrorContext,
    }
}

/// What a caller makes of this response with the status 400, which the layers around the handlers have too.
fn unexpected(text: &str, is_lenient: bool) -> Option<Unexpected> {
    use super::StatusError;

    let body = ERRORS.decode(text.as_bytes(), 400);
    Unexpected::from_response(&ErrorResponse {
        status: 400,
        deviations: is_lenient.then_some(&crate::deviation::Deviations::default()),
        headers: &HeaderMap::new(),
        text: text.as_bytes(),
        body: body.as_ref(),
        is_implied: true,
        context: &ErrorContext::default(),
    })
}

#[test]
fn a_range_has_the_errors_of_layers_if_the_client_is_lenient_and_nothing_is_missing() {
    let whole = r#"{"error": {"code": 400, "message": "m", "reason": "r"}}"#;
    assert!(unexpected(whole, false).is_none());
    let error = unexpected(whole, true).unwrap();
    assert_eq!((error.status, &*error.body.error.reason), (400, "r"));
    let of_layers = r#"{"error": {"code": 400, "message": "m"}}"#;
    assert!(unexpected(of_layers, true).is_none());
}

#[test]
fn an_error_needs_its_own_values_and_required_fields() {
    let text = |fields: &str| format!(r#"{{"error": {{"message": "m", {fields}}}}}"#);
    assert!(declined(&text(r#""type": "bank", "tries": 2"#)).is_none());
    assert!(declined(&text(r#""type": "card""#)).is_none());
    assert!(declined(&text(r#""type": "card", "tries": "two""#)).is_none());
    // An optional value of another type is kept raw.
    let error = declined(&text(r#""type": "card", "tries": 2, "number": 7"#)).unwrap();
    assert_eq!(error.number, None);
    assert_eq!(error.body.other("number"), Some(&json!(7)));
}

rt::operation_errors! {
    #[internal(InternalServerError)]
    pub enum DeleteKeyError {
        NotFound,
        TooManyRequests,
        InternalServerError,
    }
}

#[test]
fn messages_come_from_the_api_or_from_http() {
    assert_eq!(
        NotFound::new().body,
        ErrorBody::new(404, "Resource not found")
    );
    assert_eq!(
        InternalServerError::default().body.message,
        "Internal Server Error"
    );
    assert_eq!(ERRORS.message(599), "Error");
    assert_eq!(
        NotFound::new().to_string(),
        "404 Not Found: Resource not found"
    );
}

#[test]
fn a_message_that_repeats_the_reason_phrase_is_shown_once() {
    let internal = InternalServerError::new();
    assert_eq!(internal.to_string(), "500 Internal Server Error");
    let other = internal.with_message("Not today");
    assert_eq!(other.to_string(), "500 Internal Server Error: Not today");

    let invalid = json!([{"in": "query", "name": "limit", "problem": "expected an integer"}]);
    let not_found = NotFound::new().with_message("Not Found");
    assert_eq!(
        not_found.with_metadata("invalid", invalid).to_string(),
        "404 Not Found: query `limit`: expected an integer"
    );
}

#[test]
fn bodies_keep_their_shape() {
    let error = NotFound::new()
        .with_message("gone")
        .with_metadata("provider_code", 7);
    let text = ERRORS.encode(&error.body);
    let wire: crate::Json = serde_json::from_slice(&text).unwrap();
    assert_eq!(
        wire,
        json!({"error": {"code": 404, "message": "gone", "metadata": {"provider_code": 7}}})
    );
    assert_eq!(ERRORS.decode(&text, 500), Some(error.body.clone()));
    let bare = BARE.encode(&ErrorBody::new(1, "m"));
    assert_eq!(bare, br#"{"kind":1,"text":"m"}"#);
    assert_eq!(BARE.decode(&bare, 400), Some(ErrorBody::new(1, "m")));
}

#[test]
fn bodies_are_read_leniently() {
    let decode = |text: &str| ERRORS.decode(text.as_bytes(), 429);
    let plain = Some(ErrorBody::new(429, "m"));
    assert_eq!(decode(r#"{"error": {"message": "m"}}"#), plain);
    assert_eq!(
        decode(r#"{"error": {"message": "m", "code": null, "metadata": null}, "x": 1}"#),
        plain
    );
    for text in [
        "",
        "<html>",
        "[]",
        "{}",
        r#"{"error": "m"}"#,
        r#"{"error": {}}"#,
        r#"{"message": "m"}"#,
    ] {
        assert_eq!(decode(text), None, "{text}");
    }
}

#[test]
fn sensitive_headers_are_marked_and_hidden() {
    let mut headers = HeaderMap::new();
    let mut error = Locked::new();
    error.lock = Some(7);
    AnyStatusError::write_headers(&error, &mut headers);
    assert_eq!(headers["x-lock"], "7");
    assert!(headers["x-lock"].is_sensitive());
    let shown = format!("{error:?}");
    assert!(
        shown.ends_with("lock: <secret>, context: <secret> }"),
        "{shown}"
    );
}

#[test]
fn any_error_becomes_an_internal_error() {
    fn handler(fail: bool) -> Result<(), DeleteKeyError> {
        if fail {
            "x".parse::<i64>()?;
        }
        Err(NotFound::new())?;
        Ok(())
    }

    let error = handler(true).unwrap_err();
    assert_eq!(error.status(), 500);
    let error = error.status_error();
    assert_eq!(
        error.context().cause().unwrap().to_string(),
        "invalid digit found in string"
    );
    assert!(error.context().cause().unwrap().source().is_none());
    // The cause is only logged.
    assert_eq!(error.body().unwrap().message, "Internal Server Error");
    assert!(matches!(handler(false), Err(DeleteKeyError::NotFound(_))));
}

#[test]
fn errors_are_created_from_responses() {
    let mut headers = HeaderMap::new();
    headers.insert("retry-after", http::HeaderValue::from_static("7"));
    let context = ErrorContext::of_response("delete_key", Some("r1"), Some(Duration::from_secs(7)));
    let make = |status| {
        DeleteKeyError::from_response(&ErrorResponse {
            status,
            deviations: None,
            headers: &headers,
            text: b"",
            body: Some(&ErrorBody::new(status, "m")),
            is_implied: false,
            context: &context,
        })
    };
    let Some(DeleteKeyError::TooManyRequests(error)) = make(429) else {
        panic!("another error")
    };
    assert_eq!(
        (error.retry_after, error.retry_after()),
        (Some(7), Some(Duration::from_secs(7)))
    );
    assert_eq!(error.request_id(), Some("r1"));
    let mut written = HeaderMap::new();
    AnyStatusError::write_headers(&error, &mut written);
    assert_eq!(written, headers);
    assert!(make(418).is_none());
    assert_eq!(make(404).unwrap().to_string(), "404 Not Found: m");
}

#[test]
fn problem_details_need_no_detail() {
    static PROBLEMS: ErrorShape = ErrorShape {
        media: "application/problem+json",
        status: Some("status"),
        code: Some(ErrorField::optional("type")),
        message: Some("detail"),
        ..ErrorShape::JSON
    };
    let decode = |text: &str| PROBLEMS.decode(text.as_bytes(), 403);
    let body = decode(r#"{"type": "about:blank", "title": "No credit"}"#).unwrap();
    assert_eq!(
        (body.message.as_str(), body.code()),
        ("No credit", Some("about:blank"))
    );
    assert_eq!(decode("{}").unwrap().message, "Forbidden");
    assert_eq!(decode(r#"{"detail": 7}"#), None);
    assert_eq!(decode("<html>"), None);
}

#[test]
fn problems_without_a_type_have_the_reason_phrase_as_their_title() {
    static PROBLEMS: ErrorShape = ErrorShape {
        media: "application/problem+json",
        code: Some(ErrorField::optional("type")),
        message: Some("detail"),
        title: true,
        ..ErrorShape::JSON
    };
    let sent = |body: ErrorBody| -> serde_json::Value {
        serde_json::from_slice(&PROBLEMS.encode(&body)).unwrap()
    };
    assert_eq!(
        sent(ErrorBody::new(403, "m")),
        json!({"title": "Forbidden", "detail": "m"})
    );
    assert_eq!(
        sent(ErrorBody::new(403, "m").with_code("about:blank")),
        json!({"type": "about:blank", "title": "Forbidden", "detail": "m"})
    );
    // The title of another type belongs to that type.
    assert_eq!(
        sent(ErrorBody::new(403, "m").with_code("/no-credit")),
        json!({"type": "/no-credit", "detail": "m"})
    );
    let mut own = ErrorBody::new(403, "m");
    own.details_mut()
        .additional_fields
        .insert("title".to_owned(), json!("No credit"));
    assert_eq!(sent(own), json!({"title": "No credit", "detail": "m"}));
}
