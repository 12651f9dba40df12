//! A PostgreSQL server that stops responding, as behind a network that drops packets: existing
//! connections stay open and silent, and new ones work.

use std::time::Duration;

use gateway_server::store::PostgresStore;
use libtest_mimic::Trial;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::support::Database;
use crate::support::trials::postgres_trial;
use crate::{GRACE, IMPATIENT};

pub(crate) fn trials() -> Vec<Trial> {
    vec![postgres_trial(
        "failures::silent::silent_connections_are_replaced",
        silent_connections_are_replaced,
    )]
}

/// Relays connections to this address. When it is told to fall silent, it stops relaying the
/// existing ones and only relays new ones.
async fn relay(listener: TcpListener, to: String, silent: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    while let Ok((mut client, _)) = listener.accept().await {
        let (to, mut silent) = (to.clone(), silent.clone());
        silent.mark_unchanged();
        connections.spawn(async move {
            let mut server = TcpStream::connect(to).await.unwrap();
            tokio::select! {
                _ = copy_bidirectional(&mut client, &mut server) => {}
                // Both ends stay open.
                Ok(()) = silent.changed() => {
                    drop(silent);
                    std::future::pending().await
                }
            }
        });
    }
}

async fn silent_connections_are_replaced() {
    let database = Database::<PostgresStore>::new().await;
    let (user, place) = database.place.url().rsplit_once('@').unwrap();
    let (host, name) = place.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (fall_silent, silent) = watch::channel(false);
    let relaying = tokio::spawn(relay(listener, host.to_owned(), silent));

    let store = PostgresStore::open(&format!("{user}@{address}/{name}"), IMPATIENT)
        .await
        .unwrap();
    let query_all = async || {
        let queries = (0..IMPATIENT.connections).map(|_| store.api_key("aa"));
        futures_util::future::join_all(queries).await
    };
    assert!(query_all().await.iter().all(Result::is_ok));
    fall_silent.send(true).unwrap();
    // Until all connections are silent: one that still responded would be used again, and its query
    // would wait, because only requests have a deadline.
    while fall_silent.receiver_count() > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let while_silent = timeout(Duration::from_millis(200), query_all()).await;
    assert!(while_silent.is_err(), "the connections are silent");

    let again = timeout(IMPATIENT.wait + GRACE, async {
        while !query_all().await.iter().all(Result::is_ok) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    assert!(again.await.is_ok(), "new connections work");
    relaying.abort();
}
