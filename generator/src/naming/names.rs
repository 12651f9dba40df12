//! The Rust names of one API, chosen once for every emitter.

use std::collections::{BTreeMap, BTreeSet};

use super::{camel, module, shouty, snake, unique};
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
    /// One constant a server.
    pub(crate) servers: Vec<String>,
    /// The page of a list.
    pub(crate) page: PageNames,
    /// The module of every section.
    modules: BTreeMap<String, String>,
}

/// The names of the page of a list, and of the request for one: each is a field, and the variable
/// that holds it while it is read.
#[derive(Default)]
pub(crate) struct PageNames {
    /// The items.
    pub(crate) items: (String, String),
    /// The total.
    pub(crate) total: (String, String),
    /// How many items to skip.
    pub(crate) offset: (String, String),
    /// How many items to return.
    pub(crate) limit: (String, String),
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
    /// The field for what the parameters of a page say.
    pub(crate) page: String,
    /// The variables that hold all of these while they are read.
    pub(crate) slots: SlotNames,
}

/// The names of the variables that hold a request while it is read.
pub(crate) struct SlotNames {
    /// One a parameter.
    pub(crate) parameters: Vec<String>,
    /// The one for the body.
    pub(crate) body: String,
    /// The one for the page.
    pub(crate) page: String,
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
            servers: unique(
                api.servers.iter().map(|server| shouty(&server.name)),
                &[],
                "_",
            ),
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
    let Some(pagination) = &api.pagination else {
        return PageNames::default();
    };
    let [items, total] = pair([&pagination.items, &pagination.total], &READING);
    let parameters = [&pagination.offset.name, &pagination.limit.name];
    let [offset, limit] = pair(parameters, &READING_REQUEST);
    PageNames {
        items,
        total,
        offset,
        limit,
    }
}

/// The fields of two wire names, each with the variable that holds it beside those that are taken.
fn pair(wire: [&String; 2], taken: &[&str]) -> [(String, String); 2] {
    let fields = unique(wire.into_iter().map(|name| snake(name)), &[], "_");
    let slots = unique(fields.iter().cloned(), taken, "_");
    let mut both = fields.into_iter().zip(slots);
    [(); 2].map(|()| both.next().unwrap_or_default())
}

/// What the code that reads an object calls its own variables.
const READING: [&str; 2] = ["fields", "field"];

/// What the code that reads a request calls its own variables.
const READING_REQUEST: [&str; 1] = ["input"];

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
    // Parameters have the first choice, since they are named on the wire.
    let others = ["body", "page"].map(str::to_owned);
    let mut parameters = unique(parameters.chain(others), &CALL_METHODS, "_");
    let mut slots = unique(parameters.iter().cloned(), &READING_REQUEST, "_");
    let (page, page_slot) = (parameters.pop(), slots.pop());
    let (body, body_slot) = (parameters.pop(), slots.pop());
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
        body: body.unwrap_or_default(),
        page: page.unwrap_or_default(),
        slots: SlotNames {
            parameters: slots,
            body: body_slot.unwrap_or_default(),
            page: page_slot.unwrap_or_default(),
        },
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
