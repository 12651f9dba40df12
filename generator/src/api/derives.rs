//! The traits that generated types derive, and which types can have them.

use super::{EnumKind, LibraryType, Scalar, TypeId};

/// A trait that types derive in addition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derive {
    /// The trait.
    pub derived: Trait,
    /// The types that derive it, and with them all types inside. `None`: all types that can.
    pub types: Option<Vec<TypeId>>,
}

/// A trait that can be derived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trait {
    /// Equality that every value has with itself.
    Eq,
    /// An order, which some values may not have.
    PartialOrd,
    /// An order that all values have.
    Ord,
    /// Hashes, for keys of maps.
    Hash,
    /// Random values, from the crate `arbitrary`.
    Arbitrary,
    /// A trait of another crate, by its path.
    Other(String),
}

impl Trait {
    /// The traits that generated types can have by themselves.
    pub const STANDARD: [Self; 4] = [Self::Eq, Self::Hash, Self::Ord, Self::PartialOrd];

    /// The trait of this name or path. `None` if it is neither a standard trait nor a path.
    pub fn of(path: &str) -> Option<Self> {
        match path {
            "arbitrary::Arbitrary" => Some(Self::Arbitrary),
            path if path.contains("::") => Some(Self::Other(path.to_owned())),
            path => Self::STANDARD
                .into_iter()
                .find(|standard| standard.path() == path),
        }
    }

    /// The name of the trait, or its path if it is not in the prelude.
    pub fn path(&self) -> &str {
        match self {
            Self::Eq => "Eq",
            Self::PartialOrd => "PartialOrd",
            Self::Ord => "Ord",
            Self::Hash => "Hash",
            Self::Arbitrary => "arbitrary::Arbitrary",
            Self::Other(path) => path,
        }
    }

    /// Types of the standard library that serde reads and writes have the standard traits, except for floating-point
    /// numbers.
    fn is_of_user_type(&self, path: &str) -> bool {
        match self {
            Self::Eq | Self::PartialOrd | Self::Ord | Self::Hash => {
                let mut libraries = ["std::", "core::", "alloc::"].into_iter();
                let is_float = path.ends_with("::f32") || path.ends_with("::f64");
                let is_known = libraries.any(|library| path.starts_with(library));
                is_known && (!is_float || *self == Self::PartialOrd)
            }
            Self::Arbitrary => false,
            Self::Other(_) => true,
        }
    }
}

/// A part of a type that decides whether the type can have a trait. Named types inside it do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component<'a> {
    /// A scalar that has its own type.
    Scalar(Scalar),
    /// A scalar that has a type of another crate.
    LibraryType(LibraryType),
    /// The unknown values that an open enumeration keeps.
    UnknownValues(EnumKind),
    /// The unknown variants that an open union keeps, as JSON.
    UnknownVariants,
    /// The type of a newtype that the user chose, by its path.
    UserType(&'a str),
}

impl Component<'_> {
    /// A scalar, and the type of another crate that it has in this API.
    pub fn of_scalar(scalar: Scalar, library_type: Option<LibraryType>) -> Self {
        library_type.map_or(Self::Scalar(scalar), Self::LibraryType)
    }

    /// Whether it has a trait. Traits of other crates are assumed, except for files.
    pub fn has(self, derived: &Trait) -> bool {
        match self {
            Self::Scalar(scalar) => has_trait(scalar, derived),
            // Only these crates could implement it for their types.
            Self::LibraryType(_) if *derived == Trait::Arbitrary => false,
            Self::LibraryType(ty) => has_trait(ty.scalar(), derived),
            Self::UnknownValues(EnumKind::Number) => has_trait(Scalar::Number, derived),
            Self::UnknownValues(EnumKind::Text | EnumKind::Integer | EnumKind::Boolean) => true,
            Self::UnknownVariants => has_trait(Scalar::Json, derived),
            Self::UserType(path) => derived.is_of_user_type(path),
        }
    }
}

/// Whether the type of a scalar has a trait. Numbers with a fraction have no order that all of them have, and JSON has no
/// order.
const fn has_trait(scalar: Scalar, derived: &Trait) -> bool {
    match scalar {
        Scalar::File => false,
        Scalar::Number | Scalar::Float => match derived {
            Trait::Eq | Trait::Ord | Trait::Hash => false,
            Trait::PartialOrd | Trait::Arbitrary | Trait::Other(_) => true,
        },
        Scalar::Json => match derived {
            Trait::PartialOrd | Trait::Ord | Trait::Arbitrary => false,
            Trait::Eq | Trait::Hash | Trait::Other(_) => true,
        },
        Scalar::String
        | Scalar::Uri
        | Scalar::Email
        | Scalar::Integer(_)
        | Scalar::Boolean
        | Scalar::Timestamp
        | Scalar::Date
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Uuid
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6
        | Scalar::Decimal
        | Scalar::DecimalNumber
        | Scalar::Bytes => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_decide_which_traits_a_type_can_have() {
        let arbitrary = Trait::Arbitrary;
        let other = Trait::Other("library::Shelved".to_owned());
        for (derived, component, expected) in [
            (Trait::Eq, Component::Scalar(Scalar::Number), false),
            (Trait::PartialOrd, Component::Scalar(Scalar::Number), true),
            (Trait::Eq, Component::UnknownValues(EnumKind::Number), false),
            (Trait::Eq, Component::UnknownValues(EnumKind::Text), true),
            (Trait::Ord, Component::UnknownVariants, false),
            (Trait::Hash, Component::UnknownVariants, true),
            (arbitrary.clone(), Component::Scalar(Scalar::Date), true),
            (
                arbitrary.clone(),
                Component::of_scalar(Scalar::Date, Some(LibraryType::TimeDate)),
                false,
            ),
            (
                Trait::Ord,
                Component::LibraryType(LibraryType::TimeDate),
                true,
            ),
            (Trait::Hash, Component::UserType("std::net::IpAddr"), true),
            (Trait::Hash, Component::UserType("core::f64"), false),
            (Trait::Hash, Component::UserType("semver::Version"), false),
            (arbitrary, Component::UserType("std::net::IpAddr"), false),
            (other.clone(), Component::UserType("semver::Version"), true),
            (other.clone(), Component::Scalar(Scalar::Json), true),
            (other, Component::Scalar(Scalar::File), false),
        ] {
            assert_eq!(
                component.has(&derived),
                expected,
                "{derived:?} {component:?}"
            );
        }
    }
}
