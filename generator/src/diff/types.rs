//! Named types: each pair that the operations lead to is compared once.

use super::site::{Owner, Site, Spot, Step};
use super::values::{Use, is_name};
use super::walk::{Context, Flow, Has, OwnerId, Types, Walk};
use super::words::Quoted;
use super::written::Written;
use super::{Rule, swaps, texts};
use crate::api::{Enum, Field, Openness, Tuple, TypeDef, TypeKind};
use crate::hash::HashSet;

impl<'a> Walk<'a> {
    /// Compares all pairs of types that were reached, and those that they lead to.
    pub(super) fn compare_types(&mut self) {
        while self.compare_next_types() {}
    }

    /// Compares the next pair of types. Returns whether there was one.
    pub(super) fn compare_next_types(&mut self) -> bool {
        let Some((types, owner)) = self.next_types() else {
            return false;
        };
        self.compare_pair(types, owner);
        true
    }

    /// Compares a pair of types.
    pub(super) fn compare_pair(&mut self, types: Types<'a>, owner: OwnerId) {
        let (old, new) = (self.old.type_def(types.old), self.new.type_def(types.new));
        // What is announced about a name is compared once, with its values in JSON, which each use asks for.
        if types.written != Written::Json && is_name(old) && is_name(new) {
            return;
        }
        let context = Context { owner, flow: None };
        let site = Site::root(&new.name, Spot::Type(&old.name), Spot::Type(&new.name));
        let site = site.written(types.written).as_xml(self.is_xml(types));
        self.definitions(old, new, types.without, context, &site);
    }

    fn definitions(
        &mut self,
        old: &'a TypeDef,
        new: &'a TypeDef,
        without: Option<&str>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let owners = (Owner::Type(&old.name), Owner::Type(&new.name));
        self.announcements(owners, false, (context, context), site);
        self.library_types(&old.kind, &new.kind, context, site);
        match (&old.kind, &new.kind) {
            (TypeKind::Object(old), TypeKind::Object(new)) => {
                self.objects(without, old, new, context, site);
            }
            (TypeKind::Tuple(old), TypeKind::Tuple(new)) => {
                self.tuples(old, new, context, site);
            }
            (TypeKind::Enum(old), TypeKind::Enum(new)) => {
                self.enumerations(old, new, context, site);
            }
            (TypeKind::Union(old), TypeKind::Union(new)) => {
                self.unions(old, new, context, site);
            }
            (TypeKind::Alias(old), TypeKind::Alias(new)) => {
                self.same_names(&old.ty, &new.ty, context);
            }
            // The values of newtypes, and those of types that became of another kind, are compared with their uses.
            (TypeKind::Newtype(_), TypeKind::Newtype(_))
            | (
                TypeKind::Object(_)
                | TypeKind::Tuple(_)
                | TypeKind::Enum(_)
                | TypeKind::Newtype(_)
                | TypeKind::Alias(_)
                | TypeKind::Union(_),
                _,
            ) => {}
        }
    }

    fn tuples(&mut self, old: &'a Tuple, new: &'a Tuple, context: Context, site: &Site<'_, 'a>) {
        let (old, new) = (&old.elements, &new.elements);
        if old.len() != new.len() {
            let message = format!("it had {} elements, and has {}", old.len(), new.len());
            self.change(Rule::TupleLengthChanged, context, site, message);
        } else if let Some((was, is)) = swapped(old, new) {
            let message = format!("{} is where {} was", Quoted(is), Quoted(was));
            self.change(Rule::ElementsSwapped, context, site, message);
        }
        for (old, new) in old.iter().zip(new) {
            let site = self.part(site, &old.name, &new.name);
            let new = Use::Of(&new.ty, &new.rules);
            self.values(Use::Of(&old.ty, &old.rules), new, context, &site);
        }
    }

    fn enumerations(
        &mut self,
        old: &'a Enum,
        new: &'a Enum,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        // Values are written in several ways: 1 and 1.0.
        let text = texts::plain;
        let old_values: HashSet<String> = old.on_the_wire().map(|value| text(&value)).collect();
        let new_values: HashSet<String> = new.on_the_wire().map(|value| text(&value)).collect();
        let value = |all: &Enum, value: &str| all.kind.value(value).map(|value| text(&value));
        for gone in &old.values {
            if value(old, &gone.value).is_some_and(|value| new_values.contains(&value)) {
                continue;
            }
            let rule = match new.open {
                Openness::Closed => Rule::EnumValueRemoved,
                Openness::Responses => Rule::ResponseEnumValueRemoved,
                Openness::Open => Rule::OpenEnumValueRemoved,
            };
            let site = self.part(site, &gone.value, &gone.value);
            let message = format!("the value {} is gone", Quoted(&gone.value));
            self.change_of(rule, context, &site, Has::Old, message);
        }
        for added in &new.values {
            if value(new, &added.value).is_some_and(|value| old_values.contains(&value)) {
                continue;
            }
            let rule = match old.open {
                Openness::Closed => Rule::EnumValueAdded,
                Openness::Responses => Rule::ResponseEnumValueAdded,
                Openness::Open => Rule::OpenEnumValueAdded,
            };
            let site = self.part(site, &added.value, &added.value);
            let message = format!("the value {} is new", Quoted(&added.value));
            self.change_of(rule, context, &site, Has::New, message);
        }
        self.openness(old.open, new.open, "values", context, site);
    }

    /// Compares whether a type may have values that are not listed, in requests and in responses.
    pub(super) fn openness(
        &mut self,
        old: Openness,
        new: Openness,
        what: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        use Openness::{Closed, Open, Responses};
        // What requests may have, responses may have too.
        let (rule, flow, are) = match (old, new) {
            (Closed, Closed) | (Responses, Responses) | (Open, Open) => return,
            (Closed, Responses) => (Rule::TypeOpened, Some(Flow::Response), "possible"),
            (Closed, Open) => (Rule::TypeOpened, None, "possible"),
            (Responses, Open) => (Rule::ResponseTypeOpened, None, "possible"),
            (Open, Responses) => (Rule::ResponseTypeClosed, None, "no longer possible"),
            (Responses, Closed) => (Rule::TypeClosed, Some(Flow::Response), "no longer possible"),
            (Open, Closed) => (Rule::TypeClosed, None, "no longer possible"),
        };
        let direction = match flow {
            Some(_) => " in responses",
            None => "",
        };
        let message = format!("other {what} are {are}{direction}");
        let flow = flow.or(context.flow);
        self.change(rule, Context { flow, ..context }, site, message);
    }

    /// A place in a named type: a field, an element, a value or a variant.
    pub(super) fn part<'s>(
        &self,
        site: &'s Site<'s, 'a>,
        old: &'a str,
        new: &'a str,
    ) -> Site<'s, 'a>
    where
        'a: 's,
    {
        let spot = |spot, part| match spot {
            Spot::Type(name) | Spot::Part(name, _) => Spot::Part(name, part),
            Spot::Error(name) | Spot::ErrorPart(name, _) => Spot::ErrorPart(name, part),
            Spot::ErrorShape | Spot::ErrorShapePart(_) => Spot::ErrorShapePart(part),
            Spot::Pager(pager) | Spot::PagerPart(pager, _) => Spot::PagerPart(pager, part),
            Spot::Page(name, status, pager) | Spot::PagePart(name, status, pager, _) => {
                Spot::PagePart(name, status, pager, part)
            }
            Spot::Api
            | Spot::BasePath
            | Spot::Setting(_)
            | Spot::CrateName
            | Spot::Group(_)
            | Spot::Operation(_)
            | Spot::Key(..)
            | Spot::Parameter(..)
            | Spot::Body(_)
            | Spot::Response(..)
            | Spot::Header(..)
            | Spot::ErrorHeader(..)
            | Spot::Failure(..)
            | Spot::Scheme(_)
            | Spot::SchemePart(..)
            | Spot::Scope(..)
            | Spot::Server(_) => spot,
        };
        site.at(Step::Name(new), spot(site.old, old), spot(site.new, new))
    }
}

/// The first element of a tuple whose place another element has taken, and that element. Both sides have both:
/// otherwise, an element was only renamed.
fn swapped<'a>(old: &'a [Field], new: &'a [Field]) -> Option<(&'a str, &'a str)> {
    let names = |elements: &'a [Field]| -> Vec<Option<&'a str>> {
        let elements = elements.iter();
        elements
            .map(|element| element.rust_name.as_deref())
            .collect()
    };
    let (was, is) = swaps::swapped(&names(old), &names(new))?;
    was.zip(is)
}
