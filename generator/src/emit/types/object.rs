//! Objects: the struct, and how it is written.

mod read;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{Context, RustFile, ident};
use super::super::given::Given;
use super::super::rules::rules;
use super::accessor::accessor;
use super::{constructor, documentation};
use crate::api::{Boxing, Field, Object, Presence, Sensitivity, TypeId, TypeRef};
use crate::naming::TypeNames;
use read::reader;

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
    let ty = if field.is_maybe() {
        quote!(rt::Maybe<#value_ty>)
    } else if field.must_be_given() {
        value_ty.clone()
    } else {
        quote!(Option<#value_ty>)
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
