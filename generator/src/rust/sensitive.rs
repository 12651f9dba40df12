//! Which operations have values that must not be shown.

use super::reach::Reach;
use crate::api::{
    Api, Field, Operation, Parameter, Sensitivity, TypeDef, TypeId, TypeKind, TypeRef,
};

/// For each operation, whether anything in its requests or responses is secret or personal, documented errors
/// included.
pub(super) fn sensitive(api: &Api) -> Vec<bool> {
    let ids = (0..api.types.len()).map(TypeId);
    let hidden = ids.filter(|id| has_sensitive_part(api.type_def(*id)));
    let leads_to_hidden = Reach::new(&api.types).to(hidden);
    let operations = api.operations.iter().map(|operation| {
        let errors = || api.documented(operation);
        let in_errors = errors().flat_map(|error| error.types());
        let types = operation
            .sent()
            .chain(operation.returned())
            .chain(in_errors);
        let mut mentioned = types.filter_map(TypeRef::mentioned);
        let error_fields = errors().flat_map(|error| error.fields());
        mentioned.any(|id| leads_to_hidden[id.index()])
            || parameters(api, operation).any(|parameter| is_hidden(parameter.sensitivity))
            || error_fields
                .into_iter()
                .any(|field| is_hidden(field.field.sensitivity))
    });
    operations.collect()
}

/// The parameters of its requests, and the headers of its responses and of its documented errors.
fn parameters<'a>(api: &'a Api, operation: &'a Operation) -> impl Iterator<Item = &'a Parameter> {
    let responses = operation
        .responses
        .iter()
        .flat_map(|response| &response.headers);
    let errors = api.documented(operation).flat_map(|error| &error.headers);
    operation.parameters.iter().chain(responses).chain(errors)
}

/// Whether values of the type, or of its own parts, must not be shown.
fn has_sensitive_part(definition: &TypeDef) -> bool {
    let any = |fields: &[Field]| fields.iter().any(|field| is_hidden(field.sensitivity));
    let in_parts = match &definition.kind {
        TypeKind::Object(object) => any(&object.fields),
        TypeKind::Tuple(tuple) => any(&tuple.elements),
        TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) | TypeKind::Union(_) => false,
    };
    in_parts || is_hidden(definition.sensitivity)
}

const fn is_hidden(sensitivity: Sensitivity) -> bool {
    match sensitivity {
        Sensitivity::Public => false,
        Sensitivity::Personal | Sensitivity::Secret => true,
    }
}

#[cfg(test)]
mod tests {
    use super::sensitive;
    use crate::source::SourceFile;

    const SPEC: &str = "
specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
errors:
  404: { name: NotFound, message: Not found, headers: { X-Owner?: { type: string, personal: true } } }
  409: { name: Conflict, message: Conflict }
types:
  Key: { newtype: string, secret: true }
  Deep: { fields: { keys: list<Key> } }
  User: { fields: { email: { type: string, personal: true } } }
  Open: { fields: { name: string } }
operations:
  by_field: { route: GET /a, returns: User }
  by_type: { route: POST /b, body: Deep }
  by_parameter: { route: GET /c, query: { pin: { type: string, secret: true } } }
  by_header_of_error: { route: GET /d, errors: [404] }
  open: { route: PUT /e, body: Open, returns: list<Open>, errors: [409] }
";

    #[test]
    fn an_operation_is_sensitive_if_anything_in_it_is() {
        let api = crate::read(&SourceFile::new("spec.yaml", SPEC)).unwrap();
        let names = api
            .operations
            .iter()
            .map(|operation| operation.name.as_str());
        let found: Vec<(&str, bool)> = names.zip(sensitive(&api)).collect();
        assert_eq!(
            found,
            [
                ("by_field", true),
                ("by_type", true),
                ("by_parameter", true),
                ("by_header_of_error", true),
                ("open", false),
            ]
        );
    }
}
