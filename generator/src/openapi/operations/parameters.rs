//! The parameters of an operation: its path item and its own list declare them, and some are only in the path.

use crate::api::{KeyPlace, Location, Scalar};
use crate::check;
use crate::diagnostic::Lost;
use crate::document::{
    AccessEntry, FieldEntry, OperationEntry, PathSegment, TypeExpr, TypeExprKind,
};
use crate::extensions::IMPLIED;
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::openapi::parameters::constant;
use crate::openapi::path_items::OperationNode;
use crate::openapi::paths::Path;
use crate::openapi::references::NodeRef;
use crate::openapi::types::Types;
use crate::openapi::warnings::{Topic, Warnings, nearest_or};
use crate::source::Spanned;
use crate::words::alternatives;

/// A parameter that the document declares.
struct Declared<'a> {
    at: NodeRef<'a>,
    name: Spanned<String>,
    location: Location,
}

impl<'a> Declared<'a> {
    /// Warns that the parameter is left out.
    fn leave_out(&self, types: &mut Types<'a>, why: &str) {
        types.warnings.add(Topic::Parameter, self.name.span, why);
    }

    /// Notes that another part of the document says what the parameter is.
    fn is_elsewhere(&self, types: &mut Types<'a>) {
        let what = "a parameter that contents or credentials describe";
        types.warnings.lose(Lost::Owner, self.name.span, what);
    }
}

/// Reads the parameters of an operation. Security schemes describe the parameters for which `is_credential` is true.
pub(in crate::openapi) fn read<'a>(
    types: &mut Types<'a>,
    node: &OperationNode<'a>,
    path: &Path,
    is_credential: impl Fn(KeyPlace, &str) -> bool,
    entry: &mut OperationEntry,
) {
    let declared = declared(types, node);
    for parameter in &declared {
        let Declared { at, name, location } = parameter;
        let is_credential = |place| is_credential(place, &name.value);
        match location {
            Location::Path => read_in_path(types, node, path, parameter, &declared, entry),
            Location::Query if is_credential(KeyPlace::Query) => parameter.is_elsewhere(types),
            Location::Query => {
                let field = types.parameter(*at, name, *location, &node.name);
                entry.query.extend(field);
            }
            Location::Header if is_credential(KeyPlace::Header) => parameter.is_elsewhere(types),
            Location::Header => read_header(types, node, parameter, entry),
            Location::Cookie if is_credential(KeyPlace::Cookie) => parameter.is_elsewhere(types),
            Location::Cookie => {
                let field = types.parameter(*at, name, *location, &node.name);
                entry.cookies.extend(field);
            }
        }
    }
    let is_credential = |name: &str| is_credential(KeyPlace::Query, name);
    add_undeclared_of_query(types, node, path, is_credential, entry);
    add_undeclared_of_path(types, node, path, entry);
    let names = names_in_route(entry);
    entry
        .path
        .retain(|parameter| names.contains(&parameter.name.value));
    for (name, value) in &path.query {
        let is_header = |field: &FieldEntry| field.name.value.eq_ignore_ascii_case(name);
        let is_query = |field: &FieldEntry| field.name.value == *name;
        if !entry.query.iter().any(is_query) && !entry.headers.iter().any(is_header) {
            entry.query.push(constant(name, value, node.path.span));
        }
    }
}

/// The parameters of the path item and of the operation. A later one replaces one of the same name and place.
fn declared<'a>(types: &mut Types<'a>, node: &OperationNode<'a>) -> Vec<Declared<'a>> {
    let mut all: Vec<Declared<'a>> = Vec::new();
    for list in &node.parameters {
        let mut own: Vec<usize> = Vec::new();
        for item in list.items() {
            let Some(at) = types.files.follow(item) else {
                continue;
            };
            if at.node.is_set(IMPLIED) {
                continue;
            }
            let Some((name, location)) = identity(at, &mut types.warnings) else {
                continue;
            };
            let is_same = |parameter: &Declared<'_>| {
                parameter.location == location && parameter.name.value == name.value
            };
            let index = all.iter().position(is_same).unwrap_or(all.len());
            let declared = Declared { at, name, location };
            match all.get_mut(index) {
                Some(known) => {
                    if own.contains(&index) && known.at.id() != at.id() {
                        let why = "a later one in the same list has the same name and place";
                        known.leave_out(types, why);
                    }
                    *known = declared;
                }
                None => all.push(declared),
            }
            own.push(index);
        }
    }
    all
}

/// Reads a parameter of the path. It may be in the query after the path: `/books{?limit}`.
fn read_in_path<'a>(
    types: &mut Types<'a>,
    node: &OperationNode<'a>,
    path: &Path,
    parameter: &Declared<'a>,
    declared: &[Declared<'a>],
    entry: &mut OperationEntry,
) {
    let at = parameter.at;
    let text = parameter.name.value.as_str();
    let is_it = |name: &str| name == text || name.trim_matches(['+', '*']) == text;
    let routed = path.parameters.iter().find(|(name, _)| is_it(name));
    let Some((_, routed)) = routed else {
        let Some((name, _)) = path.in_query.iter().find(|(_, template)| template == text) else {
            parameter.leave_out(types, &format!("the path has no `{{{text}}}`"));
            return;
        };
        let is_again = |parameter: &Declared<'_>| {
            parameter.location == Location::Query && parameter.name.value == *name
        };
        // A parameter of the query says more.
        if !declared.iter().any(is_again) {
            let name = Spanned::new(name.clone(), at.node.span);
            let field = types.parameter(at, &name, Location::Query, &node.name);
            entry.query.extend(field);
        }
        return;
    };
    if entry
        .path
        .iter()
        .any(|parameter| parameter.name.value == *routed)
    {
        return;
    }
    let required = at.node.get("required");
    if let Some(required) =
        required.filter(|required| matches!(required.kind, NodeKind::Bool(false)))
    {
        let why = "in every request: without it, the path would be another one";
        types.warnings.add(Topic::Style, required.span, why);
    }
    let name = Spanned::new(routed.clone(), parameter.name.span);
    let field = types.parameter(at, &name, Location::Path, &node.name);
    types.set_prefix(at, field.as_ref(), &mut entry.route.segments);
    entry.path.extend(field);
}

/// Reads a header that no security scheme describes.
fn read_header<'a>(
    types: &mut Types<'a>,
    node: &OperationNode<'a>,
    parameter: &Declared<'a>,
    entry: &mut OperationEntry,
) {
    let name = &parameter.name;
    let is_it = |field: &FieldEntry| field.name.value.eq_ignore_ascii_case(&name.value);
    // OpenAPI says that other parts of the document describe these.
    if is_described_elsewhere(&name.value) {
        let is_open = |access: &AccessEntry| {
            access
                .alternatives
                .iter()
                .all(|alternative| alternative.name.value == "none")
        };
        if name.value.eq_ignore_ascii_case("authorization")
            && entry.access.as_ref().is_some_and(is_open)
        {
            let why = "a security scheme describes this header, and `security` of this operation names none";
            parameter.leave_out(types, why);
        } else {
            parameter.is_elsewhere(types);
        }
    } else if check::is_own_header(&name.value) {
        parameter.leave_out(types, "clients and servers write this header themselves");
    } else if let Some(known) = entry.headers.iter().find(|header| is_it(header)) {
        let why = format!("it is the same header as `{}`", known.name.value);
        parameter.leave_out(types, &why);
    } else {
        let field = types.parameter(parameter.at, name, Location::Header, &node.name);
        entry.headers.extend(field);
    }
}

/// Adds the parameters of the query after the path that the document does not declare.
fn add_undeclared_of_query(
    types: &mut Types<'_>,
    node: &OperationNode<'_>,
    path: &Path,
    is_credential: impl Fn(&str) -> bool,
    entry: &mut OperationEntry,
) {
    for (name, template) in &path.in_query {
        let is_known = |known: &FieldEntry| known.name.value == *name;
        if entry.query.iter().any(is_known) || is_credential(name) {
            continue;
        }
        types
            .warnings
            .add(Topic::Style, node.path.span, &undeclared(template));
        let (name, ty) = string(name, node);
        // In `{?limit}`, the value may be absent.
        entry.query.push(match name.value == *template {
            true => FieldEntry::optional(name, ty),
            false => FieldEntry::required(name, ty),
        });
    }
}

/// Adds the parameters of the path that the document does not declare, and the parameters of a joined segment.
fn add_undeclared_of_path(
    types: &mut Types<'_>,
    node: &OperationNode<'_>,
    path: &Path,
    entry: &mut OperationEntry,
) {
    let in_route = names_in_route(entry);
    for (template, routed) in &path.parameters {
        let is_declared = entry
            .path
            .iter()
            .any(|parameter| parameter.name.value == *routed);
        if is_declared || !in_route.contains(routed) {
            continue;
        }
        let is_written = |end: char| node.path.value.contains(&format!("{{{template}{end}"));
        let why = match is_written('}') || is_written(':') {
            true => undeclared(template),
            false => {
                format!("as a part of `{template}`: nothing in the path is between two parameters")
            }
        };
        types.warnings.add(Topic::Style, node.path.span, &why);
        let (name, ty) = string(routed, node);
        entry.path.push(FieldEntry::required(name, ty));
    }
}

/// The warning about a parameter that only the path has.
fn undeclared(name: &str) -> String {
    format!("as text: the path has `{name}`, but the document does not declare it")
}

/// The name and the type of a parameter that only the path has.
fn string(name: &str, node: &OperationNode<'_>) -> (Spanned<String>, TypeExpr) {
    let span = node.path.span;
    let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), span);
    (Spanned::new(name.to_owned(), span), ty)
}

fn names_in_route(entry: &OperationEntry) -> HashSet<String> {
    let segments = entry.route.segments.iter();
    let names = segments.flat_map(PathSegment::parameters);
    names.map(str::to_owned).collect()
}

/// Whether other parts of a document say what a header is: contents, and security schemes.
fn is_described_elsewhere(header: &str) -> bool {
    let names = ["accept", "authorization", "content-type"];
    names.iter().any(|name| header.eq_ignore_ascii_case(name))
}

/// Where a parameter is that is the whole query, since OpenAPI 3.2. Its fields are parameters.
const WHOLE_QUERY: &str = "querystring";

/// Whether the content of a parameter is a form.
fn is_form(parameter: &Node) -> bool {
    let content = parameter.entries_at("content");
    let first = content.first().map(|(media, _)| media.value.as_str());
    first.is_some_and(|media| media.starts_with("application/x-www-form-urlencoded"))
}

/// The name and the place of a parameter. One that cannot be read is left out, with a warning.
fn identity(at: NodeRef<'_>, warnings: &mut Warnings) -> Option<(Spanned<String>, Location)> {
    let place = at.node.text_at("in");
    let location = match place {
        Some("path") => Some(Location::Path),
        Some("query") => Some(Location::Query),
        Some(WHOLE_QUERY) => is_form(at.node).then_some(Location::Query),
        Some("header") => Some(Location::Header),
        Some("cookie") => Some(Location::Cookie),
        Some(_) | None => None,
    };
    let written = at.node.get("name");
    let name = written
        .and_then(|node| Some(Spanned::new(node.scalar_text()?, node.span)))
        .filter(|name| !name.value.is_empty());
    if let Some(identity) = name.zip(location) {
        return Some(identity);
    }
    let why = match place {
        Some(WHOLE_QUERY) => "only a form can be the whole query",
        Some("body" | "formData") => {
            "a request has only one body, which must be in the file that refers to it"
        }
        Some(_) | None => {
            warn_of_identity(at.node, warnings);
            return None;
        }
    };
    warnings.add(Topic::Parameter, at.node.span, why);
    None
}

/// Warns of a parameter without a name, or whose place is not one that parameters have.
fn warn_of_identity(parameter: &Node, warnings: &mut Warnings) {
    const PLACES: [&str; 5] = ["path", "query", "header", "cookie", WHOLE_QUERY];
    let places = || PLACES.iter().copied();
    let (key, why) = match parameter.get("in").map(|place| (place, place.as_text())) {
        Some((_, Some(text))) if PLACES.contains(&text) => ("name", "it has no name".to_owned()),
        Some((place, _)) => {
            let text = place.scalar_text().unwrap_or_default();
            ("in", format!("`{text}` is not a place of parameters"))
        }
        None => ("in", "it has no `in`".to_owned()),
    };
    let place = parameter.text_at("in").unwrap_or_default();
    let help = match key {
        "name" => "add `name`".to_owned(),
        _ => nearest_or(
            place,
            places(),
            format!("`in` is one of {}", alternatives(places())),
        ),
    };
    warnings.add_with_help(Topic::Parameter, parameter.span, &why, help);
}
