//! Calls with optional parameters, which methods set.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident};
use super::super::{docs, markdown};
use super::body::{body_argument, sending};
use super::setting::setting;
use crate::api::{NextPage, Paging};
use crate::rust::{Body, CallWith, Counted, Operation, Page, PageStrategy, Parameter};
use crate::rust_printer::{Function, with_methods};

/// Emits the call of an operation.
pub(in crate::emit) fn emit(operation: &Operation<'_>, call: &CallWith, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", call.name);
    let (value, error) = file.called_value_and_error(operation);
    let title = format!(
        "A call of [`{}::{}`], with methods for {}: {}.",
        file.plan().client(),
        operation.method.trim_start_matches("r#"),
        options(operation),
        docs::list(&method_names(operation))
    );
    let call_with = file.fixed("client", "CallWith");
    let options = match &call.options {
        Some(options) => {
            let options = format_ident!("{options}");
            quote!(#options)
        }
        None => quote!(()),
    };
    // In the sender of webhooks, `CallWith` is private.
    let of_all_calls = "As [every call](specsmith_runtime::client::Call), it also has `send`, `send_raw`, `header`, \
                        `retry`, `timeout` and `try_timeout`.";
    let lines = docs::paragraphs(&[&title, of_all_calls]);
    let alias = docs::entry(&lines, quote!(pub type #name));
    file.push(alias.alias(&quote!(#call_with<#options, #value, #error>)));
    if call.options.is_some() {
        let stands_for =
            docs::sentence(&format!("A marker that gives [`{name}`] its own methods."));
        file.push(quote! {
            #stands_for
            pub enum #options {}
        });
        let setters = operation.own_options();
        let mut setters: Vec<Function> = setters
            .filter_map(|parameter| setter(parameter, file))
            .collect();
        let body = operation.optional_body();
        setters.extend(body.map(|body| body_setter(body, file)));
        setters.extend(choosers(operation, file));
        setters.extend(paged(operation, file));
        if !setters.is_empty() {
            file.push(with_methods(quote!(impl #name {}), &setters));
        }
        let conditions = conditions(operation, file);
        if !conditions.is_empty() {
            let of_any = quote!(impl<T, E> #call_with<#options, T, E> {});
            file.push(with_methods(of_any, &conditions));
        }
    }
}

/// The methods of the call, in code. Rustdoc shows the methods of pages and conditions on the page of all calls only, or
/// with a script.
fn method_names(operation: &Operation<'_>) -> Vec<String> {
    let names = operation.call_methods().into_iter();
    names
        .map(|name| format!("`{}`", name.trim_start_matches("r#")))
        .collect()
}

/// What the methods of a call are for.
fn options(operation: &Operation<'_>) -> String {
    let has_parameters =
        operation.options().next().is_some() || operation.optional_body().is_some();
    let parts = [
        (has_parameters, "its optional parameters"),
        (operation.choice.is_some(), "the contents of its response"),
        (operation.conditions.is_some(), "its conditions"),
        (operation.strategy.is_some(), "the pages of its list"),
    ];
    let parts = parts.into_iter().filter(|(has, _)| *has);
    let parts: Vec<String> = parts.map(|(_, part)| part.to_owned()).collect();
    match parts.is_empty() {
        // Every call for pages has the parameters of pages.
        true => "its optional parameters".to_owned(),
        false => docs::list(&parts),
    }
}

/// The method that streams the items of all pages, if the response is not a page.
fn paged(operation: &Operation<'_>, file: &mut RustFile<'_>) -> Option<Function> {
    let (strategy, paging) = (operation.strategy.as_ref()?, operation.api.paging.as_ref()?);
    let (_, error) = file.called_value_and_error(operation);
    let item = file.ty(&paging.item);
    Some(Function {
        head: docs::titled(STREAM, quote!(pub fn stream)),
        arguments: vec![quote!(self)],
        returned: quote!(rt::Items<#item, #error>),
        body: Some(paging_chain(&strategy_code(strategy), paging)),
    })
}

/// Where the items and the position of the next page are, and the stream of them.
fn paging_chain(strategy: &TokenStream, paging: &Paging) -> Vec<TokenStream> {
    let path = |names: &[String]| quote!(&[#(#names),*]);
    let items = path(&paging.items);
    let next = match &paging.next {
        NextPage::Counted => None,
        NextPage::Field(names) => Some(("next", path(names))),
        NextPage::Url(names) => Some(("next_url", path(names))),
        NextPage::Item(name) => Some(("next_item", quote!(#name))),
        NextPage::Header(name) => {
            let name = name.to_ascii_lowercase();
            Some(("next_header", quote!(#name)))
        }
        NextPage::Link => Some(("next_link", TokenStream::new())),
    };
    let ends = [
        ("total", &paging.total),
        ("pages", &paging.pages),
        ("more", &paging.more),
    ];
    let ends = ends.into_iter().filter(|(_, names)| !names.is_empty());
    let ends = ends.map(|(method, names)| (method, path(names)));
    let links = next.into_iter().chain(ends).map(|(method, argument)| {
        let method = format_ident!("{method}");
        quote!(.#method(#argument))
    });
    let mut chain = vec![quote!(rt::Paging::new(#strategy, #items))];
    chain.extend(links);
    chain.push(quote!(.stream(self.call)));
    chain
}

/// What the method that streams items does.
const STREAM: &str =
    "Streams the items of this page and all later ones, and requests pages as they are needed.";

/// The methods that ask for the content only if it has changed. They wrap the call's return type in `Conditional<T>`.
fn conditions(operation: &Operation<'_>, file: &mut RustFile<'_>) -> Vec<Function> {
    let Some(conditional) = operation.api.conditional else {
        return Vec::new();
    };
    let (etag, result) = (file.runtime("ETag"), file.runtime("Conditional"));
    let method = |name: &str, text: &str, argument: TokenStream, value: TokenStream| {
        let name = format_ident!("{name}");
        Function {
            head: docs::titled(text, quote!(pub fn #name)),
            arguments: vec![quote!(self), argument],
            returned: quote!(rt::Call<#result<T>, E>),
            body: Some(vec![
                quote!(self.call),
                quote!(.conditional()),
                quote!(.#name(#value)),
            ]),
        }
    };
    let by_tag = conditional.etag.then(|| {
        let text = "Returns the content only if it does not have this entity tag.";
        method("if_none_match", text, quote!(etag: &#etag), quote!(etag))
    });
    let by_time = conditional.last_modified.then(|| {
        let time = file.runtime("LastModified");
        let text = "Returns the content only if it has changed since then.";
        let argument = quote!(time: impl Into<#time>);
        method("if_modified_since", text, argument, quote!(time))
    });
    by_tag.into_iter().chain(by_time).collect()
}

/// The methods that ask for another content than the first.
fn choosers(operation: &Operation<'_>, file: &mut RustFile<'_>) -> Vec<Function> {
    let Some(response) = &operation.response else {
        return Vec::new();
    };
    let is_whole = response.first_choice().is_none();
    let mut functions = Vec::new();
    for variant in response.choices() {
        let (Some(name), Some(index)) = (variant.method(), variant.choice) else {
            continue;
        };
        let (value, error) = file.called_value_and_error(operation);
        let value = match is_whole {
            true => value,
            false => file.variant_value(variant),
        };
        let (name, index) = (ident(&name), Literal::usize_unsuffixed(index));
        let (notes, choice) = (variant.api.content_notes(), variant.api.choice.as_ref());
        let media = docs::operation::media(&variant.api.content);
        let mut lines = markdown::wrap(&format!("Asks for {media}."));
        docs::push_paragraph(&mut lines, docs::optional_notes(notes));
        let mut body = vec![quote!(self.call), quote!(.choose(#index))];
        let returned = match &operation.call {
            // It has methods for the conditions.
            Some(CallWith {
                options: Some(options),
                ..
            }) if operation.conditions.is_some() => {
                body.push(quote!(.into()));
                let (call, options) =
                    (file.fixed("client", "CallWith"), format_ident!("{options}"));
                quote!(#call<#options, #value, #error>)
            }
            Some(_) | None => quote!(rt::Call<#value, #error>),
        };
        functions.push(Function {
            head: docs::entry(&lines, quote!(pub fn #name))
                .with(choice.and_then(|choice| docs::deprecated(&choice.notes))),
            arguments: vec![quote!(self)],
            returned,
            body: Some(body),
        });
    }
    functions
}

/// Emits the methods of all calls for pages.
pub(super) fn emit_pages(page: &Page<'_>, file: &mut RustFile<'_>) {
    let setters = page.parameters.iter();
    let mut methods: Vec<Function> = setters
        .filter_map(|parameter| setter(parameter, file))
        .collect();
    let page_type = file.page(page.id);
    let strategy = strategy_code(&page.strategy);
    methods.push(Function {
        head: docs::titled(STREAM, quote!(pub fn stream)),
        arguments: vec![quote!(self)],
        returned: quote!(rt::Items<T, E>),
        body: Some(vec![quote!(self.call), quote!(.items(#strategy))]),
    });
    let calls = quote! {
        impl<O, T: rt::Decode + 'static, E: rt::OperationError> CallWith<O, #page_type<T>, E> {}
    };
    file.push(with_methods(calls, &methods));
}

/// How to get from one page to the next.
fn strategy_code(page_strategy: &PageStrategy<'_>) -> TokenStream {
    let counted = |function: &str, count: &Counted<'_>| {
        let (parameter, first) = (count.parameter, Literal::i128_unsuffixed(count.first));
        let function = format_ident!("{function}");
        quote!(rt::PageStrategy::#function(#parameter, #first))
    };
    let placed = |in_query: &PageStrategy<'_>, place: &str| {
        let (in_query, place) = (strategy_code(in_query), format_ident!("{place}"));
        quote!(#in_query.#place())
    };
    match page_strategy {
        PageStrategy::Offset(count) => counted("offset", count),
        PageStrategy::Number(count) => counted("number", count),
        PageStrategy::Cursor(parameter) => quote!(rt::PageStrategy::cursor(#parameter)),
        PageStrategy::Query => quote!(rt::PageStrategy::query()),
        PageStrategy::InBody(in_query) => placed(in_query, "in_body"),
        PageStrategy::InHeader(in_query) => placed(in_query, "in_header"),
    }
}

/// The method that sets the body.
fn body_setter(body: &Body<'_>, file: &mut RustFile<'_>) -> Function {
    let (plan, name) = (file.plan(), ident(&body.name));
    Function {
        head: docs::entry(
            &docs::notes(&body.api.notes, "Sets the body."),
            quote!(pub fn #name),
        )
        .with(docs::deprecated(&body.api.notes)),
        arguments: vec![quote!(self), body_argument(body, file)],
        returned: quote!(Self),
        body: Some(vec![
            quote!(self.call),
            sending(plan, body),
            quote!(.into()),
        ]),
    }
}

/// The method that sets a parameter. Path parameters are never optional.
fn setter(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> Option<Function> {
    let api_parameter = parameter.api;
    let fallback = format!("Sets {}.", markdown::code(&api_parameter.name));
    let mut lines = docs::notes(&api_parameter.notes, &fallback);
    docs::push_paragraph(&mut lines, docs::constraints_and_default(api_parameter));
    let name = ident(&parameter.name);
    let ty = parameter.argument.spelled(&file.ty(&api_parameter.ty));
    let value = parameter.argument.value(&name);
    let set = setting(parameter, &value)?;
    Some(Function {
        head: docs::entry(&lines, quote!(pub fn #name))
            .with(docs::deprecated(&api_parameter.notes)),
        arguments: vec![quote!(self), quote!(#name: #ty)],
        returned: quote!(Self),
        body: Some(vec![quote!(self.call), set, quote!(.into())]),
    })
}
