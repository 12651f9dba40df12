//! Event streams: the data of events, how a stream ends, and how it reports errors.

use super::Rule;
use super::site::{Site, Step};
use super::values::Use;
use super::walk::{Context, Walk};
use super::words::{Quoted, text_or_json};
use crate::api::{EndEvent, ErrorEvent, ErrorMark, ErrorValue, Events, Rules};

impl<'a> Walk<'a> {
    pub(super) fn events(
        &mut self,
        old: &'a Events,
        new: &'a Events,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let data = site.within(Step::Items);
        match (&old.data, &new.data) {
            (Some(old), Some(new)) => {
                let (old, new) = (Use::Of(old, Rules::NONE), Use::Of(new, Rules::NONE));
                self.values(old, new, context, &data);
            }
            (None, None) => {}
            (Some(_), None) | (None, Some(_)) => {
                let change = text_or_json(old.data.is_none());
                let message = format!("the data of events {change}");
                self.change(Rule::ContentChanged, context, &data, message);
            }
        }
        if old.end != new.end && !self.is_usual_end(old, new) {
            let words = |end: &Option<EndEvent>| match end {
                None => "the end of the connection".to_owned(),
                Some(EndEvent::Data(data)) => format!("the data {}", Quoted(data)),
                Some(EndEvent::Named(name)) => format!("the event {}", Quoted(name)),
            };
            let (old, new) = (words(&old.end), words(&new.end));
            let message = format!("the end of the stream was {old}, and is {new}");
            self.change(Rule::EndEventChanged, context, site, message);
        }
        self.error_events(old.error.as_ref(), new.error.as_ref(), context, site);
        if old.named_by != new.named_by {
            let words = |path: &[String]| match path {
                [] => "only in the events".to_owned(),
                path => format!("also in the field {}", Quoted(&path.join("."))),
            };
            let (was, is) = (words(&old.named_by), words(&new.named_by));
            let message = format!("the names of events were {was}, and are {is}");
            self.change(Rule::EventNamesChanged, context, site, message);
        }
        let (rule, message) = match (old.resumable, new.resumable) {
            (true, false) => (Rule::ResumptionRemoved, "the stream is no longer resumable"),
            (false, true) => (Rule::ResumptionAdded, "the stream is resumable"),
            (true, true) | (false, false) => return,
        };
        self.change(rule, context, site, message.to_owned());
    }

    /// Whether only one of two OpenAPI documents says that a stream ends as streams of JSON usually do. Clients take that
    /// for the end even if nothing tells how the stream ends.
    fn is_usual_end(&self, old: &Events, new: &Events) -> bool {
        let is_usual = |end: &EndEvent| *end == EndEvent::Data("[DONE]".to_owned());
        let is_json = old.data.is_some() && new.data.is_some();
        self.knows_directions
            && is_json
            && match (&old.end, &new.end) {
                (None, Some(end)) | (Some(end), None) => is_usual(end),
                (None, None) | (Some(_), Some(_)) => false,
            }
    }

    fn error_events(
        &mut self,
        old: Option<&'a ErrorEvent>,
        new: Option<&'a ErrorEvent>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let mark = |error: Option<&ErrorEvent>| error.map(|error| error.told_by.clone());
        if mark(old) != mark(new) {
            let words = |error: Option<&ErrorEvent>| match error.map(|error| &error.told_by) {
                None => "not marked".to_owned(),
                Some(ErrorMark::Named(name)) => format!("marked by the event {}", Quoted(name)),
                Some(ErrorMark::Field(path, value)) => {
                    let field = Quoted(&path.join(".")).to_string();
                    match value {
                        ErrorValue::Present => format!("marked by the field {field}"),
                        ErrorValue::Text(text) => {
                            format!("marked by {} in the field {field}", Quoted(text))
                        }
                        ErrorValue::Integer(number) => {
                            format!("marked by {number} in the field {field}")
                        }
                        ErrorValue::Boolean(value) => {
                            format!("marked by {value} in the field {field}")
                        }
                    }
                }
            };
            let message = format!("errors were {}, and are {}", words(old), words(new));
            self.change(Rule::ErrorEventChanged, context, site, message);
        }
        let data = |error: Option<&'a ErrorEvent>| error.and_then(|error| error.data.as_ref());
        let has_both = old.is_some() && new.is_some();
        if has_both && data(old).is_some() != data(new).is_some() {
            let change = text_or_json(data(old).is_none());
            let message = format!("the data of error events {change}");
            self.change(Rule::ContentChanged, context, site, message);
        }
        if let (Some(old), Some(new)) = (data(old), data(new)) {
            let (old, new) = (Use::Of(old, Rules::NONE), Use::Of(new, Rules::NONE));
            self.values(old, new, context, site);
        }
    }
}
