//! All Rust names of one API, chosen once for all emitters.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::reserved::{CALL_METHODS, FIXED_ITEMS, METHODS, PRELUDE, STATICS, TYPES_EXPORTS};
use super::{
    arguments_name, camel, error_name, method, module, shouty, snake, trait_name, type_name, unique,
};
use crate::api::{Api, ErrorStatus, Operation, Rules, TypeDef, TypeKind};

/// Every Rust name that more than one emitter uses.
pub(crate) struct Names {
    /// The handler trait: `GatewayApi`.
    pub(crate) handler_trait: String,
    /// The struct that implements it in the scaffold: `Gateway`.
    pub(crate) handlers: String,
    /// The error type of an internal error if the API does not declare the status 500.
    pub(crate) internal: String,
    /// The generic parameter of functions whose bodies mention items of the API.
    pub(crate) generic: String,
    /// One entry per type, in the order of the API.
    pub(crate) types: Vec<TypeNames>,
    /// One entry per error status.
    pub(crate) errors: Vec<ErrorNames>,
    /// One entry per operation.
    pub(crate) operations: Vec<OperationNames>,
    /// One variant per kind of key.
    pub(crate) keys: Vec<String>,
    /// One constant per server.
    pub(crate) servers: Vec<String>,
    /// The page type and its request.
    pub(crate) page: PageNames,
    /// The module of each group.
    modules: BTreeMap<String, String>,
    /// The item names that occur in more than one module.
    shared: HashSet<String>,
}

/// The names in the page type and its request: each field, with the variable that holds it while it
/// is read.
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
    /// The field for undeclared fields, or the variant for unknown values.
    pub(crate) rest: String,
    /// The variables that hold an object's fields while it is read.
    pub(crate) slots: Vec<String>,
    /// The methods of an object's builder.
    pub(crate) setters: Vec<String>,
    /// The methods for fields that have a default.
    pub(crate) accessors: Vec<String>,
    /// The statics for the patterns of an object's fields or of a newtype; empty if there is no
    /// pattern.
    pub(crate) patterns: Vec<String>,
}

/// The names of an error status.
pub(crate) struct ErrorNames {
    /// The struct.
    pub(crate) name: String,
    /// One field per header.
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
    /// The client's call, if it has optional parameters: `ListGuardrailsCall`.
    pub(crate) call: String,
    /// One field per parameter.
    pub(crate) parameters: Vec<String>,
    /// The field for the body.
    pub(crate) body: String,
    /// The field for the page request.
    pub(crate) page: String,
    /// The variables that hold all of these while they are read.
    pub(crate) slots: SlotNames,
    /// The statics for the patterns of the parameters; empty if there is no pattern.
    pub(crate) patterns: Vec<String>,
}

/// The names of the variables that hold a request while it is read.
pub(crate) struct SlotNames {
    /// One per parameter.
    pub(crate) parameters: Vec<String>,
    /// The variable for the body.
    pub(crate) body: String,
    /// The variable for the page request.
    pub(crate) page: String,
}

impl Names {
    /// Chooses all names of an API.
    pub(crate) fn new(api: &Api) -> Self {
        let keys = api.auth.iter().flat_map(|auth| &auth.keys);
        let mut names = Self {
            handler_trait: trait_name(&api.name),
            handlers: handlers(&camel(&api.name)),
            internal: internal(api),
            generic: String::new(),
            types: api.types.iter().map(type_names).collect(),
            errors: api.errors.iter().map(error_names).collect(),
            operations: operations(api),
            keys: unique(keys.map(|key| camel(&key.name)), &[], ""),
            servers: unique(
                api.servers.iter().map(|server| shouty(&server.name)),
                &[],
                "_",
            ),
            page: page_names(api),
            modules: modules(api),
            shared: HashSet::new(),
        };
        name_patterns(api, &mut names);
        let mut items = HashSet::new();
        let all = names.items(api).map(str::to_owned);
        names.shared = all.filter(|name| !items.insert(name.clone())).collect();
        let taken: Vec<&str> = items.iter().map(String::as_str).collect();
        // `unique` returns one name for each that it gets.
        names.generic = unique(std::iter::once("A".to_owned()), &taken, "").concat();
        names
    }

    /// The module of a group.
    pub(crate) fn module(&self, group: &str) -> &str {
        // The map contains every group of the API.
        self.modules.get(group).map_or("", String::as_str)
    }

    /// Whether more than one module has an item of this name. Other files then write the item with its
    /// module.
    pub(crate) fn is_shared(&self, name: &str) -> bool {
        self.shared.contains(name)
    }

    /// The names of all items that files in other modules use.
    fn items<'n>(&'n self, api: &'n Api) -> impl Iterator<Item = &'n str> {
        let exports = super::SERVER_EXPORTS.iter();
        let fixed = exports.flat_map(|(_, names)| *names).chain(&FIXED_ITEMS);
        let types = self.types.iter().map(|names| &names.name);
        let is_type = move |name: &&&str| self.types.iter().any(|names| names.name == **name);
        let reexported = TYPES_EXPORTS.iter().filter(move |name| !is_type(name));
        let fixed = fixed.chain(reexported);
        let errors = self.errors.iter().map(|names| &names.name);
        let operations = api.operations.iter().zip(&self.operations);
        let operations = operations.flat_map(|(operation, names)| {
            let arguments = operation.has_arguments().then_some(&names.arguments);
            let others = [&names.constant, &names.error, &names.call];
            arguments.into_iter().chain(others)
        });
        let own = types
            .chain(errors)
            .chain(operations)
            .chain([&self.handler_trait])
            .chain(api.internal.is_some().then_some(&self.internal));
        fixed.copied().chain(own.map(String::as_str))
    }
}

fn handlers(api: &str) -> String {
    if PRELUDE.contains(&api) || api == "Caller" {
        format!("{api}Handlers")
    } else {
        api.to_owned()
    }
}

fn internal(api: &Api) -> String {
    let errors: Vec<String> = api
        .errors
        .iter()
        .map(|error| error_name(&error.name))
        .collect();
    let errors: Vec<&str> = errors.iter().map(String::as_str).collect();
    // `unique` returns one name for each that it gets.
    unique(std::iter::once("Internal".to_owned()), &errors, "").concat()
}

fn error_names(error: &ErrorStatus) -> ErrorNames {
    ErrorNames {
        name: error_name(&error.name),
        headers: unique(
            error.headers.iter().map(|header| snake(&header.name)),
            &["body", "context"],
            "_",
        ),
    }
}

/// Names the static of each pattern after its owner. Two owners may have the same name in Rust, so the
/// statics are numbered.
fn name_patterns(api: &Api, names: &mut Names) {
    let types = api.types.iter().zip(&mut names.types);
    let types = types.flat_map(|(definition, names)| {
        let rules: Vec<(String, &Rules)> = match &definition.kind {
            TypeKind::Object(object) => {
                let fields = object.fields.iter();
                fields
                    .map(|field| (format!("{}.{}", definition.name, field.name), &field.rules))
                    .collect()
            }
            TypeKind::Newtype(newtype) => vec![(definition.name.clone(), &newtype.rules)],
            TypeKind::Enum(_) => Vec::new(),
        };
        names.patterns = vec![String::new(); rules.len()];
        names.patterns.iter_mut().zip(rules)
    });
    let operations = api.operations.iter().zip(&mut names.operations);
    let operations = operations.flat_map(|(operation, names)| {
        names.patterns = vec![String::new(); operation.parameters.len()];
        let parameters = operation.parameters.iter().map(|parameter| {
            let owner = format!("{}.{}", operation.name, parameter.name);
            (owner, &parameter.rules)
        });
        names
            .patterns
            .iter_mut()
            .zip(parameters.collect::<Vec<_>>())
    });
    let all = types.chain(operations);
    let with_pattern = all.filter(|(_, (_, rules))| rules.pattern.is_some());
    let (places, owners): (Vec<&mut String>, Vec<String>) = with_pattern
        .map(|(place, (owner, _))| (place, format!("{}_PATTERN", shouty(&owner))))
        .unzip();
    for (place, name) in places.into_iter().zip(unique(owners.into_iter(), &[], "_")) {
        *place = name;
    }
}

/// Names the groups of types and operations together, so that a resource has the same module name in
/// both.
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

/// The fields for two wire names, each with a variable that differs from those in `taken`.
fn pair(wire: [&String; 2], taken: &[&str]) -> [(String, String); 2] {
    let fields = unique(wire.into_iter().map(|name| snake(name)), &[], "_");
    let slots = unique(fields.iter().cloned(), taken, "_");
    let mut both = fields.into_iter().zip(slots);
    [(); 2].map(|()| both.next().unwrap_or_default())
}

/// Variables of the code that reads an object.
const READING: [&str; 2] = ["fields", "field"];

/// Variables of the code that reads a request.
const READING_REQUEST: [&str; 1] = ["input"];

fn type_names(definition: &TypeDef) -> TypeNames {
    let name = type_name(&definition.name);
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
    let accessors = unique(members.iter().cloned(), &METHODS, "_");
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
        accessors,
        patterns: Vec::new(),
    }
}

fn operations(api: &Api) -> Vec<OperationNames> {
    let auth = api.auth.as_ref();
    let own: &[&str] = match auth.map(|auth| auth.keys.len()) {
        None => &[],
        Some(0 | 1) => &["authenticate"],
        Some(_) => &["authenticate", "permits"],
    };
    let constants = api.operations.iter().map(|operation| {
        let name = shouty(&operation.name);
        if STATICS.contains(&name.as_str()) {
            format!("{name}_OPERATION")
        } else {
            name
        }
    });
    let constants = unique(constants, &[], "_");
    let names = api.operations.iter().zip(constants);
    names
        .map(|(operation, constant)| operation_names(operation, constant, own))
        .collect()
}

fn operation_names(operation: &Operation, constant: String, own: &[&str]) -> OperationNames {
    let name = camel(&operation.name);
    let parameters = operation
        .parameters
        .iter()
        .map(|parameter| snake(&parameter.name));
    // Parameters come first because their names are on the wire.
    let others = ["body", "page"].map(str::to_owned);
    let mut parameters = unique(parameters.chain(others), &CALL_METHODS, "_");
    let mut slots = unique(parameters.iter().cloned(), &READING_REQUEST, "_");
    let (page, page_slot) = (parameters.pop(), slots.pop());
    let (body, body_slot) = (parameters.pop(), slots.pop());
    OperationNames {
        method: method(&operation.name, own),
        constant,
        arguments: arguments_name(&operation.name),
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
        patterns: Vec::new(),
    }
}
