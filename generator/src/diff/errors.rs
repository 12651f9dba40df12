//! Errors: which ones an operation documents, and what their responses say.

use super::Rule;
use super::parameters::header_pairs;
use super::site::{Owner, Site, Spot, Step};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use crate::api::{Api, ErrorDef, ErrorId, Operation};
use pairs::{ErrorPairs, identity, is_standard};

mod bodies;
mod pairs;
mod shape;
mod standard;

/// What two documents say about the body that all errors have.
#[derive(Debug, Clone, Copy)]
pub(super) enum ErrorShape {
    /// Both say what it is.
    Declared,
    /// One of them does not say it, but most of its errors have it, so that the router sends it too.
    Inferred,
    /// One of them says nothing.
    Unknown,
}

impl<'a> Walk<'a> {
    /// Compares the errors that two operations document.
    pub(super) fn errors(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_api, new_api) = (self.old, self.new);
        let pairs = ErrorPairs::of((old_api, &old.errors), (new_api, &new.errors));
        let (old_moved, new_moved): (Vec<ErrorId>, Vec<ErrorId>) =
            pairs.moved(old_api, new_api).unzip();
        let wider = |api: &Api, ids: &[ErrorId], error: &ErrorDef| {
            error.status.wider().find_map(|status| {
                let mut ids = ids.iter().copied();
                ids.find(|id| api.error(*id).status == status)
            })
        };
        for (status, message) in pairs.other_codes(old_api, new_api) {
            let (old, new) = (Spot::Operation(&old.name), Spot::Operation(&new.name));
            let site = site.at(Step::Status(status), old, new);
            self.change(Rule::ErrorCodesChanged, context, &site, message);
        }
        // Without an error, its status has what the error of more statuses says.
        for id in pairs.gone.iter().chain(&old_moved) {
            if let Some(other) = wider(new_api, &new.errors, old_api.error(*id)) {
                self.error_in_place_of(*id, other, context);
            }
        }
        for id in pairs.added.iter().chain(&new_moved) {
            if let Some(other) = wider(old_api, &old.errors, new_api.error(*id)) {
                self.error_in_place_of(other, *id, context);
            }
        }
        for id in pairs.gone {
            let error = old_api.error(id);
            let spot = Spot::Failure(&old.name, &error.name);
            let site = site.at(Step::Status(error.status), spot, Spot::Operation(&new.name));
            let message = format!("the error {} is gone", described(error));
            self.change_of(Rule::ErrorRemoved, context, &site, Has::Old, message);
        }
        for id in pairs.added {
            let error = new_api.error(id);
            let spot = Spot::Failure(&new.name, &error.name);
            let site = site.at(Step::Status(error.status), Spot::Operation(&old.name), spot);
            let message = format!("the error {} is new", described(error));
            self.change_of(Rule::ErrorAdded, context, &site, Has::New, message);
        }
        for (old, new) in pairs.both {
            self.errors_of(old, new, context);
        }
    }

    /// Compares what the body of an error is for clients that expect another one with the same status.
    fn error_in_place_of(&mut self, old: ErrorId, new: ErrorId, context: Context) {
        let (old_error, new_error) = (self.old.error(old), self.new.error(new));
        if is_standard(old_error) && is_standard(new_error) {
            return;
        }
        if let Some(owner) = self.use_errors(old, new, context) {
            self.error_body(old_error, new_error, owner);
        }
    }

    /// Compares the errors that the layers around the handlers respond with, whether or not operations list them.
    pub(super) fn implied_errors(&mut self) {
        let (old_api, new_api) = (self.old, self.new);
        let context = Self::api(Flow::Response);
        let declared = |api: &Api| -> Vec<ErrorId> {
            let errors = (0..api.errors.len()).map(ErrorId);
            errors.filter(|id| api.error(*id).implied).collect()
        };
        let (old, new) = (declared(old_api), declared(new_api));
        let pairs = ErrorPairs::of_other_statuses((old_api, &old), (new_api, &new));
        for gone in pairs.gone.iter().map(|id| old_api.error(*id)) {
            let site = Site::root("errors", Spot::Error(&gone.name), Spot::Api);
            let site = site.within(Step::Status(gone.status));
            let message = format!("the error {} of all operations is gone", described(gone));
            self.change_of(Rule::ErrorRemoved, context, &site, Has::Old, message);
        }
        for added in pairs.added.iter().map(|id| new_api.error(*id)) {
            let site = Site::root("errors", Spot::Api, Spot::Error(&added.name));
            let site = site.within(Step::Status(added.status));
            let message = format!("the error {} of all operations is new", described(added));
            self.change_of(Rule::ErrorAdded, context, &site, Has::New, message);
        }
        for (old, new) in pairs.moved(old_api, new_api) {
            self.errors_of(old, new, context);
        }
        for implied in &new_api.implied {
            let mut known = old_api.implied.iter();
            let known = known.find(|known| known.cause == implied.cause);
            let Some((old, new)) = known.and_then(|known| Some((known.error?, implied.error?)))
            else {
                continue;
            };
            if old_api.error(old).status == new_api.error(new).status {
                self.errors_of(old, new, context);
            }
        }
    }

    /// Compares two errors that are the same, once.
    fn errors_of(&mut self, old: ErrorId, new: ErrorId, user: Context) {
        let Some(owner) = self.use_errors(old, new, user) else {
            return;
        };
        let (old, new) = (self.old.error(old), self.new.error(new));
        let context = Context {
            owner,
            flow: Some(Flow::Response),
        };
        let site = Site::root(&new.name, Spot::Error(&old.name), Spot::Error(&new.name));
        let owners = (Owner::Error(&old.name), Owner::Error(&new.name));
        self.announcements(owners, false, (context, context), &site);
        if old.status != new.status {
            let message = format!("its status was {}, and is {}", old.status, new.status);
            self.change(Rule::ErrorStatusChanged, context, &site, message);
        }
        let hint = match (old.retry, new.retry) {
            (true, false) => Some((
                Rule::RetryHintRemoved,
                "it no longer promises that a later retry may succeed",
            )),
            (false, true) => Some((
                Rule::RetryHintAdded,
                "it promises that a later retry may succeed",
            )),
            (true, true) | (false, false) => None,
        };
        if let Some((rule, message)) = hint {
            self.change(rule, context, &site, message.to_owned());
        }
        for (names, (old_header, new_header)) in header_pairs(&old.headers, &new.headers) {
            let place = site.within(Step::Name("header"));
            let site = place.at(
                Step::Name(names.1),
                Spot::ErrorHeader(&old.name, names.0),
                Spot::ErrorHeader(&new.name, names.1),
            );
            self.parameter_pair(old_header, new_header, context, &site);
        }
        self.error_body(old, new, owner);
    }
}

/// Whether programs recognize two errors by different values.
pub(super) fn are_told_apart(old: &ErrorDef, new: &ErrorDef) -> bool {
    identity(old) != identity(new)
}

pub(super) fn described(error: &ErrorDef) -> String {
    match error.code() {
        Some(code) => format!("{} with the code `{code}`", error.status),
        None if error.shares_status && !identity(error).2.is_empty() => {
            let values = identity(error).2.into_iter();
            let values = values.map(|(name, value)| format!("{} {value}", Quoted(name)));
            let values: Vec<String> = values.collect();
            format!("{} with {}", error.status, values.join(", "))
        }
        None if error.shares_status => format!("{} ({})", error.status, error.name),
        None => error.status.to_string(),
    }
}
