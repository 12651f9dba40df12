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
    /// An object whose fields are in brackets: `a[x]=1&a[y][z]=2`.
    Deep(Lists),
    /// An object whose fields are parameters: `x=1&y=2`.
    Flat(Lists),
    /// Any value, as JSON.
    Json,
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

impl Style {
    /// What separates the items of a list, if they are in one text.
    pub fn separator(self) -> Option<char> {
        match self {
            Self::Comma => Some(','),
            Self::Space => Some(' '),
            Self::Pipe => Some('|'),
            Self::Single | Self::Repeated | Self::Deep(_) | Self::Flat(_) | Self::Json => None,
        }
    }

    /// Whether the value has parts of its own, which have texts.
    pub fn has_parts(self) -> bool {
        match self {
            Self::Deep(_) | Self::Flat(_) | Self::Json => true,
            Self::Single | Self::Repeated | Self::Comma | Self::Space | Self::Pipe => false,
        }
    }
}
