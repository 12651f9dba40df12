//! What parts of a crate are called, and what their types are: data that is compared, and spelled only in messages.

use std::fmt;

use crate::api::Trait;

/// What a part of a crate is called, with what it is in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in super::super) enum Path {
    /// Something that is not an item: `crate name`.
    Words(String),
    /// The cargo feature that an item needs: `Order`.
    Feature(String),
    /// An item or a part of one: `Order::sku`.
    Item(Segments),
    /// A function that creates a value: `Order::new`. A field may have the same name.
    Constructor(Segments),
    /// The arguments of a function in their order: `Order::new`.
    Order(Segments),
    /// What a type compares in its order: `Size`.
    Comparison(Segments),
    /// A trait that a type implements: `Display for Order`.
    Trait {
        /// The trait.
        name: String,
        /// The type.
        of: String,
    },
    /// A method of a value: `Order::total()`.
    Method(Segments),
    /// An argument of a function: `Order::new(sku)`.
    Argument(Segments, String),
    /// What a function returns: `Client::list() ->`.
    Returned(Segments),
    /// A method of what a function returns: `Client::list().limit`.
    Setter(Segments, String),
    /// A method of all calls that return pages: `limit`.
    PageSetter(String),
    /// The items of a list, which the stream of a call has: `Client::list().stream`.
    Items(Segments),
    /// The server that a method of the client calls: `Client::list`.
    Called(Segments),
    /// The credentials that a method of the client sends: `Client::list`.
    Sent(Segments),
    /// The values of something, as logs show them: `Order::sku`.
    Shown(String),
}

/// The names that lead to an item, from the outside.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in super::super) struct Segments(Vec<String>);

impl<const COUNT: usize> From<[&str; COUNT]> for Segments {
    fn from(names: [&str; COUNT]) -> Self {
        Self(names.map(str::to_owned).into())
    }
}

impl<const COUNT: usize> From<[&str; COUNT]> for Path {
    fn from(names: [&str; COUNT]) -> Self {
        Self::Item(names.into())
    }
}

impl Path {
    /// Whether it is a part of this item.
    pub(in super::super) fn is_of(&self, item: &str) -> bool {
        matches!(self, Self::Item(Segments(names)) if names.first().is_some_and(|first| first == item))
    }

    /// Whether it is a trait that a description can have types derive.
    pub(in super::super) fn is_derivable(&self) -> bool {
        // No name of these traits has arguments, as `From<Order>` has.
        matches!(self, Self::Trait { name, .. } if !name.contains('<') && Trait::of(name).is_some())
    }

    /// The item that the part is in.
    pub(in super::super) fn container(&self) -> Option<Self> {
        let Self::Item(Segments(names)) = self else {
            return None;
        };
        let (_, names) = names.split_last()?;
        Some(Self::Item(Segments(names.to_vec())))
    }

    /// The function that the part belongs to, or that it is.
    pub(in super::super) const fn function(&self) -> Option<&Segments> {
        match self {
            Self::Item(names)
            | Self::Constructor(names)
            | Self::Order(names)
            | Self::Method(names)
            | Self::Argument(names, _)
            | Self::Returned(names)
            | Self::Setter(names, _)
            | Self::Items(names) => Some(names),
            Self::Words(_)
            | Self::Feature(_)
            | Self::Comparison(_)
            | Self::Trait { .. }
            | Self::PageSetter(_)
            | Self::Called(_)
            | Self::Sent(_)
            | Self::Shown(_) => None,
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(text) | Self::Feature(text) | Self::Shown(text) => f.write_str(text),
            Self::Item(names)
            | Self::Constructor(names)
            | Self::Order(names)
            | Self::Comparison(names)
            | Self::Called(names)
            | Self::Sent(names) => write!(f, "{names}"),
            Self::Trait { name, of } => write!(f, "{name} for {of}"),
            Self::Method(names) => write!(f, "{names}()"),
            Self::Argument(function, name) => write!(f, "{function}({name})"),
            Self::Returned(function) => write!(f, "{function}() ->"),
            Self::Setter(function, name) => write!(f, "{function}().{name}"),
            Self::PageSetter(name) => write!(f, "calls that return pages: {name}"),
            Self::Items(function) => write!(f, "{function}().stream"),
        }
    }
}

impl fmt::Display for Segments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("::"))
    }
}

/// What a part of a crate is of: its type, for most parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Signature {
    /// It has only a name.
    Nothing,
    /// A type in Rust, or what kind of item it is.
    Type(String),
    /// Whatever converts into a type.
    Into(String),
    /// Another type, which the item is an alias of.
    Alias(String),
    /// Several types, or names in their order.
    List(Vec<String>),
    /// An argument that a method does not have.
    NoArgument,
    /// The only token that calls need, which is all of their credentials.
    OnlyToken,
}

impl Signature {
    /// The type that one function takes as it is, and the other one takes as whatever converts into it.
    pub(in super::super) fn taken_otherwise<'s>(&'s self, other: &'s Self) -> Option<&'s str> {
        match (self, other) {
            (Self::Type(exact), Self::Into(ty)) | (Self::Into(ty), Self::Type(exact)) => {
                (exact == ty).then_some(ty)
            }
            (
                Self::Nothing
                | Self::Type(_)
                | Self::Into(_)
                | Self::Alias(_)
                | Self::List(_)
                | Self::NoArgument
                | Self::OnlyToken,
                _,
            ) => None,
        }
    }
}

impl From<&str> for Signature {
    fn from(ty: &str) -> Self {
        Self::Type(ty.to_owned())
    }
}

impl From<String> for Signature {
    fn from(ty: String) -> Self {
        Self::Type(ty)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Type(ty) => write!(f, "`{ty}`"),
            Self::Into(ty) => write!(f, "`impl Into<{ty}>`"),
            Self::Alias(ty) => write!(f, "`alias of {ty}`"),
            Self::List(all) if all.is_empty() => f.write_str("nothing"),
            Self::List(all) => write!(f, "`{}`", all.join(", ")),
            Self::NoArgument => f.write_str("no argument"),
            Self::OnlyToken => f.write_str("the credentials"),
        }
    }
}
