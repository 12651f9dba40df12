//! The arguments of handlers: their types, and how they are read.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{Context, RustFile, ident};
use super::super::rules::{rules, value};
use super::super::types;
use crate::api::{Body, Location, Operation, Parameter, Presence, Sensitivity, Type};
use crate::naming::OperationNames;

/// A field of the arguments.
struct Argument<'a> {
    name: Ident,
    /// The variable for its value while it is read.
    slot: Ident,
    /// The static for its pattern, if it has one.
    pattern: &'a str,
    part: Part<'a>,
}

/// The part of the request that an argument is.
enum Part<'a> {
    Parameter(&'a Parameter),
    /// The pagination parameters.
    Page,
    Body(&'a Body),
}

/// The arguments of a handler, in the order in which they are read.
fn arguments<'a>(
    context: Context<'_>,
    operation: &'a Operation,
    names: &'a OperationNames,
) -> Vec<Argument<'a>> {
    let pagination = operation.is_paged().then_some(&context.api.pagination);
    let pagination = pagination.and_then(Option::as_ref);
    let named = names.parameters.iter().zip(&names.slots.parameters);
    let named = named.zip(&names.patterns);
    let mut arguments = Vec::new();
    for (parameter, ((name, slot), pattern)) in operation.parameters.iter().zip(named) {
        let (name, slot, part) = match pagination {
            Some(pagination) if *parameter == pagination.limit => continue,
            Some(pagination) if *parameter == pagination.offset => {
                (&names.page, &names.slots.page, Part::Page)
            }
            Some(_) | None => (name, slot, Part::Parameter(parameter)),
        };
        arguments.push((name, slot, pattern.as_str(), part));
    }
    let body = operation.body.as_ref();
    arguments.extend(body.map(|body| (&names.body, &names.slots.body, "", Part::Body(body))));
    let arguments = arguments
        .into_iter()
        .map(|(name, slot, pattern, part)| Argument {
            name: ident(name),
            slot: ident(slot),
            pattern,
            part,
        });
    arguments.collect()
}

impl Argument<'_> {
    fn documentation(&self) -> TokenStream {
        match self.part {
            Part::Parameter(parameter) => parameter_documentation(parameter),
            Part::Page => docs::sentence("The requested page."),
            Part::Body(body) => docs::attributes(&docs::notes(&body.notes, "The body.")),
        }
    }

    fn ty(&self, file: &mut RustFile<'_>) -> TokenStream {
        match self.part {
            Part::Parameter(parameter) => parameter_type(parameter, file),
            Part::Page => file.fixed("page", "PageRequest"),
            Part::Body(body) => file.ty(&body.ty),
        }
    }

    fn sensitivity(&self) -> Sensitivity {
        match self.part {
            Part::Parameter(parameter) => parameter.sensitivity,
            Part::Page | Part::Body(_) => Sensitivity::Public,
        }
    }
}

/// Emits the struct of the arguments.
pub(super) fn emit_arguments(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{}", names.arguments);
    let documentation = docs::sentence(&format!("The arguments of `{}`.", operation.name));
    let arguments = arguments(context, operation, names);
    let fields: Vec<TokenStream> = arguments
        .iter()
        .map(|argument| {
            let (documentation, field) = (argument.documentation(), &argument.name);
            let ty = argument.ty(file);
            quote!(#documentation pub #field: #ty)
        })
        .collect();
    let shown = arguments
        .into_iter()
        .map(|argument| (argument.sensitivity(), argument.name))
        .map(|(sensitivity, name)| (name, sensitivity));
    let shown: Vec<(Ident, Sensitivity)> = shown.collect();
    let hides = shown
        .iter()
        .any(|(_, sensitivity)| *sensitivity != Sensitivity::Public);
    let debug = (!hides).then(|| quote!(Debug,));
    file.push(quote! {
        #documentation
        #[derive(#debug Clone, PartialEq)]
        pub struct #name { #(#fields),* }
    });
    if hides {
        let debug = types::debug(&name, &shown, file);
        file.push(debug);
    }
}

/// The documentation of a parameter's field.
pub(in crate::emit) fn parameter_documentation(parameter: &Parameter) -> TokenStream {
    let otherwise = format!("The parameter {}.", docs::code(&parameter.name));
    docs::attributes(&docs::notes(&parameter.notes, &otherwise))
}

/// The type of a parameter's field.
pub(in crate::emit) fn parameter_type(
    parameter: &Parameter,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let ty = file.ty(&parameter.ty);
    match (&parameter.presence, &parameter.ty.ty) {
        // A repeated parameter that is not there has no values.
        (Presence::Optional, Type::List(_)) | (Presence::Required | Presence::Default(_), _) => ty,
        (Presence::Optional, _) => quote!(Option<#ty>),
    }
}

/// Reads all arguments before it responds to a validation error, so that the caller learns about
/// every one.
pub(super) fn reading(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let name = format_ident!("{}", names.arguments);
    let mut position = 0;
    let mut reads = Vec::new();
    let mut fields = Vec::new();
    for argument in arguments(context, operation, names) {
        let (field, slot) = (&argument.name, &argument.slot);
        let read = match argument.part {
            Part::Parameter(parameter) => {
                let owner = format!("{}.{}", operation.name, parameter.name);
                let rules = rules(&parameter.rules, (&owner, argument.pattern), file);
                read_parameter(parameter, rules, &mut position, file)
            }
            Part::Page => {
                let request = file.fixed("page", "PageRequest");
                quote!(#request::read(input))
            }
            Part::Body(_) => quote!(input.json_body()),
        };
        reads.push(quote!(let #slot = #read;));
        fields.push(quote!(#field: #slot?));
    }
    quote! {
        impl #name {
            fn read(input: &mut rt::Input) -> Result<Self, rt::Rejection> {
                #(#reads)*
                input.check()?;
                Ok(Self { #(#fields),* })
            }
        }
    }
}

/// Reads a parameter from `input` and checks its rules. `position` counts the path parameters.
pub(in crate::emit) fn read_parameter(
    parameter: &Parameter,
    rules: Option<TokenStream>,
    position: &mut usize,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let source = source(parameter, position);
    let read = read(parameter, rules, file);
    quote!(input.#source.#read)
}

fn source(parameter: &Parameter, position: &mut usize) -> TokenStream {
    let name = &parameter.name;
    match parameter.location {
        Location::Path => {
            let index = Literal::usize_unsuffixed(*position);
            *position += 1;
            quote!(path(#index, #name))
        }
        Location::Query => quote!(query(#name)),
        Location::Header => {
            let name = name.to_ascii_lowercase();
            quote!(header(#name))
        }
    }
}

fn read(parameter: &Parameter, rules: Option<TokenStream>, file: &mut RustFile<'_>) -> TokenStream {
    let list = matches!(parameter.ty.ty, Type::List(_));
    match (&parameter.presence, rules) {
        (Presence::Default(default), rules) => {
            let default = value(file, default, &parameter.ty);
            let rules = rules.unwrap_or_else(|| quote!(&[]));
            quote!(or(#default, #rules))
        }
        (_, None) if list => quote!(list()),
        (Presence::Optional, Some(rules)) if list => quote!(optional_list_checked(#rules)),
        (Presence::Required, Some(rules)) if list => quote!(list_checked(#rules)),
        (Presence::Required, None) => quote!(required()),
        (Presence::Required, Some(rules)) => quote!(required_checked(#rules)),
        (Presence::Optional, None) => quote!(optional()),
        (Presence::Optional, Some(rules)) => quote!(optional_checked(#rules)),
    }
}
