//! The issues of a repository.

use forge_api::errors::{Changed, NotFound, ValidationFailed};
use forge_api::operations::UpdateIssueError;
use forge_api::types::*;
use forge_api::{Page, PageRequest};

use super::repository::Store;

/// The labels that issues may have.
const LABELS: [&str; 3] = ["bug", "docs", "help, please"];

/// An issue and how often it has changed.
#[derive(Debug)]
pub(super) struct Versioned {
    issue: Issue,
    changes: u32,
}

impl Versioned {
    fn etag(&self) -> ETag {
        ETag::strong(format!("{}.{}", self.issue.number, self.changes))
    }

    fn shown(&self) -> (Issue, String) {
        (self.issue.clone(), self.etag().to_string())
    }
}

/// Rejects labels that nobody has defined.
fn check(labels: &[String]) -> Result<(), ValidationFailed> {
    let unknown = labels
        .iter()
        .filter(|label| !LABELS.contains(&label.as_str()));
    let errors: Vec<FieldError> = unknown
        .map(|label| FieldError {
            message: Some(format!("There is no label `{label}`")),
            ..FieldError::new("labels", "unknown")
        })
        .collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(ValidationFailed::new(errors)),
    }
}

impl Store {
    /// The issues in this state that have all these labels.
    pub(super) fn list_issues(
        &self,
        state: IssueState,
        labels: &[String],
        page: PageRequest,
    ) -> Result<Page<Issue>, ValidationFailed> {
        check(labels)?;
        let issues = self.issues.iter().map(|versioned| &versioned.issue);
        let wanted = |issue: &&Issue| {
            issue.state == state && labels.iter().all(|label| issue.labels.contains(label))
        };
        let size = |number: i64| usize::try_from(number).unwrap_or(0);
        let (before, limit) = ((page.page - 1).saturating_mul(page.per_page), page.per_page);
        let mut issues = issues.filter(wanted).skip(size(before));
        let items = issues.by_ref().take(size(limit)).cloned().collect();
        let next = issues.next().map(|_| page.page.saturating_add(1));
        Ok(Page { items, next })
    }

    /// Adds an issue. Returns it with its entity tag.
    pub(super) fn create_issue(
        &mut self,
        wanted: IssueCreate,
    ) -> Result<(Issue, String), ValidationFailed> {
        let priority = wanted.priority();
        let labels = wanted.labels.unwrap_or_default();
        check(&labels)?;
        let issue = Issue {
            number: u32::try_from(self.issues.len()).map_or(u32::MAX, |count| count + 1),
            title: wanted.title,
            state: IssueState::Open,
            priority,
            labels,
            assignee: None,
        };
        self.activities.push(issue.clone().into());
        let created = Versioned { issue, changes: 0 };
        let shown = created.shown();
        self.issues.push(created);
        Ok(shown)
    }

    /// Changes an issue if it still has one of these entity tags (RFC 9110, section 13.1.1).
    pub(super) fn update_issue(
        &mut self,
        number: u32,
        condition: Option<&str>,
        patch: IssuePatch,
    ) -> Result<(Issue, String), UpdateIssueError> {
        let mut issues = self.issues.iter_mut();
        let found = issues.find(|versioned| versioned.issue.number == number);
        let versioned = found.ok_or_else(NotFound::new)?;
        let current = versioned.etag().to_string();
        let mut tags = condition.into_iter().flat_map(|tags| tags.split(','));
        if condition.is_some() && !tags.any(|tag| [current.as_str(), "*"].contains(&tag.trim())) {
            return Err(Changed::new().into());
        }
        let issue = &mut versioned.issue;
        issue.title = patch.title.unwrap_or_else(|| issue.title.clone());
        issue.state = patch.state.unwrap_or(issue.state);
        issue.priority = patch.priority.unwrap_or(issue.priority);
        match patch.assignee {
            Maybe::Absent => {}
            Maybe::Null => issue.assignee = None,
            Maybe::Value(login) => issue.assignee = Some(login),
        }
        versioned.changes += 1;
        self.activities.push(issue.clone().into());
        Ok(versioned.shown())
    }
}
