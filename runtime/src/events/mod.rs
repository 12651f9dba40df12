//! Server-sent events (WHATWG HTML, section 9.2) as typed streams.

mod body;
mod error;
mod event;
mod field;
mod format;
mod item;
mod json;
mod parser;
mod reader;
mod stream;
#[cfg(test)]
mod tests;
mod union;
mod writer;

pub use self::error::{InvalidEvent, StreamError};
pub use self::event::Event;
pub use self::format::{EndEvent, ErrorEvent, ErrorValue, EventFormat};
pub use self::item::{EventDraft, EventItem, ReceivedEvent};
pub use self::json::{from_object, to_object};
#[cfg(feature = "client")]
pub(crate) use self::reader::{Connecting, Reader};
pub use self::stream::EventStream;
