//! The state of a comparison: the pairs of types that were reached, and the changes that were found.

use std::cell::RefCell;
use std::rc::Rc;

use specsmith_runtime::Date;

use super::around::Around;
use super::change::{Change, Difference, Location, Readers, SubjectKind, Verdict, Way};
use super::inner::Known;
use super::site::{self, Site, Spot};
use super::source::Located;
use super::words::Quoted;
use super::written::Written;
use super::xml::XmlTypes;
use super::{Axis, Places, Rule, Sides};
use crate::api::{Api, ErrorId, FieldStyle, Object, TypeId, TypeRef};
use crate::hash::{HashMap, HashSet};
use uses::Users;

mod uses;

/// The direction of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Flow {
    /// Clients send it.
    Request,
    /// Servers send it.
    Response,
}

/// A form on both sides some of whose fields are JSON, by its index in [`Walk::forms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FormId(usize);

/// The styles of the fields of a form that have their own, on both sides.
type FormStyles<'a> = (&'a [(String, FieldStyle)], &'a [(String, FieldStyle)]);

/// What changes are about, by its index in [`Walk::owners`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct OwnerId(usize);

/// What changes are about: the API, or a pair of operations, of errors or of types.
struct Owner<'a> {
    kind: SubjectKind,
    /// The name in the new API, or in the old one.
    name: &'a str,
    /// The owners that have its values, and the direction of these if that is where it is known.
    users: Vec<(OwnerId, Option<Flow>)>,
}

/// A change, before it is known in which direction its values go.
struct Found<'a> {
    rule: Rule,
    owner: OwnerId,
    /// The direction, if the owner alone does not decide it.
    flow: Option<Flow>,
    path: String,
    message: String,
    readers: Readers,
    /// What it means for code that compiles as before, if the rule does not say it.
    meaning: Option<Difference>,
    /// Whether nobody else notices it.
    is_only_in_code: bool,
    old: Option<Spot<'a>>,
    new: Option<Spot<'a>>,
    /// Where it is on the old side, or what it is added to.
    added_to: Spot<'a>,
    /// Where it is on the new side, or what it was in.
    near: Spot<'a>,
}

impl Found<'_> {
    /// Where it is in both documents.
    fn location(&self, old: &Places, new: &Places, is_webhook: bool) -> Location {
        let is_of_both = self.old.is_some() && self.new.is_some();
        let span = |own: &Places, other: &Places, spot: Spot<'_>| match spot {
            // An error that is new in several operations is new once.
            Spot::Failure(operation, error)
                if !is_of_both && (other.has_error(error) || !own.is_shared_error(error)) =>
            {
                own.listed_error(operation, error, is_webhook)
            }
            Spot::Type(name) if self.rule.is_about_other_fields() => own.other_fields(name),
            spot => own.span(spot, is_webhook),
        };
        Location {
            old: self.old.map(|spot| span(old, new, spot)),
            new: self.new.map(|spot| span(new, old, spot)),
            near: span(new, old, self.near),
        }
    }
}

/// Which side has the part that a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Has {
    /// Both.
    Both,
    /// Only the old one.
    Old,
    /// Only the new one.
    New,
}

/// The owner of a difference, and the direction of its values if it is known there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) owner: OwnerId,
    pub(super) flow: Option<Flow>,
}

/// The state of a comparison.
pub(super) struct Walk<'a> {
    pub(super) old: &'a Api,
    pub(super) new: &'a Api,
    /// The types of both that are in bodies in XML.
    pub(super) xml: &'a (XmlTypes, XmlTypes),
    /// The notes of both.
    pub(super) around: &'a (Around<'a>, Around<'a>),
    owners: Vec<Owner<'a>>,
    /// The pairs of types, with how their values are written.
    types: HashMap<Types<'a>, OwnerId>,
    errors: HashMap<(ErrorId, ErrorId), OwnerId>,
    /// The names of the operations that both sides have.
    pub(super) operation_pairs: Vec<(&'a str, &'a str)>,
    /// The pairs of types that are still to be compared.
    waiting: Vec<(Types<'a>, OwnerId)>,
    /// The newtypes and aliases of both whose values were compared, and how these are written.
    pub(super) compared_by_name: HashSet<Types<'a>>,
    /// The forms some of whose fields are JSON.
    forms: Vec<FormStyles<'a>>,
    found: Vec<Found<'a>>,
    /// The types of both whose documents write them where they are used, by the names that they get.
    pub(super) inline: Option<(&'a HashSet<String>, &'a HashSet<String>)>,
    /// The paths of the servers of both that have relative URLs, if these are not a base path.
    pub(super) relative: (&'a [String], &'a [String]),
    /// Whether both documents say which fields of a shared type are in one direction only.
    pub(super) knows_directions: bool,
    /// Whether both documents are in the spec language, where the order of media types and of variants means something, and
    /// pages promise an order of their items.
    pub(super) in_spec_language: bool,
    /// The day of the comparison, if it has one.
    pub(super) today: Option<Date>,
    /// How many other comparisons, which find out how two values relate, this one is nested in.
    pub(super) depth: usize,
    /// The maps and objects that are being compared.
    pub(super) maps: Vec<(&'a TypeRef, &'a Object)>,
    /// What these have found out.
    pub(super) answers: Rc<RefCell<Known>>,
}

/// A pair of types that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Types<'a> {
    pub(super) old: TypeId,
    pub(super) new: TypeId,
    /// How their values are written.
    pub(super) written: Written,
    /// A field that is not compared: the tag of the union that they are variants of.
    pub(super) without: Option<&'a str>,
}

/// The owner of changes of the API as a whole.
const API: OwnerId = OwnerId(0);

impl<'a> Walk<'a> {
    pub(super) fn new(
        old: &'a Api,
        new: &'a Api,
        xml: &'a (XmlTypes, XmlTypes),
        around: &'a (Around<'a>, Around<'a>),
    ) -> Self {
        Self {
            old,
            new,
            xml,
            around,
            owners: vec![Owner {
                kind: SubjectKind::Api,
                name: &new.name,
                users: Vec::new(),
            }],
            types: HashMap::default(),
            errors: HashMap::default(),
            operation_pairs: Vec::new(),
            waiting: Vec::new(),
            compared_by_name: HashSet::default(),
            forms: Vec::new(),
            inline: None,
            found: Vec::new(),
            relative: (&[], &[]),
            knows_directions: false,
            in_spec_language: false,
            today: None,
            depth: 0,
            maps: Vec::new(),
            answers: Rc::default(),
        }
    }

    /// A comparison of two types, apart from everything that was found.
    pub(super) fn inner(&self) -> Self {
        Self {
            depth: self.depth + 1,
            answers: Rc::clone(&self.answers),
            knows_directions: self.knows_directions,
            in_spec_language: self.in_spec_language,
            ..Self::new(self.old, self.new, self.xml, self.around)
        }
    }

    /// Forgets what has been found.
    pub(super) fn forget_found(&mut self) {
        self.found.clear();
    }

    /// Whether nothing has been found.
    pub(super) fn is_clean(&self) -> bool {
        self.found.is_empty()
    }

    /// What has been found, in words.
    pub(super) fn messages(&self) -> Vec<&str> {
        let found = self.found.iter();
        found.map(|found| found.message.as_str()).collect()
    }

    /// Whether, by what has been found, the other side accepts all values of one side.
    pub(super) fn accepts(&self, axis: Axis) -> bool {
        self.found.iter().all(|found| {
            let effect = found.rule.effect(axis, true);
            effect.is_none_or(|effect| effect.verdict == Verdict::Compatible)
        })
    }

    /// Whether something fails on an axis because of what has been found.
    pub(super) fn breaks(&self, axis: Axis, in_requests: bool) -> bool {
        self.found.iter().any(|found| {
            let effect = found.rule.effect(axis, in_requests);
            effect.is_some_and(|effect| effect.verdict == Verdict::Breaking)
        })
    }

    /// The context of the API as a whole.
    pub(super) const fn api(flow: Flow) -> Context {
        Context {
            owner: API,
            flow: Some(flow),
        }
    }

    /// A new owner that is its own user, such as an operation.
    pub(super) fn owner(&mut self, kind: SubjectKind, name: &'a str) -> OwnerId {
        self.owners.push(Owner {
            kind,
            name,
            users: Vec::new(),
        });
        OwnerId(self.owners.len() - 1)
    }

    /// A form with these styles. Forms with the same styles are the same.
    pub(super) fn form_id(&mut self, styles: FormStyles<'a>) -> FormId {
        let known = self.forms.iter().position(|known| *known == styles);
        FormId(known.unwrap_or_else(|| {
            self.forms.push(styles);
            self.forms.len() - 1
        }))
    }

    /// The styles of a form.
    pub(super) fn form(&self, id: FormId) -> FormStyles<'a> {
        self.forms.get(id.0).copied().unwrap_or_default()
    }

    /// Notes that values of two types are used; they are compared once for each way in which they are written.
    pub(super) fn use_types(&mut self, types: Types<'a>, user: Context) -> OwnerId {
        let owner = match self.types.get(&types) {
            Some(owner) => *owner,
            None => {
                let name = &self.new.type_def(types.new).name;
                let owner = self.owner(SubjectKind::Type, name);
                self.types.insert(types, owner);
                self.waiting.push((types, owner));
                owner
            }
        };
        self.use_owner(owner, user);
        owner
    }

    /// Notes that two errors are used. Returns their owner if they are still to be compared.
    pub(super) fn use_errors(
        &mut self,
        old: ErrorId,
        new: ErrorId,
        user: Context,
    ) -> Option<OwnerId> {
        if let Some(owner) = self.errors.get(&(old, new)) {
            let owner = *owner;
            self.use_owner(owner, user);
            return None;
        }
        let owner = self.owner(SubjectKind::Error, &self.new.error(new).name);
        self.errors.insert((old, new), owner);
        self.use_owner(owner, user);
        Some(owner)
    }

    fn use_owner(&mut self, owner: OwnerId, user: Context) {
        let users = &mut self.owners[owner.0].users;
        let user = (user.owner, user.flow);
        // Many fields of one object have the same type.
        if users.last() != Some(&user) {
            users.push(user);
        }
    }

    /// The next pair of types to compare.
    pub(super) fn next_types(&mut self) -> Option<(Types<'a>, OwnerId)> {
        self.waiting.pop()
    }

    /// Adds a change of something that both sides have.
    pub(super) fn change(
        &mut self,
        rule: Rule,
        context: Context,
        site: &Site<'_, 'a>,
        message: String,
    ) {
        self.change_of(rule, context, site, Has::Both, message);
    }

    /// Adds a change of something that only one side may have.
    pub(super) fn change_of(
        &mut self,
        rule: Rule,
        context: Context,
        site: &Site<'_, 'a>,
        has: Has,
        message: String,
    ) {
        self.found.push(Found {
            rule,
            owner: context.owner,
            flow: context.flow,
            path: site.to_string(),
            message,
            readers: Readers::default(),
            meaning: None,
            is_only_in_code: false,
            old: (has != Has::New).then_some(site.old),
            new: (has != Has::Old).then_some(site.new),
            added_to: site.old,
            near: site.new,
        });
    }

    /// Whether values of two types are in bodies in XML.
    pub(super) fn is_xml(&self, types: Types<'a>) -> bool {
        self.xml.0.has(types.old) && self.xml.1.has(types.new)
    }

    /// All pairs of types that were reached.
    pub(super) fn all_pairs(&self) -> impl Iterator<Item = Types<'a>> {
        self.types.keys().copied()
    }

    /// Adds that values have another type, which some generated clients read as well.
    pub(super) fn change_of_type(
        &mut self,
        rule: Rule,
        readers: Readers,
        context: Context,
        site: &Site<'_, 'a>,
        message: String,
    ) {
        self.change(rule, context, site, message);
        if let Some(found) = self.found.last_mut() {
            found.readers = readers;
        }
    }

    /// Adds a change of something that both sides have, after which code compiles and means something else.
    pub(super) fn change_with_meaning(
        &mut self,
        rule: Rule,
        context: Context,
        site: &Site<'_, 'a>,
        message: String,
        meaning: Difference,
    ) {
        self.change(rule, context, site, message);
        if let Some(found) = self.found.last_mut() {
            found.meaning = Some(meaning);
        }
    }

    /// Adds that code compiles and means something else, although nothing is different on the wire.
    pub(super) fn change_in_code(
        &mut self,
        context: Context,
        site: &Site<'_, 'a>,
        message: String,
        meaning: Difference,
    ) {
        self.change_with_meaning(Rule::MeaningChanged, context, site, message, meaning);
        if let Some(found) = self.found.last_mut() {
            found.is_only_in_code = true;
        }
    }

    /// The names of all pairs of types that were compared.
    pub(super) fn type_pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.types.keys().map(|types| {
            let (old, new) = (self.old.type_def(types.old), self.new.type_def(types.new));
            (old.name.as_str(), new.name.as_str())
        })
    }

    /// The names of all pairs of errors that are the same. One that takes the place of another one has a wider status
    /// and another name.
    pub(super) fn error_pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let pairs = self.errors.keys();
        let pairs = pairs.map(|(old, new)| (self.old.error(*old), self.new.error(*new)));
        let same = pairs.filter(|(old, new)| old.status == new.status || old.name == new.name);
        same.map(|(old, new)| (old.name.as_str(), new.name.as_str()))
    }

    /// What changed, with the types if one has taken the place of another one that is still there.
    fn worded(&self, found: &Found<'a>) -> String {
        let message = found.message.clone();
        let (site::Owner::Type(old), site::Owner::Type(new)) =
            (found.added_to.owner(), found.near.owner())
        else {
            return message;
        };
        let has = |api: &Api, name: &str| api.types.iter().any(|ty| ty.name == name);
        match old != new && (has(self.new, old) || has(self.old, new)) {
            true => format!(
                "{message}; the type was {}, and is {}",
                Quoted(old),
                Quoted(new)
            ),
            false => message,
        }
    }

    /// The compatible way: nothing can say in the spec language that some parts of the old document are deprecated.
    fn way(&self, found: &Found<'a>, in_webhooks: bool) -> Way {
        let is_gone = found.new.is_none() && self.in_spec_language;
        match is_gone && self.around.0.has_no_mark(found.added_to, in_webhooks) {
            true => Way::Keep,
            false => Way::OfRule,
        }
    }

    /// The changes, with the positions of what they are about and with the operations that they concern.
    pub(super) fn into_changes(self, old: &Places, new: &Places) -> Vec<Located<'a>> {
        let mut users = Users::of(&self.owners);
        let mut changes = Vec::new();
        for found in &self.found {
            let owner = &self.owners[found.owner.0];
            let uses = users.of_owner(found.owner, found.flow);
            let is_of_type = owner.kind == SubjectKind::Type;
            let (in_requests, in_responses) = match found.flow {
                _ if found.is_only_in_code => (false, false),
                Some(flow) if !is_of_type => (flow == Flow::Request, flow == Flow::Response),
                Some(_) | None => (uses.in_requests, uses.in_responses),
            };
            // Both sides have the pair of types, but not in this direction.
            let is_nowhere = !in_requests && !in_responses && !found.is_only_in_code;
            if is_of_type && found.flow.is_some() && is_nowhere {
                continue;
            }
            let is_webhook = owner.kind == SubjectKind::Webhook;
            let location = found.location(old, new, is_webhook);
            let words = (found.path.clone(), self.worded(found));
            let sides = match owner.kind {
                SubjectKind::Webhook => Sides::Webhooks,
                SubjectKind::Type | SubjectKind::Error => uses.sides.unwrap_or(Sides::Operations),
                SubjectKind::Api | SubjectKind::Operation => Sides::Operations,
            };
            let mut change = Change {
                sides,
                in_requests,
                in_responses,
                readers: found.readers,
                way: self.way(found, is_webhook),
                in_webhooks: uses.in_webhooks || is_webhook && in_responses,
                used_by: uses.operations.clone(),
                ..Change::new(found.rule, (owner.kind, owner.name), words, location)
            };
            if let Some(meaning) = &found.meaning {
                change.add_difference(meaning.clone());
            }
            changes.push(Located {
                change,
                old: found.old.map(Spot::without_key),
                new: found.new.map(Spot::without_key),
                added_to: Some(found.added_to.without_key()),
                in_webhooks: is_webhook,
                accepted: Vec::new(),
            });
        }
        changes
    }
}
