//! Pages of lists: their items, and the fields beside these.

use super::Rule;
use super::objects::{Member, Members};
use super::site::Site;
use super::values::{Shape, Use, resolve};
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{AdditionalFields, Pager, Rules, TypeKind, TypeRef};

impl<'a> Walk<'a> {
    /// Compares two pages as the objects that they are, or as lists.
    pub(super) fn pages(
        &mut self,
        (old, old_item): (&'a Pager, &'a TypeRef),
        (new, new_item): (&'a Pager, &'a TypeRef),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match (members(old, old_item), members(new, new_item)) {
            (Some(old), Some(new)) => {
                self.all_members(&old, &new, context, site);
                self.announced_members(&old, &new, context, site);
            }
            (None, None) => {
                self.values(Use::ListOf(old_item), Use::ListOf(new_item), context, site);
            }
            (Some(_), None) | (None, Some(_)) => {
                let words = |pager: &Pager| match &pager.items {
                    Some(name) => format!("in the field {}", Quoted(name)),
                    None => "the whole body".to_owned(),
                };
                let message = format!("the items were {}, and are {}", words(old), words(new));
                self.change(Rule::TypeChanged, context, site, message);
            }
        }
    }

    /// Compares a page with a value that the other document describes like any other.
    pub(super) fn page_and_value(
        &mut self,
        (pager, item): (&'a Pager, &'a TypeRef),
        ty: &'a TypeRef,
        page_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let value = Use::Of(ty, Rules::NONE);
        let Some(page) = members(pager, item) else {
            return match page_is_old {
                true => self.values(Use::ListOf(item), value, context, site),
                false => self.values(value, Use::ListOf(item), context, site),
            };
        };
        let api = if page_is_old { self.new } else { self.old };
        let (Shape::Named(_, TypeKind::Object(object)), is_null, _) = resolve(api, value) else {
            let words = "a page with other fields than its items";
            let message = match page_is_old {
                true => format!("it was {words}"),
                false => format!("it is {words}"),
            };
            return self.change(Rule::ContentChanged, context, site, message);
        };
        if is_null {
            let (rule, message) = match page_is_old {
                true => (Rule::NullAdded, "it can be null"),
                false => (Rule::NullRemoved, "it can no longer be null"),
            };
            self.change(rule, context, site, message.to_owned());
        }
        let object = Members::of(object);
        let others = (&AdditionalFields::Ignored, object.others());
        let ((old, new), (old_others, new_others)) = match page_is_old {
            true => ((page, object), others),
            false => ((object, page), (others.1, others.0)),
        };
        self.all_members(&old, &new, context, site);
        self.others(old_others, new_others, context, site);
        self.announced_members(&old, &new, context, site);
    }
}

/// The fields of a page of these items, if it is not the list itself.
fn members<'a>(pager: &'a Pager, item: &'a TypeRef) -> Option<Members<'a>> {
    let name = pager.items.as_ref()?;
    let constants = pager.constants.iter().map(Member::from);
    let items = Member::items(name, item, &pager.notes);
    let fields = pager.fields.iter();
    let fields = fields.map(|field| Member::from(&field.field));
    Some(Members {
        all: constants.chain([items]).chain(fields).collect(),
        object: None,
    })
}
