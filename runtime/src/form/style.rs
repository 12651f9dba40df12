//! Fields of a form that are written as one text each, rather than with brackets or repeated names.

use crate::parameter::Separator;

/// How a field of a form is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldStyle {
    /// A list in one text, as in a query.
    Separated(Separator),
    /// Any value, as JSON.
    Json,
    /// A list whose name is repeated, with each item as JSON.
    JsonItems,
}

/// The fields with their own style.
pub(crate) type FieldStyles = &'static [(&'static str, FieldStyle)];

impl FieldStyle {
    /// A list with commas: `a=1,2`.
    pub const COMMA: Self = Self::Separated(Separator::Comma);
    /// A list with spaces: `a=1%202`.
    pub const SPACE: Self = Self::Separated(Separator::Space);
    /// A list with vertical bars: `a=1%7C2`.
    pub const PIPE: Self = Self::Separated(Separator::Pipe);

    /// The style of a field, if it has one.
    pub(super) fn of(name: &str, styles: FieldStyles) -> Option<Self> {
        let mut styles = styles.iter();
        styles
            .find(|(field, _)| *field == name)
            .map(|(_, style)| *style)
    }
}
