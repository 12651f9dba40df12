//! The module `fake`: an implementation of the handler trait whose methods tests define.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::file::{RustFile, gate, ident};
use crate::naming;
use crate::rust::{Auth, Body, Crate, Operation};
use crate::rust_printer::{Entry, Function, with_methods};

/// Generates `src/fake.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    if plan.has_group_features() {
        file.import_all("operations");
        file.import_all("server");
        file.import_all("types");
    }
    let handler_trait = format_ident!("{}", plan.handler_trait);
    file.import("server", &plan.handler_trait);
    let documentation = docs::sentence(&format!(
        "A [`{handler_trait}`] for tests of callers. Each operation has a method that sets its handler; without a \
         handler, the response is 501. All credentials are accepted. Clones share the requests that were received.",
    ));
    file.push(quote! {
        #documentation
        #[derive(Debug, Clone, Default)]
        pub struct Fake { fakes: rt::Fakes }
    });
    let (mut setters, mut handlers) = (Vec::new(), Vec::new());
    for group in &plan.groups {
        for operation in plan.operations_of(group) {
            let feature = group.feature.as_deref();
            setters.push(setter(feature, operation, &mut file));
            handlers.push(handler(feature, operation, &mut file));
        }
    }
    let requests = docs::sentence(
        "The arguments of this type that were received, in order, such as those of one operation. Arguments with a body \
         that can be read once are not recorded.",
    );
    let about = quote! {
        impl Fake {
            /// A fake without handlers.
            pub fn new() -> Self { Self { fakes: rt::Fakes::default() } }

            /// The names of the operations that were called, in order.
            pub fn calls(&self) -> Vec<&'static str> { self.fakes.calls() }

            #requests
            pub fn requests<R: Clone + 'static>(&self) -> Vec<R> { self.fakes.requests_of() }
        }
    };
    file.push(with_methods(about, &setters));
    file.push(quote! {
        impl From<rt::Fakes> for Fake {
            fn from(fakes: rt::Fakes) -> Self { Self { fakes } }
        }
    });
    let credentials = plan
        .auth
        .as_ref()
        .map(|auth| authentication(auth, &mut file));
    let handled = quote!(impl #handler_trait for Fake { #credentials });
    file.push(with_methods(handled, &handlers));
    file.finish(&docs::paragraphs(&[&format!(
        "A fake of the API: [`Fake`] implements [`{handler_trait}`] with functions that a test sets."
    )]))
}

/// The items for authentication: every caller is let in.
fn authentication(auth: &Auth<'_>, file: &mut RustFile<'_>) -> TokenStream {
    // With imports of whole modules, a name that another module has too is ambiguous.
    let credentials = file.path("server", auth.credentials);
    let error = file.path("server", "AuthError");
    let permits = auth.has_permits().then(|| {
        let key = file.path("server", "Key");
        quote!(fn permits(&self, (): &(), _: #key) -> bool { true })
    });
    quote! {
        type Caller = ();
        async fn authenticate(&self, _: #credentials<'_>) -> Result<(), #error> { Ok(()) }
        #permits
    }
}

/// The method that sets the handler of an operation.
fn setter(feature: Option<&str>, operation: &Operation<'_>, file: &mut RustFile<'_>) -> Function {
    let (value, error) = file.handled_value_and_error(operation);
    let constant = file.item("operations", &operation.constant);
    let method = ident(&naming::fake_method(&operation.method));
    let title = format!("Sets the handler of `{}`.", operation.api.name);
    let request = operation.request.as_ref();
    let (handler, body) = match request {
        Some(request) => {
            let request = file.item("server", request);
            (
                quote!(handler: impl FnMut(#request) -> Result<#value, #error> + Send + 'static),
                quote!(.with(&#constant, handler)),
            )
        }
        None => (
            quote!(handler: impl FnMut() -> Result<#value, #error> + Send + 'static),
            quote!(.with_no_arguments(&#constant, handler)),
        ),
    };
    Function {
        head: docs::titled(&title, quote!(pub fn #method)).with(gate(feature)),
        arguments: vec![quote!(self), handler],
        returned: quote!(Self),
        body: Some(vec![quote!(self.fakes), body, quote!(.into())]),
    }
}

/// The method of the handler trait.
fn handler(feature: Option<&str>, operation: &Operation<'_>, file: &mut RustFile<'_>) -> Function {
    let (value, error) = file.handled_value_and_error(operation);
    let constant = file.item("operations", &operation.constant);
    let method = ident(&operation.method);
    let caller = operation
        .access
        .as_ref()
        .map(|access| match access.optional {
            true => quote!(_: Option<()>),
            false => quote!((): ()),
        });
    let request = operation.request.as_ref().map(|request| {
        let ty = file.item("server", request);
        quote!(request: #ty)
    });
    let argument = match request {
        Some(_) => quote!(request),
        None => quote!(()),
    };
    let handle = match operation.body.as_ref().is_some_and(Body::is_streamed) {
        true => quote!(handle_once),
        false => quote!(handle),
    };
    let arguments = [Some(quote!(&self)), caller, request];
    Function {
        head: Entry::new(quote!(async fn #method)).with(gate(feature)),
        arguments: arguments.into_iter().flatten().collect(),
        returned: quote!(Result<#value, #error>),
        body: Some(vec![
            quote!(self.fakes),
            quote!(.#handle(&#constant, #argument)),
        ]),
    }
}
