//! `gateway serve`.

use std::time::Duration;

use clap::Args;
use clap::builder::BoolishValueParser;
use futures_util::{Stream, StreamExt as _};
use gateway_api::server::{ServerConfig, router_with};

use super::database::close;
use super::database_error::Unready;
use super::database_url::DatabasePlace;
use super::{Database, DatabaseArguments, Failure, VaultArguments, demo, print};
use crate::gateway::{Gateway, Rules};
use crate::http::log::Log;
use crate::http::{self, End, Probes, duration};
use crate::pages;
use crate::store::{Engine, RateLimit, ServerLock, Store};
use crate::vault::VaultError;

#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// Load sample records first, and print keys to try them with
    #[arg(long, env = "GATEWAY_DEMO", value_parser = BoolishValueParser::new())]
    demo: bool,

    /// How often a key may look up generations and delete keys, unless it has its own limit
    #[arg(
        long,
        env = "GATEWAY_RATE_LIMIT",
        value_name = "REQUESTS/TIME",
        default_value = "100/10s"
    )]
    rate_limit: RateLimit,

    /// How long each lookup of a key or of a generation may take
    #[arg(long, env = "GATEWAY_STORE_DEADLINE", value_name = "TIME", default_value = "5s",
          value_parser = duration)]
    store_deadline: Duration,

    #[command(flatten)]
    database: DatabaseArguments,

    #[command(flatten)]
    vault: VaultArguments,

    #[command(flatten)]
    http: http::Options,
}

/// Serves until a signal stops it.
pub(super) async fn run(arguments: ServeArguments) -> Result<(), Failure> {
    // Handle signals from the start, because opening and upgrading a database can take long.
    let mut stopped = http::signals()?;
    let log = http::log::install(&arguments.http.log)?;
    let opened = tokio::select! {
        opened = lock_and_open(&arguments.database) => opened,
        _ = stopped.next() => return stopped_early().map(drop),
    };
    // The lock is released when this function returns, after the database is closed.
    let (_lock, opened) = opened?;
    arguments.database.warn_if_exposed()?;
    match opened {
        Database::Sqlite(store) => serve_and_close(&store, arguments, &log, stopped).await,
        Database::Postgres(store) => serve_and_close(&store, arguments, &log, stopped).await,
    }
}

/// Takes the lock of a SQLite file before its tables are upgraded, since another server may use them.
async fn lock_and_open(
    database: &DatabaseArguments,
) -> Result<(Option<ServerLock>, Database), Failure> {
    let lock = database.lock().await?;
    Ok((lock, database.open_and_migrate().await?))
}

/// A signal arrived before the server was ready. Uncommitted changes are rolled back.
fn stopped_early() -> Result<End, Failure> {
    tracing::info!("stopped before serving");
    Ok(End { cut: 0 })
}

/// Serves, and then closes the store. Queries of requests that were cut off may wait for a lock, and nobody waits for
/// their results.
async fn serve_and_close(
    store: &Store<impl Engine>,
    arguments: ServeArguments,
    log: &Log,
    stopped: impl Stream<Item = ()> + Send + Unpin,
) -> Result<(), Failure> {
    let served = serve(store, arguments, log, stopped).await;
    if !served.as_ref().is_ok_and(|end| end.cut > 0) {
        close(store).await;
    }
    served.map(drop)
}

async fn serve<E: Engine>(
    store: &Store<E>,
    mut arguments: ServeArguments,
    log: &Log,
    mut stopped: impl Stream<Item = ()> + Send + Unpin,
) -> Result<End, Failure> {
    allow_open_files(&arguments.http, &arguments.database);
    let connections = arguments.database.database_connections;
    arguments.http.share_connections(connections);
    // Bind the addresses first: if they are in use, the demo keys of the running server must stay valid.
    let bound = http::bind(arguments.http.clone()).await?;
    let demo = tokio::select! {
        demo = prepare(store, &arguments) => demo?,
        _ = stopped.next() => return stopped_early(),
    };
    let rules = Rules {
        rate_limit: arguments.rate_limit,
        store_deadline: arguments.store_deadline,
    };
    let config = ServerConfig::new().body_limit(arguments.http.max_body);
    let api = router_with(Gateway::new(store.clone(), rules), config);
    // The 404 of other paths is that of the last router.
    let app = http::pages(&pages::TEXTS).merge(api);

    print(&format!("Serving the API at http://{}\n", bound.address()))?;
    if let Some(keys) = demo {
        print(&keys.invitation(bound.address()))?;
    }
    let probes =
        probes(store.clone(), arguments.database.place()?).dropped_log_lines(log.dropped_lines());
    Ok(bound.run(app, probes, stopped).await)
}

/// Checks the master key and loads the demo. Serving itself needs no master key, so it is
/// wiped when this returns.
async fn prepare(
    store: &Store<impl Engine>,
    arguments: &ServeArguments,
) -> Result<Option<demo::Keys>, Failure> {
    let vault = arguments.vault.open(&arguments.database, store).await?;
    if !arguments.demo {
        return Ok(None);
    }
    let vault = vault.ok_or(VaultError::NoMasterKey)?;
    Ok(Some(demo::prepare(store, &vault).await?))
}

/// Asks the system for as many open files as the connections can need. If it allows fewer, that
/// limits the connections, and a warning is logged.
fn allow_open_files(http: &http::Options, database: &DatabaseArguments) {
    // A SQLite connection has three files.
    let database = 3 * u64::from(database.database_connections);
    let needed = http.max_connections as u64 + database + 64;
    match rlimit::increase_nofile_limit(needed) {
        Ok(given) if given < needed => tracing::warn!(
            given,
            needed,
            "the system allows fewer open files than --max-connections and --database-connections need: raise `ulimit -n`, or lower them"
        ),
        Ok(_) => {}
        Err(error) => tracing::warn!(
            cause = error.to_string(),
            "the number of open files cannot be raised"
        ),
    }
}

/// The checks and metrics of the store for operators.
fn probes<E: Engine>(store: Store<E>, place: DatabasePlace) -> Probes {
    let pinged = store.clone();
    let ready = move || {
        let (store, place) = (pinged.clone(), place.clone());
        async move {
            let pinged = store.ping().await;
            pinged.map_err(|error| Unready { place, error })
        }
    };
    Probes::new(ready).database(move || store.connections())
}
