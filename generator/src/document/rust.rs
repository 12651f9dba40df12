//! The generated crate.

use crate::api::{Conversions, LibraryType, Scalar};
use crate::source::Spanned;

/// The `rust` section.
#[derive(Debug, Clone, Default)]
pub(crate) struct RustSection {
    pub(crate) crate_name: Option<Spanned<String>>,
    pub(crate) version: Option<Spanned<String>>,
    pub(crate) runtime: Option<Spanned<String>>,
    pub(crate) derives: Vec<DeriveEntry>,
    /// The crates with whose types scalars convert.
    pub(crate) conversions: Vec<Spanned<Conversions>>,
    /// The types of other crates that scalars have.
    pub(crate) scalars: Vec<Spanned<LibraryType>>,
    pub(crate) dependencies: Vec<DependencyEntry>,
}

impl RustSection {
    /// The type of another crate that a scalar has.
    pub(crate) fn library_type(&self, scalar: Scalar) -> Option<LibraryType> {
        let mut types = self.scalars.iter().map(|ty| ty.value);
        types.find(|ty| ty.scalar() == scalar)
    }
}

/// A trait that types derive in addition.
#[derive(Debug, Clone)]
pub(crate) struct DeriveEntry {
    /// Its name or path.
    pub(crate) path: Spanned<String>,
    /// The types that derive it. `None`: all types that can.
    pub(crate) types: Option<Vec<Spanned<String>>>,
}

/// A crate that the generated crate depends on.
#[derive(Debug, Clone)]
pub(crate) struct DependencyEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) version: Option<Spanned<String>>,
    pub(crate) path: Option<Spanned<String>>,
    pub(crate) features: Vec<Spanned<String>>,
    pub(crate) default_features: Option<bool>,
}
