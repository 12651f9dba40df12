//! Where the document writes a type that it does not name. Its name is made of that.

use crate::naming;

/// The place of a type in the document, which gives it a name.
#[derive(Debug, Clone)]
pub(super) struct TypePlace {
    pub(super) parent: Parent,
    pub(super) kind: PlaceKind,
    /// The number of lists and maps around the type.
    pub(super) depth: usize,
}

/// The operation or the type around a type.
#[derive(Debug, Clone)]
pub(super) enum Parent {
    /// An operation, by its name.
    Operation(String),
    /// Another type.
    Type(usize),
}

/// The role of a type at its place.
#[derive(Debug, Clone)]
pub(super) enum PlaceKind {
    /// The value of a field or a parameter of this name.
    Name(String),
    /// An item of what it is written in.
    Item,
    /// A variant of a union.
    Variant(String),
    /// The body, or a response: the end of its name.
    Role(String),
    /// The body of an error with this status.
    Error(String),
}

/// Types of the same structure are one type in the same group.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Group {
    /// The types of fields and parameters with this name.
    Named(String),
    /// The types of the items of a type.
    ItemsOf(usize),
    /// The bodies of errors, which operations share.
    Errors,
}

impl TypePlace {
    pub(super) fn property(index: usize, name: &str, depth: usize) -> Self {
        Self {
            parent: Parent::Type(index),
            kind: PlaceKind::Name(name.to_owned()),
            depth,
        }
    }

    pub(super) fn item(index: usize, depth: usize) -> Self {
        Self {
            parent: Parent::Type(index),
            kind: PlaceKind::Item,
            depth: depth + 1,
        }
    }

    pub(super) fn value(index: usize, depth: usize) -> Self {
        Self::item(index, depth)
    }

    pub(super) fn variant(index: usize, name: &str) -> Self {
        Self {
            parent: Parent::Type(index),
            kind: PlaceKind::Variant(name.to_owned()),
            depth: 0,
        }
    }

    pub(super) fn of_operation(operation: &str, kind: PlaceKind) -> Self {
        Self {
            parent: Parent::Operation(operation.to_owned()),
            kind,
            depth: 0,
        }
    }

    /// A place whose type has a name in the document.
    pub(super) fn named(name: &str, depth: usize) -> Self {
        Self {
            depth,
            ..Self::of_operation("", PlaceKind::Name(name.to_owned()))
        }
    }

    /// The place of something that belongs to what is at this place: its name ends so.
    pub(super) fn with_suffix(&self, suffix: &str) -> Self {
        let kind = match &self.kind {
            PlaceKind::Name(name) => PlaceKind::Name(format!("{name} {suffix}")),
            PlaceKind::Variant(name) => PlaceKind::Variant(format!("{name} {suffix}")),
            PlaceKind::Role(name) => PlaceKind::Role(format!("{name}{suffix}")),
            PlaceKind::Item => PlaceKind::Variant(suffix.to_owned()),
            PlaceKind::Error(_) => PlaceKind::Role(suffix.to_owned()),
        };
        Self {
            kind,
            ..self.clone()
        }
    }

    /// The group of the type. The types of bodies and responses have none: their operations change independently.
    pub(super) fn group(&self) -> Option<Group> {
        match (&self.kind, &self.parent) {
            (PlaceKind::Name(name), _) => Some(Group::Named(naming::plain_camel(name))),
            (PlaceKind::Item, Parent::Type(index)) => Some(Group::ItemsOf(*index)),
            (PlaceKind::Error(_), _) => Some(Group::Errors),
            (PlaceKind::Item, Parent::Operation(_))
            | (PlaceKind::Variant(_) | PlaceKind::Role(_), _) => None,
        }
    }
}
