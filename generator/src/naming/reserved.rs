//! The names that names of the spec must not collide with.

/// Words that cannot be raw identifiers.
pub(super) const NEVER_RAW: [&str; 4] = ["crate", "self", "super", "_"];

/// The keywords of every edition up to 2024, strict and reserved.
pub(super) const KEYWORDS: [&str; 50] = [
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "static",
    "struct",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "macro_rules",
    "union",
];

/// Rust's prelude and the other std items that generated code imports. An item with such a name would
/// shadow them in its own file, and for everyone who imports its whole module.
pub(super) const PRELUDE: [&str; 45] = [
    "Arc",
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "BTreeMap",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// The items that the module `server` re-exports from the runtime, by their path there.
pub(crate) const SERVER_EXPORTS: [(&str, &[&str]); 4] = [
    ("specsmith_runtime", &["Operation"]),
    ("specsmith_runtime::codegen", &["Router"]),
    ("specsmith_runtime::error", &["OperationFailure"]),
    (
        "specsmith_runtime::server",
        &[
            "ApiKey",
            "AuthError",
            "BasicCredentials",
            "BearerToken",
            "RequestHead",
            "ServerConfig",
        ],
    ),
];

/// Those of them that only handlers with keys need.
pub(crate) const AUTH_EXPORTS: [&str; 4] =
    ["ApiKey", "AuthError", "BasicCredentials", "BearerToken"];

/// The types of the runtime that the module `types` may re-export, unless the API has a type of the
/// same name.
pub(crate) const TYPES_EXPORTS: [&str; 31] = [
    "Body",
    "Boxed",
    "Bytes",
    "Conditional",
    "Conditions",
    "Date",
    "Decimal",
    "DecimalNumber",
    "Duration",
    "ETag",
    "Email",
    "Event",
    "EventStream",
    "FilePart",
    "IpAddr",
    "Ipv4Addr",
    "Ipv6Addr",
    "Json",
    "JsonLines",
    "LastModified",
    "Maybe",
    "Media",
    "Multipart",
    "MultipartError",
    "StreamError",
    "Tagged",
    "Time",
    "Timestamp",
    "Uri",
    "Uuid",
    "Validators",
];

/// Other items that the files of the module `server` define or import. The arguments of operations are
/// defined in the same files.
pub(crate) const SERVER_ITEMS: [&str; 6] = [
    "Credentials",
    "Key",
    "Page",
    "PageRequest",
    "Policy",
    "Routes",
];

/// The items of the module `client` that have the same name in every API.
pub(crate) const CLIENT_ITEMS: [&str; 3] = ["CallWith", "Client", "Credentials"];

/// The types of the runtime that the module `client` re-exports in every API.
pub(crate) const CLIENT_EXPORTS: [&str; 21] = [
    "Blocking",
    "BuildError",
    "Call",
    "DecodeError",
    "Deviation",
    "Error",
    "Items",
    "RawCall",
    "RawResponse",
    "Rejected",
    "Remedy",
    "RequestError",
    "Response",
    "Retry",
    "RetryBudget",
    "Timeout",
    "TimeoutKind",
    "TooLarge",
    "TransportError",
    "Try",
    "UndocumentedResponse",
];

/// Those that it re-exports with a source of access tokens.
pub(crate) const TOKEN_EXPORTS: [&str; 6] = [
    "AccessToken",
    "ClientCredentials",
    "RefreshToken",
    "TokenError",
    "TokenFuture",
    "TokenSource",
];

/// Those that it re-exports with credentials that callers write themselves.
pub(crate) const CUSTOM_EXPORTS: [&str; 1] = ["HttpRequest"];

/// The items of the module `webhooks` that have the same name in every API.
pub(crate) const WEBHOOK_ITEMS: [&str; 15] = [
    "CallWith",
    "Error",
    "PerRecipient",
    "Receiver",
    "RequestHead",
    "Router",
    "Routes",
    "Sender",
    "SenderBuilder",
    "ServerConfig",
    "SignedWebhook",
    "Signer",
    "StandardWebhooks",
    "UnsignedWebhook",
    "WebhookError",
];

/// The functions of the module `webhooks`, and the method that checks signatures.
pub(crate) const WEBHOOK_FUNCTIONS: [&str; 5] = [
    "router",
    "router_per_request",
    "router_with",
    "verify",
    "with_webhooks",
];

/// The names that pages cannot have: the names of items at the root of the crate, and of generic parameters
/// next to pages.
pub(super) const PAGE_NEIGHBOURS: [&str; 6] = ["Client", "ClientBuilder", "E", "Error", "O", "T"];

/// The methods that every client has: its own, and the methods of the traits that it implements. An
/// operation of the same name would shadow them.
pub(super) const CLIENT_METHODS: [&str; 15] = [
    "borrow",
    "borrow_mut",
    "builder",
    "clone",
    "clone_from",
    "clone_into",
    "fmt",
    "from",
    "in_process",
    "into",
    "request",
    "to_owned",
    "try_from",
    "try_into",
    "type_id",
];

/// The functions of every fake, besides the names that no client can have either.
pub(super) const FAKE_METHODS: [&str; 4] = ["calls", "default", "new", "requests"];

/// The items of the module `fake` that have the same name in every API.
pub(crate) const FAKE_ITEMS: [&str; 1] = ["Fake"];

/// The statics in generated code that are not named after operations.
pub(crate) const STATICS: [&str; 4] = ["ALL", "AUTH", "ERRORS", "SERVICE"];

/// The methods of a call that are not named after parameters.
pub(crate) const CALL_METHODS: [&str; 8] = [
    "header",
    "into_future",
    "retry",
    "send",
    "send_raw",
    "stream",
    "timeout",
    "try_timeout",
];

/// The one that only calls for pages have.
pub(crate) const STREAM: &str = "stream";

/// The idempotency key of an operation: a method of its call, and a field of the handler's arguments.
pub(crate) const IDEMPOTENCY_KEY: &str = "idempotency_key";

/// The conditions of requests: a field of the handler's arguments, and methods of a call.
pub(crate) const CONDITIONS: [&str; 3] = ["conditions", "if_modified_since", "if_none_match"];

/// The fields of a successful response besides its headers. It has its status if the server chooses that from a class.
pub(crate) const fn response_fields(has_status: bool) -> &'static [&'static str] {
    if has_status {
        &["body", "status"]
    } else {
        &["body"]
    }
}

/// The methods and fields of every error, besides [`METHODS`].
pub(crate) const ERROR_METHODS: [&str; 9] = [
    "body",
    "caused_by",
    "context",
    "new",
    "request_id",
    "retry_after",
    "status",
    "with_message",
    "with_metadata",
];

/// Crates that appear in paths, and the parent modules of the groups.
pub(super) const MODULES: [&str; 9] = [
    "alloc",
    "client",
    "core",
    "operations",
    "rt",
    "server",
    "specsmith_runtime",
    "std",
    "types",
];

/// The features that every crate has.
pub(super) const FEATURES: [&str; 5] = ["client", "default", "fake", "rustls", "server"];

/// Whether Windows reserves this file name for a device, with any extension.
pub(crate) fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let numbered = name.strip_prefix("com").or(name.strip_prefix("lpt"));
    matches!(name.as_str(), "aux" | "con" | "nul" | "prn")
        || numbered.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']))
}

/// The functions that callers use on every object: a method of such a name would take their place.
pub(crate) const METHODS: [&str; 19] = [
    "as_ref",
    "borrow",
    "borrow_mut",
    "clone",
    "clone_from",
    "clone_into",
    "default",
    "deserialize",
    "eq",
    "fmt",
    "from",
    "into",
    "ne",
    "new",
    "serialize",
    "to_owned",
    "try_from",
    "try_into",
    "type_id",
];
