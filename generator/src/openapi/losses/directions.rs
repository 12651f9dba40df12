//! Who sends which values of a document. What operations and webhooks do not reach has no direction.

use crate::hash::HashMap;
use crate::openapi::components::Components;
use crate::openapi::path_items::METHODS;
use crate::openapi::references::{Files, NodeRef};

/// Who sends a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Directions {
    /// Clients do, or receivers of webhooks in their responses.
    pub(crate) in_requests: bool,
    /// The API does.
    pub(crate) in_responses: bool,
    /// The API does, to receivers of webhooks.
    pub(crate) in_webhooks: bool,
}

impl Directions {
    const REQUESTS: Self = Self {
        in_requests: true,
        in_responses: false,
        in_webhooks: false,
    };
    const RESPONSES: Self = Self {
        in_requests: false,
        in_responses: true,
        in_webhooks: false,
    };
    const WEBHOOKS: Self = Self {
        in_webhooks: true,
        ..Self::RESPONSES
    };

    /// Both of these directions.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            in_requests: self.in_requests || other.in_requests,
            in_responses: self.in_responses || other.in_responses,
            in_webhooks: self.in_webhooks || other.in_webhooks,
        }
    }

    /// Requests and responses, if nothing is known.
    pub(crate) fn or_both(self) -> Self {
        match self == Self::default() {
            true => Self::REQUESTS.and(Self::RESPONSES),
            false => self,
        }
    }
}

/// The directions of the parameters, bodies and responses of operations, and of all that these refer to. What is inside
/// of one of them has its directions, too.
pub(super) struct AllDirections(HashMap<usize, Directions>);

impl AllDirections {
    pub(super) fn find(files: &Files<'_>) -> Self {
        let mut search = Search {
            files,
            components: &Components::find(files),
            found: HashMap::default(),
        };
        let section = |key| files.root().and_then(|root| root.get(key));
        if let Some(paths) = section("paths") {
            search.path_items(paths, &OPERATIONS);
        }
        for webhooks in ["webhooks", "x-webhooks"].into_iter().filter_map(section) {
            search.path_items(webhooks, &WEBHOOKS);
        }
        Self(search.found)
    }

    pub(super) fn of(&self, at: NodeRef<'_>) -> Directions {
        self.0.get(&at.id()).copied().unwrap_or_default()
    }
}

/// The directions of what operations have.
struct Roles {
    requests: Directions,
    responses: Directions,
    /// Callbacks are webhooks. They have none themselves.
    have_callbacks: bool,
}

const OPERATIONS: Roles = Roles {
    requests: Directions::REQUESTS,
    responses: Directions::RESPONSES,
    have_callbacks: true,
};

/// The API sends the requests of webhooks.
const WEBHOOKS: Roles = Roles {
    requests: Directions::WEBHOOKS,
    responses: Directions::REQUESTS,
    have_callbacks: false,
};

struct Search<'a, 'f> {
    files: &'f Files<'a>,
    components: &'f Components<'a>,
    found: HashMap<usize, Directions>,
}

impl<'a> Search<'a, '_> {
    fn path_items(&mut self, items: NodeRef<'a>, roles: &Roles) {
        for (_, item) in items.entries() {
            // Keys next to a reference count, too.
            let target = self.files.follow(item);
            for (key, at) in [item].into_iter().chain(target).flat_map(NodeRef::entries) {
                if key.value == "parameters" {
                    self.add(at, roles.requests);
                } else if METHODS.iter().any(|(method, _)| *method == key.value) {
                    self.operation(at, roles);
                }
            }
        }
    }

    fn operation(&mut self, at: NodeRef<'a>, roles: &Roles) {
        for (key, at) in at.entries() {
            match key.value.as_str() {
                "parameters" | "requestBody" => self.add(at, roles.requests),
                "responses" => self.add(at, roles.responses),
                "callbacks" if roles.have_callbacks => {
                    for (_, callback) in at.entries() {
                        if let Some(callback) = self.files.follow(callback) {
                            self.path_items(callback, &WEBHOOKS);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds directions to a part, and to all that it refers to.
    fn add(&mut self, at: NodeRef<'a>, directions: Directions) {
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            let known = self.found.entry(at.id()).or_default();
            let all = known.and(directions);
            if std::mem::replace(known, all) == all {
                continue;
            }
            waiting.extend(self.files.references_in(at));
            if is_base(at) {
                let descendants = self.components.descendants(at).into_iter();
                waiting.extend(descendants.map(|(at, _)| at));
            }
        }
    }
}

/// Whether a schema stands for all that extend it.
fn is_base(at: NodeRef<'_>) -> bool {
    let members = at.node.items_at("allOf").iter();
    let mut all = [at.node].into_iter().chain(members);
    all.any(|part| part.get("discriminator").is_some())
}
