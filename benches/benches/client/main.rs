//! Compares the generated client with the same calls written by hand with reqwest. The server is on
//! the loopback interface and returns prepared responses. Then compares the generated client that calls the
//! generated router in the process with the same calls over the loopback interface.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

#[path = "../shared/gateway.rs"]
mod gateway;
mod hand_written;
#[path = "../shared/samples.rs"]
mod samples;
#[path = "../shared/types.rs"]
mod types;

use std::fmt::Debug;
use std::hint::black_box;
use std::net::SocketAddr;

use axum::Router;
use axum::http::header;
use axum::routing::{get, patch};
use gateway_api::Client;
use gateway_api::types::{GroupMappingUpdate, Role};
use specsmith_benches::paired;
use tokio::runtime::{Builder, Runtime};

use samples::{KEY, MAPPING, keys, value};

/// The number of workspaces on a page.
const WORKSPACES: usize = 20;

fn main() {
    let server = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let base = format!("http://{}", serve(&server, prepared()));
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let hand = hand_written::Client::new(&base, KEY);
    let own = Client::builder(base)
        .bearer_token(KEY)
        .build()
        .expect("a client");

    let hand_get = || wait(&runtime, hand.get_credits());
    let hand_list = || wait(&runtime, hand.list_workspaces(0, 20));
    let hand_patch = || {
        wait(
            &runtime,
            hand.update_group_mapping(MAPPING, types::Role::Admin),
        )
    };
    let own_get = || wait(&runtime, own.get_credits());
    let own_list = || wait(&runtime, own.list_workspaces().offset(0).limit(20));
    let own_patch = || {
        let update = GroupMappingUpdate { role: Role::Admin };
        wait(&runtime, own.update_group_mapping(MAPPING, update))
    };
    paired::heading("by hand", "generated");
    paired::compare("GET one small object", hand_get, own_get);
    paired::compare("GET a page of 20 items", hand_list, own_list);
    paired::compare("PATCH with a body", hand_patch, own_patch);
    paired::compare("(by hand against itself)", hand_get, hand_get);

    let router = gateway::router(gateway::Gateway {
        keys: keys(),
        credits: value(samples::credits()),
        workspaces: value(samples::workspaces(WORKSPACES).into()),
        mapping: value(samples::mapping()),
    });
    let base = format!("http://{}", serve(&server, router.clone()));
    let over_socket = Client::builder(base)
        .bearer_token(KEY)
        .build()
        .expect("a client");
    let in_process = Client::in_process(router)
        .bearer_token(KEY)
        .build()
        .expect("a client");
    paired::heading("over socket", "in process");
    paired::compare(
        "GET one small object",
        || wait(&runtime, over_socket.get_credits()),
        || wait(&runtime, in_process.get_credits()),
    );
    paired::compare(
        "GET a page of 20 items",
        || wait(&runtime, over_socket.list_workspaces().limit(20)),
        || wait(&runtime, in_process.list_workspaces().limit(20)),
    );
}

/// Waits for a successful response.
fn wait<T, E: Debug>(runtime: &Runtime, call: impl IntoFuture<Output = Result<T, E>>) {
    black_box(runtime.block_on(call.into_future()).expect("a response"));
}

/// Starts a server and returns its address.
fn serve(runtime: &Runtime, router: Router) -> SocketAddr {
    let listener = runtime
        .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
        .expect("a free port");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(async { axum::serve(listener, router).await });
    address
}

/// Prepared responses.
fn prepared() -> Router {
    let data = |value: serde_json::Value| serde_json::json!({ "data": value });
    Router::new()
        .route("/v1/credits", get(response(&data(samples::credits()))))
        .route("/v1/workspaces", get(response(&samples::page(WORKSPACES))))
        .route(
            "/v1/scim/group-mappings/{id}",
            patch(response(&data(samples::mapping()))),
        )
}

/// A constant response, which axum accepts as a handler.
fn response(value: &serde_json::Value) -> ([(header::HeaderName, &'static str); 1], String) {
    (
        [(header::CONTENT_TYPE, "application/json")],
        value.to_string(),
    )
}
