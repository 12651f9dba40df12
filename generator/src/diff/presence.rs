//! Whether something must be present, and what its absence means.

use super::Rule;
use super::site::Site;
use super::walk::{Context, Walk};
use crate::api::{Presence, Value};

/// Whether a field or a parameter must be present.
#[derive(Debug, Clone, Copy)]
pub(super) enum Needed<'a> {
    Required,
    Optional,
    Default(&'a Value),
    /// Optional, with a default that only the document states.
    Stated(&'a Value),
}

impl<'a> Needed<'a> {
    /// Whether a field or a parameter must be present, with the default that its document states.
    pub(super) fn of(presence: &'a Presence, stated: Option<&'a Value>) -> Self {
        match (Self::from(presence), stated) {
            (Self::Optional, Some(default)) => Self::Stated(default),
            (needed, _) => needed,
        }
    }

    /// The same beside the other side: a default that only the document states counts beside one that is kept.
    const fn beside(self, other: Self) -> Self {
        match (self, other) {
            (Self::Stated(value), Self::Default(_)) => Self::Default(value),
            (Self::Stated(_), _) => Self::Optional,
            (needed, _) => needed,
        }
    }
}

impl<'a> From<&'a Presence> for Needed<'a> {
    fn from(presence: &'a Presence) -> Self {
        match presence {
            Presence::Required => Self::Required,
            Presence::Optional => Self::Optional,
            Presence::Default(value) => Self::Default(value),
        }
    }
}

impl Needed<'_> {
    pub(super) const fn is_required(self) -> bool {
        matches!(self, Self::Required)
    }
}

/// The rules for something that became required or optional.
pub(super) struct PresenceRules {
    pub(super) became_required: Rule,
    pub(super) became_optional: Rule,
}

impl PresenceRules {
    pub(super) const OF_FIELDS: Self = Self {
        became_required: Rule::FieldBecameRequired,
        became_optional: Rule::FieldBecameOptional,
    };
}

impl<'a> Walk<'a> {
    /// Compares whether something must be present, and what its absence means.
    pub(super) fn presence(
        &mut self,
        old: Needed<'a>,
        new: Needed<'a>,
        rules: &PresenceRules,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (rule, message) = match (old.beside(new), new.beside(old)) {
            (Needed::Stated(_), _) | (_, Needed::Stated(_)) => return,
            (Needed::Required, Needed::Required) | (Needed::Optional, Needed::Optional) => return,
            (Needed::Optional | Needed::Default(_), Needed::Required) => {
                (rules.became_required, "it became required".to_owned())
            }
            (Needed::Required, Needed::Optional) => {
                (rules.became_optional, "it became optional".to_owned())
            }
            (Needed::Required, Needed::Default(value)) => (
                rules.became_optional,
                format!("it became optional, with the default {value}"),
            ),
            (Needed::Optional, Needed::Default(value)) => {
                (Rule::DefaultAdded, format!("it has the default {value}"))
            }
            (Needed::Default(value), Needed::Optional) => {
                (Rule::DefaultRemoved, format!("the default {value} is gone"))
            }
            (Needed::Default(old), Needed::Default(new)) => {
                if old.is_same(new) {
                    return;
                }
                (
                    Rule::DefaultChanged,
                    format!("its default was {old}, and is {new}"),
                )
            }
        };
        self.change(rule, context, site, message);
    }
}

/// Whether something is required, in a word.
pub(super) const fn word(is_required: bool) -> &'static str {
    match is_required {
        true => "required",
        false => "optional",
    }
}
