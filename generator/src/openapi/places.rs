//! Where types are written, which decides their names.

use crate::naming;

/// Where a type is written.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) parent: Parent,
    pub(super) own: Own,
    /// How deep it is in lists and maps.
    pub(super) depth: usize,
}

/// What a type is written in.
#[derive(Debug, Clone)]
pub(super) enum Parent {
    /// An operation, by its name.
    Operation(String),
    /// Another type.
    Type(usize),
}

/// What a type is there.
#[derive(Debug, Clone)]
pub(super) enum Own {
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

impl Place {
    pub(super) fn property(index: usize, name: &str, depth: usize) -> Self {
        Self {
            parent: Parent::Type(index),
            own: Own::Name(name.to_owned()),
            depth,
        }
    }

    pub(super) fn item(index: usize, depth: usize) -> Self {
        Self {
            parent: Parent::Type(index),
            own: Own::Item,
            depth: depth + 1,
        }
    }

    pub(super) fn value(index: usize, depth: usize) -> Self {
        Self::item(index, depth)
    }

    pub(super) fn variant(index: usize, name: &str) -> Self {
        Self {
            parent: Parent::Type(index),
            own: Own::Variant(name.to_owned()),
            depth: 0,
        }
    }

    pub(super) fn of_operation(operation: &str, own: Own) -> Self {
        Self {
            parent: Parent::Operation(operation.to_owned()),
            own,
            depth: 0,
        }
    }

    /// A place whose type has a name of its own in the document.
    pub(super) fn named(name: &str, depth: usize) -> Self {
        Self {
            depth,
            ..Self::of_operation("", Own::Name(name.to_owned()))
        }
    }

    /// The place of something that belongs to what is at this place: its name ends so.
    pub(super) fn with_suffix(&self, suffix: &str) -> Self {
        let own = match &self.own {
            Own::Name(name) => Own::Name(format!("{name} {suffix}")),
            Own::Variant(name) => Own::Variant(format!("{name} {suffix}")),
            Own::Role(name) => Own::Role(format!("{name}{suffix}")),
            Own::Item => Own::Variant(suffix.to_owned()),
            Own::Error(_) => Own::Role(suffix.to_owned()),
        };
        Self {
            own,
            ..self.clone()
        }
    }

    /// The group of the type. The types of bodies and responses have none: their operations change independently.
    pub(super) fn group(&self) -> Option<Group> {
        match (&self.own, &self.parent) {
            (Own::Name(name), _) => Some(Group::Named(naming::plain_camel(name))),
            (Own::Item, Parent::Type(index)) => Some(Group::ItemsOf(*index)),
            (Own::Error(_), _) => Some(Group::Errors),
            (Own::Item, Parent::Operation(_)) | (Own::Variant(_) | Own::Role(_), _) => None,
        }
    }
}
