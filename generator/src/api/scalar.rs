//! Scalars: single values.

/// A single value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Text.
    String,
    /// A URI with a scheme, RFC 3986.
    Uri,
    /// An e-mail address, as in HTML.
    Email,
    /// A whole number.
    Integer(Integer),
    /// A 64-bit floating-point number.
    Number,
    /// A 32-bit floating-point number.
    Float,
    /// True or false.
    Boolean,
    /// A date and time with an offset, RFC 3339.
    Timestamp,
    /// A date, RFC 3339 `full-date`.
    Date,
    /// A time of day, RFC 3339 `full-time` or `partial-time`.
    Time,
    /// A duration, ISO 8601.
    Duration,
    /// A UUID, RFC 9562.
    Uuid,
    /// An IP address of either version.
    Ip,
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// A decimal number, written as a string.
    Decimal,
    /// A decimal number, written as a number.
    DecimalNumber,
    /// Bytes, written as base64, RFC 4648 section 4.
    Bytes,
    /// Any JSON value.
    Json,
    /// A file, in a multipart form only.
    File,
}

/// A type of whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Integer {
    /// 8 bits with a sign.
    Int8,
    /// 16 bits with a sign.
    Int16,
    /// 32 bits with a sign.
    Int32,
    /// 64 bits with a sign: `integer` in the language.
    Int64,
    /// 8 bits.
    Uint8,
    /// 16 bits.
    Uint16,
    /// 32 bits.
    Uint32,
    /// 64 bits.
    Uint64,
}

/// What a scalar is in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonKind {
    /// A string.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// Any value.
    Any,
}

/// What the runtime reads as a decimal.
const DECIMAL: &str = r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?$";

/// RFC 4648, section 4, with padding, and with zeros as unused bits before it.
const BASE64: &str =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

impl Scalar {
    /// Every scalar that JSON has, in the order of the language's reference.
    pub const ALL: [Self; 26] = [
        Self::String,
        Self::Uri,
        Self::Email,
        Self::Integer(Integer::Int64),
        Self::Integer(Integer::Int8),
        Self::Integer(Integer::Int16),
        Self::Integer(Integer::Int32),
        Self::Integer(Integer::Uint8),
        Self::Integer(Integer::Uint16),
        Self::Integer(Integer::Uint32),
        Self::Integer(Integer::Uint64),
        Self::Number,
        Self::Float,
        Self::Boolean,
        Self::Timestamp,
        Self::Date,
        Self::Time,
        Self::Duration,
        Self::Uuid,
        Self::Ip,
        Self::Ipv4,
        Self::Ipv6,
        Self::Decimal,
        Self::DecimalNumber,
        Self::Bytes,
        Self::Json,
    ];

    /// The scalar's name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Uri => "uri",
            Self::Email => "email",
            Self::Integer(integer) => integer.name(),
            Self::Number => "number",
            Self::Float => "float",
            Self::Boolean => "boolean",
            Self::Timestamp => "timestamp",
            Self::Date => "date",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Uuid => "uuid",
            Self::Ip => "ip",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Decimal => "decimal",
            Self::DecimalNumber => "decimal_number",
            Self::Bytes => "bytes",
            Self::Json => "json",
            Self::File => "binary",
        }
    }

    /// The scalar of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// The JSON type of its values.
    pub const fn json(self) -> JsonKind {
        match self {
            Self::String
            | Self::Uri
            | Self::Email
            | Self::Timestamp
            | Self::Date
            | Self::Time
            | Self::Duration
            | Self::Uuid
            | Self::Ip
            | Self::Ipv4
            | Self::Ipv6
            | Self::Decimal
            | Self::Bytes => JsonKind::String,
            Self::Integer(_) => JsonKind::Integer,
            Self::Number | Self::Float | Self::DecimalNumber => JsonKind::Number,
            Self::Boolean => JsonKind::Boolean,
            // A file is never in JSON.
            Self::Json | Self::File => JsonKind::Any,
        }
    }

    /// Whether it is a string of any characters, so that its length and pattern can be constrained.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::String | Self::Uri | Self::Email)
    }

    /// The least and the greatest number of characters of its strings. A limit that is not stricter says nothing.
    pub(crate) const fn lengths(self) -> (u64, u64) {
        match self {
            Self::Date => (10, 10),
            Self::Uuid => (36, 36),
            Self::Timestamp => (20, 35),
            Self::Time => (8, 35),
            Self::Ipv4 => (7, 15),
            Self::Ip | Self::Ipv6 => (2, 45),
            Self::Duration => (3, u64::MAX),
            Self::Decimal => (1, u64::MAX),
            _ => (0, u64::MAX),
        }
    }

    /// The pattern that OpenAPI documents state for its values, because few tools know the format.
    pub(crate) const fn pattern(self) -> Option<&'static str> {
        match self {
            Self::Decimal => Some(DECIMAL),
            Self::Bytes => Some(BASE64),
            _ => None,
        }
    }
}

impl Integer {
    /// Its name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Int64 => "integer",
            other => other.format(),
        }
    }

    /// Its format in OpenAPI.
    pub const fn format(self) -> &'static str {
        match self {
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Uint8 => "uint8",
            Self::Uint16 => "uint16",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
        }
    }

    /// The least and the greatest value.
    pub const fn range(self) -> (i128, i128) {
        match self {
            Self::Int8 => (i8::MIN as i128, i8::MAX as i128),
            Self::Int16 => (i16::MIN as i128, i16::MAX as i128),
            Self::Int32 => (i32::MIN as i128, i32::MAX as i128),
            Self::Int64 => (i64::MIN as i128, i64::MAX as i128),
            Self::Uint8 => (0, u8::MAX as i128),
            Self::Uint16 => (0, u16::MAX as i128),
            Self::Uint32 => (0, u32::MAX as i128),
            Self::Uint64 => (0, u64::MAX as i128),
        }
    }

    /// Whether it has this value.
    pub const fn contains(self, value: i128) -> bool {
        let (min, max) = self.range();
        min <= value && value <= max
    }
}
