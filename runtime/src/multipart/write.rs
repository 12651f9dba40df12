//! From values to a form.

use std::collections::BTreeMap;
use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::head::Naming;
use super::table::{PartKind, Table};
use super::{FilePart, MultipartForm};
use crate::body::Body;
use crate::decode::Decode;
use crate::encode::{Encoded, to_json};
use crate::plain;

/// A form that is being written. [`MultipartForm::write`] adds its parts.
pub struct WrittenForm {
    table: Table,
    /// Its media type.
    media: &'static str,
    boundary: String,
    /// The media type of its first part.
    root: Option<String>,
    /// The files so far, each after the text before it.
    bodies: Vec<Body>,
    /// The text after the last file.
    text: Vec<u8>,
    /// The field whose part is first, and apart from the others.
    first: Option<&'static str>,
    /// That part.
    head: Vec<u8>,
    /// Why the form cannot be sent.
    problem: Option<String>,
}

/// A form to send: its head, then its body.
#[derive(Debug)]
pub struct SentForm {
    /// The media type, with the boundary.
    pub media: String,
    /// The part of the field that is apart from the others, if the form has it.
    pub head: Vec<u8>,
    /// All other parts. The length is known if the lengths of all files are.
    pub body: Body,
}

/// Writes a form with this media type, such as `multipart/form-data`. The part of the field `first` is apart from the
/// others, so that it can be replaced.
///
/// # Errors
/// Why it cannot be sent.
pub fn write<T: MultipartForm>(
    form: T,
    media: &'static str,
    first: Option<&'static str>,
) -> Result<SentForm, String> {
    // With so many random digits, the boundary does not occur in a file.
    let boundary = format!("{:032x}", fastrand::u128(..));
    let mut written = WrittenForm::new(Table::of::<T>(), media, boundary);
    written.first = first;
    form.write(&mut written);
    written.finish()
}

/// A part with text.
#[cfg(feature = "client")]
pub(crate) fn text_part(content_type: &[u8], name: &str, text: &str) -> Option<Vec<u8>> {
    let boundary = super::boundary(content_type)?;
    let head = part_head(&boundary, Naming::of(content_type), name, None, None);
    Some([&head, text.as_bytes(), b"\r\n"].concat())
}

impl WrittenForm {
    pub(super) const fn new(table: Table, media: &'static str, boundary: String) -> Self {
        Self {
            table,
            media,
            boundary,
            root: None,
            bodies: Vec::new(),
            text: Vec::new(),
            first: None,
            head: Vec::new(),
            problem: None,
        }
    }

    /// Adds parts with text.
    pub fn text(&mut self, name: &'static str) -> ValuesTo<'_> {
        let kind = PartKind::Text;
        ValuesTo {
            form: self,
            name,
            kind,
        }
    }

    /// Adds parts with JSON.
    pub fn json(&mut self, name: &'static str) -> ValuesTo<'_> {
        let kind = PartKind::Json;
        ValuesTo {
            form: self,
            name,
            kind,
        }
    }

    /// Adds parts with files.
    pub fn file(&mut self, name: &'static str) -> FilesTo<'_> {
        FilesTo { form: self, name }
    }

    /// Adds files that the specification does not name.
    pub fn additional_files(&mut self, files: BTreeMap<String, FilePart>) {
        for (name, file) in files {
            self.add_file(&name, file);
        }
    }

    fn add_value<T: Decode>(&mut self, name: &str, kind: PartKind, value: &T) {
        let content = match kind {
            PartKind::Json => to_json(Vec::new(), &Encoded(value)),
            PartKind::Text | PartKind::File => to_text(value),
        };
        match content {
            Ok(content) => {
                let media = (kind == PartKind::Json).then_some("application/json");
                let head = self.part_head(name, None, media);
                let text = match self.first == Some(name) {
                    true => &mut self.head,
                    false => &mut self.text,
                };
                text.extend_from_slice(&head);
                text.extend_from_slice(&content);
                text.extend_from_slice(b"\r\n");
            }
            Err(error) => self.fail(format!("the part `{name}` cannot be written: {error}")),
        }
    }

    fn add_file(&mut self, name: &str, file: FilePart) {
        let default_media = self
            .table
            .find(name)
            .map(|entry| entry.part.default_media());
        let media = file
            .media
            .as_deref()
            .or(default_media)
            .unwrap_or("application/octet-stream");
        if media.contains(|c: char| c.is_control()) {
            return self.fail(format!(
                "the media type of the file `{name}` cannot be sent"
            ));
        }
        let file_name = match Naming::of(self.media.as_bytes()) {
            // Many servers take a part without a file name for text.
            Naming::Form => Some(file.file_name.as_deref().unwrap_or("file")),
            Naming::Order => file.file_name.as_deref(),
        };
        let head = self.part_head(name, file_name, Some(media));
        self.text.extend_from_slice(&head);
        let before = std::mem::take(&mut self.text);
        self.bodies.extend([before.into(), file.body]);
        self.text.extend_from_slice(b"\r\n");
    }

    /// The bytes before the content of the next part.
    fn part_head(&mut self, name: &str, file_name: Option<&str>, media: Option<&str>) -> Vec<u8> {
        let naming = Naming::of(self.media.as_bytes());
        let root = || media.unwrap_or(PLAIN).to_owned();
        self.root.get_or_insert_with(root);
        part_head(self.boundary.as_bytes(), naming, name, file_name, media)
    }

    /// Keeps the first problem.
    fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    pub(super) fn finish(mut self) -> Result<SentForm, String> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let boundary = &self.boundary;
        let end = format!("--{boundary}--\r\n");
        self.text.extend_from_slice(end.as_bytes());
        self.bodies.push(self.text.into());
        let mut media = format!("{}; boundary={boundary}", self.media);
        if self.media.eq_ignore_ascii_case("multipart/related")
            && let Some(root) = self.root
        {
            // RFC 2387, section 3.1.
            media += &format!(
                "; type=\"{}\"",
                root.replace('\\', r"\\").replace('"', "\\\"")
            );
        }
        Ok(SentForm {
            media,
            head: self.head,
            body: Body::concat(self.bodies),
        })
    }
}

/// The media type of text in parts that are not of a form: without it, text is ASCII (RFC 2046, section 5.1).
const PLAIN: &str = "text/plain; charset=utf-8";

/// The bytes before the content of a part: the boundary and the headers.
fn part_head(
    boundary: &[u8],
    naming: Naming,
    name: &str,
    file_name: Option<&str>,
    media: Option<&str>,
) -> Vec<u8> {
    let file_name_parameter = file_name.map(|name| format!("; filename=\"{}\"", escape(name)));
    let head = match naming {
        Naming::Form => {
            let name = format!("form-data; name=\"{}\"", escape(name));
            let file_name = file_name_parameter.unwrap_or_default();
            let content_type = media.map(|media| format!("\r\nContent-Type: {media}"));
            let content_type = content_type.unwrap_or_default();
            format!("Content-Disposition: {name}{file_name}{content_type}")
        }
        Naming::Order => {
            let media = media.unwrap_or(PLAIN);
            let id = utf8_percent_encode(name, NOT_OF_AN_ID);
            let disposition = file_name_parameter
                .map(|parameter| format!("\r\nContent-Disposition: attachment{parameter}"))
                .unwrap_or_default();
            format!("Content-Type: {media}\r\nContent-ID: <{id}>{disposition}")
        }
    };
    [b"--", boundary, b"\r\n", head.as_bytes(), b"\r\n\r\n"].concat()
}

/// The characters that an identifier in `Content-ID` does not contain.
const NOT_OF_AN_ID: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'%').add(b'<').add(b'>');

/// The text of a scalar; nothing for null.
fn to_text<T: Decode>(value: &T) -> Result<Vec<u8>, serde_json::Error> {
    let json = to_json(Vec::new(), &Encoded(value))?;
    match json.first() {
        Some(b'"') => plain::from_json_string(&json).map(String::into_bytes),
        Some(b'n') => Ok(Vec::new()),
        _ => Ok(json),
    }
}

/// Escapes a name as browsers do (WHATWG HTML, section 4.10.21.8). A backslash, which browsers leave, is escaped by
/// another (RFC 9110, section 5.6.4): the last one would escape the closing quote.
fn escape(name: &str) -> String {
    let name = name.replace('\\', r"\\").replace('"', "%22");
    name.replace('\r', "%0D").replace('\n', "%0A")
}

impl fmt::Debug for WrittenForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenForm").finish_non_exhaustive()
    }
}

/// Adds the values of a field.
#[derive(Debug)]
pub struct ValuesTo<'f> {
    form: &'f mut WrittenForm,
    name: &'static str,
    kind: PartKind,
}

impl ValuesTo<'_> {
    /// One value.
    pub fn required<T: Decode>(self, value: T) {
        self.form.add_value(self.name, self.kind, &value);
    }

    /// A value, if there is one.
    pub fn optional<T: Decode>(self, value: Option<T>) {
        self.list(value);
    }

    /// A part for each value.
    pub fn list<T: Decode>(self, values: impl IntoIterator<Item = T>) {
        for value in values {
            self.form.add_value(self.name, self.kind, &value);
        }
    }

    /// A part for each value, if there are any.
    pub fn optional_list<T: Decode>(self, values: Option<Vec<T>>) {
        self.list(values.unwrap_or_default());
    }
}

/// Adds the files of a field.
#[derive(Debug)]
pub struct FilesTo<'f> {
    form: &'f mut WrittenForm,
    name: &'static str,
}

impl FilesTo<'_> {
    /// One file.
    pub fn required(self, file: FilePart) {
        self.list([file]);
    }

    /// A file, if there is one.
    pub fn optional(self, file: Option<FilePart>) {
        self.list(file);
    }

    /// A part for each file.
    pub fn list(self, files: impl IntoIterator<Item = FilePart>) {
        for file in files {
            self.form.add_file(self.name, file);
        }
    }

    /// A part for each file, if there are any.
    pub fn optional_list(self, files: Option<Vec<FilePart>>) {
        self.list(files.unwrap_or_default());
    }
}
