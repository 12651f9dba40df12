//! The gateway as it is served, with everything around it, against the same two operations written by
//! hand with axum and sqlx over the same database. Servers are processes of their own, and are asked
//! over the loopback interface in turns; the measurement's own process makes the load.
//!
//! Under `server/tests/with-postgres` it measures over PostgreSQL, too.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run has nothing else to say"
)]

mod by_hand;
mod compare;
mod data;
mod database;
mod load;
#[path = "../shared/samples.rs"]
mod samples;
mod servers;
#[path = "../shared/types.rs"]
mod types;

use std::process::ExitCode;

use by_hand::Variant;
use compare::{Question, Side};
use database::{Postgres, Sqlite};
use servers::{Cores, Server};
use specsmith_benches::paired::measures;

const MODEL: Question = Question {
    name: "a model",
    path: "/v1/model/acme/nova-123",
};

const PAGE: Question = Question {
    name: "a page of 20 items",
    path: "/v1/workspaces?limit=20&offset=0",
};

/// Requests a second at which responses are timed: less than either server can take on one core.
const RATE: f64 = 2000.0;

fn main() -> ExitCode {
    // The servers are this program with other arguments.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["by-hand", variant, database] => by_hand::serve(variant, database),
        ["serve", ..] => return gateway_server::cli::run(),
        _ => measure(),
    }
    ExitCode::SUCCESS
}

fn measure() {
    let cores = Cores::separate();
    if cores.first.is_none() && measures() {
        println!("(servers and load share their cores: this needs two, and `taskset`)");
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("the system lets us wait");
    runtime.block_on(async {
        let sqlite = Sqlite::filled().await;
        over_sqlite(cores, &sqlite.url()).await;
        if let Some(mut postgres) = Postgres::filled().await {
            over_postgres(cores, &sqlite.url(), &mut postgres).await;
            two_servers(cores, &mut postgres).await;
            postgres.drop().await;
        } else if measures() {
            println!("\n(nothing over PostgreSQL: GATEWAY_TEST_DATABASE_URL is not set)");
        }
    });
}

async fn over_sqlite(cores: Cores, url: &str) {
    let gateway = [Server::gateway(cores.first, url)];
    let by_hand = |variant| [Server::by_hand(cores.first, variant, url)];
    let (layered, again) = (by_hand(Variant::Layered), by_hand(Variant::Layered));
    let (bare, open) = (by_hand(Variant::Bare), by_hand(Variant::Open));
    let gateway = Side::of("gateway", &gateway);
    let layered = Side::of("by hand, with layers", &layered);
    let bare = Side::of("by hand, bare", &bare);
    let open = Side::of("by hand, keys not looked up", &open);

    compare::heading("The gateway against the same by hand, over SQLite");
    for question in [MODEL, PAGE] {
        compare::rates(question, layered, gateway).await;
        compare::rates(question, bare, gateway).await;
    }
    compare::rates(MODEL, layered, Side::of("the same again", &again)).await;
    compare::heading("What looking up the key costs");
    compare::rates(MODEL, open, bare).await;
    compare::rates(PAGE, open, bare).await;
    compare::times(MODEL, RATE, &[bare, layered, gateway]).await;
    compare::times(PAGE, RATE, &[bare, layered, gateway]).await;
}

async fn over_postgres(cores: Cores, sqlite: &str, postgres: &mut Postgres) {
    let on_sqlite = [Server::gateway(cores.first, sqlite)];
    let gateway = [Server::gateway(cores.first, postgres.url())];
    let layered = [Server::by_hand(
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
    compare::heading("The gateway over PostgreSQL");
    for question in [MODEL, PAGE] {
        let gateway = side("gateway", &gateway);
        let on_sqlite = Side::of("gateway over SQLite", &on_sqlite);
        compare::rates(question, side("by hand, with layers", &layered), gateway).await;
        compare::rates(question, on_sqlite, gateway).await;
    }
    let sides = [
        side("by hand, with layers", &layered),
        side("gateway", &gateway),
    ];
    compare::times(MODEL, RATE, &sides).await;
}

/// One server on two cores against two servers on the same two cores.
async fn two_servers(cores: Cores, postgres: &mut Postgres) {
    let start = || Server::gateway(cores.both, postgres.url());
    let (one, two) = ([start()], [start(), start()]);
    warm_up(&[&one, &two]).await;
    let database = postgres.processes().await;
    compare::heading("One gateway against two, over the same PostgreSQL, on the same two cores");
    for question in [MODEL, PAGE] {
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
        compare::rates(question, one, two).await;
    }
}

/// Lets servers open all their connections to the database, whose processes are counted after that.
async fn warm_up(servers: &[&[Server]]) {
    for servers in servers {
        compare::warm_up(Side::of("", servers), MODEL).await;
    }
}
