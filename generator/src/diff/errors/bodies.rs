//! What the responses of errors say: their kinds of bodies, and the values that identify them.

use super::pairs::is_standard;
use super::shape::{other_values, values};
use super::standard::Standard;
use crate::api::{Api, BodyField, ErrorContent, ErrorDef, Rules};
use crate::diff::Rule;
use crate::diff::envelopes::Enveloped;
use crate::diff::site::{Site, Spot};
use crate::diff::walk::{Context, Flow, OwnerId, Walk};

impl<'a> Walk<'a> {
    /// Compares the bodies of two errors.
    pub(super) fn error_body(&mut self, old: &'a ErrorDef, new: &'a ErrorDef, owner: OwnerId) {
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
}

/// The fields that not all errors have: those are compared once.
fn own(fields: &[BodyField]) -> &[BodyField] {
    let shared = fields.iter().take_while(|field| !field.is_own).count();
    fields.get(shared..).unwrap_or_default()
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
