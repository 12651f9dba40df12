//! Newtypes: scalars with their own types, so that one identifier cannot be used for another.

use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{Context, RustFile};
use super::super::rules::rules;
use super::documentation;
use crate::api::{Newtype, Scalar, Sensitivity, TypeId};

pub(super) fn emit(context: Context<'_>, id: TypeId, newtype: &Newtype, file: &mut RustFile<'_>) {
    let definition = context.api.type_def(id);
    let names = &context.names.types[id.0];
    let name = format_ident!("{}", names.name);
    let inner = file.scalar(newtype.scalar);
    let rules = rules(&newtype.rules, (&definition.name, &names.patterns[0]), file)
        .map(|rules| quote!(, #rules));
    let documentation = docs::attributes(&documentation(
        definition,
        &format!("The scalar `{}`.", definition.name),
    ));
    let hides = definition.sensitivity != Sensitivity::Public;
    let debug = (!hides).then(|| quote!(Debug,));
    let total = match newtype.scalar {
        Scalar::Number | Scalar::Json => quote!(PartialEq, PartialOrd),
        Scalar::Integer | Scalar::Boolean | Scalar::Date | Scalar::Uuid => {
            quote!(Copy, PartialEq, Eq, PartialOrd, Ord, Hash)
        }
        Scalar::String | Scalar::Timestamp | Scalar::Decimal | Scalar::Bytes => {
            quote!(PartialEq, Eq, PartialOrd, Ord, Hash)
        }
    };
    file.push(quote! {
        #documentation
        #[derive(#debug Clone, #total)]
        pub struct #name(#inner);
    });
    let label = match definition.sensitivity {
        Sensitivity::Public | Sensitivity::Personal => "personal",
        Sensitivity::Secret => "secret",
    };
    file.push(match (newtype.scalar, hides) {
        (Scalar::String, false) => quote!(rt::string_newtype!(#name #rules);),
        (Scalar::String, true) => quote!(rt::sensitive_string_newtype!(#name, #label #rules);),
        (_, false) => quote!(rt::newtype!(#name, #inner #rules);),
        (_, true) => quote!(rt::sensitive_newtype!(#name, #inner, #label #rules);),
    });
}
