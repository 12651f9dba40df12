//! How lists are paged.

use super::{
    AdditionalFields, Constant, Field, Notes, Object, Parameter, Presence, Type, TypeRef, Value,
};

/// Refers to a [`Pager`] of the same API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PagerId(pub(crate) usize);

impl PagerId {
    /// The position of the pager in the document.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A way to page lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Pager {
    /// Its name in the document: `page`.
    pub name: String,
    /// The parameters of a request for a page, which say in [`Parameter::page`] what they select.
    pub parameters: Vec<Parameter>,
    /// Where a page begins, if a field of the body of the request says it.
    pub body_position: Option<BodyPosition>,
    /// The field with the items, by its name on the wire. Without it, the body is the list.
    pub items: Option<String>,
    /// The other fields of a page.
    pub fields: Vec<PageField>,
    /// The fields that always have the same value.
    pub constants: Vec<Constant>,
    /// Where the position of the next page comes from.
    pub next: NextPosition,
    /// Description and decisions.
    pub notes: Notes,
}

impl Pager {
    /// The fields of a page of these items; `None` if the body is the list.
    pub(crate) fn object(&self, item: &TypeRef) -> Option<Object> {
        let items = Field::new(
            self.items.clone()?,
            Notes::of("The items of this page."),
            TypeRef::new(Type::List(Box::new(item.clone()))),
            Presence::Required,
        );
        let others = self.fields.iter().map(|field| field.field.clone());
        Some(Object {
            fields: std::iter::once(items).chain(others).collect(),
            constants: self.constants.clone(),
            others: AdditionalFields::Ignored,
            ignored: Vec::new(),
            is_closed: false,
            counts: super::FieldCounts::default(),
        })
    }

    /// The only page of a list with one item. `other` returns the value of a field of no known role; there is no
    /// page if a required field has none.
    pub(crate) fn example(
        &self,
        item: Value,
        other: impl Fn(&Field) -> Option<Value>,
    ) -> Option<Value> {
        let Some(items) = &self.items else {
            return Some(Value::List(vec![item]));
        };
        let constants = self.constants.iter();
        let mut fields: Vec<(String, Value)> = constants
            .map(|constant| (constant.name.clone(), constant.value.clone()))
            .collect();
        fields.push((items.clone(), Value::List(vec![item])));
        for PageField { role, field } in &self.fields {
            let value = match role {
                PageFieldRole::Total | PageFieldRole::Pages => Some(Value::Integer(1)),
                PageFieldRole::More => Some(Value::Bool(false)),
                PageFieldRole::Next => field.ty.nullable.then_some(Value::Null),
                PageFieldRole::Other => other(field),
            };
            match value {
                Some(value) => fields.push((field.name.clone(), value)),
                None if field.presence == Presence::Required => return None,
                None => {}
            }
        }
        Some(Value::Object(fields))
    }

    /// The parameter with the position of a page, and what it selects.
    pub fn position(&self) -> Option<(&Parameter, PageParameter)> {
        let mut parameters = self.parameters.iter();
        parameters.find_map(|parameter| match parameter.page? {
            PageParameter::Limit => None,
            role @ (PageParameter::Offset | PageParameter::Number | PageParameter::Cursor) => {
                Some((parameter, role))
            }
        })
    }
}

/// A field of a request body that selects the position of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyPosition {
    /// Its name.
    pub field: String,
    /// Whether the field has an offset, a page number or a cursor.
    pub role: PageParameter,
    /// The number in a request that does not set it. A cursor has none.
    pub first: i64,
}

/// Where the position of the next page comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextPosition {
    /// Nowhere: the client counts items or pages.
    Counted,
    /// The field of the page with the role [`PageFieldRole::Next`].
    Field,
    /// A query parameter in the URL in the field with that role.
    Url,
    /// This field of the last item.
    Item(String),
    /// This header of the response.
    Header(String),
    /// A link with the relation `next` in the header `Link`, RFC 8288.
    Link,
}

/// What a parameter of a pager selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageParameter {
    /// How many items to skip.
    Offset,
    /// The number of the page.
    Number,
    /// The page after another one.
    Cursor,
    /// How many items to return.
    Limit,
}

/// A field of a page, besides its items.
#[derive(Debug, Clone, PartialEq)]
pub struct PageField {
    /// The role of the field in paging.
    pub role: PageFieldRole,
    /// The field.
    pub field: Field,
}

/// What a field of a page contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageFieldRole {
    /// The number of items on all pages.
    Total,
    /// The number of pages.
    Pages,
    /// Whether there are more items.
    More,
    /// The position of the next page.
    Next,
    /// Anything else.
    Other,
}

/// The order of the items of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The field of the item, by its wire name.
    pub by: String,
    /// The direction of an order.
    pub direction: Direction,
}

/// The direction of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The smallest value first.
    Ascending,
    /// The greatest value first.
    Descending,
}

impl Direction {
    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }
}
