//! Operations: parameters, contents, responses and errors.

use super::Fit;
use crate::api::{Lists, Location, Scalar, Style};
use crate::diagnostic::Cause;
use crate::document::{
    ChoiceEntry, ContentEntry, ContentExprKind, EventKeys, FieldEntry, OperationEntry,
    RouteSegment, StyleEntry, TypeExprKind,
};
use crate::hash::HashSet;
use crate::openapi::parameters::AS_JSON;
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

/// What the name of a content ends with, if there is another method of its name.
const CONTENT: &str = "_content";

impl Fit<'_, '_> {
    pub(super) fn fit_headers(&mut self, headers: &mut Vec<FieldEntry>) {
        headers.iter_mut().for_each(|header| self.fit_field(header));
        self.fit_parameters(headers, Location::Header);
    }

    /// Removes parameters that no request can carry.
    pub(super) fn fit_parameters(&mut self, parameters: &mut Vec<FieldEntry>, location: Location) {
        let mut kept = Vec::with_capacity(parameters.len());
        for mut parameter in parameters.drain(..) {
            let style = parameter.style.style.as_ref().map(|style| style.value);
            let is_named = self.has(parameter.name.span) || self.has(parameter.ty.span);
            let is_form = matches!(style, Some(Style::Deep(_) | Style::Flat(_)))
                && self.is_written_at(parameter.name.span);
            if !is_named && !is_form {
                kept.push(parameter);
                continue;
            }
            self.changed = true;
            let is_list = matches!(parameter.ty.kind, TypeExprKind::List(_));
            let is_object = style.is_some_and(|style| {
                !is_list && (style.separator().is_some() || matches!(style, Style::Fields(_)))
            });
            if location == Location::Path {
                parameter.style = StyleEntry::default();
                parameter.ty.kind = TypeExprKind::Scalar(Scalar::String);
                parameter.constraints = Default::default();
                parameter.example = None;
                kept.push(parameter);
            } else if is_form && parameter.style.lists.is_none() {
                let lists = Spanned::new(Lists::Indexed, parameter.name.span);
                parameter.style.lists = Some(lists);
                kept.push(parameter);
            } else if is_form || is_object {
                parameter.style.lists = None;
                parameter.style.style = Some(Spanned::new(Style::Json, parameter.name.span));
                self.note(Topic::Style, parameter.name.span, AS_JSON);
                kept.push(parameter);
            } else {
                let why = self.why(parameter.name.span);
                let why = why.or_else(|| self.why(parameter.ty.span));
                let why = why.unwrap_or_default();
                self.note(Topic::Parameter, parameter.name.span, why);
            }
        }
        *parameters = kept;
    }

    /// Whether an error is about a value that is written like a form at a place.
    fn is_written_at(&self, span: Span) -> bool {
        self.forms.contains(&span)
    }

    pub(super) fn fit_operation(&mut self, operation: &mut OperationEntry) {
        let lists = [
            (&mut operation.path, Location::Path),
            (&mut operation.query, Location::Query),
            (&mut operation.headers, Location::Header),
            (&mut operation.cookies, Location::Cookie),
        ];
        for (list, location) in lists {
            list.iter_mut().for_each(|field| self.fit_field(field));
            self.fit_parameters(list, location);
        }
        let idempotency = &mut operation.idempotency;
        if let Some(entry) = idempotency.take_if(|of| self.has(of.header.span)) {
            let why = self.why(entry.header.span).unwrap_or_default();
            self.note(Topic::WrongExtension, entry.header.span, why);
        }
        let conditional = &mut operation.conditional;
        if let Some(entry) = conditional.take_if(|of| self.conditional.contains_key(&of.key)) {
            let why = self
                .conditional
                .get(&entry.key)
                .copied()
                .unwrap_or_default();
            self.note(Topic::WrongExtension, entry.key, why);
        }
        if let Some(body) = &mut operation.body {
            self.fit_content(&mut body.content);
            if let Some(schema) = body.schema.take_if(|schema| self.has(schema.span)) {
                self.note_constraint("schema", schema.span);
            }
            let others = body.others.iter_mut().map(|(choice, _)| choice);
            let choices = others.chain(body.choice.as_mut());
            let wrong: Vec<Span> = choices.filter_map(|choice| self.wrong(choice)).collect();
            for (_, content) in &mut body.others {
                self.fit_content(content);
            }
            if let Some(span) = wrong.first() {
                self.note_choice(*span);
                body.others.clear();
                body.choice = None;
            }
        }
        let choices = operation.responses.iter_mut();
        let choices = choices.filter_map(|of| of.choice.as_mut());
        let wrong: Vec<Span> = choices.filter_map(|choice| self.wrong(choice)).collect();
        if let Some(span) = wrong.first() {
            self.note_choice(*span);
            let mut seen = HashSet::default();
            operation
                .responses
                .retain(|of| of.choice.is_none() || seen.insert(of.status.value));
            for response in &mut operation.responses {
                response.choice = None;
            }
        }
        for response in &mut operation.responses {
            self.fit_headers(&mut response.headers);
            if let Some(content) = &mut response.content {
                self.fit_content(content);
            }
        }
        // A second event stream.
        let mut statuses = operation.responses.iter().map(|of| of.status.span);
        let why = statuses.find_map(|span| self.why(span));
        if let Some(why) = why.filter(|_| operation.responses.len() > 1) {
            let mut is_first = true;
            operation.responses.retain(|of| {
                let span = of.status.span;
                let is_kept = std::mem::take(&mut is_first) || !self.has(span);
                if !is_kept {
                    self.note(
                        Topic::Dropped,
                        span,
                        &format!("the response is left out: {why}"),
                    );
                }
                is_kept
            });
            self.changed = true;
        }
        self.changed |= self.pages.fit(&mut operation.paging, self.warnings);
        operation.errors.retain(|key| {
            let why = self.why(key.span);
            if let Some(why) = why {
                self.note(
                    Topic::Dropped,
                    key.span,
                    &format!("the error is left out: {why}"),
                );
            }
            why.is_none()
        });
    }

    /// What is wrong with a choice of a content. If its name is that of another method of the call, it gets another one.
    fn wrong(&mut self, choice: &mut ChoiceEntry) -> Option<Span> {
        let selector = choice.selected_by.as_ref().map(|of| of.name.span);
        if let Some(span) = selector.filter(|span| self.has(*span)) {
            return Some(span);
        }
        let span = choice.name.span;
        let name = &mut choice.name.value;
        if self.has(span) && self.has_cause(Cause::TakenName, span) && !name.ends_with(CONTENT) {
            name.push_str(CONTENT);
            self.changed = true;
            return None;
        }
        self.has(span).then_some(span)
    }

    fn note_choice(&mut self, span: Span) {
        let why = self.why(span).unwrap_or_default();
        let message = format!("only the first of several contents counts: {why}");
        self.note(Topic::Dropped, span, &message);
    }

    pub(super) fn fit_content(&mut self, content: &mut ContentEntry) {
        self.fit_events(&mut content.events);
        let span = content.expr.span;
        let ty_span = content.expr.ty().map(|ty| ty.span);
        if let ContentExprKind::Form(_) = content.expr.kind
            && self.is_written_at(span)
            && content.lists.is_none()
        {
            content.lists = Some(Spanned::new(Lists::Indexed, span));
            self.changed = true;
            return;
        }
        if let ContentExprKind::Json(ty)
        | ContentExprKind::Form(ty)
        | ContentExprKind::Multipart(ty)
        | ContentExprKind::Lines(ty) = &mut content.expr.kind
        {
            self.fit_expr(ty);
        }
        let is_wrong = self.has(span) || ty_span.is_some_and(|span| self.has(span));
        let is_form = matches!(
            content.expr.kind,
            ContentExprKind::Form(_) | ContentExprKind::Multipart(_)
        );
        if content.is_xml() && is_wrong {
            let why = self.why(span).unwrap_or("its type is not valid");
            let why = format!("{why}; callers and servers read and write the XML");
            self.note(Topic::Content, span, &why);
            content.expr.kind = ContentExprKind::Binary;
            return;
        }
        let is_media_wrong = content.media.iter().any(|media| self.has(media.span));
        if is_form && (is_wrong || self.is_written_at(span)) || is_media_wrong {
            self.changed = true;
            let (media, why) = match &content.expr.kind {
                ContentExprKind::Form(_) => {
                    ("application/x-www-form-urlencoded", "its value has no form")
                }
                ContentExprKind::Multipart(_) => {
                    ("multipart/form-data", "it is not a form with parts")
                }
                _ => ("application/octet-stream", "its media type is not valid"),
            };
            self.warnings.add(Topic::Content, span, why);
            content.expr.kind = ContentExprKind::Binary;
            content.lists = None;
            content.media = vec![Spanned::new(media.to_owned(), span)];
        }
    }
}

/// The first of several spans where something is wrong, with what it is.
fn first_wrong<'e>(
    fit: &Fit<'e, '_>,
    spans: impl IntoIterator<Item = Span>,
) -> Option<(Span, &'e str)> {
    let mut spans = spans.into_iter();
    spans.find_map(|span| Some((span, fit.why(span)?)))
}

impl Fit<'_, '_> {
    /// Leaves out what an extension says about events, if a stream cannot have it.
    fn fit_events(&mut self, events: &mut EventKeys) {
        for key in [&mut events.resumable, &mut events.event_names] {
            if let Some((span, why)) = first_wrong(self, *key) {
                *key = None;
                self.note(Topic::WrongExtension, span, why);
            }
        }
        let of_error = events.error.iter().flat_map(|error| {
            let fields = error.field.iter().map(|field| field.span);
            let own = [
                Some(error.span),
                error.event.as_ref().map(|of| of.span),
                error.is.as_ref().map(|of| of.span),
                error.ty.as_ref().map(|of| of.span),
            ];
            own.into_iter().flatten().chain(fields)
        });
        if let Some((span, why)) = first_wrong(self, of_error.collect::<Vec<Span>>()) {
            events.error = None;
            self.note(Topic::WrongExtension, span, why);
        }
        if let Some((span, why)) = first_wrong(self, events.end.as_ref().map(|of| of.span)) {
            events.end = None;
            self.note(Topic::WrongExtension, span, why);
        }
    }
}

/// Makes a parameter that matches several segments match one. Returns whether there was one.
pub(super) fn narrow(operation: &mut OperationEntry) -> bool {
    let Some(last) = operation.route.segments.last_mut() else {
        return false;
    };
    let RouteSegment::CatchAll(name) = last else {
        return false;
    };
    *last = RouteSegment::Parameter(std::mem::take(name));
    true
}
