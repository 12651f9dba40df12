//! Random forms.

use bytes::Bytes;

use super::{Folder, TYPE, Upload, chunks};
use crate::multipart::head::Naming;
use crate::multipart::parser::{Parser, Token};
use crate::multipart::{FilePart, Multipart, write};

/// Bytes that consist of what matters to the parser.
fn random_body(random: &mut fastrand::Rng) -> Vec<u8> {
    const PARTS: [&[u8]; 14] = [
        b"\r\n--B",
        b"\r\n",
        b"\r\n\r\n",
        b"--",
        b"B",
        b"\r",
        b"\n",
        b" ",
        b"x",
        b"\xff",
        b"Content-Disposition: form-data; name=",
        b"\"file\"",
        b"; filename=\"",
        b"Content-Type: audio/x",
    ];
    let count = random.usize(..40);
    let parts = (0..count).map(|_| PARTS[random.usize(..PARTS.len())]);
    parts.collect::<Vec<_>>().concat()
}

/// All tokens of a body in chunks of this size, with adjoining content joined, or the error.
fn tokens(body: &[u8], size: usize) -> Result<Vec<Token>, &'static str> {
    let mut parser = Parser::new(b"B", Naming::Form);
    let mut tokens: Vec<Token> = Vec::new();
    for chunk in body.chunks(size) {
        parser.push(chunk);
        while let Some(token) = parser.next()? {
            match (tokens.last_mut(), token) {
                (Some(Token::Content(whole)), Token::Content(more)) => {
                    *whole = Bytes::from([&whole[..], &more[..]].concat());
                }
                (_, token) => tokens.push(token),
            }
        }
    }
    Ok(tokens)
}

#[test]
fn a_body_is_the_same_in_chunks_of_any_size() {
    let mut random = fastrand::Rng::with_seed(13);
    let mut parts = 0;
    for _ in 0..5_000 {
        // Most bodies begin with a valid part, so that its content is reached.
        let start = "--B\r\nContent-Disposition: form-data; name=a\r\n\r\n";
        let start = if random.u8(..10) > 0 { start } else { "" };
        let body = [start.as_bytes(), &random_body(&mut random)].concat();
        let whole = tokens(&body, body.len().max(1));
        let size = random.usize(1..20);
        match (whole, tokens(&body, size)) {
            // How much content comes before an error depends on the chunks.
            (Err(whole), Err(split)) => assert_eq!(whole, split),
            (whole, split) => {
                // At the end, content that may be the start of a boundary is held back in both.
                parts += whole.as_ref().map_or(0, Vec::len);
                assert_eq!(whole, split, "{size} {:?}", String::from_utf8_lossy(&body));
            }
        }
    }
    assert!(parts > 2_000, "{parts}");
}

#[tokio::test]
async fn random_bytes_are_read_without_a_panic() {
    let mut random = fastrand::Rng::with_seed(14);
    for _ in 0..3_000 {
        let mut body = random_body(&mut random);
        if random.bool() {
            body = (0..random.usize(..100)).map(|_| random.u8(..)).collect();
        }
        let body = [b"--B\r\n", &body[..]].concat();
        let limit = random.usize(..100);
        let form = |size| chunks(&body, size);
        let _ = Multipart::<Upload>::new(form(7), TYPE, limit)
            .unwrap()
            .read()
            .await;
        let mut parts = Multipart::<Folder>::new(form(3), TYPE, limit).unwrap();
        while parts.next().await.is_some() {}
    }
}

#[tokio::test]
async fn what_is_written_is_read_again() {
    let mut random = fastrand::Rng::with_seed(15);
    for _ in 0..500 {
        let names: Vec<String> = (0..random.usize(1..5))
            .map(|n| {
                let length = random.usize(..8);
                let name: String = (0..length)
                    .map(|_| random.char('\u{1}'..'\u{2ff}'))
                    .collect();
                // These are read as escapes, as browsers send them.
                let name = name.replace(['\\', '/', '%'], "_");
                format!("{n}{name}")
            })
            .collect();
        let (size, yes) = (random.usize(1..20), random.bool());
        let contents: Vec<Vec<u8>> = names.iter().map(|_| random_body(&mut random)).collect();
        let files = names.iter().zip(&contents).map(|(name, content)| {
            let file = FilePart::new(chunks(content, size));
            (name.clone(), file.file_name(name.clone()).media("x/y"))
        });
        let folder = Folder {
            replace: Some(yes),
            files: files.collect(),
        };
        let media = ["multipart/form-data", "multipart/mixed"][random.usize(..2)];
        let form = write(folder, media, None).unwrap();
        let (media, body) = (form.media, form.body);
        let sent = body.collect().await.unwrap();
        let body = chunks(&sent, random.usize(1..50));
        let form = Multipart::<Folder>::new(body, media.as_bytes(), 1000).unwrap();
        let read = form.read().await.unwrap();
        assert_eq!(read.replace, Some(yes));
        for (name, content) in names.iter().zip(contents) {
            let file = &read.files[name];
            assert_eq!(
                (file.file_name.as_ref(), file.media.as_deref()),
                (Some(name), Some("x/y"))
            );
            let body = file.body.try_clone().unwrap();
            assert!(body.collect().await.unwrap() == content);
        }
    }
}
