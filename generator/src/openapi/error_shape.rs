//! The shape that most errors of a document have. Responses that the router sends itself get it too, and clients find
//! their messages and codes in it.

use super::types_by_name::TypesByName;
use super::warnings::{Topic, Warnings};
use crate::api::{Notes, PROBLEM, Scalar, Sensitivity};
use crate::document::{
    Document, ErrorBodySection, ErrorContentEntry, ErrorContentEntryKind, ErrorKey, FieldEntry,
    RoleEntry, TypeExpr, TypeExprKind,
};
use crate::hash::HashMap;
use crate::node::Node;
use crate::source::{Span, Spanned};
use crate::words::listed;

/// How many errors of operations need to have a shape, so that it is not a coincidence.
const LEAST: usize = 3;

/// Names of the field with the message, the most telling first.
const MESSAGES: [&str; 9] = [
    "message",
    "detail",
    "error_description",
    "errorMessage",
    "error_message",
    "msg",
    "description",
    "error",
    "title",
];

/// Names of the field with the status, if it is an integer.
const STATUSES: [&str; 4] = ["status", "statusCode", "status_code", "code"];

/// Names of the field with the error's own code, if it is text.
const CODES: [&str; 7] = [
    "code",
    "error_code",
    "errorCode",
    "type",
    "error",
    "name",
    "id",
];

/// The shape, if at least half of the errors with a JSON body have it, and the router can fill it in.
pub(super) fn find(document: &Document, warnings: &mut Warnings) -> Option<ErrorBodySection> {
    let types = TypesByName::of(&document.types);
    let mut uses: HashMap<&ErrorKey, usize> = HashMap::default();
    for key in document
        .operations
        .iter()
        .flat_map(|operation| &operation.errors)
    {
        *uses.entry(&key.value).or_default() += 1;
    }
    let mut total = 0;
    // Each shape with its uses and its first body, in the order of the document.
    let mut shapes: Vec<(Vec<String>, usize, &ErrorContentEntry, &[FieldEntry])> = Vec::new();
    for error in &document.errors {
        let uses = uses.get(&error.key.value).copied().unwrap_or_default();
        let Some(body) = &error.body else { continue };
        let ErrorContentEntryKind::Json(ty) = &body.kind else {
            continue;
        };
        total += uses;
        let Some(fields) = types.fields(ty) else {
            continue;
        };
        let mut shape: Vec<String> = fields
            .iter()
            .map(|field| format!("{} {}", field.name.value, field.ty))
            .collect();
        shape.sort_unstable();
        match shapes.iter_mut().find(|(known, ..)| *known == shape) {
            Some((_, count, ..)) => *count += uses,
            None => shapes.push((shape, uses, body, fields)),
        }
    }
    let (_, uses, body, fields) = shapes.into_iter().rev().max_by_key(|(_, uses, ..)| *uses)?;
    if uses < LEAST || 2 * uses < total {
        return None;
    }
    let (envelope, fields) = without_envelope(&types, fields);
    let shape = Shape::read(body, envelope, fields);
    let section = shape.and_then(|shape| shape.section());
    let warn = |Unfilled { field, why, help }| {
        warnings.add_with_help(Topic::ErrorShape, field, &why, help);
    };
    section.map_err(warn).ok()
}

/// Why the router cannot fill in a shape.
struct Unfilled {
    /// The place of the field.
    field: Span,
    why: String,
    help: String,
}

/// The object that most errors have as their body, and what its fields mean.
struct Shape<'d> {
    body: &'d ErrorContentEntry,
    envelope: Option<Spanned<String>>,
    fields: &'d [FieldEntry],
    message: &'d FieldEntry,
    status: Option<&'d FieldEntry>,
    code: Option<&'d FieldEntry>,
    /// Whether it is a problem (RFC 9457), whose title the runtime fills in.
    is_problem: bool,
}

impl<'d> Shape<'d> {
    /// Finds out what fields mean by their names.
    fn read(
        body: &'d ErrorContentEntry,
        envelope: Option<Spanned<String>>,
        fields: &'d [FieldEntry],
    ) -> Result<Self, Unfilled> {
        let message = named(fields, &MESSAGES, is_text).ok_or_else(|| Unfilled {
            field: body.span,
            why: "no field has a message".to_owned(),
            help: format!(
                "if you implement the API, add a string without an `enum` whose name is one of {}",
                listed(MESSAGES.into_iter())
            ),
        })?;
        let code = named(fields, &CODES, |field| {
            is_text(field) && field.name != message.name && (field.optional || field.ty.nullable)
        });
        let media = body.media.as_ref();
        Ok(Self {
            is_problem: envelope.is_none() && media.is_some_and(|media| media.value == PROBLEM),
            body,
            envelope,
            fields,
            message,
            status: named(fields, &STATUSES, is_integer),
            code,
        })
    }

    fn has_role(&self, field: &FieldEntry) -> bool {
        let roles = [Some(self.message), self.status, self.code];
        roles
            .into_iter()
            .flatten()
            .any(|role| role.name == field.name)
    }

    fn is_title(&self, field: &FieldEntry) -> bool {
        let is_named = self.is_problem && field.name.value == "title";
        is_named && is_text(field) && !self.has_role(field)
    }

    /// The required fields without a role. The error is why the router cannot fill in one of them.
    fn others(&self) -> Result<Vec<&'d FieldEntry>, Unfilled> {
        let is_other =
            |field: &&FieldEntry| !field.optional && !self.has_role(field) && !self.is_title(field);
        let others: Vec<&FieldEntry> = self.fields.iter().filter(is_other).collect();
        let has_value = |field: &&FieldEntry| field.constant.is_some() || is_text(field);
        match others.iter().find(|field| !has_value(field)) {
            None => Ok(others),
            Some(field) => Err(Unfilled {
                field: field.name.span,
                why: format!("it has no value for the required field `{}`", field.name.value),
                help: "if you implement the API, make the field optional, or a string without an `enum`: the router has no other values".to_owned(),
            }),
        }
    }

    /// The section of the document. The error is why the router cannot fill in the shape.
    fn section(self) -> Result<ErrorBodySection, Unfilled> {
        let others = self.others()?;
        let title = self
            .fields
            .iter()
            .find(|field| self.is_title(field))
            .map(|field| FieldEntry {
                optional: true,
                ..plain(field)
            });
        let values = others
            .iter()
            .map(|field| (field.name.clone(), default_value(field, self.is_problem)));
        Ok(ErrorBodySection {
            is_problem: false,
            is_inferred: true,
            media: self.body.media.clone(),
            status: self.status.map(|field| field.name.clone()),
            code: self.code.map(role),
            message: Some(self.message.name.clone()),
            parameter: None,
            metadata: None,
            values: values.collect(),
            fields: others.into_iter().map(plain).chain(title).collect(),
            notes: Notes::default(),
            envelope: self.envelope,
        })
    }
}

/// The fields that say what an error is: the fields of the object in `error`, if there is nothing else.
fn without_envelope<'d>(
    types: &TypesByName<'d>,
    fields: &'d [FieldEntry],
) -> (Option<Spanned<String>>, &'d [FieldEntry]) {
    let wrapped = FieldEntry::find(fields, "error");
    let inner = wrapped.and_then(|field| types.fields(&field.ty));
    let is_envelope = |field: &FieldEntry| field.name.value == "error" || field.optional;
    match (wrapped, inner) {
        (Some(envelope), Some(inner)) if fields.iter().all(is_envelope) => {
            (Some(envelope.name.clone()), inner)
        }
        _ => (None, fields),
    }
}

/// The value that the router writes into a field without a role.
fn default_value(field: &FieldEntry, is_problem: bool) -> Node {
    if let Some(constant) = &field.constant {
        return Node::clone(constant);
    }
    let text = match field.name.value.as_str() {
        "type" if is_problem => "about:blank",
        name if CODES.contains(&name) => "error",
        _ => "",
    };
    Node::text(text, field.name.span)
}

/// A field as the shape declares it.
fn plain(field: &FieldEntry) -> FieldEntry {
    let ty = match field.constant {
        Some(_) => field.ty.clone(),
        None => TypeExpr::new(TypeExprKind::Scalar(Scalar::String), field.ty.span),
    };
    FieldEntry {
        rust_name: field.rust_name.clone(),
        ..FieldEntry::required(field.name.clone(), ty)
    }
}

/// The first field with one of these names.
fn named<'d>(
    fields: &'d [FieldEntry],
    names: &[&str],
    is_meant: impl Fn(&FieldEntry) -> bool,
) -> Option<&'d FieldEntry> {
    names.iter().find_map(|name| {
        let mut fields = fields.iter();
        fields.find(|field| field.name.value == *name && is_meant(field))
    })
}

fn is_text(field: &FieldEntry) -> bool {
    let is_string = matches!(
        field.ty.kind,
        TypeExprKind::Scalar(Scalar::String | Scalar::Uri)
    );
    // What is kept out of logs is not a message.
    is_string && field.constant.is_none() && field.sensitivity == Sensitivity::Public
}

fn is_integer(field: &FieldEntry) -> bool {
    matches!(field.ty.kind, TypeExprKind::Scalar(Scalar::Integer(_))) && field.constant.is_none()
}

fn role(field: &FieldEntry) -> RoleEntry {
    RoleEntry {
        name: Spanned::new(field.name.value.clone(), field.name.span),
        optional: !field.ty.nullable,
    }
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    #[test]
    fn the_router_sends_no_object_if_errors_are_lists() {
        let with_shape = |schema: &str| {
            let content = format!("application/json: {{ schema: {schema} }}");
            let errors = [400, 404, 409]
                .map(|status| format!("{status}: {{ description: No, content: {{ {content} }} }}"));
            let document = format!(
                "openapi: 3.1.0
info: {{ title: Books, version: 1.0.0 }}
paths: {{ /books: {{ get: {{ operationId: list, responses: {{ {} }} }} }} }}
components:
  schemas:
    Problem: {{ type: object, required: [message], properties: {{ message: {{ type: string }} }} }}
",
                errors.join(", ")
            );
            let source = SourceFile::new("books.yaml", document);
            crate::convert(&source).unwrap().text.contains("error_body")
        };
        let reference = "{ $ref: '#/components/schemas/Problem' }";
        assert!(with_shape(reference));
        assert!(!with_shape(&format!(
            "{{ type: array, items: {reference} }}"
        )));
    }
}
