//! Parameters of requests, and headers of responses.

use super::access::key_parameter;
use super::objects::members;
use super::paths::{Base, route};
use super::presence::{Needed, PresenceRules, word};
use super::separators;
use super::site::{Site, Spot, Step};
use super::styles;
use super::values::Use;
use super::walk::{Context, Has, Walk};
use super::words::Quoted;
use super::written::Written;
use super::{Rule, forms};
use crate::api::{
    AdditionalFields, Api, Lists, Location, Operation, Parameter, PathSegment, Style, Type,
    TypeKind,
};

/// A parameter on the wire. If an object is written flat, each of its fields is one.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    name: &'a str,
    /// The name of the parameter in the document.
    declared: &'a str,
    location: Location,
    needed: Needed<'a>,
    value: Use<'a>,
    /// The style, as far as it differs between values of the same type. A single value is written as a list with one
    /// item, whatever separates these.
    style: Option<Style>,
    is_text: bool,
    /// Whether responses always have it, whatever generated code says.
    is_always_sent: bool,
    /// Whether it is all parameters that are not among the fields of an object that is written flat.
    is_others: bool,
}

impl<'a> From<&'a Parameter> for Given<'a> {
    fn from(parameter: &'a Parameter) -> Self {
        Self {
            name: &parameter.name,
            declared: &parameter.name,
            location: parameter.location,
            needed: match parameter.is_required() {
                // An empty list is no parameter at all.
                true if parameter.may_be_omitted() => Needed::Optional,
                true | false => Needed::of(&parameter.presence, parameter.stated_default.as_ref()),
            },
            value: match &parameter.constant {
                Some(value) => Use::Constant(value),
                None if parameter.location == Location::Path => {
                    Use::InPath(&parameter.ty, &parameter.rules)
                }
                None => Use::Of(&parameter.ty, &parameter.rules),
            },
            style: match parameter.style {
                Style::Single => None,
                other => Some(other),
            },
            is_text: parameter.style != Style::Json,
            is_always_sent: parameter.is_always_sent,
            is_others: false,
        }
    }
}

impl<'a> Given<'a> {
    /// Its fields, each as a parameter, if it is an object that is written flat. Others are the parameters of the other
    /// side.
    fn fields(api: &'a Api, parameter: &'a Parameter, others: &[Parameter]) -> Option<Vec<Self>> {
        let (Style::Flat(_), Type::Named(id)) = (parameter.style, &parameter.ty.ty) else {
            return None;
        };
        let TypeKind::Object(object) = &api.type_def(*id).kind else {
            return None;
        };
        let whole = Self::from(parameter);
        // An object is there if any of its fields is, and the other side may have that one alone.
        let is_there_without = |name: &str| {
            let mut names = members(object).map(|member| member.name);
            names.any(|field| {
                let mut others = others.iter();
                let is_same =
                    |other: &Parameter| other.location == parameter.location && other.name == field;
                field != name && others.any(is_same)
            })
        };
        let is_repeated = parameter.style == Style::Flat(Lists::Repeated);
        let is_list =
            |value: Use<'_>| matches!(value, Use::Of(ty, _) if matches!(ty.ty, Type::List(_)));
        let fields = members(object).map(|member| Self {
            name: member.name,
            needed: match (whole.needed, member.presence) {
                (Needed::Optional | Needed::Default(_) | Needed::Stated(_), Needed::Required)
                    if !is_there_without(member.name) =>
                {
                    Needed::Optional
                }
                (_, needed) => needed,
            },
            value: member.value,
            style: (is_repeated && is_list(member.value)).then_some(Style::Repeated),
            ..whole
        });
        let others = match &object.others {
            AdditionalFields::Kept(ty, rules) => Some(Self {
                needed: Needed::Optional,
                value: Use::Of(ty, rules),
                style: None,
                is_others: true,
                ..whole
            }),
            AdditionalFields::Ignored | AdditionalFields::Rejected | AdditionalFields::Union(_) => {
                None
            }
        };
        Some(fields.chain(others).collect())
    }

    /// Whether both are the same parameter. Names of headers are case-insensitive.
    fn is_same(&self, other: &Self) -> bool {
        self.location == other.location
            && self.is_others == other.is_others
            && match self.location {
                _ if self.is_others => true,
                Location::Header => self.name.eq_ignore_ascii_case(other.name),
                Location::Path | Location::Query | Location::Cookie => self.name == other.name,
            }
    }

    /// Whether it is an object with all that is in it as text: in one text, in brackets, or as parameters.
    const fn has_parts(&self) -> bool {
        matches!(
            self.style,
            Some(Style::Fields(_) | Style::Deep(_) | Style::Flat(_))
        )
    }

    /// Whether messages without it break the description.
    const fn is_required(&self) -> bool {
        self.needed.is_required() || self.is_always_sent
    }

    fn described(&self) -> String {
        let what = match self.location {
            Location::Path => "path parameter",
            Location::Query => "query parameter",
            Location::Header => "header",
            Location::Cookie => "cookie",
        };
        match self.is_others {
            true => format!("rest of the object {}", Quoted(self.name)),
            false => format!("{} {what} {}", word(self.is_required()), Quoted(self.name)),
        }
    }
}

impl<'a> Walk<'a> {
    /// Compares the parameters of an operation, apart from those that conditions and signatures add.
    pub(super) fn parameters(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let key = key_parameter(old, (self.new, new)).or(key_parameter(new, (self.old, old)));
        for (old_given, new_given) in self.parameter_pairs(old, new) {
            let Some(any) = new_given.or(old_given) else {
                continue;
            };
            // The other side describes it as credentials.
            if key.is_some_and(|key| (key.name.as_str(), key.location) == (any.name, any.location))
            {
                continue;
            }
            let declared = |given: Option<Given<'a>>| given.unwrap_or(any).declared;
            let place = site.within(Step::Name(any.location.name()));
            let site = place.at(
                Step::Name(any.name),
                Spot::Parameter(&old.name, any.location, declared(old_given)),
                Spot::Parameter(&new.name, any.location, declared(new_given)),
            );
            match any.is_others {
                true => {
                    let others = site.within(Step::Values);
                    self.parameter_pair(old_given, new_given, context, &others);
                }
                false => self.parameter_pair(old_given, new_given, context, &site),
            }
        }
    }

    /// The parameters of two operations: those of the path by their positions, and the others by their names.
    fn parameter_pairs(&self, old: &'a Operation, new: &'a Operation) -> Vec<Pair<'a>> {
        let mut pairs = pairs_in_path(old, new);
        let old_others = others(self.old, old, new);
        let new_others = others(self.new, new, old);
        pairs.extend(by_name(&old_others, &new_others));
        pairs
    }

    /// Compares a parameter with the same one of the other side, if both have it.
    pub(super) fn parameter_pair(
        &mut self,
        old: Option<Given<'a>>,
        new: Option<Given<'a>>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match (old, new) {
            (Some(old), Some(new)) => self.parameter(old, new, context, site),
            (Some(gone), None) => {
                let rule = match gone.is_required() {
                    true => Rule::RequiredParameterRemoved,
                    false => Rule::OptionalParameterRemoved,
                };
                let message = format!("the {} is gone", gone.described());
                self.change_of(rule, context, site, Has::Old, message);
            }
            (None, Some(added)) => {
                let rule = match added.is_required() {
                    true => Rule::RequiredParameterAdded,
                    false => Rule::OptionalParameterAdded,
                };
                let message = format!("the {} is new", added.described());
                self.change_of(rule, context, site, Has::New, message);
            }
            (None, None) => {}
        }
    }

    fn parameter(&mut self, old: Given<'a>, new: Given<'a>, context: Context, site: &Site<'_, 'a>) {
        let rules = PresenceRules {
            became_required: Rule::ParameterBecameRequired,
            became_optional: Rule::ParameterBecameOptional,
        };
        // A path always has all its segments.
        if old.location != Location::Path {
            self.presence(old.needed, new.needed, &rules, context, site);
        }
        let written = match (
            old.is_text && new.is_text,
            old.has_parts() && new.has_parts(),
        ) {
            (false, _) => Written::Json,
            (true, false) => Written::Text,
            (true, true) => Written::AllText,
        };
        self.values(old.value, new.value, context, &site.written(written));
        if let Some(message) = self.style(old, new) {
            self.change(Rule::ParameterStyleChanged, context, site, message);
        }
    }

    /// What is different in how a value is written, if one side misreads what the other one writes.
    fn style(&self, old: Given<'a>, new: Given<'a>) -> Option<String> {
        let other_style = || {
            let words =
                |style: Option<Style>| style.map_or("as one string".to_owned(), styles::parameter);
            let (was, is) = (words(old.style), words(new.style));
            format!("its value was written {was}, and is written {is}")
        };
        // What may be in the text of a single value separates the items of the list on the other side.
        let separator = |list: Style, api: &'a Api, single: Given<'a>| {
            // It has a line for each item.
            if single.location == Location::Header && single.name.eq_ignore_ascii_case("set-cookie")
            {
                return None;
            }
            let separator = list.separator()?;
            let may_have = separators::may_have(api, single.value, separator);
            may_have.then(|| Quoted(&separator.to_string()).to_string())
        };
        match (old.style, new.style) {
            (Some(was), Some(is)) => (was != is).then(other_style),
            // In JSON, text has quotes.
            (None, Some(Style::Json)) | (Some(Style::Json), None) => {
                let may_be_text = self.may_be_text(old.value, new.value);
                may_be_text.then(other_style)
            }
            (None, Some(list)) => {
                let separator = separator(list, self.old, old)?;
                Some(format!(
                    "a value with {separator} in it is more than one item"
                ))
            }
            (Some(list), None) => {
                let separator = separator(list, self.new, new)?;
                Some(format!(
                    "a value with {separator} in it was more than one item"
                ))
            }
            (None, None) => None,
        }
    }
}

type Pair<'a> = (Option<Given<'a>>, Option<Given<'a>>);

/// The parameters of both paths by their positions. Those of different paths are the same by their names, if both have
/// these.
fn pairs_in_path<'a>(old: &'a Operation, new: &'a Operation) -> Vec<Pair<'a>> {
    let (old_path, new_path) = (in_path(old), in_path(new));
    let is_moved = route(Base::default(), old) != route(Base::default(), new);
    let has = |all: &[Given<'a>], given: &Given<'a>| {
        is_moved && all.iter().any(|other| other.name == given.name)
    };
    let mut left = old_path.iter().filter(|given| !has(&new_path, given));
    let pairs = new_path.iter().map(|given| {
        let mut same = old_path.iter();
        let known = match has(&old_path, given) {
            true => same.find(|known| known.name == given.name),
            false => left.next(),
        };
        (known.copied(), Some(*given))
    });
    let mut pairs: Vec<Pair<'a>> = pairs.collect();
    pairs.extend(left.map(|gone| (Some(*gone), None)));
    pairs
}

/// The parameters of the path, in its order.
fn in_path(operation: &Operation) -> Vec<Given<'_>> {
    let names = operation.path.iter().flat_map(PathSegment::parameters);
    let parameters = names.filter_map(|name| {
        let mut all = operation.parameters.iter();
        all.find(|parameter| parameter.location == Location::Path && parameter.name == name)
    });
    parameters.map(Given::from).collect()
}

/// The other parameters. An object that is written flat stays one parameter if the other side has it too.
fn others<'a>(api: &'a Api, operation: &'a Operation, other: &Operation) -> Vec<Given<'a>> {
    let is_flat = |parameter: &Parameter| matches!(parameter.style, Style::Flat(_));
    let parameters = operation.parameters.iter();
    let parameters = parameters.filter(|parameter| parameter.location != Location::Path);
    let given = parameters.flat_map(|parameter| {
        let mut all = other.parameters.iter();
        let has_other = all.any(|other| other.name == parameter.name && is_flat(other));
        let fields = match has_other {
            true => None,
            false => Given::fields(api, parameter, &other.parameters),
        };
        fields.unwrap_or_else(|| vec![parameter.into()])
    });
    let written = given.map(|given| Given {
        style: given
            .style
            .map(|style| without_lists(api, style, given.value)),
        ..given
    });
    written.collect()
}

/// The style of a value. How lists in an object are written means nothing if there are none.
fn without_lists(api: &Api, style: Style, value: Use<'_>) -> Style {
    let has_lists = || match value {
        Use::Of(ty, _) | Use::InPath(ty, _) => forms::may_have_lists(api, ty),
        Use::ListOf(_) => true,
        Use::Constant(_) => false,
    };
    match style {
        Style::Deep(_) if !has_lists() => Style::Deep(Lists::Repeated),
        Style::Flat(_) if !has_lists() => Style::Flat(Lists::Repeated),
        style => style,
    }
}

fn by_name<'a>(old: &[Given<'a>], new: &[Given<'a>]) -> Vec<Pair<'a>> {
    let find = |all: &[Given<'a>], wanted: &Given<'a>| {
        all.iter().find(|given| given.is_same(wanted)).copied()
    };
    let gone = old.iter().filter(|given| find(new, given).is_none());
    let gone = gone.map(|given| (Some(*given), None));
    let present = new.iter().map(|given| (find(old, given), Some(*given)));
    gone.chain(present).collect()
}

/// The headers of two responses, by their names, which have no case.
pub(super) fn header_pairs<'a>(old: &'a [Parameter], new: &'a [Parameter]) -> Vec<HeaderPair<'a>> {
    let given =
        |headers: &'a [Parameter]| -> Vec<Given<'a>> { headers.iter().map(Given::from).collect() };
    let pairs = by_name(&given(old), &given(new)).into_iter();
    let pairs = pairs.filter_map(|(old, new)| {
        let names = (old.or(new)?.name, new.or(old)?.name);
        Some((names, (old, new)))
    });
    pairs.collect()
}

/// How both sides write the name of a header, and the header of each side that has it.
type HeaderPair<'a> = ((&'a str, &'a str), Pair<'a>);
