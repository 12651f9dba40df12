//! Values as expressions of the generated crate's types.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::api::{Boxing, Field, Object, Scalar, Type, TypeId, TypeKind, TypeRef, Value};
use crate::emit::file::{Context, RustFile, ident};

/// Writes values, and collects their imports.
pub(super) struct Literals<'a> {
    context: Context<'a>,
    pub(super) file: RustFile<'a>,
}

impl<'a> Literals<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        Self {
            context,
            file: RustFile::of_user(context, Vec::new()),
        }
    }

    /// A value of exactly this type.
    pub(super) fn of(&mut self, ty: &TypeRef, value: &Value) -> Option<TokenStream> {
        match (ty.nullable, value, &ty.ty) {
            // `null` is a value of `json` itself.
            (true, Value::Null, _) => Some(quote!(None)),
            (true, value, plain) => {
                let value = self.plain(plain, value)?;
                Some(quote!(Some(#value)))
            }
            (false, value, plain) => self.plain(plain, value),
        }
    }

    /// An argument of a function that converts strings itself.
    pub(super) fn given(&mut self, ty: &TypeRef, value: &Value) -> Option<TokenStream> {
        let (Type::Scalar(_) | Type::Named(_), false) = (&ty.ty, ty.nullable) else {
            return self.of(ty, value);
        };
        let newtype = match &ty.ty {
            Type::Named(id) => match &self.context.api.type_def(*id).kind {
                TypeKind::Newtype(newtype) => Some((*id, newtype.scalar)),
                TypeKind::Enum(_) | TypeKind::Object(_) => None,
            },
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        };
        let Some(text) = value.as_text() else {
            return self.of(ty, value);
        };
        match (&ty.ty, newtype) {
            (Type::Scalar(Scalar::String), _) | (_, Some((_, Scalar::String))) => {
                Some(quote!(#text))
            }
            // The function is generic, so the type has to be named.
            (_, Some((id, _))) => {
                let name = self.file.type_name(id);
                Some(quote!(#text.parse::<#name>()?))
            }
            (Type::Scalar(_) | Type::Named(_) | Type::List(_) | Type::Map(_), None) => {
                self.of(ty, value)
            }
        }
    }

    fn plain(&mut self, ty: &Type, value: &Value) -> Option<TokenStream> {
        match (ty, value) {
            (Type::Scalar(scalar), value) => scalar_value(*scalar, value),
            (Type::Named(id), value) => self.named(*id, value),
            (Type::List(inner), Value::List(items)) => {
                let items: Option<Vec<_>> = items.iter().map(|item| self.of(inner, item)).collect();
                let items = items?;
                // The printer does not format macros such as `vec![…]`.
                Some(if items.is_empty() {
                    quote!(Vec::new())
                } else {
                    quote!(Vec::from([#(#items),*]))
                })
            }
            (Type::Map(inner), Value::Object(entries)) => self.map(inner, entries.iter(), false),
            (Type::List(_) | Type::Map(_), _) => None,
        }
    }

    fn map<'v>(
        &mut self,
        ty: &TypeRef,
        entries: impl Iterator<Item = &'v (String, Value)>,
        boxed: bool,
    ) -> Option<TokenStream> {
        self.file.import_path("std::collections::BTreeMap");
        let entries: Option<Vec<_>> = entries
            .map(|(name, value)| {
                let value = boxed_if(boxed, self.of(ty, value)?);
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

    fn named(&mut self, id: TypeId, value: &Value) -> Option<TokenStream> {
        let context = self.context;
        match (&context.api.type_def(id).kind, value) {
            (TypeKind::Newtype(newtype), Value::Text(text)) => {
                Some(if newtype.scalar == Scalar::String {
                    quote!(#text.into())
                } else {
                    quote!(#text.parse()?)
                })
            }
            (TypeKind::Newtype(newtype), value) => {
                let (name, value) = (
                    self.file.type_name(id),
                    scalar_value(newtype.scalar, value)?,
                );
                Some(quote!(#name::from(#value)))
            }
            (TypeKind::Enum(values), Value::Text(text)) => {
                let name = self.file.type_name(id);
                let known = values.values.iter().position(|value| value.value == *text);
                match known {
                    Some(index) => {
                        let variant = ident(&context.names.types[id.0].members[index]);
                        Some(quote!(#name::#variant))
                    }
                    None => values.open.then(|| quote!(#name::from(#text))),
                }
            }
            (TypeKind::Object(object), Value::Object(values)) => self.object(id, object, values),
            (TypeKind::Enum(_) | TypeKind::Object(_), _) => None,
        }
    }

    fn object(
        &mut self,
        id: TypeId,
        object: &Object,
        values: &[(String, Value)],
    ) -> Option<TokenStream> {
        let names = &self.context.names.types[id.0];
        let name = self.file.type_name(id);
        let has_default = !object.fields.iter().any(Field::must_be_given);
        let mut fields = Vec::new();
        let mut omitted = false;
        for (field, field_name) in object.fields.iter().zip(&names.members) {
            let given = values.iter().find(|(name, _)| *name == field.name);
            if given.is_none() && has_default {
                omitted = true;
                continue;
            }
            let (field_name, value) = (ident(field_name), self.field(field, given)?);
            fields.push(quote!(#field_name: #value));
        }
        if let Some(ty) = &object.others {
            let known = |name: &str| object.fields.iter().any(|field| field.name == name);
            let mut others = values.iter().filter(|(name, _)| !known(name)).peekable();
            if others.peek().is_none() && has_default {
                omitted = true;
            } else {
                let value = self.map(ty, others, object.others_boxing == Boxing::Whole)?;
                let rest = ident(&names.rest);
                fields.push(quote!(#rest: #value));
            }
        }
        Some(match (fields.is_empty(), omitted) {
            (true, true) => quote!(#name::default()),
            (false, true) => quote!(#name { #(#fields,)* ..Default::default() }),
            (_, false) => quote!(#name { #(#fields),* }),
        })
    }

    /// The value of a field, wrapped as its presence requires.
    fn field(&mut self, field: &Field, given: Option<&(String, Value)>) -> Option<TokenStream> {
        let maybe = field.is_maybe().then(|| self.file.runtime("Maybe"));
        let value = match given.map(|(_, value)| value) {
            None if maybe.is_some() => return Some(quote!(#maybe::Absent)),
            None => return Some(quote!(None)),
            Some(Value::Null) if maybe.is_some() => return Some(quote!(#maybe::Null)),
            Some(Value::Null) if field.ty.nullable => return Some(quote!(None)),
            Some(value) => self.plain(&field.ty.ty, value)?,
        };
        let value = boxed_if(field.boxing == Boxing::Whole, value);
        Some(match maybe {
            Some(maybe) => quote!(#maybe::Value(#value)),
            None if field.must_be_given() => value,
            None => quote!(Some(#value)),
        })
    }
}

fn boxed_if(boxed: bool, value: TokenStream) -> TokenStream {
    if boxed { quote!(#value.into()) } else { value }
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
        (Scalar::Integer, Value::Integer(value)) => {
            Some(Literal::i64_unsuffixed(*value).into_token_stream())
        }
        (Scalar::Number, Value::Integer(value)) => Some(number(*value as f64)),
        (Scalar::Number, Value::Number(value)) => Some(number(*value)),
        (
            Scalar::Timestamp | Scalar::Date | Scalar::Uuid | Scalar::Decimal | Scalar::Bytes,
            Value::Text(text),
        ) => Some(quote!(#text.parse()?)),
        (
            Scalar::String
            | Scalar::Boolean
            | Scalar::Integer
            | Scalar::Number
            | Scalar::Timestamp
            | Scalar::Date
            | Scalar::Uuid
            | Scalar::Decimal
            | Scalar::Bytes,
            _,
        ) => None,
    }
}

fn number(value: f64) -> TokenStream {
    Literal::f64_unsuffixed(value).into_token_stream()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_another_scalar_has_no_literal() {
        for (scalar, value, literal) in [
            (Scalar::Boolean, Value::Bool(true), Some("true")),
            (Scalar::Boolean, Value::Integer(1), None),
            (Scalar::Integer, Value::Integer(7), Some("7")),
            (Scalar::Integer, Value::Number(1.5), None),
            (Scalar::Integer, Value::Bool(true), None),
            (Scalar::Number, Value::Integer(7), Some("7.0")),
            (Scalar::Number, Value::Number(1.5), Some("1.5")),
            (Scalar::Number, Value::Text("1.5".to_owned()), None),
            (Scalar::String, Value::Integer(7), None),
            (Scalar::Date, Value::Null, None),
        ] {
            let found = scalar_value(scalar, &value).map(|tokens| tokens.to_string());
            assert_eq!(found.as_deref(), literal, "{scalar:?}, {value:?}");
        }
    }
}
