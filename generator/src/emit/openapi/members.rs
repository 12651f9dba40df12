//! An object of the document while it is put together.

use crate::api::Value;

/// The members of an object, in the order in which they are added.
#[derive(Debug, Clone, Default)]
pub(super) struct Members(Vec<(String, Value)>);

impl Members {
    /// No members yet.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds a member.
    pub(super) fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.0.push((name.into(), value.into()));
        self
    }

    /// Adds a member where there is a value for it.
    pub(super) fn unless_none(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an object where it has members.
    pub(super) fn unless_empty(self, name: &str, members: Self) -> Self {
        if members.0.is_empty() {
            self
        } else {
            self.with(name, members)
        }
    }

    /// Adds a member that is true, or none.
    pub(super) fn flag(self, name: &str, holds: bool) -> Self {
        if holds { self.with(name, true) } else { self }
    }

    /// Whether there is a member of this name, in whatever case.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut members = self.0.iter();
        members.any(|(member, _)| member.eq_ignore_ascii_case(name))
    }

    /// Adds all members of another object.
    pub(super) fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }
}

impl From<Members> for Value {
    fn from(members: Members) -> Self {
        Self::Object(members.0)
    }
}

/// A reference to a component.
pub(super) fn reference(section: &str, name: &str) -> Members {
    Members::new().with("$ref", format!("#/components/{section}/{name}"))
}
