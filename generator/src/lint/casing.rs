//! The case of names: of names that the specification chooses, and of names on the wire.

use std::cmp::Reverse;

use super::Findings;
use crate::api::{Lint, Lints};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{FieldEntry, NextEntry, PagerEntry, PathSegment, TypeEntryKind};
use crate::hash::HashSet;
use crate::naming::{error_name, plain_camel, plain_snake, type_name};
use crate::source::{Span, Spanned};

pub(super) fn check(findings: &mut Findings<'_>) {
    // An OpenAPI document has other conventions, and its names are changed.
    if !findings.is_openapi {
        check_names(findings);
    }
    let groups = [
        ("field", fields(findings)),
        ("query parameter", query(findings)),
        ("path segment", segments(findings)),
    ];
    for (what, names) in groups {
        check_group(what, &names, findings);
    }
}

/// The names of items in Rust.
fn check_names(findings: &mut Findings<'_>) {
    let document = findings.document;
    for entry in &document.types {
        CAMEL.check(&entry.name, type_name, entry.notes.allow, findings);
    }
    for entry in &document.errors {
        CAMEL.check(&entry.name, error_name, entry.notes.allow, findings);
    }
    let api = &document.api;
    CAMEL.check(&api.name, plain_camel, api.notes.allow, findings);
    for operation in document.operations.iter().chain(&document.webhooks) {
        let allowed = findings.allowed(operation);
        SNAKE.check(&operation.name, plain_snake, allowed, findings);
    }
    for pager in &document.pagers {
        SNAKE.check(&pager.name, plain_snake, pager.notes.allow, findings);
    }
}

/// The form that names of items have.
struct Form {
    name: &'static str,
    /// Makes a name in this form.
    make: fn(&str) -> String,
}

const CAMEL: Form = Form {
    name: "UpperCamel",
    make: plain_camel,
};

const SNAKE: Form = Form {
    name: "snake_case",
    make: plain_snake,
};

impl Form {
    /// Reports a name in another form. `in_rust` makes the one in Rust, which can be longer, such as `SelfValue`.
    fn check(
        &self,
        name: &Spanned<String>,
        in_rust: fn(&str) -> String,
        allowed: Lints,
        findings: &mut Findings<'_>,
    ) {
        let own = &name.value;
        if (self.make)(own) == *own {
            return;
        }
        let (form, wanted) = (self.name, in_rust(own));
        let message = format!("`{own}` is not in `{form}`: it becomes `{wanted}` in Rust");
        let lint = Lint::UnconventionalName;
        let help = format!("write `{wanted}`");
        findings.add(lint, allowed, message, name.span, &help);
    }
}

/// A name on the wire.
struct Name<'d> {
    text: &'d str,
    span: Span,
    allowed: Lints,
}

impl<'d> Name<'d> {
    fn new(name: &'d Spanned<String>, allowed: Lints) -> Self {
        Self {
            text: &name.value,
            span: name.span,
            allowed,
        }
    }

    fn of_field(field: &'d FieldEntry, allowed: Lints) -> Self {
        Self::new(&field.name, allowed.union(field.notes.allow))
    }
}

fn fields<'d>(findings: &Findings<'d>) -> Vec<Name<'d>> {
    let document = findings.document;
    let mut names = Vec::new();
    for entry in &document.types {
        let fields = match &entry.kind {
            TypeEntryKind::Object { fields, .. } => fields,
            TypeEntryKind::Union(union) => &union.fields,
            TypeEntryKind::Enum { .. }
            | TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => continue,
        };
        let own = fields.iter();
        let own = own.filter(|field| !field.inherited && findings.is_written(&field.name));
        names.extend(own.map(|field| Name::of_field(field, entry.notes.allow)));
    }
    for pager in &document.pagers {
        add_page(pager, &mut names);
    }
    names
}

/// Adds the fields of a page.
fn add_page<'d>(pager: &'d PagerEntry, names: &mut Vec<Name<'d>>) {
    let allowed = pager.notes.allow;
    let further = [&pager.total, &pager.pages, &pager.more];
    let further = further.into_iter().flatten().map(|field| &field.name);
    let next = pager.next.as_ref().and_then(|next| match next {
        NextEntry::Field(field) | NextEntry::Url(field) => Some(&field.name),
        // A field of the items, and headers.
        NextEntry::Item(_) | NextEntry::Header(_) | NextEntry::Link(_) => None,
    });
    let own = pager.items.iter().chain(further).chain(next);
    names.extend(own.map(|name| Name::new(name, allowed)));
    names.extend(
        pager
            .fields
            .iter()
            .map(|field| Name::of_field(field, allowed)),
    );
}

fn query<'d>(findings: &Findings<'d>) -> Vec<Name<'d>> {
    let document = findings.document;
    let mut names = Vec::new();
    for operation in document.operations.iter().chain(&document.webhooks) {
        let allowed = findings.allowed(operation);
        let own = operation.query.iter();
        names.extend(own.map(|field| Name::of_field(field, allowed)));
    }
    for part in &document.shared {
        let own = part.query.iter();
        names.extend(own.map(|field| Name::of_field(field, Lints::default())));
    }
    for pager in &document.pagers {
        let allowed = pager.notes.allow;
        let own = pager.parameters();
        names.extend(own.map(|parameter| {
            Name::new(&parameter.parameter, allowed.union(parameter.notes.allow))
        }));
    }
    names
}

/// The segments of paths, each once.
fn segments<'d>(findings: &Findings<'d>) -> Vec<Name<'d>> {
    let mut names: Vec<Name<'_>> = Vec::new();
    let mut seen = HashSet::default();
    for operation in &findings.document.operations {
        for segment in &operation.route.segments {
            let PathSegment::Literal(text) = segment else {
                continue;
            };
            if seen.insert(text) {
                names.push(Name {
                    text,
                    span: operation.route.span,
                    allowed: findings.allowed(operation),
                });
            }
        }
    }
    names
}

/// Reports names that have another case than most of their group, and names that mix cases.
fn check_group(what: &str, names: &[Name<'_>], findings: &mut Findings<'_>) {
    let cases: Vec<(&Name<'_>, Cases)> = names
        .iter()
        .filter_map(|name| Some((name, Cases::of(name.text)?)))
        .collect();
    let Some((common, example)) = most_common_case(&cases) else {
        return;
    };
    let is_majority = is_case_of_majority(common, &cases);
    for (name, cases) in &cases {
        let text = name.text;
        let Some(case) = cases.first() else {
            let message = format!("the {what} `{text}` mixes cases");
            let help = format!("if the API can change, use `{}`", common.name());
            let lint = Lint::UnconventionalName;
            findings.add(lint, name.allowed, message, name.span, &help);
            continue;
        };
        if !cases.contains(common) {
            let lint = Lint::InconsistentCasing;
            findings.add_if(lint, name.allowed, || {
                let (case, common) = (case.name(), common.name());
                let (others, wanted) = match is_majority {
                    true => ("most others", format!("`{common}`")),
                    false => ("others", "one case for all".to_owned()),
                };
                let message =
                    format!("the {what} `{text}` is in `{case}`, and {others} are in `{common}`");
                let finding = Diagnostic::warning(Code(lint.code()), message, name.span)
                    .help(format!("if the API can change, use {wanted}"));
                match example {
                    // Both can be in one path.
                    Some(span) if span != name.span => finding.also(span, "such as this one"),
                    Some(_) | None => finding,
                }
            });
        }
    }
}

/// The most common case, with the span of the first name that has no other case.
fn most_common_case(names: &[(&Name<'_>, Cases)]) -> Option<(Case, Option<Span>)> {
    let alone = |case: Case| {
        let numbered = names.iter().enumerate();
        numbered.filter(move |(_, (_, cases))| *cases == Cases::only(case))
    };
    let rank = |case: &Case| {
        let having = names.iter().filter(|(_, cases)| cases.contains(*case));
        let first = alone(*case).next().map_or(usize::MAX, |(index, _)| index);
        (having.count(), alone(*case).count(), Reverse(first))
    };
    let common = Case::ALL.into_iter().rev().max_by_key(rank)?;
    let example = alone(common).next().map(|(_, (name, _))| name.span);
    (!names.is_empty()).then_some((common, example))
}

/// Whether more names have a case, and none that fits the others, than have not.
fn is_case_of_majority(common: Case, names: &[(&Name<'_>, Cases)]) -> bool {
    let cases = names.iter().map(|(_, cases)| *cases);
    let (having, others): (Vec<Cases>, Vec<Cases>) =
        cases.partition(|cases| cases.contains(common));
    let mut other_cases = Case::ALL.to_vec();
    other_cases.retain(|case| others.iter().any(|cases| cases.contains(*case)));
    let fits_none = |cases: &&Cases| !other_cases.iter().any(|case| cases.contains(*case));
    having.iter().filter(fits_none).count() > others.len()
}

/// A case of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Snake,
    Camel,
    Kebab,
    UpperCamel,
    UpperSnake,
    Train,
}

impl Case {
    const ALL: [Self; 6] = [
        Self::Snake,
        Self::Camel,
        Self::Kebab,
        Self::UpperCamel,
        Self::UpperSnake,
        Self::Train,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
            Self::Kebab => "kebab-case",
            Self::UpperCamel => "UpperCamel",
            Self::UpperSnake => "UPPER_SNAKE",
            Self::Train => "Train-Case",
        }
    }
}

/// The cases that a name has: `id` has several, and `user_Id` has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cases([bool; Case::ALL.len()]);

impl Cases {
    /// `None` for names that are more than words, such as `@type` and `filter[id]`.
    fn of(name: &str) -> Option<Self> {
        let name = name.trim_start_matches('_');
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let has_letters = name.bytes().any(|byte| byte.is_ascii_alphabetic());
        if !has_letters || !name.bytes().all(is_word) {
            return None;
        }
        let has = |is: fn(&u8) -> bool| name.as_bytes().iter().any(is);
        let (upper, lower) = (has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase));
        let (underscore, hyphen) = (name.contains('_'), name.contains('-'));
        let is_upper = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
        let is_lower = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase());
        let joined = !underscore && !hyphen;
        Some(Self([
            !upper && !hyphen,
            joined && !is_upper(name),
            !upper && !underscore,
            joined && is_upper(name),
            !lower && !hyphen,
            !underscore && upper && !name.split('-').any(is_lower),
        ]))
    }

    fn only(case: Case) -> Self {
        Self(Case::ALL.map(|other| other == case))
    }

    const fn contains(self, case: Case) -> bool {
        self.0[case as usize]
    }

    /// One of the cases.
    fn first(self) -> Option<Case> {
        Case::ALL.into_iter().find(|case| self.contains(*case))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> Vec<&'static str> {
        let cases = Cases::of(name).unwrap();
        let mut all = Case::ALL.to_vec();
        all.retain(|case| cases.contains(*case));
        all.into_iter().map(Case::name).collect()
    }

    #[test]
    fn a_name_can_have_several_cases_or_none() {
        assert_eq!(names("id"), ["snake_case", "camelCase", "kebab-case"]);
        assert_eq!(names("_created_at"), ["snake_case"]);
        assert_eq!(names("createdAt2"), ["camelCase"]);
        assert_eq!(names("page-size"), ["kebab-case"]);
        assert_eq!(names("UserId"), ["UpperCamel", "Train-Case"]);
        assert_eq!(names("Content-Type"), ["Train-Case"]);
        assert_eq!(names("CVE-2021-44"), ["Train-Case"]);
        assert_eq!(names("MAX_SIZE"), ["UPPER_SNAKE"]);
        assert!(names("user_Id").is_empty());
        assert_eq!(Cases::of("filter[id]"), None);
        assert_eq!(Cases::of("2010-04-01"), None);
    }
}
