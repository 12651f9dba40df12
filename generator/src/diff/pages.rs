//! Pages of lists: their items, and the fields beside these.

use super::Rule;
use super::envelopes::Body;
use super::objects::{Member, Members};
use super::site::{Site, Step};
use super::values::Use;
use super::walk::{Context, Walk};
use super::words::{Quoted, words};
use crate::api::{Pager, Rules, TypeRef};

impl<'a> Walk<'a> {
    /// Compares two pages as objects or as lists. Changes of items are about the response, and changes of fields are
    /// about the pager.
    pub(super) fn pages(
        &mut self,
        (old, old_item): (&'a Pager, &'a TypeRef),
        (new, new_item): (&'a Pager, &'a TypeRef),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let page = site.in_parts(site.old.page(&old.name), site.new.page(&new.name));
        match (members(old, old_item), members(new, new_item)) {
            (Some(mut old_page), Some(mut new_page)) => {
                self.announced_members(&old_page, &new_page, context, &page);
                if let (Some(name), Some(same)) = (&old.items, &new.items)
                    && name == same
                {
                    let items = site.within(Step::Name(name));
                    let (old, new) = (Use::ListOf(old_item), Use::ListOf(new_item));
                    self.values(old, new, context, &items);
                    for page in [&mut old_page, &mut new_page] {
                        page.all.retain(|member| member.name != name);
                    }
                }
                self.all_members(&old_page, &new_page, context, &page);
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
                self.change(Rule::TypeChanged, context, &page, message);
            }
        }
    }

    /// Compares a page with a value that the other document does not describe as a page.
    pub(super) fn page_and_value(
        &mut self,
        (pager, item): (&'a Pager, &'a TypeRef),
        ty: &'a TypeRef,
        page_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let value = Use::Of(ty, Rules::NONE);
        let (Some(page), Some(items)) = (members(pager, item), &pager.items) else {
            return match page_is_old {
                true => self.values(Use::ListOf(item), value, context, site),
                false => self.values(value, Use::ListOf(item), context, site),
            };
        };
        let api = if page_is_old { self.new } else { self.old };
        let Some(object) = Body::of(api, value) else {
            let other = words(api, value);
            let page = format!("a page, an object with the items in {}", Quoted(items));
            let message = match page_is_old {
                true => format!("it was {page}, and is {other}"),
                false => format!("it was {other}, and is {page}"),
            };
            return self.change(Rule::ContentChanged, context, site, message);
        };
        let page = Body::of_fields(page.all);
        let (old, new) = match page_is_old {
            true => (page, object),
            false => (object, page),
        };
        self.object_bodies(&old, &new, context, site);
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
