//! Fields of objects and parameters of operations: both have a name, a type and constraints.

use std::ops::Deref;

use super::{Notes, TypeExpr};
use crate::api::{Bound, Lists, OneWay, Sensitivity, Style, Xml};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// A field or a parameter as written. Large documents have hundreds of thousands, so what few of them have is in a box.
#[derive(Debug, Clone)]
pub(crate) struct FieldEntry {
    /// The wire name, without the `?`.
    pub(crate) name: Spanned<String>,
    /// The name in Rust, if it is not made from the wire name.
    pub(crate) rust_name: Option<Spanned<String>>,
    /// Whether the name ends with `?`.
    pub(crate) optional: bool,
    /// Whether the document requires it nevertheless, as a header of an error, which is optional in Rust.
    pub(crate) is_always_sent: bool,
    /// The type. A constant has the type of its value.
    pub(crate) ty: TypeExpr,
    /// The value that it always has.
    pub(crate) constant: Option<Box<Node>>,
    /// Whether a base declares it.
    pub(crate) inherited: bool,
    /// The only direction in which it is sent.
    pub(crate) only_in: Option<Spanned<Direction>>,
    /// The same of a field that is optional only because the other direction has its type, too.
    pub(crate) one_way: Option<OneWay>,
    pub(crate) notes: Notes,
    pub(crate) sensitivity: Sensitivity,
    pub(crate) constraints: FieldConstraints,
    /// The media types that a file may have.
    pub(crate) media: Vec<Spanned<String>>,
    pub(crate) default: Option<Box<Node>>,
    /// The default that the document states although none can be kept, as for a value that may be null.
    pub(crate) stated_default: Option<Box<Node>>,
    pub(crate) example: Option<Box<Node>>,
    /// The form of the field in XML.
    pub(crate) xml: Option<Box<Spanned<Xml>>>,
    /// The style of a parameter in a request.
    pub(crate) style: StyleEntry,
}

impl FieldEntry {
    /// A field that may be absent, with nothing but a type.
    pub(crate) fn optional(name: Spanned<String>, ty: TypeExpr) -> Self {
        Self {
            name,
            rust_name: None,
            optional: true,
            is_always_sent: false,
            ty,
            constant: None,
            inherited: false,
            only_in: None,
            one_way: None,
            notes: Notes::default(),
            sensitivity: Sensitivity::Public,
            constraints: FieldConstraints::default(),
            media: Vec::new(),
            default: None,
            stated_default: None,
            example: None,
            xml: None,
            style: StyleEntry::default(),
        }
    }

    /// The field of this name.
    pub(crate) fn find<'f>(fields: &'f [Self], name: &str) -> Option<&'f Self> {
        fields.iter().find(|field| field.name.value == name)
    }

    /// The names of fields.
    pub(crate) fn names(fields: &[Self]) -> impl Iterator<Item = &str> + Clone {
        fields.iter().map(|field| field.name.value.as_str())
    }

    /// A required field that has only a type.
    pub(crate) fn required(name: Spanned<String>, ty: TypeExpr) -> Self {
        Self {
            optional: false,
            ..Self::optional(name, ty)
        }
    }
}

/// The style of a parameter, as far as the document declares it.
#[derive(Debug, Clone, Default)]
pub(crate) struct StyleEntry {
    /// The style. `deep` and `flat` have the default of lists.
    pub(crate) style: Option<Spanned<Style>>,
    /// The style of lists in a `deep` or `flat` object.
    pub(crate) lists: Option<Spanned<Lists>>,
    /// The span of `true` in `allow_reserved: true`.
    pub(crate) allow_reserved: Option<Span>,
}

impl StyleEntry {
    /// The style, if it is written.
    pub(crate) fn written(&self) -> Option<Style> {
        self.style.as_ref().map(|style| style.value)
    }
}

/// The messages that have a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Only requests.
    Request,
    /// Only responses.
    Response,
}

/// The constraints of a field.
#[derive(Debug, Clone, Default)]
pub(crate) struct FieldConstraints(Option<Box<Constraints>>);

impl FieldConstraints {
    /// The constraints, to change them; `None` if there are none.
    pub(crate) fn as_mut(&mut self) -> Option<&mut Constraints> {
        self.0.as_deref_mut()
    }
}

impl From<Constraints> for FieldConstraints {
    fn from(constraints: Constraints) -> Self {
        Self((!constraints.is_empty()).then(|| Box::new(constraints)))
    }
}

impl Deref for FieldConstraints {
    type Target = Constraints;

    fn deref(&self) -> &Constraints {
        self.0.as_deref().unwrap_or(&NO_CONSTRAINTS)
    }
}

static NO_CONSTRAINTS: Constraints = Constraints {
    min: None,
    max: None,
    above: None,
    below: None,
    multiple_of: None,
    min_length: None,
    max_length: None,
    pattern: None,
    min_items: None,
    max_items: None,
    unique_items: None,
};

/// The constraints next to a type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constraints {
    pub(crate) min: Option<Spanned<Bound>>,
    pub(crate) max: Option<Spanned<Bound>>,
    /// An exclusive `min`.
    pub(crate) above: Option<Spanned<Bound>>,
    /// An exclusive `max`.
    pub(crate) below: Option<Spanned<Bound>>,
    pub(crate) multiple_of: Option<Spanned<Bound>>,
    pub(crate) min_length: Option<Spanned<u64>>,
    pub(crate) max_length: Option<Spanned<u64>>,
    pub(crate) pattern: Option<Spanned<String>>,
    pub(crate) min_items: Option<Spanned<u64>>,
    pub(crate) max_items: Option<Spanned<u64>>,
    /// The span of `unique_items: true`.
    pub(crate) unique_items: Option<Span>,
}

impl Constraints {
    /// These constraints, and the others of the kinds that these lack.
    pub(crate) fn or(&self, others: &Self) -> Self {
        let (own, others) = (self.clone(), others.clone());
        let has_lower = own.min.is_some() || own.above.is_some();
        let has_upper = own.max.is_some() || own.below.is_some();
        Self {
            min: own.min.or(others.min.filter(|_| !has_lower)),
            above: own.above.or(others.above.filter(|_| !has_lower)),
            max: own.max.or(others.max.filter(|_| !has_upper)),
            below: own.below.or(others.below.filter(|_| !has_upper)),
            multiple_of: own.multiple_of.or(others.multiple_of),
            min_length: own.min_length.or(others.min_length),
            max_length: own.max_length.or(others.max_length),
            pattern: own.pattern.or(others.pattern),
            min_items: own.min_items.or(others.min_items),
            max_items: own.max_items.or(others.max_items),
            unique_items: own.unique_items.or(others.unique_items),
        }
    }

    /// Whether there are no constraints.
    pub(crate) fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    /// The span of one of them, if there are any.
    pub(crate) fn first(&self) -> Option<Span> {
        let Self {
            min,
            max,
            above,
            below,
            multiple_of,
            min_length,
            max_length,
            pattern,
            min_items,
            max_items,
            unique_items,
        } = self;
        let bounds = [min, max, above, below, multiple_of]
            .into_iter()
            .flatten()
            .map(|bound| bound.span);
        let sizes = [min_length, max_length, min_items, max_items];
        let sizes = sizes.into_iter().flatten().map(|size| size.span);
        let pattern = pattern.iter().map(|pattern| pattern.span);
        let all = bounds.chain(sizes).chain(pattern);
        all.chain(*unique_items).next()
    }
}
