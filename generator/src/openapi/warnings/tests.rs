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
    let warnings_of = |fields: &str| {
        let content = format!("application/json: {{ schema: {{ type: object, {fields} }} }}");
        let error = |status| format!("{status}: {{ description: No, content: {{ {content} }} }}");
        let errors: Vec<String> = [400, 404, 409].map(error).into();
        let operation = format!(
            "get: {{ operationId: list, responses: {{ {} }} }}",
            errors.join(", ")
        );
        warnings(&format!("paths: {{ /books: {{ {operation} }} }}"))
    };
    let nothing = warnings_of("properties: { number: { type: integer } }");
    assert!(nothing.contains("no field has a message (if"), "{nothing}");
    assert!(
        nothing.contains("whose name is one of `message`, `detail`"),
        "{nothing}"
    );
    let required = warnings_of(
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
}

#[test]
fn what_is_kept_is_not_reported() {
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

#[test]
fn the_order_of_merged_schemas_says_nothing() {
    for members in [
        ["{ type: string }", "{ contains: { const: 1 } }"],
        ["{ contains: { const: 1 } }", "{ type: string }"],
    ] {
        let warnings = of_response(&format!("allOf: [{}]", members.join(", ")));
        assert!(!warnings.contains("`contains`"), "{warnings}");
    }
    let warnings = of_response("allOf: [{ contains: { const: 1 } }, { type: array, items: {} }]");
    assert!(warnings.contains("`contains` is not checked"), "{warnings}");
}

#[test]
fn a_choice_beside_null_has_no_default() {
    let of_components = |schema: &str| {
        let property = "anyOf: [{ $ref: '#/components/schemas/D' }, { type: 'null' }]";
        let response = response(&format!(
            "type: object, properties: {{ a: {{ {property} }} }}"
        ));
        warnings(&format!(
            "{response}\ncomponents: {{ schemas: {{ D: {{ {schema} }} }} }}"
        ))
    };
    let warnings = of_components("type: string, default: x");
    assert!(!warnings.contains("W0108"), "{warnings}");
}

/// The warnings about a property of a body, with their help.
fn of_schema(schema: &str) -> String {
    of_body(&format!(
        "type: object, properties: {{ x: {{ {schema} }} }}"
    ))
}

fn of_response(schema: &str) -> String {
    warnings(&response(schema))
}

fn response(schema: &str) -> String {
    let content = format!("content: {{ application/json: {{ schema: {{ {schema} }} }} }}");
    let responses = format!("200: {{ description: All, {content} }}");
    format!("paths: {{ /books: {{ get: {{ operationId: list, responses: {{ {responses} }} }} }} }}")
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
