//! Writes a program that uses a generated client. It reads the generated files, and calls each method
//! with arguments of the types in its signature, without and with all options.

use std::fmt::Write as _;

use quote::{ToTokens, format_ident, quote};
use specsmith::output::FileSet;
use syn::{FnArg, ImplItem, ImplItemFn, Item, ItemImpl, ItemUse, Pat, Visibility};

/// The text of a module that calls every method of the client in the crate `package`.
pub(super) fn caller(package: &str, files: &FileSet) -> String {
    let mut text =
        "//! Calls every method of the client.\n\n#![allow(clippy::all, deprecated, missing_docs)]\n"
            .to_owned();
    // There is no client without an operation.
    if files.get("src/client/mod.rs").is_some() {
        let _ = writeln!(text, "\n{}", own_methods(package));
    }
    let groups = files
        .iter()
        .filter(|(path, _)| path.starts_with("src/client/") && *path != "src/client/mod.rs");
    for (index, (_, contents)) in groups.enumerate() {
        let Ok(file) = syn::parse_file(contents) else {
            continue;
        };
        let _ = writeln!(text, "\npub mod group_{index} {{");
        for item in &file.items {
            if let Item::Use(item) = item {
                let _ = writeln!(
                    text,
                    "    #[allow(unused_imports)]\n    {}",
                    import(package, item)
                );
            }
        }
        for name in file.items.iter().filter_map(contents_enum) {
            let _ = writeln!(text, "    use {package}::client::{name};");
        }
        let impls: Vec<&ItemImpl> = file
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Impl(item) if item.trait_.is_none() => Some(item),
                _ => None,
            })
            .collect();
        for method in impls
            .iter()
            .filter(|item| is_client(item))
            .flat_map(|item| methods(item))
        {
            let call = method.sig.output.to_token_stream().to_string();
            let call = call.trim_start_matches("->").trim().to_owned();
            let _ = writeln!(text, "    {}", function_with_call(package, method, &[]));
            let options = impls
                .iter()
                .filter(|item| item.self_ty.to_token_stream().to_string() == call);
            let options = options.flat_map(|item| methods(item));
            let (choices, options): (Vec<_>, Vec<_>) = options.partition(|of| is_choice(of));
            // Each choice is the last method of a call.
            let calls = choices.into_iter().map(|of| [&options[..], &[of]].concat());
            let others = (!options.is_empty()).then(|| options.clone());
            for options in calls.chain(others) {
                let _ = writeln!(
                    text,
                    "    {}",
                    function_with_call(package, method, &options)
                );
            }
        }
        text.push_str("}\n");
    }
    text
}

/// A function that calls the methods that every client has. It does not compile if an operation's method
/// shadows one of them.
fn own_methods(package: &str) -> String {
    let package = format_ident!("{package}");
    let function = quote! {
        pub fn own_methods(client: &#package::Client) -> #package::Client {
            use std::any::{Any, TypeId};
            use std::borrow::{Borrow, BorrowMut};

            let _: #package::ClientBuilder = #package::Client::builder("https://api.example.com");
            let mut copy: #package::Client = client.clone();
            let () = copy.clone_from(client);
            let () = client.clone_into(&mut copy);
            let _: &mut #package::Client = copy.borrow_mut();
            let _: &#package::Client = copy.borrow();
            let _: TypeId = client.type_id();
            let copy: #package::Client = client.to_owned().into();
            let copy: Result<#package::Client, std::convert::Infallible> = copy.try_into();
            let Ok(copy) = copy;
            #package::Client::from(#package::Client::try_from(copy).unwrap())
        }
    };
    function.to_string()
}

/// An import of the generated crate, as its users write it.
fn import(package: &str, item: &ItemUse) -> String {
    let text = item.to_token_stream().to_string();
    // The crate exports the page at its root.
    let text = text.replace("crate :: page ::", "crate ::");
    text.replace("crate ::", &format!("{package} ::"))
        .replace("specsmith_runtime ::", &format!("{package} :: runtime ::"))
}

/// The name of an enum of the contents of a request.
fn contents_enum(item: &Item) -> Option<String> {
    let Item::Macro(item) = item else { return None };
    if !item.mac.path.segments.last()?.ident.eq("sent_contents") {
        return None;
    }
    let tokens = item.mac.tokens.clone().into_iter();
    let mut names = tokens.skip_while(|token| token.to_string() != "enum");
    names.nth(1).map(|name| name.to_string())
}

fn is_client(item: &ItemImpl) -> bool {
    item.self_ty
        .to_token_stream()
        .to_string()
        .ends_with("Client")
}

fn methods(item: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    item.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => Some(method),
        _ => None,
    })
}

/// Whether a method of a call asks for another content of the response.
fn is_choice(method: &ImplItemFn) -> bool {
    let returned = method.sig.output.to_token_stream().to_string();
    let body = method.block.to_token_stream().to_string();
    returned.contains("rt :: Call <") || body.contains(". choose (")
}

/// A function that makes one call. Its parameters are the arguments of the call, so no values are needed.
fn function_with_call(package: &str, method: &ImplItemFn, options: &[&ImplItemFn]) -> String {
    let mut parameters = Vec::new();
    let mut given = |method: &ImplItemFn| {
        let types = method.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) if matches!(*input.pat, Pat::Ident(_)) => {
                Some(input.ty.to_token_stream())
            }
            _ => None,
        });
        let names = types.map(|ty| {
            let name = format_ident!("value_{}", parameters.len());
            parameters.push(quote!(#name: #ty));
            name
        });
        names.collect::<Vec<_>>()
    };
    let (name, arguments) = (&method.sig.ident, given(method));
    let mut stream = false;
    let mut setters = Vec::new();
    for option in options {
        let (setter, values) = (&option.sig.ident, given(option));
        if setter == "stream" && values.is_empty() && !is_choice(option) {
            stream = true;
        } else {
            setters.push(quote!(.#setter(#(#values),*)));
        }
    }
    let end = if stream {
        quote!(.stream().next().await.is_some())
    } else {
        quote!(.await.is_ok())
    };
    let plain = name.to_string();
    let plain = plain.trim_start_matches("r#").trim_end_matches('_');
    let choice = options.last().filter(|option| is_choice(option));
    let choice = choice.map_or_else(String::new, |of| {
        format!("_{}", of.sig.ident.to_string().trim_start_matches("r#"))
    });
    let function = format_ident!("call_{plain}_with_{}{choice}", options.len());
    let package = format_ident!("{package}");
    let text = quote! {
        pub async fn #function(client: &#package::Client, #(#parameters),*) -> bool {
            client.clone().#name(#(#arguments),*) #(#setters)* #end
        }
    };
    text.to_string()
        .replace("crate ::", &format!("{package} ::"))
}
