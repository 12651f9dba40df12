//! The format of the standard.

use std::time::Duration;

use bytes::Bytes;

use crate::events::parser::{Parser, RawEvent};
use crate::events::writer::Written;

/// An event as `name|data|id`.
fn show(event: &RawEvent) -> String {
    let text = String::from_utf8_lossy;
    let id = event.id.as_deref().unwrap_or("-");
    format!("{}|{}|{id}", text(&event.name), text(&event.data))
}

/// The events of chunks, and whether one exceeds the limit.
fn parse<'c>(
    chunks: impl IntoIterator<Item = &'c [u8]>,
    limit: usize,
) -> (Vec<RawEvent>, Parser, bool) {
    let mut parser = Parser::new(limit);
    let mut events = Vec::new();
    for chunk in chunks {
        parser.push(Bytes::copy_from_slice(chunk));
        loop {
            match parser.next() {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(_) => return (events, parser, true),
            }
        }
    }
    (events, parser, false)
}

/// Parses a string in one chunk, in chunks of every size, and split at every byte.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let bytes = text.as_bytes();
    let found = |chunks: Vec<&[u8]>| {
        let (events, _, _) = parse(chunks, 1000);
        events.iter().map(show).collect::<Vec<_>>()
    };
    assert_eq!(found(vec![bytes]), expected, "{text:?}");
    for at in 0..=bytes.len() {
        let (start, rest) = bytes.split_at(at);
        assert_eq!(found(vec![start, rest]), expected, "{text:?} split at {at}");
        let size = at.max(1);
        assert_eq!(
            found(bytes.chunks(size).collect()),
            expected,
            "{text:?} in {size}"
        );
    }
}

#[test]
fn an_event_has_a_name_data_and_an_identifier() {
    check("event: add\ndata: 1\nid: 7\n\n", &["add|1|7"]);
    check("data: 1\n\ndata: 2\n\n", &["|1|-", "|2|-"]);
    check("event: a\n\ndata: 1\n\n", &["|1|-"]);
}

#[test]
fn lines_end_with_feeds_or_returns_or_both() {
    for end in ["\n", "\r", "\r\n"] {
        let text = ["event: add", "data: 1", "data: 2", "", "data: 3", "", ""].join(end);
        check(&text, &["add|1\n2|-", "|3|-"]);
    }
    check("data:test\r\ndata\ndata:test\r\n\r\n", &["|test\n\ntest|-"]);
    check(
        "data: 1\r\rdata: 2\n\ndata: 3\r\n\r\n",
        &["|1|-", "|2|-", "|3|-"],
    );
}

#[test]
fn data_has_any_number_of_lines() {
    check("data: a\ndata: b\ndata:\ndata: c\n\n", &["|a\nb\n\nc|-"]);
    check(
        "data\n\ndata\ndata\n\ndata:test\n\n",
        &["||-", "|\n|-", "|test|-"],
    );
    check("data:\ndata: x\n\n", &["|\nx|-"]);
}

#[test]
fn one_space_after_the_colon_is_removed() {
    check(
        "data:test\n\ndata: test\n\ndata:  test\n\ndata:\ttest\n\n",
        &["|test|-", "|test|-", "| test|-", "|\ttest|-"],
    );
    check("data: a: b:c\n\n", &["|a: b:c|-"]);
}

#[test]
fn comments_and_unknown_fields_are_ignored() {
    check(": comment\ndata: 1\n:\n:data: 2\n\n", &["|1|-"]);
    check(
        "Data: 1\n data: 2\nda\u{200b}ta: 3\nfoo\n:\n\ndata: 4\n\n",
        &["|4|-"],
    );
    check("data : 1\n\n", &[]);
}

#[test]
fn an_event_without_data_is_none_but_sets_the_identifier_and_the_time_to_wait() {
    let (events, parser, _) = parse([b"event: x\nid: 3\nretry: 1500\n\n".as_slice()], 100);
    assert_eq!(events, []);
    assert_eq!(parser.last_id(), Some("3"));
    assert_eq!(parser.retry(), Some(Duration::from_millis(1500)));
}

#[test]
fn an_event_that_does_not_end_is_none() {
    check("data: 1\n\ndata: 2\n", &["|1|-"]);
    check("data: 1\n\ndata: 2", &["|1|-"]);
    check("", &[]);
    // Its identifier does not count either: the client must get the event again.
    let (_, parser, _) = parse([b"id: 1\ndata: 1\n\nid: 2\ndata: 2\n".as_slice()], 100);
    assert_eq!(parser.last_id(), Some("1"));
}

#[test]
fn the_last_event_can_be_taken_at_the_end_without_its_identifier() {
    for rest in ["data: [DONE]", "data: [DONE]\n", "id: 9\ndata: [DONE]\r"] {
        let (_, mut parser, _) = parse([b"id: 1\ndata: 1\n\n".as_slice(), rest.as_bytes()], 100);
        assert_eq!(parser.finish().unwrap().data, "[DONE]", "{rest}");
        assert_eq!(parser.last_id(), Some("1"), "{rest}");
    }
    let (_, mut parser, _) = parse([b"data: 1\n\n: the end".as_slice()], 100);
    assert_eq!(parser.finish(), None);
}

#[test]
fn identifiers_with_null_characters_are_ignored_and_empty_ones_are_not() {
    check("id: a\0b\ndata: 1\n\n", &["|1|-"]);
    let (events, parser, _) = parse([b"id: 1\ndata: 1\n\nid\ndata: 2\n\n".as_slice()], 100);
    assert_eq!(events[1].id.as_deref(), Some(""));
    assert_eq!(parser.last_id(), Some(""));
}

#[test]
fn only_digits_are_a_time_to_wait() {
    for (written, expected) in [
        ("1000", Some(1000)),
        ("0", Some(0)),
        ("1000x", None),
        ("-1", None),
        ("1.5", None),
        ("", None),
        ("99999999999999999999999", None),
    ] {
        let text = format!("retry:{written}\ndata: 1\n\n");
        let (events, parser, _) = parse([text.as_bytes()], 100);
        let expected = expected.map(Duration::from_millis);
        assert_eq!(
            (events[0].retry, parser.retry()),
            (expected, expected),
            "{written}"
        );
    }
}

#[test]
fn one_byte_order_mark_at_the_start_is_removed() {
    check("\u{feff}data: 1\n\n", &["|1|-"]);
    check("\u{feff}\u{feff}data: 1\n\ndata: 2\n\n", &["|2|-"]);
    check("data: 1\n\n\u{feff}data: 2\n\n", &["|1|-"]);
    check("data: \u{feff}1\n\n", &["|\u{feff}1|-"]);
}

#[test]
fn invalid_utf8_is_replaced() {
    let (events, _, _) = parse([b"data: a\xffb\n\n".as_slice()], 100);
    assert_eq!(show(&events[0]), "|a\u{fffd}b|-");
}

#[test]
fn a_line_or_an_event_above_the_limit_is_an_error() {
    let long = |length: usize| format!("data: {}\n\n", "x".repeat(length));
    for size in [1, 7, 1000] {
        let is_too_long = |text: &str| parse(text.as_bytes().chunks(size), 50).2;
        assert!(!is_too_long(&long(44)));
        assert!(is_too_long(&long(45)));
        // A line without an end, a comment, and many lines of data.
        assert!(is_too_long(&"x".repeat(51)));
        assert!(is_too_long(&format!(":{}", "x".repeat(51))));
        assert!(!is_too_long(&format!("{}\n", "data: 12345\n".repeat(8))));
        assert!(is_too_long(&format!("{}\n", "data: 12345\n".repeat(9))));
        assert!(is_too_long(&"data\n".repeat(60)));
    }
}

#[test]
fn a_stream_of_comments_has_no_limit() {
    let (_, parser, too_long) = parse(std::iter::repeat_n(b": comment\n\n".as_slice(), 10_000), 50);
    assert!(!too_long && parser.last_id().is_none());
}

/// The algorithm of the standard, as it is written there, for a whole text.
fn reference(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (mut events, mut name, mut data, mut id) = (vec![], String::new(), String::new(), None);
    let Some((complete, _)) = text.rsplit_once('\n') else {
        return events;
    };
    for line in complete.split('\n') {
        if line.is_empty() {
            let (name, data) = (std::mem::take(&mut name), std::mem::take(&mut data));
            let id: Option<String> = id.take();
            if let Some(data) = data.strip_suffix('\n') {
                events.push(format!("{name}|{data}|{}", id.as_deref().unwrap_or("-")));
            }
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => name = value.into(),
            "data" => data = format!("{data}{value}\n"),
            "id" if !value.contains('\0') => id = Some(value.to_owned()),
            _ => {}
        }
    }
    events
}

/// Random strings made of the parts that matter are read as the standard says, in random chunks.
#[test]
fn random_texts_are_read_as_the_standard_says() {
    const PARTS: [&str; 17] = [
        "\n", "\r", "\r\n", "\n\n", ":", " ", "data", "data: ", "event: ", "event", "id: ", "id",
        "retry: 5", "x", "\u{feff}", "\0", "é",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let parts = random.usize(0..30);
        let text: String = (0..parts)
            .map(|_| PARTS[random.usize(..PARTS.len())])
            .collect();
        let mut rest = text.as_bytes();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(random.usize(1..=rest.len()));
            chunks.push(chunk);
            rest = after;
        }
        let (events, _, too_long) = parse(chunks, 1 << 20);
        let events: Vec<_> = events.iter().map(show).collect();
        assert_eq!((events, too_long), (reference(&text), false), "{text:?}");
    }
}

#[test]
fn random_bytes_are_read_without_a_panic() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..random.usize(0..200)).map(|_| random.u8(..)).collect();
        let (_, mut parser, too_long) =
            parse(bytes.chunks(random.usize(1..50)), random.usize(0..100));
        if !too_long {
            parser.finish();
        }
    }
}

fn write(event: &Written<'_>) -> String {
    let mut text = Vec::new();
    event.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn events_are_written_with_the_name_first() {
    let event = Written {
        name: "add",
        id: Some("7"),
        retry: Some(Duration::from_millis(2500)),
        data: b"a\nb\r\n\rc",
    };
    let expected = "event: add\nid: 7\nretry: 2500\ndata: a\ndata: b\ndata: \ndata: c\n\n";
    assert_eq!(write(&event), expected);
    let plain = |data| {
        write(&Written {
            name: "",
            id: None,
            retry: None,
            data,
        })
    };
    assert_eq!(plain(b"{}"), "data: {}\n\n");
    assert_eq!(plain(b""), "data: \n\n");
}

#[test]
fn names_and_identifiers_cannot_start_another_field() {
    let write = |name, id| {
        Written {
            name,
            id,
            retry: None,
            data: b"",
        }
        .write(&mut Vec::new())
    };
    for bad in ["a\nb", "a\rb", "\n"] {
        assert!(write(bad, None).is_err());
        assert!(write("", Some(bad)).is_err());
    }
    assert!(write("", Some("a\0b")).is_err());
    assert!(write("a b:é", Some(" a: b")).is_ok());
}

#[test]
fn what_is_written_is_read_again() {
    const CHARACTERS: [char; 8] = ['\n', ':', ' ', 'd', '\u{feff}', 'é', '\0', '{'];
    let mut random = fastrand::Rng::with_seed(9);
    let mut text = |longest: usize, from: usize| -> String {
        let length = random.usize(..longest);
        (0..length)
            .map(|_| CHARACTERS[random.usize(from..CHARACTERS.len())])
            .collect()
    };
    for _ in 0..5_000 {
        let (name, id) = (text(4, 1), text(4, 1).replace('\0', ""));
        let retry = (name.len() % 2 == 0).then_some(Duration::from_millis(id.len() as u64));
        let data = text(20, 0);
        let written = write(&Written {
            name: &name,
            id: Some(&id),
            retry,
            data: data.as_bytes(),
        });
        let (events, _, _) = parse(written.as_bytes().chunks(3), 1000);
        let expected = RawEvent {
            name: name.into(),
            data: data.into(),
            id: Some(id),
            retry,
        };
        assert_eq!(events, [expected], "{written:?}");
    }
}
