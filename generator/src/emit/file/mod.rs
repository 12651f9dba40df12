//! One file during generation: its items and their imports.

mod paths;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

use crate::api::Sensitivity;
use crate::rust::{Crate, Operation, SectionId};
use crate::rust_printer::{self, Import, Printed};

/// The greatest number of names that a file imports one by one from a module of its own crate.
const MANY: usize = 12;

/// A file of the generated crate, or of a crate that uses it.
pub(super) struct RustFile<'a> {
    plan: &'a Crate<'a>,
    home: Home<'a>,
    /// The module that the file is, whose items it need not import.
    module: Option<&'static str>,
    imports: BTreeMap<&'static str, BTreeSet<String>>,
    /// The modules of which the file imports everything.
    globs: BTreeSet<&'static str>,
    others: BTreeSet<&'static str>,
    attributes: Vec<TokenStream>,
    items: Vec<Printed>,
}

/// Where a file is. This decides the paths to items of the generated crate.
enum Home<'a> {
    /// In the generated crate.
    Crate,
    /// In the module `types` of the generated crate, in the file of this section.
    Types(SectionId),
    /// In another crate. `own` lists the items that the file defines.
    User { own: Vec<&'a str> },
}

impl<'a> RustFile<'a> {
    pub(super) fn new(plan: &'a Crate<'a>) -> Self {
        Self::at(plan, Home::Crate)
    }

    /// The file of this module.
    pub(super) fn of_module(plan: &'a Crate<'a>, module: &'static str) -> Self {
        Self {
            module: Some(module),
            ..Self::new(plan)
        }
    }

    /// A file with the types of a section. It imports the types of other sections only.
    pub(super) fn of_types(plan: &'a Crate<'a>, section: SectionId) -> Self {
        Self::at(plan, Home::Types(section))
    }

    /// A file of a crate that uses the generated one. `own` lists the items that the file defines.
    pub(super) fn of_user(plan: &'a Crate<'a>, own: Vec<&'a str>) -> Self {
        Self::at(plan, Home::User { own })
    }

    fn at(plan: &'a Crate<'a>, home: Home<'a>) -> Self {
        Self {
            plan,
            home,
            module: None,
            imports: BTreeMap::new(),
            globs: BTreeSet::new(),
            others: BTreeSet::new(),
            attributes: Vec::new(),
            items: Vec::new(),
        }
    }

    pub(super) fn plan(&self) -> &'a Crate<'a> {
        self.plan
    }

    /// Adds an item.
    pub(super) fn push(&mut self, item: impl Into<Printed>) {
        self.items.push(item.into());
    }

    /// Adds items.
    pub(super) fn push_all(&mut self, items: impl IntoIterator<Item = TokenStream>) {
        items.into_iter().for_each(|item| self.push(item));
    }

    /// Adds an attribute of the module itself: `#![…]`.
    pub(super) fn push_attribute(&mut self, attribute: TokenStream) {
        self.attributes.push(attribute);
    }

    /// Declares the files of the groups of operations, and re-exports these names of their operations.
    pub(super) fn declare_groups<N: IntoIterator<Item = &'a str>>(
        &mut self,
        names: impl Fn(&'a Operation<'a>) -> N,
    ) {
        let plan = self.plan;
        let groups = plan.groups.iter().map(|group| {
            let names = plan.operations_of(group).flat_map(&names).collect();
            (group.module.as_str(), group.feature.as_deref(), names)
        });
        self.declare_all(groups.collect());
    }

    /// Declares modules that features may enable, and re-exports these names from them.
    pub(super) fn declare_all(&mut self, modules: Vec<(&str, Option<&str>, Vec<&str>)>) {
        for (module, feature, _) in &modules {
            self.declare(module, *feature);
        }
        for (module, feature, names) in modules {
            self.reexport(module, feature, names);
        }
    }

    /// Declares a module that a feature may enable.
    pub(super) fn declare(&mut self, module: &str, feature: Option<&str>) {
        self.push(Printed::module(module).with_feature(feature));
    }

    /// Re-exports names of a module, if there are any.
    pub(super) fn reexport<'n>(
        &mut self,
        module: &str,
        feature: Option<&str>,
        names: impl IntoIterator<Item = &'n str>,
    ) {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        if !names.is_empty() {
            let import = Import::new(module.to_owned(), names);
            self.push(Printed::reexport(import).with_feature(feature));
        }
    }

    /// Imports a name from a module of the crate.
    pub(super) fn import(&mut self, module: &'static str, name: &str) {
        if self.module == Some(module) {
            return;
        }
        let module = self.public(module);
        self.imports
            .entry(module)
            .or_default()
            .insert(name.to_owned());
    }

    /// Imports everything from a module instead of single names, which may need features.
    pub(super) fn import_all(&mut self, module: &'static str) {
        self.globs.insert(module);
    }

    /// Imports a path from another crate.
    pub(super) fn import_path(&mut self, path: &'static str) {
        self.others.insert(path);
    }

    /// Leaves out names that the file imports already.
    pub(super) fn omit_imports(&mut self, imported: &BTreeSet<String>) {
        for names in self.imports.values_mut() {
            names.retain(|name| !imported.contains(name));
        }
        self.imports.retain(|_, names| !names.is_empty());
    }

    pub(super) fn import_runtime(&mut self) {
        self.import_path("specsmith_runtime::codegen as rt");
    }

    /// The imports, as text.
    pub(super) fn uses(&self) -> String {
        let own = self.imports.iter().map(|(module, names)| {
            let many = matches!(self.home, Home::Crate) && names.len() > MANY;
            let names = if many || self.globs.contains(module) {
                vec!["*".to_owned()]
            } else {
                names.iter().cloned().collect()
            };
            Import::new(self.module(module).to_string().replace(' ', ""), names)
        });
        let others = self.others.iter().filter_map(|path| path.rsplit_once("::"));
        let others =
            others.map(|(module, name)| Import::new(module.to_owned(), vec![name.to_owned()]));
        rust_printer::imports(own.chain(others).collect())
    }

    /// The text of the file.
    pub(super) fn finish(self, documentation: &[String]) -> String {
        let attributes = self.attributes.iter().cloned().map(rust_printer::attribute);
        let attributes: Vec<String> = attributes.collect();
        rust_printer::file(documentation, &attributes, &self.uses(), self.items)
    }
}

/// The identifier for a name of the plan, which may be raw.
pub(super) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(keyword) => Ident::new_raw(keyword, proc_macro2::Span::call_site()),
        None => format_ident!("{name}"),
    }
}

/// The field of a struct for a name of the plan, which may be an index.
pub(super) fn member(name: &str) -> TokenStream {
    match name.parse() {
        Ok(index) => Literal::usize_unsuffixed(index).into_token_stream(),
        Err(_) => ident(name).into_token_stream(),
    }
}

/// What marks a value that must not be shown in the macros of the runtime: `personal` or `secret`.
pub(super) fn hidden(sensitivity: Sensitivity) -> Option<Ident> {
    sensitivity.word().map(|word| format_ident!("{word}"))
}

/// `#[derive(…)]`, if there are traits to derive.
pub(super) fn derive(traits: &[impl AsRef<str>]) -> Option<TokenStream> {
    let paths = traits.iter().map(|path| self::path(path.as_ref()));
    (!traits.is_empty()).then(|| quote!(#[derive(#(#paths),*)]))
}

/// A name, or the path of an item in another crate.
pub(super) fn path(path: &str) -> TokenStream {
    let segments: Vec<Ident> = path.split("::").map(ident).collect();
    match &segments[..] {
        [name] => quote!(#name),
        segments => quote!(#(::#segments)*),
    }
}

/// `#[cfg(feature = "…")]`, the condition for what belongs to a group with this feature.
pub(super) fn gate(feature: Option<&str>) -> Option<TokenStream> {
    feature.map(|feature| quote!(#[cfg(feature = #feature)]))
}
