//! Signatures in the layout of rustfmt, for code that people edit.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{FnArg, GenericArgument, PathArguments, ReturnType, Signature, Type};

use super::item::{not_rust, print_type};
use super::tokens::WIDTH;

/// The signature of a method in an `impl` block, up to the opening brace.
pub(crate) fn signature(tokens: TokenStream) -> String {
    match syn::parse2(tokens) {
        Ok(signature) => print_signature(signature),
        Err(error) => not_rust(&error),
    }
}

fn print_signature(signature: Signature) -> String {
    let head = match signature.asyncness {
        Some(_) => format!("async fn {}", signature.ident),
        None => format!("fn {}", signature.ident),
    };
    let arguments: Vec<String> = signature.inputs.into_iter().map(print_argument).collect();
    let (returned, parameters) = print_output(signature.output);
    let generics = match parameters.as_slice() {
        [] => String::new(),
        _ => format!("<{}>", parameters.join(", ")),
    };
    let line = format!(
        "    {head}({}){returned}{generics} {{",
        arguments.join(", ")
    );
    if line.len() <= WIDTH {
        return line;
    }
    let mut text = format!("    {head}(\n");
    for argument in &arguments {
        text.push_str(&format!("        {argument},\n"));
    }
    let line = format!("    ){returned}{generics}");
    // rustfmt reserves more than the brace on this line, and allows it to be longer if the brace is on the next line.
    if line.len() + " {".len() <= WIDTH - 4 {
        return text + &line + " {";
    }
    if line.len() <= WIDTH + 2 || parameters.is_empty() {
        return text + &line + "\n    {";
    }
    text.push_str(&format!("    ){returned}<\n"));
    for parameter in &parameters {
        text.push_str(&format!("        {parameter},\n"));
    }
    text + "    > {"
}

fn print_argument(argument: FnArg) -> String {
    match argument {
        FnArg::Receiver(receiver) => receiver.to_token_stream().to_string().replace("& ", "&"),
        FnArg::Typed(typed) => {
            format!("{}: {}", typed.pat.to_token_stream(), print_type(*typed.ty))
        }
    }
}

/// The returned type and, separately, its arguments: ` -> Result` and `T`, `E`.
fn print_output(output: ReturnType) -> (String, Vec<String>) {
    let mut ty = match output {
        ReturnType::Default => return (String::new(), Vec::new()),
        ReturnType::Type(_, ty) => *ty,
    };
    let mut arguments = PathArguments::None;
    if let Type::Path(path) = &mut ty
        && let Some(last) = path.path.segments.last_mut()
    {
        arguments = std::mem::take(&mut last.arguments);
    }
    let arguments = match arguments {
        PathArguments::AngleBracketed(list) => list.args,
        PathArguments::None | PathArguments::Parenthesized(_) => Punctuated::new(),
    };
    let arguments = arguments.into_iter().map(|argument| match argument {
        GenericArgument::Type(ty) => print_type(ty),
        other => other.to_token_stream().to_string(),
    });
    (format!(" -> {}", print_type(ty)), arguments.collect())
}
