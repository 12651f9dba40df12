//! The generated client against the same calls written by hand with reqwest, to a server on the
//! loopback interface that answers with texts made beforehand.

mod by_hand;
#[path = "../shared/samples.rs"]
mod samples;
#[path = "../shared/types.rs"]
mod types;

use axum::Router;
use axum::http::header;
use axum::routing::{get, patch};
use gateway_api::Client;
use gateway_api::types::{GroupMappingUpdate, Role};
use samples::{KEY, MAPPING};
use specsmith_benches::paired;
use std::hint::black_box;
use std::net::SocketAddr;
use tokio::runtime::{Builder, Runtime};

/// How many workspaces a page has.
const WORKSPACES: usize = 20;

fn main() {
    let server = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let base = format!("http://{}", serve(&server));
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let hand = by_hand::Client::new(&base, KEY);
    let own = Client::builder(base)
        .bearer_token(KEY)
        .build()
        .expect("a client");

    paired::heading();
    paired::compare(
        "GET one small object",
        || {
            drop(black_box(
                runtime.block_on(hand.get_credits()).expect("an answer"),
            ))
        },
        || {
            drop(black_box(
                runtime
                    .block_on(own.get_credits().into_future())
                    .expect("an answer"),
            ))
        },
    );
    paired::compare(
        "GET a page of 20 items",
        || {
            drop(black_box(
                runtime
                    .block_on(hand.list_workspaces(0, 20))
                    .expect("an answer"),
            ))
        },
        || {
            let call = own.list_workspaces().offset(0).limit(20);
            drop(black_box(
                runtime.block_on(call.into_future()).expect("an answer"),
            ));
        },
    );
    paired::compare(
        "PATCH with a body",
        || {
            drop(black_box(
                runtime
                    .block_on(hand.update_group_mapping(MAPPING, types::Role::Admin))
                    .expect("an answer"),
            ))
        },
        || {
            let call = own.update_group_mapping(MAPPING, GroupMappingUpdate { role: Role::Admin });
            drop(black_box(
                runtime.block_on(call.into_future()).expect("an answer"),
            ));
        },
    );
    paired::compare(
        "(by hand against itself)",
        || {
            drop(black_box(
                runtime.block_on(hand.get_credits()).expect("an answer"),
            ))
        },
        || {
            drop(black_box(
                runtime.block_on(hand.get_credits()).expect("an answer"),
            ))
        },
    );
}

/// Starts the server.
fn serve(runtime: &Runtime) -> SocketAddr {
    let data = |value: serde_json::Value| serde_json::json!({ "data": value });
    let router = Router::new()
        .route("/v1/credits", get(answer(&data(samples::credits()))))
        .route("/v1/workspaces", get(answer(&samples::page(WORKSPACES))))
        .route(
            "/v1/scim/group-mappings/{id}",
            patch(answer(&data(samples::mapping()))),
        );
    let listener = runtime
        .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
        .expect("a free port");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(async { axum::serve(listener, router).await });
    address
}

/// An answer that is always the same, which axum takes in place of a handler.
fn answer(value: &serde_json::Value) -> ([(header::HeaderName, &'static str); 1], String) {
    (
        [(header::CONTENT_TYPE, "application/json")],
        value.to_string(),
    )
}
