//! A server that returns what it gets: it implements the API in `tests/apis/hub.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use hub_api::Client;
use hub_api::client::Retry;
use hub_api::operations::*;
use hub_api::server::*;
use hub_api::types::{
    Alarm, Amounts, Device, Guard, GuardStep, Home, Maybe, Mode, Plan, Point, Speed, Task,
};
use serde_json::json;

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct Echo;

impl HubApi for Echo {
    async fn put_home(&self, request: PutHome) -> Result<Home, PutHomeError> {
        Ok(request.body)
    }

    async fn put_device(&self, request: PutDevice) -> Result<Device, PutDeviceError> {
        Ok(request.body)
    }

    async fn put_task(&self, request: PutTask) -> Result<Task, PutTaskError> {
        let mut task = request.body;
        task.priority = request.priority;
        task.shares.push(request.share);
        task.agreed = request.agreed.map_or(task.agreed, Maybe::Value);
        Ok(task)
    }

    async fn get_guard(&self) -> Result<Guard, GetGuardError> {
        Ok(newer_guard())
    }

    async fn put_guard(&self, request: PutGuard) -> Result<Guard, PutGuardError> {
        Ok(request.body)
    }

    async fn post_guard(&self, request: PostGuard) -> Result<Guard, PostGuardError> {
        Ok(request.body)
    }

    async fn put_point(&self, request: PutPoint) -> Result<Point, PutPointError> {
        Ok(request.body)
    }

    async fn put_plan(&self, request: PutPlan) -> Result<Plan, PutPlanError> {
        Ok(Plan {
            start: request.start,
            ..request.body
        })
    }

    async fn post_plan(&self, request: PostPlan) -> Result<Plan, PostPlanError> {
        Ok(request.body)
    }

    async fn get_amounts(&self, request: GetAmounts) -> Result<Amounts, GetAmountsError> {
        Ok(Amounts {
            path: request.path,
            list: request.list,
            in_header: request.in_header,
        })
    }
}

/// A guard with values that only a newer version knows.
pub fn newer_guard() -> Guard {
    let night = || Mode::Other("night".to_owned());
    Guard {
        mode: night(),
        speeds: Some(vec![Speed::V1, Speed::Other(3)]),
        by_room: Some([("hall".to_owned(), night())].into()),
        alarms: Some(vec![
            Alarm::Bell,
            Alarm::Other(json!({"type": "siren", "level": 5})),
        ]),
        steps: Some(vec![GuardStep(night(), Speed::V2)]),
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(Echo)).await
}

/// A client that does not retry.
pub fn client(address: SocketAddr) -> Client {
    let builder = crate::transports::client(crate::serving::base_url(address), Client::builder)
        .retry(Retry::never());
    builder.build().expect("the settings are valid")
}
