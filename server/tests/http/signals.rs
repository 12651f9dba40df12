//! Real signals to a process.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use gateway_api::server::router;
use gateway_server::http::{self, Probes};
use tokio::time::sleep;

use crate::gateway::Stub;
use crate::running::{Client, options};

/// The server of the test below, in its own process.
#[tokio::test]
#[ignore = "run by the test below"]
async fn serve_until_a_signal() {
    let bound = http::bind(options(&[])).await.unwrap();
    let signals = http::signals().unwrap();
    println!("\nat {}", bound.address());
    let probes = Probes::new(async || Ok::<_, String>(()));
    let end = bound.run(router(Stub), probes, signals).await;
    println!("\ncut {}", end.cut);
}

#[tokio::test]
async fn the_first_signal_drains_and_the_second_cuts_off() {
    for (signals, request, cut) in [
        (&["TERM"][..], "DELETE /v1/keys/slow", "0"),
        (&["INT"], "DELETE /v1/keys/slow", "0"),
        (&["TERM", "TERM"], "DELETE /v1/keys/stuck", "1"),
        (&["INT", "TERM"], "DELETE /v1/keys/stuck", "1"),
    ] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture"])
            .arg("signals::serve_until_a_signal")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut lines = lines.map_while(Result::ok);
        let mut printed = |what| lines.find_map(|line| line.strip_prefix(what).map(str::to_owned));
        let address = printed("at ").expect("the server prints its address");
        let mut client = Client::connect(address.parse().unwrap()).await;
        client.request(request, "").await;
        for signal in signals {
            sleep(Duration::from_millis(100)).await;
            let process = child.id().to_string();
            let sent = Command::new("kill").args(["-s", signal, &process]).status();
            assert!(sent.unwrap().success());
        }
        if cut == "0" {
            assert_eq!(client.response().await.status, 200);
        }
        // A client that disconnects is not counted as cut off, so this one stays connected until the
        // server has counted.
        assert_eq!(printed("cut ").as_deref(), Some(cut), "{signals:?}");
        drop(client);
        assert!(child.wait().unwrap().success());
    }
}
