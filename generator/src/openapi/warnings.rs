//! Warnings: what a document leaves open or contradicts, and what became of it.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::hash::{HashMap, HashSet};
use crate::source::Span;

/// What a warning is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Topic {
    BrokenReference,
    RemoteReference,
    EmptyName,
    MixedValues,
    SeveralChoices,
    Dropped,
    Value,
    Constraint,
    Union,
    Overlap,
    Path,
    Body,
    Content,
    Security,
    Server,
    Parameter,
    Style,
    Target,
    Pages,
    Ignored,
    MissingFile,
    ErrorShape,
    Extension,
    Repeated,
    Unread,
    Version,
    GivenName,
    Spelling,
    OperationId,
    WrongExtension,
    Events,
}

impl Topic {
    fn code(self) -> Code {
        Code(match self {
            Self::BrokenReference => "W0101",
            Self::RemoteReference => "W0102",
            Self::EmptyName => "W0103",
            Self::MixedValues => "W0104",
            Self::SeveralChoices => "W0105",
            Self::Dropped => "W0106",
            Self::Path => "W0107",
            Self::Value => "W0108",
            Self::Constraint => "W0114",
            Self::Union | Self::Overlap => "W0115",
            Self::Body => "W0109",
            Self::Content => "W0110",
            Self::Security => "W0111",
            Self::Server => "W0112",
            Self::Parameter => "W0113",
            Self::Target => "W0116",
            Self::Pages => "W0119",
            Self::Ignored => "W0117",
            Self::MissingFile => "W0118",
            Self::ErrorShape => "W0120",
            Self::Extension => "W0121",
            Self::Repeated => "W0122",
            Self::Unread => "W0123",
            Self::Version => "W0124",
            Self::Style => "W0125",
            Self::GivenName => "W0126",
            Self::Spelling => "W0127",
            Self::OperationId => "W0128",
            Self::WrongExtension => "W0140",
            Self::Events => "W0141",
        })
    }

    /// What is wrong, with what became of it.
    fn message(self, detail: &str) -> String {
        match self {
            Self::EmptyName => "a property without a name is left out".to_owned(),
            Self::MixedValues => format!("{detail}, so this is any JSON value"),
            Self::SeveralChoices => {
                "several choices at once have no type; only the properties beside them count"
                    .to_owned()
            }
            Self::Overlap => {
                "a value that fits several members of `anyOf` is read as one of them: the fields that only the others have are \
                 lost for handlers and clients"
                    .to_owned()
            }
            Self::Pages => format!("the list is not paged: {detail}"),
            Self::BrokenReference
            | Self::RemoteReference
            | Self::MissingFile
            | Self::Dropped
            | Self::Value
            | Self::Constraint
            | Self::Union
            | Self::Ignored
            | Self::Spelling
            | Self::Security
            | Self::GivenName
            | Self::OperationId
            | Self::Events => detail.to_owned(),
            Self::WrongExtension => format!("part of an extension is ignored: {detail}"),
            Self::ErrorShape => format!(
                "the errors that the router sends itself have a different body from most errors: {detail}"
            ),
            Self::Repeated => format!("the key `{detail}` is repeated; only the last one counts"),
            Self::Unread => {
                format!("`{detail}` is left out: Specsmith does not know this key of path items")
            }
            Self::Version => {
                format!("OpenAPI {detail} is read like 3.2; what is new in it is left out")
            }
            Self::Extension => format!("there is no extension `{detail}`"),
            Self::Path => format!("the operation is left out: {detail}"),
            Self::Body => format!("the body is left out: {detail}"),
            Self::Content => format!("the content is taken for bytes: {detail}"),
            Self::Server => format!("the server is left out: {detail}"),
            Self::Target => format!("the target `{detail}` selects nothing in the document"),
            Self::Parameter => format!("the parameter is left out: {detail}"),
            Self::Style => format!("the parameter is sent {detail}"),
        }
    }

    fn help(self) -> Option<&'static str> {
        match self {
            Self::RemoteReference => {
                Some("save a copy of it next to the document, and refer to that")
            }
            Self::BrokenReference => Some("correct the reference"),
            Self::MissingFile => {
                Some("correct the file, or the path, which is relative to this file")
            }
            Self::GivenName => Some("choose another name"),
            Self::OperationId => Some("give it another name with `x-specsmith-name`"),
            Self::Ignored => Some("check it in your own code, if it matters there"),
            _ => None,
        }
    }
}

/// The warnings of a document, each place once.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    found: Vec<(Topic, Diagnostic)>,
    seen: HashSet<(Topic, Span)>,
    /// The choices whose members the same value may fit, by these members.
    overlaps: HashMap<Span, Span>,
}

impl Warnings {
    pub(super) fn add(&mut self, topic: Topic, span: Span, detail: &str) {
        let help = topic.help().map(str::to_owned);
        self.push(topic, span, detail, help);
    }

    pub(super) fn add_with_help(&mut self, topic: Topic, span: Span, detail: &str, help: String) {
        self.push(topic, span, detail, Some(help));
    }

    /// Warns of a name that the owner gives, and that is not written as such names are.
    pub(super) fn add_changed(&mut self, span: Span, name: &str, instead: &str) {
        let what = format!("the name `{name}` is not valid here, so this is `{instead}`");
        let help = format!("write `{instead}`");
        self.add_with_help(Topic::GivenName, span, &what, help);
    }

    /// Warns of a name that the owner gives, and that something else has.
    pub(super) fn add_taken(&mut self, span: Span, name: &str, instead: &str) {
        let what = format!("the name `{name}` is taken, so this is `{instead}`");
        self.add(Topic::GivenName, span, &what);
    }

    fn push(&mut self, topic: Topic, span: Span, detail: &str, help: Option<String>) {
        if !self.seen.insert((topic, span)) {
            return;
        }
        let diagnostic = Diagnostic::warning(topic.code(), topic.message(detail), span);
        let diagnostic = match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        self.found.push((topic, diagnostic));
    }

    /// Warns of a choice whose members the same value may fit.
    pub(super) fn add_overlap(&mut self, choice: Span, members: impl Iterator<Item = Span>) {
        self.overlaps.extend(members.map(|member| (member, choice)));
        self.add(Topic::Overlap, choice, "");
    }

    /// Takes back the warning of the choice with this member: its members are one type.
    pub(super) fn take_back_overlap(&mut self, member: Span) {
        if let Some(choice) = self.overlaps.remove(&member) {
            self.found
                .retain(|(topic, of)| *topic != Topic::Overlap || of.span() != choice);
        }
    }

    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.found.into_iter().map(|(_, found)| found).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::source::SourceFile;

    #[test]
    fn a_choice_with_any_string_loses_no_format() {
        for (schema, is_warned) in [
            (
                "anyOf: [{ type: string }, { type: string, format: uuid }]",
                false,
            ),
            (
                "anyOf: [{ type: number }, { type: number, maximum: 3 }]",
                false,
            ),
            (
                "anyOf: [{ type: string, maxLength: 3 }, { type: string, format: uuid }]",
                true,
            ),
            (
                "anyOf: [{ type: integer, format: int32 }, { type: number, maximum: 3 }]",
                true,
            ),
            (
                // Servers check it.
                "anyOf: [{ type: integer }, { type: number, maximum: 3 }]",
                false,
            ),
            ("oneOf: [{ type: string }, { type: integer }]", false),
        ] {
            let warnings = of_schema(schema);
            let is_said = warnings.contains("in a choice is not checked");
            assert_eq!(is_said, is_warned, "{schema}: {warnings}");
            assert!(
                !warnings.contains("only one member"),
                "{schema}: {warnings}"
            );
        }
        let warnings = of_schema("oneOf: [{ type: string }, { type: string, format: uuid }]");
        let expected = "whether a value fits only one member of `oneOf` is not checked";
        assert!(warnings.contains(expected), "{warnings}");
    }

    #[test]
    fn errors_that_the_router_cannot_send_have_help() {
        let of = |fields: &str| {
            let content = format!("application/json: {{ schema: {{ type: object, {fields} }} }}");
            let error =
                |status| format!("{status}: {{ description: No, content: {{ {content} }} }}");
            let errors: Vec<String> = [400, 404, 409].map(error).into();
            let operation = format!(
                "get: {{ operationId: list, responses: {{ {} }} }}",
                errors.join(", ")
            );
            warnings(&format!("paths: {{ /books: {{ {operation} }} }}"))
        };
        let nothing = of("properties: { number: { type: integer } }");
        assert!(nothing.contains("no field has a message (if"), "{nothing}");
        assert!(
            nothing.contains("whose name is one of `message`, `detail`"),
            "{nothing}"
        );
        let required = of(
            "required: [at, message], properties: { at: { type: integer }, message: { type: string } }",
        );
        assert!(required.contains("make the field optional"), "{required}");
    }

    #[test]
    fn messages_use_the_words_of_the_document() {
        let limit = "type: integer, format: int32, maximum: 4294967295";
        let array = "type: array, items: { type: string }, minItems: 2, maxItems: 1";
        for (warnings, expected) in [
            (
                of_schema(limit),
                "`maximum` is beyond the values of `int32`, whose range stays the limit",
            ),
            (
                of_schema(array),
                "no value satisfies both constraints; `minItems` is left out",
            ),
            (
                of_operation("servers: [{ url: \"https://\" }]"),
                "`https://` is not the URL of a server",
            ),
            (
                of_operation("parameters: [{ name: q, in: headr, schema: { type: string } }]"),
                "`headr` is not a place of parameters (did you mean `header`?)",
            ),
            (
                of_operation("parameters: [{ in: query, schema: { type: string } }]"),
                "it has no name (add `name`)",
            ),
        ] {
            assert!(warnings.contains(expected), "{expected}: {warnings}");
        }
        let get = |id: &str| {
            format!(
                "get: {{ operationId: {id}, responses: {{ 204: {{ description: OK }}, 99: {{ description: No }} }} }}"
            )
        };
        let paths = format!(
            "paths: {{ '/a/{{x}}': {{ {} }}, '/a/{{y}}': {{ {} }} }}",
            get("one"),
            get("two")
        );
        let warnings = warnings(&paths);
        for expected in [
            "the operation `one` has the same route",
            "`99` is not a status",
        ] {
            assert!(warnings.contains(expected), "{expected}: {warnings}");
        }
    }

    #[test]
    fn nothing_is_changed_in_silence() {
        for (schema, expected) in [
            (
                "type: string, enum: [1, 2]",
                "the value `1` is not a string, as `type` says; it is read as the string `1`, and `1` itself is refused",
            ),
            (
                "type: integer, enum: [\"1\", 2]",
                "the value `\"1\"` is not an integer, as `type` says; it is read as `1`, and `\"1\"` itself is refused",
            ),
            (
                "type: integer, enum: [a, 2]",
                "the value `\"a\"` is not an integer, as `type` says; it is left out",
            ),
            (
                "type: string, default: 7",
                "the default `7` of `x` is not of its type, so it is read as `\"7\"`",
            ),
            (
                "type: boolean, example: \"true\"",
                "the example `\"true\"` of `x` is not of its type, so it is read as `true`",
            ),
            (
                "type: string, maxLength: -1",
                "a length or count that is not a whole number, 0 or greater, is not checked",
            ),
            (
                "type: string, minLength: 2.5",
                "a length or count that is not a whole number, 0 or greater, is not checked",
            ),
            (
                "type: number, minimum: small",
                "a limit of numbers that is not a number is not checked",
            ),
            (
                "type: string, pattern: 5",
                "a `pattern` that is not a string is not checked",
            ),
            (
                "type: string, format: uuid, minLength: 40",
                "`format: uuid` is left out",
            ),
            (
                "type: object, required: [y], additionalProperties: false, properties: { z: { type: string } }",
                "`y` is required, but there is no such property and others are forbidden",
            ),
            (
                "type: string, readOnly: true, writeOnly: true",
                "`x` is `readOnly` and `writeOnly`, which exclude each other",
            ),
            (
                "type: string, x-specsmith-name: fooBar",
                "the name `fooBar` is left out",
            ),
            (
                "type: object, properties: { z: { type: string } }, x-specsmith-name: 'my type'",
                "the name `my type` is left out",
            ),
        ] {
            let warnings = of_schema(schema);
            assert!(warnings.contains(expected), "{schema}: {warnings}");
        }
        for schema in [
            "type: string, enum: [a, null]",
            "type: number, enum: [1, 2.5]",
            "type: string, default: seven",
            "type: string, maxLength: 2.0",
            "type: number, minimum: 0, exclusiveMinimum: true",
            "type: string, format: uuid, minLength: 36",
            "type: string, x-specsmith-name: foo_bar",
        ] {
            let warnings = of_schema(schema);
            let others = warnings.replace("the length of a string whose format has a type", "");
            assert!(
                !others.contains("W0108") && !others.contains("W0126"),
                "{schema}: {warnings}"
            );
            assert!(!others.contains("W0114"), "{schema}: {warnings}");
            assert!(
                !others.contains("a length or count"),
                "{schema}: {warnings}"
            );
        }
    }

    #[test]
    fn constants_of_other_kinds_and_repeated_parameters_are_reported() {
        let body = "type: object, required: [c], properties: { c: { type: string, const: 1 } }";
        let warnings_of_body = of_body(body);
        let expected = "the value `1` is not a string";
        assert!(warnings_of_body.contains(expected), "{warnings_of_body}");
        let one = "{ name: q, in: query, schema: { type: string } }";
        let repeated = of_operation(&format!("parameters: [{one}, {one}]"));
        let expected = "a later one in the same list has the same name and place";
        assert!(repeated.contains(expected), "{repeated}");
        let named = of_operation("x-specsmith-name: AddBook");
        let expected = "the name `AddBook` is not valid here, so this is `add_book`";
        assert!(named.contains(expected), "{named}");
        let schemes = "{ type: oauth2, flows: { clientCredentials: { tokenUrl: \"https://a.example/t\", scopes: { read: R } } } }";
        let scoped = |scope: &str| {
            let operation = "get: { operationId: list, responses: { 204: { description: OK } } }";
            warnings(&format!(
                "security: [{{ o: [{scope}] }}]\npaths: {{ /books: {{ {operation} }} }}\ncomponents: {{ securitySchemes: {{ o: {schemes} }} }}"
            ))
        };
        assert_eq!(scoped("read"), "");
        let warnings = scoped("reed");
        let expected = "the scope `reed` is not among those of `o`; callers need it all the same (did you mean `read`?)";
        assert!(warnings.contains(expected), "{warnings}");
    }

    /// The warnings about a property of a body, with their help.
    fn of_schema(schema: &str) -> String {
        of_body(&format!(
            "type: object, properties: {{ x: {{ {schema} }} }}"
        ))
    }

    fn of_body(schema: &str) -> String {
        let content = format!("content: {{ application/json: {{ schema: {{ {schema} }} }} }}");
        of_operation(&format!("requestBody: {{ {content} }}"))
    }

    fn of_operation(keys: &str) -> String {
        let operation = format!(
            "post: {{ operationId: add, {keys}, responses: {{ 204: {{ description: OK }} }} }}"
        );
        warnings(&format!("paths: {{ /books: {{ {operation} }} }}"))
    }

    fn warnings(sections: &str) -> String {
        let document =
            format!("openapi: 3.1.0\ninfo: {{ title: Books, version: 1.0.0 }}\n{sections}\n");
        let source = SourceFile::new("books.yaml", document);
        let found = crate::convert(&source).unwrap().warnings;
        let lines = found.iter().map(|warning| {
            let help = warning.help.as_deref().unwrap_or_default();
            format!("{}: {} ({help})\n", warning.code.0, warning.message)
        });
        lines.collect()
    }
}
