//! The credentials that the example of a caller takes from the environment.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::api::SchemeKind;
use crate::emit::file::ident;
use crate::rust::{AuthScheme, Crate, SchemePart};

/// What the example of a caller sends.
pub(super) struct Credentials {
    /// The variables of the environment.
    pub(super) variables: Vec<String>,
    /// Statements that read them with the function `variable`, and set them in the builder `client`.
    pub(super) statements: TokenStream,
}

impl Credentials {
    /// The credentials of the first scheme that needs only text; `None` if there is none.
    pub(super) fn find(plan: &Crate<'_>) -> Option<Self> {
        let auth = plan.auth.as_ref()?;
        if auth.api.is_one_token() {
            let token = variable("token");
            return Some(Self {
                statements: quote!(let client = client.bearer_token(variable(#token)?);),
                variables: vec![token],
            });
        }
        auth.schemes
            .iter()
            .find_map(|scheme| Self::of_scheme(plan, scheme))
    }

    fn of_scheme(plan: &Crate<'_>, scheme: &AuthScheme<'_>) -> Option<Self> {
        let module = format_ident!("{}", plan.package.module);
        let function = ident(&scheme.function);
        let given = scheme.parts.iter().map(|part| given(part, &module));
        let given: Vec<TokenStream> = given.collect::<Option<Vec<_>>>()?.concat();
        let names = scheme.parts.iter().flat_map(|part| &part.arguments);
        // The values have no names, which could be those of other variables of the example.
        let statements = quote! {
            let credentials = #module::client::Credentials::#function(#(#given),*);
            let client = client.credentials(credentials);
        };
        Some(Self {
            statements,
            variables: names.map(|name| variable(name)).collect(),
        })
    }
}

/// The variable of the environment with the value of an argument.
fn variable(argument: &str) -> String {
    let name = match argument {
        // What the client takes is a source of tokens, and this one always has the same token.
        "source" => "TOKEN".to_owned(),
        name => name.trim_start_matches("r#").to_uppercase(),
    };
    format!("API_{name}")
}

/// The arguments for a part of the credentials; `None` if they are not text.
fn given(part: &SchemePart<'_>, module: &proc_macro2::Ident) -> Option<Vec<TokenStream>> {
    let variables = part.arguments.iter().map(|name| variable(name));
    match part.api.kind {
        SchemeKind::Bearer | SchemeKind::Basic | SchemeKind::ApiKey(_) | SchemeKind::All(_) => {
            Some(variables.map(|name| quote!(&variable(#name)?)).collect())
        }
        // A token that does not change: the example ends before it expires.
        SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. } => {
            let token = |name| quote!(#module::client::AccessToken::new(variable(#name)?));
            Some(variables.map(token).collect())
        }
        SchemeKind::Custom => None,
    }
}
