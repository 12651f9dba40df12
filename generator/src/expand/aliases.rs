//! Aliases: other names of types, with constraints that hold wherever they are used.

use crate::cycles::{finishing_order, in_cycle};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Constraints, Document, MAX_DEPTH, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::{HashMap, HashSet};
use crate::source::Spanned;

const CYCLE: Code = Code("E0310");
const NULLABLE: Code = Code("E0311");
const TOO_DEEP: Code = Code("E0317");
const CONSTRAINED_TWICE: Code = Code("E0318");

/// An alias: what it stands for.
struct Alias {
    name: Spanned<String>,
    target: TypeExpr,
    constraints: Constraints,
}

/// Replaces every use of an alias by its target, which keeps the name. Aliases with errors are left out.
pub(super) fn expand(document: &mut Document, diagnostics: &mut Diagnostics) {
    let aliases = document.types.iter().filter_map(|entry| {
        let TypeEntryKind::Alias {
            target,
            constraints,
        } = &entry.kind
        else {
            return None;
        };
        Some(Alias {
            name: entry.name.clone(),
            target: target.clone(),
            constraints: (**constraints).clone(),
        })
    });
    let aliases: Vec<Alias> = aliases.collect();
    if aliases.is_empty() {
        return;
    }
    let indexes: HashMap<String, usize> = aliases
        .iter()
        .enumerate()
        .map(|(index, alias)| (alias.name.value.clone(), index))
        .collect();
    let edges = edges(&aliases, &indexes);
    let mut broken = check(&aliases, &edges, diagnostics);
    // An alias comes after the aliases that it mentions, so each is expanded with expanded ones.
    let order = finishing_order(&edges);
    let mut expanded: Vec<Option<TypeExpr>> = aliases.iter().map(|_| None).collect();
    for index in order {
        let alias = &aliases[index];
        if broken.contains(&alias.name.value) {
            continue;
        }
        let mut target = alias.target.clone();
        replace(&mut target, &indexes, &expanded);
        if depth(&target) > MAX_DEPTH {
            diagnostics.push(too_deep(&alias.name));
            broken.insert(alias.name.value.clone());
            continue;
        }
        if !alias.constraints.is_empty() {
            if let Some(inner) = &target.constraints {
                diagnostics.push(constrained_twice(alias, inner));
            }
            target.constraints = Some(Box::new(alias.constraints.clone()));
        }
        expanded[index] = Some(target);
    }
    document.visit_types(&mut |_, ty| replace(ty, &indexes, &expanded));
    document.leave_out_types(broken);
}

/// For each alias: the indexes of the aliases in its target.
fn edges(aliases: &[Alias], indexes: &HashMap<String, usize>) -> Vec<Vec<usize>> {
    let mentioned = |alias: &Alias| {
        let named = alias.target.named();
        let index = named.and_then(|name| indexes.get(name.value).copied());
        index.into_iter().collect()
    };
    aliases.iter().map(mentioned).collect()
}

/// Reports aliases that stand for themselves or for null, and returns their names.
fn check(
    aliases: &[Alias],
    edges: &[Vec<usize>],
    diagnostics: &mut Diagnostics,
) -> HashSet<String> {
    let mut broken = HashSet::default();
    for (alias, is_in_cycle) in aliases.iter().zip(in_cycle(edges)) {
        let name = &alias.name;
        if is_in_cycle {
            let message = format!("the alias `{}` stands for itself", name.value);
            let diagnostic = Diagnostic::error(CYCLE, message, name.span);
            diagnostics.push(diagnostic.help("declare an object or a union for one of the cycle"));
            broken.insert(name.value.clone());
        }
        if alias.target.nullable {
            let message = format!("the alias `{}` cannot be nullable", name.value);
            let diagnostic = Diagnostic::error(NULLABLE, message, alias.target.span);
            let used = format!(
                "remove the `?`, and write `{}?` where it is used",
                name.value
            );
            diagnostics.push(diagnostic.help(used));
            broken.insert(name.value.clone());
        }
    }
    broken
}

/// The number of lists and maps around the innermost type.
fn depth(ty: &TypeExpr) -> usize {
    match &ty.kind {
        TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => 0,
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => 1 + depth(inner),
    }
}

fn constrained_twice(alias: &Alias, inner: &Constraints) -> Diagnostic {
    let name = &alias.name;
    let message = format!(
        "`{}` adds constraints to an alias that has some",
        name.value
    );
    let diagnostic = Diagnostic::error(CONSTRAINED_TWICE, message, name.span);
    let diagnostic = match inner.first() {
        Some(span) => diagnostic.also(span, "a constraint of the inner alias"),
        None => diagnostic,
    };
    diagnostic.help("write all constraints on one alias")
}

fn too_deep(name: &Spanned<String>) -> Diagnostic {
    let message = format!(
        "the alias `{}` nests deeper than {MAX_DEPTH} levels",
        name.value
    );
    Diagnostic::error(TOO_DEEP, message, name.span).help("declare an object for the inner levels")
}

fn replace(ty: &mut TypeExpr, indexes: &HashMap<String, usize>, expanded: &[Option<TypeExpr>]) {
    let target = match &mut ty.kind {
        TypeExprKind::Scalar(_) => None,
        TypeExprKind::Named(name) => indexes.get(name).and_then(|index| expanded[*index].clone()),
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => {
            replace(inner, indexes, expanded);
            None
        }
    };
    if let (Some(target), TypeExprKind::Named(name)) = (target, &ty.kind) {
        ty.alias = Some(name.clone());
        ty.kind = target.kind;
        ty.constraints = target.constraints;
    }
}
