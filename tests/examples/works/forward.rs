//! Writes a server whose handlers call the same operations with the generated client.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use quote::{ToTokens, format_ident, quote};
use specsmith::output::FileSet;
use syn::{FnArg, ImplItem, ImplItemFn, Item, ItemImpl, ItemStruct, Pat, Type};

/// What the generated files declare.
#[derive(Default)]
struct Declared {
    /// The arguments of each method of the client, and the type that it returns.
    methods: BTreeMap<String, (Vec<String>, String)>,
    /// The methods of each type of call.
    setters: BTreeMap<String, BTreeSet<String>>,
    /// The fields of the arguments of each handler.
    arguments: BTreeMap<String, Vec<Argument>>,
}

/// An argument of a handler.
struct Argument {
    name: String,
    is_optional: bool,
    /// Whether it is a form that the handler reads part by part.
    is_multipart: bool,
}

/// The text of the module. Handlers in `skipped` are not implemented.
pub(crate) fn server(
    module: &str,
    files: &FileSet,
    scaffold: &str,
    skipped: &BTreeSet<String>,
) -> Result<String, syn::Error> {
    let declared = declared(files);
    let file = syn::parse_file(scaffold)?;
    let mut text = "//! Forwards each request.\n#![allow(warnings)]\n\n".to_owned();
    for item in &file.items {
        match item {
            Item::Impl(of) => {
                let handler = &of.self_ty;
                let path = of.trait_.iter().map(|(path, _)| path);
                let types = of
                    .items
                    .iter()
                    .filter(|item| matches!(item, ImplItem::Type(_)));
                let head = quote!(impl #(#path)* for #handler);
                let _ = writeln!(text, "{head} {{\n{}", quote!(#(#types)*));
                for method in of.items.iter().filter_map(method) {
                    let _ = writeln!(text, "{}", implemented(method, &declared, skipped, module));
                }
                let _ = writeln!(
                    text,
                    "}}\n\npub fn router(client: {module}::Client) -> {module}::server::Router {{ \
                     {module}::server::router({} {{ client }}) }}",
                    handler.to_token_stream()
                );
            }
            Item::Struct(of) if of.ident == "Caller" => {
                let _ = writeln!(text, "{}", of.to_token_stream());
            }
            Item::Struct(of) => {
                let _ = writeln!(
                    text,
                    "pub struct {} {{ client: {module}::Client }}",
                    of.ident
                );
            }
            item => {
                let _ = writeln!(text, "{}", item.to_token_stream());
            }
        }
    }
    Ok(text)
}

fn method(item: &ImplItem) -> Option<&ImplItemFn> {
    match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    }
}

/// A method of the scaffold on one line, implemented.
fn implemented(
    method: &ImplItemFn,
    declared: &Declared,
    skipped: &BTreeSet<String>,
    module: &str,
) -> String {
    let name = method.sig.ident.to_string();
    let body = match name.as_str() {
        "authenticate" => Some("Ok(Caller)".to_owned()),
        "permits" => Some("true".to_owned()),
        _ if skipped.contains(&name) => None,
        _ => forwarded(method, declared, module),
    };
    let body = body.unwrap_or_else(|| "todo!()".to_owned());
    format!("{} {{ {body} }}", method.sig.to_token_stream())
}

/// A call of the client with the arguments of the handler.
fn forwarded(method: &ImplItemFn, declared: &Declared, module: &str) -> Option<String> {
    let name = &method.sig.ident;
    let (required, returned) = declared.methods.get(&name.to_string())?;
    let request = method.sig.inputs.iter().find_map(|input| match input {
        FnArg::Typed(input) if input.pat.to_token_stream().to_string() == "request" => {
            Some(last_name(&input.ty))
        }
        _ => None,
    });
    let none = Vec::new();
    let fields = request.map_or(Some(&none), |of| declared.arguments.get(&of))?;
    let given = |name: &String| {
        let name = syn::parse_str::<syn::Ident>(name).unwrap_or_else(|_| format_ident!("body"));
        quote!(request.#name)
    };
    let arguments = required.iter().map(|name| {
        let value = given(name);
        let mut fields = fields.iter();
        match fields.any(|of| of.name == *name && of.is_multipart) {
            true => quote!(#value.read().await.expect("a form")),
            false => value,
        }
    });
    let mut text = format!(
        "let call = self.client.{name}({});",
        quote!(#(#arguments),*)
    );
    let setters = declared.setters.get(returned);
    for argument in fields.iter().filter(|of| !required.contains(&of.name)) {
        let field = &argument.name;
        if !setters.is_some_and(|setters| setters.contains(field)) {
            return None;
        }
        let value = given(field);
        let read = match argument.is_multipart {
            true => ".read().await.expect(\"a form\")",
            false => "",
        };
        let _ = match argument.is_optional {
            true => write!(
                text,
                " let call = match {value} {{ Some(value) => call.{field}(value{read}), None => call }};"
            ),
            false => write!(text, " let call = call.{field}({value}{read});"),
        };
    }
    let _ = write!(
        text,
        " match call.await {{ Ok(value) => Ok(value.into()), \
         Err({module}::client::Error::Api(error)) => Err(error), \
         Err(error) => panic!(\"{{error}} {{error:?}}\") }}"
    );
    Some(text)
}

fn last_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or_else(String::new, |segment| segment.ident.to_string()),
        _ => String::new(),
    }
}

fn declared(files: &FileSet) -> Declared {
    let mut declared = Declared::default();
    for (path, text) in files.iter() {
        let is_meant = path.starts_with("src/client/") || path.starts_with("src/server/");
        let Some(file) = is_meant.then(|| syn::parse_file(text).ok()).flatten() else {
            continue;
        };
        for item in &file.items {
            match item {
                Item::Impl(of) if of.trait_.is_none() => add_methods(of, &mut declared),
                Item::Macro(of)
                    if of
                        .mac
                        .path
                        .segments
                        .last()
                        .is_some_and(|of| of.ident == "arguments") =>
                {
                    let Ok(fields) = syn::parse2::<ItemStruct>(of.mac.tokens.clone()) else {
                        continue;
                    };
                    // The content is forwarded without conditions.
                    let values = fields.fields.iter();
                    let values = values.filter(|field| last_name(&field.ty) != "Conditions");
                    let all = values.filter_map(|field| {
                        Some(Argument {
                            name: field.ident.as_ref()?.to_string(),
                            is_optional: last_name(&field.ty) == "Option",
                            is_multipart: field
                                .ty
                                .to_token_stream()
                                .to_string()
                                .contains("rt :: Multipart <"),
                        })
                    });
                    declared
                        .arguments
                        .insert(fields.ident.to_string(), all.collect());
                }
                _ => {}
            }
        }
    }
    declared
}

fn add_methods(of: &ItemImpl, declared: &mut Declared) {
    let ty = last_name(&of.self_ty);
    for method in of.items.iter().filter_map(method) {
        let name = method.sig.ident.to_string();
        if ty != "Client" {
            let setters = declared.setters.entry(ty.clone()).or_default();
            setters.insert(name);
            continue;
        }
        let arguments = method.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => match &*input.pat {
                Pat::Ident(pat) => Some(pat.ident.to_string()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        });
        let returned = match &method.sig.output {
            syn::ReturnType::Type(_, ty) => last_name(ty),
            syn::ReturnType::Default => String::new(),
        };
        declared
            .methods
            .insert(name, (arguments.collect(), returned));
    }
}
