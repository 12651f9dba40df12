//! How types are spelled in Rust, without modules.

use super::{Signature, Surface};
use crate::api::{Type, TypeId, TypeRef};
use crate::rust::{
    AdditionalFields, ArgumentType, Boxing, Content, Contents, ScalarType, Wrapping,
};

impl Surface<'_, '_> {
    pub(super) fn body(&self, contents: &Contents<'_>) -> String {
        match contents {
            Contents::One(content) => self.content(&content.content),
            Contents::Several(name, _) => name.clone(),
        }
    }

    pub(super) fn content(&self, content: &Content<'_>) -> String {
        match content {
            Content::Nothing => "()".to_owned(),
            Content::Value(ty) => self.ty(ty),
            Content::Page(pager, item) => {
                format!("{}<{}>", self.plan.page(*pager).name, self.ty(item))
            }
            Content::Multipart(ty) => format!("Multipart<{}>", self.ty(ty)),
            Content::Text => "String".to_owned(),
            Content::Bytes => "Body".to_owned(),
            Content::Media => "Media<Body>".to_owned(),
            Content::Lines(ty) => format!("JsonLines<{}>", self.ty(ty)),
            Content::Events(events) => {
                let data = |ty: Option<&TypeRef>| match ty {
                    Some(ty) => self.ty(ty),
                    None => "String".to_owned(),
                };
                let error = events.error.as_ref();
                let error = error.map(|error| format!(", {}", data(error.data.as_ref())));
                let item = data(events.data.as_ref());
                format!("EventStream<{item}{}>", error.unwrap_or_default())
            }
        }
    }

    pub(super) fn header_type(&self, header: &crate::api::Parameter) -> String {
        let ty = self.ty(&header.ty);
        match header.is_required() {
            true => ty,
            false => format!("Option<{ty}>"),
        }
    }

    pub(super) fn others(&self, others: &AdditionalFields<'_>) -> String {
        let ty = self.wrapped(others.ty, wrapping(others.ty), others.boxing);
        match others.is_union {
            true => ty,
            false => format!("Map<{ty}>"),
        }
    }

    pub(super) fn argument(&self, ty: &TypeRef, argument: ArgumentType) -> Signature {
        match argument {
            ArgumentType::Exact => Signature::Type(self.ty(ty)),
            ArgumentType::Into => Signature::Into(self.ty(ty)),
        }
    }

    pub(super) fn wrapped(&self, ty: &TypeRef, wrapping: Wrapping, boxing: Boxing) -> String {
        let inner = self.bare(ty);
        let inner = match boxing {
            Boxing::None | Boxing::Inside => inner,
            Boxing::Whole => format!("Boxed<{inner}>"),
        };
        match wrapping {
            Wrapping::None => inner,
            Wrapping::Option => format!("Option<{inner}>"),
            Wrapping::Maybe => format!("Maybe<{inner}>"),
        }
    }

    /// A type in Rust, without modules.
    pub(super) fn ty(&self, ty: &TypeRef) -> String {
        self.wrapped(ty, wrapping(ty), Boxing::None)
    }

    fn bare(&self, ty: &TypeRef) -> String {
        match &ty.ty {
            Type::Scalar(scalar) => scalar_name(ScalarType::in_api(self.api, *scalar)),
            Type::Named(id) => self.names.mention(&self.type_name(*id)),
            Type::List(item) => format!("Vec<{}>", self.ty(item)),
            Type::Map(value) => format!("Map<{}>", self.ty(value)),
        }
    }

    fn type_name(&self, id: TypeId) -> String {
        crate::naming::type_name(&self.api.type_def(id).name)
    }
}

pub(super) fn scalar_name(scalar: ScalarType) -> String {
    match scalar {
        ScalarType::Plain(name) | ScalarType::Runtime(name) => name.to_owned(),
        ScalarType::Library(package, name) => format!("{package}::{name}"),
    }
}

pub(super) const fn wrapping(ty: &TypeRef) -> Wrapping {
    match ty.nullable {
        true => Wrapping::Option,
        false => Wrapping::None,
    }
}
