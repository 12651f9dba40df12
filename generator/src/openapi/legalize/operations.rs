//! Operations: parameters, bodies, responses and errors.

use super::{Legalizer, pages};
use crate::api::{Lists, Location, Scalar, Style};
use crate::document::{
    BodyEntry, ContentVariantEntry, FieldEntry, OperationEntry, PathSegment, ResponseEntry,
    StyleEntry, TypeExprKind,
};
use crate::hash::HashSet;
use crate::openapi::parameters::AS_JSON;
use crate::openapi::warnings::Topic;
use crate::source::{Span, Spanned};

/// What the name of a content ends with, if there is another method of its name.
const CONTENT: &str = "_content";

impl Legalizer<'_, '_> {
    pub(super) fn legalize_operation(&mut self, operation: &mut OperationEntry) {
        let lists = [
            (&mut operation.path, Location::Path),
            (&mut operation.query, Location::Query),
            (&mut operation.headers, Location::Header),
            (&mut operation.cookies, Location::Cookie),
        ];
        for (list, location) in lists {
            self.legalize_parameters(list, location);
        }
        let header = operation
            .idempotency
            .as_ref()
            .map(|idempotency| idempotency.header.span);
        self.drop_extension(&mut operation.idempotency, header);
        if let Some(key) = operation
            .conditional
            .as_ref()
            .map(|conditional| conditional.key)
            && let Some(why) = self.findings.conditional.get(&key)
        {
            operation.conditional = None;
            self.note(Topic::WrongExtension, key, why);
        }
        if let Some(body) = &mut operation.body {
            self.legalize_body(body);
        }
        self.legalize_choices_of_responses(&mut operation.responses);
        for response in &mut operation.responses {
            self.legalize_headers(&mut response.headers);
            if let Some(content) = &mut response.content {
                self.legalize_content(content);
            }
        }
        self.remove_wrong_responses(&mut operation.responses);
        self.changed |= pages::legalize(&mut operation.paging, self.findings, self.warnings);
        operation.errors.retain(|key| {
            let why = self.why(key.span);
            if let Some(why) = why {
                let message = format!("the error is left out: {why}");
                self.note(Topic::Dropped, key.span, &message);
            }
            why.is_none()
        });
    }

    pub(super) fn legalize_headers(&mut self, headers: &mut Vec<FieldEntry>) {
        self.legalize_parameters(headers, Location::Header);
    }

    /// Legalizes parameters, and removes the ones that no request can carry.
    fn legalize_parameters(&mut self, parameters: &mut Vec<FieldEntry>, location: Location) {
        for parameter in parameters.iter_mut() {
            self.legalize_field(parameter);
        }
        parameters.retain_mut(|parameter| self.keeps_parameter(parameter, location));
    }

    /// Whether a request can carry a parameter, perhaps in another style or as a string.
    fn keeps_parameter(&mut self, parameter: &mut FieldEntry, location: Location) -> bool {
        let span = parameter.name.span;
        let style = parameter.style.style.as_ref().map(|style| style.value);
        let wrong = self.first_wrong([span, parameter.ty.span]);
        let is_form = matches!(style, Some(Style::Deep(_) | Style::Flat(_)))
            && self.findings.forms.contains(&span);
        if wrong.is_none() && !is_form {
            return true;
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
        } else if is_form && parameter.style.lists.is_none() {
            parameter.style.lists = Some(Spanned::new(Lists::Indexed, span));
        } else if is_form || is_object {
            parameter.style.lists = None;
            parameter.style.style = Some(Spanned::new(Style::Json, span));
            self.note(Topic::Style, span, AS_JSON);
        } else {
            let why = wrong.map(|(_, why)| why).unwrap_or_default();
            self.note(Topic::Parameter, span, why);
            return false;
        }
        true
    }

    fn legalize_body(&mut self, body: &mut BodyEntry) {
        self.legalize_content(&mut body.content);
        if let Some(schema) = body.schema.take_if(|schema| self.has(schema.span)) {
            self.note_constraint("schema", schema.span);
        }
        let others = body.others.iter_mut().map(|(choice, _)| choice);
        let wrong = self.wrong_choices(others.chain(body.choice.as_mut()));
        for (_, content) in &mut body.others {
            self.legalize_content(content);
        }
        if let Some(span) = wrong {
            self.note_choice(span);
            body.others.clear();
            body.choice = None;
        }
    }

    /// Keeps one response of each status if something is wrong with what chooses between several.
    fn legalize_choices_of_responses(&mut self, responses: &mut Vec<ResponseEntry>) {
        let choices = responses
            .iter_mut()
            .filter_map(|response| response.choice.as_mut());
        if let Some(span) = self.wrong_choices(choices) {
            self.note_choice(span);
            let mut seen = HashSet::default();
            responses
                .retain(|response| response.choice.is_none() || seen.insert(response.status.value));
            for response in responses {
                response.choice = None;
            }
        }
    }

    /// Removes a second event stream.
    fn remove_wrong_responses(&mut self, responses: &mut Vec<ResponseEntry>) {
        let statuses = responses.iter().map(|response| response.status.span);
        let wrong = self.first_wrong(statuses.collect::<Vec<Span>>());
        let Some((_, why)) = wrong.filter(|_| responses.len() > 1) else {
            return;
        };
        let mut is_first = true;
        responses.retain(|response| {
            let span = response.status.span;
            let is_kept = std::mem::take(&mut is_first) || !self.has(span);
            if !is_kept {
                let message = format!("the response is left out: {why}");
                self.note(Topic::Dropped, span, &message);
            }
            is_kept
        });
        self.changed = true;
    }

    /// The first choice that something is wrong with. All that can get other names do.
    fn wrong_choices<'c>(
        &mut self,
        choices: impl Iterator<Item = &'c mut ContentVariantEntry>,
    ) -> Option<Span> {
        let wrong: Vec<Span> = choices.filter_map(|choice| self.wrong(choice)).collect();
        wrong.first().copied()
    }

    /// What is wrong with a choice of a content. If another method of the call has its name, the choice is renamed.
    fn wrong(&mut self, choice: &mut ContentVariantEntry) -> Option<Span> {
        let selector = choice
            .selected_by
            .as_ref()
            .map(|selector| selector.name.span);
        if let Some(span) = selector.filter(|span| self.has(*span)) {
            return Some(span);
        }
        let span = choice.name.span;
        let name = &mut choice.name.value;
        if self.has(span) && self.findings.taken_names.contains(&span) && !name.ends_with(CONTENT) {
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
}

/// Makes a parameter that matches several segments match one. Returns whether there was one.
pub(super) fn narrow(operation: &mut OperationEntry) -> bool {
    let Some(last) = operation.route.segments.last_mut() else {
        return false;
    };
    let PathSegment::CatchAll(name) = last else {
        return false;
    };
    *last = PathSegment::Parameter(std::mem::take(name));
    true
}
