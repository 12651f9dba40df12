//! Which of several contents a caller asks for.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

use super::accept::Accept;
use super::source::ParameterSource;
use super::{Input, Invalid, Rejection};
use crate::choice::{Choice, Choices, SelectedBy, SelectorPart};
use crate::json_field;

/// The content that a caller asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chosen {
    /// Its position among the contents.
    pub(super) index: usize,
    /// Whether the header `Accept` matters for the response.
    pub(super) is_negotiated: bool,
}

impl Input {
    /// Decides which content the caller asks for, if the operation has several.
    ///
    /// # Errors
    /// The response 406 if the caller accepts none of them.
    pub(super) fn choose(&mut self) -> Result<(), Rejection> {
        let Some(choices) = self.operation().choices() else {
            return Ok(());
        };
        if self.operation().choosing_part().is_some() {
            // The handler finds out when it reads the form.
            return Ok(());
        }
        let query = self.parts.uri.query().unwrap_or_default();
        let body = self.received.as_deref().unwrap_or_default();
        let selected = choices.iter().position(|choice| {
            let selected_by = choice.selected_by.as_ref();
            selected_by.is_some_and(|selector| is_selected(selector, query, body))
        });
        let by_accept = choices.iter().filter(|choice| choice.selected_by.is_none());
        let is_negotiated = by_accept.count() > 1;
        let index = match selected {
            Some(index) => index,
            None if is_negotiated => negotiate(choices, &self.parts.headers)?,
            // The first one is for callers who do not choose.
            None => 0,
        };
        self.chosen = Some(Chosen {
            index,
            is_negotiated,
        });
        Ok(())
    }

    /// The content that the caller asks for.
    ///
    /// # Errors
    /// None: the router has rejected requests for other contents.
    pub fn choice<C: Choices>(&mut self) -> Result<C, Invalid> {
        let index = self.chosen.map_or(0, |chosen| chosen.index);
        C::ALL.get(index).copied().ok_or(Invalid)
    }
}

/// Whether a request contains the value.
fn is_selected(selector: &SelectedBy, query: &str, body: &[u8]) -> bool {
    match selector.part {
        SelectorPart::Query => has_text(selector, query),
        SelectorPart::Body => json_field::is(body, selector.name, selector.value),
        SelectorPart::Form => str::from_utf8(body).is_ok_and(|form| has_text(selector, form)),
        SelectorPart::Parts => false,
    }
}

/// Whether pairs in a query or a form contain the value.
fn has_text(selector: &SelectedBy, pairs: &str) -> bool {
    let text = ParameterSource::Query(pairs).one(selector.name).first();
    text.is_some_and(|text| text.is_ok_and(|text| text == selector.value))
}

/// The content that the caller prefers among the contents that no value selects (RFC 9110, section 12.5.1).
fn negotiate(choices: &[Choice], headers: &HeaderMap) -> Result<usize, Rejection> {
    let accept = Accept::read(headers.get_all(ACCEPT).iter().map(|value| value.as_bytes()));
    let mut best = None;
    for (index, choice) in choices.iter().enumerate() {
        if choice.selected_by.is_some() {
            continue;
        }
        let media = choice.body.media();
        let quality = media
            .iter()
            .map(|media| accept.quality(media))
            .max()
            .unwrap_or_default();
        // Of equal ones, the first is preferred.
        if quality > 0 && best.is_none_or(|(_, known)| quality > known) {
            best = Some((index, quality));
        }
    }
    let (index, _) = best.ok_or_else(Rejection::not_acceptable)?;
    Ok(index)
}
