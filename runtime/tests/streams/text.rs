//! Bodies of text.

use specsmith_runtime::client::Error;

use crate::api::Client;
use crate::archive::start;
use crate::scripted::{Server, Step};
use crate::wire::exchange;

#[tokio::test]
async fn text_arrives_as_it_was_sent() {
    let server = start().await;
    for text in [
        "plain",
        "",
        "\"quoted\" \\ \n\u{0} Größe 寸法 👩",
        "null",
        "{}",
    ] {
        assert_eq!(server.client.note(text).await.unwrap(), text);
    }
}

#[tokio::test]
async fn a_response_of_text_names_its_charset() {
    let headers = ["content-type: text/plain", "content-length: 1"];
    let response = exchange(&start().await.url, "POST /note", &headers, "x").await;
    assert!(
        response.contains("content-type: text/markdown; charset=utf-8\r\n"),
        "{response}"
    );
}

#[tokio::test]
async fn text_that_is_missing_or_not_utf8_is_a_validation_error() {
    let server = start().await;
    let response = exchange(&server.url, "POST /note", &[], "").await;
    assert!(
        response.starts_with("HTTP/1.1 400 ") && response.contains("is missing"),
        "{response}"
    );
    let mut wire = crate::wire::Wire::connect(&server.url).await;
    wire.send(b"POST /note HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\na\xff").await;
    let response = wire.read_to_end().await;
    assert!(
        response.starts_with("HTTP/1.1 400 ") && response.contains("must be text in UTF-8"),
        "{response}"
    );
}

#[tokio::test]
async fn a_response_in_another_charset_is_decoded() {
    for (media, body, expected) in [
        (
            "text/plain; charset=iso-8859-1",
            &b"Gr\xf6\xdfe"[..],
            "Größe",
        ),
        ("text/plain; charset=windows-1252", b"5 \x80", "5 €"),
        ("text/plain; charset=UTF-16LE", b"\xf6\0", "ö"),
        ("text/plain", b"\xef\xbb\xbfa", "a"),
    ] {
        let mut response = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: {media}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        response.extend_from_slice(body);
        let server = Server::start([Step::Write(response)]).await;
        let text = Client::new(&server.url).note("a").await.unwrap();
        assert_eq!(text, expected, "{media}");
    }
}

#[tokio::test]
async fn a_response_in_an_unknown_charset_is_an_error_with_its_bytes() {
    let response = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=koi8-r\r\ncontent-length: 2\r\n\r\na\xff";
    let server = Server::start([Step::Write(response.to_vec())]).await;
    let error = Client::new(&server.url).note("a").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "note: the response 200 OK with 2 bytes of text/plain; charset=koi8-r cannot be read: body: is in the charset \
         \"koi8-r\", which is not known; its body is `a\\xff`"
    );
    let Error::Decode(error) = error else {
        panic!("{error:?}")
    };
    assert_eq!(&error.body[..], b"a\xff");
    assert_eq!(error.media(), Some("text/plain; charset=koi8-r"));
}

#[tokio::test]
async fn a_response_that_is_not_utf8_cannot_be_decoded() {
    let response = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na\xff".to_vec();
    let server = Server::start([Step::Write(response)]).await;
    let error = Client::new(&server.url).note("a").await.unwrap_err();
    assert!(matches!(error, Error::Decode(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "note: the response 200 OK with 2 bytes cannot be read: body: must be text in UTF-8; its body is `a\\xff`"
    );
}
