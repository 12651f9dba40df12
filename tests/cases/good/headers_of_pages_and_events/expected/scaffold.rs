//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use headers_of_pages_and_events_api::operations::{
    FindIssuesError, FindIssuesResponse, FollowIssuesError, FollowIssuesResponse, ListIssuesError,
    ListIssuesResponse, WatchIssuesError, WatchIssuesResponse,
};
use headers_of_pages_and_events_api::server::{
    FindIssues, HeadersOfPagesAndEventsApi, ListIssues, WatchIssues,
};

/// The state that the handlers share, for example a database connection.
pub struct HeadersOfPagesAndEvents;

impl HeadersOfPagesAndEventsApi for HeadersOfPagesAndEvents {
    async fn list_issues(
        &self,
        request: ListIssues,
    ) -> Result<ListIssuesResponse, ListIssuesError> {
        todo!()
    }

    async fn find_issues(
        &self,
        request: FindIssues,
    ) -> Result<FindIssuesResponse, FindIssuesError> {
        todo!()
    }

    async fn watch_issues(
        &self,
        request: WatchIssues,
    ) -> Result<WatchIssuesResponse, WatchIssuesError> {
        todo!()
    }

    async fn follow_issues(&self) -> Result<FollowIssuesResponse, FollowIssuesError> {
        todo!()
    }
}
