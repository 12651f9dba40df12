//! Fields of a form that are written as one text each, rather than with brackets or repeated names.

#[cfg(feature = "server")]
use crate::Json;

/// How a field of a form is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldStyle {
    /// A list with commas: `a=1,2`.
    Comma,
    /// A list with spaces: `a=1%202`.
    Space,
    /// A list with vertical bars: `a=1%7C2`.
    Pipe,
    /// Any value, as JSON.
    Json,
    /// A list whose name is repeated, with each item as JSON.
    JsonItems,
}

/// The fields with a style of their own.
pub type FieldStyles = &'static [(&'static str, FieldStyle)];

impl FieldStyle {
    /// The separator of items, and how it is written.
    pub(super) const fn separator(self) -> Option<(char, &'static str)> {
        match self {
            Self::Comma => Some((',', ",")),
            Self::Space => Some((' ', "%20")),
            Self::Pipe => Some(('|', "%7C")),
            Self::Json | Self::JsonItems => None,
        }
    }

    /// The style of a field, if it has one.
    pub(super) fn of(name: &str, styles: FieldStyles) -> Option<Self> {
        let mut styles = styles.iter();
        styles.find(|(of, _)| *of == name).map(|(_, style)| *style)
    }
}

/// The values of a field, from a text that is not empty.
///
/// # Errors
/// The text is not JSON.
#[cfg(feature = "server")]
pub(super) fn read(style: FieldStyle, text: &str) -> Result<Vec<Json>, &'static str> {
    match style.separator() {
        Some((separator, _)) => {
            let items = text.split(separator);
            Ok(items.map(|item| Json::String(item.to_owned())).collect())
        }
        None => match serde_json::from_str(text) {
            Ok(value) => Ok(vec![value]),
            Err(_) => Err("is not valid JSON"),
        },
    }
}
