//! Who has the values of types and errors: the operations that lead to them, and the directions of the values there.

use std::sync::Arc;

use super::{Flow, Owner, OwnerId, Types, Walk};
use crate::cycles::components;
use crate::diff::Sides;
use crate::diff::change::{Subject, SubjectKind};
use crate::hash::{HashMap, HashSet};

/// Who has values of a type or an error.
pub(super) struct Uses {
    pub(super) in_requests: bool,
    pub(super) in_responses: bool,
    pub(super) in_webhooks: bool,
    /// Those of operations, if there are some.
    pub(super) sides: Option<Sides>,
    /// The operations and webhooks, in the order of their names.
    pub(super) operations: Arc<Vec<Subject>>,
}

/// Finds who has the values of an owner, once for all types that contain each other.
pub(super) struct Users<'w, 'a> {
    owners: &'w [Owner<'a>],
    /// The component of each owner in a direction: all that are in one are used by the same.
    components: Vec<usize>,
    known: HashMap<usize, Uses>,
}

/// The directions in which values are looked for.
const FLOWS: [Option<Flow>; 3] = [None, Some(Flow::Request), Some(Flow::Response)];

impl<'w, 'a> Users<'w, 'a> {
    pub(super) fn of(owners: &'w [Owner<'a>]) -> Self {
        let indexes = 0..owners.len();
        let nodes = indexes.flat_map(|index| FLOWS.map(|flow| (OwnerId(index), flow)));
        let edges = nodes.map(|(owner, flow)| {
            let users = users(owners, owner, flow);
            let users = users.filter(|(user, _)| is_contained(owners[user.0].kind));
            users.map(|(user, flow)| node(user, flow)).collect()
        });
        let edges: Vec<Vec<usize>> = edges.collect();
        Self {
            owners,
            components: components(&edges),
            known: HashMap::default(),
        }
    }

    /// The operations that have values of an owner in a direction, or in any, through all types that contain it.
    pub(super) fn of_owner(&mut self, owner: OwnerId, flow: Option<Flow>) -> &Uses {
        let component = self.components[node(owner, flow)];
        let owners = self.owners;
        let known = self.known.entry(component);
        known.or_insert_with(|| uses(owners, owner, flow))
    }
}

impl<'a> Walk<'a> {
    /// The pairs of types that lead to an owner, with its own.
    pub(in crate::diff) fn leading_to(&self, owner: OwnerId) -> impl Iterator<Item = Types<'a>> {
        let mut leading = HashSet::default();
        let mut waiting = vec![owner];
        while let Some(owner) = waiting.pop() {
            if leading.insert(owner) {
                waiting.extend(self.owners[owner.0].users.iter().map(|(user, _)| *user));
            }
        }
        let pairs = self.types.iter();
        pairs.filter_map(move |(types, owner)| leading.contains(owner).then_some(*types))
    }
}

/// The number of an owner in a direction.
const fn node(owner: OwnerId, flow: Option<Flow>) -> usize {
    let flow = match flow {
        None => 0,
        Some(Flow::Request) => 1,
        Some(Flow::Response) => 2,
    };
    owner.0 * FLOWS.len() + flow
}

/// Whether other owners have the values of an owner of this kind.
const fn is_contained(kind: SubjectKind) -> bool {
    match kind {
        SubjectKind::Error | SubjectKind::Type => true,
        SubjectKind::Api | SubjectKind::Operation | SubjectKind::Webhook => false,
    }
}

/// What has the values of an owner itself, with the direction of these as far as it is known there.
fn users(
    owners: &[Owner<'_>],
    owner: OwnerId,
    wanted: Option<Flow>,
) -> impl Iterator<Item = (OwnerId, Option<Flow>)> {
    let users = owners[owner.0].users.iter();
    let users =
        users.filter(move |(_, flow)| wanted.is_none() || flow.is_none() || wanted == *flow);
    users.map(move |(user, flow)| (*user, wanted.or(*flow)))
}

fn uses(owners: &[Owner<'_>], owner: OwnerId, flow: Option<Flow>) -> Uses {
    let (mut in_requests, mut in_responses, mut in_webhooks) = (false, false, false);
    let mut sides = None;
    let mut operations: Vec<(&str, SubjectKind)> = Vec::new();
    let mut seen = HashSet::default();
    let mut waiting = vec![(owner, flow)];
    while let Some((owner, wanted)) = waiting.pop() {
        for (user, flow) in users(owners, owner, wanted) {
            let Owner { kind, name, .. } = owners[user.0];
            if is_contained(kind) {
                if seen.insert((user, flow)) {
                    waiting.push((user, flow));
                }
                continue;
            }
            match kind {
                SubjectKind::Operation => sides = Some(Sides::Operations),
                SubjectKind::Webhook => sides = sides.or(Some(Sides::Webhooks)),
                SubjectKind::Api | SubjectKind::Error | SubjectKind::Type => {}
            }
            if kind != SubjectKind::Api {
                operations.push((name, kind));
            }
            in_webhooks |= kind == SubjectKind::Webhook && flow == Some(Flow::Response);
            in_requests |= flow == Some(Flow::Request);
            in_responses |= flow == Some(Flow::Response);
        }
    }
    operations.sort_unstable();
    operations.dedup();
    let operations = operations.into_iter().map(|(name, kind)| Subject {
        name: name.to_owned(),
        kind,
    });
    Uses {
        in_requests,
        in_responses,
        in_webhooks,
        sides,
        operations: Arc::new(operations.collect()),
    }
}
