//! A server that stops while event streams are open: the recipe of `docs/using.md`.

#![allow(clippy::unwrap_used, missing_docs)]

use clinic_api::Client;
use clinic_api::server::router;
use specsmith_tests::clinic::Clinic;
use tokio::net::TcpListener;
use tokio::sync::watch;

#[tokio::test]
async fn a_server_that_stops_ends_its_event_streams() {
    let (stop, stopping) = watch::channel(false);
    let clinic = Clinic {
        stopping: stopping.clone(),
        ..Clinic::new()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let mut stopped = stopping;
    let signal = async move {
        let _ = stopped.wait_for(|stopping| *stopping).await;
    };
    let server = axum::serve(listener, router(clinic)).with_graceful_shutdown(signal);
    let server = tokio::spawn(async move { server.await });

    let client = Client::builder(url).build().unwrap();
    let mut alarms = client.watch_alarms().await.unwrap();
    assert!(alarms.next().await.unwrap().is_ok());
    // In a program, a signal of the system does this.
    stop.send(true).unwrap();
    assert!(alarms.next().await.is_none());
    // It waits for no stream any more.
    server.await.unwrap().unwrap();
}
