//! Forms that are sent.

use std::collections::BTreeMap;

use super::{Folder, Format, Hints, Profile, Upload, chunks};
use crate::body::Body;
use crate::multipart::table::Table;
use crate::multipart::{
    FilePart, Multipart, MultipartForm, SentForm, WrittenForm, read_whole, text_part,
};

/// The media type and the body of a form.
fn write<T: MultipartForm>(form: T) -> Result<(String, Body), String> {
    let form = crate::multipart::write(form, "multipart/form-data", None)?;
    assert!(form.head.is_empty());
    Ok((form.media, form.body))
}

/// A form with the boundary `B`.
async fn text<T: MultipartForm>(value: T) -> String {
    let (media, text) = text_of("multipart/form-data", value).await;
    assert_eq!(media, "multipart/form-data; boundary=B");
    text
}

/// The media type and the text of a body with the boundary `B`.
async fn text_of<T: MultipartForm>(media: &'static str, value: T) -> (String, String) {
    let mut form = WrittenForm::new(Table::of::<T>(), media, "B".into());
    value.write(&mut form);
    let SentForm { media, body, .. } = form.finish().unwrap();
    let length = body.length();
    let bytes = body.collect().await.unwrap();
    assert!(length.is_none_or(|length| length == bytes.len() as u64));
    (media, String::from_utf8(bytes.into()).unwrap())
}

fn upload() -> Upload {
    Upload {
        file: FilePart::new("la la")
            .file_name("a \"b\"\r\n.mp3")
            .media("audio/mpeg"),
        images: vec![
            FilePart::new("1"),
            FilePart::new("2").file_name("2.gif").media("image/gif"),
        ],
        languages: Some(vec!["en".into(), "d\r\ne".into()]),
        hints: Some(Hints {
            speakers: None,
            names: vec!["é".into()],
        }),
        format: Some(Format::Json),
        speed: 1.5,
        phrase: None,
    }
}

#[tokio::test]
async fn parts_are_written_in_the_order_of_the_specification() {
    let expected = "\
        --B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a %22b%22%0D%0A.mp3\"\r\n\
        Content-Type: audio/mpeg\r\n\r\nla la\r\n\
        --B\r\nContent-Disposition: form-data; name=\"images[]\"; filename=\"file\"\r\n\
        Content-Type: application/octet-stream\r\n\r\n1\r\n\
        --B\r\nContent-Disposition: form-data; name=\"images[]\"; filename=\"2.gif\"\r\n\
        Content-Type: image/gif\r\n\r\n2\r\n\
        --B\r\nContent-Disposition: form-data; name=\"languages[]\"\r\n\r\nen\r\n\
        --B\r\nContent-Disposition: form-data; name=\"languages[]\"\r\n\r\nd\r\ne\r\n\
        --B\r\nContent-Disposition: form-data; name=\"hints\"\r\nContent-Type: application/json\r\n\r\n\
        {\"names\":[\"é\"]}\r\n\
        --B\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\njson\r\n\
        --B\r\nContent-Disposition: form-data; name=\"speed\"\r\n\r\n1.5\r\n\
        --B--\r\n";
    assert_eq!(text(upload()).await, expected);
}

#[tokio::test]
async fn a_form_is_read_as_it_was_written() {
    let (media, body) = write(upload()).unwrap();
    let read = Multipart::<Upload>::new(body, media.as_bytes(), 1000)
        .unwrap()
        .read()
        .await
        .unwrap();
    assert_eq!(read.file.file_name.as_deref(), Some("a \"b\"\r\n.mp3"));
    assert_eq!(read.languages, upload().languages);
    assert_eq!(
        (read.hints, read.format, read.speed),
        (upload().hints, upload().format, 1.5)
    );
    let files = BTreeMap::from([
        (
            "a/b".to_owned(),
            FilePart::new("1").file_name("x").media("text/plain"),
        ),
        ("\"c\"".to_owned(), FilePart::new("2")),
    ]);
    let (media, body) = write(Folder {
        replace: None,
        files,
    })
    .unwrap();
    let read = Multipart::<Folder>::new(body, media.as_bytes(), 1000)
        .unwrap()
        .read()
        .await
        .unwrap();
    assert_eq!(read.files.keys().collect::<Vec<_>>(), ["\"c\"", "a/b"]);
}

#[tokio::test]
async fn the_length_is_known_if_that_of_all_files_is() {
    let (_, body) = write(upload()).unwrap();
    assert!(body.length().is_some() && body.try_clone().is_some());
    let mut upload = upload();
    upload.file.body = chunks(b"la la", 2);
    let (_, body) = write(upload).unwrap();
    assert_eq!(body.length(), None);
    assert!(body.try_clone().is_none());
}

#[test]
fn a_form_that_cannot_be_sent_is_an_error() {
    let error = write(Upload {
        speed: f64::NAN,
        ..upload()
    })
    .unwrap_err();
    assert!(
        error.starts_with("the part `speed` cannot be written: "),
        "{error}"
    );
    let file = FilePart::new("").media("audio/x\r\nX-Injected: 1");
    let error = write(Upload { file, ..upload() }).unwrap_err();
    assert_eq!(error, "the media type of the file `file` cannot be sent");
}

#[test]
fn boundaries_differ() {
    let boundary = || {
        let (media, _) = write(upload()).unwrap();
        crate::multipart::boundary(media.as_bytes()).unwrap()
    };
    assert_eq!(boundary().len(), 32);
    assert_ne!(boundary(), boundary());
}

/// RFC 2387: no part is `form-data`, and the type of the first one is a parameter of the whole.
#[tokio::test]
async fn parts_that_are_not_of_a_form_have_identifiers() {
    let (media, text) = text_of("multipart/related", upload()).await;
    assert_eq!(media, "multipart/related; boundary=B; type=\"audio/mpeg\"");
    let expected = "\
        --B\r\nContent-Type: audio/mpeg\r\nContent-ID: <file>\r\n\
        Content-Disposition: attachment; filename=\"a %22b%22%0D%0A.mp3\"\r\n\r\nla la\r\n\
        --B\r\nContent-Type: application/octet-stream\r\nContent-ID: <images[]>\r\n\r\n1\r\n\
        --B\r\nContent-Type: image/gif\r\nContent-ID: <images[]>\r\n\
        Content-Disposition: attachment; filename=\"2.gif\"\r\n\r\n2\r\n\
        --B\r\nContent-Type: text/plain; charset=utf-8\r\nContent-ID: <languages[]>\r\n\r\nen\r\n";
    assert!(text.starts_with(expected), "{text}");
    let json = "\r\nContent-Type: application/json\r\nContent-ID: <hints>\r\n\r\n{";
    assert!(text.contains(json), "{text}");
    let (media, _) = text_of("multipart/mixed", upload()).await;
    assert_eq!(media, "multipart/mixed; boundary=B");
}

#[tokio::test]
async fn a_form_without_files_is_read_as_it_was_written() {
    let profile = Profile {
        name: "--B\r\n".into(),
        age: Some(-7),
        motto: None,
        tags: vec![String::new(), "é\"".into()],
    };
    let (media, body) = write(profile.clone()).unwrap();
    let read = read_whole::<Profile>(body.collect().await.unwrap(), media.as_bytes(), 1000);
    assert_eq!(read.unwrap().unwrap(), profile);
}

#[tokio::test]
async fn a_file_from_disk_has_its_name_and_media_type() {
    let path = std::env::temp_dir().join(format!("specsmith-{}.MP3", std::process::id()));
    std::fs::write(&path, b"la la").unwrap();
    let file = FilePart::open(&path).await.unwrap();
    assert_eq!(
        file.file_name.as_deref(),
        path.file_name().unwrap().to_str()
    );
    assert_eq!(file.media.as_deref(), Some("audio/mpeg"));
    assert_eq!(file.body.length(), Some(5));
    assert_eq!(file.body.collect().await.unwrap(), "la la");
    std::fs::remove_file(&path).unwrap();
    assert!(FilePart::open("/nowhere/at/all").await.is_err());
    let _: Body = FilePart::new(Body::empty()).body;
}

/// The part of one field is apart, and can be replaced by any text.
#[tokio::test]
async fn the_part_that_chooses_a_content_is_first() {
    for (media, end) in [
        ("multipart/form-data", "name=\"format\"\r\n\r\njson\r\n"),
        ("multipart/related", "Content-ID: <format>\r\n\r\njson\r\n"),
    ] {
        let form = crate::multipart::write(upload(), media, Some("format")).unwrap();
        let media = form.media.as_bytes();
        let own = String::from_utf8(form.head.clone()).unwrap();
        assert!(own.ends_with(end), "{own}");
        let rest = form.body.collect().await.unwrap();
        for head in [
            own.into_bytes(),
            text_part(media, "format", "json").unwrap(),
        ] {
            let body = [head, rest.to_vec()].concat();
            let read: Upload = read_whole(body.into(), media, 1000).unwrap().unwrap();
            assert_eq!(read.format, Some(Format::Json));
        }
    }
}
