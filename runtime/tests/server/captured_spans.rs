//! The spans of this crate during a test.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

type Fields = BTreeMap<&'static str, String>;

/// Keeps the fields of all spans of this crate, and their parents.
#[derive(Clone, Default)]
pub(crate) struct Spans(Arc<Mutex<Vec<Fields>>>, Arc<Mutex<Nesting>>);

#[derive(Default)]
struct Nesting {
    /// The numbers of the spans that are entered.
    entered: Vec<u64>,
    parents: Vec<Option<u64>>,
    /// The numbers of the spans in which there were warnings.
    warned: Vec<Option<u64>>,
}

struct Recorded<'a>(&'a mut Fields);

impl Visit for Recorded<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let is_wanted = metadata.is_span() || *metadata.level() == Level::WARN;
        metadata.target().starts_with("specsmith_runtime") && is_wanted
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::new();
        span.record(&mut Recorded(&mut fields));
        let mut nesting = self.1.lock().unwrap();
        let current = nesting.entered.last().copied();
        nesting.parents.push(current);
        let mut spans = self.0.lock().unwrap();
        spans.push(fields);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        let index = usize::try_from(id.into_u64()).unwrap() - 1;
        values.record(&mut Recorded(&mut self.0.lock().unwrap()[index]));
    }

    fn event(&self, _: &Event<'_>) {
        let mut nesting = self.1.lock().unwrap();
        let current = nesting.entered.last().copied();
        nesting.warned.push(current);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, id: &Id) {
        self.1.lock().unwrap().entered.push(id.into_u64());
    }

    fn exit(&self, _: &Id) {
        self.1.lock().unwrap().entered.pop();
    }
}

impl Spans {
    /// For each span, the number of the span that it is in. They are counted from 1.
    #[allow(dead_code, reason = "not every program of tests needs it")]
    pub(crate) fn parents(&self) -> Vec<Option<u64>> {
        self.1.lock().unwrap().parents.clone()
    }

    /// For each warning, the number of the span that it is in.
    #[allow(dead_code, reason = "not every program of tests needs it")]
    pub(crate) fn warned(&self) -> Vec<Option<u64>> {
        self.1.lock().unwrap().warned.clone()
    }

    /// Each span as one line: the fields that have values.
    pub(crate) fn lines(&self) -> Vec<String> {
        let spans = self.0.lock().unwrap();
        let shown = spans.iter().map(|fields| {
            let fields = fields.iter().map(|(name, value)| format!("{name}={value}"));
            fields.collect::<Vec<String>>().join(" ")
        });
        shown.collect()
    }
}
