//! Styles: each fits the place and the type of its parameter, and no two parameters have the same names on the wire.

use super::context::Context;
use super::scope::{ParameterValues, Scope, is_parameter_type};
use super::{fields, forms, text_forms};
use crate::api::{Location, Sensitivity, Style};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, FieldEntry, OperationEntry, PageParameterEntry, PagerEntry,
    TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::HashMap;
use crate::source::Span;

const PARAMETER_TYPE: Code = Code("E0506");
const WRONG_STYLE: Code = Code("E0530");
const WRONG_COOKIE: Code = Code("E0533");
const SAME_PARAMETER: Code = Code("E0534");
const FLAT_OBJECT: Code = Code("E0535");
const WRONG_CONSTANT: Code = Code("E0536");

/// The shape of the value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParameterShape {
    /// One text.
    Single,
    /// A list of texts.
    List,
    /// An object, a map, or a union with such variants.
    Object,
    /// Anything else.
    Other,
}

/// A parameter of a request: its type and its style.
pub(super) fn check<'d>(
    parameter: &'d FieldEntry,
    location: Location,
    context: &mut Context<'_, 'd>,
) {
    let scope = context.scope;
    fields::check(parameter, context);
    if location == Location::Cookie && !text_forms::is_token(&parameter.name.value) {
        // An empty name was reported with the names of fields.
        if !parameter.name.value.is_empty() {
            let message = format!("`{}` is not a valid name of a cookie", parameter.name.value);
            let diagnostic = Diagnostic::error(WRONG_COOKIE, message, parameter.name.span);
            context.report(diagnostic.help("use letters, digits, `-` and `_`"));
        }
    }
    check_constant(parameter, location, context.diagnostics);
    if !scope.is_complete(&parameter.ty) {
        return;
    }
    let shape = shape(parameter, scope);
    match &parameter.style.style {
        Some(style) => match misfit(style.value, shape, location) {
            Some(help) => {
                let message = "this style does not fit the parameter";
                let diagnostic = Diagnostic::error(WRONG_STYLE, message, style.span);
                context.report(diagnostic.help(help));
                return;
            }
            None => check_parts(parameter, style.value, style.span, context),
        },
        None => match null(parameter, location, scope) {
            Some(diagnostic) => context.report(diagnostic),
            None => check_plain(parameter, shape, location, context.diagnostics),
        },
    }
    check_options(parameter, location, context.diagnostics);
}

/// A parameter that always has the same value.
fn check_constant(parameter: &FieldEntry, location: Location, diagnostics: &mut Diagnostics) {
    let Some(constant) = &parameter.constant else {
        return;
    };
    let text = constant.kind.as_text().unwrap_or_default();
    let (message, help) = match location {
        Location::Path => (
            "a path parameter cannot be constant",
            "write the value in the route, instead of the parameter",
        ),
        Location::Header if text.contains(|c: char| c.is_ascii_control() && c != '\t') => (
            "a header cannot contain line breaks or other control characters",
            "use a value without them",
        ),
        Location::Header if text.trim() != text => {
            ("a header cannot have white space at its ends", "remove it")
        }
        Location::Cookie
            if !text
                .chars()
                .all(|c| c != ',' && text_forms::is_in_cookie(c)) =>
        {
            (
                "a cookie cannot contain this value",
                "use a value without white space, quotes, commas, semicolons and backslashes",
            )
        }
        Location::Query | Location::Header | Location::Cookie => return,
    };
    diagnostics.push(Diagnostic::error(WRONG_CONSTANT, message, constant.span).help(help));
}

fn shape(parameter: &FieldEntry, scope: &Scope<'_>) -> ParameterShape {
    let ty = &parameter.ty;
    if is_parameter_type(ty, ParameterValues::Single, scope) {
        return ParameterShape::Single;
    }
    if is_parameter_type(ty, ParameterValues::SingleOrList, scope) {
        return ParameterShape::List;
    }
    match &ty.kind {
        TypeExprKind::Named(_) if matches!(scope.kind(ty), Some(TypeEntryKind::Tuple(_))) => {
            ParameterShape::Other
        }
        TypeExprKind::Named(_) | TypeExprKind::Map(_) if !ty.nullable => ParameterShape::Object,
        TypeExprKind::Named(_)
        | TypeExprKind::Map(_)
        | TypeExprKind::List(_)
        | TypeExprKind::Scalar(_) => ParameterShape::Other,
    }
}

/// Why a style does not fit, and which ones do.
fn misfit(style: Style, shape: ParameterShape, location: Location) -> Option<&'static str> {
    let in_query = location == Location::Query;
    match style {
        Style::Single => None,
        Style::Repeated if shape != ParameterShape::List => {
            Some("`repeated` is for lists of single values")
        }
        Style::Repeated => match location {
            Location::Query | Location::Header => None,
            Location::Path | Location::Cookie => {
                Some("remove the style: a list in a path or a cookie is separated by commas")
            }
        },
        Style::Comma | Style::Space | Style::Pipe | Style::Label | Style::Matrix
            if !matches!(shape, ParameterShape::List | ParameterShape::Object) =>
        {
            Some("this style is for lists and objects of single values")
        }
        Style::Comma => None,
        Style::Space | Style::Pipe => {
            (!in_query).then_some("`space` and `pipe` are for the query; use `comma`")
        }
        Style::Label | Style::Matrix => (location != Location::Path)
            .then_some("`label` and `matrix` are for the path; use `comma`"),
        Style::Fields(_) if shape != ParameterShape::Object => {
            Some("`pairs` is for objects and maps")
        }
        Style::Fields(_) => (!matches!(location, Location::Path | Location::Header))
            .then_some("`pairs` is for headers and paths; use `comma`"),
        Style::Deep(_) if shape != ParameterShape::Object => {
            Some("`deep` is for objects, maps, and unions with such variants")
        }
        Style::Deep(_) => (!in_query).then_some("`deep` is for the query; use `json`"),
        Style::Flat(_) if shape != ParameterShape::Object => Some("`flat` is for objects and maps"),
        Style::Flat(_) => (!in_query).then_some("`flat` is for the query; use `json`"),
        Style::Json => (location == Location::Path)
            .then_some("`json` is for `query`, `headers` and `cookies`; use a `string`"),
    }
}

/// The type of a parameter without a style.
fn check_plain(
    parameter: &FieldEntry,
    shape: ParameterShape,
    location: Location,
    diagnostics: &mut Diagnostics,
) {
    let help = match (shape, location) {
        (ParameterShape::Single | ParameterShape::List, _) => return,
        (ParameterShape::Object, Location::Query) => {
            "say how it is written: `style: deep` (`a[x]=1`), `style: flat` (`x=1`) or `style: json`"
        }
        (ParameterShape::Object, Location::Path) => {
            "say how it is written: `style: comma` (`x,1,y,2`) or `style: pairs` (`x=1,y=2`)"
        }
        (_, Location::Path) => {
            "use a scalar other than `json`, a newtype, an enumeration or a list of these; path \
             parameters are never null"
        }
        (ParameterShape::Object, Location::Header | Location::Cookie)
        | (ParameterShape::Other, Location::Query | Location::Header | Location::Cookie)
            if !parameter.ty.nullable =>
        {
            "use a scalar other than `json`, a newtype, an enumeration or a list of these, or add \
             `style: json`"
        }
        (
            ParameterShape::Object | ParameterShape::Other,
            Location::Query | Location::Header | Location::Cookie,
        ) => {
            "use a scalar other than `json`, a newtype, an enumeration or a list of these; \
             parameters are never null"
        }
    };
    let message = "a parameter cannot have this type";
    diagnostics.push(Diagnostic::error(PARAMETER_TYPE, message, parameter.ty.span).help(help));
}

/// The error of a parameter that could be without its null: `q?: string?`, `ids: list<string?>`.
fn null(parameter: &FieldEntry, location: Location, scope: &Scope<'_>) -> Option<Diagnostic> {
    let mut ty = parameter.ty.clone();
    ty.nullable = false;
    if let TypeExprKind::List(item) = &mut ty.kind {
        item.nullable = false;
    }
    let (written, wanted) = (parameter.ty.to_string(), ty.to_string());
    if written == wanted || !is_parameter_type(&ty, ParameterValues::SingleOrList, scope) {
        return None;
    }
    let may_be_absent = location != Location::Path && (parameter.optional || parameter.ty.nullable);
    let mark = if may_be_absent { "?" } else { "" };
    let message = match parameter.ty.nullable {
        true => "a parameter is never null",
        false => "the items of a parameter are never null",
    };
    let diagnostic = Diagnostic::error(PARAMETER_TYPE, message, parameter.ty.span);
    let diagnostic = match may_be_absent && parameter.ty.nullable {
        true => diagnostic.note("a parameter that may be absent has a `?` after its name"),
        false => diagnostic,
    };
    let help = format!("write `{}{mark}: {wanted}`", parameter.name.value);
    Some(diagnostic.help(help))
}

/// The parts of a value that is written like a form, or as JSON.
fn check_parts<'d>(
    parameter: &'d FieldEntry,
    style: Style,
    span: Span,
    context: &mut Context<'_, 'd>,
) {
    let lists = parameter.style.lists.as_ref().map(|lists| lists.value);
    let lists = lists.unwrap_or_default();
    match style {
        Style::Deep(_) => {
            let name = &parameter.name;
            forms::check_name(&name.value, name.span, name.span, context.diagnostics);
            forms::check(&parameter.ty, lists, span, context);
        }
        Style::Flat(_) => {
            check_flat(parameter, context);
            forms::check(&parameter.ty, lists, span, context);
        }
        Style::Json if parameter.ty.nullable => {
            let message = "a parameter cannot be null";
            let diagnostic = Diagnostic::error(PARAMETER_TYPE, message, parameter.ty.span);
            let help =
                "remove the `?`, and write it after the name: the parameter is absent instead";
            context.report(diagnostic.help(help));
        }
        Style::Comma
        | Style::Space
        | Style::Pipe
        | Style::Label
        | Style::Matrix
        | Style::Fields(_) => check_fields(parameter, span, context),
        Style::Single | Style::Repeated | Style::Json => {}
    }
}

/// An object or a map that is one text: its fields are single values.
fn check_fields<'d>(parameter: &'d FieldEntry, span: Span, context: &mut Context<'_, 'd>) {
    let scope = context.scope;
    let is_single = |ty: &TypeExpr| is_parameter_type(ty, ParameterValues::Single, scope);
    let fits = match (&parameter.ty.kind, scope.kind(&parameter.ty)) {
        (_, Some(TypeEntryKind::Object { fields, others, .. })) => {
            fields.iter().all(|field| is_single(&field.ty))
                && match others {
                    AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected => true,
                    AdditionalFieldsEntry::Kept(ty) => is_single(ty),
                    AdditionalFieldsEntry::Union(_) => false,
                }
        }
        (TypeExprKind::Map(value), _) => is_single(value),
        (TypeExprKind::List(_), _) => true,
        (TypeExprKind::Scalar(_) | TypeExprKind::Named(_), _) => false,
    };
    if !fits {
        let message = "this style is for objects whose fields are single values";
        let diagnostic = Diagnostic::error(WRONG_STYLE, message, span);
        context.report(diagnostic.help(
            "use `json`, or `deep` in the query; a field cannot be null, a list, an object or `json`",
        ));
    }
}

/// An object or a map whose fields or entries are parameters.
fn check_flat(parameter: &FieldEntry, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let entry = scope.kind(&parameter.ty);
    let problem = match entry {
        Some(TypeEntryKind::Object {
            others:
                AdditionalFieldsEntry::Ignored
                | AdditionalFieldsEntry::Rejected
                | AdditionalFieldsEntry::Kept(_),
            ..
        }) => None,
        // An undeclared name has its own error.
        None => None,
        Some(_) => Some((
            "only an object or a map can be `flat`",
            "its fields are the parameters; use `deep` for unions",
        )),
    };
    let sensitive = (parameter.sensitivity != Sensitivity::Public).then_some((
        "a `flat` parameter cannot be `personal` or `secret`",
        match entry {
            Some(_) => "mark the fields of the object",
            None => "validation errors contain the names of its entries; use `deep`",
        },
    ));
    for (message, help) in problem.into_iter().chain(sensitive) {
        let diagnostic = Diagnostic::error(FLAT_OBJECT, message, parameter.ty.span);
        context.report(diagnostic.help(help));
    }
}

/// `lists` and `allow_reserved`.
fn check_options(parameter: &FieldEntry, location: Location, diagnostics: &mut Diagnostics) {
    let style = parameter.style.written();
    let has_parts = matches!(style, Some(Style::Deep(_) | Style::Flat(_)));
    if let (Some(lists), false) = (&parameter.style.lists, has_parts) {
        let message = "`lists` belongs to `style: deep` and `style: flat`";
        let diagnostic = Diagnostic::error(WRONG_STYLE, message, lists.span);
        diagnostics.push(diagnostic.help("remove `lists`; `style` says how a list is written"));
    }
    if let Some(span) = parameter.style.allow_reserved
        && (location != Location::Query || has_parts)
    {
        let message = "`allow_reserved` does not apply to this parameter";
        let diagnostic = Diagnostic::error(WRONG_STYLE, message, span)
            .note("it is for values in the query that are neither `deep` nor `flat`");
        diagnostics.push(diagnostic.help("remove `allow_reserved`"));
    }
}

/// Reports a style or a constant value of a header in a response.
pub(super) fn check_none(header: &FieldEntry, diagnostics: &mut Diagnostics) {
    if let Some(constant) = &header.constant {
        let message = "a header of a response cannot be constant";
        let diagnostic = Diagnostic::error(WRONG_CONSTANT, message, constant.span);
        diagnostics.push(diagnostic.help("write its type, such as `string`"));
    }
    let style = &header.style;
    let spans = [
        style.style.as_ref().map(|style| style.span),
        style.lists.as_ref().map(|lists| lists.span),
        style.allow_reserved,
    ];
    for span in spans.into_iter().flatten() {
        let message = "a header of a response has no style";
        let diagnostic = Diagnostic::error(WRONG_STYLE, message, span);
        diagnostics.push(diagnostic.help("remove the key"));
    }
}

/// Reports names of the query that belong to two parameters: the fields of `flat` objects, and names in front of
/// brackets.
pub(super) fn check_collisions(
    operation: &OperationEntry,
    pager: Option<&PagerEntry>,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    // Each name before its brackets, with the parameter, and whether the parameter takes all parts of it.
    let mut taken: HashMap<&str, (Span, bool)> = HashMap::default();
    let of_page = pager.into_iter().flat_map(PagerEntry::parameters);
    for PageParameterEntry { parameter, .. } in of_page {
        taken.insert(&parameter.value, (parameter.span, false));
    }
    let mut rest: Option<Span> = None;
    for parameter in &operation.query {
        if has_rest(parameter, scope) {
            match rest {
                Some(first) => context.report(second_rest(parameter, first)),
                None => rest = Some(parameter.name.span),
            }
        }
        let style = parameter.style.written();
        let (names, takes_parts): (Vec<&str>, bool) = match style {
            Some(Style::Flat(_)) => (flat_names(parameter, scope), true),
            Some(Style::Deep(_)) => (vec![&parameter.name.value], true),
            _ => (vec![before_brackets(&parameter.name.value)], false),
        };
        for name in names {
            match taken.get(name) {
                Some((other, others_parts)) if takes_parts || *others_parts => {
                    let message = format!("the query has two parameters `{name}`");
                    let diagnostic =
                        Diagnostic::error(SAME_PARAMETER, message, parameter.name.span)
                            .label("this parameter")
                            .also(*other, "and this one");
                    context.report(diagnostic.help("rename one of the two"));
                }
                Some(_) => {}
                None => {
                    taken.insert(name, (parameter.name.span, takes_parts));
                }
            }
        }
    }
}

/// Whether a parameter takes all query parameters that no other parameter names.
fn has_rest(parameter: &FieldEntry, scope: &Scope<'_>) -> bool {
    let style = parameter.style.written();
    let has_any_name = match scope.kind(&parameter.ty) {
        Some(TypeEntryKind::Object { others, .. }) => {
            matches!(others, AdditionalFieldsEntry::Kept(_))
        }
        Some(_) => false,
        None => matches!(parameter.ty.kind, TypeExprKind::Map(_)),
    };
    has_any_name && matches!(style, Some(Style::Flat(_)))
}

fn second_rest(parameter: &FieldEntry, first: Span) -> Diagnostic {
    let message = "two parameters take all other names of the query";
    Diagnostic::error(SAME_PARAMETER, message, parameter.name.span)
        .label("this parameter")
        .also(first, "and this one")
        .note("nothing tells which of the two a name belongs to")
        .help("remove one of the two, or use `deep`")
}

/// The names of a `flat` parameter in the query: the names of its fields.
pub(super) fn flat_names<'d>(parameter: &'d FieldEntry, scope: &Scope<'d>) -> Vec<&'d str> {
    FieldEntry::names(scope.object(&parameter.ty).unwrap_or_default()).collect()
}

fn before_brackets(name: &str) -> &str {
    name.split('[').next().unwrap_or_default()
}
