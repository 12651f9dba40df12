//! The items of a generated file, as those who use the crate see them. Most are in macros of the runtime, which look like
//! structs and enums.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Fields, Ident, Item, ItemEnum, ItemImpl, ItemStruct, Visibility};

/// The part of a file that other code can use.
#[derive(Default)]
pub(super) struct Items {
    pub(super) structs: Vec<Struct>,
    pub(super) enums: Vec<Enum>,
    /// The structs that hide one value, with the type of that.
    pub(super) newtypes: Vec<(Ident, syn::Type)>,
    /// The enums of the errors of operations, which only their aliases name.
    pub(super) error_sets: Vec<ErrorSet>,
    pub(super) impls: Vec<ItemImpl>,
    pub(super) aliases: Vec<syn::ItemType>,
    pub(super) constants: Vec<(Ident, syn::Type)>,
    pub(super) functions: Vec<syn::ItemFn>,
    pub(super) traits: Vec<syn::ItemTrait>,
    pub(super) imports: Vec<syn::ItemUse>,
    /// What the module exports of other modules.
    pub(super) exports: Vec<syn::ItemUse>,
}

/// How a value of a struct comes into being.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// Other code writes it with all of its fields.
    Literally,
    /// Other code has a function or a default for it, or never makes it.
    Otherwise,
}

/// A struct with public fields.
pub(super) struct Struct {
    pub(super) item: ItemStruct,
    pub(super) made: Made,
    /// The macro that defines it.
    pub(super) of: String,
    /// Whether only the server has it.
    pub(super) is_of_server: bool,
}

/// An enum whose variants are matched.
pub(super) struct Enum {
    pub(super) item: ItemEnum,
    pub(super) is_of_server: bool,
}

/// The errors of some operations.
pub(super) struct ErrorSet {
    pub(super) name: Ident,
    /// Each with whether it is boxed.
    pub(super) variants: Vec<(Ident, bool)>,
}

/// Reads the items of a file.
pub(super) fn read(text: &str) -> syn::Result<Items> {
    let mut items = Items::default();
    for item in syn::parse_file(text)?.items {
        match item {
            Item::Struct(item) => items.add_struct(item, &TokenStream::new(), &[]),
            Item::Enum(item) => items.add_enum(item, &[]),
            Item::Macro(item) => items.add_macro(&item).map_err(|error| {
                let message = format!("{error}: {}", item.to_token_stream());
                syn::Error::new(error.span(), message)
            })?,
            Item::Impl(item) if item.trait_.is_none() => items.impls.push(item),
            Item::Type(item) if is_public(&item.vis) => items.aliases.push(item),
            Item::Const(item) if is_public(&item.vis) => {
                items.constants.push((item.ident, *item.ty));
            }
            Item::Fn(item) if is_public(&item.vis) => items.functions.push(item),
            Item::Trait(item) if is_public(&item.vis) => items.traits.push(item),
            Item::Use(item) if matches!(item.vis, Visibility::Inherited) => {
                items.imports.push(item);
            }
            Item::Use(item) if is_public(&item.vis) => items.exports.push(item),
            _ => {}
        }
    }
    items.find_constructors();
    Ok(items)
}

impl Items {
    fn add_macro(&mut self, item: &syn::ItemMacro) -> syn::Result<()> {
        let Some(name) = item.mac.path.segments.last() else {
            return Ok(());
        };
        let tokens = item.mac.tokens.clone();
        match name.ident.to_string().as_str() {
            "object" | "tuple" | "response" | "list_page" | "arguments" | "status_error"
            | "typed_error" => {
                let item_struct: ItemStruct = syn::parse2(without_initial_values(tokens))?;
                self.add_struct(item_struct, &item.mac.path.to_token_stream(), &item.attrs);
            }
            "multipart" if !begins_with_impl(&tokens) => {
                let part = after_colon(&tokens);
                let item_struct: ItemStruct = syn::parse2(without_kind_of_values(tokens))?;
                if let Some(part) = part {
                    self.add_enum(parts_of_form(&part, &item_struct)?, &item.attrs);
                }
                self.add_struct(item_struct, &item.mac.path.to_token_stream(), &item.attrs);
            }
            "closed_enum" | "open_enum" | "closed_values" | "open_values" | "union"
            | "event_union" | "responses" | "choice" | "sent_contents" | "received_contents" => {
                self.add_enum(syn::parse2(without_kind_of_values(tokens))?, &item.attrs);
            }
            "newtype" | "string_newtype" | "own_type" => {
                let item: ItemStruct = syn::parse2(tokens)?;
                let inner = item.fields.into_iter().next();
                self.newtypes
                    .extend(inner.map(|field| (item.ident, field.ty)));
            }
            "operation_errors" => {
                let item: ItemEnum = syn::parse2(tokens)?;
                let variants = item.variants.into_iter().map(|variant| {
                    let is_boxed = !matches!(variant.fields, Fields::Unit);
                    (variant.ident, is_boxed)
                });
                self.error_sets.push(ErrorSet {
                    name: item.ident,
                    variants: variants.collect(),
                });
            }
            _ => {}
        }
        Ok(())
    }

    fn add_struct(&mut self, item: ItemStruct, macro_path: &TokenStream, outer: &[Attribute]) {
        let has_private = item.fields.iter().any(|field| !is_public(&field.vis));
        if has_private || !is_public(&item.vis) {
            return;
        }
        let of = macro_path.to_string();
        let is_error = of.ends_with("_error");
        let has_default = item.attrs.iter().any(|attribute| {
            attribute.path().is_ident("derive")
                && attribute.to_token_stream().to_string().contains("Default")
        });
        let is_of_response = of.ends_with("response");
        let is_literal =
            !is_error && !of.ends_with("arguments") && (is_of_response || !has_default);
        self.structs.push(Struct {
            item,
            made: match is_literal {
                true => Made::Literally,
                false => Made::Otherwise,
            },
            of: of.rsplit(' ').next().unwrap_or_default().to_owned(),
            is_of_server: is_of_server(outer),
        });
    }

    fn add_enum(&mut self, item: ItemEnum, outer: &[Attribute]) {
        if is_public(&item.vis) {
            self.enums.push(Enum {
                item,
                is_of_server: is_of_server(outer),
            });
        }
    }

    /// A struct with a function `new` need not be written with all of its fields.
    fn find_constructors(&mut self) {
        for known in &mut self.structs {
            let name = known.item.ident.to_string();
            let has_new = self.impls.iter().any(|item| {
                item.self_ty.to_token_stream().to_string() == name
                    && item.items.iter().any(|item| {
                        matches!(item, syn::ImplItem::Fn(function) if function.sig.ident == "new")
                    })
            });
            if has_new {
                known.made = Made::Otherwise;
            }
        }
    }
}

pub(super) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_of_server(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .to_token_stream()
                .to_string()
                .contains("\"server\"")
    })
}

fn begins_with_impl(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "impl")
}

/// Removes `= value` after the types of fields. A value ends where the next field or attribute begins.
fn without_initial_values(tokens: TokenStream) -> TokenStream {
    let outer = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let mut kept = TokenStream::new();
            let mut inner = group.stream().into_iter().peekable();
            while let Some(token) = inner.next() {
                let is_value = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '=');
                if !is_value {
                    kept.extend([token]);
                    continue;
                }
                while let Some(next) = inner.next() {
                    let is_comma = matches!(&next, TokenTree::Punct(sign) if sign.as_char() == ',');
                    let ends = match inner.peek() {
                        None => true,
                        Some(TokenTree::Punct(sign)) => sign.as_char() == '#',
                        Some(TokenTree::Ident(word)) => word == "pub",
                        Some(_) => false,
                    };
                    if is_comma && ends {
                        kept.extend([next]);
                        break;
                    }
                }
            }
            TokenTree::Group(Group::new(Delimiter::Brace, kept))
        }
        other => other,
    });
    outer.collect()
}

/// Removes what the values of an enum are: `enum Priority: i64 { … }`.
fn without_kind_of_values(tokens: TokenStream) -> TokenStream {
    let mut skips = false;
    let kept = tokens.into_iter().filter(|token| {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == ':' => skips = true,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => skips = false,
            _ => {}
        }
        !skips
    });
    kept.collect()
}

/// The word after the colon behind the name of an item.
fn after_colon(tokens: &TokenStream) -> Option<Ident> {
    let mut tokens = tokens.clone().into_iter();
    tokens.find(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ':'))?;
    match tokens.next() {
        Some(TokenTree::Ident(name)) => Some(name),
        _ => None,
    }
}

/// The enum of the parts of a form, which are in the attributes of the fields: `#[part("cover": file.required(),
/// Cover(rt::FilePart))]`.
fn parts_of_form(name: &Ident, form: &ItemStruct) -> syn::Result<ItemEnum> {
    let mut variants = TokenStream::new();
    for attribute in form.fields.iter().flat_map(|field| &field.attrs) {
        let syn::Meta::List(list) = &attribute.meta else {
            continue;
        };
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        if attribute.path().is_ident("part")
            && let [.., variant, content] = tokens.as_slice()
        {
            variants.extend(quote::quote!(#variant #content,));
        }
        if attribute.path().is_ident("additional_files") {
            let variant = &list.tokens;
            variants.extend(quote::quote!(#variant(String, rt::FilePart),));
        }
    }
    syn::parse2(quote::quote!(pub enum #name { #variants }))
}
