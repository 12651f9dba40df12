//! Programs that use everything of a generated crate. They are derived from its files, not from what the comparison of two
//! APIs knows about them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proc_macro2::{Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use specsmith::output::FileSet;
use syn::{
    FnArg, GenericArgument, ImplItem, ImplItemFn, ItemImpl, PathArguments, ReturnType, Signature,
    Type, UseTree,
};

use super::items::{self, Enum, Items, Made, Struct};

/// Whose source code a program stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum User {
    /// It calls the client, and receives webhooks.
    Caller,
    /// It implements the handlers, and sends webhooks.
    Implementer,
}

impl User {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Caller, Self::Implementer];

    /// A name for folders.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::Implementer => "implementer",
        }
    }
}

/// What a program assumes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Care {
    /// It lists all fields of every struct.
    Exhaustive,
    /// It ignores fields that it does not know, where the crate allows this.
    Tolerant,
}

impl Care {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Exhaustive, Self::Tolerant];

    /// A name for folders.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exhaustive => "exhaustive",
            Self::Tolerant => "tolerant",
        }
    }
}

/// The text of a program that uses a crate. It has none of the functions in `without`, which require a trait that a type
/// lacks.
///
/// # Errors
///
/// A generated file cannot be parsed.
pub(super) fn program(
    package: &str,
    files: &FileSet,
    user: User,
    care: Care,
    without: &BTreeSet<String>,
) -> syn::Result<String> {
    let mut parsed = Vec::new();
    for (path, text) in files.iter() {
        if let Some(path) = path.strip_prefix("src/")
            && path.ends_with(".rs")
            && path != "lib.rs"
            && !path.starts_with("fake")
        {
            parsed.push((path.to_owned(), items::read(text)?));
        }
    }
    let whole = Whole::of(package, &parsed);
    let mut text = "//! Uses everything of a crate.\n\n#![allow(warnings)]\n\n".to_owned();
    for (index, (path, items)) in parsed.iter().enumerate() {
        let Some(module) = Module::of(path, user) else {
            continue;
        };
        let mut writer = Writer {
            whole: &whole,
            module,
            user,
            care,
            functions: Vec::new(),
        };
        writer.items(items);
        if writer.module.file == File::Types || writer.module.file == File::Operations {
            writer.probes(index, items, without);
        }
        let functions = writer.functions;
        if functions.is_empty() {
            continue;
        }
        let body = functions.join("\n");
        let _ = writeln!(text, "pub mod part_{index} {{ // {path}");
        for import in imports(package, module, items, &body) {
            let _ = writeln!(text, "use {import};");
        }
        let _ = writeln!(text, "{body}\n}}");
    }
    Ok(text)
}

/// Traits that some types have.
const TRAITS: [&str; 12] = [
    "::std::clone::Clone",
    "::std::cmp::Eq",
    "::std::cmp::Ord",
    "::std::cmp::PartialEq",
    "::std::cmp::PartialOrd",
    "::std::convert::AsRef<str>",
    "::std::convert::From<&'static str>",
    "::std::default::Default",
    "::std::fmt::Display",
    "::std::hash::Hash",
    "::std::marker::Copy",
    "::std::str::FromStr",
];

/// Where the items of a file are public.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Module {
    path: &'static str,
    file: File,
}

/// What is in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    Types,
    Errors,
    Operations,
    Page,
    Servers,
    Client,
    Server,
    Webhooks,
    Sender,
    Receiver,
}

impl Module {
    /// The module of a file, if the user has anything to do with it.
    fn of(path: &str, user: User) -> Option<Self> {
        let first = path.split(['/', '.']).next()?;
        let (path, file) = match (first, path) {
            ("types", _) => ("types", File::Types),
            ("errors", _) => ("errors", File::Errors),
            ("operations", _) => ("operations", File::Operations),
            ("page" | "pages", _) => ("", File::Page),
            ("servers", _) => ("servers", File::Servers),
            ("client", _) => ("client", File::Client),
            ("server", _) => ("server", File::Server),
            ("webhooks", "webhooks/sender.rs") => ("webhooks", File::Sender),
            ("webhooks", "webhooks/receiver.rs") => ("webhooks", File::Receiver),
            ("webhooks", _) => ("webhooks", File::Webhooks),
            _ => return None,
        };
        let of = match file {
            File::Types
            | File::Errors
            | File::Operations
            | File::Page
            | File::Servers
            | File::Webhooks => return Some(Self { path, file }),
            File::Client | File::Receiver => User::Caller,
            File::Server | File::Sender => User::Implementer,
        };
        (of == user).then_some(Self { path, file })
    }
}

/// What functions for one file need to know of others.
struct Whole<'p> {
    package: Ident,
    /// The errors of operations, by the name of their enum.
    sets: BTreeMap<String, Vec<(Ident, bool)>>,
    /// The methods of calls, by the type of the call.
    calls: BTreeMap<String, Vec<&'p ImplItemFn>>,
    /// The methods of calls that return pages, by the name of the page.
    pages: BTreeMap<String, Vec<&'p ImplItemFn>>,
    /// What tells calls apart, by the type of the call.
    options: BTreeMap<String, String>,
    /// What calls return and their errors, by the type of the call.
    results: BTreeMap<String, [&'p Type; 2]>,
}

impl<'p> Whole<'p> {
    fn of(package: &str, parsed: &'p [(String, Items)]) -> Self {
        let mut whole = Self {
            package: format_ident!("{package}"),
            sets: BTreeMap::new(),
            calls: BTreeMap::new(),
            pages: BTreeMap::new(),
            options: BTreeMap::new(),
            results: BTreeMap::new(),
        };
        for (path, items) in parsed {
            for set in &items.error_sets {
                whole
                    .sets
                    .insert(set.name.to_string(), set.variants.clone());
            }
            let side = match path.as_str() {
                "webhooks/sender.rs" => "sender",
                path if path.starts_with("client") => "client",
                _ => continue,
            };
            let key = |name: String| format!("{side} {name}");
            for item in &items.impls {
                let functions = methods(item);
                let of = item.self_ty.to_token_stream().to_string();
                let (map, of) = match (options_of_calls(item), page_of_calls(item)) {
                    (Some(options), _) => (&mut whole.calls, options),
                    (None, Some(page)) => (&mut whole.pages, page),
                    (None, None) => (&mut whole.calls, of),
                };
                map.entry(key(of)).or_default().extend(functions);
            }
            for alias in &items.aliases {
                if let [options, value, error] = arguments(&alias.ty)[..] {
                    let name = key(alias.ident.to_string());
                    let options = key(options.to_token_stream().to_string());
                    whole.options.insert(name.clone(), options);
                    whole.results.insert(name, [value, error]);
                }
            }
        }
        whole
    }
}

/// What tells calls apart, of an `impl` block for calls that return anything: `impl<T, E> CallWith<PingOptions, T, E>`.
fn options_of_calls(item: &ItemImpl) -> Option<String> {
    let parts = arguments(&item.self_ty);
    let [options, value, _] = parts[..] else {
        return None;
    };
    let is_generic = |ty: &Type| {
        let name = ty.to_token_stream().to_string();
        let mut all = item.generics.type_params();
        all.any(|known| known.ident == name)
    };
    (is_generic(value) && !is_generic(options)).then(|| options.to_token_stream().to_string())
}

/// The page that calls return, of an `impl` block for all calls that do: `impl<…> CallWith<O, Page<T>, E>`.
fn page_of_calls(item: &ItemImpl) -> Option<String> {
    let parts = arguments(&item.self_ty);
    let [_, Type::Path(page), _] = parts[..] else {
        return None;
    };
    Some(page.path.segments.last()?.ident.to_string())
}

/// The generic arguments of a type.
fn arguments(ty: &Type) -> Vec<&Type> {
    let Type::Path(path) = ty else {
        return Vec::new();
    };
    let last = path.path.segments.last();
    let Some(PathArguments::AngleBracketed(given)) = last.map(|last| &last.arguments) else {
        return Vec::new();
    };
    let types = given.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn methods(item: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    item.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if items::is_public(&method.vis) => Some(method),
        _ => None,
    })
}

/// The imports of a file whose names are used, as its users write them.
fn imports(package: &str, module: Module, items: &Items, body: &str) -> Vec<String> {
    let words: std::collections::HashSet<&str> = body
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let mut all = Vec::new();
    for item in &items.imports {
        leaves(&item.tree, String::new(), &mut all);
    }
    let mut lines: Vec<String> = Vec::new();
    for (path, name) in all {
        if name == "*" || words.contains(name.as_str()) {
            lines.push(public_path(package, &path));
        }
    }
    let base = match module.path {
        "" => format!("::{package}"),
        path => format!("::{package}::{path}"),
    };
    let mut exported = Vec::new();
    for item in &items.exports {
        leaves(&item.tree, String::new(), &mut exported);
    }
    for (_, name) in exported {
        if words.contains(name.as_str()) {
            lines.push(format!("{base}::{name}"));
        }
    }
    let structs = items.structs.iter().map(|known| &known.item.ident);
    let enums = items.enums.iter().map(|known| &known.item.ident);
    let aliases = items.aliases.iter().map(|known| &known.ident);
    let traits = items.traits.iter().map(|known| &known.ident);
    let newtypes = items.newtypes.iter().map(|(name, _)| name);
    for name in structs
        .chain(enums)
        .chain(newtypes)
        .chain(aliases)
        .chain(traits)
    {
        let name = name.to_string();
        if words.contains(name.trim_start_matches("r#")) {
            lines.push(format!("{base}::{name}"));
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// The path that users write for a path in a generated file.
fn public_path(package: &str, path: &str) -> String {
    let path = path
        .replace("crate::page::", "crate::")
        .replace("crate::pages::", "crate::");
    let path = match path.strip_prefix("specsmith_runtime::") {
        Some(rest) => format!("::{package}::runtime::{rest}"),
        None => path,
    };
    match path.strip_prefix("crate::") {
        Some(rest) => format!("::{package}::{rest}"),
        None => path,
    }
}

/// The paths of an import, each with the name that it brings into scope.
fn leaves(tree: &UseTree, before: String, all: &mut Vec<(String, String)>) {
    match tree {
        UseTree::Path(path) => {
            leaves(&path.tree, format!("{before}{}::", path.ident), all);
        }
        UseTree::Name(name) => {
            let word = name.ident.to_string();
            all.push((
                format!("{before}{word}"),
                word.trim_start_matches("r#").to_owned(),
            ));
        }
        UseTree::Rename(renamed) => {
            let name = renamed.rename.to_string();
            all.push((format!("{before}{} as {name}", renamed.ident), name));
        }
        UseTree::Glob(_) => all.push((format!("{before}*"), "*".to_owned())),
        UseTree::Group(group) => {
            for tree in &group.items {
                leaves(tree, before.clone(), all);
            }
        }
    }
}

/// Writes the functions for one file.
struct Writer<'a> {
    whole: &'a Whole<'a>,
    module: Module,
    user: User,
    care: Care,
    functions: Vec<String>,
}

impl<'a> Writer<'a> {
    fn add(&mut self, tokens: &TokenStream) {
        let package = self.whole.package.to_string();
        let text = in_users(tokens.clone(), &package).to_string();
        self.functions.push(text);
    }

    fn name(&self) -> Ident {
        format_ident!("judge_{}", self.functions.len())
    }

    fn items(&mut self, items: &Items) {
        for known in &items.structs {
            if !known.is_of_server || self.user == User::Implementer {
                self.of_struct(known);
            }
        }
        for known in &items.enums {
            if !known.is_of_server || self.user == User::Implementer {
                self.of_enum(known);
            }
        }
        for (name, ty) in &items.newtypes {
            let function = self.name();
            let tokens = quote! {
                pub fn #function(value: #ty) -> #ty {
                    let value: #name = #name::new(value);
                    value.into_inner()
                }
            };
            self.add(&tokens);
        }
        for alias in &items.aliases {
            self.of_alias(alias);
        }
        for (name, ty) in &items.constants {
            let package = &self.whole.package;
            let constant = format_ident!("JUDGE_{}", self.functions.len());
            let path = format_ident!("{}", self.module.path);
            let tokens = quote!(pub const #constant: #ty = ::#package::#path::#name;);
            self.add(&tokens);
        }
        // The functions of other files are for the implementation of a trait.
        for item in &items.functions {
            if self.module.file == File::Servers {
                self.of_function(item);
            }
        }
        for item in &items.traits {
            self.of_trait(item);
        }
        for item in &items.impls {
            match self.module.file {
                File::Client | File::Sender => self.of_client(item),
                _ => self.of_impl(item),
            }
        }
    }

    fn of_struct(&mut self, known: &Struct) {
        let item = &known.item;
        let (name, generics) = (&item.ident, &item.generics);
        let (_, types, _) = generics.split_for_impl();
        let fields: Vec<(TokenStream, &Type)> = item
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| match &field.ident {
                Some(name) => (name.to_token_stream(), &field.ty),
                None => (syn::Index::from(index).to_token_stream(), &field.ty),
            })
            .collect();
        let values: Vec<Ident> = (0..fields.len())
            .map(|index| format_ident!("value_{index}"))
            .collect();
        let names: Vec<&TokenStream> = fields.iter().map(|(name, _)| name).collect();
        let field_types: Vec<&Type> = fields.iter().map(|(_, ty)| *ty).collect();
        let is_exact = self.care == Care::Exhaustive || known.made == Made::Literally;
        let function = self.name();
        if is_exact {
            let tokens = quote! {
                pub fn #function #generics (#(#values: #field_types),*) -> #name #types {
                    #name { #(#names: #values),* }
                }
            };
            self.add(&tokens);
        } else {
            let tokens = quote! {
                pub fn #function #generics (value: &mut #name #types #(, #values: #field_types)*) {
                    #(value.#names = #values;)*
                }
            };
            self.add(&tokens);
        }
        let rest = (!is_exact).then(|| quote!(..));
        let function = self.name();
        let tokens = quote! {
            pub fn #function #generics (value: #name #types) {
                let #name { #(#names: #values,)* #rest } = value;
                #(let _: #field_types = #values;)*
            }
        };
        self.add(&tokens);
        if known.of.ends_with("_error") {
            self.of_error(known);
        }
    }

    /// The functions of an error: `new`, and one for each field that can be set.
    fn of_error(&mut self, known: &Struct) {
        let name = &known.item.ident;
        let mut given: Vec<TokenStream> = Vec::new();
        let mut setters: Vec<(Ident, TokenStream)> = Vec::new();
        for field in &known.item.fields {
            let ty = &field.ty;
            let Some(ident) = &field.ident else { continue };
            for attribute in &field.attrs {
                let Some(word) = attribute.path().get_ident() else {
                    continue;
                };
                let inside = || match &attribute.meta {
                    syn::Meta::List(list) => list.tokens.clone(),
                    _ => TokenStream::new(),
                };
                match word.to_string().as_str() {
                    "status" => given.push(ty.to_token_stream()),
                    "argument" => given.push(inside()),
                    "body" if known.of == "typed_error" => given.push(quote!(impl Into<#ty>)),
                    "setter" => setters.push((ident.clone(), in_some(inside()))),
                    _ => {}
                }
            }
        }
        let values: Vec<Ident> = (0..given.len())
            .map(|index| format_ident!("value_{index}"))
            .collect();
        let function = self.name();
        let tokens = quote! {
            pub fn #function(#(#values: #given),*) -> #name { #name::new(#(#values),*) }
        };
        self.add(&tokens);
        for (setter, ty) in setters {
            let function = self.name();
            let tokens = quote! {
                pub fn #function(error: #name, value: #ty) -> #name { error.#setter(value) }
            };
            self.add(&tokens);
        }
    }

    fn of_enum(&mut self, known: &Enum) {
        let item = &known.item;
        let (name, generics) = (&item.ident, &item.generics);
        // It only tells calls apart.
        if item.variants.is_empty() {
            return;
        }
        let (_, types, _) = generics.split_for_impl();
        let mut arms = Vec::new();
        for variant in &item.variants {
            let case = &variant.ident;
            let field_types: Vec<&Type> = variant.fields.iter().map(|field| &field.ty).collect();
            let values: Vec<Ident> = (0..field_types.len())
                .map(|index| format_ident!("value_{index}"))
                .collect();
            let names = variant
                .fields
                .iter()
                .filter_map(|field| field.ident.as_ref());
            let names: Vec<&Ident> = names.collect();
            let content = match (values.is_empty(), names.is_empty()) {
                (true, _) => None,
                (false, true) => Some(quote!((#(#values),*))),
                (false, false) => Some(quote!({ #(#names: #values),* })),
            };
            arms.push(quote!(#name::#case #content => { #(let _: #field_types = #values;)* }));
            let function = self.name();
            let tokens = quote! {
                pub fn #function #generics (#(#values: #field_types),*) -> #name #types {
                    #name::#case #content
                }
            };
            self.add(&tokens);
        }
        let function = self.name();
        let tokens = quote! {
            pub fn #function #generics (value: #name #types) { match value { #(#arms)* } }
        };
        self.add(&tokens);
    }

    fn of_alias(&mut self, alias: &syn::ItemType) {
        let name = &alias.ident;
        let target = alias.ty.to_token_stream().to_string();
        let package = self.whole.package.clone();
        if let Some(variants) = self.whole.sets.get(&target) {
            let variants = variants.clone();
            let types = variants.iter().map(|(error, is_boxed)| match is_boxed {
                true => quote!(::std::boxed::Box<::#package::errors::#error>),
                false => quote!(::#package::errors::#error),
            });
            let types: Vec<TokenStream> = types.collect();
            let names: Vec<&Ident> = variants.iter().map(|(name, _)| name).collect();
            let function = self.name();
            let tokens = match self.user {
                User::Caller => quote! {
                    pub fn #function(error: #name) {
                        match error { #(#name::#names(value) => { let _: #types = value; })* }
                    }
                },
                User::Implementer => quote! {
                    pub fn #function(#(#[allow(non_snake_case)] #names: #types),*) {
                        #(let _: #name = #name::#names(#names);)*
                    }
                },
            };
            self.add(&tokens);
            return;
        }
        if matches!(self.module.file, File::Types) {
            let (function, ty) = (self.name(), &alias.ty);
            let generics = &alias.generics;
            let (_, types, _) = generics.split_for_impl();
            let tokens = quote!(pub fn #function #generics (value: #name #types) -> #ty { value });
            self.add(&tokens);
        }
    }

    /// Functions that require a trait of a type. Which of them compile is what the compiler says of the crate that the
    /// program is made for.
    fn probes(&mut self, part: usize, items: &Items, without: &BTreeSet<String>) {
        let structs = items.structs.iter().filter(|known| !known.is_of_server);
        let structs = structs.map(|known| (&known.item.ident, &known.item.generics));
        let enums = items.enums.iter().filter(|known| !known.is_of_server);
        let enums = enums.map(|known| (&known.item.ident, &known.item.generics));
        let none = syn::Generics::default();
        let newtypes = items.newtypes.iter().map(|(name, _)| (name, &none));
        let mut wanted = Vec::new();
        for (name, generics) in structs.chain(enums).chain(newtypes) {
            if generics.params.is_empty() {
                let traits = TRAITS.iter().filter_map(|path| path.parse().ok());
                wanted.extend(traits.map(|path: TokenStream| (name, path)));
            }
        }
        for known in &items.enums {
            for variant in &known.item.variants {
                if let Some(field) = variant.fields.iter().next() {
                    let ty = &field.ty;
                    wanted.push((&known.item.ident, quote!(::std::convert::From<#ty>)));
                }
            }
        }
        for (index, (name, path)) in wanted.into_iter().enumerate() {
            let function = format_ident!("probe_{part}_{index}");
            if !without.contains(&function.to_string()) {
                let tokens = quote! {
                    pub fn #function() { fn needs<T: #path>() {} needs::<#name>() }
                };
                self.add(&tokens);
            }
        }
    }

    fn of_function(&mut self, item: &syn::ItemFn) {
        let (function, package) = (self.name(), &self.whole.package);
        let path = format_ident!("{}", self.module.path);
        let (name, output) = (&item.sig.ident, &item.sig.output);
        let (parameters, values) = parameters(&item.sig, 0);
        let tokens = quote! {
            pub fn #function(#(#parameters),*) #output { ::#package::#path::#name(#(#values),*) }
        };
        self.add(&tokens);
    }

    /// An implementation of a trait whose methods do nothing.
    fn of_trait(&mut self, item: &syn::ItemTrait) {
        let name = &item.ident;
        let mut members = Vec::new();
        for member in &item.items {
            match member {
                syn::TraitItem::Type(ty) => {
                    let name = &ty.ident;
                    members.push(quote!(type #name = u8;));
                }
                syn::TraitItem::Fn(function) => {
                    let (name, inputs) = (&function.sig.ident, &function.sig.inputs);
                    let signature = match output_of_future(&function.sig.output) {
                        Some(output) => quote!(async fn #name(#inputs) -> #output),
                        None => function.sig.to_token_stream(),
                    };
                    members.push(quote!(#signature { ::std::unimplemented!() }));
                }
                _ => {}
            }
        }
        self.functions.push("pub struct Judge;".to_owned());
        let package = self.whole.package.clone();
        let path = format_ident!("{}", self.module.path);
        self.add(&quote!(impl #name for Judge { #(#members)* }));
        let function = self.name();
        self.add(&quote!(pub fn #function() { let _ = ::#package::#path::router(Judge); }));
    }

    /// The functions of a type.
    fn of_impl(&mut self, item: &ItemImpl) {
        let ty = &item.self_ty;
        let generics = &item.generics;
        for method in methods(item) {
            // A tolerant program uses these too: they are why it needs no literals.
            let (parameters, values) = parameters(&method.sig, 0);
            let name = &method.sig.ident;
            let output = &method.sig.output;
            let own = &method.sig.generics.params;
            let lifetimes = (!own.is_empty()).then(|| quote!(<#own>));
            let function = self.name();
            let self_argument = method.sig.inputs.first().and_then(|input| match input {
                FnArg::Receiver(receiver) => Some(receiver),
                FnArg::Typed(_) => None,
            });
            let call = match self_argument {
                Some(_) => quote!(this.#name(#(#values),*)),
                None => quote!(<#ty>::#name(#(#values),*)),
            };
            let this = self_argument.map(|receiver| {
                let receiver = receiver.to_token_stream().to_string();
                match receiver.replace(' ', "").as_str() {
                    "&self" => quote!(this: &#ty,),
                    "&mutself" => quote!(this: &mut #ty,),
                    _ => quote!(this: #ty,),
                }
            });
            let generics = match (&lifetimes, generics.params.is_empty()) {
                (None, false) => quote!(#generics),
                _ => quote!(#lifetimes),
            };
            let output = with_self(output.to_token_stream(), &ty.to_token_stream());
            let tokens = quote! {
                pub fn #function #generics (#this #(#parameters),*) #output { #call }
            };
            self.add(&tokens);
        }
    }

    /// The calls of a client, or its credentials.
    fn of_client(&mut self, item: &ItemImpl) {
        let of = item.self_ty.to_token_stream().to_string();
        match of.as_str() {
            "Client" | "Sender" => {}
            "Credentials" | "Servers" => return self.of_impl(item),
            _ => return,
        }
        for method in methods(item) {
            let is_call = matches!(method.sig.inputs.first(), Some(FnArg::Receiver(_)));
            if is_call && method.sig.ident != "request" {
                self.of_call(&of, method);
            }
            // Senders may need a signer.
            if !is_call && of == "Sender" {
                let (parameters, values) = parameters(&method.sig, 0);
                let (function, package) = (self.name(), &self.whole.package);
                let name = &method.sig.ident;
                let tokens = quote! {
                    pub fn #function(#(#parameters),*) {
                        let _ = ::#package::webhooks::Sender::#name(#(#values),*);
                    }
                };
                self.add(&tokens);
            }
        }
    }

    fn of_call(&mut self, client: &str, method: &ImplItemFn) {
        let ReturnType::Type(_, returned) = &method.sig.output else {
            return;
        };
        let side = match self.module.file {
            File::Sender => "sender",
            _ => "client",
        };
        let call = format!("{side} {}", returned.to_token_stream());
        let result = match self.whole.results.get(&call) {
            Some(result) => Some(*result),
            None => match arguments(returned)[..] {
                [value, error] => Some([value, error]),
                _ => None,
            },
        };
        let by_options = self.whole.options.get(&call);
        let of_options = by_options.and_then(|options| self.whole.calls.get(options));
        let own = [self.whole.calls.get(&call), of_options]
            .into_iter()
            .flatten();
        let own = own.flatten().copied();
        let page = result.and_then(|[value, _]| match value {
            Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
            _ => None,
        });
        let of_page =
            page.and_then(|page| self.whole.pages.get(&format!("{side} {page}")).cloned());
        let options: Vec<&ImplItemFn> = own.chain(of_page.unwrap_or_default()).collect();
        let (choices, options): (Vec<_>, Vec<_>) =
            options.into_iter().partition(|method| is_choice(method));
        self.call(client, method, &[], &options, result);
        for choice in choices {
            self.call(client, method, &[choice], &[], None);
        }
        let mut streams = options.iter();
        let streams = streams.find(|option| option.sig.ident == "stream");
        if let Some(stream) = streams.copied() {
            self.call(client, method, &[stream], &[], None);
        }
    }

    /// A function that makes a call with all of these methods, and binds what it returns.
    fn call(
        &mut self,
        client: &str,
        method: &ImplItemFn,
        last: &[&ImplItemFn],
        options: &[&ImplItemFn],
        result: Option<[&Type; 2]>,
    ) {
        let (mut all, arguments) = parameters(&method.sig, 0);
        let mut chain = TokenStream::new();
        let options = options.iter().filter(|option| option.sig.ident != "stream");
        for option in options.chain(last).copied() {
            let (more, values) = parameters(&option.sig, all.len());
            all.extend(more);
            let name = &option.sig.ident;
            chain.extend(quote!(.#name(#(#values),*)));
        }
        let package = &self.whole.package;
        let path = format_ident!("{}", self.module.path);
        let client = format_ident!("{client}");
        let (function, name) = (self.name(), &method.sig.ident);
        let end = match (result, last) {
            (Some([value, error]), []) => quote! {
                let result: ::std::result::Result<#value, ::#package::#path::Error<#error>> = call.await;
            },
            _ => quote!(let _ = call;),
        };
        let tokens = quote! {
            pub async fn #function(client: &::#package::#path::#client #(, #all)*) {
                let call = client.#name(#(#arguments),*) #chain;
                #end
            }
        };
        self.add(&tokens);
    }
}

/// Whether a method of a call asks for another content of the response.
fn is_choice(method: &ImplItemFn) -> bool {
    let returned = method.sig.output.to_token_stream().to_string();
    let body = method.block.to_token_stream().to_string();
    returned.contains("rt :: Call <") || body.contains(". choose (")
}

/// Parameters for the arguments of a function, and what is passed to it.
fn parameters(function: &Signature, first: usize) -> (Vec<TokenStream>, Vec<Ident>) {
    let types = function.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&input.ty),
        FnArg::Receiver(_) => None,
    });
    let pairs = types.enumerate().map(|(index, ty)| {
        let value = format_ident!("given_{}", first + index);
        (quote!(#value: #ty), value)
    });
    pairs.unzip()
}

/// The value of `impl Future<Output = …> + Send`.
fn output_of_future(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    let Type::ImplTrait(ty) = ty.as_ref() else {
        return None;
    };
    let bounds = ty.bounds.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
        _ => None,
    });
    bounds
        .filter_map(|last| match &last.arguments {
            PathArguments::AngleBracketed(given) => Some(&given.args),
            _ => None,
        })
        .flatten()
        .find_map(|argument| match argument {
            GenericArgument::AssocType(output) => Some(&output.ty),
            _ => None,
        })
}

/// What is in `Some(…)`, if that is there.
fn in_some(tokens: TokenStream) -> TokenStream {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match all.as_slice() {
        [TokenTree::Ident(word), TokenTree::Group(group)] if word == "Some" => group.stream(),
        _ => tokens,
    }
}

/// Replaces `Self` by a type.
fn with_self(tokens: TokenStream, ty: &TokenStream) -> TokenStream {
    let mapped = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "Self" => ty.clone(),
        TokenTree::Group(group) => {
            let inner = with_self(group.stream(), ty);
            TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner)).into()
        }
        other => other.into(),
    });
    mapped.collect()
}

/// Replaces paths that begin with `crate` or the runtime.
fn in_users(tokens: TokenStream, package: &str) -> TokenStream {
    let mut mapped = TokenStream::new();
    let package_name = format_ident!("{package}");
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        // A field may have the name of the runtime.
        let is_path = matches!(
            tokens.peek(),
            Some(TokenTree::Punct(next)) if next.as_char() == ':' && next.spacing() == Spacing::Joint
        );
        match token {
            TokenTree::Ident(word) if word == "crate" => {
                mapped.extend(quote!(::#package_name));
            }
            TokenTree::Ident(word) if word == "specsmith_runtime" && is_path => {
                mapped.extend(quote!(::#package_name::runtime));
            }
            TokenTree::Group(group) => {
                let inner = in_users(group.stream(), package);
                let group = proc_macro2::Group::new(group.delimiter(), inner);
                mapped.extend([TokenTree::Group(group)]);
            }
            other => mapped.extend([other]),
        }
    }
    mapped
}
