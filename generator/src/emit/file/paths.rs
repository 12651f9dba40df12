//! The paths of items: imported names, or names with their module.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Home, RustFile};

impl RustFile<'_> {
    /// An item that is named after something in the API. It is imported, unless another module has an
    /// item of the same name: then it is written with its module.
    pub(in crate::emit) fn item(&mut self, module: &'static str, name: &str) -> TokenStream {
        let shared = match self.home {
            // These files import nothing but types from the crate.
            Home::Types(_) => false,
            Home::Crate | Home::User { .. } => self.plan.is_shared(name),
        };
        if shared {
            self.path(module, name)
        } else {
            self.fixed(module, name)
        }
    }

    /// An item that has the same name in every API. It is imported, unless the file defines an item of
    /// the same name.
    pub(in crate::emit) fn fixed(&mut self, module: &'static str, name: &str) -> TokenStream {
        match &self.home {
            Home::User { own } if own.contains(&name) => self.path(module, name),
            Home::Crate | Home::Types(_) | Home::User { .. } => {
                self.import(module, name);
                let name = format_ident!("{name}");
                quote!(#name)
            }
        }
    }

    /// The whole path of an item.
    pub(in crate::emit) fn path(&self, module: &'static str, name: &str) -> TokenStream {
        let (module, name) = (self.module(module), format_ident!("{name}"));
        quote!(#module::#name)
    }

    /// The public module with the items of a module: `webhooks` has all items of webhooks.
    pub(super) fn public(&self, module: &'static str) -> &'static str {
        match module {
            "client" | "operations" | "server" if self.plan.is_webhooks => "webhooks",
            other => other,
        }
    }

    /// The path of a module of the generated crate.
    pub(super) fn module(&self, module: &'static str) -> TokenStream {
        let name = format_ident!("{}", self.public(module));
        match self.home {
            Home::Crate | Home::Types(_) => quote!(crate::#name),
            Home::User { .. } => {
                let package = format_ident!("{}", self.plan.package.module);
                // The crate re-exports the contents of `page` at its root.
                if module == "page" {
                    quote!(#package)
                } else {
                    quote!(#package::#name)
                }
            }
        }
    }
}
