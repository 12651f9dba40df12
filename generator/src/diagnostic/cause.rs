//! Why a document is not valid, for the code that repairs it. People read the messages.

/// What an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Cause {
    /// Any other rule.
    #[default]
    Rule,
    /// A parameter for several segments is in the place of another parameter.
    CatchAll,
    /// An operation cannot be conditional. One of the places is the key that makes it so.
    Conditional,
    /// A type cannot have a default.
    NoDefault,
    /// A value of the type would have to contain itself.
    Infinite,
    /// A content has the name of another method of the client's call.
    TakenName,
    /// A value cannot be written like a form. One of the places is where it is written so.
    NotInForm,
    /// The same, because the value is any JSON value, and a form has strings only.
    AnyInForm,
    /// A list cannot be paged like this.
    Pages,
    /// A count of items or pages has no effect. The list is paged without it.
    CountWithoutEffect,
    /// A union has a value that could be several variants, or none.
    Union(UnionCause),
}

/// What is wrong with a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum UnionCause {
    /// It has no values: it has no variants, or is a variant of itself.
    NoValues,
    /// It has more variants than are compared.
    ManyVariants,
    /// The second place is a variant before this one that fits all of its values.
    NeverChosen,
    /// Any other rule. If it is about two variants, the second place is the earlier one.
    Rule,
}
