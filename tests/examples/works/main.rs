//! Writes a program that calls every operation of an OpenAPI document with the generated client, and serves the document
//! with the generated server, whose handlers call the next server. `tests/works/run` runs it against a mock of the document.
//!
//! `cargo run -p specsmith-tests --example works -- <document> <folder> [<operation>…]` writes a workspace into the folder:
//! the generated crate, the program, and the exported document. Its calls are the samples of the API reference. The handlers of the given
//! operations are not implemented.

mod forward;

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use specsmith::output::FileSet;
use specsmith_tests::cases;
use specsmith_tests::workspaces::{files, prepare, runtime_patch};
use syn::{FnArg, ImplItem, Item, Type};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [document, folder, skipped @ ..] = &arguments[..] else {
        return Err("give a document and a folder".into());
    };
    let source = cases::source(Path::new(document));
    let api = specsmith::read(&source)
        .map_err(|errors| errors.render(&source, specsmith::diagnostic::Style::Plain))?;
    let files = files(api.clone());
    let folder = Path::new(folder);
    for (path, text) in files.iter() {
        cases::write(&folder.join("generated").join(path), text)?;
    }
    let exported = specsmith::openapi_of(&api, specsmith::Format::Json);
    cases::write(&folder.join("exported.json"), &exported)?;
    let package = &api.package.name;
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"generated\", \"caller\"]\n\n\
         [profile.dev]\ndebug = false\n\n{}",
        runtime_patch()
    );
    cases::write(&folder.join("Cargo.toml"), &manifest)?;
    prepare(folder)?;
    let manifest = format!(
        "[package]\nname = \"caller\"\nedition = \"2024\"\n\n[dependencies]\n\
         {package} = {{ path = \"../generated\", features = [\"client\", \"server\"] }}\n\
         axum = {{ version = \"0.8\", default-features = false, features = [\"http1\", \"tokio\"] }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"net\", \"rt-multi-thread\"] }}\n"
    );
    cases::write(&folder.join("caller/Cargo.toml"), &manifest)?;
    let module = package.replace('-', "_");
    cases::write(
        &folder.join("caller/src/main.rs"),
        &program(&module, &files, &api),
    )?;
    let skipped: BTreeSet<String> = skipped.iter().cloned().collect();
    let server = forward::server(&module, &files, &specsmith::scaffold_of(&api), &skipped)?;
    cases::write(&folder.join("caller/src/server.rs"), &server)?;
    let todo = server.matches("todo!()").count();
    println!("{todo} handlers are not implemented");
    Ok(())
}

/// A program that makes all calls, and prints a line for each.
fn program(module: &str, files: &FileSet, api: &specsmith::api::Api) -> String {
    let mut functions = String::new();
    let mut calls = String::new();
    for (index, (name, sample)) in specsmith::stages::calls(api).into_iter().enumerate() {
        if let Some(unknown) = unknown(&sample) {
            let _ = writeln!(
                calls,
                "    println!(\"{name}\\tskipped: no example of {unknown}\");"
            );
            continue;
        }
        // A mock always returns the same page, so the first item is enough.
        let sample = sample.replace("let item = item?;", "let item = item?;\n    break;");
        let _ = writeln!(
            functions,
            "async fn call_{index}(client: &Client) -> Result<(), Box<dyn std::error::Error>> {{\n{sample}\nOk(())\n}}\n"
        );
        let _ = writeln!(calls, "    report({name:?}, call_{index}(&client).await);");
    }
    let settings = settings(module, files);
    format!(
        "//! Calls every operation.\n\
         #![allow(warnings)]\n\
         mod server;\n\
         use {module}::{{Client, client}};\n\n\
         #[tokio::main]\n\
         async fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
             let mut arguments = std::env::args().skip(1);\n    \
             let url = arguments.next().ok_or(\"give the URL of a server\")?;\n    \
             let retry = {module}::runtime::client::Retry::never();\n    \
             let client = Client::builder(&url).retry(retry){settings}.build()?;\n\
    \
             if let Some(address) = arguments.next() {{\n        \
                 let listener = tokio::net::TcpListener::bind(address).await?;\n        \
                 return Ok(axum::serve(listener, server::router(client)).await?);\n    \
             }}\n\
         {calls}    Ok(())\n\
         }}\n\n\
         fn report(name: &str, result: Result<(), Box<dyn std::error::Error>>) {{\n    \
             match result {{\n        \
                 Ok(()) => println!(\"{{name}}\\tok\"),\n        \
                 Err(error) => println!(\"{{name}}\\t{{}}\", format!(\"{{error}} {{error:?}}\").replace('\\n', \" \")),\n    \
             }}\n\
         }}\n\n\
         {functions}"
    )
}

/// A variable that a sample does not declare: the specification has no example of it.
fn unknown(sample: &str) -> Option<String> {
    let tokens: TokenStream = sample.parse().ok()?;
    let mut known: BTreeSet<String> = ["client", "self"].map(str::to_owned).into();
    let mut found = None;
    scan(tokens, &mut known, &mut found);
    found
}

/// What samples have among their lower-case words, apart from names.
const KEYWORDS: [&str; 8] = ["await", "false", "if", "in", "mut", "true", "use", "while"];

/// Adds the names in a part of a pattern.
fn declare(pattern: TokenStream, known: &mut BTreeSet<String>) {
    for token in pattern {
        match token {
            TokenTree::Group(group) => declare(group.stream(), known),
            TokenTree::Ident(ident) => {
                known.insert(ident.to_string());
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn scan(tokens: TokenStream, known: &mut BTreeSet<String>, found: &mut Option<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let text = |index: usize| {
        tokens
            .get(index)
            .map_or_else(String::new, ToString::to_string)
    };
    let mut in_import = false;
    // Between `let` and `=`, names are declared.
    let mut in_pattern = false;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if in_pattern => declare(group.stream(), known),
            TokenTree::Group(group) if !in_import => scan(group.stream(), known, found),
            TokenTree::Group(_) | TokenTree::Literal(_) => {}
            TokenTree::Punct(_) => {
                in_import &= token.to_string() != ";";
                in_pattern &= token.to_string() != "=";
            }
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let before = index.checked_sub(1).map_or_else(String::new, text);
                let after = text(index + 1);
                in_import |= name == "use";
                in_pattern |= name == "let";
                if in_pattern {
                    known.insert(name);
                    continue;
                }
                let is_variable = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
                    && ![".", ":", "'"].contains(&before.as_str())
                    && after != ":"
                    && !after.starts_with('(')
                    && after != "!"
                    && !KEYWORDS.contains(&name.as_str());
                if is_variable && !in_import && !known.contains(&name) {
                    found.get_or_insert(name);
                }
            }
        }
    }
}

/// The calls that give a client credentials of all schemes, and the servers of single operations.
fn settings(module: &str, files: &FileSet) -> String {
    let mut credentials = String::new();
    let mut servers = String::new();
    let files = files
        .iter()
        .filter(|(path, _)| path.starts_with("src/client/"));
    for (_, contents) in files {
        let Ok(file) = syn::parse_file(contents) else {
            continue;
        };
        let impls = file.items.iter().filter_map(|item| match item {
            Item::Impl(item) => Some(item),
            _ => None,
        });
        for method in impls.flat_map(|item| &item.items) {
            let ImplItem::Fn(method) = method else {
                continue;
            };
            let name = &method.sig.ident;
            let returned = match &method.sig.output {
                syn::ReturnType::Type(_, ty) => quote::quote!(#ty).to_string(),
                syn::ReturnType::Default => continue,
            };
            if returned == "rt :: OwnServer" {
                let _ = write!(servers, "\n        .server(client::Servers::{name}(&url))");
            }
            if returned != "rt :: Credentials" {
                continue;
            }
            let arguments = method.sig.inputs.iter().map(|input| match input {
                FnArg::Typed(input) if matches!(*input.ty, Type::ImplTrait(_)) => {
                    format!("{module}::runtime::client::AccessToken::new(\"test\")")
                }
                _ => "\"test\"".to_owned(),
            });
            let arguments: Vec<String> = arguments.collect();
            let _ = write!(
                credentials,
                "\n        .credentials(client::Credentials::{name}({}))",
                arguments.join(", ")
            );
        }
    }
    if credentials.is_empty() {
        credentials = ".bearer_token(\"test\")".to_owned();
    }
    servers + &credentials
}
