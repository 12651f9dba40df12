//! The Rust names of one API, chosen once for every emitter.

use std::collections::{BTreeMap, BTreeSet};

use super::{camel, module, shouty, snake, unique};
use crate::api::{Api, Operation, Pagination, TypeDef, TypeKind};

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
    /// The page of a list.
    pub(crate) page: PageNames,
    /// The module of every section.
    modules: BTreeMap<String, String>,
}

/// The names of the page of a list.
pub(crate) struct PageNames {
    /// The field for the items, and the variable that holds it while a page is read.
    pub(crate) items: (String, String),
    /// The same for the total.
    pub(crate) total: (String, String),
}

/// The names of a type.
pub(crate) struct TypeNames {
    /// The type itself.
    pub(crate) name: String,
    /// The fields of an object or the variants of an enumeration.
    pub(crate) members: Vec<String>,
    /// The field for unnamed members, or the variant for unknown values.
    pub(crate) rest: String,
    /// The variables that hold an object's members while it is read.
    pub(crate) slots: Vec<String>,
    /// The methods of an object's builder.
    pub(crate) setters: Vec<String>,
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
    /// The variables that hold the parameters and, last, the body while they are read.
    pub(crate) slots: Vec<String>,
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
            page: page_names(api),
            modules: modules(api),
        }
    }

    /// The module of a section.
    pub(crate) fn module(&self, group: &str) -> &str {
        // Every section of the API is in the map.
        self.modules.get(group).map_or("", String::as_str)
    }
}

/// The sections of types and operations are named together: a resource has one name in both.
fn modules(api: &Api) -> BTreeMap<String, String> {
    let operations = api.operations.iter().map(|operation| &operation.group);
    let types = api.types.iter().map(|definition| &definition.group);
    let groups: BTreeSet<&String> = operations.chain(types).collect();
    let names = unique(groups.iter().map(|group| module(group)), &[], "_");
    groups.into_iter().cloned().zip(names).collect()
}

fn page_names(api: &Api) -> PageNames {
    let wire =
        |name: fn(&Pagination) -> &String| api.pagination.as_ref().map_or("", |page| name(page));
    let members = [wire(|page| &page.items), wire(|page| &page.total)].map(snake);
    let mut fields = unique(members.into_iter(), &[], "_").into_iter();
    let fields = [
        fields.next().unwrap_or_default(),
        fields.next().unwrap_or_default(),
    ];
    let mut slots = unique(fields.iter().cloned(), &READING, "_").into_iter();
    let mut both = fields
        .into_iter()
        .map(|field| (field, slots.next().unwrap_or_default()));
    PageNames {
        items: both.next().unwrap_or_default(),
        total: both.next().unwrap_or_default(),
    }
}

/// What the code that reads an object calls its own variables.
const READING: [&str; 2] = ["fields", "field"];

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
    let slots = unique(members.iter().cloned(), &READING, "_");
    let setters = unique(members.iter().cloned(), &["build"], "_");
    let rest = if rest {
        members.pop().unwrap_or_default()
    } else {
        String::new()
    };
    TypeNames {
        name,
        members,
        rest,
        slots,
        setters,
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
    let slots = unique(parameters.iter().cloned(), &["input"], "_");
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
        slots,
    }
}

/// Statics of generated code that stand beside those of the operations.
const OWN_STATICS: [&str; 4] = ["ALL", "AUTH", "ERRORS", "SERVICE"];

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
