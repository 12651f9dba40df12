//! Multipart forms (`multipart/form-data`, RFC 7578), and other multipart bodies (RFC 2046), such as
//! `multipart/related` (RFC 2387).

mod define;
mod error;
mod file;
mod head;
mod parser;
mod read;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod write;

pub use self::error::MultipartError;
pub use self::file::FilePart;
#[cfg(feature = "client")]
pub(crate) use self::head::boundary;
pub use self::read::{ReadParts, ReceivedPart};
pub use self::stream::Multipart;
#[cfg(feature = "server")]
pub(crate) use self::stream::read_whole;
pub use self::table::Part;
#[cfg(feature = "client")]
pub(crate) use self::write::text_part;
pub use self::write::{SentForm, WrittenForm, write};
use crate::decode::Field;

/// An object that is sent as a multipart form. The macro `multipart!` implements it.
pub trait MultipartForm: Sized + Send + 'static {
    /// One part, for handlers that read them one by one.
    type Part: Send + 'static;

    /// Whether the form also takes files of any other name.
    const TAKES_ADDITIONAL_FILES: bool = false;

    /// Whether parts that the specification does not name are an error. Otherwise they are skipped.
    const CLOSED: bool = false;

    /// Names of parts that are skipped in any case.
    fn ignored() -> &'static [&'static str] {
        &[]
    }

    /// The fields.
    fn fields() -> &'static [Field];

    /// How the fields are sent.
    fn parts() -> &'static [Part];

    /// Reads the whole form. `None` if a part is invalid.
    fn read(parts: &mut ReadParts) -> Option<Self>;

    /// Reads one part. `None` if it is invalid.
    fn read_part(part: &mut ReceivedPart) -> Option<Self::Part>;

    /// Writes the form.
    fn write(self, form: &mut WrittenForm);
}
