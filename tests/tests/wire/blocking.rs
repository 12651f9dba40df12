//! A program without an async runtime waits for calls.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;

use gateway_api::client::Blocking;
use gateway_api::operations::GetModelError;
use gateway_api::{Client, Error};
use specsmith_tests::archive::{Archive, client};
use specsmith_tests::gateway::{MANAGEMENT_KEY, many};
use specsmith_tests::serving::{Served, base_url};

/// Runs a server in another thread, as another process would. `start` returns what the test needs.
fn serve<T, F>(start: impl FnOnce() -> F + Send + 'static) -> T
where
    T: Clone + Send + 'static,
    F: Future<Output = T>,
{
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_all().build().unwrap();
        runtime.block_on(async {
            let started = start().await;
            sender.send(started.clone()).unwrap();
            std::future::pending::<()>().await;
        });
    });
    receiver.recv().unwrap()
}

fn gateway() -> String {
    serve(async || {
        let served = Served::start().await;
        served.gateway.records(|records| {
            let named = |member: &mut gateway_api::types::OrganizationMember, number| {
                member.id = format!("user-{number}").into();
            };
            records.members = many(&records.members[0], 120, named);
        });
        served.base_url()
    })
}

/// The program of `docs/using.md`.
// The program begins here.
fn report(url: &str, key: &str) -> Result<String, Box<dyn std::error::Error>> {
    let gateway = Client::builder(url).bearer_token(key).build()?;
    let blocking = Blocking::new()?;

    let credits = blocking.wait(gateway.get_credits())?;
    let mut report = format!("{} credits", credits.total_credits);
    // Requests page after page.
    for member in blocking.iterate(gateway.list_organization_members().stream()) {
        report.push_str(&format!("\n{}", member?.id));
    }
    Ok(report)
}
// The program ends here.

#[test]
fn a_program_without_a_runtime_waits_for_calls_and_iterates_over_lists() {
    let report = report(&gateway(), MANAGEMENT_KEY).unwrap();
    let mut lines = report.lines();
    assert!(lines.next().unwrap().ends_with(" credits"), "{report}");
    assert_eq!(
        (lines.next(), lines.last()),
        (Some("user-0"), Some("user-119"))
    );
}

#[test]
fn the_guide_shows_this_program() {
    let program = include_str!("blocking.rs");
    let program = program
        .split("// The program begins here.\n")
        .nth(1)
        .unwrap();
    let program = program.split("// The program ends here.").next().unwrap();
    let guide = include_str!("../../../docs/using.md");
    assert!(guide.contains(program), "docs/using.md lacks:\n{program}");
}

#[test]
fn the_status_and_errors_are_those_of_a_call() {
    let gateway = Client::builder(gateway()).bearer_token(MANAGEMENT_KEY);
    let gateway = gateway.build().unwrap();
    let blocking = Blocking::new().unwrap();
    let response = blocking.wait(gateway.get_credits().send()).unwrap();
    assert_eq!(response.status, 200);
    let error = blocking.wait(gateway.get_model("no", "model")).unwrap_err();
    assert!(
        matches!(error, Error::Api(GetModelError::NotFound(_))),
        "{error:?}"
    );
    let response = blocking
        .wait(gateway.request("GET", "/v1/nothing"))
        .unwrap();
    assert_eq!(response.status, 404);
}

#[test]
fn events_and_bodies_are_iterated_over() {
    let archive = client(&serve(async || Archive::default().serve().await));
    let blocking = Blocking::new().unwrap();
    let stream = blocking.wait(archive.complete("so it goes")).unwrap();
    let words = blocking.iterate(stream).map(|word| word.unwrap().text);
    assert_eq!(words.collect::<Vec<_>>(), ["so", "it", "goes"]);
}

/// Nothing happens on the connection between two calls, so the client learns of its end with the next call.
#[test]
fn a_connection_that_the_server_has_closed_is_replaced() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let gateway = Client::builder(base_url(listener.local_addr().unwrap()));
    let gateway = gateway.build().unwrap();
    let (answered, connections) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"[1]") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.push(byte[0]);
            }
            stream
                .write_all(b"HTTP/1.1 204 No Content\r\n\r\n")
                .unwrap();
            answered.send(stream).unwrap();
        }
    });
    let blocking = Blocking::new().unwrap();
    for _ in 0..3 {
        let request = gateway.request("POST", "/v1/x").json(&[1]);
        let response = blocking.wait(request).unwrap();
        assert_eq!((response.status.as_u16(), response.tries), (204, 1));
        drop(connections.recv().unwrap());
    }
}
