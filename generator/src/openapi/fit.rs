//! Leaves out what the rules of the language do not allow, so that every document generates. The rules themselves say what
//! that is: each error of `check` has a place, and what is there is left out, or becomes a type that holds any value.

mod merge;
mod pages;
mod unions;

use super::warnings::{Topic, Warnings};
use crate::api::{Lists, Location, Scalar, Style};
use crate::check;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{
    Constraints, ContentEntry, ContentExprKind, Document, FieldEntry, OperationEntry, RouteSegment,
    TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::expand;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

/// How often the rules are applied. Each time, what they find is left out.
const ROUNDS: usize = 12;

/// Two routes match the same paths.
const AMBIGUOUS_ROUTE: &str = "E0543";

/// A document without errors, expanded.
///
/// # Errors
///
/// The errors that nothing can be left out for.
pub(super) fn fit(document: Document, warnings: &mut Warnings) -> Result<Document, Diagnostics> {
    let mut document = expand::expand(document)?;
    for round in 0..ROUNDS {
        let Err(errors) = check::check(&document) else {
            return Ok(document);
        };
        let changed = Fit::new(&errors, round, warnings).apply(&mut document);
        // The shape of errors is only recognized, so it is the last to be kept.
        if !changed && document.error_body.take().is_none() {
            return Err(errors);
        }
    }
    check::check(&document)?;
    Ok(document)
}

/// The errors of one round, by their places.
struct Fit<'e, 'w> {
    errors: &'e Diagnostics,
    round: usize,
    /// The places of all errors, with what is wrong there.
    places: HashMap<Span, &'e str>,
    /// Any values that are written like a form, where all is text.
    texts: HashSet<Span>,
    /// Types whose values would have to contain themselves.
    infinite: HashSet<Span>,
    /// Where something is written like a form that has no form.
    forms: HashSet<Span>,
    /// The errors about how lists are paged.
    pages: pages::Errors<'e>,
    /// Where errors begin, in order, to find values that contain one.
    starts: Vec<(usize, usize)>,
    warnings: &'w mut Warnings,
    changed: bool,
}

impl<'e, 'w> Fit<'e, 'w> {
    fn new(errors: &'e Diagnostics, round: usize, warnings: &'w mut Warnings) -> Self {
        let mut places: HashMap<Span, &str> = HashMap::new();
        for error in errors {
            places.entry(error.span()).or_insert(&error.message);
        }
        let of = |codes: &'static [&'static str]| {
            let found = errors.iter();
            found.filter(move |error| codes.contains(&error.code.0))
        };
        let forms = of(&["E0531", "E0532", "E0574"]).flat_map(|error| &error.labels);
        let mut starts: Vec<(usize, usize)> = places
            .keys()
            .map(|span| (span.start(), span.end()))
            .collect();
        starts.sort_unstable();
        Self {
            errors,
            round,
            places,
            texts: of(&["E0532"]).map(Diagnostic::span).collect(),
            infinite: of(&["E0302"]).map(Diagnostic::span).collect(),
            forms: forms.map(|label| label.span).collect(),
            pages: pages::Errors::of(errors),
            starts,
            warnings,
            changed: false,
        }
    }

    fn has(&self, span: Span) -> bool {
        self.places.contains_key(&span)
    }

    /// What is wrong at a place.
    fn why(&self, span: Span) -> &'e str {
        self.places.get(&span).copied().unwrap_or_default()
    }

    /// Whether an error is inside of a value.
    fn is_in(&self, span: Span) -> bool {
        let first = self
            .starts
            .partition_point(|(start, _)| *start < span.start());
        let after = self.starts.get(first..).unwrap_or_default().iter();
        let mut inside = after.take_while(|(start, _)| *start <= span.end());
        !span.is_empty() && inside.any(|(_, end)| *end <= span.end())
    }

    /// Removes a value with an error.
    fn drop_value<N: Borrow<Node>>(&mut self, value: &mut Option<N>, what: &str) {
        if value
            .as_ref()
            .is_some_and(|value| self.is_in(extent(value.borrow())))
            && let Some(value) = value.take()
        {
            self.changed = true;
            let message = format!("the {what} does not fit its type, and is left out");
            self.warnings
                .add(Topic::Value, value.borrow().span, &message);
        }
    }

    fn apply(mut self, document: &mut Document) -> bool {
        for entry in &mut document.types {
            self.fit_type(entry);
        }
        self.fit_servers(document);
        for error in &mut document.errors {
            self.fit_headers(&mut error.headers);
        }
        let operations = document.operations.iter_mut().chain(&mut document.webhooks);
        for operation in operations {
            self.fit_operation(operation);
        }
        // The parts of types and operations come first: often, nothing else is wrong with the whole.
        if !self.changed {
            let places = &self.places;
            let mut removed = Vec::new();
            let mut narrowed = Vec::new();
            let ambiguous = self.errors.into_iter();
            let ambiguous = ambiguous.filter(|error| error.code.0 == AMBIGUOUS_ROUTE);
            let ambiguous: HashSet<Span> = ambiguous.map(Diagnostic::span).collect();
            let mut keep = |operation: &mut OperationEntry| {
                let is_kept = !places.contains_key(&operation.route.span)
                    && !places.contains_key(&operation.name.span);
                if !is_kept && ambiguous.contains(&operation.route.span) && narrow(operation) {
                    narrowed.push(operation.route.span);
                    return true;
                }
                if !is_kept {
                    removed.push(operation.route.span);
                }
                is_kept
            };
            document.operations.retain_mut(&mut keep);
            document.webhooks.retain_mut(&mut keep);
            for span in narrowed {
                self.changed = true;
                let why = "the parameter at the end matches one segment, because another route has more after it";
                self.warnings.add(Topic::Dropped, span, why);
            }
            for span in removed {
                self.changed = true;
                let why = self.why(span);
                self.warnings.add(Topic::Path, span, why);
            }
        }
        let errors = self.errors;
        self.changed |= unions::fit(document, errors, self.round, self.warnings);
        self.changed
    }

    /// Removes servers of the API that are at no valid URL. Those of operations are valid.
    fn fit_servers(&mut self, document: &mut Document) {
        document.api.servers.retain(|server| {
            let of_variable = server.variables.iter().any(|variable| {
                let values = variable.values.iter().map(|value| value.span);
                let mut spans = values.chain([variable.default.span, variable.name.span]);
                spans.any(|span| self.places.contains_key(&span))
            });
            let is_wrong = of_variable
                || self.places.contains_key(&server.url.span)
                || self.places.contains_key(&server.name.span);
            if is_wrong {
                self.changed = true;
                let why = self.places.get(&server.url.span).copied();
                let why = why.unwrap_or("a value of a variable makes no valid URL");
                self.warnings.add(Topic::Server, server.url.span, why);
            }
            !is_wrong
        });
    }

    fn fit_type(&mut self, entry: &mut TypeEntry) {
        self.drop_value(&mut entry.example, "example");
        match &mut entry.kind {
            TypeEntryKind::Object { fields, others, .. } => {
                if fields.len() > 300 && self.has(entry.name.span) {
                    self.changed = true;
                    let json = TypeExpr::new(TypeExprKind::Scalar(Scalar::Json), entry.name.span);
                    fields.clear();
                    *others = crate::document::OthersEntry::Kept(json);
                    let message = "an object with more than 300 fields is a map of any values";
                    self.warnings.add(Topic::Dropped, entry.name.span, message);
                }
                // A value of the type would have to contain itself.
                let is_infinite = self.infinite.contains(&entry.name.span);
                for field in fields.iter_mut() {
                    self.fit_field(field);
                    if is_infinite && !field.optional && field.ty.named().is_some() {
                        field.optional = true;
                        self.changed = true;
                    }
                }
            }
            TypeEntryKind::Tuple(elements) => {
                elements.iter_mut().for_each(|field| self.fit_field(field));
            }
            TypeEntryKind::Newtype {
                inner: ty,
                constraints,
            }
            | TypeEntryKind::Alias {
                target: ty,
                constraints,
            } => {
                self.fit_constraints(constraints);
                self.fit_expr(ty);
            }
            TypeEntryKind::Enum { values, .. } => {
                for value in values {
                    if self.has(value.value.span) && value.rust_name.take().is_some() {
                        self.changed = true;
                    }
                }
            }
            TypeEntryKind::Union(union) => {
                for ty in union.variants.iter_mut().filter_map(|of| of.ty.as_mut()) {
                    self.fit_expr(ty);
                }
            }
        }
    }

    fn fit_field(&mut self, field: &mut FieldEntry) {
        self.drop_value(&mut field.example, "example");
        self.drop_value(&mut field.default, "default");
        if field
            .rust_name
            .as_ref()
            .is_some_and(|name| name.span != field.name.span && self.has(name.span))
        {
            field.rust_name = None;
            self.changed = true;
        }
        if let Some(constraints) = field.constraints.as_mut() {
            self.fit_constraints(constraints);
        }
        self.fit_expr(&mut field.ty);
    }

    fn fit_constraints(&mut self, constraints: &mut Constraints) {
        let Constraints {
            min,
            max,
            above,
            below,
            multiple_of,
            min_length,
            max_length,
            pattern,
            min_items,
            max_items,
            unique_items,
        } = constraints;
        for bound in [min, max, above, below, multiple_of] {
            self.drop_constraint(bound);
        }
        for size in [min_length, max_length, min_items, max_items] {
            self.drop_constraint(size);
        }
        self.drop_constraint(pattern);
        if unique_items.is_some_and(|span| self.has(span)) {
            *unique_items = None;
            self.changed = true;
        }
    }

    fn drop_constraint<T>(&mut self, constraint: &mut Option<Spanned<T>>) {
        if constraint.as_ref().is_some_and(|of| self.has(of.span))
            && let Some(of) = constraint.take()
        {
            self.changed = true;
            let why = self.why(of.span);
            let message = format!("{why}; the constraint is left out");
            self.warnings.add(Topic::Constraint, of.span, &message);
        }
    }

    /// In a form, all is text.
    fn fit_expr(&mut self, ty: &mut TypeExpr) {
        if let Some(constraints) = &mut ty.constraints {
            self.fit_constraints(constraints);
        }
        match &mut ty.kind {
            TypeExprKind::Scalar(scalar @ Scalar::Json) => {
                if self.texts.contains(&ty.span) {
                    *scalar = Scalar::String;
                    self.changed = true;
                }
            }
            TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => {}
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => self.fit_expr(inner),
        }
    }

    fn fit_headers(&mut self, headers: &mut Vec<FieldEntry>) {
        headers.iter_mut().for_each(|header| self.fit_field(header));
        self.fit_parameters(headers, Location::Header);
    }

    /// Removes parameters that no request can carry.
    fn fit_parameters(&mut self, parameters: &mut Vec<FieldEntry>, location: Location) {
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
            if location == Location::Path {
                parameter.ty.kind = TypeExprKind::Scalar(Scalar::String);
                parameter.constraints = Default::default();
                parameter.example = None;
                kept.push(parameter);
            } else if is_form && parameter.style.lists.is_none() {
                let lists = Spanned::new(Lists::Indexed, parameter.name.span);
                parameter.style.lists = Some(lists);
                kept.push(parameter);
            } else if is_form {
                parameter.style.lists = None;
                parameter.style.style = Some(Spanned::new(Style::Json, parameter.name.span));
                kept.push(parameter);
            } else {
                let why = match self.why(parameter.name.span) {
                    "" => self.why(parameter.ty.span),
                    why => why,
                };
                self.warnings
                    .add(Topic::Parameter, parameter.name.span, why);
            }
        }
        *parameters = kept;
    }

    /// Whether an error is about a value that is written like a form at a place.
    fn is_written_at(&self, span: Span) -> bool {
        self.forms.contains(&span)
    }

    fn fit_operation(&mut self, operation: &mut OperationEntry) {
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
        if let Some(body) = &mut operation.body {
            self.fit_content(&mut body.content);
            let is_wrong = body
                .others
                .iter()
                .any(|(choice, _)| self.has(choice.name.span))
                || body
                    .choice
                    .as_ref()
                    .is_some_and(|of| self.has(of.name.span));
            for (_, content) in &mut body.others {
                self.fit_content(content);
            }
            if is_wrong {
                self.changed = true;
                body.others.clear();
                body.choice = None;
            }
        }
        let is_wrong = |of: &crate::document::ResponseEntry| {
            let choice = of.choice.as_ref();
            choice.is_some_and(|choice| {
                let selector = choice.selected_by.as_ref();
                self.has(choice.name.span) || selector.is_some_and(|of| self.has(of.name.span))
            })
        };
        if operation.responses.iter().any(is_wrong) {
            self.changed = true;
            let mut seen = HashSet::new();
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
        let statuses: Vec<Span> = operation
            .responses
            .iter()
            .map(|of| of.status.span)
            .collect();
        if operation.responses.len() > 1 && statuses.iter().any(|span| self.has(*span)) {
            let places = &self.places;
            let mut is_first = true;
            operation.responses.retain(|of| {
                std::mem::take(&mut is_first) || !places.contains_key(&of.status.span)
            });
            self.changed = true;
        }
        self.changed |= self.pages.fit(&mut operation.paging, self.warnings);
        operation.errors.retain(|key| {
            let is_kept = !self.places.contains_key(&key.span);
            self.changed |= !is_kept;
            is_kept
        });
    }

    fn fit_content(&mut self, content: &mut ContentEntry) {
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
        let is_media_wrong = content.media.iter().any(|media| self.has(media.span));
        if is_form && (is_wrong || self.is_written_at(span)) || is_media_wrong {
            self.changed = true;
            let (media, why) = match &content.expr.kind {
                ContentExprKind::Form(_) => {
                    ("application/x-www-form-urlencoded", "its value has no form")
                }
                ContentExprKind::Multipart(_) => {
                    ("multipart/form-data", "it is no form with parts")
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

/// Makes a parameter that matches several segments match one. Returns whether there was one.
fn narrow(operation: &mut OperationEntry) -> bool {
    let Some(last) = operation.route.segments.last_mut() else {
        return false;
    };
    let RouteSegment::CatchAll(name) = last else {
        return false;
    };
    *last = RouteSegment::Parameter(std::mem::take(name));
    true
}

/// Where a value is. The span of a list or a map in YAML may be its beginning only.
fn extent(node: &Node) -> Span {
    match &node.kind {
        NodeKind::List(items) => items
            .last()
            .map_or(node.span, |last| node.span.to(extent(last))),
        NodeKind::Map(entries) => match entries.last() {
            Some((key, last)) => node.span.to(key.span).to(extent(last)),
            None => node.span,
        },
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => node.span,
    }
}
