//! The arguments of handlers: a struct for each operation, with a table of where they are read.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, derive, hidden, ident};
use super::super::rules::{self, value};
use super::super::styles::{self, delimited, query_style};
use super::super::xml;
use crate::api::{Content, Rules, Style};
use crate::render::{Entry, Table};
use crate::rust::{Body, BodyContent, Contents, Operation, Page, Parameter, Part, Place, Reading};

/// Emits the struct of the arguments.
pub(in crate::emit) fn emit_arguments(
    operation: &Operation<'_>,
    request: &str,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{request}");
    let documentation = docs::wrap(&format!("The arguments of `{}`.", operation.api.name));
    let rows = operation.request_fields().map(|field| {
        let name = ident(field.name);
        match field.part {
            Part::Parameter(of) => parameter(of, file),
            Part::Page(pager) => {
                let ty = file.page_request(pager);
                docs::entry(&docs::wrap("The requested page."), quote!(pub #name: #ty))
                    .with([quote!(#[read(part())])])
            }
            Part::Conditions => {
                let ty = file.runtime("Conditions");
                let documentation = docs::wrap("The copies of the content that the caller has.");
                docs::entry(&documentation, quote!(pub #name: #ty))
                    .with([quote!(#[read(conditions())])])
            }
            Part::Choice(ty) => {
                let ty = file.item("operations", ty);
                let documentation = docs::wrap("The content that the caller asks for.");
                docs::entry(&documentation, quote!(pub #name: #ty))
                    .with([quote!(#[read(choice())])])
            }
            Part::Body(body) => {
                let (ty, settings, rules) = match &body.contents {
                    Contents::One(of) => (
                        file.content(&of.content),
                        [envelope(of), styled(of), root(of, file)],
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
                if let Some(bounds) = of_one.and_then(docs::bounds) {
                    documentation.extend([String::new(), bounds]);
                }
                let [envelope, styled, root] = settings;
                let attributes = [
                    docs::deprecated(&body.api.notes),
                    Some(body_attribute(body)),
                    envelope,
                    styled,
                    root,
                    rules,
                ];
                docs::entry(&documentation, quote!(pub #name: #ty))
                    .with(attributes.into_iter().flatten())
            }
        }
    });
    let body = operation.body.as_ref();
    let once = body.is_some_and(Body::is_streamed).then(|| quote!(#[once]));
    let table = Table {
        rows: rows.collect(),
        head: docs::entry(&documentation, quote!(pub struct #name)).with(once),
    };
    file.push_table("rt::arguments", &table);
}

/// The field with the value of a content, as an attribute.
fn envelope(of: &BodyContent<'_>) -> Option<TokenStream> {
    of.envelope().map(|name| quote!(#[envelope(#name)]))
}

/// The fields of a form that have a style of their own, as an attribute.
fn styled(of: &BodyContent<'_>) -> Option<TokenStream> {
    let styles = of.styles().iter().map(|(name, style)| {
        let style = styles::field_style(*style);
        quote!(#name = #style)
    });
    (!of.styles().is_empty()).then(|| quote!(#[styled(#(#styles),*)]))
}

/// The element of a body in XML, as an attribute.
fn root(of: &BodyContent<'_>, file: &RustFile<'_>) -> Option<TokenStream> {
    let root = of.xml().map(|ty| xml::root(file.plan(), ty));
    root.map(|root| quote!(#[root(#root)]))
}

/// The rules of a content as an attribute.
fn content_rules(of: &Content, rules: &Rules, file: &mut RustFile<'_>) -> Option<TokenStream> {
    let value = of.value_or_line();
    value.and_then(|ty| rules::attribute(file, rules, &ty.ty))
}

/// How a body is read.
fn body_attribute(body: &Body<'_>) -> TokenStream {
    let prefix = if body.api.optional { "optional_" } else { "" };
    let reading = |name: &str| format_ident!("{prefix}{name}");
    let limit = body.api.max_size.map(|bytes| {
        let bytes = Literal::u64_unsuffixed(bytes);
        quote!(, max_size = #bytes)
    });
    let schema = body.api.schema.as_ref().map(|schema| {
        let schema = schema.to_string();
        quote!(, schema = #schema)
    });
    match &body.contents {
        Contents::One(of) => {
            let (reading, media) = (reading(of.reading), of.media);
            let media = (!media.is_empty()).then(|| quote!((#(#media),*)));
            quote!(#[body(#reading #media #limit #schema)])
        }
        Contents::Several(name, _) => {
            let (reading, name) = (reading("contents"), format_ident!("{name}"));
            quote!(#[choice(#reading, #name #limit)])
        }
    }
}

/// Emits the enum of the contents of a request, of which each has one.
pub(in crate::emit) fn emit_contents(operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let Some((name, variants)) = operation.several_contents() else {
        return;
    };
    let name = format_ident!("{name}");
    let title = docs::wrap(&format!(
        "The body of `{}`, by content.",
        operation.api.name
    ));
    let is_streamed = operation.body.as_ref().is_some_and(Body::is_streamed);
    let derived = (!is_streamed).then(|| quote!(#[derive(Clone)]));
    let rows = variants.iter().map(|variant| {
        let (name, ty) = (
            format_ident!("{}", variant.name),
            file.content(&variant.content.content),
        );
        let (reading, media) = (ident(variant.content.reading), variant.content.media);
        let rules = content_rules(variant.api, variant.rules, file);
        docs::entry(
            &docs::operation::content(variant.choice, variant.api, variant.rules),
            quote!(#name(#ty) = #reading(#(#media),*)),
        )
        .with(
            [
                envelope(&variant.content),
                styled(&variant.content),
                root(&variant.content, file),
                rules,
            ]
            .into_iter()
            .flatten(),
        )
    });
    let table = Table {
        rows: rows.collect(),
        head: docs::entry(&title, quote!(pub enum #name)).with(derived),
    };
    file.push_table("rt::received_contents", &table);
}

/// Emits the request for a page, which is part of the arguments of all operations with pages.
pub(in crate::emit) fn page_request(page: &Page<'_>, file: &mut RustFile<'_>) {
    let documentation = docs::wrap("The requested page of a list.");
    let name = format_ident!("{}", page.request);
    let head = docs::entry(&documentation, quote!(pub struct #name));
    let head = head.with(derive(page.request_derives));
    let rows = page.parameters.iter();
    let rows = rows.map(|of| parameter(of, file)).collect();
    file.push_table_for("server", "rt::arguments", &Table { head, rows });
}

/// The field of a parameter.
fn parameter(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> Entry {
    let fallback = format!("The parameter {}.", docs::code(&parameter.api.name));
    let mut documentation = docs::notes(&parameter.api.notes, &fallback);
    documentation.extend(docs::limits(parameter.api));
    let hidden = hidden(parameter.sensitivity).map(|word| quote!(#[field(#word)]));
    let (name, ty) = (ident(&parameter.name), file.ty(&parameter.api.ty));
    let ty = match parameter.reading {
        Reading::Optional => quote!(Option<#ty>),
        Reading::Required | Reading::Or(_) | Reading::List | Reading::OptionalList => ty,
    };
    let rules = rules::attribute(file, &parameter.api.rules, &parameter.api.ty.ty);
    let read = match (source(parameter), read(parameter, file)) {
        (Some(source), read) => quote!(#[read(#source.#read)]),
        (None, read) => quote!(#[read(#read)]),
    };
    let attributes = [
        docs::deprecated(&parameter.api.notes),
        hidden,
        Some(read),
        rules,
    ];
    docs::entry(&documentation, quote!(pub #name: #ty)).with(attributes.into_iter().flatten())
}

fn source(parameter: &Parameter<'_>) -> Option<TokenStream> {
    let wire = &parameter.wire;
    let place = match parameter.place {
        Place::Path(index) => {
            let index = Literal::usize_unsuffixed(index);
            let is_hidden = parameter.is_sensitive() && parameter.api.style.has_parts();
            let path = format_ident!("{}", if is_hidden { "hidden_path" } else { "path" });
            return Some(quote!(#path(#index, #wire)));
        }
        Place::Query => "query",
        Place::Header => "header",
        Place::Cookie => "cookie",
    };
    // Only a value with parts is shown in validation errors, by the names of its parts.
    let hidden = match parameter.api.style {
        // The names of its entries are those of parameters.
        Style::Flat(_) if parameter.taken.is_some() => return Some(quote!(query(""))),
        Style::Flat(_) => return None,
        Style::Fields(_) | Style::Deep(_) | Style::Json if parameter.is_sensitive() => "hidden_",
        Style::Single
        | Style::Repeated
        | Style::Comma
        | Style::Space
        | Style::Pipe
        | Style::Label
        | Style::Matrix
        | Style::Fields(_)
        | Style::Deep(_)
        | Style::Json => "",
    };
    let source = format_ident!("{hidden}{place}");
    Some(quote!(#source(#wire)))
}

fn read(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let of = parameter.api;
    if let Some(taken) = &parameter.taken {
        return match parameter.reading {
            Reading::Optional => quote!(optional_rest(&[#(#taken),*])),
            Reading::Required | Reading::Or(_) | Reading::List | Reading::OptionalList => {
                quote!(rest(&[#(#taken),*]))
            }
        };
    }
    match (parameter.reading, of.style) {
        (Reading::Required, Style::Json) => quote!(json()),
        (Reading::Optional, Style::Json) => quote!(optional_json()),
        (Reading::Required, Style::Fields(style)) => {
            let style = delimited(style);
            quote!(fields(#style))
        }
        (Reading::Optional, Style::Fields(style)) => {
            let style = delimited(style);
            quote!(optional_fields(#style))
        }
        (Reading::Required, Style::Deep(_)) => quote!(deep()),
        (Reading::Optional, Style::Deep(_)) => quote!(optional_deep()),
        (Reading::Required, Style::Flat(_)) => quote!(flat()),
        (Reading::Optional, Style::Flat(_)) => quote!(optional_flat()),
        (Reading::Required, _) => quote!(required()),
        (Reading::Optional, _) => quote!(optional()),
        (Reading::Or(default), style) => {
            let default = value(file, default, &of.ty);
            match style {
                Style::Json => quote!(json_or(#default)),
                _ => quote!(or(#default)),
            }
        }
        (Reading::List | Reading::OptionalList, Style::Label) => {
            quote!(delimited_list(rt::Delimited::Label))
        }
        (Reading::List | Reading::OptionalList, Style::Matrix) => {
            quote!(delimited_list(rt::Delimited::Matrix))
        }
        (Reading::List | Reading::OptionalList, style) => {
            let optional = match parameter.reading {
                Reading::OptionalList => "optional_",
                _ => "",
            };
            if parameter.place == Place::Query && style.separator().is_some() {
                let (read, style) = (format_ident!("{optional}list_as"), query_style(style));
                quote!(#read(#style))
            } else {
                let read = format_ident!("{optional}list");
                quote!(#read())
            }
        }
    }
}
