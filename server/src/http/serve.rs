//! Serving, from the first connection to the last response.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use futures_util::{Stream, StreamExt, stream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::bind::Bound;
use super::connection::{Connections, Limits};
use super::front::Front;
use super::probes::{self, Probes};

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// How many requests were cut off, because they took longer than the grace period or a second
    /// signal came.
    pub cut: usize,
}

impl Bound {
    /// Serves `router` until `signals` yields. Then `/readyz` reports 503, no more connections are
    /// accepted (after the shutdown delay), idle ones are closed, and requests in flight finish. What
    /// has not finished after the grace period, or when `signals` yields again, is cut off.
    pub async fn run(
        self,
        router: Router,
        probes: Probes,
        signals: impl Stream<Item = ()> + Send,
    ) -> End {
        // The actual ports, even if 0 was given.
        tracing::info!(
            api = %self.address(),
            operations = self.operations_address().map(tracing::field::display),
            "serving"
        );
        let Self {
            options,
            api,
            operations,
            ..
        } = self;
        let front = Arc::new(Front::new(router, &options));
        let probes = Arc::new(probes);
        // These tasks end with this function.
        let mut background = JoinSet::new();
        background.spawn(upkeep(Arc::clone(&front)));
        if let Some(listener) = operations {
            background.spawn(probes::serve(listener, probes.clone(), front.clone()));
        }
        let mut signals = pin!(signals.chain(stream::pending()));
        let mut connections = Connections::new(api, Limits::from(&options));
        let response = {
            let front = Arc::clone(&front);
            move |peer, request| Arc::clone(&front).response(peer, request)
        };
        tokio::select! {
            never = connections.accept(Some(&front), response.clone()) => match never {},
            _ = signals.next() => {}
        }
        probes.shut_down();
        front.close();
        tracing::info!(
            requests = front.observer.metrics.in_flight(),
            "shutting down"
        );
        tokio::select! {
            never = connections.accept(Some(&front), response) => match never {},
            () = time_or_signal(options.shutdown_delay, &mut signals) => {}
        }
        let enough = time_or_signal(options.grace_period, &mut signals);
        let cut = connections.drain(&front, enough).await;
        if cut > 0 {
            tracing::warn!(requests = cut, "requests were cut off by the shutdown");
        }
        tracing::info!("stopped");
        End { cut }
    }
}

/// Waits this long, or until a signal arrives.
async fn time_or_signal(time: Duration, signals: &mut (impl Stream<Item = ()> + Unpin)) {
    tokio::select! {
        () = sleep(time) => {}
        _ = signals.next() => {}
    }
}

/// Keeps small what is counted: metrics between scrapes, organizations and addresses.
async fn upkeep(front: Arc<Front>) {
    let mut ticks = interval(Duration::from_secs(5));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        front.upkeep();
    }
}

/// SIGTERM and SIGINT, as what [`Bound::run`] takes.
///
/// # Errors
/// The system does not let this process handle signals.
pub fn signals() -> io::Result<impl Stream<Item = ()> + Send + Unpin> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(stream::poll_fn(move |cx| {
        match (terminate.poll_recv(cx), interrupt.poll_recv(cx)) {
            (Poll::Pending, Poll::Pending) => Poll::Pending,
            (Poll::Ready(_), _) | (_, Poll::Ready(_)) => Poll::Ready(Some(())),
        }
    }))
}
