//! Organizations, as operators see and change them.

use serde_json::value::RawValue;

use super::table::record;
use crate::amount::Amount;
use crate::timestamps::UnixMicros;

record! {
    /// An organization.
    #[derive(Debug, Clone, PartialEq, sqlx_macros::FromRow)]
    Organization: 0, "organizations", key 1 {
        /// Its identifier.
        id: String,
        /// The workspace for records that name none.
        default_workspace_id: Option<String>,
        /// The credits that the organization bought.
        total_credits: Amount,
        /// The credits that the organization used. In loads and exports, without those that the generations in the
        /// database used.
        total_usage: Amount,
        /// When its credits or default workspace were last changed, if that is known.
        updated_at: Option<UnixMicros>,
    }
}

/// An organization to create.
#[derive(Debug, Clone)]
pub struct NewOrganization {
    /// Its identifier.
    pub id: String,
    /// The credits that the organization bought.
    pub total_credits: Amount,
    /// Its default workspace, which is created too unless it exists.
    pub workspace: NewWorkspace,
}

/// A workspace to create, with its default guardrail.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the fields are the columns of the tables")]
pub struct NewWorkspace {
    pub id: String,
    pub document: Box<RawValue>,
    pub guardrail_id: String,
    pub guardrail_document: Box<RawValue>,
}

/// What to change of an organization.
#[derive(Debug, Clone, Default)]
pub struct OrganizationUpdate {
    /// Its credits.
    pub credits: Option<CreditsUpdate>,
    /// Its default workspace, which is created too unless it exists.
    pub default_workspace: Option<NewWorkspace>,
}

/// How to change credits.
#[derive(Debug, Clone)]
pub enum CreditsUpdate {
    /// To this total.
    Set(Amount),
    /// By this much, which may be negative.
    Add(Amount),
}

impl CreditsUpdate {
    pub(super) fn apply(&self, credits: &Amount) -> Amount {
        match self {
            Self::Set(total) => total.clone(),
            Self::Add(more) => credits.clone() + more.clone(),
        }
    }
}

/// What came of an update.
#[derive(Debug, Clone, PartialEq)]
pub enum OrganizationUpdated {
    /// It is like this now.
    Done(Organization),
    /// Nothing changed: there is no such organization.
    NoOrganization,
    /// Nothing changed: its credits would be negative or too large.
    CreditsOutOfRange,
}

impl Organization {
    /// The organization after an update. It is always newer than before, even if the clock was set back.
    pub(super) fn updated(&self, update: &OrganizationUpdate, now: UnixMicros) -> Self {
        let updated_at = match self.updated_at {
            Some(before) if before >= now => UnixMicros(before.0 + 1),
            Some(_) | None => now,
        };
        let credits = update.credits.as_ref();
        Self {
            id: self.id.clone(),
            default_workspace_id: update
                .default_workspace
                .as_ref()
                .map(|workspace| workspace.id.clone())
                .or_else(|| self.default_workspace_id.clone()),
            total_credits: credits.map_or_else(
                || self.total_credits.clone(),
                |credits| credits.apply(&self.total_credits),
            ),
            total_usage: self.total_usage.clone(),
            updated_at: Some(updated_at),
        }
    }

    /// Whether a load keeps this organization, because the loaded one is older.
    pub(super) fn is_newer_than(&self, loaded: &Self) -> bool {
        // Without a time, it is older than with any.
        self.updated_at > loaded.updated_at
    }

    /// Whether an update may do this. Credits must not become negative; a load may have made them so.
    pub(super) fn may_become(&self, after: &Self) -> bool {
        let credits = &after.total_credits;
        credits.is_in_range() && (!credits.is_negative() || *credits >= self.total_credits)
    }

    /// Describes the differences, for the audit table.
    pub(super) fn difference(&self, after: &Self) -> String {
        let mut differences = Vec::new();
        if self.total_credits != after.total_credits {
            differences.push(format!(
                "credits {} -> {}",
                self.total_credits, after.total_credits
            ));
        }
        if self.default_workspace_id != after.default_workspace_id {
            let name = |id: &Option<String>| id.clone().unwrap_or_else(|| "none".to_owned());
            differences.push(format!(
                "default workspace {} -> {}",
                name(&self.default_workspace_id),
                name(&after.default_workspace_id)
            ));
        }
        differences.join(", ")
    }
}
