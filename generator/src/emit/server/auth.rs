//! Authentication: the kinds of key, the trait's methods for them, and the checks before a handler.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::file::ident;
use super::super::{docs, markdown};
use crate::api::{self, KeyPlace, Scheme, SchemeKind};
use crate::rust::{Auth, AuthScheme, Crate, Requirement, SchemePart};

pub(super) fn key_kinds(auth: &Auth<'_>) -> TokenStream {
    let kinds = auth.requirements.iter().map(|key| {
        let fallback = match key.api.kind {
            Some(kind) => format!("The kind `{}`.", kind.name),
            None => the_scheme(key.api.scheme),
        };
        let documentation = docs::described(key.api.notes(), &fallback);
        let name = format_ident!("{}", key.name);
        let scopes = key.has_scopes().then(|| quote!((&'static [&'static str])));
        quote!(#documentation #name #scopes)
    });
    let has_scopes = auth.requirements.iter().any(Requirement::has_scopes);
    let title = docs::sentence(match (auth.only(), has_scopes) {
        (Some(_), false) => "The kinds of API keys that operations require.",
        (None, false) => {
            "The schemes, and the kinds of their credentials, that operations require."
        }
        (_, true) => {
            "The schemes, and the kinds and scopes of their credentials, that operations require."
        }
    });
    quote! {
        #title
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Key { #(#kinds),* }
    }
}

/// What documents a scheme without a description.
fn the_scheme(scheme: &Scheme) -> String {
    format!("The scheme `{}`.", scheme.name)
}

/// The credentials of all schemes, if there are several.
pub(super) fn credential_kinds(auth: &Auth<'_>) -> Option<TokenStream> {
    if auth.only().is_some() {
        return None;
    }
    let variants = auth.schemes.iter().map(|scheme| {
        let documentation = docs::described(&scheme.api.notes, &the_scheme(scheme.api));
        let name = format_ident!("{}", scheme.variant);
        let types = scheme.parts.iter().map(|part| format_ident!("{}", part.ty));
        if scheme.only().is_some() {
            return quote!(#documentation #name(#(#types<'a>)*));
        }
        let parts = scheme.parts.iter().zip(types).map(|(part, ty)| {
            let about = docs::described(&part.api.notes, &the_scheme(part.api));
            let field = ident(&part.name);
            quote!(#about #field: #ty<'a>)
        });
        quote!(#documentation #name { #(#parts),* })
    });
    Some(quote! {
        /// The credentials that a caller sent. `Debug` does not show them.
        #[derive(Debug, Clone)]
        pub enum Credentials<'a> { #(#variants),* }
    })
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
    let paragraphs =
        texts.map(|(what, text)| markdown::doc_comment(&format!("Assumed{what}: {text}")));
    paragraphs
        .flat_map(|lines| [vec![String::new()], lines].concat())
        .collect()
}

/// The trait's items for authentication.
pub(super) fn authentication_items(auth: &Auth<'_>) -> TokenStream {
    let accepted_by_all: Vec<String> = requirements_met_by_all(auth)
        .map(|key| match key.has_scopes() {
            true => format!("[`Key::{}`] without scopes", key.name),
            false => format!("[`Key::{}`]", key.name),
        })
        .collect();
    let what = match auth.requirements.iter().any(Requirement::has_scopes) {
        true => "Whether the caller's credentials are of this kind, or have all of these scopes.",
        false => "Whether the caller's key is of this kind.",
    };
    let permits_docs = docs::attributes(&markdown::wrap(&format!(
        "{what} Not called for {}. For `false`, the router responds with {}.",
        docs::list(&accepted_by_all),
        auth.api.refused.status
    )));
    let permits = auth.has_permits().then(|| {
        quote! {
            #permits_docs
            fn permits(&self, caller: &Self::Caller, key: Key) -> bool;
        }
    });
    let (argument, ty) = (
        format_ident!("{}", auth.argument),
        format_ident!("{}", auth.credentials),
    );
    let what = match auth.api.is_one_token() {
        true => "key",
        false => "credentials",
    };
    let mut authenticate_text = markdown::wrap(&format!(
        "Identifies the caller by the {what} in the request. A handler runs only if this succeeds. The router responds to \
         [`AuthError::UnknownKey`] with {}. For other failures, see [`AuthError`]: `?` turns any error into a 500.",
        auth.api.unknown.status
    ));
    authenticate_text.extend(assumptions(auth.api));
    let authenticate_docs = docs::attributes(&authenticate_text);
    quote! {
        /// The caller that [`authenticate`](Self::authenticate) identified.
        type Caller: Send + Sync;

        #authenticate_docs
        fn authenticate(&self, #argument: #ty<'_>) -> impl Future<Output = Result<Self::Caller, AuthError>> + Send;

        #permits

        /// Adds to the extensions of the response what layers around the router should know about the
        /// caller, for example to count its requests. By default, nothing.
        fn expose_caller(&self, caller: &Self::Caller, extensions: &mut rt::Extensions) {
            let _ = (caller, extensions);
        }
    }
}

/// What the router checks before a handler runs, if some operation requires a key.
pub(super) fn authorization(plan: &Crate<'_>, auth: &Auth<'_>) -> Vec<TokenStream> {
    if !auth.is_used {
        return Vec::new();
    }
    let (name, api) = (
        format_ident!("{}", plan.handler_trait),
        format_ident!("{}", plan.generic()),
    );
    let [missing, unknown, forbidden] = [&auth.api.missing, &auth.api.unknown, &auth.api.refused]
        .map(|response| {
            let (status, message) = (Literal::u16_unsuffixed(response.status), &response.message);
            quote!((#status, #message))
        });
    let scheme = quote! {
        /// The responses to callers without a suitable key.
        static AUTH: rt::DenialResponses = rt::DenialResponses { missing: #missing, unknown: #unknown, forbidden: #forbidden };
    };
    let policy = quote! {
        /// How the router identifies callers: with the methods of the handler trait.
        enum Policy {}
    };
    let challenge = auth.challenge.map(challenge);
    let challenge_constant =
        challenge.map(|challenge| quote!(const CHALLENGE: rt::Challenge = #challenge;));
    let reads_head = auth.reads_head.then(|| {
        quote!(
            const READS_HEAD: bool = true;
        )
    });
    let identify = identify(auth, &api);
    let permits = auth.authorizes.then(|| permits(auth, &api));
    let authorize = quote! {
        impl<#api: #name> rt::Authorize<#api> for Policy {
            type Caller = #api::Caller;
            type Key = Key;
            #challenge_constant
            #reads_head

            #identify

            #permits

            fn expose(api: &#api, caller: &#api::Caller, extensions: &mut rt::Extensions) {
                api.expose_caller(caller, extensions);
            }
        }
    };
    vec![scheme, policy, authorize]
}

/// The function that reads the credentials and passes them to the handler trait.
fn identify(auth: &Auth<'_>, api: &Ident) -> TokenStream {
    let argument = format_ident!("{}", auth.argument);
    let (key, read, challenged) = match auth.only() {
        Some(only) => {
            let read = read(only);
            let challenged = auth.challenge.map(challenge);
            let challenged = challenged.map(|challenge| quote!(.challenged(#challenge)));
            (quote!(_), quote!(let #argument = #read;), challenged)
        }
        None => {
            let arms = auth.schemes.iter().map(|scheme| arm(auth, scheme));
            let read = quote!(let (#argument, challenge) = match key { #(#arms,)* };);
            (quote!(key), read, Some(quote!(.challenged(challenge))))
        }
    };
    quote! {
        async fn identify(api: &#api, input: &rt::Input, #key: Key) -> Result<#api::Caller, rt::Rejection> {
            #read
            api.authenticate(#argument).await.map_err(|error| AUTH.rejection(error) #challenged)
        }
    }
}

/// Reads the credentials of one of several schemes.
fn arm(auth: &Auth<'_>, scheme: &AuthScheme<'_>) -> TokenStream {
    let keys = auth.requirements_of(scheme).map(|key| {
        let name = format_ident!("{}", key.name);
        let scopes = key.has_scopes().then(|| quote!((_)));
        quote!(Key::#name #scopes)
    });
    let variant = format_ident!("{}", scheme.variant);
    let challenge = scheme
        .parts
        .iter()
        .take(1)
        .map(|part| challenge(part.challenge));
    let CombinedRead { statements, fields } = match scheme.only() {
        Some(only) => {
            let read = read(only);
            CombinedRead {
                statements: None,
                fields: quote!((#read)),
            }
        }
        None => combined(scheme),
    };
    let value = quote!((Credentials::#variant #fields, #(#challenge)*));
    match statements {
        Some(statements) => quote!(#(#keys)|* => { #statements #value }),
        None => quote!(#(#keys)|* => #value),
    }
}

/// The function that asks the handler trait what credentials are good for.
fn permits(auth: &Auth<'_>, api: &Ident) -> TokenStream {
    let any = requirements_met_by_all(auth).map(|key| {
        let name = format_ident!("{}", key.name);
        let none = key.has_scopes().then(|| quote!(([])));
        quote!(Key::#name #none)
    });
    quote! {
        fn permits(api: &#api, caller: &#api::Caller, key: Key) -> Result<(), rt::Rejection> {
            match key {
                #(#any)|* => Ok(()),
                key if api.permits(caller, key) => Ok(()),
                _ => Err(AUTH.forbidden()),
            }
        }
    }
}

/// The requirements that all valid credentials of their scheme meet.
fn requirements_met_by_all<'p, 'a>(
    auth: &'p Auth<'a>,
) -> impl Iterator<Item = &'p Requirement<'a>> {
    auth.requirements
        .iter()
        .filter(|key| key.accepts_all_valid_credentials())
}

/// The code that reads the credentials of a variant.
struct CombinedRead {
    /// The statements before the variant.
    statements: Option<TokenStream>,
    /// The fields of the variant, with their brackets.
    fields: TokenStream,
}

/// Reads the credentials of a combination.
fn combined(scheme: &AuthScheme<'_>) -> CombinedRead {
    let (heads, others): (Vec<_>, Vec<_>) = scheme
        .parts
        .iter()
        .partition(|part| matches!(part.api.kind, SchemeKind::Custom));
    let heads: Vec<TokenStream> = heads
        .into_iter()
        .map(|part| {
            let field = ident(&part.name);
            quote!(#field: input.head())
        })
        .collect();
    if let [only] = others.as_slice() {
        let (field, read) = (ident(&only.name), read(only));
        return CombinedRead {
            statements: None,
            fields: quote!({ #field: #read, #(#heads),* }),
        };
    }
    let reads = others.iter().map(|part| find(part));
    let places = || (0..others.len()).map(Literal::usize_unsuffixed);
    let found = places().map(|place| quote!(rt::has_credentials(&parts.#place)));
    let statements = (!others.is_empty()).then(|| {
        quote! {
            let parts = (#(#reads),*);
            let found = #(#found)||*;
        }
    });
    let parts = others.iter().zip(places()).map(|(part, place)| {
        let field = ident(&part.name);
        quote!(#field: AUTH.part(parts.#place, found)?)
    });
    let parts = parts.chain(heads);
    CombinedRead {
        statements,
        fields: quote!({ #(#parts),* }),
    }
}

/// The credentials of a scheme.
fn read(part: &SchemePart<'_>) -> TokenStream {
    let found = find(part);
    // A request always has a head.
    let or_fail = (part.api.kind != SchemeKind::Custom).then(|| quote!(?));
    quote!(#found #or_fail)
}

/// The credentials of a scheme, or the response to a request without them.
fn find(part: &SchemePart<'_>) -> TokenStream {
    match &part.api.kind {
        SchemeKind::Basic => quote!(input.basic(&AUTH)),
        SchemeKind::ApiKey(key) => {
            let name = &key.name;
            match key.place {
                KeyPlace::Header => {
                    // Names of headers are compared without regard to case, and this case is the fastest.
                    let name = name.to_ascii_lowercase();
                    let prefix = key.prefix.as_deref().unwrap_or_default();
                    quote!(input.key_in_header(#name, #prefix, &AUTH))
                }
                KeyPlace::Query => quote!(input.key_in_query(#name, &AUTH)),
                KeyPlace::Cookie => quote!(input.key_in_cookie(#name, &AUTH)),
            }
        }
        SchemeKind::Custom => quote!(input.head()),
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::All(_) => quote!(input.bearer_token(&AUTH)),
    }
}

/// What a 401 asks for.
fn challenge(name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(rt::Challenge::#name)
}
