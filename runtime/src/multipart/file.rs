//! Files in multipart forms.

use std::fmt;
use std::io;
use std::path::Path;

use crate::body::Body;

/// A file in a multipart form.
///
/// ```no_run
/// use specsmith_runtime::FilePart;
///
/// # async fn example() -> std::io::Result<()> {
/// let from_disk = FilePart::open("speech.mp3").await?;
/// let from_memory = FilePart::new("RIFF…").file_name("speech.wav").media("audio/wav");
/// # Ok(())
/// # }
/// ```
#[non_exhaustive]
pub struct FilePart {
    /// Its name. What a server receives has no folders, but may be any other text.
    pub file_name: Option<String>,
    /// Its media type. If there is none, a client sends the media type in the specification.
    pub media: Option<String>,
    /// Its content.
    pub body: Body,
}

impl FilePart {
    /// A file without a name.
    pub fn new(body: impl Into<Body>) -> Self {
        Self {
            file_name: None,
            media: None,
            body: body.into(),
        }
    }

    /// Sets the name.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Sets the media type.
    #[must_use]
    pub fn media(mut self, media: impl Into<String>) -> Self {
        self.media = Some(media.into());
        self
    }

    /// Opens a file, which is read while it is sent. Common extensions determine the media type.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub async fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let text = |part: &std::ffi::OsStr| part.to_string_lossy().into_owned();
        let extension = path.extension().map(text).unwrap_or_default();
        Ok(Self {
            file_name: path.file_name().map(text),
            media: media_of(&extension.to_ascii_lowercase()).map(str::to_owned),
            body: Body::open(path).await?,
        })
    }
}

/// The media type of files with this extension.
fn media_of(extension: &str) -> Option<&'static str> {
    let found = EXTENSIONS.iter().find(|(known, _)| *known == extension);
    found.map(|(_, media)| *media)
}

/// Extensions whose media type is certain.
const EXTENSIONS: &[(&str, &str)] = &[
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("flac", "audio/flac"),
    ("gif", "image/gif"),
    ("gz", "application/gzip"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("jsonl", "application/x-ndjson"),
    ("m4a", "audio/mp4"),
    ("md", "text/markdown"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("mpeg", "video/mpeg"),
    ("oga", "audio/ogg"),
    ("ogg", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("txt", "text/plain"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("xml", "application/xml"),
    ("zip", "application/zip"),
];

/// Shows neither the name, which may be personal, nor the content.
impl fmt::Debug for FilePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilePart")
            .field("media", &self.media)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}
