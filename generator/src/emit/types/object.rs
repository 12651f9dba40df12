//! Objects: the struct, and how it is read and written.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{Context, RustFile, ident};
use super::super::given::Given;
use super::super::rules::rules;
use super::accessor::accessor;
use super::{constructor, documentation};
use crate::api::{Boxing, Field, Object, Presence, Sensitivity, Type, TypeId, TypeRef};
use crate::naming::TypeNames;

/// A field with the names that its code needs.
pub(super) struct FieldCode<'a> {
    pub(super) field: &'a Field,
    /// The field of the struct.
    pub(super) name: Ident,
    /// The variable for its value while the object is read.
    slot: Ident,
    /// The method of the builder that sets it.
    pub(super) setter: Ident,
    /// Its type, with `Option` or `Maybe` if it may be absent.
    pub(super) ty: TokenStream,
    /// Its type without `Option` or `Maybe`.
    pub(super) value_ty: TokenStream,
    /// The bounds of its value, as a slice.
    rules: Option<TokenStream>,
    /// The method that falls back to its default.
    accessor: Option<TokenStream>,
    /// How the objects in it are read, if it is boxed or contains boxed fields.
    reader: Option<TokenStream>,
}

/// The field for the properties that the specification does not name.
pub(super) struct Others {
    pub(super) name: Ident,
    /// The type of one value.
    pub(super) ty: TokenStream,
    /// Where a value is boxed.
    boxing: Boxing,
    /// How the objects in a value are read, if it is boxed or contains boxed fields.
    reader: Option<TokenStream>,
}

impl FieldCode<'_> {
    /// How a function takes a value of this field.
    pub(super) fn given(&self, context: Context<'_>) -> Given {
        let value_ty = &self.value_ty;
        if self.field.is_maybe() {
            Given::converted(quote!(rt::Maybe<#value_ty>))
        } else if self.field.boxing == Boxing::Whole {
            Given::converted(value_ty.clone())
        } else {
            let plain = TypeRef {
                nullable: false,
                ..self.field.ty.clone()
            };
            Given::new(context, &plain, value_ty.clone())
        }
    }

    /// The expression for a field that is not given.
    pub(super) fn nothing(&self) -> Option<TokenStream> {
        if self.field.must_be_given() {
            None
        } else if self.field.is_maybe() {
            Some(quote!(rt::Maybe::Absent))
        } else {
            Some(quote!(None))
        }
    }
}

pub(super) fn emit(context: Context<'_>, id: TypeId, object: &Object, file: &mut RustFile<'_>) {
    let definition = context.api.type_def(id);
    let names = &context.names.types[id.0];
    let name = format_ident!("{}", names.name);
    let fields: Vec<FieldCode<'_>> = object
        .fields
        .iter()
        .enumerate()
        .map(|(index, field)| field_code(names, field, index, file))
        .collect();
    let others = object.others.as_ref().map(|ty| {
        file.import_path("std::collections::BTreeMap");
        let value_ty = file.ty(ty);
        Others {
            name: ident(&names.rest),
            ty: boxed(object.others_boxing, value_ty),
            boxing: object.others_boxing,
            reader: reader(object.others_boxing, ty, file),
        }
    });
    let code = ObjectCode {
        context,
        name,
        fields,
        others,
    };
    let documentation = docs::attributes(&documentation(
        definition,
        &format!("The object `{}`.", definition.name),
    ));
    file.push(code.structure(&documentation));
    if let Some(debug) = code.debug(file) {
        file.push(debug);
    }
    constructor::emit(definition, &code, file);
    let mut accessors = code
        .fields
        .iter()
        .filter_map(|code| code.accessor.as_ref())
        .peekable();
    if accessors.peek().is_some() {
        let name = &code.name;
        file.push(quote!(impl #name { #(#accessors)* }));
    }
    file.push(code.read());
    file.push(code.write());
    let name = &code.name;
    file.push(quote!(rt::object!(#name);));
}

fn field_code<'a>(
    names: &TypeNames,
    field: &'a Field,
    index: usize,
    file: &mut RustFile<'_>,
) -> FieldCode<'a> {
    let value_ty = boxed(field.boxing, file.plain_ty(&field.ty.ty));
    let ty = match (&field.presence, field.ty.nullable) {
        (Presence::Optional, true) => quote!(rt::Maybe<#value_ty>),
        (Presence::Optional, false) | (Presence::Required, true) | (Presence::Default(_), _) => {
            quote!(Option<#value_ty>)
        }
        (Presence::Required, false) => value_ty.clone(),
    };
    let rules = rules(
        &field.rules,
        (
            &format!("{}.{}", names.name, field.name),
            &names.patterns[index],
        ),
        file,
    );
    let accessor = match &field.presence {
        Presence::Default(default) => Some(accessor(names, field, index, default, file)),
        Presence::Required | Presence::Optional => None,
    };
    FieldCode {
        field,
        name: ident(&names.members[index]),
        slot: ident(&names.slots[index]),
        setter: ident(&names.setters[index]),
        ty,
        value_ty,
        rules,
        accessor,
        reader: reader(field.boxing, &field.ty, file),
    }
}

/// The type of a value, boxed or not.
fn boxed(boxing: Boxing, ty: TokenStream) -> TokenStream {
    match boxing {
        Boxing::None | Boxing::Inside => ty,
        Boxing::Whole => quote!(rt::Boxed<#ty>),
    }
}

/// How the objects in a value of this type are read: by their own type's function.
fn reader(boxing: Boxing, ty: &TypeRef, file: &mut RustFile<'_>) -> Option<TokenStream> {
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

/// An object with the names that its code needs.
pub(super) struct ObjectCode<'a> {
    pub(super) context: Context<'a>,
    pub(super) name: Ident,
    pub(super) fields: Vec<FieldCode<'a>>,
    pub(super) others: Option<Others>,
}

impl ObjectCode<'_> {
    fn structure(&self, documentation: &TokenStream) -> TokenStream {
        let name = &self.name;
        let debug = (!self.hides()).then(|| quote!(Debug,));
        let default = constructor::has_default(self).then(|| quote!(, Default));
        let fields = self.fields.iter().map(|code| {
            let fallback = format!("The field {}.", docs::code(&code.field.name));
            let mut lines = docs::notes(&code.field.notes, &fallback);
            if let Some(bounds) = docs::bounds(&code.field.rules) {
                lines.extend([String::new(), bounds]);
            }
            if let Presence::Default(default) = &code.field.presence {
                let default = docs::code(&default.to_string());
                lines.extend([
                    String::new(),
                    format!("Default: {default}. The method of this name returns it if the field is absent."),
                ]);
            }
            if let Some(example) = &code.field.example {
                lines.extend([
                    String::new(),
                    format!("Example: {}", docs::code(&example.to_string())),
                ]);
            }
            let documentation = docs::attributes(&lines);
            let (name, ty) = (&code.name, &code.ty);
            quote!(#documentation pub #name: #ty)
        });
        let others = self.others.iter().map(|Others { name, ty, .. }| {
            let documentation = docs::sentence("The fields that the specification does not name.");
            quote!(#documentation pub #name: BTreeMap<String, #ty>)
        });
        let fields = fields.chain(others);
        quote! {
            #documentation
            #[derive(#debug Clone, PartialEq #default)]
            pub struct #name { #(#fields),* }
        }
    }

    /// Whether some value must not be shown.
    fn hides(&self) -> bool {
        self.fields
            .iter()
            .any(|code| code.field.sensitivity != Sensitivity::Public)
    }

    /// An implementation of `Debug`, if values must be hidden. A derived one shows everything.
    fn debug(&self, file: &mut RustFile<'_>) -> Option<TokenStream> {
        let fields = self
            .fields
            .iter()
            .map(|code| (code.name.clone(), code.field.sensitivity));
        let others = self
            .others
            .iter()
            .map(|others| (others.name.clone(), Sensitivity::Public));
        let shown: Vec<_> = fields.chain(others).collect();
        self.hides().then(|| super::debug(&self.name, &shown, file))
    }

    fn read(&self) -> TokenStream {
        let name = &self.name;
        let table = self.fields.iter().map(|code| {
            let wire = &code.field.name;
            let hidden = (code.field.sensitivity != Sensitivity::Public).then(|| quote!(.hidden()));
            match code.field.presence {
                Presence::Required => quote!(rt::Field::required(#wire) #hidden),
                Presence::Optional | Presence::Default(_) => {
                    quote!(rt::Field::optional(#wire) #hidden)
                }
            }
        });
        let slots = self.slots();
        let arms = self.fields.iter().enumerate().map(|(index, code)| {
            let (index, slot) = (proc_macro2::Literal::usize_unsuffixed(index), &code.slot);
            let set = match (code.field.boxing, &code.rules) {
                (Boxing::None, None) => quote!(set),
                (Boxing::None, Some(_)) => quote!(set_checked),
                (Boxing::Inside, None) => quote!(set_nested),
                (Boxing::Inside, Some(_)) => quote!(set_nested_checked),
                (Boxing::Whole, None) => quote!(set_boxed),
                (Boxing::Whole, Some(_)) => quote!(set_boxed_checked),
            };
            let arguments = code.reader.iter().chain(&code.rules);
            quote!(#index => fields.#set(&mut #slot #(, #arguments)*))
        });
        let rest = match &self.others {
            Some(others) => {
                let (name, reader) = (&others.name, others.reader.iter());
                let keep = match others.boxing {
                    Boxing::None => quote!(keep),
                    Boxing::Inside => quote!(keep_nested),
                    Boxing::Whole => quote!(keep_boxed),
                };
                quote!(fields.#keep(&mut #name #(, #reader)*))
            }
            None => quote!(fields.skip()),
        };
        let loop_over = if self.fields.is_empty() {
            quote!(while fields.next()?.is_some() { #rest?; })
        } else {
            quote! {
                while let Some(field) = fields.next()? {
                    match field { #(#arms,)* _ => #rest }?;
                }
            }
        };
        let required = self.required();
        let taken = self.fields.iter().map(|code| self.taken(code));
        let others = self
            .others
            .iter()
            .map(|others| others.name.to_token_stream());
        let members = taken.chain(others);
        let access = format_ident!("{}", self.context.names.generic);
        quote! {
            impl rt::Object for #name {
                const FIELDS: &'static [rt::Field] = &[#(#table),*];

                fn read<'de, #access: rt::ObjectAccess<'de>>(mut fields: rt::Fields<'_, #access>) -> Result<Self, #access::Error> {
                    #slots
                    #loop_over
                    #required
                    Ok(Self { #(#members),* })
                }
            }
        }
    }

    /// Takes the required fields out of their variables, all at once: one place that can fail compiles
    /// faster than one for each field.
    fn required(&self) -> Option<TokenStream> {
        let required = self
            .fields
            .iter()
            .filter(|code| code.field.presence == Presence::Required);
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

    /// A field of the struct, from its variable.
    fn taken(&self, code: &FieldCode<'_>) -> TokenStream {
        let (name, slot) = (&code.name, &code.slot);
        match &code.field.presence {
            Presence::Optional if code.field.ty.nullable => {
                quote!(#name: #slot.unwrap_or_default())
            }
            Presence::Required | Presence::Optional | Presence::Default(_) if name == slot => {
                quote!(#name)
            }
            Presence::Required | Presence::Optional | Presence::Default(_) => quote!(#name: #slot),
        }
    }

    fn write(&self) -> TokenStream {
        let name = &self.name;
        let fields = self.fields.iter().map(|code| {
            let (name, wire) = (&code.name, &code.field.name);
            if code.field.is_maybe() {
                quote!(object.maybe(#wire, &self.#name);)
            } else if code.field.presence == Presence::Required {
                quote!(object.field(#wire, &self.#name);)
            } else {
                quote!(object.optional(#wire, &self.#name);)
            }
        });
        let others = self.others.iter().map(
            |Others { name, .. }| quote!(object.others(&self.#name, <Self as rt::Object>::FIELDS);),
        );
        let fields = fields.chain(others);
        let mutable = (!self.fields.is_empty() || self.others.is_some()).then(|| quote!(mut));
        quote! {
            impl rt::Serialize for #name {
                fn serialize<S: rt::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let #mutable object = rt::ObjectWriter::new(serializer);
                    #(#fields)*
                    object.end()
                }
            }
        }
    }
}
