//! The table of rules: what can change in an API, and what that means for each axis.
//!
//! A rule says what happens to a client and a server if one side knows the old description and the other the new one.
//! `requests` is about an old client that calls a new server, where the change is in what clients send; `responses` is
//! about what servers send. The way back, a new client that calls an old server, is the mirror of the rule: what was
//! added for the one is removed for the other. So a rule needs no third column. What is different for generated code is in
//! the same cell.

use super::{Axis, Verdict};

/// What a change means for one side that reads what the other has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// How bad it is.
    pub verdict: Verdict,
    /// What happens, as a sentence with [places for both sides](Sides::fill). It holds for a new server and old clients,
    /// and the other way round.
    consequence: &'static str,
    /// What it is for clients that Specsmith generated, if that is something else: they ignore what they do not know and
    /// check no limits, but a status that the operation does not have is an error.
    generated: Option<(Verdict, &'static str)>,
    /// Whether receivers of webhooks that Specsmith generated take it as generated clients do. They check everything else
    /// as servers do.
    is_kept: bool,
}

impl Effect {
    /// The effect on generated clients.
    const fn on_generated_clients(self) -> Self {
        match self.generated {
            Some((verdict, consequence)) => same_for_all(verdict, consequence),
            None => self,
        }
    }

    /// What happens, as a sentence.
    pub fn consequence(&self, sides: Sides) -> String {
        sides.fill(self.consequence)
    }
}

/// Between whom a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Clients call the API.
    Operations,
    /// The API calls those who receive its webhooks.
    Webhooks,
}

impl Sides {
    /// The words for who calls and who is called in operations, and for who takes their places in webhooks.
    const WORDS: [(&str, &str, &str); 7] = [
        ("{Clients}", "Clients", "Receivers"),
        ("{clients}", "clients", "receivers"),
        ("{The server}", "The server", "The sender"),
        ("{the server}", "the server", "the sender"),
        ("{the response}", "the response", "the webhook"),
        ("{responses}", "responses", "webhooks"),
        ("{operation}", "operation", "webhook"),
    ];

    /// A sentence with the words for both sides.
    fn fill(self, template: &str) -> String {
        let words = Self::WORDS.into_iter();
        words.fold(
            template.to_owned(),
            |text, (place, of_operations, of_webhooks)| {
                let word = match self {
                    Self::Operations => of_operations,
                    Self::Webhooks => of_webhooks,
                };
                text.replace(place, word)
            },
        )
    }
}

/// The language of a description, in whose words the compatible way is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// The spec language.
    Spec,
    /// OpenAPI or Swagger.
    OpenApi,
}

impl Language {
    /// How the compatible way is written in the spec language, and in OpenAPI.
    const WORDS: [(&str, &str, &str); 8] = [
        (
            "{at its place}",
            "under its name, marked as deprecated, and give a new one another name",
            "at its place, marked as deprecated, and add a new one after it",
        ),
        ("{open}", "open (`open: true`)", "open"),
        (
            "{into the paths}",
            "into the routes, write the `group` of each operation",
            "from `servers` into the paths",
        ),
        (
            "{an optional key}",
            "`idempotency?: Idempotency-Key`",
            "an optional header, with `x-specsmith-idempotency: Idempotency-Key`",
        ),
        ("{an optional body}", "`body?`", "`required: false`"),
        (
            "{optional credentials}",
            "write `none` beside them, as in `auth: [key, none]`",
            "write `{}` beside them, as in `security: [{ key: [] }, {}]`",
        ),
        (
            "{ as an alias}",
            " as an alias: `types: { {old name}: { alias: {new name}, deprecated: true } }`",
            ": `x-specsmith-name: {old name}` at the schema",
        ),
        ("{derives}", "`rust.derives`", "`x-specsmith: { derives }`"),
    ];

    /// A sentence with the words of the language.
    fn fill(self, template: &str) -> String {
        let words = Self::WORDS.into_iter();
        words.fold(template.to_owned(), |text, (place, in_spec, in_openapi)| {
            let words = match self {
                Self::Spec => in_spec,
                Self::OpenApi => in_openapi,
            };
            text.replace(place, words)
        })
    }
}

const fn breaking(consequence: &'static str) -> Option<Effect> {
    Some(same_for_all(Verdict::Breaking, consequence))
}

const fn risky(consequence: &'static str) -> Option<Effect> {
    Some(same_for_all(Verdict::Risky, consequence))
}

/// Breaking, apart from generated clients and generated receivers of webhooks, which keep what they do not know.
const fn kept(consequence: &'static str) -> Option<Effect> {
    Some(Effect {
        is_kept: true,
        generated: Some((Verdict::Compatible, consequence)),
        ..same_for_all(Verdict::Breaking, consequence)
    })
}

/// Risky, apart from generated clients, which check no limits and keep values of open types that they do not know.
const fn tolerated(consequence: &'static str) -> Option<Effect> {
    generated(risky(consequence), Verdict::Compatible, consequence)
}

const fn unknown(consequence: &'static str) -> Option<Effect> {
    Some(same_for_all(Verdict::Unknown, consequence))
}

const fn fine(consequence: &'static str) -> Option<Effect> {
    Some(same_for_all(Verdict::Compatible, consequence))
}

/// An effect that is another one on generated clients.
const fn generated(
    effect: Option<Effect>,
    verdict: Verdict,
    consequence: &'static str,
) -> Option<Effect> {
    match effect {
        Some(effect) => Some(Effect {
            generated: Some((verdict, consequence)),
            ..effect
        }),
        None => None,
    }
}

const fn same_for_all(verdict: Verdict, consequence: &'static str) -> Effect {
    Effect {
        verdict,
        consequence,
        generated: None,
        is_kept: false,
    }
}

/// The change cannot be there.
const NOWHERE: Option<Effect> = None;

/// What rules are about, as far as code has to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// A part of the API, or of the generated code.
    Part,
    /// A value that is something else, whose parts are not compared.
    Replacement,
    /// An operation or a webhook that is gone as a whole.
    Removal,
    /// The name of an operation, which is in the generated code, and not on the wire.
    Name,
    /// The credentials that an operation needs.
    Access,
    /// The schemes of these credentials, of which there are more or fewer.
    Schemes,
    /// Whether a type has values that are not listed.
    Openness,
    /// The fields of an object that are not listed.
    OtherFields,
    /// A limit of values.
    Limit,
    /// What is announced. The API and the generated items stay as they are.
    Announcement,
    /// What is announced, and what compilers warn of.
    Deprecation,
    /// That something unstable is stable from now on, which is announced.
    Stabilization,
    /// What Specsmith does not keep, or not check.
    NotCompared,
}

/// What a rule is about: what the table names, or else a part of the API.
const fn about(named: &[About]) -> About {
    match named {
        [named, ..] => *named,
        [] => About::Part,
    }
}

/// What a rule means for code that compiles as before: what the table names, if it does.
const fn meaning(named: &[&'static str]) -> Option<&'static str> {
    match named {
        [named, ..] => Some(named),
        [] => None,
    }
}

/// A rule of the table.
struct Facts {
    id: &'static str,
    about: About,
    mirror: Rule,
    /// What it means for code that compiles as before, because it relied on what the document said.
    meaning: Option<&'static str>,
    requests: Option<Effect>,
    responses: Option<Effect>,
    instead: Option<&'static str>,
}

/// Defines the rules: `Name "id" is About means "…", mirror Name, effect in requests, effect in responses, the compatible
/// way;`.
macro_rules! rules {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $id:literal $(is $about:ident)? $(means $meaning:literal)?, mirror $mirror:ident, $requests:expr, $responses:expr, $instead:expr;
    )+) => {
        /// What changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Rule {
            /// Every rule, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            const fn facts(self) -> Facts {
                match self {
                    $(Self::$name => Facts {
                        id: $id,
                        about: about(&[$(About::$about)?]),
                        mirror: Self::$mirror,
                        meaning: meaning(&[$($meaning)?]),
                        requests: $requests,
                        responses: $responses,
                        instead: $instead,
                    },)+
                }
            }

            /// What changed, as a sentence.
            pub const fn title(self) -> &'static str {
                let doc = match self {
                    $(Self::$name => concat!($($doc),+),)+
                };
                doc.trim_ascii()
            }
        }
    };
}

impl Rule {
    /// The name of the rule in reports, and in `allow`.
    pub const fn id(self) -> &'static str {
        self.facts().id
    }

    /// The rule of this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// The rule of the same change in the other direction.
    pub const fn mirror(self) -> Self {
        self.facts().mirror
    }

    /// The compatible way to do the same, if there is one, in the words of a language. A name that has changed is
    /// `{old name}` and `{new name}`.
    pub fn instead(self, sides: Sides, language: Language) -> Option<String> {
        let template = self.facts().instead?;
        Some(language.fill(&sides.fill(template)))
    }

    /// Whether nobody on the wire fails because of it, so that it is about source code at most.
    pub const fn is_harmless_on_the_wire(self) -> bool {
        const fn is_harmless(effect: Option<Effect>) -> bool {
            match effect {
                Some(effect) => matches!(effect.verdict, Verdict::Compatible),
                None => true,
            }
        }
        let facts = self.facts();
        is_harmless(facts.requests) && is_harmless(facts.responses)
    }

    /// Whether it is about what Specsmith does not keep.
    pub const fn is_not_compared(self) -> bool {
        matches!(self.facts().about, About::NotCompared)
    }

    /// Whether a value is something else, so that its parts are not compared.
    pub(crate) const fn is_replacement(self) -> bool {
        matches!(self.facts().about, About::Replacement)
    }

    /// The rule of a different type if it is about a wider or a narrower one: the type may be both, in JSON and as text.
    pub(crate) const fn without_direction(self) -> Self {
        match self {
            Self::TypeWidened | Self::TypeNarrowed => Self::TypeChanged,
            other => other,
        }
    }

    /// Whether an operation or a webhook is gone as a whole.
    pub(crate) const fn is_removal(self) -> bool {
        matches!(self.facts().about, About::Removal)
    }

    /// Whether it is about the name of an operation. If it is compatible on the wire, nobody there notices it.
    pub(crate) const fn is_about_names(self) -> bool {
        matches!(self.facts().about, About::Name)
    }

    /// Whether it is about the credentials that an operation needs.
    pub(crate) const fn is_about_access(self) -> bool {
        matches!(self.facts().about, About::Access | About::Schemes)
    }

    /// Whether an operation accepts credentials of more schemes, or of fewer.
    pub(crate) const fn is_about_schemes(self) -> bool {
        matches!(self.facts().about, About::Schemes)
    }

    /// Whether it is about values of a type that are not listed.
    pub(crate) const fn is_about_openness(self) -> bool {
        matches!(self.facts().about, About::Openness)
    }

    /// Whether it is about fields of an object that are not listed.
    pub(crate) const fn is_about_other_fields(self) -> bool {
        matches!(self.facts().about, About::OtherFields)
    }

    /// Whether it is about a limit of values.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self.facts().about, About::Limit)
    }

    /// Whether something is announced, which leaves the API and the generated items as they are.
    pub(crate) const fn is_announcement(self) -> bool {
        matches!(
            self.facts().about,
            About::Announcement | About::Deprecation | About::Stabilization
        )
    }

    /// Whether compilers warn of it, or no longer.
    pub(crate) const fn is_about_warnings(self) -> bool {
        matches!(self.facts().about, About::Deprecation)
    }

    /// Whether something unstable is stable from now on.
    pub(crate) const fn is_stabilization(self) -> bool {
        matches!(self.facts().about, About::Stabilization)
    }

    /// What it means for code that compiles as before, because it relied on what the document said.
    pub(crate) const fn meaning(self) -> Option<&'static str> {
        self.facts().meaning
    }

    /// What the change means on the wire in requests, or in responses. `None` if it cannot be there, and for the axes of
    /// source code, which the generated code decides.
    pub const fn effect(self, axis: Axis, in_requests: bool) -> Option<Effect> {
        let facts = match axis {
            Axis::Wire => self.facts(),
            Axis::Rollback => self.mirror().facts(),
            Axis::Callers | Axis::Implementers => return None,
        };
        match in_requests {
            true => facts.requests,
            false => facts.responses,
        }
    }

    /// What the change means in responses for clients that Specsmith generated.
    pub(crate) const fn effect_on_generated_clients(self, axis: Axis) -> Option<Effect> {
        match self.effect(axis, false) {
            Some(effect) => Some(effect.on_generated_clients()),
            None => None,
        }
    }

    /// What the change means in responses for clients that Specsmith generated, if they read all values of the other side
    /// anyway.
    pub(crate) fn effect_on_readers(self, axis: Axis) -> Option<Effect> {
        let effect = self.effect(axis, false)?;
        Some(match effect.verdict {
            Verdict::Compatible => effect,
            Verdict::Risky | Verdict::Unknown | Verdict::Breaking => {
                same_for_all(Verdict::Compatible, READ_ANYWAY)
            }
        })
    }

    /// What the change means in webhooks for receivers that Specsmith generated.
    pub(crate) const fn effect_on_generated_receivers(self, axis: Axis) -> Option<Effect> {
        let Some(effect) = self.effect(axis, false) else {
            return None;
        };
        let on_clients = effect.on_generated_clients();
        // Old receivers get what new senders send, as old servers get the requests of new clients.
        let requests = self.on(axis).mirror().facts().requests;
        let is_rejected = matches!(
            requests,
            Some(Effect {
                verdict: Verdict::Breaking,
                ..
            })
        );
        match on_clients.verdict {
            Verdict::Compatible | Verdict::Risky | Verdict::Unknown
                if is_rejected && !effect.is_kept =>
            {
                breaking(REJECTED_BY_RECEIVERS)
            }
            _ => Some(on_clients),
        }
    }

    /// The rule of what those on an axis of the wire notice, who have one version while the other is deployed.
    const fn on(self, axis: Axis) -> Self {
        match axis {
            Axis::Rollback => self.mirror(),
            Axis::Wire | Axis::Callers | Axis::Implementers => self,
        }
    }
}

const REJECTED: &str = "{The server} rejects some values that {clients} send.";
const REJECTED_BY_RECEIVERS: &str = "Generated receivers of webhooks are servers, which reject what their description does not allow.";
const UNKNOWN_STATUS: &str =
    "Generated clients return an error for a status that they do not know.";
const UNEXPECTED: &str = "{Clients} may get values that they do not expect, and fail to read them.";
const UNCHECKED: &str = "{Clients} that rely on the limit may get values outside of it.";
const UNKNOWN_VALUE: &str = "{Clients} may get a value that they do not know. The enumeration is open, so they should expect that.";
const UNKNOWN_VARIANT: &str = "{Clients} may get a variant that they do not know. The union is open, so they should expect that.";
const UNLISTED_VALUE: &str =
    "{Clients} that accept only the listed values cannot read the new one.";
const UNLISTED_VARIANT: &str =
    "{Clients} that accept only the listed variants cannot read the new one.";
const NEW_TYPE: &str = "Return it only in a new field or from a new {operation}, whose type is {open}, so that clients expect further ones.";
const READ_ANYWAY: &str = "Generated clients read any text, and check no form of it.";
const NARROWER: &str = "{Clients} accept all values that {the server} sends.";
const WIDER: &str = "{The server} accepts all values that {clients} send.";
const UNREADABLE: &str = "{The server} cannot read what {clients} send.";
const UNREADABLE_RESPONSE: &str = "{Clients} cannot read what {the server} sends.";
const ALONGSIDE: &str = "Add a new field, parameter or {operation} beside the old one, and mark the old one as deprecated.";
const NEW_OPERATION: &str =
    "Add a new {operation} beside the old one, and mark the old one as deprecated.";
const NEW_WEBHOOK: &str =
    "Add a new webhook beside the old one, and mark the old one as deprecated.";
const KEEP: &str = "Keep it, marked as deprecated, until nobody uses it.";
const NEW_STATUS: &str = "Send the new status only from a new {operation}.";
const SAME_CODE: &str = "Keep sending the old code, and say more in a field of the error.";
const NEW_LIMIT: &str = "Add a field or parameter with the new limit beside the old one, and mark the old one as deprecated.";

rules! {
    // Operations and webhooks.
    /// An operation is gone.
    OperationRemoved "operation-removed" is Removal, mirror OperationAdded,
        breaking("Calls fail: {the server} does not have this operation."), NOWHERE, Some(KEEP);
    /// An operation is new.
    OperationAdded "operation-added", mirror OperationRemoved,
        fine("No client calls it yet."), NOWHERE, None;
    /// An operation has a different method or path.
    OperationMoved "operation-moved", mirror OperationMoved,
        breaking("Calls fail: {the server} has no operation with this method and path."),
        breaking("Receivers have no webhook with this method."),
        Some(NEW_OPERATION);
    /// An operation or a webhook has a different name.
    OperationRenamed "operation-renamed" is Name, mirror OperationRenamed,
        fine("The name is not on the wire."),
        risky("The name is not sent, but receivers of the old event get no requests if the new one is a different event."), None;
    /// Parameters of a path have changed places.
    PathParametersSwapped "path-parameters-swapped", mirror PathParametersSwapped,
        breaking("{The server} takes the value of one parameter for the value of another."), NOWHERE,
        Some(NEW_OPERATION);
    /// A new path takes requests from an operation with parameters in its path.
    PathTaken "path-taken", mirror PathReturned,
        risky("Requests whose parameters have that text no longer reach the operation."), NOWHERE,
        Some("Choose a path with text that no parameter can have.");
    /// An operation with parameters in its path gets requests that another one took.
    PathReturned "path-returned", mirror PathTaken,
        fine("No request for the operation with parameters had that text."), NOWHERE, None;
    /// A webhook is gone.
    WebhookRemoved "webhook-removed" is Removal, mirror WebhookAdded,
        NOWHERE, breaking("Receivers that rely on it do not get it."), Some(KEEP);
    /// A webhook is new.
    WebhookAdded "webhook-added", mirror WebhookRemoved,
        NOWHERE, fine("No receiver relies on it yet."), None;
    /// A webhook is signed.
    SignatureAdded "signature-added", mirror SignatureRemoved,
        NOWHERE, fine("Receivers ignore headers that they do not know."), None;
    /// A webhook is no longer signed.
    SignatureRemoved "signature-removed", mirror SignatureAdded,
        NOWHERE, breaking("Receivers reject webhooks without a signature."), Some(NEW_WEBHOOK);
    /// The signature of a webhook is in a different header.
    SignatureChanged "signature-changed", mirror SignatureChanged,
        NOWHERE, breaking("Receivers reject webhooks whose signature they do not find."), Some(NEW_WEBHOOK);
    /// The base path of all operations is different.
    BasePathChanged "base-path-changed", mirror BasePathChanged,
        breaking("Calls fail: {the server} has no operations below this base path."), NOWHERE,
        Some("Move the base path {into the paths}, and add operations with the new path beside the old ones.");
    /// A server is no longer listed, or has a different URL.
    ServerRemoved "server-removed", mirror ServerAdded,
        risky("{Clients} that use its URL fail if it is shut down."), NOWHERE,
        Some("Keep it in `servers` {at its place}.");
    /// A server is new.
    ServerAdded "server-added", mirror ServerRemoved,
        fine("No client uses it yet."), NOWHERE, None;
    /// An operation is at a different server.
    OperationServerChanged "operation-server-changed", mirror OperationServerChanged,
        risky("{Clients} call it at a server that may not have it any more."), NOWHERE,
        None;
    /// The request ID is in a different header.
    RequestIdHeaderChanged "request-id-header-changed", mirror RequestIdHeaderChanged,
        NOWHERE, risky("{Clients} find no request ID in responses."), None;
    /// An operation is no longer idempotent.
    IdempotenceRemoved "idempotence-removed", mirror IdempotenceAdded,
        risky("{Clients} retry calls that failed, which may then have their effect twice."),
        fine("Receivers do not have to get a webhook twice."),
        Some("Declare an idempotency key: {an optional key}.");
    /// An operation is idempotent.
    IdempotenceAdded "idempotence-added", mirror IdempotenceRemoved,
        fine("{Clients} do not have to retry calls."),
        risky("The sender repeats webhooks that failed, and receivers that do not expect that do their work twice."), None;

    // Parameters of requests, and headers of responses.
    /// A parameter is new and required.
    RequiredParameterAdded "required-parameter-added", mirror RequiredParameterRemoved,
        breaking("{Clients} do not send it, and {the server} rejects their requests."),
        fine("{Clients} ignore headers that they do not know."),
        Some("Make it optional, with a default if it has one.");
    /// A required parameter is gone.
    RequiredParameterRemoved "required-parameter-removed", mirror RequiredParameterAdded,
        risky("{The server} ignores it, so the request does not do what it asks for."),
        breaking("{Clients} that need it fail."),
        Some(KEEP);
    /// A parameter is new and optional.
    OptionalParameterAdded "optional-parameter-added", mirror OptionalParameterRemoved,
        fine("Requests without it mean the same as before."),
        fine("{Clients} ignore headers that they do not know."), None;
    /// An optional parameter is gone.
    OptionalParameterRemoved "optional-parameter-removed", mirror OptionalParameterAdded,
        risky("{The server} ignores it, so the request does not do what it asks for."),
        risky("{Clients} that use it get no value."),
        Some(KEEP);
    /// A parameter became required.
    ParameterBecameRequired "parameter-became-required", mirror ParameterBecameOptional,
        breaking("{The server} rejects requests without it."), fine(NARROWER),
        Some("Leave it optional, or require it in a new {operation} beside the old one.");
    /// A parameter became optional.
    ParameterBecameOptional "parameter-became-optional", mirror ParameterBecameRequired,
        fine(WIDER), breaking("{Clients} that need it fail if it is absent."),
        Some("Leave it required, and always send it.");
    /// The value of a parameter is written in a different style.
    ParameterStyleChanged "parameter-style-changed", mirror ParameterStyleChanged,
        breaking(UNREADABLE), breaking(UNREADABLE_RESPONSE),
        Some("Add a parameter with a different name and the new style, and mark the old one as deprecated.");

    // Bodies.
    /// A request needs a body.
    RequiredBodyAdded "required-body-added", mirror RequiredBodyRemoved,
        breaking("{Clients} send no body, and {the server} rejects their requests."), fine("Receivers ignore a body that they do not know."),
        Some("Make the body optional: {an optional body}.");
    /// A request no longer has a body, which was required.
    RequiredBodyRemoved "required-body-removed", mirror RequiredBodyAdded,
        risky("{The server} ignores the body that {clients} send."), breaking("Receivers need a body, and reject requests without one."), Some(NEW_OPERATION);
    /// A request may have a body.
    OptionalBodyAdded "optional-body-added", mirror OptionalBodyRemoved,
        fine("Requests without a body mean the same as before."), fine("Receivers ignore a body that they do not know."), None;
    /// A request no longer has a body, which was optional.
    OptionalBodyRemoved "optional-body-removed", mirror OptionalBodyAdded,
        risky("{The server} ignores the body that {clients} send."), risky("Receivers that use the body find none."), Some(NEW_OPERATION);
    /// The body of a request became required.
    BodyBecameRequired "body-became-required", mirror BodyBecameOptional,
        breaking("{The server} rejects requests without a body."), fine(NARROWER), Some(NEW_OPERATION);
    /// The body of a request became optional.
    BodyBecameOptional "body-became-optional", mirror BodyBecameRequired,
        fine(WIDER), breaking("Receivers reject requests without a body."), Some(NEW_OPERATION);
    /// A media type is no longer accepted or sent.
    MediaTypeRemoved "media-type-removed", mirror MediaTypeAdded,
        breaking("{The server} rejects bodies of this media type with 415."),
        breaking("{Clients} that ask for it, or read nothing else, fail."),
        Some("Keep accepting and sending it beside the new one.");
    /// A media type is accepted or sent as well.
    MediaTypeAdded "media-type-added", mirror MediaTypeRemoved,
        fine(WIDER), fine("{Clients} that do not ask for it get the same as before."), None;
    /// The only content has a different media type.
    MediaTypeChanged "media-type-changed", mirror MediaTypeChanged,
        breaking("{The server} rejects bodies of this media type with 415."),
        generated(breaking("{Clients} that ask for the old one, or read nothing else, fail."), Verdict::Compatible, "Generated clients read the content, whatever its media type is."),
        Some("Keep accepting and sending the old one beside the new one.");
    /// The first of several media types of a response is different.
    FirstMediaTypeChanged "first-media-type-changed", mirror FirstMediaTypeChanged,
        NOWHERE, tolerated("{Clients} that send no `Accept` get the content in a different media type."), None;
    /// Some media types became a range that contains them.
    MediaTypeWidened "media-type-widened", mirror MediaTypeNarrowed,
        fine(WIDER), tolerated("{Clients} may get a media type that they do not expect."), None;
    /// A range of media types became some of its media types.
    MediaTypeNarrowed "media-type-narrowed", mirror MediaTypeWidened,
        breaking("{The server} rejects bodies of the other media types with 415."),
        fine("{Clients} accept all media types that {the server} sends."),
        Some("Keep accepting the range.");
    /// The maximum size of a body is lower.
    MaxSizeLowered "max-size-lowered", mirror MaxSizeRaised,
        breaking("{The server} rejects larger bodies with 413."), fine(NARROWER), Some(NEW_OPERATION);
    /// The maximum size of a body is higher.
    MaxSizeRaised "max-size-raised", mirror MaxSizeLowered,
        fine(WIDER), risky(UNCHECKED), None;
    /// A body must satisfy a JSON Schema besides its type.
    SchemaAdded "schema-added", mirror SchemaRemoved,
        breaking("{The server} rejects bodies that do not satisfy it."), fine(NARROWER), Some(NEW_OPERATION);
    /// A body no longer has to satisfy a JSON Schema.
    SchemaRemoved "schema-removed", mirror SchemaAdded,
        fine(WIDER), risky("{Clients} that rely on the schema may get bodies that do not satisfy it."), None;
    /// A body must satisfy a different JSON Schema.
    SchemaChanged "schema-changed", mirror SchemaChanged,
        unknown("Two schemas cannot be compared: {the server} may reject bodies that were valid."),
        unknown("Two schemas cannot be compared: {clients} may get bodies that they do not expect."), None;
    /// A body or a part of a form has a different kind of content, such as text instead of JSON.
    ContentChanged "content-changed" is Replacement, mirror ContentChanged,
        breaking(UNREADABLE), breaking(UNREADABLE_RESPONSE), Some(ALONGSIDE);
    /// The parts of a multipart body that is not a form are in a different order.
    PartsReordered "parts-reordered", mirror PartsReordered,
        risky("{The server} takes one part for another if {clients} send no names with them, as many do."),
        risky("{Clients} that find parts by their order take one for another."),
        Some("Add new parts at the end.");
    /// A body that was empty has content.
    ContentAdded "content-added", mirror ContentRemoved,
        breaking("{Clients} send no content, and {the server} rejects their requests."),
        fine("{Clients} that expect no content ignore it."), Some(NEW_OPERATION);
    /// A body no longer has content.
    ContentRemoved "content-removed", mirror ContentAdded,
        risky("{The server} ignores the content that {clients} send."),
        breaking("{Clients} expect content, and get none."), Some(NEW_OPERATION);
    /// The envelope of a body has a different name, is new or is gone.
    EnvelopeChanged "envelope-changed", mirror EnvelopeChanged,
        breaking(UNREADABLE), breaking(UNREADABLE_RESPONSE), Some(NEW_OPERATION);
    /// The fields of a form are written in a different style.
    FormStyleChanged "form-style-changed", mirror FormStyleChanged,
        breaking(UNREADABLE), breaking(UNREADABLE_RESPONSE), Some(ALONGSIDE);
    /// Requests select a content by a different value, or in a different place.
    SelectorChanged "selector-changed", mirror SelectorChanged,
        breaking("{Clients} do not get the content that they ask for."), NOWHERE, Some(NEW_OPERATION);

    // Responses.
    /// A status of successful responses is gone.
    StatusRemoved "status-removed", mirror StatusAdded,
        risky("The sender of the webhook may take the status for a failure."),
        generated(breaking("{Clients} that expect this status do not get it."), Verdict::Compatible, "Generated clients take any of the statuses that they know."),
        Some("Keep the old status, and send another one only from a new {operation}.");
    /// A status of successful responses is new.
    StatusAdded "status-added", mirror StatusRemoved,
        fine("Receivers do not have to send it."),
        generated(risky("{Clients} that know only the other statuses may take it for a failure."), Verdict::Breaking, UNKNOWN_STATUS), Some(NEW_STATUS);
    /// A successful response has any status of a class instead of one.
    StatusWidened "status-widened", mirror StatusNarrowed,
        fine(WIDER),
        generated(risky("{Clients} that know only the old status may take others for a failure."), Verdict::Breaking, UNKNOWN_STATUS), Some(NEW_STATUS);
    /// A successful response has one status instead of any status of a class.
    StatusNarrowed "status-narrowed", mirror StatusWidened,
        risky("Receivers may send another status, which the sender takes for a failure."), fine(NARROWER), None;
    /// A response no longer has a validator: `ETag` or `Last-Modified`.
    ValidatorRemoved "validator-removed", mirror ValidatorAdded,
        NOWHERE, risky("{Clients} get the whole content again, even if it has not changed."), None;
    /// A response has a new validator: `ETag` or `Last-Modified`.
    ValidatorAdded "validator-added", mirror ValidatorRemoved,
        NOWHERE, fine("{Clients} that send no condition get the content as before."), None;
    /// The items of a list are no longer in an order that is promised.
    OrderRemoved "order-removed", mirror OrderAdded,
        NOWHERE, risky("{Clients} that rely on the order may fail."), None;
    /// The items of a list have a promised order.
    OrderAdded "order-added", mirror OrderRemoved,
        NOWHERE, fine("{Clients} expect the items in any order."), None;
    /// The items of a list are in a different order.
    OrderChanged "order-changed" means "code that returns or reads the items in the old order compiles", mirror OrderChanged,
        NOWHERE, risky("{Clients} that rely on the order may fail."), None;
    /// The position of the next page is in a different place.
    NextPageChanged "next-page-changed", mirror NextPageChanged,
        breaking("{Clients} that ask for another page get the first one again."), breaking("{Clients} find no further pages."),
        Some(NEW_OPERATION);
    /// A list comes in pages, and its responses look as before.
    ListPaged "list-paged" means "code that knows nothing of pages may compile, and takes one page for the whole list", mirror ListUnpaged,
        NOWHERE, risky("{Clients} that do not ask for further pages take the first one for the whole list."), Some(NEW_OPERATION);
    /// A list that came in pages is whole, and its responses look as before.
    ListUnpaged "list-unpaged", mirror ListPaged,
        NOWHERE, fine("{Clients} get all items at once."), Some(NEW_OPERATION);
    /// The items of a page are in a different field, which responses had before.
    PageItemsChanged "page-items-changed", mirror PageItemsChanged,
        NOWHERE, risky("Clients that read the other field may get other items."), Some(NEW_OPERATION);
    /// A stream ends in a different way.
    EndEventChanged "end-event-changed", mirror EndEventChanged,
        breaking("{The server} takes the end of the stream for an event, or does not notice it."),
        breaking("{Clients} take the end of the stream for an event, or do not notice it."), Some(NEW_OPERATION);
    /// Errors in a stream are marked in a different way.
    ErrorEventChanged "error-event-changed", mirror ErrorEventChanged,
        breaking(UNREADABLE), breaking("{Clients} mistake errors for other events, or other events for errors."), Some(NEW_OPERATION);
    /// Events have different names.
    EventNamesChanged "event-names-changed", mirror EventNamesChanged,
        breaking(UNREADABLE), breaking("{Clients} do not recognize the events."), Some(NEW_OPERATION);
    /// A stream is no longer resumable.
    ResumptionRemoved "resumption-removed", mirror ResumptionAdded,
        NOWHERE, risky("{Clients} that reconnect miss events, or get them twice."), None;
    /// A stream is resumable.
    ResumptionAdded "resumption-added", mirror ResumptionRemoved,
        NOWHERE, fine("{Clients} that do not reconnect get the same as before."), None;

    // Errors.
    /// An error is gone.
    ErrorRemoved "error-removed", mirror ErrorAdded,
        NOWHERE, fine("{Clients} do not get it."), Some("Keep it among the errors of the operation, even if it is no longer sent.");
    /// An error is new.
    ErrorAdded "error-added", mirror ErrorRemoved,
        NOWHERE, fine("{Clients} treat it as an error that they do not know."), Some("Send an error that the operation already has, and say more in a field of it.");
    /// The body of an error has a different kind of content or media type.
    ErrorBodyChanged "error-body-changed", mirror ErrorBodyChanged,
        NOWHERE, breaking("{Clients} cannot read what the error says."), Some(NEW_OPERATION);
    /// The body that all errors share has different fields.
    ErrorShapeChanged "error-shape-changed", mirror ErrorShapeChanged,
        NOWHERE, breaking("{Clients} cannot read what errors say."),
        Some("Add the new fields beside the old ones.");
    /// The router's own errors have a different shape, the one that most errors of the document have.
    RouterErrorsChanged "router-errors-changed", mirror RouterErrorsChanged,
        NOWHERE, risky("A generated server sends its own errors, such as for invalid requests, in the other shape."),
        Some("State the shape: `x-specsmith-error-body` at the schema of the body that all errors have.");
    /// The code of an error that is alone at its status, or another value of it, is different.
    ErrorValueChanged "error-value-changed", mirror ErrorValueChanged,
        NOWHERE, kept("{Clients} that recognize the error by its code do not recognize it."), Some(SAME_CODE);
    /// The code of one of several errors of a status, or a value that identifies it, is different.
    SharedErrorValueChanged "shared-error-value-changed", mirror SharedErrorValueChanged,
        NOWHERE, breaking("{Clients} do not recognize the error."), Some(SAME_CODE);
    /// Codes of errors of one status are gone, and others are new.
    ErrorCodesChanged "error-codes-changed", mirror ErrorCodesChanged,
        NOWHERE, risky("{Clients} that recognize an error by its code may get a code that they do not know instead."),
        Some(SAME_CODE);
    /// The status of an error is different.
    ErrorStatusChanged "error-status-changed", mirror ErrorStatusChanged,
        NOWHERE, breaking("{Clients} do not recognize the error by its status."),
        Some("Keep the status, and add an error with the new one for new operations.");
    /// An error no longer promises that a later retry may succeed.
    RetryHintRemoved "retry-hint-removed", mirror RetryHintAdded,
        NOWHERE, risky("{Clients} still retry, and fail again."), None;
    /// An error promises that a later retry may succeed.
    RetryHintAdded "retry-hint-added", mirror RetryHintRemoved,
        NOWHERE, fine("{Clients} do not have to retry requests."), None;

    // Who may call.
    /// Callers need credentials.
    AuthAdded "auth-added" is Access, mirror AuthRemoved,
        breaking("{The server} rejects requests without credentials."), NOWHERE,
        Some("Make the credentials optional until all clients send them: {optional credentials}.");
    /// Callers no longer need credentials.
    AuthRemoved "auth-removed" is Access, mirror AuthAdded,
        fine("{The server} ignores credentials."), NOWHERE, None;
    /// Callers may send credentials.
    OptionalAuthAdded "optional-auth-added" is Access, mirror OptionalAuthRemoved,
        fine("{The server} accepts requests without credentials."), NOWHERE, None;
    /// Credentials, which were optional, are no longer read.
    OptionalAuthRemoved "optional-auth-removed" is Access, mirror OptionalAuthAdded,
        risky("{The server} ignores who calls, so the request may not do what it asks for."), NOWHERE, None;
    /// Optional credentials became required.
    AuthBecameRequired "auth-became-required" is Access, mirror AuthBecameOptional,
        breaking("{The server} rejects requests without credentials."), NOWHERE, Some(NEW_OPERATION);
    /// Required credentials became optional.
    AuthBecameOptional "auth-became-optional" is Access, mirror AuthBecameRequired,
        fine("{The server} still accepts the credentials."), NOWHERE, None;
    /// A kind of credentials is no longer accepted.
    CredentialsRemoved "credentials-removed" is Schemes, mirror CredentialsAdded,
        breaking("{The server} rejects requests with these credentials."), NOWHERE,
        Some("Keep accepting them beside the new ones.");
    /// A kind of credentials is accepted as well.
    CredentialsAdded "credentials-added" is Schemes, mirror CredentialsRemoved,
        fine("{The server} still accepts the other credentials."), NOWHERE, None;
    /// The header `Authorization` has other text before the credentials.
    AuthorizationChanged "authorization-changed" is Schemes means "code that gives or reads these credentials may compile, and the header has other text before them", mirror AuthorizationChanged,
        risky("{The server} rejects requests if it expects other text before the credentials than {clients} send, such as `Bearer`."), NOWHERE, None;
    /// Credentials need one more scope, or a kind that fewer callers have.
    ScopeAdded "scope-added", mirror ScopeRemoved,
        breaking("{The server} rejects credentials without that scope or kind."), NOWHERE, Some(NEW_OPERATION);
    /// Credentials need one scope fewer, or a kind that more callers have.
    ScopeRemoved "scope-removed", mirror ScopeAdded,
        fine("{The server} still accepts the credentials."), NOWHERE, None;
    /// Tokens are described as a different kind, which needs a scope.
    TokenScopeAdded "token-scope-added", mirror TokenScopeRemoved,
        risky("{The server} rejects tokens without that scope, and {clients}' tokens may lack it."), NOWHERE, None;
    /// Tokens are described as a different kind, which needs no scope.
    TokenScopeRemoved "token-scope-removed", mirror TokenScopeAdded,
        fine("{The server} still accepts the tokens."), NOWHERE, None;
    /// Tokens are described as a different kind.
    TokenKindChanged "token-kind-changed", mirror TokenKindChanged,
        fine("Requests carry tokens of all kinds in the same header."), NOWHERE, None;
    /// Tokens come from a different URL.
    TokenUrlChanged "token-url-changed", mirror TokenUrlChanged,
        risky("{Clients} that use the old URL may get no tokens."), NOWHERE, None;
    /// A flow of OAuth 2 is no longer offered.
    FlowRemoved "flow-removed", mirror FlowAdded,
        risky("{Clients} that get their tokens in this way may get none."), NOWHERE, Some("Keep it until nobody gets tokens in this way.");
    /// One more flow of OAuth 2 is offered.
    FlowAdded "flow-added", mirror FlowRemoved,
        fine("{Clients} get tokens in the other ways as before."), NOWHERE, None;
    /// Requests without suitable credentials get a different status.
    AuthStatusChanged "auth-status-changed", mirror AuthStatusChanged,
        NOWHERE, risky("{Clients} that react to the old status do not recognize the new one."), None;

    // Fields of objects.
    /// A field is new and required.
    RequiredFieldAdded "required-field-added", mirror RequiredFieldRemoved,
        breaking("{Clients} do not send it, and {the server} rejects their requests."),
        fine("{Clients} ignore fields that they do not know."),
        Some("Make it optional, with a default if it has one.");
    /// A required field is gone.
    RequiredFieldRemoved "required-field-removed", mirror RequiredFieldAdded,
        risky("{The server} ignores what {clients} send in it."),
        breaking("{Clients} need it, and cannot read {the response}."), Some(KEEP);
    /// A field is new and optional.
    OptionalFieldAdded "optional-field-added", mirror OptionalFieldRemoved,
        fine("Requests without it mean the same as before."),
        fine("{Clients} ignore fields that they do not know."), None;
    /// An optional field is gone.
    OptionalFieldRemoved "optional-field-removed", mirror OptionalFieldAdded,
        risky("{The server} ignores what {clients} send in it."),
        risky("{Clients} that use it get no value."),
        Some(KEEP);
    /// An optional field is gone from an object that accepts no other fields.
    RefusedFieldRemoved "refused-field-removed", mirror RefusedFieldAdded,
        breaking("{The server} rejects requests that have it."),
        risky("{Clients} that use it get no value."), Some(KEEP);
    /// An optional field is new in an object that accepts no other fields.
    RefusedFieldAdded "refused-field-added", mirror RefusedFieldRemoved,
        fine("Requests without it mean the same as before."),
        fine("{Clients} ignore fields that they do not know."), None;
    /// A required field is new in an object that accepts no other fields.
    RequiredRefusedFieldAdded "required-refused-field-added", mirror RequiredRefusedFieldRemoved,
        breaking("{Clients} do not send it, and {the server} rejects their requests."),
        fine("{Clients} ignore fields that they do not know."),
        Some("Make it optional, with a default if it has one.");
    /// A required field is gone from an object that accepts no other fields.
    RequiredRefusedFieldRemoved "required-refused-field-removed", mirror RequiredRefusedFieldAdded,
        breaking("{The server} rejects requests that have it."),
        breaking("{Clients} need it, and cannot read {the response}."), Some(KEEP);
    /// An optional field is new, and has a different type than the other fields of the object.
    FieldUnlikeOthersAdded "field-unlike-others-added", mirror FieldUnlikeOthersRemoved,
        risky("{The server} rejects or ignores a field of another type that {clients} already send under this name."),
        breaking("{Clients} read it as one of the other fields, and fail because of its type."), Some(NEW_OPERATION);
    /// An optional field is gone, and has a different type than the other fields of the object.
    FieldUnlikeOthersRemoved "field-unlike-others-removed", mirror FieldUnlikeOthersAdded,
        breaking("{The server} reads it as one of the other fields, and rejects it because of its type."),
        risky("{Clients} fail to read another field that {the server} sends by this name."), Some(KEEP);
    /// An optional field is new, and has fewer values than the other fields.
    FieldNarrowerThanOthersAdded "field-narrower-than-others-added", mirror FieldNarrowerThanOthersRemoved,
        risky("{The server} rejects other values that {clients} already send under this name."),
        fine("{Clients} read it as one of the other fields."), None;
    /// An optional field is gone, and has fewer values than the other fields.
    FieldNarrowerThanOthersRemoved "field-narrower-than-others-removed", mirror FieldNarrowerThanOthersAdded,
        risky("{The server} reads it as one of the other fields, so the request may not do what it asks for."),
        risky("{Clients} fail to read another value that {the server} sends by this name."), Some(KEEP);
    /// A field became required.
    FieldBecameRequired "field-became-required", mirror FieldBecameOptional,
        breaking("{The server} rejects requests without it."), fine(NARROWER),
        Some("Leave it optional, or require it in a new {operation} beside the old one.");
    /// A field became optional.
    FieldBecameOptional "field-became-optional", mirror FieldBecameRequired,
        fine(WIDER), breaking("{Clients} need it, and cannot read {responses} without it."),
        Some("Leave it required, and add an optional field beside it.");
    /// A field or parameter that had no default has one.
    DefaultAdded "default-added" means "code that leaves the value out compiles, and means the default", mirror DefaultRemoved,
        risky("An absent value may have meant something else."),
        risky("{Clients} that do not know the default may read an absent value as something else."), None;
    /// A field or parameter no longer has a default.
    DefaultRemoved "default-removed" means "code that leaves the value out may compile, and means no default", mirror DefaultAdded,
        risky("An absent value may mean something else."),
        risky("{Clients} may still use the old default."), Some("Add a new field or parameter without a default, and mark the old one as deprecated.");
    /// A field or parameter has a different default.
    DefaultChanged "default-changed" means "code that relies on the default compiles, and means another value", mirror DefaultChanged,
        breaking("Requests without the value mean something else."),
        risky("{Clients} that fill in the old default misread an absent value."),
        Some("Add a new field or parameter with the new default.");
    /// An object no longer accepts other fields.
    OtherFieldsRefused "other-fields-refused" is OtherFields, mirror OtherFieldsAccepted,
        breaking("{The server} rejects requests that have other fields."), fine(NARROWER), Some(NEW_OPERATION);
    /// An object accepts other fields.
    OtherFieldsAccepted "other-fields-accepted" is OtherFields, mirror OtherFieldsRefused,
        fine(WIDER), fine("{Clients} ignore fields that they do not know."), None;
    /// The other fields of an object are ignored, and no longer kept.
    OtherFieldsDropped "other-fields-dropped" is OtherFields, mirror OtherFieldsKept,
        risky("{The server} ignores what {clients} send in other fields."),
        risky("{Clients} that use other fields may find none."), Some(NEW_OPERATION);
    /// The other fields of an object are kept, and no longer ignored.
    OtherFieldsKept "other-fields-kept" is OtherFields, mirror OtherFieldsDropped,
        fine(WIDER), fine("{Clients} ignore fields that they do not know."), None;
    /// The other fields of an object, which were ignored, must have a type.
    OtherFieldsTyped "other-fields-typed" is OtherFields, mirror OtherFieldsUntyped,
        risky("Other fields that {the server} ignored must now have the right type."),
        fine("{Clients} ignore fields that they do not know."), Some(NEW_OPERATION);
    /// The other fields of an object, which had a type, are ignored.
    OtherFieldsUntyped "other-fields-untyped" is OtherFields, mirror OtherFieldsTyped,
        risky("{The server} ignores what {clients} send in other fields."),
        risky("{Clients} that use other fields may find none, or other values."), Some(NEW_OPERATION);
    /// A constant has a different value.
    ConstantChanged "constant-changed", mirror ConstantChanged,
        breaking(REJECTED), breaking(UNEXPECTED), Some(ALONGSIDE);

    // Types.
    /// A value has a different type.
    TypeChanged "type-changed" is Replacement, mirror TypeChanged,
        breaking(REJECTED), breaking(UNEXPECTED), Some(ALONGSIDE);
    /// A value has a wider type, which has all values of the old one.
    TypeWidened "type-widened" is Replacement, mirror TypeNarrowed,
        fine(WIDER), breaking(UNEXPECTED), Some(ALONGSIDE);
    /// A value has a narrower type, which lacks some values of the old one.
    TypeNarrowed "type-narrowed" is Replacement, mirror TypeWidened,
        breaking(REJECTED), fine(NARROWER), Some(ALONGSIDE);
    /// A value can be null.
    NullAdded "null-added", mirror NullRemoved,
        fine(WIDER), breaking("{Clients} that need a value cannot read null."), Some(ALONGSIDE);
    /// A value can no longer be null.
    NullRemoved "null-removed", mirror NullAdded,
        breaking("{The server} rejects null."), fine(NARROWER), Some(ALONGSIDE);
    /// A tuple has a different number of elements.
    TupleLengthChanged "tuple-length-changed", mirror TupleLengthChanged,
        breaking(REJECTED), breaking(UNEXPECTED), Some(ALONGSIDE);
    /// Elements of a tuple have changed places.
    ElementsSwapped "elements-swapped", mirror ElementsSwapped,
        breaking("{The server} takes the value of one element for the value of another."),
        breaking("{Clients} take the value of one element for the value of another."), Some(ALONGSIDE);
    /// A type or a field has a different form in XML.
    XmlChanged "xml-changed", mirror XmlChanged,
        breaking(UNREADABLE), breaking(UNREADABLE_RESPONSE), Some(ALONGSIDE);

    // Enumerations and unions.
    /// An enumeration has a new value.
    EnumValueAdded "enum-value-added", mirror EnumValueRemoved,
        fine(WIDER), breaking(UNEXPECTED),
        Some(NEW_TYPE);
    /// A value of an enumeration is gone.
    EnumValueRemoved "enum-value-removed", mirror EnumValueAdded,
        breaking("{The server} rejects the value."), fine(NARROWER),
        Some(KEEP);
    /// An open enumeration has a new value.
    OpenEnumValueAdded "open-enum-value-added", mirror OpenEnumValueRemoved,
        fine(WIDER), tolerated(UNKNOWN_VALUE), None;
    /// A value of an open enumeration is gone.
    OpenEnumValueRemoved "open-enum-value-removed", mirror OpenEnumValueAdded,
        risky("{The server} accepts the value, but does not know it."), fine(NARROWER), Some(KEEP);
    /// An enumeration that is open in responses has a new value.
    ResponseEnumValueAdded "response-enum-value-added", mirror ResponseEnumValueRemoved,
        fine(WIDER), kept(UNLISTED_VALUE), Some(NEW_TYPE);
    /// A value of an enumeration that is open in responses is gone.
    ResponseEnumValueRemoved "response-enum-value-removed", mirror ResponseEnumValueAdded,
        breaking("{The server} rejects the value."), fine(NARROWER),
        Some(KEEP);
    /// A union has a new variant.
    VariantAdded "variant-added", mirror VariantRemoved,
        fine(WIDER), breaking(UNEXPECTED),
        Some(NEW_TYPE);
    /// A variant of a union is gone.
    VariantRemoved "variant-removed", mirror VariantAdded,
        breaking("{The server} rejects values of this variant."), fine(NARROWER),
        Some(KEEP);
    /// An open union has a new variant.
    OpenVariantAdded "open-variant-added", mirror OpenVariantRemoved,
        fine(WIDER), tolerated(UNKNOWN_VARIANT), None;
    /// A variant of an open union is gone.
    OpenVariantRemoved "open-variant-removed", mirror OpenVariantAdded,
        risky("{The server} accepts the variant, but does not know it."), fine(NARROWER), Some(KEEP);
    /// A union that is open in responses has a new variant.
    ResponseVariantAdded "response-variant-added", mirror ResponseVariantRemoved,
        fine(WIDER), kept(UNLISTED_VARIANT), Some(NEW_TYPE);
    /// A variant of a union that is open in responses is gone.
    ResponseVariantRemoved "response-variant-removed", mirror ResponseVariantAdded,
        breaking("{The server} rejects values of this variant."), fine(NARROWER),
        Some(KEEP);
    /// An enumeration or a union became open.
    TypeOpened "type-opened" is Openness, mirror TypeClosed,
        fine(WIDER), breaking("{Clients} fail if they get a value that is not in the list."), Some(ALONGSIDE);
    /// An enumeration or a union is no longer open.
    TypeClosed "type-closed" is Openness, mirror TypeOpened,
        breaking(REJECTED), fine(NARROWER), Some(ALONGSIDE);
    /// An enumeration or a union that is open in responses became open.
    ResponseTypeOpened "response-type-opened" is Openness, mirror ResponseTypeClosed,
        fine(WIDER), kept("{Clients} that accept only the listed ones fail if they get another one."), Some(ALONGSIDE);
    /// An enumeration or a union is open only in responses.
    ResponseTypeClosed "response-type-closed" is Openness, mirror ResponseTypeOpened,
        breaking(REJECTED), fine(NARROWER), Some(ALONGSIDE);
    /// The variants of a union are told apart in a different way.
    TagChanged "tag-changed" is Replacement, mirror TagChanged,
        breaking("{The server} does not recognize the variants, or takes one for another."),
        breaking("{Clients} do not recognize the variants, or take one for another."), Some(ALONGSIDE);
    /// An object without a tag no longer counts as a variant.
    DefaultVariantRemoved "default-variant-removed", mirror DefaultVariantAdded,
        breaking("{The server} rejects objects without a tag."), fine(NARROWER), Some(ALONGSIDE);
    /// An object without a tag counts as a variant.
    DefaultVariantAdded "default-variant-added", mirror DefaultVariantRemoved,
        fine(WIDER), breaking("{Clients} do not recognize objects without a tag."), Some(ALONGSIDE);

    // Limits.
    /// The minimum is higher.
    MinimumRaised "minimum-raised" is Limit, mirror MinimumLowered,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The minimum is lower.
    MinimumLowered "minimum-lowered" is Limit, mirror MinimumRaised,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// The maximum is lower.
    MaximumLowered "maximum-lowered" is Limit, mirror MaximumRaised,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The maximum is higher.
    MaximumRaised "maximum-raised" is Limit, mirror MaximumLowered,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// Numbers must be multiples of a given number.
    MultipleOfAdded "multiple-of-added" is Limit, mirror MultipleOfRemoved,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// Numbers no longer have to be multiples of a given number.
    MultipleOfRemoved "multiple-of-removed" is Limit, mirror MultipleOfAdded,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// Numbers must be multiples of a different number.
    MultipleOfChanged "multiple-of-changed" is Limit, mirror MultipleOfChanged,
        breaking(REJECTED), tolerated(UNCHECKED), Some(NEW_LIMIT);
    /// The minimum length is higher.
    MinLengthRaised "min-length-raised" is Limit, mirror MinLengthLowered,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The minimum length is lower.
    MinLengthLowered "min-length-lowered" is Limit, mirror MinLengthRaised,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// The maximum length is lower.
    MaxLengthLowered "max-length-lowered" is Limit, mirror MaxLengthRaised,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The maximum length is higher.
    MaxLengthRaised "max-length-raised" is Limit, mirror MaxLengthLowered,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// The minimum number of items is higher.
    MinItemsRaised "min-items-raised" is Limit, mirror MinItemsLowered,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The minimum number of items is lower.
    MinItemsLowered "min-items-lowered" is Limit, mirror MinItemsRaised,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// The maximum number of items is lower.
    MaxItemsLowered "max-items-lowered" is Limit, mirror MaxItemsRaised,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The maximum number of items is higher.
    MaxItemsRaised "max-items-raised" is Limit, mirror MaxItemsLowered,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// The items of a list must be unique.
    UniqueItemsAdded "unique-items-added" is Limit, mirror UniqueItemsRemoved,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// The items of a list no longer have to be unique.
    UniqueItemsRemoved "unique-items-removed" is Limit, mirror UniqueItemsAdded,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// Text must match a pattern.
    PatternAdded "pattern-added" is Limit, mirror PatternRemoved,
        breaking(REJECTED), fine(NARROWER), Some(NEW_LIMIT);
    /// Text no longer has to match a pattern.
    PatternRemoved "pattern-removed" is Limit, mirror PatternAdded,
        fine(WIDER), tolerated(UNCHECKED), None;
    /// Text must match a different pattern.
    PatternChanged "pattern-changed" is Limit, mirror PatternChanged,
        unknown("Two patterns cannot be compared: {the server} may reject text that was valid."),
        unknown("Two patterns cannot be compared: {clients} may get text that they do not expect."), None;

    // Generated Rust. The change itself says whom it concerns.
    /// A type has a different name in Rust.
    TypeRenamed "type-renamed", mirror TypeRenamed, NOWHERE, NOWHERE,
        Some("Keep the old name{ as an alias}.");
    /// An error has a different name in Rust.
    ErrorRenamed "error-renamed", mirror ErrorRenamed, NOWHERE, NOWHERE, None;
    /// The envelope of a body became an object in Rust, or the reverse, and nothing changed on the wire.
    EnvelopeInRust "envelope-in-rust", mirror EnvelopeInRust, NOWHERE, NOWHERE,
        Some("Say what is meant. In OpenAPI, what at least 80 % of the responses are in is an envelope: `x-specsmith-envelope: data` at a media type states one, and `x-specsmith: { envelopes: false }` keeps all of them.");
    /// The generated crate or its handler trait has a different name.
    CrateRenamed "crate-renamed", mirror CrateRenamed, NOWHERE, NOWHERE, None;
    /// A Rust item is new.
    ItemAdded "item-added", mirror ItemRemoved, NOWHERE, NOWHERE, None;
    /// A Rust item is gone.
    ItemRemoved "item-removed", mirror ItemAdded, NOWHERE, NOWHERE, None;
    /// A Rust field, variant or method is new.
    MemberAdded "member-added", mirror MemberRemoved, NOWHERE, NOWHERE, None;
    /// A Rust field, variant or method is gone.
    MemberRemoved "member-removed", mirror MemberAdded, NOWHERE, NOWHERE, None;
    /// A Rust field, variant, method or argument has a different type.
    SignatureTypeChanged "signature-type-changed", mirror SignatureTypeChanged, NOWHERE, NOWHERE, None;
    /// The arguments of a Rust function are in a different order.
    ArgumentsReordered "arguments-reordered", mirror ArgumentsReordered, NOWHERE, NOWHERE, None;
    /// The fields or values by which a Rust type is compared are in a different order.
    ComparisonReordered "comparison-reordered", mirror ComparisonReordered, NOWHERE, NOWHERE, None;
    /// Code that still compiles means something else.
    MeaningChanged "meaning-changed", mirror MeaningChanged, NOWHERE, NOWHERE, None;
    /// A type implements one more trait.
    TraitAdded "trait-added", mirror TraitRemoved, NOWHERE, NOWHERE, None;
    /// A type no longer implements a trait.
    TraitRemoved "trait-removed", mirror TraitAdded, NOWHERE, NOWHERE,
        Some("Add the trait to {derives}, if the type can have it.");
    /// A cargo feature is new.
    FeatureAdded "feature-added", mirror FeatureRemoved, NOWHERE, NOWHERE, None;
    /// A cargo feature is gone.
    FeatureRemoved "feature-removed", mirror FeatureAdded, NOWHERE, NOWHERE, None;
    /// An operation or a type needs another cargo feature.
    FeatureChanged "feature-changed", mirror FeatureChanged, NOWHERE, NOWHERE, None;

    // What is announced, and what is not compared.
    /// Something is deprecated.
    Deprecated "deprecated" is Deprecation, mirror DeprecationRemoved,
        fine("It still works."), fine("It is still sent."), None;
    /// Something is no longer deprecated.
    DeprecationRemoved "deprecation-removed" is Deprecation, mirror Deprecated,
        fine("It works as before."), fine("It is sent as before."), None;
    /// Something deprecated has a day on which it is removed.
    SunsetSet "sunset-set" is Announcement, mirror SunsetRemoved,
        fine("It works until that day."), fine("It is sent until that day."), None;
    /// Something deprecated no longer has a day on which it is removed.
    SunsetRemoved "sunset-removed" is Announcement, mirror SunsetSet,
        risky("Those who planned for that day do not know how long it will work."),
        risky("Those who planned for that day do not know how long it will be sent."), None;
    /// Something deprecated is removed on an earlier day.
    SunsetMovedEarlier "sunset-moved-earlier" is Announcement, mirror SunsetMovedLater,
        risky("{Clients} that planned for a later day, or for no day, may find it gone."),
        risky("{Clients} that planned for a later day, or for no day, may find it gone."), Some("Keep the day that was announced. A first day must be in the future.");
    /// Something deprecated is removed on a later day.
    SunsetMovedLater "sunset-moved-later" is Announcement, mirror SunsetMovedEarlier,
        fine("It works longer."), fine("It is sent longer."), None;
    /// Something that was stable may change at any time.
    StabilityLowered "stability-lowered" is Announcement, mirror StabilityRaised,
        risky("From now on, it may change in ways that break {clients}."),
        risky("From now on, it may change in ways that break {clients}."),
        Some("Leave it stable, and add what is unstable beside it.");
    /// Something that was unstable stays compatible from now on.
    StabilityRaised "stability-raised" is Stabilization, mirror StabilityLowered,
        fine("It stays compatible from now on."), fine("It stays compatible from now on."), None;
    /// A rule for values that Specsmith does not check is new.
    UncheckedRuleAdded "unchecked-rule-added" is NotCompared, mirror UncheckedRuleRemoved,
        unknown("It is not compared: {the server} may reject values that were valid."), fine(NARROWER), None;
    /// A rule for values that Specsmith does not check is gone.
    UncheckedRuleRemoved "unchecked-rule-removed" is NotCompared, mirror UncheckedRuleAdded,
        fine(WIDER), unknown("It is not compared: {clients} may get values that were not possible."), None;
    /// A part of the document that Specsmith does not compare is different.
    NotCompared "not-compared" is NotCompared, mirror NotCompared,
        unknown("It may break {clients}."),
        unknown("It may break {clients}."), None;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Rule;

    #[test]
    fn the_mirror_of_a_mirror_is_the_rule() {
        for rule in Rule::ALL {
            assert_eq!(rule.mirror().mirror(), *rule, "{}", rule.id());
        }
    }

    #[test]
    fn names_are_unique_and_lead_to_their_rules() {
        let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert_eq!(Rule::from_id(rule.id()), Some(*rule));
        }
    }
}
