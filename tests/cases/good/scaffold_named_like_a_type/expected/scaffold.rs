//! The handlers of the API. Written once by `specsmith scaffold`, to be filled in: every `todo!()`
//! is an operation. This file is yours.

#![allow(unused_variables, reason = "take this away when every operation is written")]

use task_api::operations::{CallerError, ListTasksError, PutTaskError};
use task_api::server::{AuthError, BearerToken, PutTask, TaskApi};
use task_api::types::Timestamp;

/// What the handlers share: a database, a configuration.
pub struct Task;

/// Who calls: what `authenticate` finds behind a key.
pub struct Caller;

impl TaskApi for Task {
    type Caller = Caller;

    async fn authenticate(&self, token: &BearerToken) -> Result<Caller, AuthError> {
        todo!()
    }

    async fn list_tasks(
        &self,
        caller: Caller,
    ) -> Result<Vec<task_api::types::Task>, ListTasksError> {
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
