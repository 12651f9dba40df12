//! The methods of the handler trait that a file does not implement yet.

use std::collections::BTreeSet;

use quote::{ToTokens, quote};
use syn::{ImplItem, Item, ItemImpl, Type, UseTree};

use super::{Method, TODO, authenticate, method, operation_signature, permits};
use crate::emit::file::RustFile;
use crate::rust::Crate;

/// Why it is not known which methods a file implements.
#[derive(Debug, thiserror::Error)]
pub enum UnknownMethods {
    /// The text is not Rust.
    #[error("it is not valid Rust: {0}")]
    Invalid(String),
    /// It does not implement the trait.
    #[error("it does not implement the trait `{0}`")]
    NotImplemented(String),
}

/// The methods that a file does not implement yet, after the imports that they add to it; empty if it implements all. A
/// file may implement the trait for several types.
pub(crate) fn missing(plan: &Crate<'_>, text: &str) -> Result<String, UnknownMethods> {
    let parsed =
        syn::parse_file(text).map_err(|error| UnknownMethods::Invalid(error.to_string()))?;
    let mut found = Found::default();
    found.add(&parsed.items, &plan.handler_trait);
    if found.blocks.is_empty() {
        let name = plan.handler_trait.clone();
        return Err(UnknownMethods::NotImplemented(name));
    }
    let mut file = RustFile::of_user(plan, vec!["Caller"]);
    let mut parts = Vec::new();
    for block in &found.blocks {
        let methods = missing_in(block, plan, &mut file);
        if found.blocks.len() > 1 && !methods.is_empty() {
            let ty = block.self_ty.to_token_stream();
            parts.push(format!("// For `{ty}`:\n"));
        }
        parts.extend(methods);
    }
    file.omit_imports(&found.imported);
    let uses = file.uses();
    if !uses.is_empty() {
        parts.insert(0, uses);
    }
    Ok(parts.join("\n"))
}

/// What a file says about the trait.
#[derive(Default)]
struct Found<'f> {
    /// Where it implements the trait.
    blocks: Vec<&'f ItemImpl>,
    /// The names that it imports.
    imported: BTreeSet<String>,
}

impl<'f> Found<'f> {
    fn add(&mut self, items: &'f [Item], handler_trait: &str) {
        for item in items {
            match item {
                Item::Impl(block) => {
                    let path = block.trait_.as_ref().map(|(path, _)| path);
                    let name = path.and_then(|path| path.segments.last());
                    if name.is_some_and(|name| name.ident == handler_trait) {
                        self.blocks.push(block);
                    }
                }
                Item::Mod(module) => {
                    if let Some((_, items)) = &module.content {
                        self.add(items, handler_trait);
                    }
                }
                Item::Use(import) => self.add_imports(&import.tree),
                _ => {}
            }
        }
    }

    fn add_imports(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add_imports(&path.tree),
            UseTree::Name(name) => {
                self.imported.insert(name.ident.to_string());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_imports(tree)),
            // The methods use no other names, and a name may be imported beside everything.
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

/// What an `impl` block lacks.
fn missing_in(block: &ItemImpl, plan: &Crate<'_>, file: &mut RustFile<'_>) -> Vec<String> {
    let known: BTreeSet<String> = block.items.iter().filter_map(method_name).collect();
    let caller = caller(block);
    let named = caller.map_or(quote!(Caller), ToTokens::to_token_stream);
    let mut methods = Vec::new();
    let mut parts = Vec::new();
    if let Some(auth) = &plan.auth {
        if caller.is_none() {
            parts.push("    type Caller = Caller;\n".to_owned());
        }
        if !known.contains("authenticate") {
            methods.push(authenticate(auth, false, &named, file));
        }
        if !known.contains("permits") {
            methods.extend(permits(auth, &named, file));
        }
    }
    let operations = plan.operations.iter();
    let operations = operations.filter(|operation| !known.contains(&operation.method));
    methods.extend(
        operations.map(|operation| method(operation_signature(operation, &named, file), TODO)),
    );
    let methods = methods.into_iter();
    parts
        .extend(methods.map(|Method { signature, body }| format!("{signature}\n{body}\n    }}\n")));
    parts
}

fn method_name(item: &ImplItem) -> Option<String> {
    match item {
        ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
        _ => None,
    }
}

/// The type of callers.
fn caller(block: &ItemImpl) -> Option<&Type> {
    block.items.iter().find_map(|item| match item {
        ImplItem::Type(alias) if alias.ident == "Caller" => Some(&alias.ty),
        _ => None,
    })
}
