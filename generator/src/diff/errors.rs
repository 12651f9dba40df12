//! Errors: which ones an operation documents, and what their responses say.

use super::Rule;
use super::envelopes::Enveloped;
use super::objects::{Member, Members};
use super::parameters::header_pairs;
use super::site::{Owner, Setting, Site, Spot, Step};
use super::walk::{Context, Flow, Has, OwnerId, Walk};
use super::words::Quoted;
use crate::api::{
    Api, BodyField, ErrorBody, ErrorContent, ErrorDef, ErrorField, ErrorId, Operation, Rules,
};
use pairs::{ErrorPairs, identity, is_standard};
use standard::Standard;

mod pairs;
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

    fn error_body(&mut self, old: &'a ErrorDef, new: &'a ErrorDef, owner: OwnerId) {
        let context = Context {
            owner,
            flow: Some(Flow::Response),
        };
        let site = Site::root(&new.name, Spot::Error(&old.name), Spot::Error(&new.name));
        self.error_values(old, new, context, &site);
        self.error_contents(&old.content, &new.content, context, &site);
        // What all errors have is compared once, and has a body of another kind than text.
        let has_standard = is_standard(old) || is_standard(new);
        let has_json = json(&old.content).or(json(&new.content)).is_some();
        let media = |api, error| media(api, error).map(str::to_ascii_lowercase);
        if let (Some(old), Some(new)) = (media(self.old, old), media(self.new, new))
            && (has_json || !has_standard)
            && old != new
        {
            let message = format!("its media type was `{old}`, and is `{new}`");
            self.change(Rule::ErrorBodyChanged, context, &site, message);
        }
    }

    fn error_contents(
        &mut self,
        old: &'a ErrorContent,
        new: &'a ErrorContent,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match (old, new) {
            (
                ErrorContent::Standard {
                    message: _,
                    code: _,
                    fields: old_fields,
                },
                ErrorContent::Standard {
                    message: _,
                    code: _,
                    fields: new_fields,
                },
            ) => {
                // What all errors have is compared once.
                let own = |fields: &'a [BodyField]| {
                    let shared = fields.iter().take_while(|field| !field.is_own).count();
                    fields.get(shared..).unwrap_or_default()
                };
                self.error_fields(own(old_fields), own(new_fields), context, site);
            }
            (
                ErrorContent::Json {
                    envelope: old_envelope,
                    ty: old_ty,
                    ..
                },
                ErrorContent::Json {
                    envelope: new_envelope,
                    ty: new_ty,
                    ..
                },
            ) => {
                let old = Enveloped::of(old_envelope.as_deref(), old_ty, Rules::NONE);
                let new = Enveloped::of(new_envelope.as_deref(), new_ty, Rules::NONE);
                self.enveloped(&old, &new, context, site);
            }
            (ErrorContent::Empty, ErrorContent::Empty)
            | (ErrorContent::Text { .. }, ErrorContent::Text { .. })
            | (ErrorContent::Binary { .. }, ErrorContent::Binary { .. }) => {}
            (old, new) => {
                if self.standard_and_type(old, new, context, site) {
                    return;
                }
                let rule = match (old, new) {
                    (ErrorContent::Empty, _) => Rule::ContentAdded,
                    (_, ErrorContent::Empty) => Rule::ContentRemoved,
                    _ => Rule::ErrorBodyChanged,
                };
                let (old, new) = (kind_words(old), kind_words(new));
                let message = format!("its body was {old}, and is {new}");
                self.change(rule, context, site, message);
            }
        }
    }

    /// Compares the shape of all errors with a type, which may describe the same object. Returns whether it does.
    fn standard_and_type(
        &mut self,
        old: &'a ErrorContent,
        new: &'a ErrorContent,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> bool {
        let (of_old, of_new) = (Standard::of(self.old, old), Standard::of(self.new, new));
        match (of_old, of_new, json(old), json(new)) {
            (Some(standard), None, None, Some(json)) => {
                self.standard_and_json(standard, &json, true, context, site)
            }
            (None, Some(standard), Some(json), None) => {
                self.standard_and_json(standard, &json, false, context, site)
            }
            _ => false,
        }
    }
}

impl<'a> Walk<'a> {
    /// Compares further fields of an error, or of all errors.
    fn error_fields(
        &mut self,
        old: &'a [BodyField],
        new: &'a [BodyField],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let members = |all: &'a [BodyField]| {
            let members = all.iter().map(|field| Member::from(&field.field));
            Members {
                all: members.collect(),
                object: None,
            }
        };
        self.all_members(&members(old), &members(new), context, site);
    }

    /// Compares the values that identify two errors of the shape that all errors have: the code, and those of fields.
    fn error_values(
        &mut self,
        old: &'a ErrorDef,
        new: &'a ErrorDef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if !is_standard(old) || !is_standard(new) {
            return;
        }
        // Generated clients recognize an error that is alone at its status, whatever it says.
        let rule = match old.shares_status || new.shares_status {
            true => Rule::SharedErrorValueChanged,
            false => Rule::ErrorValueChanged,
        };
        if old.code() != new.code() {
            let words = |code: Option<&str>| match code {
                Some(code) => format!("`{code}`"),
                None => "none".to_owned(),
            };
            let (was, is) = (words(old.code()), words(new.code()));
            let message = format!("its code was {was}, and is {is}");
            self.change(rule, context, site, message);
        }
        for (was, is) in other_values(old.fields(), new.fields()) {
            // The value that all errors have is compared once.
            if was.has_own_value || is.has_own_value {
                let name = &is.field.name;
                let site = self.part(site, name, name);
                let (was, is) = values(was, is);
                let message =
                    format!("its value, which identifies the error, was {was}, and is {is}");
                self.change(rule, context, &site, message);
            }
        }
    }

    /// Compares the body that all errors share.
    pub(super) fn error_shape(&mut self) {
        let (old, new) = (&self.old.error_body, &self.new.error_body);
        let context = Self::api(Flow::Response);
        let site = Site::root("error_body", Spot::ErrorShape, Spot::ErrorShape);
        let (old_names, new_names) = (names(old), names(new));
        for (old_name, new_name) in old_names.iter().zip(&new_names) {
            let (role, old, new) = (old_name.role, &old_name.name, &new_name.name);
            let what = role.words();
            let site = site.in_parts(old_name.spot, new_name.spot);
            let shown = |name: &Option<String>| match name {
                Some(name) => format!("`{name}`"),
                None => "absent".to_owned(),
            };
            match (old, new) {
                (Some(name), Some(same)) if name == same => {
                    let site = site.within(Step::Name(name));
                    self.absent_error_field(old_name, new_name, context, &site);
                }
                (None, None) => {}
                (None, Some(name)) if role.is_of_field() => {
                    let message = format!("{what} is new: `{name}`");
                    let rule = match new_name.is_optional {
                        true => Rule::OptionalFieldAdded,
                        false => Rule::RequiredFieldAdded,
                    };
                    self.change_of(rule, context, &site, Has::New, message);
                }
                (Some(name), None) if role.is_of_field() => {
                    let message = format!("{what} is gone: `{name}`");
                    let rule = match old_name.is_optional {
                        true => Rule::OptionalFieldRemoved,
                        false => Rule::RequiredFieldRemoved,
                    };
                    self.change_of(rule, context, &site, Has::Old, message);
                }
                _ => {
                    let message = format!("{what} was {}, and is {}", shown(old), shown(new));
                    self.change(Rule::ErrorShapeChanged, context, &site, message);
                }
            }
        }
        let shared = |body: &'a ErrorBody| -> &'a [BodyField] { &body.fields };
        self.error_fields(shared(old), shared(new), context, &site);
        for (was, field) in other_values(shared(old), shared(new)) {
            let name = &field.field.name;
            let site = self.part(&site, name, name);
            let (was, is) = values(was, field);
            let message =
                format!("its value in errors that have no other one was {was}, and is {is}");
            self.change(Rule::ErrorValueChanged, context, &site, message);
        }
    }

    /// Compares the body of errors that the router sends itself, which no document describes.
    pub(super) fn router_errors(&mut self) {
        let mut inner = self.inner();
        inner.error_shape();
        let messages = inner.messages();
        if messages.is_empty() {
            return;
        }
        let context = Self::api(Flow::Response);
        let site = Site::root("error_body", Spot::ErrorShape, Spot::ErrorShape);
        let message = format!(
            "most errors have a different shape: {}",
            messages.join("; ")
        );
        self.change(Rule::RouterErrorsChanged, context, &site, message);
    }

    /// Compares what errors without a value for a field have: null, or no field.
    fn absent_error_field(
        &mut self,
        old: &ErrorName<'a>,
        new: &ErrorName<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let rules = match (old.is_optional, new.is_optional) {
            (false, true) => [
                (Rule::FieldBecameOptional, "errors without a value omit it"),
                (Rule::NullRemoved, "it can no longer be null"),
            ],
            (true, false) => [
                (Rule::FieldBecameRequired, "all errors have it"),
                (Rule::NullAdded, "it is null in errors without a value"),
            ],
            (true, true) | (false, false) => return,
        };
        for (rule, message) in rules {
            self.change(rule, context, site, message.to_owned());
        }
    }
}

/// The fields that errors of both sides have, with different values.
fn other_values<'a>(
    old: &'a [BodyField],
    new: &'a [BodyField],
) -> impl Iterator<Item = (&'a BodyField, &'a BodyField)> {
    new.iter().filter_map(|field| {
        let mut known = old.iter();
        let known = known.find(|known| known.field.name == field.field.name)?;
        let is_other = known.value.as_ref()? != field.value.as_ref()?;
        is_other.then_some((known, field))
    })
}

/// The values of a field on both sides, in words.
fn values(old: &BodyField, new: &BodyField) -> (String, String) {
    let words = |field: &BodyField| match &field.value {
        Some(value) => Quoted(&value.to_plain()).to_string(),
        None => "none".to_owned(),
    };
    (words(old), words(new))
}

/// What something with a name is in error responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Media,
    Envelope,
    Status,
    Code,
    Message,
    Parameter,
    Metadata,
}

impl Role {
    const fn words(self) -> &'static str {
        match self {
            Self::Media => "the media type of errors",
            Self::Envelope => "the envelope",
            Self::Status => "the field with the status",
            Self::Code => "the field with the code",
            Self::Message => "the field with the message",
            Self::Parameter => "the field with the parameter",
            Self::Metadata => "the field with details",
        }
    }

    /// Whether it may be added and removed without a change of what is around it.
    const fn is_of_field(self) -> bool {
        match self {
            Self::Media | Self::Envelope => false,
            Self::Status | Self::Code | Self::Message | Self::Parameter | Self::Metadata => true,
        }
    }
}

/// A name in error responses.
struct ErrorName<'a> {
    role: Role,
    spot: Spot<'a>,
    name: Option<String>,
    /// Whether the field is omitted if it has no value.
    is_optional: bool,
}

/// The names in error responses.
fn names(body: &ErrorBody) -> [ErrorName<'_>; 7] {
    fn spot(name: Option<&str>) -> Spot<'_> {
        name.map_or(Spot::ErrorShape, Spot::ErrorShapePart)
    }
    fn field(role: Role, field: &Option<ErrorField>) -> ErrorName<'_> {
        let name = field.as_ref().map(|field| field.name.as_str());
        ErrorName {
            role,
            spot: spot(name),
            name: name.map(str::to_owned),
            is_optional: field.as_ref().is_some_and(|field| field.optional),
        }
    }
    let name = |role, spot, name| ErrorName {
        role,
        spot,
        name,
        is_optional: false,
    };
    let of_setting = |role, setting, text| name(role, Spot::Setting(setting), text);
    let media = body.media.to_ascii_lowercase();
    [
        of_setting(Role::Media, Setting::ErrorMedia, Some(media)),
        of_setting(
            Role::Envelope,
            Setting::ErrorEnvelope,
            body.envelope.clone(),
        ),
        name(
            Role::Status,
            spot(body.status.as_deref()),
            body.status.clone(),
        ),
        field(Role::Code, &body.code),
        name(
            Role::Message,
            spot(body.message.as_deref()),
            body.message.clone(),
        ),
        field(Role::Parameter, &body.parameter),
        field(Role::Metadata, &body.metadata),
    ]
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

/// The body of an error, if a type describes it.
fn json(content: &ErrorContent) -> Option<Enveloped<'_>> {
    match content {
        ErrorContent::Json { envelope, ty, .. } => {
            Some(Enveloped::of(envelope.as_deref(), ty, Rules::NONE))
        }
        ErrorContent::Standard { .. }
        | ErrorContent::Text { .. }
        | ErrorContent::Binary { .. }
        | ErrorContent::Empty => None,
    }
}

/// The media type of the body of an error, if it has a body.
fn media<'a>(api: &'a Api, error: &'a ErrorDef) -> Option<&'a str> {
    match &error.content {
        ErrorContent::Json { media, .. }
        | ErrorContent::Text { media }
        | ErrorContent::Binary { media } => Some(media),
        ErrorContent::Standard { .. } => Some(&api.error_body.media),
        ErrorContent::Empty => None,
    }
}

const fn kind_words(content: &ErrorContent) -> &'static str {
    match content {
        ErrorContent::Standard { .. } => "the shape of all errors",
        ErrorContent::Json { .. } => "separate JSON",
        ErrorContent::Text { .. } => "text",
        ErrorContent::Binary { .. } => "bytes",
        ErrorContent::Empty => "empty",
    }
}
