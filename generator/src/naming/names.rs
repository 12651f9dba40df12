//! The Rust names of one API, chosen once for every emitter.

use super::{camel, shouty, snake, unique};
use crate::api::{Api, Operation, TypeDef, TypeKind};

/// Every Rust name that more than one emitter uses.
pub(crate) struct Names {
    /// The handler trait: `GatewayApi`.
    pub(crate) handler_trait: String,
    /// One entry a type, in the order of the API.
    pub(crate) types: Vec<TypeNames>,
    /// One entry an error status.
    pub(crate) errors: Vec<ErrorNames>,
    /// One entry an operation.
    pub(crate) operations: Vec<OperationNames>,
    /// One variant a kind of key.
    pub(crate) keys: Vec<String>,
}

/// The names of a type.
pub(crate) struct TypeNames {
    /// The type itself.
    pub(crate) name: String,
    /// The fields of an object or the variants of an enumeration.
    pub(crate) members: Vec<String>,
    /// The field for unnamed members, or the variant for unknown values.
    pub(crate) rest: String,
}

/// The names of an error status.
pub(crate) struct ErrorNames {
    /// The struct.
    pub(crate) name: String,
    /// One field a header.
    pub(crate) headers: Vec<String>,
}

/// The names of an operation.
pub(crate) struct OperationNames {
    /// The method of trait and client: `list_guardrails`.
    pub(crate) method: String,
    /// The static that describes it: `LIST_GUARDRAILS`.
    pub(crate) constant: String,
    /// The handler's argument: `ListGuardrails`.
    pub(crate) arguments: String,
    /// Its errors: `ListGuardrailsError`.
    pub(crate) error: String,
    /// The client's call, where it has parameters to set: `ListGuardrailsCall`.
    pub(crate) call: String,
    /// One field a parameter.
    pub(crate) parameters: Vec<String>,
    /// The field for the body.
    pub(crate) body: String,
}

impl Names {
    /// Chooses the names of an API.
    pub(crate) fn new(api: &Api) -> Self {
        let keys = api.auth.iter().flat_map(|auth| &auth.keys);
        Self {
            handler_trait: format!("{}Api", camel(&api.name)),
            types: api.types.iter().map(type_names).collect(),
            errors: api
                .errors
                .iter()
                .map(|error| ErrorNames {
                    name: camel(&error.name),
                    headers: unique(
                        error.headers.iter().map(|header| snake(&header.name)),
                        &["body", "context"],
                        "_",
                    ),
                })
                .collect(),
            operations: api.operations.iter().map(operation_names).collect(),
            keys: unique(keys.map(|key| camel(&key.name)), &[], ""),
        }
    }
}

fn type_names(definition: &TypeDef) -> TypeNames {
    let name = camel(&definition.name);
    let (mut members, rest) = match &definition.kind {
        TypeKind::Object(object) => {
            let rest = object.others.iter().map(|_| "others".to_owned());
            let names = object.fields.iter().map(|field| snake(&field.name));
            (unique(names.chain(rest), &[], "_"), object.others.is_some())
        }
        TypeKind::Enum(values) => {
            let rest = values.open.then(|| "Other".to_owned());
            let names = values.values.iter().map(|value| camel(&value.value));
            (unique(names.chain(rest), &[], ""), values.open)
        }
        TypeKind::Newtype(_) => (Vec::new(), false),
    };
    let rest = if rest {
        members.pop().unwrap_or_default()
    } else {
        String::new()
    };
    TypeNames {
        name,
        members,
        rest,
    }
}

fn operation_names(operation: &Operation) -> OperationNames {
    let name = camel(&operation.name);
    let parameters = operation
        .parameters
        .iter()
        .map(|parameter| snake(&parameter.name));
    let mut parameters = unique(
        parameters.chain(std::iter::once("body".to_owned())),
        &CALL_METHODS,
        "_",
    );
    let body = parameters.pop().unwrap_or_default();
    OperationNames {
        method: snake(&operation.name),
        constant: match shouty(&operation.name) {
            taken if OWN_STATICS.contains(&taken.as_str()) => format!("{taken}_OPERATION"),
            free => free,
        },
        arguments: name.clone(),
        error: format!("{name}Error"),
        call: format!("{name}Call"),
        parameters,
        body,
    }
}

/// Statics of generated code that stand beside those of the operations.
const OWN_STATICS: [&str; 3] = ["AUTH", "ERRORS", "SERVICE"];

/// What a call has besides a method for each parameter.
const CALL_METHODS: [&str; 7] = [
    "header",
    "into_future",
    "retry",
    "send",
    "stream",
    "timeout",
    "try_timeout",
];
