//! Errors: a type for each status, and the sets of errors that operations can return.

use super::error_fields::{self, BodyField, Filling};
use super::error_shape::{ErrorShape, error_shape};
use super::error_sizes::is_large;
use super::headers::Header;
use crate::api::{
    self, Api, ErrorContent, ErrorDef, ErrorId, Sensitivity, Status, Type, TypeKind, TypeRef,
};
use crate::naming::{error_name, unique};

/// Refers to an [`ErrorSet`] of the same plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ErrorSetId(usize);

/// The type of the errors of one status.
pub(crate) struct ErrorType<'a> {
    pub(crate) api: &'a ErrorDef,
    pub(crate) name: String,
    /// The further fields of its body: first those that `new` takes, and last those that are absent.
    pub(crate) fields: Vec<BodyField<'a>>,
    /// The headers of the response, each with the name of its field.
    pub(crate) headers: Vec<Header<'a>>,
    pub(crate) usage: Usage,
    /// Whether it is boxed in enums, because it is large.
    pub(crate) is_boxed: bool,
    /// Whether the message or the code in its own body must not be shown.
    pub(crate) is_private: bool,
}

impl ErrorType<'_> {
    /// Whether `new` takes values of fields.
    pub(crate) fn has_arguments(&self) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.filling == Filling::Argument)
    }

    /// Whether the struct has a field for its status.
    pub(crate) fn has_status(&self) -> bool {
        self.api.status.exact().is_none()
    }
}

/// Who responds with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Usage {
    /// Handlers can return it.
    Returned,
    /// Only the layers around the handlers respond with it.
    Implied,
    /// No operation documents it, and nothing implies it.
    Unused,
}

/// The errors that the handlers of some operations can return.
pub(crate) struct ErrorSet {
    /// The enum, named after the documented statuses: `Errors400_401`.
    pub(crate) name: String,
    /// Those that the operations document, by status.
    pub(crate) documented: Vec<ErrorId>,
    /// The internal error, if it is not documented: any handler can fail.
    pub(crate) implied: Option<ErrorId>,
}

impl ErrorSet {
    /// All errors of the set.
    fn all(&self) -> impl Iterator<Item = ErrorId> {
        self.documented.iter().copied().chain(self.implied)
    }
}

/// All errors of an API.
pub(crate) struct Errors<'a> {
    /// One type for each error of the API, in the same order, and one for internal errors, if none of these is it.
    pub(crate) types: Vec<ErrorType<'a>>,
    /// The type of internal errors, which have the status 500.
    pub(crate) internal: ErrorId,
    /// The distinct sets of all operations, sorted, so that the order of operations does not change
    /// the generated code.
    pub(crate) sets: Vec<ErrorSet>,
    pub(crate) shape: ErrorShape<'a>,
}

impl<'a> Errors<'a> {
    /// The type with this identifier.
    pub(crate) fn get(&self, id: ErrorId) -> &ErrorType<'a> {
        &self.types[id.index()]
    }

    /// An error that handlers can return, as an example: one with a message, or one with a body. The internal error is
    /// the last resort, because `?` creates it.
    pub(crate) fn example(&self) -> Option<&ErrorType<'a>> {
        let internal = self.internal.index();
        let others = self.types.iter().enumerate();
        let others = others.filter(|(index, error)| {
            let is_returned = error.usage == Usage::Returned;
            *index != internal && is_returned && !error.has_arguments()
        });
        let mut with_message = others
            .clone()
            .filter(|(_, error)| error.api.message().is_some());
        let mut with_body = others.filter(|(_, error)| error.api.has_own_body());
        let first = with_message.next().or_else(|| with_body.next());
        let first = first.map(|(_, error)| error);
        first.or_else(|| {
            self.types
                .get(internal)
                .filter(|error| !error.has_arguments())
        })
    }

    /// The set with this identifier.
    pub(crate) fn set(&self, id: ErrorSetId) -> &ErrorSet {
        &self.sets[id.0]
    }
}

/// Plans the errors of an API, and the set of each operation, in order.
pub(super) fn errors(api: &Api) -> (Errors<'_>, Vec<ErrorSetId>) {
    let mut types: Vec<ErrorType<'_>> = api
        .errors
        .iter()
        .map(|error| error_type(api, error, error_name(&error.name)))
        .collect();
    // `lower` adds an entry for 500 if the document has none.
    let internal = api.describing(500).unwrap_or(ErrorId(types.len()));
    if let Some(entry) = &api.internal {
        let names = unique(std::iter::once("Internal".to_owned()), &taken(&types), "_");
        // `unique` returns one name for each that it gets.
        types.push(error_type(api, entry, names.concat()));
    }
    let (sets, of_operations) = error_sets(api, &types, internal);
    let returned: Vec<ErrorId> = sets.iter().flat_map(ErrorSet::all).collect();
    let implied = api.implied_statuses();
    for (index, error) in types.iter_mut().enumerate() {
        error.usage = if returned.contains(&ErrorId(index)) {
            Usage::Returned
        } else if implied
            .iter()
            .any(|status| error.api.status.covers(*status))
        {
            Usage::Implied
        } else {
            Usage::Unused
        };
    }
    let errors = Errors {
        types,
        internal,
        sets,
        shape: error_shape(api),
    };
    (errors, of_operations)
}

/// The distinct sets of documented errors, and the set of each operation.
fn error_sets(
    api: &Api,
    types: &[ErrorType<'_>],
    internal: ErrorId,
) -> (Vec<ErrorSet>, Vec<ErrorSetId>) {
    let operations = api.operations.iter();
    let documented: Vec<Vec<ErrorId>> = operations
        .map(|operation| operation.errors.clone())
        .collect();
    let mut distinct = documented.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let of_operations = documented
        .iter()
        .map(|set| ErrorSetId(distinct.partition_point(|other| other < set)));
    let of_operations = of_operations.collect();
    let names = distinct.iter().map(|set| set_name(set, types));
    let names = unique(names, &taken(types), "_");
    let sets = distinct
        .into_iter()
        .zip(names)
        .map(|(documented, name)| ErrorSet {
            name,
            implied: (!documented.contains(&internal)).then_some(internal),
            documented,
        });
    (sets.collect(), of_operations)
}

/// The greatest number of statuses in the name of a set. Names of files have at most 255 bytes, and rustdoc writes
/// a file for each type.
const MOST_NAMED: usize = 20;

/// The name of the enum of these errors.
fn set_name(documented: &[ErrorId], types: &[ErrorType<'_>]) -> String {
    let statuses = documented.iter().map(|id| types[id.index()].api.status);
    let (mut exact, mut ranges) = (Vec::new(), Vec::new());
    for status in statuses {
        match status {
            Status::Exact(_) => exact.push(status.to_string()),
            Status::Class(_) => ranges.push(status.to_string()),
            Status::Default => ranges.push("Default".to_owned()),
        }
    }
    exact.dedup();
    ranges.dedup();
    let exact = match exact.get(..MOST_NAMED) {
        Some(first) if first.len() < exact.len() => {
            let more = exact.len() - first.len();
            format!("{}And{more}More", first.join("_"))
        }
        _ => exact.join("_"),
    };
    let parts = (!exact.is_empty()).then_some(exact).into_iter();
    let statuses: Vec<String> = parts.chain(ranges).collect();
    format!("Errors{}", statuses.join("And"))
}

/// The names of all errors.
fn taken<'t>(types: &'t [ErrorType<'_>]) -> Vec<&'t str> {
    types.iter().map(|error| error.name.as_str()).collect()
}

fn error_type<'a>(api: &Api, error: &'a ErrorDef, name: String) -> ErrorType<'a> {
    let (fields, headers) = error_fields::rows(api, error);
    ErrorType {
        api: error,
        name,
        fields,
        headers,
        usage: Usage::Unused,
        is_boxed: is_large(api, error),
        is_private: is_private(api, error),
    }
}

/// Whether the fields that have the message and the code of the API's errors are sensitive in the body of this one.
fn is_private(api: &Api, error: &ErrorDef) -> bool {
    let ErrorContent::Json { ty, .. } = &error.content else {
        return false;
    };
    let shape = &api.error_body;
    let code = shape.code.as_ref().map(|code| &code.name);
    let shown: Vec<&String> = shape.message.iter().chain(code).collect();
    let is_shown = |field: &&api::Field| shown.contains(&&field.name);
    let fields = || fields_of(api, ty).iter();
    let inner = fields().filter(|field| Some(&field.name) == shape.envelope.as_ref());
    let inner = inner.flat_map(|field| fields_of(api, &field.ty));
    let mut shown = fields().chain(inner).filter(is_shown);
    shown.any(|field| {
        let of_type = match field.ty.ty {
            Type::Named(id) => api.type_def(id).sensitivity,
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => Sensitivity::Public,
        };
        field.sensitivity != Sensitivity::Public || of_type != Sensitivity::Public
    })
}

/// The fields of an object.
fn fields_of<'a>(api: &'a Api, ty: &TypeRef) -> &'a [api::Field] {
    let Type::Named(id) = ty.ty else {
        return &[];
    };
    match &api.type_def(id).kind {
        TypeKind::Object(object) => &object.fields,
        TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::errors;
    use crate::source::SourceFile;

    const SPEC: &str = "
specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
errors:
  404: { name: NotFound, message: Not found }
  409: { name: Conflict, message: Conflict }
operations:
  first: { route: GET /first, errors: [404, 409] }
  second: { route: GET /second, errors: [409] }
  third: { route: GET /third, errors: [409, 404] }
";

    #[test]
    fn operations_with_the_same_errors_have_the_same_set() {
        let api = crate::read(&SourceFile::new("spec.yaml", SPEC)).unwrap();
        let (errors, sets) = errors(&api);
        assert_eq!(sets[0], sets[2]);
        assert_ne!(sets[0], sets[1]);
        let set = errors.set(sets[0]);
        let all = set.documented.iter().chain(&set.implied);
        let names: Vec<&str> = all.map(|id| errors.get(*id).name.as_str()).collect();
        assert_eq!(names, ["NotFound", "Conflict", "Internal"]);
        assert_eq!(set.name, "Errors404_409");
    }

    #[test]
    fn sets_of_many_errors_have_short_names() {
        let statuses = |without: u16| {
            let statuses = (400..460).filter(|status| *status != without);
            statuses
                .map(|status| status.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let entries: String = (400..460)
            .map(|status| format!("  {status}: {{ name: E{status}, message: x }}\n"))
            .collect();
        let spec = format!(
            "specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\nerrors:\n{entries}operations:\n  \
             first: {{ route: GET /first, errors: [{}] }}\n  second: {{ route: GET /second, errors: [{}] }}\n",
            statuses(458),
            statuses(459)
        );
        let api = crate::read(&SourceFile::new("spec.yaml", spec)).unwrap();
        let (errors, _) = errors(&api);
        let names: Vec<&str> = errors.sets.iter().map(|set| set.name.as_str()).collect();
        assert!(names[0].starts_with("Errors400_401_") && names[0].ends_with("_419And39More"));
        assert_eq!(names[1], format!("{}2", names[0]));
    }
}
