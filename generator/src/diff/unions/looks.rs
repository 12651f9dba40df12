//! What values of variants without tags look like: which lists and objects may be values of two variants.

use std::cell::Cell;

use crate::api::{
    AdditionalFields, Api, JsonKind, Object, Rules, TagKind, Tagging, TypeKind, TypeRef, Union,
    UnionVariant, Value,
};
use crate::diff::objects::members;
use crate::diff::scalars::{Relation, fits, relation};
use crate::diff::values::{Shape, Use, listed, resolve};

/// What values of a variant look like, as far as the order of variants matters: which scalars are of a variant does not
/// depend on it.
pub(super) enum Look<'a> {
    /// A list. The first item decides, so that only empty ones look like other lists.
    List { may_be_empty: bool },
    /// An object.
    Fields(Fields<'a>),
}

/// The fields by which an object is recognized.
pub(super) struct Fields<'a> {
    named: Vec<Named<'a>>,
    /// What fields of other names have, if it keeps these.
    others: Option<Held<'a>>,
    /// Whether it accepts no fields of other names.
    is_closed: bool,
    /// Whether any object is one.
    is_map: bool,
}

/// A field, or a tag.
struct Named<'a> {
    name: &'a str,
    is_required: bool,
    held: Held<'a>,
}

/// What a field has.
enum Held<'a> {
    Values(Use<'a>),
    Tags(Vec<Value>),
}

/// How deeply unions may be inside of each other.
const DEEPEST: usize = 8;

/// How many types are looked at for one variant: unions of unions can have any number of variants.
const MOST: usize = 500;

/// What values of a variant look like. A variant that is a union without tags counts as its variants.
pub(super) fn looks<'a>(api: &'a Api, variant: &'a UnionVariant) -> Vec<Look<'a>> {
    let ty = variant.ty.as_ref();
    let left = Cell::new(MOST);
    ty.map_or_else(Vec::new, |ty| looks_of(api, ty, &variant.rules, (0, &left)))
}

/// How many unions a type is in, and how many types may still be looked at.
type Depth<'d> = (usize, &'d Cell<usize>);

fn looks_of<'a>(
    api: &'a Api,
    ty: &'a TypeRef,
    rules: &'a Rules,
    (depth, left): Depth<'_>,
) -> Vec<Look<'a>> {
    let Some(still_left) = left.get().checked_sub(1) else {
        return Vec::new();
    };
    left.set(still_left);
    let (shape, _, limits) = resolve(api, Use::Of(ty, rules));
    match shape {
        Shape::List(..) => vec![Look::List {
            may_be_empty: limits.allow_no_items(),
        }],
        Shape::Map(ty, rules) => vec![Look::Fields(Fields {
            others: Some(Held::Values(Use::Of(ty, rules))),
            is_map: true,
            ..Fields::open(Vec::new())
        })],
        Shape::Named(_, TypeKind::Tuple(_)) => vec![Look::List {
            may_be_empty: false,
        }],
        Shape::Named(_, TypeKind::Object(object)) => vec![Look::Fields(Fields::of(object))],
        Shape::Named(_, TypeKind::Union(union)) if depth < DEEPEST => {
            let variants = union.variants.iter();
            let looks =
                variants.flat_map(|variant| in_union(api, union, variant, (depth + 1, left)));
            looks.collect()
        }
        Shape::Named(
            _,
            TypeKind::Union(_) | TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_),
        )
        | Shape::Scalar(_)
        | Shape::Constant(_) => Vec::new(),
    }
}

/// What values of a variant of a union look like, with the tag if there is one.
fn in_union<'a>(
    api: &'a Api,
    union: &'a Union,
    variant: &'a UnionVariant,
    depth: Depth<'_>,
) -> Vec<Look<'a>> {
    let content = || {
        let ty = variant.ty.as_ref();
        ty.map_or_else(Vec::new, |ty| looks_of(api, ty, &variant.rules, depth))
    };
    match &union.tagging {
        Tagging::None => content(),
        Tagging::Field {
            path,
            kind,
            default,
        } => {
            let [name] = path.as_slice() else {
                return content();
            };
            let tag = || Named::tag(variant, name, *kind, default.as_deref());
            if variant.ty.is_none() {
                return vec![Look::Fields(Fields::open(vec![tag()]))];
            }
            let contents = content().into_iter();
            contents.map(|look| look.with(tag())).collect()
        }
        Tagging::Beside {
            tag,
            value,
            kind,
            default,
        } => {
            let tag = Named::tag(variant, tag, *kind, default.as_deref());
            let content = Named::content(variant, value);
            let named = std::iter::once(tag).chain(content);
            vec![Look::Fields(Fields::open(named.collect()))]
        }
        Tagging::Name => {
            let alone = variant.tags().map(|name| {
                let empty = || Named {
                    name,
                    is_required: true,
                    held: Held::Tags(Vec::new()),
                };
                let only = Named::content(variant, name).unwrap_or_else(empty);
                Fields {
                    is_closed: true,
                    ..Fields::open(vec![only])
                }
            });
            alone.map(Look::Fields).collect()
        }
    }
}

impl<'a> Named<'a> {
    /// The tag of a variant, in a field of this name.
    fn tag(variant: &'a UnionVariant, name: &'a str, kind: TagKind, default: Option<&str>) -> Self {
        Self {
            name,
            is_required: default != Some(variant.tag.as_str()),
            held: Held::Tags(variant.tags().map(|tag| kind.value(tag)).collect()),
        }
    }

    /// The content of a variant in a field of this name, if there is some.
    fn content(variant: &'a UnionVariant, name: &'a str) -> Option<Self> {
        Some(Self {
            name,
            is_required: true,
            held: Held::Values(Use::Of(variant.ty.as_ref()?, &variant.rules)),
        })
    }
}

impl<'a> Look<'a> {
    /// The same with the tag of a union.
    fn with(self, tag: Named<'a>) -> Self {
        match self {
            Self::List { .. } => self,
            Self::Fields(mut fields) => {
                fields.named.retain(|named| named.name != tag.name);
                fields.named.push(tag);
                Self::Fields(fields)
            }
        }
    }

    /// How many fields it names, and at least one.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::List { .. } => 1,
            Self::Fields(fields) => fields.named.len().max(1),
        }
    }

    /// How specific it is: of two variants that a value looks like, the one with the smaller number is chosen.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::List { .. } => 0,
            Self::Fields(fields) => u8::from(!fields.is_map && fields.required().next().is_none()),
        }
    }

    /// Whether some values of this look like the other one as well.
    pub(super) fn may_be(&self, other: &Self, api: &'a Api) -> bool {
        match (self, other) {
            (Self::List { may_be_empty }, Self::List { .. }) => *may_be_empty,
            (Self::Fields(one), Self::Fields(other)) => one.may_be(other, api),
            (Self::List { .. }, Self::Fields(_)) | (Self::Fields(_), Self::List { .. }) => false,
        }
    }

    /// The values that may look like something else, in words.
    pub(super) const fn words(&self) -> &'static str {
        match self {
            Self::List { .. } => "an empty list",
            Self::Fields(_) => "a value that fits both",
        }
    }
}

impl<'a> Fields<'a> {
    const fn open(named: Vec<Named<'a>>) -> Self {
        Self {
            named,
            others: None,
            is_closed: false,
            is_map: false,
        }
    }

    fn of(object: &'a Object) -> Self {
        let named = members(object).map(|member| Named {
            name: member.name,
            is_required: member.presence.is_required(),
            held: Held::Values(member.value),
        });
        Self {
            others: match &object.others {
                AdditionalFields::Kept(ty, rules) => Some(Held::Values(Use::Of(ty, rules))),
                AdditionalFields::Union(_) => Some(Held::Tags(Vec::new())),
                AdditionalFields::Ignored | AdditionalFields::Rejected => None,
            },
            is_closed: object.others == AdditionalFields::Rejected,
            ..Self::open(named.collect())
        }
    }

    fn get(&self, name: &str) -> Option<&Named<'a>> {
        self.named.iter().find(|named| named.name == name)
    }

    fn required(&self) -> impl Iterator<Item = &Named<'a>> {
        self.named.iter().filter(|named| named.is_required)
    }

    /// What a field of this name has.
    fn held(&self, name: &str) -> Option<&Held<'a>> {
        let named = self.get(name).map(|named| &named.held);
        named.or(self.others.as_ref())
    }

    /// Whether a value with the fields of this object may have those of another one. What an object ignores is in none of
    /// its values.
    fn may_be(&self, other: &Self, api: &'a Api) -> bool {
        let is_required = |fields: &Self, name| fields.get(name).is_some_and(|it| it.is_required);
        let may_have = |name| match (self.held(name), other.held(name)) {
            (Some(own), Some(other)) => own.may_be(other, api),
            // It is ignored, unless no other fields are accepted.
            (Some(_), None) => !other.is_closed,
            (None, Some(_) | None) => false,
        };
        let mut names = self.named.iter().chain(&other.named).map(|it| it.name);
        names.all(|name| {
            let may_be_absent = !is_required(self, name) && !is_required(other, name);
            may_be_absent || may_have(name)
        })
    }
}

impl<'a> Held<'a> {
    /// Whether both may have the same value.
    fn may_be(&self, other: &Self, api: &'a Api) -> bool {
        let (one, other) = (self.known(api), other.known(api));
        match (one, other) {
            (Known::Listed(one), Known::Listed(other)) => one
                .iter()
                .any(|value| other.iter().any(|same| same.is_same(value))),
            (Known::Listed(values), Known::Of(shape))
            | (Known::Of(shape), Known::Listed(values)) => values.iter().any(|value| match shape {
                Shape::Scalar(scalar) => fits(value, scalar),
                ref shape => kind(shape).is_none_or(|kind| kind == kind_of(value)),
            }),
            (Known::Of(Shape::Scalar(one)), Known::Of(Shape::Scalar(other))) => {
                relation(one, other, false) != Relation::Different
            }
            (Known::Of(one), Known::Of(other)) => {
                let kinds = kind(&one).zip(kind(&other));
                kinds.is_none_or(|(one, other)| one == other)
            }
            (Known::Anything, _) | (_, Known::Anything) => true,
        }
    }

    fn known(&self, api: &'a Api) -> Known<'a> {
        let value = match self {
            Self::Tags(tags) if tags.is_empty() => return Known::Anything,
            Self::Tags(tags) => return Known::Listed(tags.clone()),
            Self::Values(value) => *value,
        };
        let (shape, is_null, _) = resolve(api, value);
        match listed(&shape) {
            // Another value may be null, too.
            _ if is_null => Known::Anything,
            Some(values) => Known::Listed(values),
            None => Known::Of(shape),
        }
    }
}

/// What is known about the values of a field.
enum Known<'a> {
    /// They are among these.
    Listed(Vec<Value>),
    Of(Shape<'a>),
    Anything,
}

/// The kind of JSON that all values of a shape are. Whole numbers are numbers.
pub(super) fn kind(shape: &Shape<'_>) -> Option<Kind> {
    match shape {
        Shape::Constant(value) => Some(kind_of(value)),
        Shape::Scalar(scalar) => of_json(scalar.json()),
        Shape::List(..) | Shape::Named(_, TypeKind::Tuple(_)) => Some(Kind::List),
        Shape::Map(..) | Shape::Named(_, TypeKind::Object(_)) => Some(Kind::Object),
        Shape::Named(_, TypeKind::Enum(values)) => of_json(values.kind.scalar().json()),
        Shape::Named(_, TypeKind::Union(union)) => match union.tagging {
            Tagging::None => None,
            Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name => Some(Kind::Object),
        },
        Shape::Named(_, TypeKind::Newtype(_) | TypeKind::Alias(_)) => None,
    }
}

/// A kind of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Text,
    Number,
    Boolean,
    List,
    Object,
    Null,
}

const fn of_json(kind: JsonKind) -> Option<Kind> {
    match kind {
        JsonKind::String => Some(Kind::Text),
        JsonKind::Integer | JsonKind::Number => Some(Kind::Number),
        JsonKind::Boolean => Some(Kind::Boolean),
        JsonKind::Any => None,
    }
}

const fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(_) => Kind::Boolean,
        Value::Integer(_) | Value::Number(_) => Kind::Number,
        Value::Text(_) => Kind::Text,
        Value::List(_) => Kind::List,
        Value::Object(_) => Kind::Object,
    }
}
