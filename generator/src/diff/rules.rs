//! The table of rules: what can change in an API, and what that means for each axis.
//!
//! A rule says what happens to a client and a server if one side knows the old description and the other the new one.
//! `requests` is about an old client that calls a new server, where the change is in what clients send; `responses` is
//! about what servers send. The way back, a new client that calls an old server, is the mirror of the rule: what was
//! added for the one is removed for the other. So a rule needs no third column.

use super::{Axis, Verdict};

/// What a change means for one side that reads what the other has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// How bad it is.
    pub verdict: Verdict,
    /// What happens, as a sentence. It holds for a new server and old clients, and the other way round.
    pub consequence: &'static str,
}

const fn breaking(consequence: &'static str) -> Effect {
    effect(Verdict::Breaking, consequence)
}

const fn risky(consequence: &'static str) -> Effect {
    effect(Verdict::Risky, consequence)
}

const fn unknown(consequence: &'static str) -> Effect {
    effect(Verdict::Unknown, consequence)
}

const fn fine(consequence: &'static str) -> Effect {
    effect(Verdict::Compatible, consequence)
}

const fn effect(verdict: Verdict, consequence: &'static str) -> Effect {
    Effect {
        verdict,
        consequence,
    }
}

/// The change cannot be there.
const NOWHERE: Effect = fine("");

/// A rule of the table.
struct Facts {
    id: &'static str,
    mirror: Rule,
    requests: Effect,
    responses: Effect,
    instead: Option<&'static str>,
}

/// Defines the rules: `Name "id", mirror Name, effect in requests, effect in responses, the compatible way;`.
macro_rules! rules {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $id:literal, mirror $mirror:ident, $requests:expr, $responses:expr, $instead:expr;
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
                        mirror: Self::$mirror,
                        requests: $requests,
                        responses: $responses,
                        instead: $instead,
                    },)+
                }
            }

            /// What changed, as a sentence.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+),)+
                }
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

    /// The compatible way to do what the change does, if there is one.
    pub const fn instead(self) -> Option<&'static str> {
        self.facts().instead
    }

    /// Whether it is about what Specsmith does not keep.
    pub const fn is_not_compared(self) -> bool {
        matches!(
            self,
            Self::NotCompared | Self::UncheckedRuleAdded | Self::UncheckedRuleRemoved
        )
    }

    /// What the change means on the wire in requests, or in responses. `None` for the axes of source code, which the
    /// generated code decides.
    pub const fn effect(self, axis: Axis, in_requests: bool) -> Option<Effect> {
        let facts = match axis {
            Axis::Wire => self.facts(),
            Axis::Rollback => self.mirror().facts(),
            Axis::Callers | Axis::Implementers => return None,
        };
        Some(match in_requests {
            true => facts.requests,
            false => facts.responses,
        })
    }

    /// What the change means in responses for clients that Specsmith generated, which differ from others: they ignore
    /// what they do not know and check no limits, but a status that the operation does not have is an error.
    pub(super) const fn effect_on_generated_clients(self, axis: Axis) -> Option<Effect> {
        let rule = match axis {
            Axis::Rollback => self.mirror(),
            Axis::Wire | Axis::Callers | Axis::Implementers => self,
        };
        let Some(effect) = self.effect(axis, false) else {
            return None;
        };
        Some(match (rule, effect.verdict) {
            (Self::StatusAdded | Self::StatusWidened, _) => {
                breaking("Generated clients return an error for a status that they do not know.")
            }
            (Self::StatusRemoved, _) => {
                fine("Generated clients take any of the statuses that they know.")
            }
            (Self::MediaTypeChanged, _) => {
                fine("Generated clients read the content, whatever its media type is.")
            }
            (_, Verdict::Risky) => fine(effect.consequence),
            _ => effect,
        })
    }
}

const REJECTED: &str = "The server rejects values that were valid.";
const UNEXPECTED: &str = "Clients may get values that were not possible, and fail to read them.";
const UNCHECKED: &str = "Clients that check values or rely on their limits may get others.";
const NARROWER: &str = "All values were valid before.";
const WIDER: &str = "All values that were valid still are.";
const UNREADABLE: &str = "The other side cannot read what it gets.";
const ALONGSIDE: &str =
    "Add a new field beside the old one, and remove the old one when nobody uses it any more.";
const NEW_OPERATION: &str =
    "Add a new operation beside the old one, and mark the old one as deprecated.";
const LOOSE: &str = "Leave the limit as it is, or announce the change with a date.";

rules! {
    // Operations and webhooks.
    /// An operation is gone.
    OperationRemoved "operation-removed", mirror OperationAdded,
        breaking("Calls of it fail: nothing answers at its method and path."), NOWHERE,
        Some("Mark it as deprecated with a date, and remove it after that date.");
    /// An operation is new.
    OperationAdded "operation-added", mirror OperationRemoved,
        fine("No client calls it yet."), NOWHERE, None;
    /// An operation has another method or path.
    OperationMoved "operation-moved", mirror OperationMoved,
        breaking("Calls go to the old method and path, where nothing answers."), NOWHERE,
        Some(NEW_OPERATION);
    /// An operation has another name.
    OperationRenamed "operation-renamed", mirror OperationRenamed,
        fine("The name is not on the wire."), NOWHERE, None;
    /// A webhook is gone.
    WebhookRemoved "webhook-removed", mirror WebhookAdded,
        NOWHERE, breaking("Receivers wait for it in vain."),
        Some("Mark it as deprecated with a date, and go on sending it until then.");
    /// A webhook is new.
    WebhookAdded "webhook-added", mirror WebhookRemoved,
        NOWHERE, fine("Receivers that do not know it never asked for it."), None;
    /// A webhook is signed in another header, is signed from now on, or is no longer signed.
    SignatureChanged "signature-changed", mirror SignatureChanged,
        NOWHERE, breaking("Receivers reject webhooks whose signature they do not find."),
        Some("Send both headers until all receivers have changed.");
    /// All paths begin differently.
    BasePathChanged "base-path-changed", mirror BasePathChanged,
        breaking("Calls go to the old paths, where nothing answers."), NOWHERE,
        Some("Serve both paths until nobody uses the old one.");
    /// A server is no longer listed, or has another URL.
    ServerRemoved "server-removed", mirror ServerAdded,
        risky("Clients that use its URL depend on its being kept alive."), NOWHERE,
        Some("Keep the old server, or redirect from it.");
    /// A server is new.
    ServerAdded "server-added", mirror ServerRemoved,
        fine("No client uses it yet."), NOWHERE, None;
    /// An operation is on another server than before.
    OperationServerChanged "operation-server-changed", mirror OperationServerChanged,
        risky("Clients that call it at the old server depend on its being kept alive."), NOWHERE,
        Some("Keep the old server, or redirect from it.");
    /// The identifier of a request is in another header.
    RequestIdHeaderChanged "request-id-header-changed", mirror RequestIdHeaderChanged,
        NOWHERE, risky("Clients find no identifier of the request in responses."), None;
    /// An operation is not idempotent any more.
    IdempotenceRemoved "idempotence-removed", mirror IdempotenceAdded,
        risky("Clients repeat calls that failed, and these may now have their effect twice."), NOWHERE,
        Some("Take a key that makes calls idempotent: `idempotency`.");
    /// An operation is idempotent.
    IdempotenceAdded "idempotence-added", mirror IdempotenceRemoved,
        fine("Clients that do not repeat calls need not."), NOWHERE, None;

    // Parameters of requests, and headers of responses.
    /// A parameter is new and required.
    RequiredParameterAdded "required-parameter-added", mirror RequiredParameterRemoved,
        breaking("Clients do not send it, and the server rejects their requests."),
        fine("Clients ignore headers that they do not know."),
        Some("Make it optional, or give it a default.");
    /// A required parameter is gone.
    RequiredParameterRemoved "required-parameter-removed", mirror RequiredParameterAdded,
        risky("The server ignores it, so what it asks for does not happen."),
        breaking("Clients that need it fail."),
        Some("Go on accepting or sending it, and mark it as deprecated.");
    /// A parameter is new and optional.
    OptionalParameterAdded "optional-parameter-added", mirror OptionalParameterRemoved,
        fine("Requests without it mean what they meant."),
        fine("Clients ignore headers that they do not know."), None;
    /// An optional parameter is gone.
    OptionalParameterRemoved "optional-parameter-removed", mirror OptionalParameterAdded,
        risky("The server ignores it, so what it asks for does not happen."),
        risky("Clients that use it find no value."),
        Some("Go on accepting or sending it, and mark it as deprecated.");
    /// A parameter is required from now on.
    ParameterBecameRequired "parameter-became-required", mirror ParameterBecameOptional,
        breaking("The server rejects requests without it."), fine(NARROWER),
        Some("Give it a default instead.");
    /// A parameter is optional from now on.
    ParameterBecameOptional "parameter-became-optional", mirror ParameterBecameRequired,
        fine(WIDER), breaking("Clients that need it fail if it is absent."),
        Some("Go on sending it in each response.");
    /// The value of a parameter is written in another style.
    ParameterStyleChanged "parameter-style-changed", mirror ParameterStyleChanged,
        breaking(UNREADABLE), breaking(UNREADABLE),
        Some("Add a parameter of another name with the new style.");

    // Bodies.
    /// A request has a body from now on, which is required.
    RequiredBodyAdded "required-body-added", mirror RequiredBodyRemoved,
        breaking("Clients send no body, and the server rejects their requests."), NOWHERE,
        Some("Make the body optional.");
    /// A request has no body any more.
    RequiredBodyRemoved "required-body-removed", mirror RequiredBodyAdded,
        risky("The server ignores what clients send."), NOWHERE, Some(NEW_OPERATION);
    /// A request may have a body from now on.
    OptionalBodyAdded "optional-body-added", mirror OptionalBodyRemoved,
        fine("Requests without a body mean what they meant."), NOWHERE, None;
    /// A request has no body any more, which was optional.
    OptionalBodyRemoved "optional-body-removed", mirror OptionalBodyAdded,
        risky("The server ignores what clients send."), NOWHERE, Some(NEW_OPERATION);
    /// The body of a request is required from now on.
    BodyBecameRequired "body-became-required", mirror BodyBecameOptional,
        breaking("The server rejects requests without a body."), fine(NARROWER), None;
    /// The body of a request is optional from now on.
    BodyBecameOptional "body-became-optional", mirror BodyBecameRequired,
        fine(WIDER), breaking("Receivers reject requests without a body."), None;
    /// A media type is no longer accepted or sent.
    MediaTypeRemoved "media-type-removed", mirror MediaTypeAdded,
        breaking("The server rejects bodies of this media type with 415."),
        breaking("Clients that ask for it, or read nothing else, fail."),
        Some("Go on accepting and sending it beside the new one.");
    /// A media type is accepted or sent as well.
    MediaTypeAdded "media-type-added", mirror MediaTypeRemoved,
        fine(WIDER), fine("Clients that do not ask for it get what they got."), None;
    /// The only content has another media type.
    MediaTypeChanged "media-type-changed", mirror MediaTypeChanged,
        breaking("The server rejects bodies of this media type with 415."),
        breaking("Clients that ask for the old one, or read nothing else, fail."),
        Some("Go on accepting and sending the old one beside the new one.");
    /// The largest size of a body is smaller.
    MaxSizeLowered "max-size-lowered", mirror MaxSizeRaised,
        breaking("The server rejects larger bodies with 413."), fine(NARROWER), Some(LOOSE);
    /// The largest size of a body is larger.
    MaxSizeRaised "max-size-raised", mirror MaxSizeLowered,
        fine(WIDER), risky(UNCHECKED), None;
    /// A body must satisfy a JSON Schema besides its type.
    SchemaAdded "schema-added", mirror SchemaRemoved,
        breaking("The server rejects bodies that do not satisfy it."), fine(NARROWER), None;
    /// A body need not satisfy a JSON Schema any more.
    SchemaRemoved "schema-removed", mirror SchemaAdded,
        fine(WIDER), risky(UNCHECKED), None;
    /// A body must satisfy another JSON Schema.
    SchemaChanged "schema-changed", mirror SchemaChanged,
        unknown("Two schemas cannot be compared: the server may reject bodies that were valid."),
        unknown("Two schemas cannot be compared."), None;
    /// A body is of another kind: JSON, text, bytes, a form, a stream.
    ContentChanged "content-changed", mirror ContentChanged,
        breaking(UNREADABLE), breaking(UNREADABLE), Some("Offer the new content beside the old one.");
    /// A response has content from now on.
    ContentAdded "content-added", mirror ContentRemoved,
        breaking("Clients send no content, and the server rejects their requests."),
        fine("Clients that expect no content ignore it."), None;
    /// A response has no content any more.
    ContentRemoved "content-removed", mirror ContentAdded,
        risky("The server ignores what clients send."),
        breaking("Clients expect content, and find none."), None;
    /// The field around the value of a body has another name, is new or is gone.
    EnvelopeChanged "envelope-changed", mirror EnvelopeChanged,
        breaking(UNREADABLE), breaking(UNREADABLE), Some(NEW_OPERATION);
    /// The fields of a form are written in another style.
    FormStyleChanged "form-style-changed", mirror FormStyleChanged,
        breaking(UNREADABLE), breaking(UNREADABLE), None;
    /// A content is asked for with another value, or in another part of the request.
    SelectorChanged "selector-changed", mirror SelectorChanged,
        breaking("Clients get another content than they ask for."), NOWHERE, None;

    // Responses.
    /// A success has another status, or one status fewer.
    StatusRemoved "status-removed", mirror StatusAdded,
        fine("Receivers send a status that is still accepted."),
        breaking("Clients that wait for this status do not get it."),
        Some("Go on sending the old status.");
    /// A success may have one more status.
    StatusAdded "status-added", mirror StatusRemoved,
        fine(WIDER), risky("Clients that know only the other statuses may take it for a failure."), None;
    /// A success may have any status of a class, and had one of them.
    StatusWidened "status-widened", mirror StatusNarrowed,
        fine(WIDER), risky("Clients that know only the old status may take others for a failure."), None;
    /// A success has one status of the class that it had.
    StatusNarrowed "status-narrowed", mirror StatusWidened,
        fine("Receivers send a status that is still accepted."), fine(NARROWER), None;
    /// A response no longer tells whether a copy of its content is current.
    ValidatorRemoved "validator-removed", mirror ValidatorAdded,
        NOWHERE, risky("Clients get the whole content again, even if it has not changed."), None;
    /// A response tells whether a copy of its content is current.
    ValidatorAdded "validator-added", mirror ValidatorRemoved,
        NOWHERE, fine("Clients that do not ask get what they got."), None;
    /// The items of a list are in another order.
    OrderChanged "order-changed", mirror OrderChanged,
        NOWHERE, risky("Clients that rely on the order take the wrong item for the first."), None;
    /// The position of the next page is elsewhere.
    NextPageChanged "next-page-changed", mirror NextPageChanged,
        NOWHERE, breaking("Clients find no further pages."),
        Some("Send the position of the next page in both places.");
    /// A stream ends in another way.
    EndEventChanged "end-event-changed", mirror EndEventChanged,
        breaking("The other side does not notice the end of the stream."),
        breaking("Clients do not notice the end of the stream."), None;
    /// Errors in a stream look different.
    ErrorEventChanged "error-event-changed", mirror ErrorEventChanged,
        breaking(UNREADABLE), breaking("Clients take errors for other events, or the reverse."), None;
    /// Events have other names.
    EventNamesChanged "event-names-changed", mirror EventNamesChanged,
        breaking(UNREADABLE), breaking("Clients do not recognize the events."), None;
    /// A stream does not continue after the last event any more.
    ResumptionRemoved "resumption-removed", mirror ResumptionAdded,
        NOWHERE, risky("Clients that reconnect miss events, or get them twice."), None;
    /// A stream continues after the last event.
    ResumptionAdded "resumption-added", mirror ResumptionRemoved,
        NOWHERE, fine("Clients that do not reconnect get what they got."), None;

    // Errors.
    /// An error is no longer documented.
    ErrorRemoved "error-removed", mirror ErrorAdded,
        NOWHERE, fine("Clients do not get it any more."), None;
    /// An error is documented as well.
    ErrorAdded "error-added", mirror ErrorRemoved,
        NOWHERE, fine("Clients take it for an error of its class."), None;
    /// The body of an error is of another kind, or in another media type.
    ErrorBodyChanged "error-body-changed", mirror ErrorBodyChanged,
        NOWHERE, breaking("Clients cannot read what the error says."), None;
    /// The body that all errors share has other fields.
    ErrorShapeChanged "error-shape-changed", mirror ErrorShapeChanged,
        NOWHERE, breaking("Clients cannot read what errors say."),
        Some("Add the new fields beside the old ones.");
    /// The code of an error, or another value by which programs recognize it, is different.
    ErrorValueChanged "error-value-changed", mirror ErrorValueChanged,
        NOWHERE, breaking("Clients do not recognize the error."), None;
    /// The same request does not succeed later any more after this error.
    RetryHintRemoved "retry-hint-removed", mirror RetryHintAdded,
        NOWHERE, risky("Clients repeat requests in vain."), None;
    /// The same request may succeed later after this error.
    RetryHintAdded "retry-hint-added", mirror RetryHintRemoved,
        NOWHERE, fine("Clients that do not repeat requests need not."), None;

    // Who may call.
    /// Callers need credentials from now on.
    AuthAdded "auth-added", mirror AuthRemoved,
        breaking("The server rejects requests without credentials."), NOWHERE,
        Some("Make the credentials optional until all clients send them.");
    /// Callers need no credentials any more.
    AuthRemoved "auth-removed", mirror AuthAdded,
        fine("The server ignores credentials."), NOWHERE, None;
    /// Credentials were optional, and are required from now on.
    AuthBecameRequired "auth-became-required", mirror AuthBecameOptional,
        breaking("The server rejects requests without credentials."), NOWHERE, None;
    /// Credentials are optional from now on.
    AuthBecameOptional "auth-became-optional", mirror AuthBecameRequired,
        fine(WIDER), NOWHERE, None;
    /// A kind of credentials is no longer accepted.
    CredentialsRemoved "credentials-removed", mirror CredentialsAdded,
        breaking("The server rejects requests with these credentials."), NOWHERE,
        Some("Go on accepting them beside the new ones.");
    /// Other credentials are accepted as well.
    CredentialsAdded "credentials-added", mirror CredentialsRemoved,
        fine(WIDER), NOWHERE, None;
    /// Credentials need a further scope, or are of a kind that fewer callers have.
    ScopeAdded "scope-added", mirror ScopeRemoved,
        breaking("The server refuses credentials that lack it."), NOWHERE, None;
    /// Credentials need a scope less, or may be of a kind that more callers have.
    ScopeRemoved "scope-removed", mirror ScopeAdded,
        fine(WIDER), NOWHERE, None;
    /// Tokens come from another URL.
    TokenUrlChanged "token-url-changed", mirror TokenUrlChanged,
        risky("Clients that use the old URL may get no tokens."), NOWHERE, None;
    /// Requests without suitable credentials get another status.
    AuthStatusChanged "auth-status-changed", mirror AuthStatusChanged,
        NOWHERE, risky("Clients that react to the old status do not recognize the new one."), None;

    // Fields of objects.
    /// A field is new and required.
    RequiredFieldAdded "required-field-added", mirror RequiredFieldRemoved,
        breaking("Clients do not send it, and the server rejects their requests."),
        fine("Clients ignore fields that they do not know."),
        Some("Make it optional, or give it a default.");
    /// A required field is gone.
    RequiredFieldRemoved "required-field-removed", mirror RequiredFieldAdded,
        risky("The server ignores what clients send in it."),
        breaking("Clients need it, and cannot read the response."), Some(ALONGSIDE);
    /// A field is new and optional.
    OptionalFieldAdded "optional-field-added", mirror OptionalFieldRemoved,
        fine("Requests without it mean what they meant."),
        fine("Clients ignore fields that they do not know."), None;
    /// An optional field is gone.
    OptionalFieldRemoved "optional-field-removed", mirror OptionalFieldAdded,
        risky("The server ignores what clients send in it."),
        risky("Clients that use it find no value."),
        Some("Mark it as deprecated, and remove it when nobody uses it any more.");
    /// An optional field is gone from an object that accepts no others.
    RefusedFieldRemoved "refused-field-removed", mirror RefusedFieldAdded,
        breaking("The server rejects requests that have it."),
        risky("Clients that use it find no value."), Some(ALONGSIDE);
    /// An optional field is new in an object that accepted no others.
    RefusedFieldAdded "refused-field-added", mirror RefusedFieldRemoved,
        fine("Requests without it mean what they meant."),
        fine("Clients ignore fields that they do not know."), None;
    /// A required field is new in an object that accepted no others.
    RequiredRefusedFieldAdded "required-refused-field-added", mirror RequiredRefusedFieldRemoved,
        breaking("Clients do not send it, and the server rejects their requests."),
        fine("Clients ignore fields that they do not know."),
        Some("Make it optional, or give it a default.");
    /// A required field is gone from an object that accepts no others.
    RequiredRefusedFieldRemoved "required-refused-field-removed", mirror RequiredRefusedFieldAdded,
        breaking("The server rejects requests that have it."),
        breaking("Clients need it, and cannot read the response."), Some(ALONGSIDE);
    /// A field is required from now on.
    FieldBecameRequired "field-became-required", mirror FieldBecameOptional,
        breaking("The server rejects requests without it."), fine(NARROWER),
        Some("Give it a default instead.");
    /// A field is optional from now on.
    FieldBecameOptional "field-became-optional", mirror FieldBecameRequired,
        fine(WIDER), breaking("Clients need it, and cannot read responses without it."),
        Some("Go on sending it in each response.");
    /// An absent value means something from now on.
    DefaultAdded "default-added", mirror DefaultRemoved,
        risky("Whether an absent value meant the same before is not described."),
        risky("Clients that know the default use it, and the others do not."), None;
    /// What an absent value means is no longer described.
    DefaultRemoved "default-removed", mirror DefaultAdded,
        risky("Whether an absent value means the same from now on is not described."),
        risky("Clients may go on using the old default."), None;
    /// An absent value means something else.
    DefaultChanged "default-changed", mirror DefaultChanged,
        breaking("Requests without the value mean something else."),
        risky("Clients that fill in the old default misread an absent value."),
        Some("Add a new field or parameter with the new default.");
    /// An object accepts no other fields any more.
    OtherFieldsRefused "other-fields-refused", mirror OtherFieldsAccepted,
        breaking("The server rejects requests that have other fields."), fine(NARROWER), None;
    /// An object accepts other fields.
    OtherFieldsAccepted "other-fields-accepted", mirror OtherFieldsRefused,
        fine(WIDER), fine("Clients ignore fields that they do not know."), None;
    /// The other fields of an object are ignored, and no longer kept.
    OtherFieldsDropped "other-fields-dropped", mirror OtherFieldsKept,
        risky("The server ignores what clients send in other fields."),
        risky("Clients that use other fields may find none."), None;
    /// The other fields of an object are kept, and no longer ignored.
    OtherFieldsKept "other-fields-kept", mirror OtherFieldsDropped,
        fine(WIDER), fine("Clients ignore fields that they do not know."), None;
    /// The other fields of an object, which were ignored, must have a type.
    OtherFieldsTyped "other-fields-typed", mirror OtherFieldsUntyped,
        risky("Other fields that the server ignored must now have the right type."),
        fine("Clients ignore fields that they do not know."), None;
    /// The other fields of an object, which had a type, are ignored.
    OtherFieldsUntyped "other-fields-untyped", mirror OtherFieldsTyped,
        risky("The server ignores what clients send in other fields."),
        risky("Clients that use other fields may find none, or other values."), None;
    /// A field or a parameter always has another value.
    ConstantChanged "constant-changed", mirror ConstantChanged,
        breaking(REJECTED), breaking(UNEXPECTED), Some(ALONGSIDE);

    // Types.
    /// A value has another type.
    TypeChanged "type-changed", mirror TypeChanged,
        breaking(REJECTED), breaking(UNEXPECTED), Some(ALONGSIDE);
    /// A value has a wider type, which has all values of the old one.
    TypeWidened "type-widened", mirror TypeNarrowed,
        fine(WIDER), breaking(UNEXPECTED), Some(ALONGSIDE);
    /// A value has a narrower type, which lacks some values of the old one.
    TypeNarrowed "type-narrowed", mirror TypeWidened,
        breaking(REJECTED), fine(NARROWER), Some(ALONGSIDE);
    /// A value may be null.
    NullAdded "null-added", mirror NullRemoved,
        fine(WIDER), breaking("Clients that need a value cannot read null."), Some(ALONGSIDE);
    /// A value may not be null any more.
    NullRemoved "null-removed", mirror NullAdded,
        breaking("The server rejects null."), fine(NARROWER), None;
    /// An array has another number of elements.
    TupleLengthChanged "tuple-length-changed", mirror TupleLengthChanged,
        breaking(REJECTED), breaking(UNEXPECTED), Some(ALONGSIDE);
    /// A type or a field has another form in XML.
    XmlChanged "xml-changed", mirror XmlChanged,
        breaking(UNREADABLE), breaking(UNREADABLE), None;

    // Enumerations and unions.
    /// An enumeration has a further value.
    EnumValueAdded "enum-value-added", mirror EnumValueRemoved,
        fine(WIDER), breaking(UNEXPECTED),
        Some("Mark the enumeration as `open` first, so that clients are prepared for further values.");
    /// An enumeration lacks a value that it had.
    EnumValueRemoved "enum-value-removed", mirror EnumValueAdded,
        breaking("The server rejects the value."), fine(NARROWER),
        Some("Go on accepting the value, and mark it as deprecated.");
    /// An open enumeration has a further value.
    OpenEnumValueAdded "open-enum-value-added", mirror OpenEnumValueRemoved,
        fine(WIDER), risky("Clients get a value that they do not know. They were told to expect that."), None;
    /// An open enumeration lacks a value that it had.
    OpenEnumValueRemoved "open-enum-value-removed", mirror OpenEnumValueAdded,
        risky("The server accepts the value, and does not know it."), fine(NARROWER), None;
    /// An enumeration that is open in responses has a further value.
    ResponseEnumValueAdded "response-enum-value-added", mirror ResponseEnumValueRemoved,
        fine(WIDER), risky("Clients get a value that they do not know. They were told to expect that."), None;
    /// An enumeration that is open in responses lacks a value that it had.
    ResponseEnumValueRemoved "response-enum-value-removed", mirror ResponseEnumValueAdded,
        breaking("The server rejects the value."), fine(NARROWER),
        Some("Go on accepting the value, and mark it as deprecated.");
    /// A union has a further variant.
    VariantAdded "variant-added", mirror VariantRemoved,
        fine(WIDER), breaking(UNEXPECTED),
        Some("Mark the union as `open` first, so that clients are prepared for further variants.");
    /// A union lacks a variant that it had.
    VariantRemoved "variant-removed", mirror VariantAdded,
        breaking("The server rejects values of this variant."), fine(NARROWER),
        Some("Go on accepting the variant, and mark it as deprecated.");
    /// An open union has a further variant.
    OpenVariantAdded "open-variant-added", mirror OpenVariantRemoved,
        fine(WIDER), risky("Clients get a variant that they do not know. They were told to expect that."), None;
    /// An open union lacks a variant that it had.
    OpenVariantRemoved "open-variant-removed", mirror OpenVariantAdded,
        risky("The server accepts the variant, and does not know it."), fine(NARROWER), None;
    /// A union that is open in responses has a further variant.
    ResponseVariantAdded "response-variant-added", mirror ResponseVariantRemoved,
        fine(WIDER), risky("Clients get a variant that they do not know. They were told to expect that."), None;
    /// A union that is open in responses lacks a variant that it had.
    ResponseVariantRemoved "response-variant-removed", mirror ResponseVariantAdded,
        breaking("The server rejects values of this variant."), fine(NARROWER),
        Some("Go on accepting the variant, and mark it as deprecated.");
    /// An enumeration or a union may have values that are not listed.
    TypeOpened "type-opened", mirror TypeClosed,
        fine(WIDER), breaking(UNEXPECTED), None;
    /// An enumeration or a union has no values but those that are listed.
    TypeClosed "type-closed", mirror TypeOpened,
        breaking(REJECTED), fine(NARROWER), None;
    /// The variants of a union are told apart in another way.
    TagChanged "tag-changed", mirror TagChanged,
        breaking("The server does not recognize the variants."),
        breaking("Clients do not recognize the variants."), Some(ALONGSIDE);
    /// An object without a tag is no variant any more.
    DefaultVariantRemoved "default-variant-removed", mirror DefaultVariantAdded,
        breaking("The server rejects objects without a tag."), fine(NARROWER), None;
    /// An object without a tag is a variant as well.
    DefaultVariantAdded "default-variant-added", mirror DefaultVariantRemoved,
        fine(WIDER), breaking("Clients do not recognize objects without a tag."), None;

    // Limits.
    /// The smallest number is greater.
    MinimumRaised "minimum-raised", mirror MinimumLowered,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// The smallest number is less.
    MinimumLowered "minimum-lowered", mirror MinimumRaised,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// The greatest number is less.
    MaximumLowered "maximum-lowered", mirror MaximumRaised,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// The greatest number is greater.
    MaximumRaised "maximum-raised", mirror MaximumLowered,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// Numbers must be multiples of a number.
    MultipleOfAdded "multiple-of-added", mirror MultipleOfRemoved,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// Numbers need not be multiples of that number any more.
    MultipleOfRemoved "multiple-of-removed", mirror MultipleOfAdded,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// Numbers must be multiples of another number.
    MultipleOfChanged "multiple-of-changed", mirror MultipleOfChanged,
        breaking(REJECTED), risky(UNCHECKED), Some(LOOSE);
    /// Text has more characters at least.
    MinLengthRaised "min-length-raised", mirror MinLengthLowered,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// Text may have fewer characters.
    MinLengthLowered "min-length-lowered", mirror MinLengthRaised,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// Text has fewer characters at most.
    MaxLengthLowered "max-length-lowered", mirror MaxLengthRaised,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// Text may have more characters.
    MaxLengthRaised "max-length-raised", mirror MaxLengthLowered,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// A list has more items at least.
    MinItemsRaised "min-items-raised", mirror MinItemsLowered,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// A list may have fewer items.
    MinItemsLowered "min-items-lowered", mirror MinItemsRaised,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// A list has fewer items at most.
    MaxItemsLowered "max-items-lowered", mirror MaxItemsRaised,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// A list may have more items.
    MaxItemsRaised "max-items-raised", mirror MaxItemsLowered,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// The items of a list must be different.
    UniqueItemsAdded "unique-items-added", mirror UniqueItemsRemoved,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// The items of a list need not be different any more.
    UniqueItemsRemoved "unique-items-removed", mirror UniqueItemsAdded,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// Text must match a pattern.
    PatternAdded "pattern-added", mirror PatternRemoved,
        breaking(REJECTED), fine(NARROWER), Some(LOOSE);
    /// Text need not match a pattern any more.
    PatternRemoved "pattern-removed", mirror PatternAdded,
        fine(WIDER), risky(UNCHECKED), Some(LOOSE);
    /// Text must match another pattern.
    PatternChanged "pattern-changed", mirror PatternChanged,
        unknown("Two patterns cannot be compared: the server may reject text that was valid."),
        unknown("Two patterns cannot be compared: clients that check values may get others."), None;

    // Generated Rust. The change itself says whom it concerns.
    /// A type has another name in Rust.
    TypeRenamed "type-renamed", mirror TypeRenamed, NOWHERE, NOWHERE,
        Some("Leave the old name in the crate as an alias: `types: { OldName: { is: NewName, deprecated: … } }`.");
    /// The generated crate, its handler trait or its runtime has another name.
    CrateRenamed "crate-renamed", mirror CrateRenamed, NOWHERE, NOWHERE, None;
    /// A Rust item is new.
    ItemAdded "item-added", mirror ItemRemoved, NOWHERE, NOWHERE, None;
    /// A Rust item is gone.
    ItemRemoved "item-removed", mirror ItemAdded, NOWHERE, NOWHERE, None;
    /// A Rust field, variant or method is new.
    MemberAdded "member-added", mirror MemberRemoved, NOWHERE, NOWHERE, None;
    /// A Rust field, variant or method is gone.
    MemberRemoved "member-removed", mirror MemberAdded, NOWHERE, NOWHERE, None;
    /// A Rust field, variant, method or argument has another type.
    SignatureTypeChanged "signature-type-changed", mirror SignatureTypeChanged, NOWHERE, NOWHERE, None;
    /// The arguments of a Rust function are in another order.
    ArgumentsReordered "arguments-reordered", mirror ArgumentsReordered, NOWHERE, NOWHERE, None;
    /// A type implements a further trait.
    TraitAdded "trait-added", mirror TraitRemoved, NOWHERE, NOWHERE, None;
    /// A type does not implement a trait any more.
    TraitRemoved "trait-removed", mirror TraitAdded, NOWHERE, NOWHERE,
        Some("Ask for the trait in `rust.derives`, if the type can have it.");
    /// A cargo feature is new.
    FeatureAdded "feature-added", mirror FeatureRemoved, NOWHERE, NOWHERE, None;
    /// A cargo feature is gone.
    FeatureRemoved "feature-removed", mirror FeatureAdded, NOWHERE, NOWHERE, None;

    // What is announced, and what is not compared.
    /// Something is deprecated.
    Deprecated "deprecated", mirror DeprecationRemoved,
        fine("It still works."), fine("It is still sent."), None;
    /// Something is not deprecated any more.
    DeprecationRemoved "deprecation-removed", mirror Deprecated,
        fine("It works as before."), fine("It is sent as before."), None;
    /// A rule for values is new that Specsmith does not keep.
    UncheckedRuleAdded "unchecked-rule-added", mirror UncheckedRuleRemoved,
        unknown("It is not compared: the server may reject values that were valid."), fine(NARROWER), None;
    /// A rule for values is gone that Specsmith does not keep.
    UncheckedRuleRemoved "unchecked-rule-removed", mirror UncheckedRuleAdded,
        fine(WIDER), unknown("It is not compared: clients may get values that were not possible."), None;
    /// A part of the document that Specsmith does not keep is different.
    NotCompared "not-compared", mirror NotCompared,
        unknown("It is not compared: it may break clients."),
        unknown("It is not compared: it may break clients."), None;
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
