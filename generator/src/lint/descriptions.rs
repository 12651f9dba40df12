//! Items without a description.

use super::Findings;
use crate::api::{Lint, Lints};
use crate::document::{FieldEntry, OperationEntry, TypeEntry, TypeEntryKind};
use crate::hash::HashSet;
use crate::naming::plain_camel;
use crate::source::Spanned;

pub(super) fn check(findings: &mut Findings<'_>) {
    let document = findings.document;
    let types = document.types.iter();
    let described = types.filter(|entry| entry.notes.doc.is_some());
    let described: HashSet<&str> = described.map(|entry| entry.name.value.as_str()).collect();
    let mut check = Check {
        findings,
        described,
    };
    for operation in &document.operations {
        check.operation("operation", operation);
    }
    for webhook in &document.webhooks {
        check.operation("webhook", webhook);
    }
    for entry in &document.types {
        check.type_entry(entry);
    }
    for entry in &document.errors {
        let allowed = entry.notes.allow;
        // Descriptions of responses are required in OpenAPI.
        if entry.when.is_none() && entry.notes.doc.is_none() && !check.findings.is_openapi {
            let help = "add `when`: the condition in which it occurs";
            check.report("error", &entry.name, allowed, help);
        }
        check.fields("field", &entry.fields, allowed);
        check.fields("header", &entry.headers, allowed);
    }
    for part in &document.shared {
        for (what, fields) in [
            ("path parameter", &part.path),
            ("query parameter", &part.query),
            ("header", &part.headers),
            ("cookie", &part.cookies),
            ("header", &part.response_headers),
        ] {
            check.fields(what, fields, Lints::default());
        }
    }
    for pager in &document.pagers {
        check.fields("field", &pager.fields, pager.notes.allow);
    }
    if let Some(body) = document.error_body.as_ref().filter(|body| !body.is_problem) {
        check.fields("field", &body.fields, body.notes.allow);
    }
}

struct Check<'f, 'd> {
    findings: &'f mut Findings<'d>,
    /// The types that have a description, which also describes their fields.
    described: HashSet<&'d str>,
}

impl Check<'_, '_> {
    fn operation(&mut self, what: &str, operation: &OperationEntry) {
        let allowed = self.findings.allowed(operation);
        if operation.notes.doc.is_none() {
            let help = self.findings.say(
                "add `doc`: what it does, in one sentence",
                "add a `summary`: what it does, in one sentence",
            );
            self.report(what, &operation.name, allowed, help);
        }
        for (what, fields) in [
            ("path parameter", &operation.path),
            ("query parameter", &operation.query),
            ("header", &operation.headers),
            ("cookie", &operation.cookies),
        ] {
            self.fields(what, fields, allowed);
        }
        for response in &operation.responses {
            let allowed = allowed.union(response.notes.allow);
            self.fields("header", &response.headers, allowed);
        }
    }

    fn type_entry(&mut self, entry: &TypeEntry) {
        let allowed = entry.notes.allow;
        if entry.notes.doc.is_none() && self.is_named(entry) {
            let help = self.findings.say(
                "add `doc`: what it is, in one sentence",
                "add a `description`: what it is, in one sentence",
            );
            self.report("type", &entry.name, allowed, help);
        }
        match &entry.kind {
            TypeEntryKind::Object { fields, .. } => self.fields("field", fields, allowed),
            TypeEntryKind::Union(union) => self.fields("field", &union.fields, allowed),
            TypeEntryKind::Enum { .. }
            | TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => {}
        }
    }

    /// Whether the specification names the type. Types that OpenAPI documents write in place have no name there.
    fn is_named(&self, entry: &TypeEntry) -> bool {
        let name = self.findings.source.slice(entry.name.span);
        !self.findings.is_openapi
            || (entry.input_of.is_none()
                && plain_camel(name.trim_matches(['"', '\''])) == entry.name.value)
    }

    fn fields(&mut self, what: &str, fields: &[FieldEntry], allowed: Lints) {
        for field in fields {
            let named = field.ty.alias.as_deref();
            let named = named.or(field.ty.named().map(|name| name.value));
            let is_described = named.is_some_and(|name| self.described.contains(name));
            let needs_none = field.inherited
                || field.constant.is_some()
                || is_described
                || !self.findings.is_written(&field.name);
            if field.notes.doc.is_none() && !needs_none {
                let help = self.findings.say(
                    "add `doc`: what it is, in one sentence; or describe its type",
                    "add a `description`: what it is, in one sentence",
                );
                self.report(what, &field.name, allowed.union(field.notes.allow), help);
            }
        }
    }

    fn report(&mut self, what: &str, name: &Spanned<String>, allowed: Lints, help: &str) {
        let message = format!("the {what} `{}` has no description", name.value);
        let lint = Lint::Undocumented;
        self.findings.add(lint, allowed, message, name.span, help);
    }
}
