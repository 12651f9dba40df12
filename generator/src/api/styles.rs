//! How the values of parameters are written.

/// How the value of a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// A scalar: one text.
    Single,
    /// A list: the parameter is repeated (`a=1&a=2`), or the header is on several lines.
    Repeated,
    /// A list with commas: `a=1,2`.
    Comma,
    /// A list with spaces: `a=1%202`.
    Space,
    /// A list with vertical bars: `a=1%7C2`.
    Pipe,
    /// A list in a path whose items are separated by dots: `1.2`, as in the style `label` of OpenAPI.
    Label,
    /// A list in a path whose items, after the first one, have its name: `1;a=2`, as in the style `matrix` of OpenAPI.
    Matrix,
    /// An object whose fields are single values, as one text.
    Fields(Delimited),
    /// An object whose fields are in brackets: `a[x]=1&a[y][z]=2`.
    Deep(Lists),
    /// An object whose fields are parameters: `x=1&y=2`.
    Flat(Lists),
    /// Any value, as JSON.
    Json,
}

/// How an object is written as one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Delimited {
    /// Names and values with commas between them: `x,1,y,2`.
    Comma,
    /// Names and values with spaces between them: `x%201%20y%202`.
    Space,
    /// Names and values with vertical bars between them: `x%7C1%7Cy%7C2`.
    Pipe,
    /// Pairs with commas between them: `x=1,y=2`.
    Pairs,
    /// Pairs with dots between them: `x=1.y=2`.
    Label,
    /// Pairs with semicolons between them: `x=1;y=2`.
    Matrix,
}

/// How a list is written in an object that is written as a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lists {
    /// The name is repeated: `a=1&a=2`.
    #[default]
    Repeated,
    /// The name is repeated, with brackets after it: `a[]=1&a[]=2`.
    Brackets,
    /// Items are numbered: `a[0]=1&a[1]=2`.
    Indexed,
}

/// How a field of a form is written, if it is one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldStyle {
    /// A list with commas: `a=1,2`.
    Comma,
    /// A list with spaces: `a=1%202`.
    Space,
    /// A list with vertical bars: `a=1%7C2`.
    Pipe,
    /// JSON.
    Json,
    /// A list with its name for each item, which is JSON.
    JsonItems,
}

impl FieldStyle {
    /// Whether the field, or each of its items, is JSON.
    pub const fn is_json(self) -> bool {
        match self {
            Self::Json | Self::JsonItems => true,
            Self::Comma | Self::Space | Self::Pipe => false,
        }
    }

    /// What separates the items of a list, if they are in one text.
    pub const fn separator(self) -> Option<char> {
        match self {
            Self::Comma => Some(','),
            Self::Space => Some(' '),
            Self::Pipe => Some('|'),
            Self::Json | Self::JsonItems => None,
        }
    }
}

impl Style {
    /// What separates the items of a list, if they are in one text.
    pub fn separator(self) -> Option<char> {
        match self {
            Self::Comma => Some(','),
            Self::Space => Some(' '),
            Self::Pipe => Some('|'),
            Self::Label => Some('.'),
            Self::Matrix => Some(';'),
            Self::Single
            | Self::Repeated
            | Self::Fields(_)
            | Self::Deep(_)
            | Self::Flat(_)
            | Self::Json => None,
        }
    }

    /// The style of an object with the word that this style of a list has.
    #[must_use]
    pub fn of_object(self) -> Self {
        Self::Fields(match self {
            Self::Comma => Delimited::Comma,
            Self::Space => Delimited::Space,
            Self::Pipe => Delimited::Pipe,
            Self::Label => Delimited::Label,
            Self::Matrix => Delimited::Matrix,
            Self::Single
            | Self::Repeated
            | Self::Fields(_)
            | Self::Deep(_)
            | Self::Flat(_)
            | Self::Json => return self,
        })
    }

    /// Whether the value consists of parts, each of which is text.
    pub fn has_parts(self) -> bool {
        match self {
            Self::Fields(_) | Self::Deep(_) | Self::Flat(_) | Self::Json => true,
            Self::Single
            | Self::Repeated
            | Self::Comma
            | Self::Space
            | Self::Pipe
            | Self::Label
            | Self::Matrix => false,
        }
    }
}
