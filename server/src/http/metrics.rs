//! Metrics for Prometheus.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gateway_api::operations::ALL;
use gateway_api::server::Operation;
use metrics::{Counter, Histogram, Key, Label, Level, Metadata, Recorder, Unit};
use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

use crate::store;

/// The status of a request whose client went away before the response. HTTP has no status for a response that is
/// never sent; nginx uses this one.
pub(super) const CLOSED: u16 = 499;

const REQUESTS: &str = "gateway_requests_total";
const DURATION: &str = "gateway_request_duration_seconds";
const IN_FLIGHT: &str = "gateway_requests_in_flight";
const CONNECTIONS: &str = "gateway_connections";
const MALFORMED: &str = "gateway_malformed_requests_total";
const DROPPED_LINES: &str = "gateway_log_lines_dropped_total";
const DATABASE: &str = "gateway_database_connections";

/// From half a millisecond, the time of a lookup, to the default deadline.
const BUCKETS: [f64; 15] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];

/// The statuses with their own label. All others share one, so the number of series is bounded.
const STATUSES: [u16; 20] = [
    200, 204, 304, 307, 400, 401, 402, 403, 404, 405, 408, 413, 415, 429, CLOSED, 500, 502, 503,
    524, 529,
];

/// The measurements of one operation with one status.
struct Series {
    requests: Counter,
    duration: Histogram,
}

/// The metrics of this server. Series are found by position and created on first use, so a request
/// costs neither a hash nor an allocation.
pub(super) struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    /// By operation in the order of the API, and by status. The first operation is for requests that matched none, and
    /// the last status for all statuses without their own label.
    series: Vec<[OnceLock<Series>; STATUSES.len() + 1]>,
    malformed: Counter,
    in_flight: AtomicUsize,
    connections: AtomicUsize,
}

impl Metrics {
    pub(super) fn new() -> Self {
        let matcher = Matcher::Full(DURATION.to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(matcher, &BUCKETS);
        // This fails only without buckets.
        let recorder = builder.unwrap_or_default().build_recorder();
        describe(&recorder);
        Self {
            handle: recorder.handle(),
            malformed: recorder.register_counter(&Key::from_static_name(MALFORMED), &METADATA),
            recorder,
            series: (0..=ALL.len())
                .map(|_| [const { OnceLock::new() }; STATUSES.len() + 1])
                .collect(),
            in_flight: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
        }
    }

    /// Counts a request that has its response.
    pub(super) fn responded(
        &self,
        operation: Option<&'static Operation>,
        status: u16,
        duration: Duration,
    ) {
        let known = |operation: &'static Operation| {
            ALL.iter().position(|&known| std::ptr::eq(known, operation))
        };
        let at = operation.and_then(known).map_or(0, |at| at + 1);
        let known = STATUSES.iter().position(|&known| known == status);
        let status = known.unwrap_or(STATUSES.len());
        let series = self.series[at][status].get_or_init(|| self.make(at, status));
        series.requests.increment(1);
        series.duration.record(duration);
    }

    fn make(&self, operation: usize, status: usize) -> Series {
        let operation = operation.checked_sub(1).map_or("none", |at| ALL[at].name);
        let status = STATUSES.get(status);
        let status = status.map_or_else(|| "other".to_owned(), u16::to_string);
        let labels = || {
            vec![
                Label::from_static_parts("operation", operation),
                Label::new("status", status.clone()),
            ]
        };
        let (requests, duration) = (
            Key::from_parts(REQUESTS, labels()),
            Key::from_parts(DURATION, labels()),
        );
        Series {
            requests: self.recorder.register_counter(&requests, &METADATA),
            duration: self.recorder.register_histogram(&duration, &METADATA),
        }
    }

    /// Counts a request in flight until the result is dropped.
    pub(super) fn request(&self) -> Counted<'_> {
        Counted::new(&self.in_flight)
    }

    /// Counts an open connection of the API until the result is dropped.
    pub(super) fn connection(&self) -> Counted<'_> {
        Counted::new(&self.connections)
    }

    /// Counts input that is not a valid request. It is not counted as a request.
    pub(super) fn malformed(&self) {
        self.malformed.increment(1);
    }

    /// How many requests are in flight.
    pub(super) fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }

    /// Everything measured so far, in the text format of Prometheus.
    pub(super) fn render(
        &self,
        database: Option<store::Connections>,
        dropped_lines: usize,
    ) -> String {
        let key = Key::from_static_name(DROPPED_LINES);
        let dropped = self.recorder.register_counter(&key, &METADATA);
        dropped.absolute(dropped_lines as u64);
        self.set(IN_FLIGHT, vec![], self.in_flight());
        let connections = self.connections.load(Ordering::Relaxed);
        self.set(CONNECTIONS, vec![], connections);
        if let Some(store::Connections { idle, used }) = database {
            for (state, number) in [("idle", idle), ("used", used)] {
                let label = Label::from_static_parts("state", state);
                self.set(DATABASE, vec![label], number);
            }
        }
        self.handle.render()
    }

    fn set(&self, name: &'static str, labels: Vec<Label>, value: usize) {
        let key = Key::from_parts(name, labels);
        let gauge = self.recorder.register_gauge(&key, &METADATA);
        #[expect(clippy::cast_precision_loss, reason = "no machine has so many")]
        gauge.set(value as f64);
    }

    /// Aggregates the durations since the last time. Without it they would pile up between scrapes.
    pub(super) fn upkeep(&self) {
        self.handle.run_upkeep();
    }
}

const METADATA: Metadata<'static> =
    Metadata::new(module_path!(), Level::INFO, Some(module_path!()));

fn describe(recorder: &PrometheusRecorder) {
    recorder.describe_counter(
        REQUESTS.into(),
        Some(Unit::Count),
        "Requests by operation (`none` if no operation matched) and status (499: the client went away before the \
         response)"
            .into(),
    );
    recorder.describe_counter(
        MALFORMED.into(),
        Some(Unit::Count),
        "What was not a request and got 400, 414 or 431 without a body: not HTTP/1, or headers that are too long or \
         too many"
            .into(),
    );
    recorder.describe_counter(
        DROPPED_LINES.into(),
        Some(Unit::Count),
        "Lines of the log that were dropped because it was not read fast enough".into(),
    );
    recorder.describe_histogram(
        DURATION.into(),
        Some(Unit::Seconds),
        "Time from the headers of a request to its response".into(),
    );
    for (name, meaning) in [
        (
            IN_FLIGHT,
            "Requests that are being handled or are waiting for a slot",
        ),
        (CONNECTIONS, "Open connections to the API"),
        (DATABASE, "Connections to the database by state"),
    ] {
        recorder.describe_gauge(name.into(), Some(Unit::Count), meaning.into());
    }
}

/// Counts something as long as this lives.
pub(super) struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
