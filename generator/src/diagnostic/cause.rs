//! Causes of errors, for the code that repairs a document. People read the messages.

use crate::source::Span;

/// The reason for an error, with the spans that a repair needs. The first span of the error is the part that is not
/// valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Cause {
    /// Any other rule.
    #[default]
    Rule,
    /// A parameter for several segments is in the place of another parameter.
    CatchAll,
    /// An operation cannot be conditional, which `key` makes it.
    Conditional { key: Span },
    /// A type cannot have a default.
    NoDefault,
    /// A value of the type would have to contain itself.
    Infinite,
    /// A content has the name of another method of the client's call.
    TakenName,
    /// A value cannot be written like a form, as it is at `used`.
    NotInForm { used: Span },
    /// A value cannot be written like a form, because it is any JSON value, and a form has strings only.
    AnyInForm { used: Span },
    /// A list cannot be paged like this.
    Pages,
    /// A count of items or pages has no effect. The list is paged without it.
    CountWithoutEffect,
    /// A union has a value that could be several variants, or none.
    Union(UnionCause),
}

/// The problem of a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum UnionCause {
    /// The union has no values: it has no variants, or is a variant of itself.
    NoValues,
    /// The union has more variants than are compared.
    ManyVariants,
    /// The variant `earlier` fits all values of this one.
    NeverChosen { earlier: Span },
    /// Nothing tells this variant and `earlier` apart.
    Ambiguous { earlier: Span },
    /// Any other rule.
    Rule,
}
