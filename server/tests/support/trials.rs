//! Cases that run on both engines.

use std::time::Duration;

use libtest_mimic::{Arguments, Trial};

use super::database::URL;

/// The timeout of a case.
const LONGEST: Duration = Duration::from_secs(180);

/// Whether PostgreSQL is available.
pub fn has_postgres() -> bool {
    std::env::var_os(URL).is_some()
}

/// Creates a trial for each `async fn(&Database<impl Engine>)` and engine. The compiler warns about a
/// function that is not listed, since it is unused.
#[macro_export]
macro_rules! on_both {
    ($($case:ident),* $(,)?) => {
        [$(
            $crate::on_sqlite!($case),
            $crate::on_postgres!($case),
        )*].into_iter().flatten().collect::<Vec<_>>()
    };
}

/// The trial of a case on SQLite.
#[macro_export]
macro_rules! on_sqlite {
    ($($case:ident),* $(,)?) => {
        vec![$($crate::support::trials::trial(
            concat!(module_path!(), "::", stringify!($case)),
            async || $case(&$crate::support::Database::<gateway_server::store::SqliteStore>::new().await).await,
        )),*]
    };
}

/// The trial of a case on PostgreSQL.
#[macro_export]
macro_rules! on_postgres {
    ($($case:ident),* $(,)?) => {
        vec![$($crate::support::trials::postgres_trial(
            concat!(module_path!(), "::", stringify!($case)),
            async || $case(&$crate::support::Database::<gateway_server::store::PostgresStore>::new().await).await,
        )),*]
    };
}

/// A case on SQLite.
pub fn trial<C: AsyncFnOnce() + Send + 'static>(path: &str, case: C) -> Trial {
    Trial::test(name("sqlite", path), move || {
        run(case);
        Ok(())
    })
}

/// A case on PostgreSQL, ignored if PostgreSQL is not available.
pub fn postgres_trial<C: AsyncFnOnce() + Send + 'static>(path: &str, case: C) -> Trial {
    let trial = Trial::test(name("postgres", path), move || {
        run(case);
        Ok(())
    });
    trial.with_ignored_flag(!has_postgres())
}

/// `store::paging::case` → `sqlite::paging::case`
fn name(engine: &str, path: &str) -> String {
    let (_, case) = path.split_once("::").unwrap_or(("", path));
    format!("{engine}::{case}")
}

fn run<C: AsyncFnOnce()>(case: C) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let in_time = runtime.block_on(async { tokio::time::timeout(LONGEST, case()).await });
    in_time.expect("a case that ends");
}

/// Runs the trials, and reports how many were ignored because no PostgreSQL is available.
pub fn run_all(arguments: &Arguments, trials: Vec<Trial>) -> ! {
    let ignored = trials.iter().filter(|trial| {
        trial.has_ignored_flag() && trial.name().starts_with("postgres::") && !has_postgres()
    });
    let ignored = ignored.count();
    let conclusion = libtest_mimic::run(arguments, trials);
    if ignored > 0 && !arguments.list {
        eprintln!(
            "{ignored} tests need PostgreSQL and were skipped. To run them too: \
             server/tests/with-postgres cargo test -p gateway-server\n"
        );
    }
    conclusion.exit()
}
