//! The headers of parts.

use crate::multipart::boundary;
use crate::multipart::head::{Naming, PartHead};

fn read(lines: &str) -> Result<PartHead, &'static str> {
    PartHead::read(lines.as_bytes(), Naming::Form)
}

/// The names of the field and of the file.
fn names(disposition: &str) -> (String, Option<String>) {
    let head = read(&format!("Content-Disposition: form-data; {disposition}")).unwrap();
    (head.name, head.file_name)
}

#[test]
fn names_are_quoted_or_tokens() {
    let expected = ("a".to_owned(), Some("b.txt".to_owned()));
    for disposition in [
        r#"name="a"; filename="b.txt""#,
        "name=a; filename=b.txt",
        r#"filename="b.txt";name="a";"#,
        r#"NAME="a" ; FileName = "b.txt" ; x=y"#,
    ] {
        assert_eq!(names(disposition), expected, "{disposition}");
    }
    assert_eq!(names("name=\"\""), (String::new(), None));
    assert_eq!(names(r#"name="a;b=c""#).0, "a;b=c");
    assert_eq!(names("name=\"Größe 寸法\"").0, "Größe 寸法");
}

#[test]
fn the_escapes_of_browsers_and_curl_are_read() {
    assert_eq!(names(r#"name="a%22b%0D%0Ac""#).0, "a\"b\r\nc");
    assert_eq!(names(r#"name="a\"b\\c""#).0, r#"a"b\c"#);
    // Other percent signs and backslashes are not escapes.
    assert_eq!(names(r#"name="100%25 %zz \x""#).0, r"100%25 %zz \x");
    assert_eq!(names(r#"name="a\""#).0, r"a\");
}

#[test]
fn the_name_of_a_file_has_no_folders() {
    for (sent, expected) in [
        ("../../etc/passwd", "passwd"),
        (r"C:\Users\ann\photo.png", "photo.png"),
        (r"C:\\Users\\photo.png", "photo.png"),
        ("/", ""),
        ("..", ".."),
    ] {
        let file = names(&format!("name=a; filename=\"{sent}\"")).1;
        assert_eq!(file.as_deref(), Some(expected), "{sent}");
    }
}

#[test]
fn an_extended_name_of_a_file_is_preferred() {
    let file = |parameters: &str| names(&format!("name=a; {parameters}")).1.unwrap();
    assert_eq!(
        file("filename=plain; filename*=UTF-8''na%C3%AFve.txt"),
        "naïve.txt"
    );
    assert_eq!(file("filename*=utf-8''a%2Fb; filename=plain"), "b");
    // Other charsets, and text that is not UTF-8, are not read.
    for bad in ["ISO-8859-1''%E9", "UTF-8''%ff", "UTF-8'en'x", "", "é''"] {
        assert_eq!(
            file(&format!("filename=plain; filename*={bad}")),
            "plain",
            "{bad}"
        );
    }
}

#[test]
fn other_headers_are_ignored() {
    let head = read("X-A: b\r\ncontent-type: audio/mpeg; x=1\r\nCONTENT-DISPOSITION: form-data; name=a\r\nContent-Length: 7").unwrap();
    let expected = PartHead {
        name: "a".into(),
        file_name: None,
        media: Some("audio/mpeg; x=1".into()),
    };
    assert_eq!(head, expected);
    for encoding in ["binary", "8bit", "7BIT"] {
        let lines = format!(
            "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: {encoding}"
        );
        assert!(read(&lines).is_ok());
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    for (lines, problem) in [
        ("", "a part has no header `Content-Disposition`"),
        (
            "Content-Type: text/plain",
            "a part has no header `Content-Disposition`",
        ),
        ("no colon", "a header of a part has no colon"),
        ("Content-Disposition: form-data", "a part has no name"),
        (
            "Content-Disposition: form-data; filename=a",
            "a part has no name",
        ),
        (
            "Content-Disposition: attachment; name=a",
            "a part is not `form-data`",
        ),
        (
            "Content-Disposition: form-data; name=\"a",
            "a header `Content-Disposition` cannot be read",
        ),
        (
            "Content-Disposition: form-data; name=\"a\\",
            "a header `Content-Disposition` cannot be read",
        ),
        (
            "Content-Disposition: form-data; name=\"a\"b",
            "a header `Content-Disposition` cannot be read",
        ),
        (
            "Content-Disposition: form-data; name",
            "a header `Content-Disposition` cannot be read",
        ),
        (
            "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b",
            "a part has two headers `Content-Disposition`",
        ),
        (
            "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64",
            "the transfer encoding of a part is not supported",
        ),
    ] {
        assert_eq!(read(lines), Err(problem), "{lines:?}");
    }
}

#[test]
fn a_boundary_is_a_token_or_quoted_and_has_up_to_70_characters() {
    let boundary_of =
        |value: &str| boundary(value.as_bytes()).map(|found| String::from_utf8(found).unwrap());
    assert_eq!(
        boundary_of("multipart/form-data; boundary=abc").as_deref(),
        Some("abc")
    );
    assert_eq!(
        boundary_of("multipart/form-data; charset=utf-8; Boundary=\"a b\"").as_deref(),
        Some("a b")
    );
    assert_eq!(
        boundary_of("multipart/form-data; boundary=----x ; y=z").as_deref(),
        Some("----x")
    );
    let long = |length: usize| {
        boundary_of(&format!(
            "multipart/form-data; boundary={}",
            "x".repeat(length)
        ))
    };
    assert!(long(70).is_some() && long(71).is_none() && long(0).is_none());
    for none in [
        "",
        "multipart/form-data",
        "multipart/form-data; boundary",
        "multipart/form-data; boundary=\"x",
    ] {
        assert_eq!(boundary_of(none), None, "{none}");
    }
}
