//! The response to an invalid request, as the server sends it.

use crate::api::{
    Api, Content, ErrorDef, ErrorExample, ImpliedError, Location, Operation, Parameter, Presence,
    Scalar, Type, TypeRef, Value,
};

/// The problem with a request.
pub(super) struct Problem {
    /// The part of the request.
    place: &'static str,
    /// The parameter, or the path in the body.
    name: String,
    problem: &'static str,
}

/// The body of the response to an invalid request; `None` if no request for the operation is invalid.
pub(super) fn body(api: &Api, operation: &Operation, error: &ImpliedError) -> Option<Value> {
    let problem = problem(api, operation)?;
    Some(of_layers(api, error, Some(&problem)))
}

/// The body of an error of the layers around the handlers. It has the same form as in the runtime: if the shape of
/// errors has no metadata, the message says what is wrong.
pub(super) fn of_layers(api: &Api, error: &ImpliedError, problem: Option<&Problem>) -> Value {
    let described = error.error.map(|id| api.error(id));
    let shape = &api.error_body;
    let fields = described.map_or(&*shape.fields, ErrorDef::fields).iter();
    let fields = fields.filter_map(|field| Some((field.field.name.clone(), field.value.clone()?)));
    let message = match problem {
        Some(problem) if shape.metadata.is_none() => match described.and_then(ErrorDef::message) {
            Some(message) => format!("{message}: {}", problem.words()),
            None => problem.words(),
        },
        Some(_) | None => error.message.clone(),
    };
    shape.example(ErrorExample {
        status: error.status,
        code: described.and_then(ErrorDef::code),
        message: &message,
        parameter: problem
            .map(|problem| problem.name.as_str())
            .filter(|name| !name.is_empty()),
        metadata: problem.map(Problem::metadata),
        fields: fields.collect(),
    })
}

impl Problem {
    /// As the runtime writes it in a message.
    fn words(&self) -> String {
        match self.name.as_str() {
            "" => format!("{}: {}", self.place, self.problem),
            name => format!("{} `{name}`: {}", self.place, self.problem),
        }
    }

    fn metadata(&self) -> Value {
        let text = |text: &str| Value::Text(text.to_owned());
        let mut problem = vec![("in".to_owned(), text(self.place))];
        if !self.name.is_empty() {
            problem.push(("name".to_owned(), text(&self.name)));
        }
        problem.push(("problem".to_owned(), text(self.problem)));
        let problems = Value::List(vec![Value::Object(problem)]);
        Value::Object(vec![("invalid".to_owned(), problems)])
    }
}

/// The most likely mistake in a request for an operation: a field that is missing, a string that is not a number, a
/// missing parameter.
fn problem(api: &Api, operation: &Operation) -> Option<Problem> {
    let missing = |place, name: &str| Problem {
        place,
        name: name.to_owned(),
        problem: "is missing",
    };
    let body = operation.body.as_ref();
    if let Some(field) = body.and_then(|body| required_path(api, &body.content)) {
        return Some(missing("body", &field));
    }
    let given = operation.parameters.iter();
    let given: Vec<&Parameter> = given
        .filter(|parameter| parameter.constant.is_none())
        .collect();
    let unreadable = |location| {
        let mut here = given
            .iter()
            .filter(|parameter| parameter.location == location);
        let (parameter, problem) =
            here.find_map(|parameter| Some((parameter, expected(&parameter.ty)?)))?;
        Some(Problem {
            place: location.name(),
            name: parameter.name.clone(),
            problem,
        })
    };
    let absent = || {
        let mut all = given.iter();
        let absent =
            all.find(|parameter| parameter.is_required() && parameter.location != Location::Path)?;
        Some(missing(absent.location.name(), &absent.name))
    };
    unreadable(Location::Query)
        .or_else(absent)
        .or_else(|| unreadable(Location::Path))
        .or_else(|| body.map(|_| missing("body", "")))
}

/// The path of the first required field of a body.
fn required_path(api: &Api, content: &Content) -> Option<String> {
    let field = required(api, content.value()?)?;
    Some(match content.envelope() {
        Some(envelope) => format!("{envelope}.{field}"),
        None => field.to_owned(),
    })
}

/// The first required field of an object.
fn required<'a>(api: &'a Api, ty: &TypeRef) -> Option<&'a str> {
    let mut fields = api.object(ty)?.fields.iter();
    let field = fields.find(|field| field.presence == Presence::Required)?;
    Some(&field.name)
}

/// What the server reports about a string that is not a value of a type.
fn expected(ty: &TypeRef) -> Option<&'static str> {
    let Type::Scalar(scalar) = ty.ty else {
        return None;
    };
    match scalar {
        Scalar::Integer(_) => Some("expected an integer"),
        Scalar::Number | Scalar::Float | Scalar::DecimalNumber => Some("expected a number"),
        Scalar::Boolean => Some("expected `true` or `false`"),
        Scalar::String
        | Scalar::Uri
        | Scalar::Email
        | Scalar::Timestamp
        | Scalar::Date
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Uuid
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6
        | Scalar::Decimal
        | Scalar::Bytes
        | Scalar::Json
        | Scalar::File => None,
    }
}
