//! What the fields of a page say about it: which one has the items, and where clients go next. If both documents have
//! the old field and the new one, nothing else tells that their meaning is different.

use super::Rule;
use super::site::{Site, Spot};
use super::values::{Shape, Use, resolve};
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{
    Api, NextPage, NextPosition, Operation, PageFieldRole, Pager, Rules, Type, TypeDef, TypeKind,
    TypeRef,
};

/// What a field says about a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Items,
    Next,
    Total,
    Pages,
    More,
}

impl Says {
    const ALL: [Self; 5] = [
        Self::Items,
        Self::Next,
        Self::Total,
        Self::Pages,
        Self::More,
    ];

    const fn words(self) -> &'static str {
        match self {
            Self::Items => "the list of the items",
            Self::Next => "the position of the next page",
            Self::Total => "the number of all items",
            Self::Pages => "the number of pages",
            Self::More => "whether there are more items",
        }
    }
}

/// The names that lead to a field of a response.
type Path<'a> = Vec<&'a str>;

/// The fields of a response that say something about its page.
struct Page<'a> {
    api: &'a Api,
    body: Body<'a>,
    fields: Vec<(Says, Path<'a>)>,
}

/// What a page is.
enum Body<'a> {
    Pager(&'a Pager),
    Value(&'a TypeRef),
}

impl<'a> Page<'a> {
    fn of(api: &'a Api, operation: &'a Operation) -> Option<Self> {
        let Some(paging) = &operation.paging else {
            return Some(Self::of_pager(api, api.pager(operation.pager()?)));
        };
        let content = &operation.response().content;
        let path = |names: &'a [String]| -> Path<'a> {
            let names = names.iter().map(String::as_str);
            names
                .skip(usize::from(content.envelope().is_some()))
                .collect()
        };
        let next = match &paging.next {
            NextPage::Field(names) | NextPage::Url(names) => path(names),
            NextPage::Counted | NextPage::Item(_) | NextPage::Header(_) | NextPage::Link => {
                Vec::new()
            }
        };
        let others = [
            (Says::Next, next),
            (Says::Total, path(&paging.total)),
            (Says::Pages, path(&paging.pages)),
            (Says::More, path(&paging.more)),
        ];
        let others = others.into_iter().filter(|(_, path)| !path.is_empty());
        let items = (Says::Items, path(&paging.items));
        Some(Self {
            api,
            body: Body::Value(content.value()?),
            fields: std::iter::once(items).chain(others).collect(),
        })
    }

    fn of_pager(api: &'a Api, pager: &'a Pager) -> Self {
        let items = pager
            .items
            .iter()
            .map(|name| (Says::Items, vec![name.as_str()]));
        let others = pager.fields.iter().filter_map(|field| {
            let says = match field.role {
                PageFieldRole::Total => Says::Total,
                PageFieldRole::Pages => Says::Pages,
                PageFieldRole::More => Says::More,
                PageFieldRole::Next if is_in_field(&pager.next) => Says::Next,
                PageFieldRole::Next | PageFieldRole::Other => return None,
            };
            Some((says, vec![field.field.name.as_str()]))
        });
        Self {
            api,
            body: Body::Pager(pager),
            fields: items.chain(others).collect(),
        }
    }

    /// The field that says something.
    fn path(&self, says: Says) -> Option<&Path<'a>> {
        let mut fields = self.fields.iter();
        fields
            .find(|(known, _)| *known == says)
            .map(|(_, path)| path)
    }

    /// What a field says.
    fn says(&self, path: &Path<'_>) -> Option<Says> {
        let mut fields = self.fields.iter();
        fields
            .find(|(_, known)| known == path)
            .map(|(says, _)| *says)
    }

    /// Whether responses may have a field, whatever it says.
    fn has(&self, path: &Path<'_>) -> bool {
        match self.body {
            Body::Value(ty) => path.is_empty() || found(self.api, ty, path).is_some(),
            Body::Pager(pager) => {
                let items = pager.items.iter();
                let others = pager.fields.iter().map(|field| &field.field.name);
                let mut names = items.chain(others);
                names.any(|name| *path == [name.as_str()])
            }
        }
    }

    /// The part of the document with a field.
    fn spot(&self, path: &Path<'_>) -> Option<Spot<'a>> {
        let Body::Value(ty) = self.body else {
            return None;
        };
        let (def, name) = found(self.api, ty, path)?;
        Some(Spot::Part(&def.name, name))
    }
}

/// The field with the items of the pages that a call of an operation streams, if these are not a type of their own.
pub(super) fn items<'a>(api: &'a Api, operation: &'a Operation) -> Option<Spot<'a>> {
    let page = Page::of(api, operation)?;
    page.spot(page.path(Says::Items)?)
}

/// Whether responses of an operation have a list where those of a paged one have the items of a page.
pub(super) fn has_list_of(
    (api, whole): (&Api, &Operation),
    (paged_api, paged): (&Api, &Operation),
) -> bool {
    let whole = whole.response().content.value();
    let (Some(page), Some(body)) = (Page::of(paged_api, paged), whole) else {
        return false;
    };
    let items = page.path(Says::Items).cloned().unwrap_or_default();
    let list = match items.split_last() {
        None => Some(body),
        Some(_) => found(api, body, &items).and_then(|(def, name)| Some(&def.field(name)?.ty)),
    };
    list.is_some_and(|list| {
        let (shape, ..) = resolve(api, Use::Of(list, Rules::NONE));
        matches!(shape, Shape::List(..))
    })
}

impl<'a> Walk<'a> {
    /// Compares what the fields of a page say. Leaves out the position of the next page if it belongs to other
    /// parameters.
    pub(super) fn page_fields(
        &mut self,
        (old, new): (&'a Operation, &'a Operation),
        has_other_position: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let pages = (Page::of(self.old, old), Page::of(self.new, new));
        let (Some(old), Some(new)) = pages else {
            return;
        };
        let both_have = |path: &Path<'_>| old.has(path) && new.has(path);
        let all = Says::ALL.into_iter();
        let moved: Vec<_> = all
            .filter(|says| *says != Says::Next || !has_other_position)
            .filter_map(|says| Some((says, old.path(says)?, new.path(says)?)))
            .filter(|(_, was, is)| was != is && both_have(was) && both_have(is))
            .collect();
        for (says, was, is) in &moved {
            let what = says.words();
            let message = format!(
                "{what} was in {}, and is in {}",
                Quoted(&was.join(".")),
                Quoted(&is.join("."))
            );
            if *says == Says::Items {
                let spots = (
                    old.spot(was).unwrap_or(site.old),
                    new.spot(is).unwrap_or(site.new),
                );
                let site = site.in_parts(spots.0, spots.1);
                self.change(Rule::PageItemsChanged, context, &site, message);
            } else {
                self.change(Rule::NextPageChanged, context, site, message);
            }
        }
        if !moved.is_empty() {
            return;
        }
        for (was, path) in &old.fields {
            if let Some(is) = new.says(path)
                && is != *was
            {
                let (path, was, is) = (path.join("."), was.words(), is.words());
                let message = format!("{} was {was}, and is {is}", Quoted(&path));
                self.change(Rule::NextPageChanged, context, site, message);
            }
        }
    }
}

const fn is_in_field(next: &NextPosition) -> bool {
    match next {
        NextPosition::Field | NextPosition::Url => true,
        NextPosition::Counted
        | NextPosition::Item(_)
        | NextPosition::Header(_)
        | NextPosition::Link => false,
    }
}

/// The field of an object to which names lead, and the object.
fn found<'a>(api: &'a Api, ty: &'a TypeRef, path: &[&str]) -> Option<(&'a TypeDef, &'a str)> {
    let Type::Named(id) = &ty.ty else {
        return None;
    };
    let def = api.type_def(*id);
    if let TypeKind::Alias(alias) = &def.kind {
        return found(api, &alias.ty, path);
    }
    let (first, rest) = path.split_first()?;
    let field = def.field(first)?;
    match rest {
        [] => Some((def, &field.name)),
        rest => found(api, &field.ty, rest),
    }
}
