//! Examples of requests and responses that fit together.

use super::{Api, Content, ContentKind, Field, Object, Operation, Type, TypeKind, TypeRef, Value};

impl Api {
    /// The example of a response to a request with this body: fields that both have in common have the
    /// values of the request, as after a change.
    pub(crate) fn after(&self, operation: &Operation, body: Option<&Value>, value: Value) -> Value {
        let Some((requested, returned)) = self.changed(operation) else {
            return value;
        };
        match (body, value) {
            (Some(Value::Object(sent)), Value::Object(mut fields)) => {
                for (name, value) in &mut fields {
                    if is_same_field(requested, returned, name)
                        && let Some((_, sent)) = sent.iter().find(|(sent, _)| sent == name)
                    {
                        *value = sent.clone();
                    }
                }
                Value::Object(fields)
            }
            (_, value) => value,
        }
    }

    /// The object that an operation takes and the one that it returns.
    fn changed(&self, operation: &Operation) -> Option<(&Object, &Object)> {
        let body = operation.body.as_ref()?.content.value()?;
        let returned = operation.response().content.value()?;
        Some((self.object(body)?, self.object(returned)?))
    }

    /// The object that a type names.
    pub(crate) fn object(&self, ty: &TypeRef) -> Option<&Object> {
        let Type::Named(id) = ty.ty else {
            return None;
        };
        let TypeKind::Object(object) = &self.type_def(id).kind else {
            return None;
        };
        Some(object)
    }

    /// The example of the body of a successful response: one value, or a page with one item. `of_type` returns the
    /// example of a type, and `of_field` the example of a field of a page. `body` is the body of the request.
    pub(crate) fn response_example(
        &self,
        operation: &Operation,
        content: &Content,
        body: Option<&Value>,
        of_type: impl Fn(&TypeRef) -> Option<Value>,
        of_field: impl Fn(&Field) -> Option<Value>,
    ) -> Option<Value> {
        match &content.kind {
            ContentKind::Json { ty, .. } => {
                let value = self.after(operation, body, of_type(ty)?);
                Some(content.wrapped(value))
            }
            ContentKind::Page { pager, item } => {
                self.pager(*pager).example(of_type(item)?, of_field)
            }
            ContentKind::Empty
            | ContentKind::Xml { .. }
            | ContentKind::Form { .. }
            | ContentKind::Multipart { .. }
            | ContentKind::Text
            | ContentKind::Binary
            | ContentKind::Lines { .. }
            | ContentKind::Events(_) => None,
        }
    }
}

/// Whether a field of two objects takes the same values.
fn is_same_field(first: &Object, second: &Object, name: &str) -> bool {
    let find = |object: &'_ Object| {
        let mut fields = object.fields.iter();
        let field = fields.find(|field| field.name == name)?;
        Some((field.ty.clone(), field.rules.clone()))
    };
    find(first).is_some_and(|field| find(second) == Some(field))
}
