#![allow(clippy::expect_used, dead_code, unreachable_pub)]

mod head;
mod parser;
mod random;
mod reading;
mod writing;

use bytes::Bytes;
use futures_util::stream;

use crate::body::Body;
use crate::codegen as rt;

crate::object! {
    /// Who speaks.
    pub struct Hints {
        #[field(optional)]
        #[rules(min = 1, max = 9)]
        pub speakers: Option<i64>,
        pub names: Vec<String>,
    }
}

crate::closed_enum! {
    /// The format of a transcript.
    pub enum Format {
        /// JSON.
        Json = "json",
        /// Text.
        Text = "text",
    }
}

crate::multipart! {
    /// A form with every kind of field.
    #[multipart(closed)]
    pub struct Upload: UploadPart {
        /// A recording.
        #[part("file": file("audio/*", "video/mp4").required(), File(rt::FilePart))]
        pub file: rt::FilePart,
        /// Any files.
        #[part("images[]": file.list(), Images(rt::FilePart))]
        #[rules(max_items = 2)]
        pub images: Vec<rt::FilePart>,
        /// Languages.
        #[part("languages[]": text.optional_list(), Languages(String))]
        pub languages: Option<Vec<String>>,
        /// Hints.
        #[part("hints": json.optional(), Hints(Hints))]
        pub hints: Option<Hints>,
        /// A format.
        #[part("format": text.optional(), Format(Format))]
        pub format: Option<Format>,
        /// The speed.
        #[part("speed": text.required(), Speed(f64))]
        #[rules(min_number = 0.5)]
        pub speed: f64,
        /// A phrase that nobody must see.
        #[field(secret)]
        #[part("phrase": json.optional(), Phrase(Hints))]
        pub phrase: Option<Hints>,
    }
}

crate::multipart! {
    /// Files of any name.
    pub struct Folder: FolderPart {
        /// Whether to replace files.
        #[part("replace": text.optional(), Replace(bool))]
        pub replace: Option<bool>,
        #[additional_files(File)]
        pub files: std::collections::BTreeMap<String, rt::FilePart>,
    }
}

crate::object! {
    /// A form without files.
    pub struct Profile {
        #[rules(min_length = 1)]
        pub name: String,
        #[field(optional)]
        pub age: Option<i64>,
        pub motto: Option<String>,
        #[rules(min_items = 1, unique_items = crate::distinct::distinct::<String>)]
        pub tags: Vec<String>,
    }
}

crate::multipart!(impl Profile {
    #[part("name": text.required())]
    name,
    #[part("age": text.optional())]
    age,
    #[part("motto": text.required())]
    motto,
    #[part("tags": text.list())]
    tags,
});

/// A body that arrives in chunks of this size.
fn chunks(bytes: &[u8], size: usize) -> Body {
    let chunks: Vec<_> = bytes
        .chunks(size.max(1))
        .map(Bytes::copy_from_slice)
        .map(Ok::<_, std::io::Error>)
        .collect();
    Body::from_stream(stream::iter(chunks))
}

/// The header of forms with the boundary `B`.
const TYPE: &[u8] = b"multipart/form-data; boundary=B";

/// A part with these headers.
fn part(headers: &str, content: &str) -> String {
    format!("--B\r\nContent-Disposition: form-data; {headers}\r\n\r\n{content}\r\n")
}

fn field(name: &str, content: &str) -> String {
    part(&format!("name=\"{name}\""), content)
}

fn file(name: &str, media: &str, content: &str) -> String {
    let headers = format!("name=\"{name}\"; filename=\"a.bin\"\r\nContent-Type: {media}");
    part(&headers, content)
}

/// A form of these parts.
fn form(parts: &[String]) -> String {
    parts.concat() + "--B--\r\n"
}
