//! Compares the complete gateway with the same two operations written by hand with axum and sqlx, on
//! the same database. Servers are separate processes. This process sends the load to them over the
//! loopback interface, in alternating turns.
//!
//! Under `server/tests/with-postgres` it also measures with PostgreSQL.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

mod compare;
mod data;
mod database;
mod hand_written;
mod load;
#[path = "../shared/samples.rs"]
mod samples;
mod servers;
#[path = "../shared/types.rs"]
mod types;

use std::process::ExitCode;

use specsmith_benches::paired::measures;

use compare::{Endpoint, Side};
use database::{Postgres, Sqlite};
use hand_written::Variant;
use servers::{Cores, Server};

const MODEL: Endpoint = Endpoint {
    name: "a model",
    path: "/v1/model/acme/nova-123",
};

const PAGE: Endpoint = Endpoint {
    name: "a page of 20 items",
    path: "/v1/workspaces?limit=20&offset=0",
};

/// The requests per second for measuring latencies: less than either server can handle on one core.
const RATE: f64 = 2000.0;

fn main() -> ExitCode {
    // The servers are this program with other arguments.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["hand-written", variant, database] => hand_written::serve(variant, database),
        ["serve", ..] => return gateway_server::cli::run(),
        _ => measure(),
    }
    ExitCode::SUCCESS
}

fn measure() {
    let cores = Cores::separate();
    if cores.first.is_none() && measures() {
        println!("(servers and load share cores: separating them needs two cores and `taskset`)");
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let sqlite = Sqlite::filled().await;
        over_sqlite(cores, &sqlite.url()).await;
        if let Some(mut postgres) = Postgres::filled().await {
            over_postgres(cores, &sqlite.url(), &mut postgres).await;
            two_servers(cores, &mut postgres).await;
            postgres.drop().await;
        } else if measures() {
            println!("\n(PostgreSQL skipped: GATEWAY_TEST_DATABASE_URL is not set)");
        }
    });
}

async fn over_sqlite(cores: Cores, url: &str) {
    let gateway = [Server::gateway(cores.first, url)];
    let server = |variant| [Server::hand_written(cores.first, variant, url)];
    let (layered, again) = (server(Variant::Layered), server(Variant::Layered));
    let (bare, open) = (server(Variant::Bare), server(Variant::Open));
    let gateway = Side::of("gateway", &gateway);
    let layered = Side::of("by hand, with layers", &layered);
    let bare = Side::of("by hand, bare", &bare);
    let open = Side::of("by hand, no key lookup", &open);

    compare::heading("The gateway and the same by hand, with SQLite");
    for endpoint in [MODEL, PAGE] {
        compare::rates(endpoint, layered, gateway).await;
        compare::rates(endpoint, bare, gateway).await;
    }
    compare::rates(MODEL, layered, Side::of("the same again", &again)).await;
    compare::heading("The cost of the key lookup");
    compare::rates(MODEL, open, bare).await;
    compare::rates(PAGE, open, bare).await;
    compare::times(MODEL, RATE, &[bare, layered, gateway]).await;
    compare::times(PAGE, RATE, &[bare, layered, gateway]).await;
}

async fn over_postgres(cores: Cores, sqlite: &str, postgres: &mut Postgres) {
    let on_sqlite = [Server::gateway(cores.first, sqlite)];
    let gateway = [Server::gateway(cores.first, postgres.url())];
    let layered = [Server::hand_written(
        cores.first,
        Variant::Layered,
        postgres.url(),
    )];
    warm_up(&[&gateway, &layered]).await;
    let database = postgres.processes().await;
    let side = |name, servers| Side {
        name,
        servers,
        database: &database,
    };
    compare::heading("The gateway with PostgreSQL");
    for endpoint in [MODEL, PAGE] {
        let gateway = side("gateway", &gateway);
        let on_sqlite = Side::of("gateway with SQLite", &on_sqlite);
        compare::rates(endpoint, side("by hand, with layers", &layered), gateway).await;
        compare::rates(endpoint, on_sqlite, gateway).await;
    }
    let sides = [
        side("by hand, with layers", &layered),
        side("gateway", &gateway),
    ];
    compare::times(MODEL, RATE, &sides).await;
}

/// Compares one server on two cores with two servers on the same two cores.
async fn two_servers(cores: Cores, postgres: &mut Postgres) {
    let start = || Server::gateway(cores.both, postgres.url());
    let (one, two) = ([start()], [start(), start()]);
    warm_up(&[&one, &two]).await;
    let database = postgres.processes().await;
    compare::heading("One gateway and two, with the same PostgreSQL, on the same two cores");
    for endpoint in [MODEL, PAGE] {
        let one = Side {
            name: "one",
            servers: &one,
            database: &database,
        };
        let two = Side {
            name: "two",
            servers: &two,
            database: &database,
        };
        compare::rates(endpoint, one, two).await;
    }
}

/// Makes the servers open all their database connections, so that their processes can be counted.
async fn warm_up(servers: &[&[Server]]) {
    for servers in servers {
        compare::warm_up(Side::of("", servers), MODEL).await;
    }
}
