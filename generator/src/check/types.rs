//! Types: references exist, and every type has finite values.

use super::context::Context;
use super::references::{self, unknown_scalar};
use super::{constraints, dependencies, fields, names, unions, values, xml};
use crate::api::{EnumKind, Scalar, Sensitivity};
use crate::cycles::components;
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, Document, EnumValueEntry, FieldEntry, TypeEntry, TypeEntryKind,
    TypeExpr, TypeExprKind,
};
use crate::hash::HashMap;
use crate::source::Spanned;

const INFINITE: Code = Code("E0302");
const WRONG_NEWTYPE: Code = Code("E0303");
const NO_VALUES: Code = Code("E0304");
const SENSITIVE_TYPE: Code = Code("E0305");
const MANY_FIELDS: Code = Code("E0307");
const OPEN_BOOLEANS: Code = Code("E0308");

/// The greatest number of fields of an object. Without optimizations, the stack that reading needs grows
/// with the square of this number: 1 MB for 300 fields, half the stack of a thread of tokio, and 16 MB for
/// 1,500.
pub(crate) const MAX_FIELDS: usize = 300;

pub(super) fn check(context: &mut Context<'_, '_>) {
    let document = context.document();
    check_finite(document, context.diagnostics);
    // The form of a type in requests has the same fields, or fewer.
    let types = document.types.iter();
    for entry in types.filter(|entry| entry.input_of.is_none()) {
        xml::check_type(entry, context.diagnostics);
        match &entry.kind {
            TypeEntryKind::Object { fields, others, .. } => {
                check_object(entry, fields, others, context);
            }
            TypeEntryKind::Tuple(elements) => {
                check_tuple(entry, elements, context);
            }
            TypeEntryKind::Enum {
                values,
                open,
                value_kind,
            } => {
                if open.keeps_others() && *value_kind == EnumKind::Boolean {
                    context.report(open_booleans(&entry.name));
                }
                check_enum(entry, values, context.diagnostics);
            }
            TypeEntryKind::Newtype { inner, constraints } => {
                check_newtype(entry, inner, context);
                let problem = entry
                    .rust
                    .as_ref()
                    .and_then(|path| dependencies::problem_of_path(path, "type", document));
                context.diagnostics.extend(problem);
                constraints::check(constraints, inner, context);
            }
            TypeEntryKind::Alias {
                target,
                constraints,
            } => {
                let help = "mark the fields and parameters that have this type";
                check_insensitive(entry, "an alias", help, context.diagnostics);
                references::check(target, context);
                constraints::check(constraints, target, context);
            }
            TypeEntryKind::Union(union) => {
                let help = "mark the fields of its variants, or the fields that contain it";
                check_insensitive(entry, "a union", help, context.diagnostics);
                unions::check(entry, union, context);
            }
        }
        if let Some(example) = &entry.example
            && !document.left_out.makes_incomplete(&entry.name.value)
        {
            values::check_named(example, entry, context);
        }
    }
}

fn check_object(
    entry: &TypeEntry,
    fields: &[FieldEntry],
    others: &AdditionalFieldsEntry,
    context: &mut Context<'_, '_>,
) {
    let help = "mark its fields, or the fields that contain it";
    check_insensitive(entry, "an object", help, context.diagnostics);
    if fields.len() > MAX_FIELDS {
        let message = format!("an object has at most {MAX_FIELDS} fields");
        let diagnostic = Diagnostic::error(MANY_FIELDS, message, entry.name.span);
        let help = "move some of the fields to another object, or use a `map`";
        context.report(diagnostic.help(help));
    }
    names::rust::check_object(fields, context.diagnostics);
    for field in fields.iter().filter(|field| !field.inherited) {
        if field.ty.is_file() {
            fields::check_value(field, context);
        } else {
            fields::check(field, context);
        }
    }
    if let AdditionalFieldsEntry::Kept(others) = others
        && !others.is_file()
    {
        references::check(others, context);
    }
}

fn check_tuple(entry: &TypeEntry, elements: &[FieldEntry], context: &mut Context<'_, '_>) {
    let help = "mark its elements, or the fields that contain it";
    check_insensitive(entry, "a tuple", help, context.diagnostics);
    names::rust::check_elements(elements, context.diagnostics);
    for element in elements {
        fields::check(element, context);
    }
}

fn open_booleans(name: &Spanned<String>) -> Diagnostic {
    let message = "an enumeration of booleans cannot be open";
    Diagnostic::error(OPEN_BOOLEANS, message, name.span)
        .help("remove `open`, or use the type `boolean`")
}

fn check_enum(entry: &TypeEntry, values: &[EnumValueEntry], diagnostics: &mut Diagnostics) {
    names::rust::check_values(values, diagnostics);
    let help = "mark the fields, parameters and headers that have this type";
    check_insensitive(entry, "an enumeration", help, diagnostics);
    if values.is_empty() {
        let message = format!("the enumeration `{}` has no values", entry.name.value);
        let diagnostic = Diagnostic::error(NO_VALUES, message, entry.name.span);
        diagnostics.push(diagnostic.help("list at least one value"));
    }
}

/// Reports `personal` or `secret` on a type; `what` names its kind.
fn check_insensitive(entry: &TypeEntry, what: &str, help: &str, diagnostics: &mut Diagnostics) {
    if entry.sensitivity != Sensitivity::Public {
        let message = format!("{what} cannot be `personal` or `secret`");
        diagnostics.push(Diagnostic::error(SENSITIVE_TYPE, message, entry.name.span).help(help));
    }
}

fn check_newtype(entry: &TypeEntry, inner: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    if let TypeExprKind::Named(name) = &inner.kind
        && scope.is_undeclared(inner)
    {
        if !scope.is_left_out(name) {
            context.report(unknown_scalar(Spanned::new(name, inner.span)));
        }
        return;
    }
    let allowed = match &inner.kind {
        TypeExprKind::Scalar(scalar) => {
            !matches!(scalar, Scalar::Json | Scalar::File) && !inner.nullable
        }
        TypeExprKind::Named(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    };
    if !allowed {
        let message = format!("the newtype `{}` must hold a scalar", entry.name.value);
        let diagnostic = Diagnostic::error(WRONG_NEWTYPE, message, inner.span).help(
            "use a scalar other than `json` and `binary`, without `?`; write `?` where the newtype is used",
        );
        context.report(diagnostic);
    }
}

/// Reports types whose values would have to contain themselves.
fn check_finite(document: &Document, diagnostics: &mut Diagnostics) {
    let index = TypeEntry::indexes(&document.types);
    let needs: Vec<Needs> = document
        .types
        .iter()
        .map(|entry| needs(entry, &index))
        .collect();
    let infinite = infinite(&needs);
    // Only types in a cycle of infinite types are reported, not the types that contain them.
    let edges = needs.iter().enumerate().map(|(owner, needs)| {
        let targets = needs.targets().iter().copied();
        let targets = targets.filter(|target| infinite[owner] && infinite[*target]);
        targets.collect()
    });
    let edges: Vec<Vec<usize>> = edges.collect();
    let components = components(&edges);
    for (owner, entry) in document.types.iter().enumerate() {
        if edges[owner]
            .iter()
            .any(|&target| components[target] == components[owner])
        {
            let message = format!(
                "a value of `{}` would have to contain itself",
                entry.name.value
            );
            let diagnostic = Diagnostic::error(INFINITE, message, entry.name.span).help(
                "make a field of the cycle optional (`name?:`), nullable (`T?`), a list or a map",
            );
            diagnostics.push(diagnostic.because(Cause::Infinite));
        }
    }
}

/// The types of which a value contains others.
enum Needs {
    /// All of these: the fields of an object that are required and not nullable, and such elements of a tuple.
    All(Vec<usize>),
    /// One of these: the variants of a union, if each contains such a value.
    Any(Vec<usize>),
}

impl Needs {
    fn targets(&self) -> &[usize] {
        match self {
            Self::All(targets) | Self::Any(targets) => targets,
        }
    }
}

fn needs(entry: &TypeEntry, index: &HashMap<&str, usize>) -> Needs {
    let target = |ty: &TypeExpr| match &ty.kind {
        TypeExprKind::Named(name) if !ty.nullable => index.get(name.as_str()).copied(),
        TypeExprKind::Named(_)
        | TypeExprKind::Scalar(_)
        | TypeExprKind::List(_)
        | TypeExprKind::Map(_) => None,
    };
    match &entry.kind {
        TypeEntryKind::Object { fields, .. } => {
            let always = fields.iter().filter(|field| !field.optional);
            Needs::All(always.filter_map(|field| target(&field.ty)).collect())
        }
        TypeEntryKind::Tuple(elements) => {
            let targets = elements.iter().filter_map(|element| target(&element.ty));
            Needs::All(targets.collect())
        }
        TypeEntryKind::Union(union) => {
            let variants = union.variants.iter();
            let targets = variants.map(|variant| variant.ty.as_ref().and_then(target));
            let targets: Option<Vec<usize>> = targets.collect();
            // An open union has other values, and some variant may contain no named type.
            match targets.filter(|_| !union.open.is_open_in_requests()) {
                Some(targets) => Needs::Any(targets),
                None => Needs::All(Vec::new()),
            }
        }
        TypeEntryKind::Enum { .. }
        | TypeEntryKind::Newtype { .. }
        | TypeEntryKind::Alias { .. } => Needs::All(Vec::new()),
    }
}

/// Whether each type has no finite values. A type is finite as soon as what it needs is.
fn infinite(needs: &[Needs]) -> Vec<bool> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (owner, contents) in needs.iter().enumerate() {
        contents
            .targets()
            .iter()
            .for_each(|target| users[*target].push(owner));
    }
    // For each type: the number of targets that it still waits for.
    let waiting = needs.iter().map(|needs| match needs {
        Needs::All(targets) => targets.len(),
        Needs::Any(targets) => targets.len().min(1),
    });
    let mut waiting: Vec<usize> = waiting.collect();
    let mut finite: Vec<usize> = (0..needs.len())
        .filter(|index| waiting[*index] == 0)
        .collect();
    while let Some(found) = finite.pop() {
        for user in &users[found] {
            if waiting[*user] > 0 {
                waiting[*user] -= 1;
                if waiting[*user] == 0 {
                    finite.push(*user);
                }
            }
        }
    }
    waiting.into_iter().map(|count| count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::MAX_FIELDS;
    use crate::source::SourceFile;

    /// The diagnostics of an API with one object of this many fields.
    fn diagnostics(fields: usize) -> String {
        let fields: String = (0..fields)
            .map(|index| format!("f{index}: string, "))
            .collect();
        let text = format!(
            "specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\n\
             types: {{ Large: {{ fields: {{ {fields} }} }} }}\n"
        );
        let api = crate::read(&SourceFile::new("spec.yaml", text));
        api.err()
            .map_or_else(String::new, |errors| format!("{errors:?}"))
    }

    #[test]
    fn an_object_has_only_as_many_fields_as_compile() {
        assert_eq!(diagnostics(MAX_FIELDS), "");
        assert!(diagnostics(MAX_FIELDS + 1).contains("an object has at most 300 fields"));
    }
}
