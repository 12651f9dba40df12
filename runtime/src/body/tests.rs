use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::{StreamExt, stream};

use super::*;

fn pieces(pieces: &[&'static str]) -> Body {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|piece| Ok::<_, io::Error>(*piece))
        .collect();
    Body::from_stream(stream::iter(pieces))
}

async fn text(body: Body) -> String {
    let bytes = body.collect().await.unwrap();
    String::from_utf8(bytes.into()).unwrap()
}

fn kind<T>(result: Result<T, BodyError>) -> BodyErrorKind {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => error.kind(),
    }
}

#[tokio::test]
async fn bytes_and_text_have_a_known_length_and_arrive_unchanged() {
    for body in [
        Body::from("abc"),
        Body::from(String::from("abc")),
        Body::from(b"abc"),
        Body::from(b"abc".to_vec()),
        Body::from(Bytes::from_static(b"abc")),
    ] {
        assert_eq!(body.length(), Some(3));
        assert_eq!(text(body).await, "abc");
    }
    assert_eq!(Body::empty().length(), Some(0));
    assert_eq!(text(Body::empty()).await, "");
}

#[tokio::test]
async fn a_stream_has_no_length_unless_it_is_announced() {
    let body = pieces(&["a", "", "bc"]);
    assert_eq!(body.length(), None);
    assert_eq!(text(body).await, "abc");
    let mut body = pieces(&["a", "", "bc"]).with_length(3);
    assert_eq!(body.next().await.unwrap().unwrap(), "a");
    assert_eq!(body.length(), Some(2));
    // Empty chunks are skipped.
    assert_eq!(body.next().await.unwrap().unwrap(), "bc");
    assert!(body.next().await.is_none());
}

#[tokio::test]
async fn a_stream_that_is_shorter_or_longer_than_announced_fails() {
    let shorter = pieces(&["ab"]).with_length(3).collect().await;
    assert_eq!(kind(shorter), BodyErrorKind::WrongLength);
    let mut longer = pieces(&["ab", "cd", "ef"]).with_length(3);
    assert_eq!(longer.next().await.unwrap().unwrap(), "ab");
    assert_eq!(
        kind(longer.next().await.unwrap()),
        BodyErrorKind::WrongLength
    );
    // It ends after an error.
    assert!(longer.next().await.is_none());
}

#[tokio::test]
async fn a_body_is_collected_up_to_a_limit() {
    assert_eq!(pieces(&["ab", "c"]).collect_up_to(3).await.unwrap(), "abc");
    for body in [pieces(&["ab", "c"]), pieces(&["abc"]), Body::from("abc")] {
        let result = body.collecting_at_most(2).collect().await;
        assert_eq!(kind(result), BodyErrorKind::TooLarge { limit: 2 });
    }
    let announced = pieces(&[]).with_length(3).collect_up_to(2).await;
    assert_eq!(kind(announced), BodyErrorKind::TooLarge { limit: 2 });
}

/// A stream without an end is read only as far as the limit.
#[tokio::test]
async fn an_endless_stream_is_read_up_to_the_limit() {
    let read = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&read);
    let endless = stream::repeat_with(move || {
        count.fetch_add(1, Ordering::Relaxed);
        Ok::<_, io::Error>("0123456789")
    });
    let result = Body::from_stream(endless).collect_up_to(1000).await;
    assert_eq!(kind(result), BodyErrorKind::TooLarge { limit: 1000 });
    assert_eq!(read.load(Ordering::Relaxed), 101);
}

#[tokio::test]
async fn the_error_of_a_stream_is_the_cause() {
    let failing = [Ok("a"), Err(io::Error::other("the disk is gone")), Ok("b")];
    let mut body = Body::from_stream(stream::iter(failing));
    assert_eq!(body.next().await.unwrap().unwrap(), "a");
    let error = body.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), BodyErrorKind::Source);
    assert_eq!(error.to_string(), "the source of the body failed");
    let cause = std::error::Error::source(&error).unwrap();
    assert_eq!(cause.to_string(), "the disk is gone");
    assert!(body.next().await.is_none());
}

#[tokio::test]
async fn the_error_of_another_body_stays_the_same() {
    let inner = pieces(&["ab"]).with_length(3);
    let outer = Body::from_stream(inner.map(|chunk| chunk.map(|chunk| chunk.to_vec())));
    assert_eq!(kind(outer.collect().await), BodyErrorKind::WrongLength);
}

#[tokio::test]
async fn several_bodies_are_one() {
    let known = Body::concat([Body::from("a"), Body::empty(), Body::from("bc")]);
    assert_eq!(known.length(), Some(3));
    assert_eq!(text(known.try_clone().unwrap()).await, "abc");
    assert_eq!(text(known).await, "abc");
    let unknown = Body::concat([Body::from("a"), pieces(&["b"]), Body::from("c")]);
    assert_eq!(unknown.length(), None);
    assert!(unknown.try_clone().is_none());
    assert_eq!(text(unknown).await, "abc");
    assert_eq!(Body::concat([]).length(), Some(0));
}

#[test]
fn debug_does_not_show_the_bytes() {
    assert_eq!(
        format!("{:?}", Body::from("hunter2")),
        "Body { length: Some(7), .. }"
    );
}

#[cfg(feature = "files")]
mod files {
    use tokio::io::AsyncSeekExt;

    use super::*;

    /// A file of this test, which is removed at its end.
    struct Temporary(std::path::PathBuf);

    impl Temporary {
        fn new(name: &str, bytes: &[u8]) -> Self {
            let name = format!("specsmith-body-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, bytes).unwrap();
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[tokio::test]
    async fn a_file_is_read_in_chunks() {
        let bytes: Vec<u8> = (0..300_000_u32).map(|n| n as u8).collect();
        let file = Temporary::new("chunks", &bytes);
        let mut body = Body::open(&file.0).await.unwrap();
        assert_eq!(body.length(), Some(300_000));
        let mut read = Vec::new();
        while let Some(chunk) = body.next().await {
            let chunk = chunk.unwrap();
            assert!(chunk.len() <= 128 * 1024, "{}", chunk.len());
            read.extend_from_slice(&chunk);
        }
        assert_eq!(read, bytes);
    }

    #[tokio::test]
    async fn only_the_rest_of_an_open_file_is_sent() {
        let path = Temporary::new("rest", b"0123456789");
        let mut file = tokio::fs::File::open(&path.0).await.unwrap();
        file.seek(io::SeekFrom::Start(7)).await.unwrap();
        let body = Body::from_file(file).await.unwrap();
        assert_eq!(body.length(), Some(3));
        assert_eq!(text(body).await, "789");
    }

    #[tokio::test]
    async fn a_file_that_grows_is_sent_up_to_its_length_and_one_that_shrinks_is_an_error() {
        let file = Temporary::new("grows", b"0123456789");
        let body = Body::open(&file.0).await.unwrap();
        std::fs::write(&file.0, b"0123456789 and more").unwrap();
        assert_eq!(text(body).await, "0123456789");
        let body = Body::open(&file.0).await.unwrap();
        std::fs::write(&file.0, b"01").unwrap();
        assert_eq!(kind(body.collect().await), BodyErrorKind::WrongLength);
    }

    #[tokio::test]
    async fn a_file_that_does_not_exist_cannot_be_opened() {
        let error = Body::open("/nowhere/at/all").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
