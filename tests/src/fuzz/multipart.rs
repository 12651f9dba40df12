//! The parser of multipart forms.

use std::collections::BTreeMap;

use specsmith_runtime::codegen::{self as rt, SentForm, write_multipart};
use specsmith_runtime::{FilePart, Multipart};

use super::chunks::{pieces, whole};
use super::exchange::run;

rt::multipart! {
    /// A form with parts of every kind.
    pub struct Upload: UploadPart {
        /// A file.
        #[part("file": file("text/*").required(), File(rt::FilePart))]
        pub file: rt::FilePart,
        /// Texts.
        #[part("words": text.optional_list(), Words(String))]
        pub words: Option<Vec<String>>,
        /// JSON.
        #[part("hints": json.optional(), Hints(std::collections::BTreeMap<String, u8>))]
        pub hints: Option<BTreeMap<String, u8>>,
        #[additional_files(Other)]
        pub others: BTreeMap<String, rt::FilePart>,
    }
}

/// The longest part that is not a file.
const LIMIT: usize = 64;

/// Reads any bytes as a form with the boundary `b`. How they are cut into pieces makes no difference, and neither does
/// reading it whole or part by part.
pub fn multipart(data: &[u8]) {
    let seed = data.len() as u64;
    let parts = read(form(whole(data)));
    assert_eq!(parts, read(form(pieces(data, seed))));
    let at_once = run(form(pieces(data, seed)).read());
    assert_eq!(
        at_once.is_ok(),
        parts.iter().all(Result::is_ok),
        "{parts:?}"
    );
}

fn form(body: rt::Body) -> Multipart<Upload> {
    let form = Multipart::new(body, b"multipart/form-data; boundary=b", LIMIT);
    form.expect("there is a boundary")
}

/// What the parts contain, or what is wrong with them.
fn read(mut form: Multipart<Upload>) -> Vec<Result<String, String>> {
    let mut parts = Vec::new();
    run(async {
        while let Some(part) = form.next().await {
            parts.push(match part {
                Ok(UploadPart::File(file)) => content("file", file).await,
                Ok(UploadPart::Other(name, file)) => content(&name, file).await,
                Ok(UploadPart::Words(word)) => Ok(word),
                Ok(UploadPart::Hints(hints)) => Ok(format!("{hints:?}")),
                Err(error) => Err(format!("{error:?}")),
            });
        }
    });
    parts
}

async fn content(name: &str, file: FilePart) -> Result<String, String> {
    let shown = format!("{name} {:?} {:?}", file.file_name, file.media);
    match file.body.collect().await {
        Ok(content) => Ok(format!("{shown} {content:?}")),
        Err(error) => Err(format!("{shown} {error:?}")),
    }
}

/// Writes a form with any strings, and reads it again.
pub fn written_multipart(data: &[u8]) {
    for media in ["multipart/form-data", "multipart/related"] {
        written_as(media, data);
    }
}

fn written_as(media: &'static str, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut texts = text.split('\u{1}').map(str::to_owned);
    let mut next = || texts.next().unwrap_or_default();
    let (content, file_name, hint) = (next(), next(), next());
    // A form has at most 1000 parts.
    let words: Vec<String> = texts.take(900).collect();
    let sent = Upload {
        file: FilePart::new(content.clone())
            .file_name(file_name.clone())
            .media("text/plain"),
        words: Some(words.clone()),
        hints: Some(BTreeMap::from([(hint.clone(), 7)])),
        others: BTreeMap::new(),
    };
    let Ok(SentForm { media, body, .. }) = write_multipart(sent, media, None) else {
        return;
    };
    run(async {
        let form = Multipart::<Upload>::new(body, media.as_bytes(), usize::MAX);
        let received = form.expect("there is a boundary").read().await;
        let received = received.expect("the server accepts what the client sends");
        let received_content = received.file.body.collect().await;
        assert_eq!(
            received_content.expect("it is complete"),
            content.as_bytes()
        );
        // The server keeps no folders.
        let without_folders = file_name.rsplit(['/', '\\']).next();
        // As with browsers, a name with `%22` is received as if it had a quote.
        if !file_name.contains('%') {
            assert_eq!(received.file.file_name.as_deref(), without_folders);
        }
        assert_eq!(received.words.unwrap_or_default(), words);
        assert_eq!(received.hints, Some(BTreeMap::from([(hint, 7)])));
    });
}
