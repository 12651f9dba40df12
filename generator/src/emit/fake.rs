//! The module `fake`: an implementation of the handler trait whose methods tests define.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::file::{RustFile, gate, ident};
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
            let handled = Handled::new(group.feature.as_deref(), operation, &mut file);
            setters.push(handled.setter());
            handlers.push(handled.handler());
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

/// The parts that the two methods of an operation have in common.
struct Handled<'p> {
    operation: &'p Operation<'p>,
    /// The cargo feature of its group.
    feature: Option<&'p str>,
    /// The static that describes it.
    constant: TokenStream,
    /// The type of its arguments, if it has any.
    request: Option<TokenStream>,
    /// The type of what its handler returns.
    result: TokenStream,
}

impl<'p> Handled<'p> {
    fn new(
        feature: Option<&'p str>,
        operation: &'p Operation<'p>,
        file: &mut RustFile<'_>,
    ) -> Self {
        let (value, error) = file.handled_value_and_error(operation);
        let request = operation.request.as_ref();
        Self {
            operation,
            feature,
            constant: file.item("operations", &operation.constant),
            request: request.map(|request| file.item("server", request)),
            result: quote!(Result<#value, #error>),
        }
    }

    /// The method that sets the handler.
    fn setter(&self) -> Function {
        let (constant, result) = (&self.constant, &self.result);
        let method = ident(&self.operation.fake_method);
        let title = format!("Sets the handler of `{}`.", self.operation.api.name);
        let set = match &self.request {
            Some(_) => quote!(.with(&#constant, handler)),
            None => quote!(.with_no_arguments(&#constant, handler)),
        };
        let request = self.request.iter();
        Function {
            head: docs::titled(&title, quote!(pub fn #method)).with(gate(self.feature)),
            arguments: vec![
                quote!(self),
                quote!(handler: impl FnMut(#(#request)*) -> #result + Send + 'static),
            ],
            returned: quote!(Self),
            body: Some(vec![quote!(self.fakes), set, quote!(.into())]),
        }
    }

    /// The method of the handler trait.
    fn handler(&self) -> Function {
        let (operation, constant) = (self.operation, &self.constant);
        let method = ident(&operation.method);
        let access = operation.access.as_ref();
        let caller = access.map(|access| match access.optional {
            true => quote!(_: Option<()>),
            false => quote!((): ()),
        });
        let (request, argument) = match &self.request {
            Some(request) => (Some(quote!(request: #request)), quote!(request)),
            None => (None, quote!(())),
        };
        let handle = match operation.body.as_ref().is_some_and(Body::is_streamed) {
            true => quote!(handle_once),
            false => quote!(handle),
        };
        let arguments = [Some(quote!(&self)), caller, request];
        Function {
            head: Entry::new(quote!(async fn #method)).with(gate(self.feature)),
            arguments: arguments.into_iter().flatten().collect(),
            returned: self.result.clone(),
            body: Some(vec![
                quote!(self.fakes),
                quote!(.#handle(&#constant, #argument)),
            ]),
        }
    }
}
