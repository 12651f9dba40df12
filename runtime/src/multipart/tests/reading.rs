//! Typed forms.

use std::error::Error;

use futures_util::stream;

use super::{
    Folder, FolderPart, Format, Hints, Profile, TYPE, Upload, UploadPart, chunks, field, file,
    form, part,
};
use crate::body::{Body, BodyErrorKind};
use crate::multipart::{Multipart, MultipartError, MultipartForm, read_whole};

const LIMIT: usize = 50;

fn multipart<T: MultipartForm>(body: impl Into<Body>) -> Multipart<T> {
    Multipart::new(body.into(), TYPE, LIMIT).unwrap()
}

/// What is wrong, one line for each validation error.
fn problems(error: &MultipartError) -> Vec<String> {
    match error {
        MultipartError::Invalid(errors) => errors.iter().map(ToString::to_string).collect(),
        MultipartError::Body(error) => vec![error.to_string()],
    }
}

/// Reads a whole form, which must have the same result in chunks of any size.
async fn read<T: MultipartForm>(body: &str) -> Result<T, Vec<String>> {
    let mut found = None;
    for size in [1, 2, 3, 7, 50, body.len()] {
        let result = multipart::<T>(chunks(body.as_bytes(), size))
            .read()
            .await
            .map_err(|error| problems(&error));
        if let Some(Err(before)) = &found {
            assert_eq!(result.as_ref().err(), Some(before), "{size}");
        }
        found = Some(result);
    }
    found.unwrap()
}

/// The validation errors of a form with these parts.
async fn errors<T: MultipartForm>(parts: &[String]) -> Vec<String> {
    read::<T>(&form(parts)).await.err().unwrap_or_default()
}

fn audio() -> String {
    file("file", "audio/mpeg", "la la")
}

/// A valid form with a further part.
fn with(parts: &[String]) -> Vec<String> {
    [&[audio(), field("speed", "1")], parts].concat()
}

#[tokio::test]
async fn a_form_is_read_whole() {
    let hints = part(
        "name=\"hints\"\r\nContent-Type: application/json",
        r#"{"speakers": 2, "names": ["a"]}"#,
    );
    let parts = [
        field("languages[]", "en"),
        field("speed", "1.5"),
        hints,
        audio(),
        file("images[]", "image/png", "1"),
        field("format", "text"),
        field("languages[]", ""),
        file("images[]", "image/gif", "2"),
    ];
    let upload: Upload = read(&form(&parts)).await.unwrap();
    assert_eq!(upload.file.file_name.as_deref(), Some("a.bin"));
    assert_eq!(upload.file.media.as_deref(), Some("audio/mpeg"));
    assert_eq!(upload.file.body.length(), Some(5));
    assert_eq!(upload.file.body.collect().await.unwrap(), "la la");
    assert_eq!(upload.images.len(), 2);
    assert_eq!(upload.languages, Some(vec!["en".to_owned(), String::new()]));
    let hints = Hints {
        speakers: Some(2),
        names: vec!["a".into()],
    };
    assert_eq!(upload.hints, Some(hints));
    assert_eq!((upload.format, upload.speed), (Some(Format::Text), 1.5));
}

#[tokio::test]
async fn optional_parts_may_be_missing() {
    let upload: Upload = read(&form(&with(&[]))).await.unwrap();
    assert!(
        upload.images.is_empty()
            && upload.languages.is_none()
            && upload.hints.is_none()
            && upload.format.is_none()
    );
}

#[tokio::test]
async fn all_validation_errors_are_found_in_the_order_of_the_specification() {
    let parts = [
        field("unknown", "1"),
        field("speed", "0.1"),
        field("hints", r#"{"speakers": 10, "names": [1]}"#),
        field("format", "morse"),
        field("format", "json"),
        file("images[]", "image/png", "1"),
        file("images[]", "image/png", "2"),
        file("images[]", "image/png", "3"),
        part(
            "name=\"languages[]\"\r\nContent-Type: application/json",
            "en",
        ),
        field("a b", "1"),
    ];
    let expected = [
        "body `file`: is missing",
        "body `images[]`: must have at most 2 items",
        "body `languages[]`: must be text in UTF-8",
        "body `hints.speakers`: must be from 1 to 9",
        "body `hints.names[0]`: expected a string",
        "body `format`: occurs twice",
        "body `format`: expected one of `json`, `text`",
        "body `speed`: must be at least 0.5",
        "body `unknown`: is not a known field",
        "body `[\"a b\"]`: is not a known field",
    ];
    assert_eq!(errors::<Upload>(&parts).await, expected);
}

#[tokio::test]
async fn the_media_types_of_parts_are_checked() {
    let allowed = "must have the media type `audio/*` or `video/mp4`";
    for (media, fits) in [
        ("audio/wav", true),
        ("Video/MP4; x=1", true),
        ("video/webm", false),
        ("", false),
    ] {
        let parts = [file("file", media, ""), field("speed", "1")];
        let expected = (!fits).then(|| format!("body `file`: {allowed}"));
        assert_eq!(
            errors::<Upload>(&parts).await,
            Vec::from_iter(expected),
            "{media}"
        );
    }
    let without = [
        part("name=\"file\"; filename=\"a\"", ""),
        field("speed", "1"),
    ];
    assert_eq!(
        errors::<Upload>(&without).await,
        [format!("body `file`: {allowed}")]
    );
    for (name, media, content, problem) in [
        ("format", "text/plain; charset=UTF-8", "json", None),
        (
            "format",
            "text/plain; charset=latin1",
            "json",
            Some("must be text in UTF-8"),
        ),
        ("format", "image/png", "json", Some("must be text in UTF-8")),
        (
            "hints",
            "application/vnd.hints+json",
            r#"{"names": []}"#,
            None,
        ),
        ("hints", "text/plain", r#"{"names": []}"#, None),
        (
            "hints",
            "application/xml",
            "<a/>",
            Some("must be JSON in UTF-8"),
        ),
    ] {
        let part = part(
            &format!("name=\"{name}\"\r\nContent-Type: {media}"),
            content,
        );
        let expected = problem.map(|problem| format!("body `{name}`: {problem}"));
        assert_eq!(
            errors::<Upload>(&with(&[part])).await,
            Vec::from_iter(expected),
            "{media}"
        );
    }
    // A file name does not make a part a file.
    let json = part(
        "name=\"hints\"; filename=\"hints.json\"",
        r#"{"names": []}"#,
    );
    assert!(errors::<Upload>(&with(&[json])).await.is_empty());
}

#[tokio::test]
async fn values_that_must_not_be_shown_have_no_places_inside() {
    let phrase = field("phrase", r#"{"names": [1]}"#);
    assert_eq!(
        errors::<Upload>(&with(&[phrase])).await,
        ["body `phrase`: expected a string"]
    );
    let upload: Upload = read(&form(&with(&[field(
        "phrase",
        r#"{"names": ["hunter2"]}"#,
    )])))
    .await
    .unwrap();
    let shown = format!("{upload:?}");
    assert!(
        shown.contains("phrase: <secret>")
            && !shown.contains("hunter2")
            && !shown.contains("a.bin"),
        "{shown}"
    );
}

#[tokio::test]
async fn text_and_json_that_cannot_be_read_are_validation_errors() {
    for (name, content, problem) in [
        ("speed", "fast", "expected a number"),
        ("speed", "", "expected a number"),
        ("hints", "", "is not valid JSON: line 1, column 0"),
        ("hints", "{", "is not valid JSON: line 1, column 1"),
    ] {
        let others = [audio(), field("speed", "1")];
        let others = &others[..if name == "speed" { 1 } else { 2 }];
        let found = errors::<Upload>(&[others, &[field(name, content)]].concat()).await;
        assert_eq!(found, [format!("body `{name}`: {problem}")], "{content}");
    }
    let mut body = form(&with(&[])).into_bytes();
    let speed = body
        .windows(5)
        .position(|window| window == b"\r\n1\r\n")
        .unwrap();
    body[speed + 2] = 0xff;
    let error = multipart::<Upload>(body).read().await.unwrap_err();
    assert_eq!(problems(&error), ["body `speed`: must be text in UTF-8"]);
}

#[tokio::test]
async fn a_part_that_is_no_file_is_limited() {
    let long = |length: usize| field("languages[]", &"x".repeat(length));
    assert!(errors::<Upload>(&with(&[long(LIMIT)])).await.is_empty());
    let expected = ["body `languages[]`: must have at most 50 bytes"];
    assert_eq!(
        errors::<Upload>(&with(&[long(LIMIT + 1), field("format", "text")])).await,
        expected
    );
    // A file is limited by the whole body.
    let large = [
        file("file", "audio/wav", &"x".repeat(1000)),
        field("speed", "1"),
    ];
    assert!(errors::<Upload>(&large).await.is_empty());
}

#[tokio::test]
async fn a_body_without_its_end_is_an_error() {
    let body = form(&with(&[]));
    for length in 0..body.len() - 2 {
        let error = multipart::<Upload>(chunks(&body.as_bytes()[..length], 9))
            .read()
            .await
            .unwrap_err();
        let MultipartError::Body(cause) = &error else {
            panic!("{error:?}")
        };
        assert_eq!(cause.kind(), BodyErrorKind::Interrupted);
        assert!(cause.is_of_request() && error.source().is_some());
    }
}

#[tokio::test]
async fn a_body_that_is_not_multipart_is_one_validation_error() {
    let error = multipart::<Upload>(field("speed", "1") + "--Bx")
        .read()
        .await
        .unwrap_err();
    let expected = "body: is not valid multipart: a boundary is followed by something else";
    assert_eq!(problems(&error), [expected]);
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn many_invalid_parts_do_not_take_much_memory() {
    let parts = vec![field("unknown", "1"); 999];
    assert!(errors::<Upload>(&parts).await.len() < 200);
}

#[tokio::test]
async fn parts_are_read_one_by_one_in_the_order_in_which_they_were_sent() {
    let parts = [
        field("languages[]", "en"),
        audio(),
        field("speed", "2"),
        field("languages[]", "de"),
    ];
    for size in 1..200 {
        let mut form = multipart::<Upload>(chunks(form(&parts).as_bytes(), size));
        let mut read = Vec::new();
        while let Some(part) = form.next().await {
            read.push(match part.unwrap() {
                UploadPart::Languages(language) => language,
                UploadPart::Speed(speed) => speed.to_string(),
                UploadPart::File(file) => {
                    assert_eq!(file.media.as_deref(), Some("audio/mpeg"));
                    let content = file.body.collect().await.unwrap();
                    String::from_utf8(content.into()).unwrap()
                }
                other => panic!("{other:?}"),
            });
        }
        assert_eq!(read, ["en", "la la", "2", "de"], "{size}");
    }
}

#[tokio::test]
async fn a_file_arrives_while_it_is_sent() {
    let (sender, receiver) = tokio::sync::mpsc::channel::<Result<String, std::io::Error>>(1);
    let body = stream::unfold(receiver, |mut receiver| async move {
        Some((receiver.recv().await?, receiver))
    });
    let mut form = multipart::<Upload>(Body::from_stream(body));
    let start = "--B\r\nContent-Disposition: form-data; name=file\r\nContent-Type: audio/x\r\n\r\nstart of the file";
    sender.send(Ok(start.into())).await.unwrap();
    let Some(Ok(UploadPart::File(mut file))) = form.next().await else {
        panic!("the file is not first")
    };
    assert!(
        file.body
            .next()
            .await
            .unwrap()
            .unwrap()
            .starts_with(b"start of the")
    );
    sender.send(Ok("more".into())).await.unwrap();
    // What may be the start of a boundary is held back.
    assert_eq!(file.body.next().await.unwrap().unwrap(), "file");
    drop(sender);
    let error = file.body.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), BodyErrorKind::Interrupted);
    // The form is not complete either, even if the handler ignores the first error.
    assert!(matches!(
        form.next().await,
        Some(Err(MultipartError::Body(_)))
    ));
    assert!(form.next().await.is_none());
}

#[tokio::test]
async fn the_rest_of_a_file_is_skipped() {
    let parts = [
        audio(),
        file("images[]", "image/png", &"x".repeat(1000)),
        field("speed", "1"),
    ];
    let mut form = multipart::<Upload>(chunks(form(&parts).as_bytes(), 10));
    let Some(Ok(UploadPart::File(mut first))) = form.next().await else {
        panic!("the file is not first")
    };
    first.body.next().await.unwrap().unwrap();
    let Some(Ok(UploadPart::Images(second))) = form.next().await else {
        panic!("the image is not second")
    };
    drop(second);
    let error = first.body.next().await.unwrap().unwrap_err();
    assert_eq!(
        error.source().unwrap().to_string(),
        "the next part was read before the file"
    );
    assert!(!error.is_of_request());
    assert!(matches!(form.next().await, Some(Ok(UploadPart::Speed(_)))));
    assert!(form.next().await.is_none());
}

#[tokio::test]
async fn the_next_part_can_be_read_after_an_invalid_one() {
    let parts = [
        field("unknown", "x"),
        field("speed", "0"),
        field("hints", "{}"),
        field("format", "text"),
    ];
    let mut form = multipart::<Upload>(form(&parts));
    let mut read = Vec::new();
    while let Some(part) = form.next().await {
        read.push(match part {
            Ok(part) => format!("{part:?}"),
            Err(error) => error.to_string(),
        });
    }
    let expected = [
        "body `unknown`: is not a known field",
        "body `speed`: must be at least 0.5",
        "body `hints.names`: is missing",
        "Format { .. }",
        "body `file`: is missing",
    ];
    assert_eq!(read, expected);
}

#[tokio::test]
async fn files_of_other_names_are_kept() {
    let parts = [
        file("a.txt", "text/plain", "1"),
        field("replace", "true"),
        file("b c", "x/y", "2"),
    ];
    let folder: Folder = read(&form(&parts)).await.unwrap();
    assert_eq!(folder.replace, Some(true));
    assert_eq!(folder.files.keys().collect::<Vec<_>>(), ["a.txt", "b c"]);
    assert_eq!(
        errors::<Folder>(&[file("a", "x/y", ""), file("a", "x/y", "")]).await,
        ["body `a`: occurs twice"]
    );
    let mut form = multipart::<Folder>(form(&parts));
    let Some(Ok(FolderPart::File(name, file))) = form.next().await else {
        panic!("the file is not first")
    };
    assert_eq!(
        (name.as_str(), file.body.collect().await.unwrap().as_ref()),
        ("a.txt", b"1".as_slice())
    );
    assert!(matches!(
        form.next().await,
        Some(Ok(FolderPart::Replace(true)))
    ));
}

#[tokio::test]
async fn a_form_without_files_is_an_object() {
    let parts = [
        field("name", "Ann"),
        field("motto", ""),
        field("tags", "a"),
        field("tags", "b"),
        field("age", "3.0"),
    ];
    let profile = read_whole::<Profile>(form(&parts).into(), TYPE, LIMIT)
        .unwrap()
        .unwrap();
    let expected = Profile {
        name: "Ann".into(),
        age: Some(3),
        motto: None,
        tags: vec!["a".into(), "b".into()],
    };
    assert_eq!(profile, expected);
    let error = read_whole::<Profile>(
        form(&[field("name", ""), field("age", "x")]).into(),
        TYPE,
        LIMIT,
    )
    .unwrap()
    .unwrap_err();
    let expected = [
        "body `name`: must have at least 1 character",
        "body `age`: expected an integer",
        "body `motto`: is missing",
        "body `tags`: must have at least 1 item",
    ];
    assert_eq!(problems(&error), expected);
    let repeated = [&parts[..], &[field("tags", "a")]].concat();
    let error = read_whole::<Profile>(form(&repeated).into(), TYPE, LIMIT)
        .unwrap()
        .unwrap_err();
    assert_eq!(problems(&error).len(), 1);
    assert!(error.to_string().starts_with("body `tags`: "), "{error}");
    let error = read_whole::<Profile>("--B".into(), TYPE, LIMIT)
        .unwrap()
        .unwrap_err();
    assert!(read_whole::<Profile>("".into(), b"multipart/form-data", LIMIT).is_none());
    assert!(matches!(error, MultipartError::Body(_)));
}

/// The profile in a body of `multipart/mixed` with these parts.
fn mixed(parts: &[String]) -> Result<Profile, Vec<String>> {
    let read = read_whole(form(parts).into(), b"multipart/mixed; boundary=B", LIMIT);
    read.unwrap().map_err(|error| problems(&error))
}

/// Other senders give parts no identifiers, or some of their own.
#[test]
fn parts_that_are_not_of_a_form_are_told_apart_by_their_order() {
    let profile = |age| Profile {
        name: "Ann".into(),
        age,
        motto: Some("b".into()),
        tags: vec!["c".into(), "d".into()],
    };
    let plain = |content: &str| format!("--B\r\nContent-Type: text/plain\r\n\r\n{content}\r\n");
    let id = |id: &str, content: &str| format!("--B\r\nContent-ID: <{id}>\r\n\r\n{content}\r\n");
    let all = ["Ann", "7", "b", "c", "d"];
    for (parts, age) in [
        (all.map(plain).to_vec(), Some(7)),
        // Identifiers of the sender's own.
        (all.map(|content| id("1@a", content)).to_vec(), Some(7)),
        // A part that names its field goes before the order.
        (
            vec![plain("Ann"), id("motto", "b"), plain("c"), plain("d")],
            None,
        ),
        (
            vec![
                id("tags", "c"),
                id("tags", "d"),
                id("motto", "b"),
                id("name", "Ann"),
            ],
            None,
        ),
        (
            vec![
                field("name", "Ann"),
                field("motto", "b"),
                field("tags", "c"),
                field("tags", "d"),
            ],
            None,
        ),
    ] {
        assert_eq!(mixed(&parts), Ok(profile(age)), "{parts:?}");
    }
    assert_eq!(
        mixed(&[plain("Ann"), plain("7")]),
        Err(vec![
            "body `motto`: is missing".to_owned(),
            "body `tags`: must have at least 1 item".to_owned(),
        ])
    );
    assert_eq!(
        mixed(&[id("name", "Ann"), id("name", "Bob")]).unwrap_err()[0],
        "body `name`: occurs twice"
    );
}
