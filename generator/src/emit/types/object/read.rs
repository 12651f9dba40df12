//! How an object is read: the table of its fields, a variable for each, and the loop that fills them.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

use super::{FieldCode, ObjectCode, Others};
use crate::api::{Presence, Sensitivity, Type, TypeRef};
use crate::emit::file::RustFile;
use crate::rust::{Boxing, Wrapping};

/// How the objects in a value of this type are read: by their own type's function.
pub(super) fn reader(boxing: Boxing, ty: &TypeRef, file: &mut RustFile<'_>) -> Option<TokenStream> {
    match (boxing, &ty.ty) {
        (Boxing::None, _) | (_, Type::Scalar(_)) => None,
        (Boxing::Inside | Boxing::Whole, Type::Named(id)) => {
            let name = file.type_name(*id);
            Some(quote!(rt::reader!(#name)))
        }
        (Boxing::Inside | Boxing::Whole, Type::List(inner) | Type::Map(inner)) => {
            reader(boxing, inner, file)
        }
    }
}

impl ObjectCode<'_> {
    /// The implementation of `Object`. `access` is its generic parameter.
    pub(super) fn read(&self, access: &str) -> TokenStream {
        let name = &self.name;
        let table = self.fields.iter().map(entry);
        let slots = self.slots();
        let fill = self.fill();
        let required = self.take_required();
        let taken = self.fields.iter().map(taken);
        let others = self
            .others
            .iter()
            .map(|others| others.name.to_token_stream());
        let members = taken.chain(others);
        let access = format_ident!("{access}");
        quote! {
            impl rt::Object for #name {
                const FIELDS: &'static [rt::Field] = &[#(#table),*];

                fn read<'de, #access: rt::ObjectAccess<'de>>(mut fields: rt::Fields<'_, #access>) -> Result<Self, #access::Error> {
                    #slots
                    #fill
                    #required
                    Ok(Self { #(#members),* })
                }
            }
        }
    }

    /// The variables that hold the fields while the object is read.
    fn slots(&self) -> TokenStream {
        let others = self
            .others
            .iter()
            .map(|Others { name, .. }| quote!(let mut #name = BTreeMap::new();));
        let slots = self.fields.iter().map(|code| {
            let slot = &code.slot;
            quote!(let mut #slot = None;)
        });
        quote!(#(#slots)* #(#others)*)
    }

    /// The loop that fills the variables.
    fn fill(&self) -> TokenStream {
        let rest = self.others.as_ref().map_or(quote!(fields.skip()), keep);
        if self.fields.is_empty() {
            return quote!(while fields.next()?.is_some() { #rest?; });
        }
        let arms = self.fields.iter().enumerate().map(|(index, code)| {
            let (index, set) = (Literal::usize_unsuffixed(index), set(code));
            quote!(#index => #set)
        });
        quote! {
            while let Some(field) = fields.next()? {
                match field { #(#arms,)* _ => #rest }?;
            }
        }
    }

    /// Takes the required fields out of their variables, all at once: one place that can fail compiles
    /// faster than one for each field.
    fn take_required(&self) -> Option<TokenStream> {
        let required = self
            .fields
            .iter()
            .filter(|code| code.field.api.presence == Presence::Required);
        let slots: Vec<&Ident> = required.map(|code| &code.slot).collect();
        match slots.as_slice() {
            [] => None,
            [slot] => Some(quote! {
                let Some(#slot) = #slot else { return fields.incomplete(); };
            }),
            slots => Some(quote! {
                let (#(Some(#slots)),*) = (#(#slots),*) else { return fields.incomplete(); };
            }),
        }
    }
}

/// A field in the table.
fn entry(code: &FieldCode<'_>) -> TokenStream {
    let wire = &code.field.api.name;
    let hidden = (code.field.api.sensitivity != Sensitivity::Public).then(|| quote!(.hidden()));
    match code.field.api.presence {
        Presence::Required => quote!(rt::Field::required(#wire) #hidden),
        Presence::Optional | Presence::Default(_) => quote!(rt::Field::optional(#wire) #hidden),
    }
}

/// The call that reads a field into its variable.
fn set(code: &FieldCode<'_>) -> TokenStream {
    let slot = &code.slot;
    let set = match (code.field.boxing, &code.rules) {
        (Boxing::None, None) => quote!(set),
        (Boxing::None, Some(_)) => quote!(set_checked),
        (Boxing::Inside, None) => quote!(set_nested),
        (Boxing::Inside, Some(_)) => quote!(set_nested_checked),
        (Boxing::Whole, None) => quote!(set_boxed),
        (Boxing::Whole, Some(_)) => quote!(set_boxed_checked),
    };
    let arguments = code.reader.iter().chain(&code.rules);
    quote!(fields.#set(&mut #slot #(, #arguments)*))
}

/// The call that keeps a field that the specification does not name.
fn keep(others: &Others) -> TokenStream {
    let (name, reader) = (&others.name, others.reader.iter());
    let keep = match others.boxing {
        Boxing::None => quote!(keep),
        Boxing::Inside => quote!(keep_nested),
        Boxing::Whole => quote!(keep_boxed),
    };
    quote!(fields.#keep(&mut #name #(, #reader)*))
}

/// A field of the struct, from its variable.
fn taken(code: &FieldCode<'_>) -> TokenStream {
    let (name, slot) = (&code.name, &code.slot);
    match code.field.wrapping {
        Wrapping::Maybe => quote!(#name: #slot.unwrap_or_default()),
        Wrapping::None | Wrapping::Option if name == slot => quote!(#name),
        Wrapping::None | Wrapping::Option => quote!(#name: #slot),
    }
}
