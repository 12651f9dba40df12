//! The module `types`: a file for each section, with all names re-exported.

mod accessor;
mod constructor;
mod enumeration;
mod fields;
mod input;
mod multipart;
mod newtype;
mod object;
mod tuple;
mod union;

pub(super) use fields::{properties, wrapped};
pub(super) use object::{constants, constants_documentation};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::RustFile;
use super::work::Work;
use super::{docs, markdown};
use crate::api::{TypeDef, TypeKind, TypeRef};
use crate::rust::{Crate, Kind, NamedType, OtherVariant, Section};

/// Writes the files of the types.
pub(in crate::emit) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    for section in &plan.sections {
        work.file(format!("src/types/{}.rs", section.module), move || {
            emit_section(plan, section)
        });
    }
    work.file("src/types/mod.rs", move || emit_root(plan));
}

fn emit_root(plan: &Crate<'_>) -> String {
    let mut root = RustFile::new(plan);
    let sections = plan.sections.iter().map(|section| {
        let names = plan.types_of(section).flat_map(NamedType::names).collect();
        (section.module.as_str(), section.feature.as_deref(), names)
    });
    root.declare_all(sections.collect());
    for (module, names) in &plan.reexports {
        let module = format!("specsmith_runtime{module}");
        root.reexport(&module, None, names.iter().copied());
    }
    root.finish(&["The resources of the API and the types of their fields.".to_owned()])
}

fn emit_section(plan: &Crate<'_>, section: &Section<'_>) -> String {
    let mut file = RustFile::of_types(plan, section.id);
    for named in plan.types_of(section) {
        if !matches!(named.kind, Kind::Alias(_)) {
            file.import_runtime();
        }
        match &named.kind {
            Kind::Object(object) => object::emit(named, object, &mut file),
            Kind::Tuple(tuple) => tuple::emit(named, tuple, &mut file),
            Kind::Enum(values) => enumeration::emit(named, values, &mut file),
            Kind::Newtype(newtype) => newtype::emit(named, newtype, &mut file),
            Kind::Alias(target) => emit_alias(named, target, &mut file),
            Kind::Union(union) => union::emit(named, union, &mut file),
        }
    }
    file.finish(&[])
}

fn emit_alias(named: &NamedType<'_>, ty: &TypeRef, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let fallback = format!("The alias `{}`.", named.api.name);
    let lines = documentation(named.api, &fallback);
    let target = file.ty(ty);
    let alias =
        docs::entry(&lines, quote!(pub type #name)).with(docs::deprecated(&named.api.notes));
    file.push(alias.alias(&target));
}

/// The attribute of the variant that keeps other values.
fn other_attribute(other: &OtherVariant) -> TokenStream {
    match other.only_in_responses {
        true => quote!(#[other(responses)]),
        false => quote!(#[other]),
    }
}

/// The description of a type that has none. `what` is what it is.
fn fallback(named: &NamedType<'_>, plan: &Crate<'_>, what: &str) -> String {
    match named.api.input_of {
        Some(output) => format!("[`{}`] in requests.", plan.named(output).name),
        None => format!("{what} `{}`.", named.api.name),
    }
}

/// The doc comment of a named type: its notes, then its example as JSON.
fn documentation(definition: &TypeDef, fallback: &str) -> Vec<String> {
    let mut lines = docs::notes(&definition.notes, fallback);
    let rules = match &definition.kind {
        TypeKind::Newtype(newtype) => Some(&newtype.rules),
        TypeKind::Alias(alias) => Some(&alias.rules),
        TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Enum(_) | TypeKind::Union(_) => None,
    };
    docs::push_paragraph(&mut lines, rules.and_then(docs::constraints_sentence));
    match &definition.example {
        None => {}
        Some(example) if example.is_scalar() => {
            docs::push_paragraph(&mut lines, [docs::example(example)]);
        }
        Some(example) => {
            let json = example.to_json_within(markdown::WIDTH);
            let block = ["```json"].into_iter().chain(json.lines()).chain(["```"]);
            docs::push_paragraph(&mut lines, block.map(str::to_owned));
        }
    }
    lines
}
