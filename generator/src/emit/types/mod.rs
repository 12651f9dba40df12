//! The module `types`: a file for each section, with all names re-exported.

mod accessor;
mod builder;
mod constructor;
mod enumeration;
mod newtype;
mod object;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use syn::Ident;

use super::file::{Context, RustFile};
use super::manifest;
use super::work::Work;
use crate::api::{Boxing, Sensitivity, TypeDef, TypeId, TypeKind};

/// Writes the files of the types.
pub(in crate::emit) fn emit<'a>(context: Context<'a>, work: &mut Work<'a>) {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, definition) in context.api.types.iter().enumerate() {
        groups.entry(&definition.group).or_default().push(index);
    }
    for (group, members) in groups.clone() {
        work.file(
            format!("src/types/{}.rs", context.names.module(group)),
            move || emit_group(context, group, &members),
        );
    }
    work.file("src/types/mod.rs", move || emit_root(context, &groups));
}

fn emit_root(context: Context<'_>, groups: &BTreeMap<&str, Vec<usize>>) -> String {
    let mut root = RustFile::new(context);
    for group in groups.keys() {
        let module = format_ident!("{}", context.names.module(group));
        root.push(quote!(mod #module;));
    }
    for (group, members) in groups {
        let module = format_ident!("{}", context.names.module(group));
        let names = members
            .iter()
            .flat_map(|&index| public_names(context, index));
        root.push(quote!(pub use #module::{#(#names),*};));
    }
    let scalars = scalars(context);
    if !scalars.is_empty() {
        root.push(quote!(pub use specsmith_runtime::{#(#scalars),*};));
    }
    root.finish(&["The resources of the API and the types of their fields.".to_owned()])
}

/// The types of the runtime that fields can have, re-exported with the types of the API. A type of the
/// API with the same name takes precedence.
fn scalars(context: Context<'_>) -> Vec<Ident> {
    let features = manifest::features(context.api);
    let all = [
        ("Boxed", None),
        ("Bytes", Some("base64")),
        ("Date", Some("time")),
        ("Decimal", None),
        ("Json", None),
        ("Maybe", None),
        ("Timestamp", Some("time")),
        ("Uuid", Some("uuid")),
    ];
    let there = |name: &str, feature: &Option<&str>| match feature {
        Some(feature) => features.contains(feature),
        None => name != "Boxed" || context.api.types.iter().any(has_boxed_field),
    };
    let free = |name: &str| context.names.types.iter().all(|names| names.name != name);
    all.iter()
        .filter(|(name, feature)| there(name, feature) && free(name))
        .map(|(name, _)| format_ident!("{name}"))
        .collect()
}

fn has_boxed_field(definition: &TypeDef) -> bool {
    match &definition.kind {
        TypeKind::Object(object) => {
            let fields = object.fields.iter().map(|field| field.boxing);
            let mut all = fields.chain([object.others_boxing]);
            all.any(|boxing| boxing == Boxing::Whole)
        }
        TypeKind::Enum(_) | TypeKind::Newtype(_) => false,
    }
}

fn emit_group(context: Context<'_>, group: &str, members: &[usize]) -> String {
    let mut file = RustFile::of_types(context, group);
    for &index in members {
        emit_type(context, TypeId(index), &mut file);
    }
    file.finish(&[])
}

fn public_names(context: Context<'_>, index: usize) -> Vec<syn::Ident> {
    let name = &context.names.types[index].name;
    let mut names = vec![format_ident!("{name}")];
    if constructor::is_built(&context.api.types[index]) {
        names.push(format_ident!("{name}Builder"));
    }
    names
}

fn emit_type(context: Context<'_>, id: TypeId, file: &mut RustFile<'_>) {
    file.import_runtime();
    let definition = context.api.type_def(id);
    match &definition.kind {
        TypeKind::Object(object) => object::emit(context, id, object, file),
        TypeKind::Enum(values) => enumeration::emit(context, id, values, file),
        TypeKind::Newtype(newtype) => newtype::emit(context, id, newtype, file),
    }
}

/// The doc comment of a named type: its notes, then its example as JSON.
fn documentation(definition: &TypeDef, fallback: &str) -> Vec<String> {
    let mut lines = super::docs::notes(&definition.notes, fallback);
    if let TypeKind::Newtype(newtype) = &definition.kind
        && let Some(bounds) = super::docs::bounds(&newtype.rules)
    {
        lines.extend([String::new(), bounds]);
    }
    if let Some(example) = &definition.example {
        let json = example.to_json();
        lines.extend(["".to_owned(), "```json".to_owned()]);
        lines.extend(json.lines().map(str::to_owned));
        lines.push("```".to_owned());
    }
    lines
}

/// What `Debug` shows instead of a value.
fn hidden(sensitivity: Sensitivity) -> Option<&'static str> {
    match sensitivity {
        Sensitivity::Public => None,
        Sensitivity::Personal => Some("<personal>"),
        Sensitivity::Secret => Some("<secret>"),
    }
}

/// `Debug` for a struct with fields that must not be shown.
pub(super) fn debug(
    name: &Ident,
    fields: &[(Ident, Sensitivity)],
    file: &mut RustFile<'_>,
) -> TokenStream {
    file.import_path("std::fmt");
    let shown = name.to_string();
    let fields = fields.iter().map(|(field, sensitivity)| {
        // Without the prefix of a raw identifier, as in a derived `Debug`.
        let label = field.to_string().trim_start_matches("r#").to_owned();
        match hidden(*sensitivity) {
            Some(text) => quote!(.field(#label, &format_args!(#text))),
            None => quote!(.field(#label, &self.#field)),
        }
    });
    quote! {
        impl fmt::Debug for #name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_struct(#shown) #(#fields)* .finish()
            }
        }
    }
}
