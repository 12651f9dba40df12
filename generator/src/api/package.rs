//! The generated crate.

use super::{Derive, Scalar};
use crate::source::{Span, Spanned};

/// The generated crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The crate's name: `gateway-api`.
    pub name: String,
    /// The crate's version, if the owner chose it.
    pub version: Option<String>,
    /// Where cargo finds the runtime.
    pub runtime: Runtime,
    /// The traits that types derive in addition.
    pub derives: Vec<Derive>,
    /// The crates with whose types scalars convert.
    pub conversions: Vec<Conversions>,
    /// The types of other crates that scalars have.
    pub scalars: Vec<LibraryType>,
    /// The crates that it depends on beside the runtime.
    pub dependencies: Vec<Dependency>,
}

impl Package {
    /// The type of another crate that a scalar has. `None`: it has the type of the runtime.
    pub fn library_type(&self, scalar: Scalar) -> Option<LibraryType> {
        let mut types = self.scalars.iter();
        types.find(|ty| ty.scalar() == scalar).copied()
    }
}

/// Where cargo finds `specsmith-runtime`, the crate that generated code calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Runtime {
    /// In the folder `runtime` of the generated crate, which `generate` writes.
    // The default until the runtime is published.
    #[default]
    Embedded,
    /// In the registry; with the span of this word.
    Published(Span),
    /// At a path, which is relative to the generated crate.
    Path(Spanned<String>),
}

/// A crate with whose types scalars convert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversions {
    /// Decimal numbers of any precision.
    BigDecimal,
    /// Times and dates with offsets.
    Chrono,
    /// Instants and dates.
    Jiff,
    /// Decimal numbers of 96 bits.
    RustDecimal,
    /// URLs.
    Url,
}

impl Conversions {
    /// All of them, by name.
    pub const ALL: [Self; 5] = [
        Self::BigDecimal,
        Self::Chrono,
        Self::Jiff,
        Self::RustDecimal,
        Self::Url,
    ];

    /// The name of the crate, and of the feature of the runtime.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BigDecimal => "bigdecimal",
            Self::Chrono => "chrono",
            Self::Jiff => "jiff",
            Self::RustDecimal => "rust_decimal",
            Self::Url => "url",
        }
    }
}

/// A type of another crate that a scalar can have in Rust, instead of a type of the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LibraryType {
    /// Instants with an offset.
    ChronoDateTime,
    /// Instants.
    JiffTimestamp,
    /// Instants with an offset.
    TimeOffsetDateTime,
    /// Dates.
    ChronoNaiveDate,
    /// Dates.
    JiffDate,
    /// Dates.
    TimeDate,
    /// Decimal numbers of any precision.
    BigDecimal,
    /// Decimal numbers of 96 bits.
    RustDecimal,
    /// URLs.
    Url,
}

impl LibraryType {
    /// All of them, in the order of the language's reference.
    pub const ALL: [Self; 9] = [
        Self::ChronoDateTime,
        Self::JiffTimestamp,
        Self::TimeOffsetDateTime,
        Self::ChronoNaiveDate,
        Self::JiffDate,
        Self::TimeDate,
        Self::BigDecimal,
        Self::RustDecimal,
        Self::Url,
    ];

    /// The scalars that can have such a type, in the order of the language's reference.
    pub fn scalars() -> impl Iterator<Item = Scalar> {
        let of = |scalar: &Scalar| Self::of(*scalar).next().is_some();
        Scalar::ALL.into_iter().filter(of)
    }

    /// The types that a scalar can have.
    pub fn of(scalar: Scalar) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(move |ty| ty.scalar() == scalar)
    }

    /// The scalar whose values it has.
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::ChronoDateTime | Self::JiffTimestamp | Self::TimeOffsetDateTime => {
                Scalar::Timestamp
            }
            Self::ChronoNaiveDate | Self::JiffDate | Self::TimeDate => Scalar::Date,
            Self::BigDecimal | Self::RustDecimal => Scalar::Decimal,
            Self::Url => Scalar::Uri,
        }
    }

    /// The path of the type, as the specification has it.
    pub const fn path(self) -> &'static str {
        match self {
            Self::ChronoDateTime => "chrono::DateTime",
            Self::JiffTimestamp => "jiff::Timestamp",
            Self::TimeOffsetDateTime => "time::OffsetDateTime",
            Self::ChronoNaiveDate => "chrono::NaiveDate",
            Self::JiffDate => "jiff::civil::Date",
            Self::TimeDate => "time::Date",
            Self::BigDecimal => "bigdecimal::BigDecimal",
            Self::RustDecimal => "rust_decimal::Decimal",
            Self::Url => "url::Url",
        }
    }

    /// The crate of the type. The feature of the runtime has its name.
    pub fn package(self) -> &'static str {
        let path = self.path();
        path.split_once("::").map_or(path, |(package, _)| package)
    }
}

/// A crate that the generated crate depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// Its name.
    pub name: String,
    /// The requirement of its version.
    pub version: Option<String>,
    /// Its folder, relative to the generated crate.
    pub path: Option<Spanned<String>>,
    /// Its features.
    pub features: Vec<String>,
    /// Whether its default features are on.
    pub default_features: bool,
}

#[cfg(test)]
mod tests {
    use super::LibraryType;

    /// A list of variants, which does not compile if one is missing.
    macro_rules! all {
        ($($variant:ident),* $(,)?) => {{
            let _ = |ty: LibraryType| match ty {
                $(LibraryType::$variant => (),)*
            };
            [$(LibraryType::$variant),*]
        }};
    }

    #[test]
    fn specifications_can_name_every_library_type() {
        let all = all![
            ChronoDateTime,
            JiffTimestamp,
            TimeOffsetDateTime,
            ChronoNaiveDate,
            JiffDate,
            TimeDate,
            BigDecimal,
            RustDecimal,
            Url,
        ];
        assert_eq!(LibraryType::ALL, all);
    }
}
