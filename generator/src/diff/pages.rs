//! Pages of lists: their items, and the fields beside these.

use super::Rule;
use super::site::{Site, Step};
use super::values::Use;
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{Field, Pager, Rules, Type, TypeKind, TypeRef};

/// Whose fields those of pages are, in messages.
const OF_PAGES: &str = " of the page";

impl<'a> Walk<'a> {
    /// Compares two pages: their items, their fields and their constants.
    pub(super) fn pages(
        &mut self,
        (old, old_item): (&'a Pager, &'a TypeRef),
        (new, new_item): (&'a Pager, &'a TypeRef),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let items = site.within(Step::Items);
        let (old_use, new_use) = (
            Use::Of(old_item, Rules::NONE),
            Use::Of(new_item, Rules::NONE),
        );
        self.values(old_use, new_use, context, &items);
        if old.items != new.items {
            let words = |items: &Option<String>| match items {
                Some(name) => format!("in the field {}", Quoted(name)),
                None => "the whole body".to_owned(),
            };
            let message = format!(
                "the items were {}, and are {}",
                words(&old.items),
                words(&new.items)
            );
            return self.change(Rule::TypeChanged, context, site, message);
        }
        let fields = |pager: &'a Pager| -> Vec<&'a Field> {
            pager.fields.iter().map(|field| &field.field).collect()
        };
        self.fields(&fields(old), &fields(new), OF_PAGES, context, site);
        for constant in &new.constants {
            let mut constants = old.constants.iter();
            let known = constants.find(|known| known.name == constant.name);
            if let Some(known) = known
                && known.value != constant.value
            {
                let (old, new) = (&known.value, &constant.value);
                let message = format!("it was always {old}, and is always {new}");
                let site = site.within(Step::Name(&constant.name));
                self.change(Rule::ConstantChanged, context, &site, message);
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
        let api = if page_is_old { self.new } else { self.old };
        let object = match (&pager.items, &ty.ty) {
            (None, Type::List(other)) => {
                return self.items_of_page(
                    page_is_old,
                    item,
                    other,
                    context,
                    &site.within(Step::Items),
                );
            }
            (Some(_), Type::Named(id)) => match &api.type_def(*id).kind {
                TypeKind::Object(object) => Some(object),
                _ => None,
            },
            _ => None,
        };
        let items = pager.items.as_ref().and_then(|name| {
            let mut fields = object?.fields.iter();
            let field = fields.find(|field| field.name == *name)?;
            match &field.ty.ty {
                Type::List(other) => Some((name, &**other)),
                _ => None,
            }
        });
        let (Some(object), Some((items, other))) = (object, items) else {
            let place = match &pager.items {
                Some(name) => format!("in the field {} of a page", Quoted(name)),
                None => "a page".to_owned(),
            };
            let message = match page_is_old {
                true => format!("its items were {place}"),
                false => format!("its items are {place}"),
            };
            return self.change(Rule::ContentChanged, context, site, message);
        };
        self.items_of_page(page_is_old, item, other, context, &site.within(Step::Items));
        let of_page: Vec<&Field> = pager.fields.iter().map(|field| &field.field).collect();
        let others = object.fields.iter().filter(|field| field.name != *items);
        let others: Vec<&Field> = others.collect();
        match page_is_old {
            true => self.fields(&of_page, &others, OF_PAGES, context, site),
            false => self.fields(&others, &of_page, OF_PAGES, context, site),
        }
    }

    /// Compares the items of a page with those of the other side.
    fn items_of_page(
        &mut self,
        page_is_old: bool,
        item: &'a TypeRef,
        other: &'a TypeRef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (item, other) = (Use::Of(item, Rules::NONE), Use::Of(other, Rules::NONE));
        match page_is_old {
            true => self.values(item, other, context, site),
            false => self.values(other, item, context, site),
        }
    }
}
