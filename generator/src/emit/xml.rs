//! The module `xml`: how the types of bodies in XML are written in it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::RustFile;
use super::{docs, markdown};
use crate::api::{
    AdditionalFields, Api, Constant, Field, JsonKind, Object, Presence, Scalar, Type, TypeDef,
    TypeId, TypeKind, TypeRef, Value, Xml,
};
use crate::rust::Crate;

/// Generates `src/xml.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    for (id, constant) in plan.xml.statics() {
        let def = plan.api.type_def(id);
        let title = docs::sentence(&format!("The element of {}.", markdown::code(&def.name)));
        let (constant, name) = (format_ident!("{constant}"), name_of_type(plan.api, def));
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

/// The name of the element of a type. Its form in requests has the same one.
fn name_of_type(api: &Api, def: &TypeDef) -> TokenStream {
    let named = def.input_of.map_or(def, |id| api.type_def(id));
    name(def.xml.as_deref(), &named.name)
}

/// A name, which is `default` unless the document has another one.
fn name(xml: Option<&Xml>, default: &str) -> TokenStream {
    let local = xml.and_then(|xml| xml.name.as_deref()).unwrap_or(default);
    let namespace = xml.and_then(|xml| Some((xml.namespace.as_deref()?, xml.prefix.as_deref())));
    let namespace = namespace.map(|(namespace, prefix)| {
        let prefix = prefix.unwrap_or_default();
        quote!(.in_namespace(#namespace, #prefix))
    });
    quote!(rt::xml::name(#local) #namespace)
}

/// The content of the element of a type.
fn kind_of_type(plan: &Crate<'_>, def: &TypeDef) -> TokenStream {
    match &def.kind {
        TypeKind::Object(api_object) => object(plan, api_object),
        TypeKind::Alias(alias) => match (
            &alias.ty.ty,
            def.xml.as_deref().and_then(|xml| xml.item.as_ref()),
        ) {
            // The items of a list that is a body are named as their type.
            (Type::List(item), None) if let Some(id) = item.mentioned() => {
                let name = name_of_type(plan.api, plan.api.type_def(id));
                let kind = kind(plan, item, None, &def.name);
                quote!(rt::xml::Kind::List(&#name, &#kind))
            }
            _ => kind(plan, &alias.ty, def.xml.as_deref(), &def.name),
        },
        TypeKind::Newtype(newtype) => scalar(newtype.scalar),
        TypeKind::Enum(enumeration) => scalar(enumeration.kind.scalar()),
        // `check` rejects these.
        TypeKind::Tuple(_) | TypeKind::Union(_) => quote!(rt::xml::Kind::Text),
    }
}

/// The content of an element or an attribute. `xml` and `default` are for the names of items.
fn kind(plan: &Crate<'_>, ty: &TypeRef, xml: Option<&Xml>, default: &str) -> TokenStream {
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
            let name = item_name(plan, item, xml, default);
            let kind = kind(plan, item, None, default);
            quote!(rt::xml::Kind::List(&#name, &#kind))
        }
        Type::Map(value) => {
            let kind = kind(plan, value, None, default);
            quote!(rt::xml::Kind::Map(&#kind))
        }
    }
}

fn is_object(plan: &Crate<'_>, id: TypeId) -> bool {
    matches!(plan.api.type_def(id).kind, TypeKind::Object(_))
}

/// The name of the elements of a list's items: the name in the document, the name of their type if the document gives
/// it one, or else the name of the list.
fn item_name(plan: &Crate<'_>, item: &TypeRef, xml: Option<&Xml>, default: &str) -> TokenStream {
    if let Some(name) = xml.and_then(|xml| xml.item.as_deref()) {
        return quote!(rt::xml::name(#name));
    }
    if let Some(own) = own_xml(plan, item).filter(|own| own.name.is_some()) {
        return name(Some(own), default);
    }
    let local = xml.and_then(|xml| xml.name.as_deref()).unwrap_or(default);
    name(own_xml(plan, item), local)
}

/// What the type of a value states about its element.
fn own_xml<'p>(plan: &'p Crate<'_>, ty: &TypeRef) -> Option<&'p Xml> {
    let id = ty.alias.or(match &ty.ty {
        Type::Named(id) => Some(*id),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    })?;
    plan.api.type_def(id).xml.as_deref()
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
    let (json, xml) = (&field.name, field.xml.as_deref());
    let own = own_xml(plan, &field.ty);
    let states = |flag: fn(&Xml) -> bool| xml.is_some_and(flag);
    if states(|xml| xml.text) {
        let kind = kind(plan, &field.ty, None, json);
        return quote!(rt::xml::text(#json, #kind));
    }
    // A field is named as its type if only that has a name.
    let named = match xml.is_some_and(|xml| xml.name.is_some() || xml.namespace.is_some()) {
        true => xml,
        false => own,
    };
    if states(|xml| xml.attribute) {
        let (name, kind) = (name(named, json), kind(plan, &field.ty, None, json));
        return quote!(rt::xml::attribute(#json, #name, #kind));
    }
    if let (Type::List(item), false) = (&field.ty.ty, states(|xml| xml.wrapped)) {
        let names = Some(names_of_items(xml, own));
        let (name, kind) = (
            item_name(plan, item, names.as_ref(), json),
            kind(plan, item, None, json),
        );
        let required = field.presence == Presence::Required;
        return quote!(rt::xml::items(#json, #name, #kind, #required));
    }
    let names = names_of_items(xml, own);
    let (name, kind) = (name(named, json), kind(plan, &field.ty, Some(&names), json));
    quote!(rt::xml::element(#json, #name, #kind))
}

/// What a field and the alias of its type state about the items of a list.
fn names_of_items(xml: Option<&Xml>, own: Option<&Xml>) -> Xml {
    let part_name =
        |part: fn(&Xml) -> Option<&String>| xml.and_then(part).or_else(|| own.and_then(part));
    Xml {
        name: part_name(|xml| xml.name.as_ref()).cloned(),
        item: part_name(|xml| xml.item.as_ref()).cloned(),
        ..Xml::default()
    }
}

fn scalar(scalar: Scalar) -> TokenStream {
    match scalar.json() {
        JsonKind::String | JsonKind::Any => quote!(rt::xml::Kind::Text),
        JsonKind::Integer | JsonKind::Number => quote!(rt::xml::Kind::Number),
        JsonKind::Boolean => quote!(rt::xml::Kind::Boolean),
    }
}
