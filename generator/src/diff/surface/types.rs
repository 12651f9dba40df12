//! The types of a description.

use super::super::site::Spot;
use super::spelling::{scalar_name, wrapping};
use super::{Module, Path, Role, Signature, Surface, names};
use crate::api::{EnumKind, Sensitivity, Tagging};
use crate::rust::{Constructor, Enum, Form, Kind, NamedType, Object, ScalarType, Tuple, Union};

impl<'a> Surface<'a, '_> {
    pub(super) fn named(&mut self, named: &'a NamedType<'a>) {
        let plan = self.plan;
        let target = names::target(self.api, &named.api.kind).map(|id| plan.named(id));
        match target.filter(|_| self.names.is_type(&named.name)) {
            Some(target) => self.type_named(named.name.clone(), target),
            None => self.type_named(self.names.item(&named.name), named),
        }
    }

    /// A type by one of its names.
    fn type_named(&mut self, name: String, named: &'a NamedType<'a>) {
        let spot = Spot::Type(&named.api.name);
        self.begin(Module::Types, name.clone());
        let kind = self.kind_of_item(&named.kind);
        self.add(Role::Item, [name.as_str()], kind, spot);
        self.hidden(&name, named.api.sensitivity, spot);
        let traits = traits(named);
        if traits.iter().any(|derived| derived == "PartialOrd") {
            let path = Path::Comparison([name.as_str()].into());
            self.add(Role::Comparison, path, compared(&named.kind), spot);
        }
        for derived in traits {
            self.add_trait(derived, &name, spot);
        }
        let spec_name = named.api.name.as_str();
        match &named.kind {
            Kind::Object(object) => self.object(&name, object, spec_name),
            Kind::Tuple(tuple) => {
                self.tuple(&name, tuple, spec_name);
                let is_alias = self.names.is_type(&name);
                if !tuple.is_named && !is_alias {
                    let path = Path::Method([name.as_str()].into());
                    self.add(Role::Constructor, path, Signature::Nothing, spot);
                }
            }
            Kind::Enum(values) => self.enumeration(&name, values, spec_name),
            Kind::Union(union) => self.union(&name, union, spec_name),
            // What must not appear in logs cannot be displayed.
            Kind::Newtype(_) if named.api.sensitivity == Sensitivity::Public => {
                self.add_trait("Display".to_owned(), &name, spot);
            }
            Kind::Newtype(_) | Kind::Alias(_) => {}
        }
        if let Some(form) = &named.form
            && let Some(part) = &form.part
        {
            // It is called like the type.
            let own_name = match part.strip_prefix(named.name.as_str()) {
                Some(rest) => format!("{name}{rest}"),
                None => part.clone(),
            };
            self.form_part(&own_name, form, spot);
        }
    }

    fn add_trait(&mut self, name: String, of: &str, spot: Spot<'a>) {
        let of = of.to_owned();
        let path = Path::Trait { name, of };
        self.add(Role::Trait, path, Signature::Nothing, spot);
    }

    fn kind_of_item(&self, kind: &Kind<'_>) -> Signature {
        let kind = match kind {
            Kind::Object(_) => "struct".to_owned(),
            Kind::Tuple(tuple) => match tuple.is_named {
                true => "struct with named elements".to_owned(),
                false => "tuple struct".to_owned(),
            },
            Kind::Enum(values) => format!("enum of {}", values.api.kind.word()),
            Kind::Newtype(newtype) => match &newtype.api.rust {
                Some(path) => format!("newtype of {}", self.with_version(path)),
                None => {
                    let scalar = ScalarType::in_api(self.api, newtype.api.scalar);
                    format!("newtype of {}", scalar_name(scalar))
                }
            },
            Kind::Alias(ty) => return Signature::Alias(self.ty(ty)),
            Kind::Union(_) => "enum".to_owned(),
        };
        Signature::Type(kind)
    }

    /// The path of a type of another crate, with the version of the crate.
    fn with_version(&self, path: &str) -> String {
        let (name, _) = path.split_once("::").unwrap_or((path, ""));
        let mut dependencies = self.api.package.dependencies.iter();
        let found = dependencies.find(|known| known.name.replace('-', "_") == name);
        let version = found.and_then(|known| known.version.as_deref());
        match version {
            Some(version) => format!("{path} {}", compatible(version)),
            None => path.to_owned(),
        }
    }

    fn object(&mut self, name: &str, object: &'a Object<'a>, spec_name: &'a str) {
        let has_new = object.constructor == Constructor::New;
        let role = match object.constructor {
            Constructor::Literal => Role::LiteralField,
            Constructor::Default | Constructor::New => Role::Field,
        };
        let spot = Spot::Type(spec_name);
        if has_new {
            let path = Path::Constructor([name, "new"].into());
            self.add(Role::Constructor, path, Signature::Nothing, spot);
        }
        let mut order = Vec::new();
        for field in &object.fields {
            let spot = Spot::Part(spec_name, &field.api.name);
            let ty = self.wrapped(&field.api.ty, field.wrapping, field.boxing);
            self.add(role, [name, &field.name], ty, spot);
            let path = format!("{name}::{}", field.name);
            self.hidden(&path, field.api.sensitivity, spot);
            if has_new && field.must_be_given() {
                let ty = self.argument(&field.api.ty, field.argument);
                let path = Path::Argument([name, "new"].into(), field.name.clone());
                self.add(Role::Argument, path, ty, spot);
                order.push(field.name.clone());
            }
            if let Some(accessor) = &field.accessor {
                let ty = self.ty(&field.api.ty);
                let path = Path::Method([name, accessor.name.as_str()].into());
                self.add(Role::Accessor, path, ty, spot);
            }
        }
        let path = Path::Order([name, "new"].into());
        self.add(Role::Order, path, Signature::List(order), spot);
        if let Some(others) = &object.others {
            let ty = self.others(others);
            self.add(role, [name, &others.name], ty, spot);
        }
    }

    fn tuple(&mut self, name: &str, tuple: &'a Tuple<'a>, spec_name: &'a str) {
        for element in &tuple.elements {
            let spot = Spot::Part(spec_name, &element.api.name);
            let ty = self.wrapped(&element.api.ty, wrapping(&element.api.ty), element.boxing);
            let path = [name, element.name.as_str()];
            self.add(Role::LiteralField, path, ty, spot);
            let path = format!("{name}::{}", element.name);
            self.hidden(&path, element.api.sensitivity, spot);
        }
    }

    fn enumeration(&mut self, name: &str, values: &'a Enum<'a>, spec_name: &'a str) {
        for variant in &values.variants {
            let spot = Spot::Part(spec_name, &variant.api.value);
            let path = [name, variant.name.as_str()];
            self.add(Role::Variant, path, Signature::Nothing, spot);
        }
        if let Some(other) = &values.other {
            let path = [name, other.name.as_str()];
            self.add(
                Role::Variant,
                path,
                Signature::Nothing,
                Spot::Type(spec_name),
            );
        }
    }

    fn union(&mut self, name: &str, union: &'a Union<'a>, spec_name: &'a str) {
        for variant in &union.variants {
            let spot = Spot::Part(spec_name, &variant.api.tag);
            let ty = variant.api.ty.as_ref();
            let ty = ty.map(|ty| self.wrapped(ty, wrapping(ty), variant.boxing));
            let path = [name, variant.name.as_str()];
            let signature = ty.clone().map_or(Signature::Nothing, Signature::Type);
            self.add(Role::Variant, path, signature, spot);
            // Without tags, a value is the same as another variant.
            let of_value = match union.api.tagging {
                Tagging::None => Spot::Type(spec_name),
                Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name => spot,
            };
            if let Some(ty) = ty.filter(|_| variant.converts) {
                self.add_trait(format!("From<{ty}>"), name, of_value);
            }
        }
        if let Some(other) = &union.other {
            let path = [name, other.name.as_str()];
            self.add(
                Role::Variant,
                path,
                Signature::Nothing,
                Spot::Type(spec_name),
            );
        }
    }

    /// The enum of the parts of a multipart form.
    fn form_part(&mut self, part: &str, form: &'a Form<'a>, spot: Spot<'a>) {
        self.begin(Module::Types, part);
        self.add(Role::Item, [part], "enum", spot);
        for form_part in &form.parts {
            let ty = self.ty(form_part.item);
            let path = [part, form_part.variant.as_str()];
            self.add(Role::Variant, path, ty, spot);
        }
    }
}

/// What derived traits compare one after the other: fields, values or variants. Elements of tuples are in this order on
/// the wire, too.
fn compared(kind: &Kind<'_>) -> Signature {
    let names: Vec<&str> = match kind {
        Kind::Object(object) => {
            let fields = object.fields.iter();
            fields.map(|field| field.api.name.as_str()).collect()
        }
        Kind::Enum(values) => {
            let variants = values.variants.iter();
            variants.map(|variant| variant.api.value.as_str()).collect()
        }
        Kind::Union(union) => {
            let variants = union.variants.iter();
            variants.map(|variant| variant.api.tag.as_str()).collect()
        }
        Kind::Tuple(_) | Kind::Newtype(_) | Kind::Alias(_) => Vec::new(),
    };
    Signature::List(names.into_iter().map(str::to_owned).collect())
}

/// The part of a requirement of a version by which cargo tells crates apart: all versions that are compatible with each
/// other have the same types.
fn compatible(requirement: &str) -> String {
    let version = requirement.trim().trim_start_matches('^');
    let mut parts = version.split('.');
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match (
        parts.next().filter(is_number),
        parts.next().filter(is_number),
    ) {
        (Some("0"), Some(minor)) => format!("0.{minor}"),
        (Some(major), _) => major.to_owned(),
        (None, _) => requirement.to_owned(),
    }
}

/// The traits that a type implements, if not all types do. An alias has those of the other type.
fn traits(named: &NamedType<'_>) -> Vec<String> {
    if matches!(named.kind, Kind::Alias(_)) {
        return Vec::new();
    }
    let own = named.derives.iter().cloned();
    let of_macro = named
        .traits_of_macro()
        .iter()
        .map(|name| (*name).to_owned());
    let is_copy = match &named.kind {
        Kind::Enum(values) => values.other.is_none() && values.api.kind != EnumKind::Number,
        Kind::Object(_) | Kind::Tuple(_) | Kind::Newtype(_) | Kind::Alias(_) | Kind::Union(_) => {
            false
        }
    };
    let copy = is_copy.then(|| "Copy".to_owned());
    let mut all: Vec<String> = own.chain(of_macro).chain(copy).collect();
    all.sort_unstable();
    all.dedup();
    all
}
