//! The further fields of the bodies of errors, as rows of the runtime's macro.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::docs;
use super::file::{RustFile, hidden, ident};
use super::rules::{literal, value};
use super::types::wrapped;
use crate::api::{self, Api, ErrorDef, Presence, Value};
use crate::render::Entry;
use crate::rust::{BodyField, ErrorType, Filling, Given, Wrapping};

/// The values that the layers around the handlers send with each status.
pub(super) fn usual_values(api: &Api) -> Option<TokenStream> {
    let usual = api.errors.iter().filter(|error| error.is_usual());
    let mut rows: Vec<(u16, Vec<(&str, &Value)>)> = usual
        .map(|error| (error.status.number(), of(error.fields())))
        .collect();
    let others = of(&api.error_body.fields);
    if rows.iter().all(|(status, _)| *status != 0) && !others.is_empty() {
        rows.push((0, others));
    }
    let all = rows.clone();
    rows.retain(|(status, values)| {
        let mut wider = [status / 100, 0].into_iter().filter(|of| of != status);
        let inherited = wider.find_map(|of| all.iter().find(|(status, _)| *status == of));
        inherited.map_or(&[][..], |(_, values)| values) != values
    });
    if rows.is_empty() {
        return None;
    }
    let rows = rows.into_iter().map(|(status, values)| {
        let status = Literal::u16_unsuffixed(status);
        let values = values.into_iter().map(|(name, value)| {
            let value = literal(value);
            quote!((#name, rt::Literal::#value))
        });
        quote!((#status, &[#(#values),*]))
    });
    Some(quote!(values: &[#(#rows),*]))
}

/// The values of fields that have one.
fn of(fields: &[api::BodyField]) -> Vec<(&str, &Value)> {
    let values = fields.iter();
    let values = values.filter_map(|of| Some((of.field.name.as_str(), of.value.as_ref()?)));
    values.collect()
}

/// The fields that are null in the errors of the layers around the handlers.
pub(super) fn nulls(api: &Api) -> Option<TokenStream> {
    let fields = api.error_body.fields.iter();
    let nulls = fields.filter(|of| of.field.presence == Presence::Required && of.value.is_none());
    let nulls: Vec<&str> = nulls.map(|of| of.field.name.as_str()).collect();
    (!nulls.is_empty()).then(|| quote!(nulls: &[#(#nulls),*]))
}

/// The attribute with the values by which an error is told apart from others of its status.
pub(super) fn told_by(error: &ErrorDef) -> Option<TokenStream> {
    let values = error.told_by_values().filter_map(|of| {
        let (name, value) = (&of.field.name, literal(of.value.as_ref()?));
        Some(quote!(#name = #value))
    });
    let values: Vec<TokenStream> = values.collect();
    (!values.is_empty()).then(|| quote!(#[values(#(#values),*)]))
}

/// The rows of the fields of an error.
pub(super) fn rows(error: &ErrorType<'_>, file: &mut RustFile<'_>) -> Vec<Entry> {
    error.fields.iter().map(|field| row(field, file)).collect()
}

fn row(field: &BodyField<'_>, file: &mut RustFile<'_>) -> Entry {
    let of = &field.api.field;
    let (name, wire) = (ident(&field.name), &of.name);
    let ty = file.value_ty(&of.ty);
    let ty = wrapped(field.wrapping, ty);
    let into = (field.given == Given::Converted).then(|| quote!(into));
    let hidden = hidden(of.sensitivity).map(|word| quote!(, #word));
    let (attribute, value) = match field.filling {
        Filling::Argument => (quote!(#[required(#into #wire #hidden)]), None),
        Filling::Nothing => (quote!(#[optional(#into #wire #hidden)]), None),
        Filling::Usual => {
            let optional = (of.presence != Presence::Required).then(|| quote!(, optional));
            let value = filling(field, file);
            (
                quote!(#[usual(#into #wire #optional #hidden)]),
                Some(quote!(= #value)),
            )
        }
    };
    let fallback = format!("The field {}.", docs::code(wire));
    let mut lines = docs::notes(&of.notes, &fallback);
    if let Some(example) = &of.example {
        lines.extend([String::new(), docs::example(example)]);
    }
    Entry {
        marker: Some(attribute),
        ..docs::entry(&lines, quote!(pub #name: #ty #value)).with(docs::deprecated(&of.notes))
    }
}

/// The value of a field unless a handler sets it.
fn filling(field: &BodyField<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let of = field.api;
    let value = of
        .value
        .as_ref()
        .map(|value| self::value(file, value, &of.field.ty));
    match (value, field.wrapping) {
        (Some(value), Wrapping::None) => value,
        (Some(value), Wrapping::Option) => quote!(Some(#value)),
        (Some(value), Wrapping::Maybe) => quote!(rt::Maybe::Value(#value)),
        (None, Wrapping::Maybe) => quote!(rt::Maybe::Absent),
        (None, Wrapping::None | Wrapping::Option) => quote!(None),
    }
}
