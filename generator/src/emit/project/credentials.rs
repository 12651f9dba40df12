//! The credentials that the example of a caller takes from the environment.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::api::SchemeKind;
use crate::emit::file::ident;
use crate::rust::{Auth, AuthScheme, Carried, Crate, Operation, SchemePart};

/// What the example of a caller sends.
pub(super) struct Credentials {
    /// The variables of the environment.
    pub(super) variables: Vec<String>,
    /// Statements that read them with the function `variable`, and set them in the builder `client`.
    pub(super) statements: TokenStream,
}

impl Credentials {
    /// Credentials that the operation accepts, of the first scheme that needs only text; `None` if there is none.
    pub(super) fn of(plan: &Crate<'_>, operation: &Operation<'_>) -> Option<Self> {
        let auth = plan.auth.as_ref()?;
        let accepted = |scheme: &&AuthScheme<'_>| match operation.carried(plan.api) {
            Carried::SharedToken => true,
            Carried::Nothing => false,
            Carried::Schemes(names) | Carried::OptionalSchemes(names) => {
                names.contains(&scheme.api.name.as_str())
            }
        };
        let mut schemes = auth.schemes.iter().filter(accepted);
        schemes.find_map(|scheme| Self::of_scheme(plan, auth, scheme))
    }

    fn of_scheme(plan: &Crate<'_>, auth: &Auth<'_>, scheme: &AuthScheme<'_>) -> Option<Self> {
        let module = format_ident!("{}", plan.package.module);
        let function = ident(&scheme.function);
        let variables = scheme.parts.iter().flat_map(|part| &part.variables);
        let statements = match auth.api.is_one_token() {
            true => {
                let token = variables.clone();
                quote!(let client = client.bearer_token(#(variable(#token)?)*);)
            }
            false => {
                let given = scheme.parts.iter().map(|part| given(part, &module));
                let given: Vec<TokenStream> = given.collect::<Option<Vec<_>>>()?.concat();
                // The values have no names, which could be those of other variables of the example.
                quote! {
                    let credentials = #module::client::Credentials::#function(#(#given),*);
                    let client = client.credentials(credentials);
                }
            }
        };
        Some(Self {
            statements,
            variables: variables.cloned().collect(),
        })
    }
}

/// The arguments for a part of the credentials; `None` if they are not text.
fn given(part: &SchemePart<'_>, module: &proc_macro2::Ident) -> Option<Vec<TokenStream>> {
    let variables = part.variables.iter();
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
