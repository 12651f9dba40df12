//! Named types: their names, files and derives, and the parts of enumerations and newtypes.

use super::SectionId;
use super::boxes::Boxing;
use super::derives::of_macro;
use super::inputs::Conversion;
use super::multipart::{Form, form};
use super::object::{Object, object};
use super::scalar::newtype_derives;
use super::tuple::{Tuple, tuple};
use super::unions::{OtherVariant, Union, union};
use crate::api::{
    self, Api, EnumKind, EnumValue, Openness, TypeDef, TypeId, TypeKind, TypeRef, Value,
};
use crate::naming::{Name, names_of_values, type_name, unique_names};

/// A named type.
pub(crate) struct NamedType<'a> {
    pub(crate) api: &'a TypeDef,
    pub(crate) id: TypeId,
    /// The name of the type.
    pub(crate) name: String,
    /// The file that defines it.
    pub(crate) section: SectionId,
    /// The traits that it derives, apart from the traits of the runtime's macro, by their paths.
    pub(crate) derives: Vec<String>,
    pub(crate) kind: Kind<'a>,
    /// How it is sent as a multipart form, if it is.
    pub(crate) form: Option<Form<'a>>,
    /// The conversion into it, if it is the form of a type in requests.
    pub(crate) conversion: Option<Conversion>,
}

/// What a named type is.
pub(crate) enum Kind<'a> {
    Object(Object<'a>),
    Tuple(Tuple<'a>),
    Enum(Enum<'a>),
    Newtype(Newtype<'a>),
    Alias(&'a TypeRef),
    Union(Union<'a>),
}

/// An enumeration.
pub(crate) struct Enum<'a> {
    pub(crate) api: &'a api::Enum,
    pub(crate) variants: Vec<Variant<'a>>,
    /// The variant of other values, if they are kept.
    pub(crate) other: Option<OtherVariant>,
}

/// A variant of an enumeration.
pub(crate) struct Variant<'a> {
    pub(crate) api: &'a EnumValue,
    pub(crate) name: String,
}

impl Enum<'_> {
    /// The variant of a value on the wire.
    pub(crate) fn variant(&self, value: &Value) -> Option<&str> {
        let kind = self.api.kind;
        let value = kind.value(&value.to_plain())?;
        let mut variants = self.variants.iter();
        let variant =
            variants.find(|variant| kind.value(&variant.api.value).as_ref() == Some(&value));
        variant.map(|variant| variant.name.as_str())
    }
}

/// A newtype.
pub(crate) struct Newtype<'a> {
    pub(crate) api: &'a api::Newtype,
}

impl NamedType<'_> {
    /// Adds traits that it derives, without those that it derives already.
    pub(super) fn deriving(mut self, more: Vec<String>) -> Self {
        let more = more.into_iter().filter(|path| !self.derives.contains(path));
        let more: Vec<String> = more.collect();
        self.derives.extend(more);
        self
    }

    /// The standard traits that the runtime's macro gives it, beside those that all types have.
    pub(crate) fn traits_of_macro(&self) -> &'static [&'static str] {
        of_macro(&self.api.kind)
    }

    /// The name of the type, and the name of the type of its parts.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let part = self.form.iter().filter_map(|form| form.part.as_deref());
        std::iter::once(self.name.as_str()).chain(part)
    }

    /// Whether some value in it is boxed.
    pub(super) fn has_boxed_value(&self) -> bool {
        match &self.kind {
            Kind::Object(object) => {
                let fields = object.fields.iter().map(|field| field.boxing);
                let others = object.others.iter().map(|others| others.boxing);
                let mut all = fields.chain(others);
                all.any(|boxing| boxing == Boxing::Whole)
            }
            Kind::Tuple(tuple) => {
                let mut elements = tuple.elements.iter();
                elements.any(|element| element.boxing == Boxing::Whole)
            }
            Kind::Union(union) => {
                let mut variants = union.variants.iter();
                variants.any(|variant| variant.boxing == Boxing::Whole)
            }
            Kind::Enum(_) | Kind::Newtype(_) | Kind::Alias(_) => false,
        }
    }
}

/// Plans a named type. `boxings` has one element for each of its [`contents`](TypeDef::contents).
pub(super) fn named_type<'a>(
    api: &'a Api,
    id: TypeId,
    section: SectionId,
    in_requests: bool,
    boxings: Vec<Boxing>,
    is_form: bool,
) -> NamedType<'a> {
    let definition = api.type_def(id);
    let name = type_name(&definition.name);
    let form = match &definition.kind {
        TypeKind::Object(object) if is_form || object.has_files() => {
            Some(form(api, &definition.name, object))
        }
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => None,
    };
    let (kind, derives) = match &definition.kind {
        TypeKind::Object(api_object) => {
            // The parts of a form are read one by one.
            let boxings = match api_object.has_files() {
                true => vec![Boxing::None; boxings.len()],
                false => boxings,
            };
            let object = object(api, api_object, in_requests, boxings);
            let derives = object.derives();
            (Kind::Object(object), derives)
        }
        TypeKind::Tuple(api_tuple) => (Kind::Tuple(tuple(api_tuple, boxings)), Vec::new()),
        TypeKind::Enum(api_enum) => {
            let derives = values_derives(api_enum).to_vec();
            (Kind::Enum(enumeration(api_enum)), derives)
        }
        TypeKind::Newtype(api_newtype) => {
            let newtype = Newtype { api: api_newtype };
            let derives = match api_newtype.rust {
                // Nothing is known about the type.
                Some(_) => Vec::new(),
                None => newtype_derives(api_newtype.scalar).to_vec(),
            };
            (Kind::Newtype(newtype), derives)
        }
        TypeKind::Alias(alias) => (Kind::Alias(&alias.ty), Vec::new()),
        TypeKind::Union(api_union) => (Kind::Union(union(api, api_union, boxings)), Vec::new()),
    };
    NamedType {
        api: definition,
        id,
        name,
        section,
        derives: derives.into_iter().map(str::to_owned).collect(),
        kind,
        form,
        conversion: None,
    }
}

/// What an enumeration derives if its macro leaves that open.
fn values_derives(values: &api::Enum) -> &'static [&'static str] {
    match (values.kind, values.open.keeps_others()) {
        // Numbers with a fraction have no total order.
        (EnumKind::Number, true) => &["Debug", "Clone", "Copy", "PartialEq"],
        (EnumKind::Integer, true) => &["Debug", "Clone", "Copy", "PartialEq", "Eq", "Hash"],
        (EnumKind::Text | EnumKind::Boolean, _) | (_, false) => &[],
    }
}

fn enumeration(enumeration: &api::Enum) -> Enum<'_> {
    let other = enumeration.open.keeps_others().then(|| "Other".to_owned());
    let values = enumeration.values.iter();
    let values = values.map(|value| (value.rust_name.as_deref(), value.value.as_str()));
    let names = names_of_values(values).into_iter();
    // `unique_names` returns one name for each that it gets.
    let mut names = unique_names(names.chain(other.map(Name::Derived)), &[], "").into_iter();
    let variants = enumeration.values.iter().zip(&mut names);
    Enum {
        api: enumeration,
        variants: variants
            .map(|(value, name)| Variant { api: value, name })
            .collect(),
        other: names.next().map(|name| OtherVariant {
            name,
            only_in_responses: enumeration.open == Openness::Responses,
        }),
    }
}
