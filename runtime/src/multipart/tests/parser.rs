//! The format of the standard.

use super::{field, form, part};
use crate::multipart::head::Naming;
use crate::multipart::parser::{MAX_HEAD, MAX_PARTS, Parser, Token};

/// The parts of a body as `name=content`. An error is the last.
fn parse<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Vec<String> {
    let mut parser = Parser::new(b"B", Naming::Form);
    let mut parts: Vec<String> = Vec::new();
    for chunk in chunks {
        parser.push(chunk);
        loop {
            match parser.next() {
                Ok(Some(Token::Head(head))) => parts.push(format!("{}=", head.name)),
                Ok(Some(Token::Content(content))) => {
                    assert!(!content.is_empty());
                    *parts.last_mut().unwrap() += &String::from_utf8_lossy(&content);
                }
                Ok(Some(Token::PartEnd)) => parts.last_mut().unwrap().push('.'),
                Ok(None) => break,
                Err(problem) => {
                    parts.push(problem.into());
                    return parts;
                }
            }
        }
    }
    if !parser.is_complete() {
        parts.push("incomplete".into());
    }
    parts
}

/// Parses a body in one chunk, in chunks of every size, and split at every byte.
#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let bytes = body.as_bytes();
    assert_eq!(parse([bytes]), expected, "{body:?}");
    for at in 1..=bytes.len() {
        assert_eq!(parse(bytes.chunks(at)), expected, "{body:?} in {at}");
        let (start, rest) = bytes.split_at(at);
        assert_eq!(parse([start, rest]), expected, "{body:?} split at {at}");
    }
}

#[test]
fn parts_are_separated_by_the_boundary() {
    check(
        &form(&[field("a", "1"), field("b", "2\r\n3")]),
        &["a=1.", "b=2\r\n3."],
    );
    check(&form(&[field("a", "")]), &["a=."]);
    check("--B--", &[]);
    check("--B--\r\n", &[]);
}

#[test]
fn a_part_without_content_may_lack_its_empty_line() {
    let body = "--B\r\nContent-Disposition: form-data; name=a\r\n\r\n--B\r\nContent-Disposition: form-data; name=b\r\n\r\n--B--";
    check(body, &["a=.", "b=."]);
}

#[test]
fn text_before_and_after_the_parts_is_ignored() {
    let body = format!(
        "preamble\r\n--A\r\n--\r\n{}epilogue --B\r\n",
        form(&[field("a", "1")])
    );
    check(&body, &["a=1."]);
    check("\r\n--B--anything", &[]);
}

#[test]
fn spaces_may_follow_a_boundary() {
    let body = "--B \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--B-- \r\n";
    check(body, &["a=1."]);
}

#[test]
fn content_may_look_like_a_boundary() {
    for content in [
        "x--B",
        "\r\n-",
        "\r\n--",
        "\r\n--A",
        "\r--B",
        "\n--B",
        "\r\n\r\n",
        "\r\r\n--A\r",
        "-",
    ] {
        check(&form(&[field("a", content)]), &[&format!("a={content}.")]);
    }
}

#[test]
fn a_body_that_ends_too_early_is_incomplete() {
    let body = form(&[field("a", "1"), field("b", "2")]);
    let end = body.len() - 2;
    for length in 0..end {
        let parts = parse([&body.as_bytes()[..length]]);
        assert_eq!(parts.last().unwrap(), "incomplete", "{length}");
    }
    assert_eq!(parse([&body.as_bytes()[..end]]), ["a=1.", "b=2."]);
}

#[test]
fn a_boundary_that_something_follows_is_an_error() {
    for rest in ["x\r\n", "-x", "\n", " x", "\rx"] {
        let body = field("a", "1") + "--B" + rest;
        check(&body, &["a=1.", "a boundary is followed by something else"]);
    }
}

#[test]
fn headers_are_limited() {
    let long = |length: usize| part(&format!("name=a\r\nX: {}", "x".repeat(length)), "1");
    let around = "\r\nContent-Disposition: form-data; name=a\r\nX: ".len();
    let fits = form(&[long(MAX_HEAD - around)]);
    let exceeds = form(&[long(MAX_HEAD - around + 1)]);
    let endless = "--B\r\nX: ".to_owned() + &"x".repeat(2 * MAX_HEAD);
    for size in [1, 100, 100_000] {
        let parse = |body: &str| parse(body.as_bytes().chunks(size));
        assert_eq!(parse(&fits), ["a=1."]);
        for body in [&exceeds, &endless] {
            assert_eq!(parse(body), ["the headers of a part are larger than 8 KiB"]);
        }
        let spaces = "--B".to_owned() + &" ".repeat(2 * MAX_HEAD);
        assert_eq!(parse(&spaces), ["a boundary is followed by something else"]);
    }
}

#[test]
fn the_number_of_parts_is_limited() {
    let parts = vec![field("a", ""); MAX_PARTS + 1];
    assert_eq!(parse([form(&parts[1..]).as_bytes()]).len(), MAX_PARTS);
    let found = parse([form(&parts).as_bytes()]);
    assert_eq!(found.last().unwrap(), "there are more than 1000 parts");
}

#[test]
fn invalid_headers_are_an_error() {
    check(
        "--B\r\n\r\n1\r\n--B--",
        &["a part has no header `Content-Disposition`"],
    );
    check(
        "--B\r\nX\r\n\r\n1\r\n--B--",
        &["a header of a part has no colon"],
    );
}

/// Content is passed on as it arrives: the parser holds back no more than a boundary is long.
#[test]
fn content_is_not_held_back() {
    let mut parser = Parser::new(b"B", Naming::Form);
    parser.push(b"--B\r\nContent-Disposition: form-data; name=a\r\n\r\n");
    assert!(matches!(parser.next(), Ok(Some(Token::Head(_)))));
    let mut passed = 0;
    for pushed in 1..1000 {
        parser.push(&[b'-'; 100]);
        while let Ok(Some(Token::Content(content))) = parser.next() {
            passed += content.len();
        }
        assert!(
            passed + "\r\n--B".len() > pushed * 100,
            "{passed} of {pushed}"
        );
    }
}
