//! Values as expressions of the generated crate's types.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::api::{JsonKind, Scalar, Type, TypeId, TypeRef, Value};
use crate::emit::file::{RustFile, ident, member};
use crate::emit::literals::enum_value;
use crate::rust::{
    AdditionalFields, ArgumentType, Boxing, Constructor, Crate, Enum, Field, Kind, NamedType,
    Object, Parameter, ScalarType, Tuple, Union, Wrapping, from_str_accepts, is_text,
};

/// Writes values, and collects their imports.
pub(in crate::emit) struct ValueExpressions<'a> {
    plan: &'a Crate<'a>,
    pub(in crate::emit) file: RustFile<'a>,
}

impl<'a> ValueExpressions<'a> {
    pub(in crate::emit) fn new(plan: &'a Crate<'a>) -> Self {
        Self::in_file_with(plan, Vec::new())
    }

    /// For a file that defines or imports these names itself.
    pub(in crate::emit) fn in_file_with(plan: &'a Crate<'a>, own: Vec<&'a str>) -> Self {
        Self {
            plan,
            file: RustFile::of_user(plan, own),
        }
    }

    /// A value of exactly this type.
    pub(in crate::emit) fn typed(&mut self, ty: &TypeRef, value: &Value) -> Option<TokenStream> {
        self.boxed_value(ty, Boxing::None, value)
    }

    /// A value of exactly this type, boxed or not.
    fn boxed_value(&mut self, ty: &TypeRef, boxing: Boxing, value: &Value) -> Option<TokenStream> {
        // `null` is a value of `json` itself.
        if ty.nullable && *value == Value::Null {
            return Some(quote!(None));
        }
        let value = boxed(boxing, self.non_null(&ty.ty, value)?);
        Some(match ty.nullable {
            true => quote!(Some(#value)),
            false => value,
        })
    }

    /// The value of a parameter, as an argument of a function that may convert it itself.
    pub(in crate::emit) fn argument(
        &mut self,
        parameter: &Parameter<'_>,
        value: &Value,
    ) -> Option<TokenStream> {
        let ty = &parameter.api.ty;
        match (parameter.argument, value.as_text()) {
            (ArgumentType::Into, Some(text)) => self.converted(ty, text, value),
            (ArgumentType::Into | ArgumentType::Exact, _) => self.typed(ty, value),
        }
    }

    /// Text that a function converts into a type.
    fn converted(&mut self, ty: &TypeRef, text: &str, value: &Value) -> Option<TokenStream> {
        let newtype = match &ty.ty {
            Type::Named(id) => match &self.plan.named(*id).kind {
                Kind::Newtype(newtype) => {
                    Some((*id, newtype.api.scalar, newtype.api.rust.is_some()))
                }
                Kind::Enum(_)
                | Kind::Object(_)
                | Kind::Tuple(_)
                | Kind::Alias(_)
                | Kind::Union(_) => None,
            },
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        };
        match (&ty.ty, newtype) {
            (Type::Scalar(scalar), _) if is_text(self.plan.api, *scalar) => Some(quote!(#text)),
            (_, Some((_, Scalar::String, false))) => Some(quote!(#text)),
            // The function is generic, so the type has to be named.
            (_, Some((id, ..))) => {
                let name = self.file.type_name(id);
                Some(quote!(#text.parse::<#name>()?))
            }
            (Type::Scalar(_) | Type::Named(_) | Type::List(_) | Type::Map(_), None) => {
                self.typed(ty, value)
            }
        }
    }

    fn non_null(&mut self, ty: &Type, value: &Value) -> Option<TokenStream> {
        match (ty, value) {
            (Type::Scalar(Scalar::File), Value::Text(name)) => {
                let file = self.file.runtime("FilePart");
                Some(quote!(#file::open(#name).await?))
            }
            (Type::Scalar(scalar), value) => self.scalar(*scalar, value),
            (Type::Named(id), value) => self.named_type(*id, value),
            (Type::List(inner), Value::List(items)) => {
                let items: Option<Vec<_>> =
                    items.iter().map(|item| self.typed(inner, item)).collect();
                let items = items?;
                // The printer does not format macros such as `vec![…]`.
                Some(if items.is_empty() {
                    quote!(Vec::new())
                } else {
                    quote!(Vec::from([#(#items),*]))
                })
            }
            (Type::Map(inner), Value::Object(entries)) => {
                self.map(inner, entries.iter(), Boxing::None)
            }
            (Type::List(_) | Type::Map(_), _) => None,
        }
    }

    /// A value of a scalar. Text that the type of another crate does not parse is parsed by the type of the runtime.
    fn scalar(&mut self, scalar: Scalar, value: &Value) -> Option<TokenStream> {
        let library_type = self.plan.api.package.library_type(scalar);
        match (
            library_type,
            value,
            ScalarType::in_api(self.plan.api, scalar),
        ) {
            (Some(ty), Value::Text(text), ScalarType::Library(_, name))
                if !from_str_accepts(ty, text) =>
            {
                let own = self.file.path("runtime", name);
                Some(quote!(#text.parse::<#own>()?.try_into()?))
            }
            (_, value, _) => scalar_value(scalar, value),
        }
    }

    fn map<'v>(
        &mut self,
        ty: &TypeRef,
        entries: impl Iterator<Item = &'v (String, Value)>,
        boxing: Boxing,
    ) -> Option<TokenStream> {
        self.file.import_path("std::collections::BTreeMap");
        let entries: Option<Vec<_>> = entries
            .map(|(name, value)| {
                let value = boxed(boxing, self.typed(ty, value)?);
                Some(quote!((#name.to_owned(), #value)))
            })
            .collect();
        let entries = entries?;
        Some(if entries.is_empty() {
            quote!(BTreeMap::new())
        } else {
            quote!(BTreeMap::from([#(#entries),*]))
        })
    }

    fn named_type(&mut self, id: TypeId, value: &Value) -> Option<TokenStream> {
        let named = self.plan.named(id);
        match (&named.kind, value) {
            (Kind::Newtype(newtype), value) if newtype.api.rust.is_some() => {
                let (name, text) = (self.file.type_name(id), value.to_plain());
                Some(quote!(#text.parse::<#name>()?))
            }
            (Kind::Newtype(newtype), Value::Text(text)) => {
                Some(if newtype.api.scalar == Scalar::String {
                    quote!(#text.into())
                } else {
                    quote!(#text.parse()?)
                })
            }
            (Kind::Newtype(newtype), value) => {
                let (name, value) = (
                    self.file.type_name(id),
                    scalar_value(newtype.api.scalar, value)?,
                );
                Some(quote!(#name::from(#value)))
            }
            (
                Kind::Enum(values),
                Value::Text(_) | Value::Integer(_) | Value::Number(_) | Value::Bool(_),
            ) => self.enumeration(id, values, value),
            (Kind::Object(object), Value::Object(values)) => self.object(named, object, values),
            (Kind::Union(union), value) => self.union(id, union, value),
            (Kind::Tuple(tuple), Value::List(items)) => self.tuple(id, tuple, items),
            (Kind::Enum(_) | Kind::Object(_) | Kind::Tuple(_) | Kind::Alias(_), _) => None,
        }
    }

    fn enumeration(&mut self, id: TypeId, values: &Enum<'_>, value: &Value) -> Option<TokenStream> {
        let name = self.file.type_name(id);
        match values.variant(value) {
            Some(variant) => {
                let variant = ident(variant);
                Some(quote!(#name::#variant))
            }
            None => values.other.as_ref().map(|_| {
                let value = enum_value(values.api.kind, value);
                quote!(#name::from(#value))
            }),
        }
    }

    fn union(&mut self, id: TypeId, union: &Union<'_>, value: &Value) -> Option<TokenStream> {
        let name = self.file.type_name(id);
        let (variant, content) = union.variant_of(self.plan.api, value)?;
        let variant_name = ident(&variant.name);
        Some(match &variant.api.ty {
            Some(ty) => {
                let content = boxed(variant.boxing, self.typed(ty, &content)?);
                quote!(#name::#variant_name(#content))
            }
            None => quote!(#name::#variant_name),
        })
    }

    fn tuple(&mut self, id: TypeId, tuple: &Tuple<'_>, items: &[Value]) -> Option<TokenStream> {
        let name = self.file.type_name(id);
        let elements = tuple.elements.iter().zip(items);
        let elements: Option<Vec<TokenStream>> = elements
            .map(|(element, value)| {
                let value = self.boxed_value(&element.api.ty, element.boxing, value)?;
                let member = member(&element.name);
                Some(if tuple.is_named {
                    quote!(#member: #value)
                } else {
                    value
                })
            })
            .collect();
        let elements = elements?;
        Some(if tuple.is_named {
            quote!(#name { #(#elements),* })
        } else {
            quote!(#name(#(#elements),*))
        })
    }

    fn object(
        &mut self,
        named: &NamedType<'_>,
        object: &Object<'_>,
        values: &[(String, Value)],
    ) -> Option<TokenStream> {
        let name = self.file.type_name(named.id);
        let has_default = object.constructor == Constructor::Default;
        let mut fields = Vec::new();
        let mut omits_fields = false;
        for field in &object.fields {
            let given = values.iter().find(|(name, _)| *name == field.api.name);
            if given.is_none() && has_default {
                omits_fields = true;
                continue;
            }
            let (field_name, value) = (ident(&field.name), self.field(field, given)?);
            fields.push(quote!(#field_name: #value));
        }
        if let Some(others) = &object.others {
            match self.additional_fields(object, others, values)? {
                Some(field) => fields.push(field),
                None => omits_fields = true,
            }
        }
        Some(match (fields.is_empty(), omits_fields) {
            (true, true) => quote!(#name::default()),
            (false, true) => quote!(#name { #(#fields,)* ..Default::default() }),
            (_, false) => quote!(#name { #(#fields),* }),
        })
    }

    /// The field with the additional fields of an object. The inner `None` means that the object's default has it.
    fn additional_fields(
        &mut self,
        object: &Object<'_>,
        others: &AdditionalFields<'_>,
        values: &[(String, Value)],
    ) -> Option<Option<TokenStream>> {
        let is_known = |name: &str| {
            let mut constants = object.constants.iter();
            object.fields.iter().any(|field| field.api.name == name)
                || constants.any(|constant| constant.name == name)
        };
        let mut additional = values.iter().filter(|(name, _)| !is_known(name)).peekable();
        let value = if others.is_union {
            let fields = Value::Object(additional.cloned().collect());
            self.non_null(&others.ty.ty, &fields)?
        } else if additional.peek().is_none() && object.constructor == Constructor::Default {
            return Some(None);
        } else {
            self.map(others.ty, additional, others.boxing)?
        };
        let name = ident(&others.name);
        Some(Some(quote!(#name: #value)))
    }

    /// The value of a field, in what its type is wrapped in.
    fn field(&mut self, field: &Field<'_>, given: Option<&(String, Value)>) -> Option<TokenStream> {
        let value = match given.map(|(_, value)| value) {
            None | Some(Value::Null) if field.wrapping == Wrapping::Maybe => {
                let maybe = self.file.runtime("Maybe");
                return Some(match given {
                    None => quote!(#maybe::Absent),
                    Some(_) => quote!(#maybe::Null),
                });
            }
            None => return Some(quote!(None)),
            Some(Value::Null) if field.api.ty.nullable => return Some(quote!(None)),
            Some(value) => value,
        };
        let wrapper = match field.wrapping {
            Wrapping::None => None,
            Wrapping::Option => Some(quote!(Some)),
            Wrapping::Maybe => {
                let maybe = self.file.runtime("Maybe");
                Some(quote!(#maybe::Value))
            }
        };
        let value = boxed(field.boxing, self.non_null(&field.api.ty.ty, value)?);
        Some(match wrapper {
            None => value,
            Some(wrapper) => quote!(#wrapper(#value)),
        })
    }
}

fn boxed(boxing: Boxing, value: TokenStream) -> TokenStream {
    match boxing {
        Boxing::None | Boxing::Inside => value,
        Boxing::Whole => quote!(#value.into()),
    }
}

/// `None` if the value does not belong to the scalar.
fn scalar_value(scalar: Scalar, value: &Value) -> Option<TokenStream> {
    match (scalar, value) {
        (Scalar::Json, value) => {
            let json = value.to_string();
            Some(quote!(#json.parse()?))
        }
        (Scalar::String, Value::Text(text)) => Some(quote!(#text.to_owned())),
        (Scalar::Boolean, Value::Bool(value)) => Some(quote!(#value)),
        (Scalar::Integer(_), Value::Integer(value)) => {
            Some(Literal::i128_unsuffixed(*value).into_token_stream())
        }
        (Scalar::Number | Scalar::Float, Value::Integer(value)) => Some(number(*value as f64)),
        (Scalar::Number | Scalar::Float, Value::Number(value)) => Some(number(*value)),
        (Scalar::DecimalNumber, Value::Integer(_) | Value::Number(_)) => {
            let text = value.to_plain();
            Some(quote!(#text.parse()?))
        }
        (scalar, Value::Text(text)) if scalar.json() == JsonKind::String => {
            Some(quote!(#text.parse()?))
        }
        (_, _) => None,
    }
}

fn number(value: f64) -> TokenStream {
    Literal::f64_unsuffixed(value).into_token_stream()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Integer;

    #[test]
    fn a_value_of_another_scalar_has_no_literal() {
        for (scalar, value, literal) in [
            (Scalar::Boolean, Value::Bool(true), Some("true")),
            (Scalar::Boolean, Value::Integer(1), None),
            (
                Scalar::Integer(Integer::Int64),
                Value::Integer(7),
                Some("7"),
            ),
            (Scalar::Integer(Integer::Int64), Value::Number(1.5), None),
            (Scalar::Integer(Integer::Int64), Value::Bool(true), None),
            (Scalar::Number, Value::Integer(7), Some("7.0")),
            (Scalar::Number, Value::Number(1.5), Some("1.5")),
            (Scalar::Number, Value::Text("1.5".to_owned()), None),
            (Scalar::String, Value::Integer(7), None),
            (
                Scalar::Integer(Integer::Uint64),
                Value::Integer(u64::MAX.into()),
                Some("18446744073709551615"),
            ),
            (Scalar::Float, Value::Number(0.1), Some("0.1")),
            (
                Scalar::Uri,
                Value::Text("a:b".to_owned()),
                Some("\"a:b\" . parse () ?"),
            ),
            (Scalar::Date, Value::Null, None),
        ] {
            let found = scalar_value(scalar, &value).map(|tokens| tokens.to_string());
            assert_eq!(found.as_deref(), literal, "{scalar:?}, {value:?}");
        }
    }
}
