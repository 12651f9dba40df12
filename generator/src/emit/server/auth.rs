//! Authentication: the kinds of key, the trait's methods for them, and the checks before a handler.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use crate::api::{self, AuthResponse};
use crate::rust::{Auth, Crate};

pub(super) fn key_kinds(auth: &Auth<'_>) -> TokenStream {
    let kinds = auth.keys.iter().map(|key| {
        let documentation = docs::attributes(&docs::notes(
            &key.api.notes,
            &format!("The kind `{}`.", key.api.name),
        ));
        let name = format_ident!("{}", key.name);
        quote!(#documentation #name)
    });
    quote! {
        /// The kinds of API keys that operations require.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Key { #(#kinds),* }
    }
}

/// The assumptions about keys, as paragraphs.
fn assumptions(auth: &api::Auth) -> Vec<String> {
    let responses = [
        ("", &auth.notes.assumed),
        (" for the response without a key", &auth.missing.assumed),
        (" for the response to an unknown key", &auth.unknown.assumed),
        (
            " for the response to a key of the wrong kind",
            &auth.refused.assumed,
        ),
    ];
    let texts = responses
        .into_iter()
        .filter_map(|(what, assumed)| Some((what, assumed.as_ref()?)));
    let paragraphs = texts.map(|(what, text)| docs::markdown(&format!("Assumed{what}: {text}")));
    paragraphs
        .flat_map(|lines| [vec![String::new()], lines].concat())
        .collect()
}

/// The trait's items for authentication.
pub(super) fn credentials(auth: &Auth<'_>) -> TokenStream {
    let first = &auth.keys[0].name;
    let any = docs::attributes(&docs::wrap(&format!(
        "Whether the caller's key is of this kind. Not called for [`Key::{first}`]. For `false`, the \
         router responds with {}.",
        auth.api.refused.status
    )));
    let permits = auth.has_permits().then(|| {
        quote! {
            #any
            fn permits(&self, caller: &Self::Caller, key: Key) -> bool;
        }
    });
    let mut unknown = docs::wrap(&format!(
        "Identifies the caller by the key in the request. A handler runs only if this succeeds. The router responds to \
         [`AuthError::UnknownKey`] with {}. For other failures, see [`AuthError`]: `?` turns any error into a 500.",
        auth.api.unknown.status
    ));
    unknown.extend(assumptions(auth.api));
    let unknown = docs::attributes(&unknown);
    quote! {
        /// The caller that [`authenticate`](Self::authenticate) identified.
        type Caller: Send + Sync;

        #unknown
        fn authenticate(&self, token: BearerToken<'_>) -> impl Future<Output = Result<Self::Caller, AuthError>> + Send;

        #permits
    }
}

pub(super) fn authorization(plan: &Crate<'_>, auth: &Auth<'_>) -> Vec<TokenStream> {
    let (name, api) = (
        format_ident!("{}", plan.handler_trait),
        format_ident!("{}", plan.generic()),
    );
    let response = |response: &AuthResponse| {
        let (status, message) = (Literal::u16_unsuffixed(response.status), &response.message);
        quote!((#status, #message))
    };
    let (missing, unknown, refused) = (
        response(&auth.api.missing),
        response(&auth.api.unknown),
        response(&auth.api.refused),
    );
    let scheme = quote! {
        /// The responses to callers without a suitable key.
        static AUTH: rt::AuthScheme = rt::AuthScheme { missing: #missing, unknown: #unknown, forbidden: #refused };
    };
    let permitted = auth.authorizes.then(|| {
        let first = format_ident!("{}", auth.keys[0].name);
        quote! {
            if key != Key::#first && !api.permits(&caller, key) {
                return Err(AUTH.forbidden());
            }
        }
    });
    let key = if auth.authorizes {
        quote!(key)
    } else {
        quote!(_)
    };
    let policy = quote! {
        /// How the router identifies callers: with the methods of the handler trait.
        enum Policy {}
    };
    let authorize = quote! {
        impl<#api: #name> rt::Authorize<#api> for Policy {
            type Caller = #api::Caller;
            type Key = Key;

            async fn authorize(api: &#api, input: &rt::Input, #key: Key) -> Result<#api::Caller, rt::Rejection> {
                let token = input.bearer_token(&AUTH)?;
                let caller = api.authenticate(token).await.map_err(|error| AUTH.rejection(error))?;
                #permitted
                Ok(caller)
            }
        }
    };
    if auth.is_used {
        vec![scheme, policy, authorize]
    } else {
        Vec::new()
    }
}
