//! Unions: an enum whose variants hold the values.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, derive};
use super::super::{docs, markdown, rules};
use super::fields::{boxed, objects};
use super::{documentation, fallback, input, other_attribute};
use crate::api::{Scalar, TagKind, Tagging, Type};
use crate::rust::{Matcher, NamedType, Union, UnionVariant};
use crate::rust_printer::{Entry, Table};

pub(super) fn emit(named: &NamedType<'_>, union: &Union<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let fallback = fallback(named, file.plan(), "The variants of");
    let lines = documentation(named.api, &fallback);
    let (definition, tagging) = if union.api.by_event {
        ("rt::event_union", None)
    } else {
        let shape = shape(union);
        ("rt::union", Some(quote!(#[union(#shape)])))
    };
    let head = docs::entry(&lines, quote!(pub enum #name))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives))
        .with(tagging);
    let comment = (union.api.tagging == Tagging::None)
        .then_some("Without a tag, `matches` says which values are of a variant.");
    let head = Entry { comment, ..head };
    let variants = union
        .variants
        .iter()
        .map(|planned| variant(planned, union.api.by_event, file));
    let mut rows: Vec<Entry> = variants.collect();
    rows.extend(union.other.as_ref().map(|other| {
        let variant = format_ident!("{}", other.name);
        let json = file.runtime("Json");
        let name = union.api.by_event.then(|| quote!(String,));
        Entry::new(quote!(#variant(#name #json))).with(other_attribute(other))
    }));
    file.push(Table { head, rows }.call(definition));
    input::emit(named, file);
}

/// Where the tag is, as calls of the functions of the runtime's `Shape`.
fn shape(union: &Union<'_>) -> TokenStream {
    let place = match &union.api.tagging {
        Tagging::Field { path, .. } => quote!(field(&[#(#path),*])),
        Tagging::Beside { tag, value, .. } => quote!(beside(#tag, #value)),
        Tagging::Name => quote!(name()),
        Tagging::None => {
            let expected = union.expected.as_deref().unwrap_or_default();
            match union.is_text {
                true => quote!(untagged_scalars(#expected)),
                false => quote!(untagged(#expected)),
            }
        }
    };
    let (kind, default) = match &union.api.tagging {
        Tagging::Field { kind, default, .. } | Tagging::Beside { kind, default, .. } => {
            (*kind, default.as_ref())
        }
        Tagging::Name | Tagging::None => (TagKind::Text, None),
    };
    let kind = match kind {
        TagKind::Text => None,
        TagKind::Integer => Some(quote!(, integer_tags())),
        TagKind::Boolean => Some(quote!(, boolean_tags())),
    };
    let declared = union
        .variants
        .iter()
        .filter(|variant| variant.api.declares_tag);
    let declared = declared.flat_map(|variant| variant.api.tags());
    let declared: Vec<&String> = declared.collect();
    let declared = (!declared.is_empty()).then(|| quote!(, declared(&[#(#declared),*])));
    let default = default.map(|tag| quote!(, default_tag(#tag)));
    quote!(#place #kind #declared #default)
}

fn variant(variant: &UnionVariant<'_>, by_event: bool, file: &mut RustFile<'_>) -> Entry {
    let fallback = format!("The variant {}.", markdown::code(&variant.api.tag));
    let mut lines = docs::notes(&variant.api.notes, &fallback);
    docs::push_paragraph(&mut lines, docs::constraints_sentence(&variant.api.rules));
    let name = format_ident!("{}", variant.name);
    let tag = &variant.api.tag;
    let also = variant.api.also.iter();
    let text = variant.api.is_text.then(|| quote!(as text));
    let row = |content: Option<TokenStream>| quote!(#name #content = #tag #(| #also)* #text);
    let deprecated = docs::deprecated(&variant.api.notes);
    let Some(ty) = &variant.api.ty else {
        return docs::entry(&lines, row(None)).with(deprecated);
    };
    let plain = file.ty(ty);
    let from = variant.converts.then(|| match &ty.ty {
        Type::Scalar(Scalar::String) => quote!(#[from(#plain, &str)]),
        Type::Scalar(_) | Type::Named(_) | Type::List(_) | Type::Map(_) => quote!(#[from(#plain)]),
    });
    let matcher = variant.matcher.as_ref().map(|matcher| {
        let matcher = matcher_code(matcher, file);
        quote!(#[matches(#matcher)])
    });
    // Only clients read events.
    let rules = match by_event {
        true => None,
        false => rules::attribute(file, &variant.api.rules, &ty.ty),
    };
    let objects = objects(variant.boxing, ty, file);
    let content = boxed(variant.boxing, plain);
    docs::entry(&lines, row(Some(quote!((#content)))))
        .with(deprecated)
        .with(from)
        .with(matcher)
        .with(rules)
        .with(objects)
}

fn matcher_code(matcher: &Matcher, file: &mut RustFile<'_>) -> TokenStream {
    let (word, ty) = match matcher {
        Matcher::KnownText(id) => ("known_text", Some(*id)),
        Matcher::KnownNumber(id) => ("known_number", Some(*id)),
        Matcher::Integer => ("integer", None),
        Matcher::Number => ("number", None),
        Matcher::Boolean => ("boolean", None),
        Matcher::Text => ("text", None),
        Matcher::List => ("list", None),
        Matcher::Items(item) => {
            let item = matcher_code(item, file);
            return quote!(items #item);
        }
        Matcher::Object(id) => ("object", Some(*id)),
        Matcher::Fits(id) => ("fits", Some(*id)),
        Matcher::AnyObject => ("any_object", None),
        Matcher::Any => ("any", None),
    };
    let (word, ty) = (format_ident!("{word}"), ty.map(|id| file.type_name(id)));
    quote!(#word #ty)
}
