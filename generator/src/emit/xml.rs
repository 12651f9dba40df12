//! The module `xml`: how the types of bodies in XML are written in it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::RustFile;
use super::{docs, markdown};
use crate::api::{
    AdditionalFields, Constant, Field, JsonKind, Object, Presence, Scalar, Type, TypeDef, TypeId,
    TypeKind, TypeRef, Value, XmlName, XmlPlace,
};
use crate::rust::Crate;

/// Generates `src/xml.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    for (id, constant) in plan.xml.statics() {
        let def = plan.api.type_def(id);
        let title = docs::sentence(&format!("The element of {}.", markdown::code(&def.name)));
        let (constant, name) = (format_ident!("{constant}"), name(plan.api.xml_name(def)));
        let kind = kind_of_type(plan, def);
        file.push(quote! {
            #title
            pub static #constant: rt::xml::Root = rt::xml::Root { name: #name, kind: #kind };
        });
    }
    file.finish(&["How the types of bodies in XML are written in it.".to_owned()])
}

/// The path of the static of a type.
pub(super) fn root(plan: &Crate<'_>, ty: &TypeRef) -> TokenStream {
    let constant = plan.xml.static_of(ty).map(|name| format_ident!("{name}"));
    quote!(crate::xml::#constant)
}

fn name(name: XmlName<'_>) -> TokenStream {
    let local = name.local;
    let namespace = name.namespace.map(|namespace| {
        let (url, prefix) = (namespace.url, namespace.prefix.unwrap_or_default());
        quote!(.in_namespace(#url, #prefix))
    });
    quote!(rt::xml::name(#local) #namespace)
}

/// The content of the element of a type.
fn kind_of_type(plan: &Crate<'_>, def: &TypeDef) -> TokenStream {
    match &def.kind {
        TypeKind::Object(api_object) => object(plan, api_object),
        TypeKind::Alias(alias) => {
            let items = plan.api.xml_items(def);
            kind(plan, &alias.ty, items, &def.name)
        }
        TypeKind::Newtype(newtype) => scalar(newtype.scalar),
        TypeKind::Enum(enumeration) => scalar(enumeration.kind.scalar()),
        // `check` rejects these.
        TypeKind::Tuple(_) | TypeKind::Union(_) => quote!(rt::xml::Kind::Text),
    }
}

/// The content of an element or an attribute. `items` is the name of the items of a list, if something states it, and
/// `list` the name of the list otherwise.
fn kind(plan: &Crate<'_>, ty: &TypeRef, items: Option<XmlName<'_>>, list: &str) -> TokenStream {
    match &ty.ty {
        Type::Scalar(scalar_type) => scalar(*scalar_type),
        Type::Named(id) => match plan.xml.of_type(*id).filter(|_| is_object(plan, *id)) {
            Some(constant) => {
                let constant = format_ident!("{constant}");
                quote!(rt::xml::Kind::Same(&#constant))
            }
            None => kind_of_type(plan, plan.api.type_def(*id)),
        },
        Type::List(item) => {
            let items = items.unwrap_or_else(|| plan.api.xml_item(item, None, list));
            let (name, kind) = (name(items), kind(plan, item, None, list));
            quote!(rt::xml::Kind::List(&#name, &#kind))
        }
        Type::Map(value) => {
            let kind = kind(plan, value, None, list);
            quote!(rt::xml::Kind::Map(&#kind))
        }
    }
}

fn is_object(plan: &Crate<'_>, id: TypeId) -> bool {
    matches!(plan.api.type_def(id).kind, TypeKind::Object(_))
}

fn object(plan: &Crate<'_>, object: &Object) -> TokenStream {
    let constants = object.constants.iter().map(constant);
    let fields = object
        .fields
        .iter()
        .map(|object_field| field(plan, object_field));
    let others = match &object.others {
        AdditionalFields::Ignored | AdditionalFields::Union(_) => quote!(None),
        AdditionalFields::Rejected => quote!(Some(rt::xml::Kind::Text)),
        AdditionalFields::Kept(ty, _) => {
            let kind = kind(plan, ty, None, "item");
            quote!(Some(#kind))
        }
    };
    quote!(rt::xml::Kind::Object(&rt::xml::Object {
        fields: &[#(#constants,)* #(#fields,)*],
        additional: #others,
    }))
}

fn constant(constant: &Constant) -> TokenStream {
    let name = &constant.name;
    let kind = match constant.value {
        Value::Integer(_) | Value::Number(_) => quote!(rt::xml::Kind::Number),
        Value::Bool(_) => quote!(rt::xml::Kind::Boolean),
        Value::Null | Value::Text(_) | Value::List(_) | Value::Object(_) => {
            quote!(rt::xml::Kind::Text)
        }
    };
    quote!(rt::xml::element(#name, rt::xml::name(#name), #kind))
}

fn field(plan: &Crate<'_>, field: &Field) -> TokenStream {
    let json = &field.name;
    match plan.api.xml_place(field) {
        XmlPlace::Text => {
            let kind = kind(plan, &field.ty, None, json);
            quote!(rt::xml::text(#json, #kind))
        }
        XmlPlace::Attribute(attribute) => {
            let (name, kind) = (name(attribute), kind(plan, &field.ty, None, json));
            quote!(rt::xml::attribute(#json, #name, #kind))
        }
        XmlPlace::Element(element, items) => {
            let (name, kind) = (name(element), kind(plan, &field.ty, items, json));
            quote!(rt::xml::element(#json, #name, #kind))
        }
        XmlPlace::Items(items, item) => {
            let (name, kind) = (name(items), kind(plan, item, None, json));
            let required = field.presence == Presence::Required;
            quote!(rt::xml::items(#json, #name, #kind, #required))
        }
    }
}

fn scalar(scalar: Scalar) -> TokenStream {
    match scalar.json() {
        JsonKind::String | JsonKind::Any => quote!(rt::xml::Kind::Text),
        JsonKind::Integer | JsonKind::Number => quote!(rt::xml::Kind::Number),
        JsonKind::Boolean => quote!(rt::xml::Kind::Boolean),
    }
}
