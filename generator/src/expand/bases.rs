//! Objects that extend others: they get the fields of their bases, before their own.

use super::narrowing::Narrowing;
use crate::cycles::{finishing_order, in_cycle};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{AdditionalFieldsEntry, Document, FieldEntry, TypeEntry, TypeEntryKind};
use crate::hash::HashMap;
use crate::source::Spanned;
use crate::words::closest;

const UNKNOWN_BASE: Code = Code("E0312");
const NO_OBJECT: Code = Code("E0313");
const CYCLE: Code = Code("E0314");
const DISAGREE: Code = Code("E0315");

/// Adds the fields of bases to the objects that extend them. Objects whose bases have errors are left out.
pub(super) fn expand(document: &mut Document, diagnostics: &mut Diagnostics) {
    let has_bases = |entry: &TypeEntry| !bases(entry).is_empty();
    if !document.types.iter().any(has_bases) {
        return;
    }
    let indexes = TypeEntry::indexes(&document.types);
    let edges = edges(document, &indexes, diagnostics);
    let mut broken = check_cycles(document, &edges, diagnostics);
    let narrowing = Narrowing::new(&document.types);
    let mut expanded: Vec<Option<Extended>> = document.types.iter().map(|_| None).collect();
    for index in finishing_order(&edges) {
        let before = diagnostics.len();
        let has_all_bases = edges[index].len() == bases(&document.types[index]).len();
        broken[index] |= !has_all_bases || edges[index].iter().any(|base| broken[*base]);
        let bases = edges[index].iter().map(|base| &expanded[*base]);
        if broken[index] {
            continue;
        }
        expanded[index] = extended(
            &document.types[index],
            bases.flatten(),
            &narrowing,
            diagnostics,
        );
        broken[index] = diagnostics.len() > before;
    }
    for (entry, extended) in document.types.iter_mut().zip(expanded) {
        if let (Some(extended), TypeEntryKind::Object { fields, others, .. }) =
            (extended, &mut entry.kind)
        {
            (*fields, *others) = (extended.fields, extended.others);
        }
    }
    let entries = document.types.iter().zip(broken);
    let broken = entries.filter(|(_, is_broken)| *is_broken);
    let names = broken.map(|(entry, _)| entry.name.value.clone());
    document.leave_out_types(names.collect());
}

/// The contents of an object and its bases.
struct Extended {
    fields: Vec<FieldEntry>,
    others: AdditionalFieldsEntry,
}

/// The maximum number of collected fields: more than an object may have, which is an error later.
const MOST_FIELDS: usize = 1000;

/// The bases of an object, as written.
fn bases(entry: &TypeEntry) -> &[Spanned<String>] {
    let TypeEntryKind::Object { bases, .. } = &entry.kind else {
        return &[];
    };
    bases
}

/// For each type: the indexes of its bases that are objects.
fn edges(
    document: &Document,
    indexes: &HashMap<&str, usize>,
    diagnostics: &mut Diagnostics,
) -> Vec<Vec<usize>> {
    let mut find = |base: &Spanned<String>| {
        let Some(index) = indexes.get(base.value.as_str()) else {
            if document.left_out.has_type(&base.value) {
                return None;
            }
            let message = format!("there is no type `{}`", base.value);
            let diagnostic = Diagnostic::error(UNKNOWN_BASE, message, base.span);
            let declared = indexes.keys().copied().chain(document.left_out.types());
            diagnostics.push(match closest(&base.value, declared) {
                Some(near) => diagnostic.did_you_mean(&base.value, near),
                None => diagnostic.help("declare it under `types`, with `fields`"),
            });
            return None;
        };
        let entry = &document.types[*index];
        if matches!(entry.kind, TypeEntryKind::Object { .. }) {
            return Some(*index);
        }
        let message = format!("`{}` is not an object", base.value);
        let diagnostic = Diagnostic::error(NO_OBJECT, message, base.span)
            .also(entry.name.span, "declared here")
            .help("extend types with `fields` only");
        diagnostics.push(diagnostic);
        None
    };
    let types = document.types.iter();
    types
        .map(|entry| bases(entry).iter().filter_map(&mut find).collect())
        .collect()
}

/// Reports objects that extend themselves, and returns whether each type does.
fn check_cycles(
    document: &Document,
    edges: &[Vec<usize>],
    diagnostics: &mut Diagnostics,
) -> Vec<bool> {
    let in_cycle = in_cycle(edges);
    for (entry, is_in_cycle) in document.types.iter().zip(&in_cycle) {
        if *is_in_cycle {
            let message = format!("`{}` extends itself", entry.name.value);
            let diagnostic = Diagnostic::error(CYCLE, message, entry.name.span);
            diagnostics.push(diagnostic.help("remove one of the bases in the cycle"));
        }
    }
    in_cycle
}

/// The fields of an object and its bases, and its other fields.
fn extended<'d>(
    entry: &TypeEntry,
    bases: impl Iterator<Item = &'d Extended>,
    narrowing: &Narrowing<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Extended> {
    let TypeEntryKind::Object { fields, others, .. } = &entry.kind else {
        return None;
    };
    let is_own = |name: &str| fields.iter().any(|field| field.name.value == name);
    let mut all: Vec<FieldEntry> = Vec::new();
    let mut from_bases = AdditionalFieldsEntry::Ignored;
    for base in bases {
        for field in base.fields.iter().take(MOST_FIELDS) {
            match position(&all, field).map(|known| &all[known]) {
                None => all.push(FieldEntry {
                    inherited: true,
                    ..field.clone()
                }),
                Some(known) if narrowing.is_same(known, field) || is_own(&field.name.value) => {}
                Some(known) => diagnostics.push(disagreement(entry, known, field)),
            }
        }
        if matches!(from_bases, AdditionalFieldsEntry::Ignored) {
            from_bases = base.others.clone();
        }
    }
    for field in fields {
        match position(&all, field) {
            // A field of the object itself may be declared twice, which is another error.
            Some(known) if all[known].inherited => {
                diagnostics.extend(narrowing.check(field, &all[known]));
                let rust_name = all[known].rust_name.take();
                all[known] = FieldEntry {
                    rust_name: field.rust_name.clone().or(rust_name),
                    ..field.clone()
                };
            }
            Some(_) | None => all.push(field.clone()),
        }
    }
    let others = match others {
        AdditionalFieldsEntry::Ignored => from_bases,
        AdditionalFieldsEntry::Rejected
        | AdditionalFieldsEntry::Kept(_)
        | AdditionalFieldsEntry::Union(_) => others.clone(),
    };
    Some(Extended {
        fields: all,
        others,
    })
}

fn position(fields: &[FieldEntry], field: &FieldEntry) -> Option<usize> {
    let mut names = fields.iter().map(|known| &known.name.value);
    names.position(|name| *name == field.name.value)
}

fn disagreement(entry: &TypeEntry, one: &FieldEntry, other: &FieldEntry) -> Diagnostic {
    let (name, field) = (&entry.name, &one.name.value);
    let message = format!("the bases of `{}` disagree about `{field}`", name.value);
    Diagnostic::error(DISAGREE, message, name.span)
        .also(one.name.span, "one declaration")
        .also(other.name.span, "another one")
        .help(format!("declare `{field}` in `{}` as well", name.value))
}
