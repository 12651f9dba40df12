//! Scalars in Rust: their types, what these can do, and the features of the runtime that they need.

use crate::api::{Api, Integer, LibraryType, Scalar};

/// The Rust type of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ScalarType {
    /// A type of the language or its prelude.
    Plain(&'static str),
    /// A type of the runtime.
    Runtime(&'static str),
    /// A type of another crate, which the runtime re-exports: the crate, and the name there.
    Library(&'static str, &'static str),
}

impl ScalarType {
    /// The type of a scalar in an API.
    pub(crate) fn in_api(api: &Api, scalar: Scalar) -> Self {
        match (api.package.library_type(scalar), Self::of(scalar)) {
            (Some(ty), Self::Runtime(name)) => Self::Library(ty.package(), name),
            (_, own) => own,
        }
    }

    /// The name of the type.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Plain(name) | Self::Runtime(name) | Self::Library(_, name) => name,
        }
    }

    /// The type of a scalar, unless the API chose a type of another crate.
    const fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::String => Self::Plain("String"),
            Scalar::Integer(integer) => Self::Plain(integer_type(integer)),
            Scalar::Number => Self::Plain("f64"),
            Scalar::Float => Self::Plain("f32"),
            Scalar::Boolean => Self::Plain("bool"),
            Scalar::Uri => Self::Runtime("Uri"),
            Scalar::Email => Self::Runtime("Email"),
            Scalar::Timestamp => Self::Runtime("Timestamp"),
            Scalar::Date => Self::Runtime("Date"),
            Scalar::Time => Self::Runtime("Time"),
            Scalar::Duration => Self::Runtime("Duration"),
            Scalar::Uuid => Self::Runtime("Uuid"),
            Scalar::Ip => Self::Runtime("IpAddr"),
            Scalar::Ipv4 => Self::Runtime("Ipv4Addr"),
            Scalar::Ipv6 => Self::Runtime("Ipv6Addr"),
            Scalar::Decimal => Self::Runtime("Decimal"),
            Scalar::DecimalNumber => Self::Runtime("DecimalNumber"),
            Scalar::Bytes => Self::Runtime("Bytes"),
            Scalar::Json => Self::Runtime("Json"),
            Scalar::File => Self::Runtime("FilePart"),
        }
    }
}

const fn integer_type(integer: Integer) -> &'static str {
    match integer {
        Integer::Int8 => "i8",
        Integer::Int16 => "i16",
        Integer::Int32 => "i32",
        Integer::Int64 => "i64",
        Integer::Uint8 => "u8",
        Integer::Uint16 => "u16",
        Integer::Uint32 => "u32",
        Integer::Uint64 => "u64",
    }
}

/// The feature of the runtime that a scalar needs.
pub(super) const fn feature(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::Timestamp | Scalar::Date => Some("time"),
        Scalar::Uuid => Some("uuid"),
        Scalar::Bytes => Some("base64"),
        Scalar::File => Some("multipart"),
        Scalar::String
        | Scalar::Uri
        | Scalar::Email
        | Scalar::Integer(_)
        | Scalar::Number
        | Scalar::Float
        | Scalar::Boolean
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6
        | Scalar::Decimal
        | Scalar::DecimalNumber
        | Scalar::Json => None,
    }
}

/// Whether values are made of any text by `From`.
pub(crate) fn is_text(api: &Api, scalar: Scalar) -> bool {
    scalar.is_text() && api.package.library_type(scalar).is_none()
}

/// Whether the type is `Copy`.
pub(super) fn is_copy(api: &Api, scalar: Scalar) -> bool {
    match api.package.library_type(scalar) {
        Some(ty) => is_library_copy(ty),
        None => is_own_copy(scalar),
    }
}

const fn is_library_copy(ty: LibraryType) -> bool {
    match ty {
        LibraryType::BigDecimal | LibraryType::Url => false,
        LibraryType::ChronoDateTime
        | LibraryType::JiffTimestamp
        | LibraryType::TimeOffsetDateTime
        | LibraryType::ChronoNaiveDate
        | LibraryType::JiffDate
        | LibraryType::TimeDate
        | LibraryType::RustDecimal => true,
    }
}

/// Whether `FromStr` of the type accepts text that is valid for its scalar.
pub(crate) fn from_str_accepts(ty: LibraryType, text: &str) -> bool {
    match ty {
        LibraryType::TimeOffsetDateTime | LibraryType::TimeDate => false,
        LibraryType::RustDecimal => !text.contains(['e', 'E', '+']),
        LibraryType::ChronoDateTime
        | LibraryType::JiffTimestamp
        | LibraryType::ChronoNaiveDate
        | LibraryType::JiffDate
        | LibraryType::BigDecimal
        | LibraryType::Url => true,
    }
}

const fn is_own_copy(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Integer(_)
        | Scalar::Number
        | Scalar::Float
        | Scalar::Boolean
        | Scalar::Timestamp
        | Scalar::Date
        | Scalar::Uuid
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6 => true,
        Scalar::String
        | Scalar::Uri
        | Scalar::Email
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Decimal
        | Scalar::DecimalNumber
        | Scalar::Bytes
        | Scalar::Json
        | Scalar::File => false,
    }
}

/// What a newtype of a scalar derives besides `Debug`. The macro for strings has another list.
pub(super) const fn newtype_derives(scalar: Scalar) -> &'static [&'static str] {
    match scalar {
        Scalar::String => &[],
        // No newtype holds a file.
        Scalar::Number | Scalar::Float | Scalar::Json | Scalar::File => {
            &["Clone", "PartialEq", "PartialOrd"]
        }
        Scalar::Integer(_)
        | Scalar::Boolean
        | Scalar::Date
        | Scalar::Uuid
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6 => &[
            "Clone",
            "Copy",
            "PartialEq",
            "Eq",
            "PartialOrd",
            "Ord",
            "Hash",
        ],
        Scalar::Uri
        | Scalar::Email
        | Scalar::Timestamp
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Decimal
        | Scalar::DecimalNumber
        | Scalar::Bytes => &["Clone", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"],
    }
}
