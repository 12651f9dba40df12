//! Types as Rust writes them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Home, RustFile};
use crate::api::{PagerId, Scalar, Type, TypeId, TypeRef};
use crate::rust::{Content, Operation, ResponseType, ResponseVariant, ScalarType, VariantValue};

impl RustFile<'_> {
    /// The Rust name of a type, imported.
    pub(in crate::emit) fn type_name(&mut self, id: TypeId) -> TokenStream {
        let named = self.plan.named(id);
        match self.home {
            Home::Types(section) if section == named.section => {
                let name = format_ident!("{}", named.name);
                quote!(#name)
            }
            Home::Crate | Home::Types(_) | Home::User { .. } => self.item("types", &named.name),
        }
    }

    /// A type as Rust writes it.
    pub(in crate::emit) fn ty(&mut self, ty: &TypeRef) -> TokenStream {
        let inner = self.value_ty(ty);
        if ty.nullable {
            quote!(Option<#inner>)
        } else {
            inner
        }
    }

    /// A type as Rust writes it, without its nullability, by its alias if it has one.
    pub(in crate::emit) fn value_ty(&mut self, ty: &TypeRef) -> TokenStream {
        match ty.alias {
            Some(alias) => self.type_name(alias),
            None => self.plain_ty(&ty.ty),
        }
    }

    /// A type as Rust writes it, without its nullability.
    pub(in crate::emit) fn plain_ty(&mut self, ty: &Type) -> TokenStream {
        match ty {
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Named(id) => self.type_name(*id),
            Type::List(inner) => {
                let inner = self.ty(inner);
                quote!(Vec<#inner>)
            }
            Type::Map(inner) => {
                self.import_path("std::collections::BTreeMap");
                let inner = self.ty(inner);
                quote!(BTreeMap<String, #inner>)
            }
        }
    }

    /// A scalar as Rust writes it.
    pub(in crate::emit) fn scalar(&mut self, scalar: Scalar) -> TokenStream {
        match ScalarType::in_api(self.plan.api, scalar) {
            ScalarType::Plain(name) => {
                let name = format_ident!("{name}");
                quote!(#name)
            }
            ScalarType::Runtime(name) => self.runtime(name),
            ScalarType::Library(library, name) => self.library(library, name),
        }
    }

    /// A type of another crate, which the runtime re-exports under the name of the scalar.
    fn library(&mut self, library: &str, name: &str) -> TokenStream {
        match self.home {
            Home::User { .. } if !self.plan.has_type(name) => self.item("types", name),
            Home::Crate | Home::Types(_) | Home::User { .. } => {
                let runtime = match self.home {
                    Home::User { .. } => {
                        let runtime = self.module("runtime");
                        quote!(#runtime::scalars)
                    }
                    Home::Crate | Home::Types(_) => {
                        self.import_runtime();
                        quote!(rt)
                    }
                };
                let (library, name) = (format_ident!("{library}"), format_ident!("{name}"));
                quote!(#runtime::#library::#name)
            }
        }
    }

    /// A type of the runtime. Other crates import it from `types`, unless a type of the API has the
    /// same name.
    pub(in crate::emit) fn runtime(&mut self, name: &str) -> TokenStream {
        match self.home {
            Home::Crate | Home::Types(_) => {
                let name = format_ident!("{name}");
                self.import_runtime();
                quote!(rt::#name)
            }
            Home::User { .. } if self.plan.has_type(name) => self.path("runtime", name),
            Home::User { .. } => self.item("types", name),
        }
    }

    /// The type of the value in a request or a response.
    pub(in crate::emit) fn content(&mut self, content: &Content<'_>) -> TokenStream {
        match content {
            Content::Nothing => quote!(()),
            Content::Value(ty) => self.ty(ty),
            Content::Page(pager, item) => {
                let (page, item) = (self.page(*pager), self.ty(item));
                quote!(#page<#item>)
            }
            Content::Multipart(ty) => {
                let (form, ty) = (self.runtime("Multipart"), self.ty(ty));
                quote!(#form<#ty>)
            }
            Content::Text => quote!(String),
            Content::Bytes => self.runtime("Body"),
            Content::Media => {
                let (media, body) = (self.runtime("Media"), self.runtime("Body"));
                quote!(#media<#body>)
            }
            Content::Events(events) => {
                let stream = self.runtime("EventStream");
                let mut data = |ty: &Option<TypeRef>| match ty {
                    Some(ty) => self.ty(ty),
                    None => quote!(String),
                };
                let item = data(&events.data);
                let error = events.error.as_ref().map(|error| data(&error.data));
                let error = error.into_iter();
                quote!(#stream<#item #(, #error)*>)
            }
            Content::Lines(ty) => {
                let (lines, ty) = (self.runtime("JsonLines"), self.ty(ty));
                quote!(#lines<#ty>)
            }
        }
    }

    /// The generic type of the pages of a pager.
    pub(in crate::emit) fn page(&mut self, id: PagerId) -> TokenStream {
        let name = &self.plan.page(id).name;
        self.page_item(name)
    }

    /// The type of the requests for pages of a pager.
    pub(in crate::emit) fn page_request(&mut self, id: PagerId) -> TokenStream {
        let name = &self.plan.page(id).request;
        self.page_item(name)
    }

    fn page_item(&mut self, name: &str) -> TokenStream {
        if self.plan.is_plain_page(name) {
            self.fixed("page", name)
        } else {
            self.path("page", name)
        }
    }

    /// The types of an operation's value and errors.
    pub(in crate::emit) fn value_and_error(
        &mut self,
        operation: &Operation<'_>,
    ) -> (TokenStream, TokenStream) {
        let value = match &operation.response {
            Some(response) => self.item("operations", response.name()),
            None => self.content(&operation.success.content),
        };
        (value, self.item("operations", &operation.error))
    }

    /// The types of what a handler returns.
    pub(in crate::emit) fn handled_value_and_error(
        &mut self,
        operation: &Operation<'_>,
    ) -> (TokenStream, TokenStream) {
        let (value, error) = self.value_and_error(operation);
        let Some(conditional) = operation.api.conditional else {
            return (value, error);
        };
        let tagged = self.runtime("Tagged");
        let validators = match (conditional.etag, conditional.last_modified) {
            (_, false) => None,
            (false, true) => Some(self.runtime("LastModified")),
            (true, true) => {
                let (etag, time) = (self.runtime("ETag"), self.runtime("LastModified"));
                Some(quote!((#etag, #time)))
            }
        };
        let validators = validators.into_iter();
        (quote!(#tagged<#value #(, #validators)*>), error)
    }

    /// The types of what a call returns, unless it asks for another content.
    pub(in crate::emit) fn called_value_and_error(
        &mut self,
        operation: &Operation<'_>,
    ) -> (TokenStream, TokenStream) {
        let response = operation.response.as_ref();
        let value = match response.and_then(ResponseType::first_choice) {
            Some(first) => self.variant_value(first),
            None => match response.and_then(ResponseType::page) {
                Some(page) => self.content(page),
                None => return self.value_and_error(operation),
            },
        };
        (value, self.item("operations", &operation.error))
    }

    /// The type of the value of a response among several.
    pub(in crate::emit) fn variant_value(&mut self, variant: &ResponseVariant<'_>) -> TokenStream {
        match &variant.value {
            VariantValue::Content(content) => self.content(content),
            VariantValue::Struct(response) => self.item("operations", &response.name),
        }
    }
}
