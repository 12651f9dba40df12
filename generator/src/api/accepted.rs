//! The changes that the owner of an API accepts.

use specsmith_runtime::Date;

use crate::changes::Rule;
use crate::source::Spanned;

/// A kind of changes that does not count at an item, and everything inside of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The rule that finds such changes.
    pub rule: Spanned<Rule>,
    /// Why they do not count.
    pub reason: Option<String>,
    /// The last day on which they do not count.
    pub until: Option<Date>,
}

impl Accepted {
    /// All changes by a rule, without a reason, for ever.
    pub(crate) const fn of(rule: Spanned<Rule>) -> Self {
        Self {
            rule,
            reason: None,
            until: None,
        }
    }
}
