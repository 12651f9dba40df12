//! The arguments of handlers: a struct for each operation, with a table of where they are read.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::file::{RustFile, derive, hidden, ident};
use super::super::literals::value;
use super::super::rules;
use super::super::styles::{self, delimited, query_style};
use super::super::{docs, markdown, xml};
use crate::api::{Content, Rules, Style};
use crate::rust::{
    Body, BodyContent, Contents, Operation, Page, Parameter, ParameterPlace, Reading,
    RequestFieldKind,
};
use crate::rust_printer::{Entry, Table};

/// Emits the struct of the arguments.
pub(in crate::emit) fn emit_arguments(
    operation: &Operation<'_>,
    request: &str,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{request}");
    let title = format!("The arguments of `{}`.", operation.api.name);
    let rows = operation.request_fields().map(|field| {
        let (ty, title, source) = match field.kind {
            RequestFieldKind::Parameter(planned) => return parameter(planned, file),
            RequestFieldKind::Body(planned) => return body(planned, file),
            RequestFieldKind::Page(pager) => (
                file.page_request(pager),
                "The requested page.",
                quote!(part()),
            ),
            RequestFieldKind::Conditions => (
                file.runtime("Conditions"),
                "The copies of the content that the caller has.",
                quote!(conditions()),
            ),
            RequestFieldKind::Choice(ty) => (
                file.item("operations", ty),
                "The content that the caller asks for.",
                quote!(choice()),
            ),
        };
        let name = ident(field.name);
        docs::titled(title, quote!(pub #name: #ty)).with(quote!(#[read(#source)]))
    });
    let is_streamed = operation.body.as_ref().is_some_and(Body::is_streamed);
    let derived = (!is_streamed).then(|| quote!(#[derive(Clone)]));
    let table = Table {
        rows: rows.collect(),
        head: docs::titled(&title, quote!(pub struct #name)).with(derived),
    };
    file.push(table.call("rt::arguments"));
}

/// The field with the body.
fn body(body: &Body<'_>, file: &mut RustFile<'_>) -> Entry {
    let name = ident(&body.name);
    let (ty, settings, rules) = match &body.contents {
        Contents::One(only) => (
            file.content(&only.content),
            settings(only, file),
            content_rules(&body.api.content, &body.api.rules, file),
        ),
        Contents::Several(name, _) => {
            let name = format_ident!("{name}");
            (quote!(#name), [None, None, None], None)
        }
    };
    let ty = match body.api.optional {
        true => quote!(Option<#ty>),
        false => ty,
    };
    let mut documentation = docs::notes(&body.api.notes, "The body.");
    let of_one = body.several().is_none().then_some(&body.api.rules);
    let constraints = of_one.and_then(docs::constraints_sentence);
    docs::push_paragraph(&mut documentation, constraints);
    let entry = docs::entry(&documentation, quote!(pub #name: #ty))
        .with(docs::deprecated(&body.api.notes))
        .with(body_attribute(body));
    settings.into_iter().fold(entry, Entry::with).with(rules)
}

/// The attributes of a content: its envelope, the styles of its fields, and its element.
fn settings(content: &BodyContent<'_>, file: &RustFile<'_>) -> [Option<TokenStream>; 3] {
    [envelope(content), styled(content), root(content, file)]
}

/// The field with the value of a content, as an attribute.
fn envelope(content: &BodyContent<'_>) -> Option<TokenStream> {
    content.envelope().map(|name| quote!(#[envelope(#name)]))
}

/// The fields of a form with another style than the form, as an attribute.
fn styled(content: &BodyContent<'_>) -> Option<TokenStream> {
    let styles = content.styles().iter().map(|(name, style)| {
        let style = styles::field_style(*style);
        quote!(#name = #style)
    });
    (!content.styles().is_empty()).then(|| quote!(#[styled(#(#styles),*)]))
}

/// The element of a body in XML, as an attribute.
fn root(content: &BodyContent<'_>, file: &RustFile<'_>) -> Option<TokenStream> {
    let root = content.xml().map(|ty| xml::root(file.plan(), ty));
    root.map(|root| quote!(#[root(#root)]))
}

/// The rules of a content as an attribute.
fn content_rules(content: &Content, rules: &Rules, file: &mut RustFile<'_>) -> Option<TokenStream> {
    let value = content.value_or_line();
    value.and_then(|ty| rules::attribute(file, rules, &ty.ty))
}

/// How a body is read.
fn body_attribute(body: &Body<'_>) -> TokenStream {
    let presence = match body.api.optional {
        true => quote!(optional()),
        false => quote!(required()),
    };
    let limit = body.api.max_size.map(|bytes| {
        let bytes = Literal::u64_unsuffixed(bytes);
        quote!(, max_size = #bytes)
    });
    let schema = body.api.schema.as_ref().map(|schema| {
        let schema = schema.to_string();
        quote!(, schema = #schema)
    });
    match &body.contents {
        Contents::One(only) => {
            let (reading, media) = (ident(only.reading), only.media);
            let media = (!media.is_empty()).then(|| quote!((#(#media),*)));
            quote!(#[body(#reading #media.#presence #limit #schema)])
        }
        Contents::Several(name, _) => {
            let name = format_ident!("{name}");
            quote!(#[choice(#name.#presence #limit)])
        }
    }
}

/// Emits the enum of the contents of a request, of which each has one.
pub(in crate::emit) fn emit_contents(operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let Some((name, variants)) = operation.several_contents() else {
        return;
    };
    let name = format_ident!("{name}");
    let title = format!("The body of `{}`, by content.", operation.api.name);
    let is_streamed = operation.body.as_ref().is_some_and(Body::is_streamed);
    let derived = (!is_streamed).then(|| quote!(#[derive(Clone)]));
    let rows = variants.iter().map(|variant| {
        let (name, ty) = (
            format_ident!("{}", variant.name),
            file.content(&variant.content.content),
        );
        let (reading, media) = (ident(variant.content.reading), variant.content.media);
        let rules = content_rules(variant.api, variant.rules, file);
        let entry = docs::entry(
            &docs::operation::content(variant.choice, variant.api, variant.rules),
            quote!(#name(#ty) = #reading(#(#media),*)),
        );
        let settings = settings(&variant.content, file).into_iter();
        settings.fold(entry, Entry::with).with(rules)
    });
    let table = Table {
        rows: rows.collect(),
        head: docs::titled(&title, quote!(pub enum #name)).with(derived),
    };
    file.push(table.call("rt::received_contents"));
}

/// Emits the request for a page, which is part of the arguments of all operations with pages.
pub(in crate::emit) fn page_request(page: &Page<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", page.request);
    let derives: Vec<&str> = [&["Clone"], page.request_derives].concat();
    let head = docs::titled("The requested page of a list.", quote!(pub struct #name))
        .with(derive(&derives));
    let rows = page.parameters.iter();
    let rows = rows.map(|planned| parameter(planned, file)).collect();
    let request = Table { head, rows }.call("rt::arguments");
    file.push(request.with_feature(Some("server")));
}

/// The field of a parameter.
fn parameter(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> Entry {
    let fallback = format!("The parameter {}.", markdown::code(&parameter.api.name));
    let api = file.plan().api;
    let mut documentation = docs::of_value(api, &parameter.api.notes, &parameter.api.ty, &fallback);
    let constraints = docs::constraints_and_default(parameter.api);
    docs::push_paragraph(&mut documentation, constraints);
    let hidden = hidden(parameter.sensitivity).map(|word| quote!(#[field(#word)]));
    let (name, ty) = (ident(&parameter.name), file.ty(&parameter.api.ty));
    let ty = match parameter.reading.is_option() {
        true => quote!(Option<#ty>),
        false => ty,
    };
    let rules = rules::attribute(file, &parameter.api.rules, &parameter.api.ty.ty);
    let (source, shape) = (source(parameter), shape(parameter));
    let presence = match parameter.reading {
        Reading::Required | Reading::List => quote!(required()),
        Reading::Optional | Reading::OptionalList => quote!(optional()),
        Reading::Or(default) => {
            let default = value(file, default, &parameter.api.ty);
            quote!(or(#default))
        }
    };
    docs::entry(&documentation, quote!(pub #name: #ty))
        .with(docs::deprecated(&parameter.api.notes))
        .with(hidden)
        .with(quote!(#[read(#source #shape.#presence)]))
        .with(rules)
}

/// Where a parameter is.
fn source(parameter: &Parameter<'_>) -> TokenStream {
    let (wire, style) = (&parameter.wire, parameter.api.style);
    let source = match parameter.place {
        ParameterPlace::Path(index) => {
            let index = Literal::usize_unsuffixed(index);
            quote!(path(#index, #wire))
        }
        // The names of the parts are names of parameters.
        ParameterPlace::Query if matches!(style, Style::Flat(_)) => return quote!(query("")),
        ParameterPlace::Query => quote!(query(#wire)),
        ParameterPlace::Header => quote!(header(#wire)),
        ParameterPlace::Cookie => quote!(cookie(#wire)),
    };
    // Only a value with parts is shown in validation errors, by the names of its parts.
    let hidden = (parameter.is_sensitive() && style.has_parts()).then(|| quote!(.hidden()));
    quote!(#source #hidden)
}

/// How the value of a parameter is read if it is not a scalar.
fn shape(parameter: &Parameter<'_>) -> Option<TokenStream> {
    let is_list = matches!(parameter.reading, Reading::List | Reading::OptionalList);
    Some(match parameter.api.style {
        _ if parameter.declared_names.is_some() => {
            let taken = parameter.declared_names.iter().flatten();
            quote!(.rest(&[#(#taken),*]))
        }
        Style::Label if is_list => quote!(.delimited_list(rt::Delimited::Label)),
        Style::Matrix if is_list => quote!(.delimited_list(rt::Delimited::Matrix)),
        style
            if is_list
                && parameter.place == ParameterPlace::Query
                && style.separator().is_some() =>
        {
            let style = query_style(style);
            quote!(.list_as(#style))
        }
        _ if is_list => quote!(.list()),
        Style::Json => quote!(.json()),
        Style::Fields(style) => {
            let style = delimited(style);
            quote!(.fields(#style))
        }
        Style::Deep(_) => quote!(.deep()),
        Style::Flat(_) => quote!(.flat()),
        Style::Single
        | Style::Repeated
        | Style::Comma
        | Style::Space
        | Style::Pipe
        | Style::Label
        | Style::Matrix => return None,
    })
}
