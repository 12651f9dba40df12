//! Types of other crates, which may have fewer values than those of the runtime: nobody knows which.

use super::Rule;
use super::site::{Site, Spot};
use super::walk::{Context, Flow, Walk};
use super::words::Quoted;
use crate::api::{Api, LibraryType, Operation, Scalar, Type, TypeId, TypeKind, TypeRef};
use crate::hash::HashSet;

impl<'a> Walk<'a> {
    /// Compares the types of other crates that two named types have.
    pub(super) fn library_types(
        &mut self,
        old: &'a TypeKind,
        new: &'a TypeKind,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let library = |kind: &'a TypeKind| match kind {
            TypeKind::Newtype(newtype) => newtype.rust.as_deref(),
            _ => None,
        };
        self.library_type(library(old), library(new), context, site);
    }

    /// Compares the types of other crates that scalars have.
    pub(super) fn library_scalars(&mut self) {
        if self.old.package.scalars == self.new.package.scalars {
            return;
        }
        let site = Site::root("rust", Spot::Api, Spot::Api);
        for flow in [Flow::Request, Flow::Response] {
            let (of_old, of_new) = (scalars(self.old, flow), scalars(self.new, flow));
            for scalar in LibraryType::scalars() {
                if of_old.contains(&scalar) && of_new.contains(&scalar) {
                    let (old, new) = (library(self.old, scalar), library(self.new, scalar));
                    self.library_type(old, new, Self::api(flow), &site);
                }
            }
        }
    }

    fn library_type(
        &mut self,
        old: Option<&str>,
        new: Option<&str>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if old == new {
            return;
        }
        if let Some(added) = new {
            let message = format!("only values that {} has are possible", Quoted(added));
            self.change(Rule::UncheckedRuleAdded, context, site, message);
        }
        if let Some(removed) = old {
            let message = format!("values that {} lacks are possible", Quoted(removed));
            self.change(Rule::UncheckedRuleRemoved, context, site, message);
        }
    }
}

/// The type of another crate that a scalar has, if it may lack values.
fn library(api: &Api, scalar: Scalar) -> Option<&'static str> {
    let ty = api.package.library_type(scalar)?;
    (ty != LibraryType::BigDecimal).then(|| ty.path())
}

/// The scalars of all values that operations have in a direction.
fn scalars(api: &Api, flow: Flow) -> HashSet<Scalar> {
    let mut found = HashSet::default();
    let mut seen: HashSet<TypeId> = HashSet::default();
    let mut waiting: Vec<&TypeRef> = Vec::new();
    for operation in &api.operations {
        waiting.extend(types(operation, flow));
    }
    while let Some(ty) = waiting.pop() {
        match &ty.ty {
            Type::Scalar(scalar) => {
                found.insert(*scalar);
            }
            Type::List(inner) | Type::Map(inner) => waiting.push(inner),
            Type::Named(id) if seen.insert(*id) => {
                let definition = api.type_def(*id);
                match &definition.kind {
                    TypeKind::Newtype(newtype) if newtype.rust.is_none() => {
                        found.insert(newtype.scalar);
                    }
                    _ => waiting.extend(definition.contents()),
                }
            }
            Type::Named(_) => {}
        }
    }
    found
}

fn types(operation: &Operation, flow: Flow) -> Vec<&TypeRef> {
    match flow {
        Flow::Request => operation.sent().collect(),
        Flow::Response => operation.returned().collect(),
    }
}
