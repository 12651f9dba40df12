//! The methods of the handler trait that a file does not implement yet.

use quote::quote;

use super::implementations::{self, Block};
use super::{CALLER, Method, TODO, authenticate, method, operation_signature, permits};
use crate::emit::file::RustFile;
use crate::rust::Crate;

/// Why it is not known which methods a file implements.
#[derive(Debug, thiserror::Error)]
pub enum UnknownMethods {
    /// The text is not Rust.
    #[error("it is not valid Rust: {0}")]
    Invalid(&'static str),
    /// It does not implement the trait.
    #[error("it does not implement the trait `{0}`")]
    NotImplemented(String),
}

/// The methods that a file does not implement yet, after the imports and the struct of callers that they add to their
/// module; empty if it implements all. A file may implement the trait for several types, in several modules.
pub(crate) fn missing(plan: &Crate<'_>, text: &str) -> Result<String, UnknownMethods> {
    let modules = implementations::find(text, &plan.handler_trait);
    let modules = modules.map_err(UnknownMethods::Invalid)?;
    if modules.is_empty() {
        let name = plan.handler_trait.clone();
        return Err(UnknownMethods::NotImplemented(name));
    }
    let is_alone = matches!(modules.as_slice(), [module] if module.blocks.len() == 1);
    let mut parts = Vec::new();
    for module in &modules {
        let mut file = RustFile::of_user(plan, vec!["Caller"]);
        let mut of_module = Vec::new();
        for block in &module.blocks {
            let methods = missing_in(block, plan, &mut file);
            if !is_alone && !methods.is_empty() {
                of_module.push(format!("// For `{}`:\n", block.self_type));
            }
            of_module.extend(methods);
        }
        if of_module.is_empty() {
            continue;
        }
        if modules.len() > 1 && !module.name.is_empty() {
            parts.push(format!("// In the module `{}`:\n", module.name));
        }
        file.omit_imports(&module.names);
        let uses = file.uses();
        parts.extend((!uses.is_empty()).then_some(uses));
        let mut blocks = module.blocks.iter();
        if plan.auth.is_some()
            && blocks.any(|block| block.caller.is_none())
            && !module.names.contains("Caller")
        {
            parts.push(CALLER.to_owned());
        }
        parts.extend(of_module);
    }
    Ok(parts.join("\n"))
}

/// What an `impl` block lacks.
fn missing_in(block: &Block, plan: &Crate<'_>, file: &mut RustFile<'_>) -> Vec<String> {
    let known = &block.methods;
    let named = block.caller.clone().unwrap_or_else(|| quote!(Caller));
    let mut methods = Vec::new();
    let mut parts = Vec::new();
    if let Some(auth) = &plan.auth {
        if block.caller.is_none() {
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
