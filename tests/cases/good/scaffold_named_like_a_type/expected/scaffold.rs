//! The handlers of the API. `specsmith scaffold` generated this file once, and it is yours to edit:
//! replace each `todo!()`.

#![allow(
    unused_variables,
    reason = "remove this when all operations are implemented"
)]

use task_api::operations::{CallerError, ListTasksError, PutTaskError};
use task_api::server::{AuthError, BearerToken, PutTask, TaskApi};
use task_api::types::{Task, Timestamp};

/// The state that the handlers share, for example a database connection.
pub struct TaskHandlers;

/// The caller that `authenticate` identifies by a key.
pub struct Caller;

impl TaskApi for TaskHandlers {
    type Caller = Caller;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<Caller, AuthError> {
        todo!()
    }

    async fn list_tasks(&self, caller: Caller) -> Result<Vec<Task>, ListTasksError> {
        todo!()
    }

    async fn put_task(
        &self,
        caller: Caller,
        request: PutTask,
    ) -> Result<task_api::types::Caller, PutTaskError> {
        todo!()
    }

    async fn caller(
        &self,
        caller: Caller,
        request: task_api::server::Caller,
    ) -> Result<Vec<Timestamp>, CallerError> {
        todo!()
    }
}
