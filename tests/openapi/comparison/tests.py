"""Different spellings of an API are the same, and each change of it is found."""

import copy
import unittest

from .differences import KNOWN, Differences
from .document import Document
from .operations import Comparison
from .schemas import Schemas

ORIGINAL = {
    "openapi": "3.0.3",
    "servers": [{"url": "https://books.example/v1/"}],
    "security": [{"key": []}],
    "paths": {
        "/books/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}],
            "get": {
                "parameters": [
                    {"name": "tags", "in": "query", "style": "form", "explode": False, "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "X-Trace", "in": "header", "required": True, "schema": {"type": "string"}},
                ],
                "responses": {
                    "200": {
                        "description": "The book.",
                        "headers": {"ETag": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}},
                    },
                    "404": {"description": "None.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
                },
            },
            "put": {
                "security": [{}, {"token": ["write"]}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}},
                "responses": {"204": {"description": "Done."}},
            },
        }
    },
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "token": {"type": "http", "scheme": "Bearer"},
        },
        "schemas": {
            "Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "minLength": 1}}},
            "Book": {
                "allOf": [
                    {"$ref": "#/components/schemas/Named"},
                    {
                        "type": "object",
                        "required": ["pages"],
                        "properties": {
                            "pages": {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
                            "state": {"type": "string", "enum": ["lent", "there"]},
                            "price": {"oneOf": [{"$ref": "#/components/schemas/Price"}], "nullable": True},
                            "next": {"$ref": "#/components/schemas/Book"},
                            "stars": {"type": "integer", "default": 3},
                            "kept": {"oneOf": [{"$ref": "#/components/schemas/Shelf"}, {"type": "string"}]},
                        },
                    },
                ]
            },
            "Price": {"type": "number"},
            "Shelf": {"type": "object", "properties": {"row": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
            "Problem": {"type": "object", "properties": {"title": {"type": "string"}}},
        },
    },
}

EXPORT = {
    "openapi": "3.1.1",
    "servers": [{"url": "https://books.example/v1"}],
    "paths": {
        "/books/{book}": {
            "get": {
                "parameters": [
                    {"name": "book", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}},
                    {"name": "tags", "in": "query", "style": "form", "explode": False, "schema": {"type": "array", "items": {"type": "string"}}},
                    {"name": "x-trace", "in": "header", "required": True, "schema": {"type": "string"}},
                ],
                "responses": {
                    "200": {
                        "description": "The book.",
                        "headers": {"ETag": {"schema": {"type": "string"}}, "X-Request-Id": {"$ref": "#/components/headers/RequestId"}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}},
                    },
                    "404": {"description": "None.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
                    "500": {"$ref": "#/components/responses/Implied500"},
                },
                "security": [{"key": []}],
            },
            "put": {
                "parameters": [{"name": "book", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}],
                "requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}},
                "responses": {"204": {"description": "Done."}},
                "security": [{"token": ["write"]}, {}],
            },
        }
    },
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "token": {"type": "http", "scheme": "bearer"},
        },
        "headers": {"RequestId": {"description": "Identifies the request.", "schema": {"type": "string"}}},
        "responses": {
            "Implied500": {
                "x-implied": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
        },
        "schemas": {
            "Book": {
                "type": "object",
                "required": ["name", "pages"],
                "properties": {
                    "name": {"type": "string", "minLength": 1},
                    "pages": {"type": "integer", "format": "int64", "exclusiveMinimum": 0},
                    "state": {"$ref": "#/components/schemas/State"},
                    "price": {"type": ["number", "null"], "format": "double"},
                    "next": {"$ref": "#/components/schemas/Book"},
                    "stars": {"type": "integer", "format": "int64", "default": 3},
                    "kept": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/Shelf"}]},
                },
            },
            "State": {"type": "string", "x-extensible-enum": ["lent", "there"]},
            "Shelf": {
                "type": "object",
                "properties": {"row": {"type": "integer", "format": "int64"}},
                "additionalProperties": {"type": "string"},
            },
            "Problem": {"type": "object", "properties": {"title": {"type": "string"}}},
        },
    },
}

BOOK = ("components", "schemas", "Book")
GET = ("paths", "/books/{book}", "get")
PUT = ("paths", "/books/{book}", "put")
BODY = ("content", "application/json")

# A change of the export, and the kind of difference that it is.
CHANGES = [
    ("operation lost", PUT, None),
    ("parameter lost", (*GET, "parameters", 1), None),
    ("parameter lost", (*GET, "parameters", 1, "name"), "labels"),
    ("required lost", (*GET, "parameters", 2, "required"), False),
    ("required added", (*GET, "parameters", 1, "required"), True),
    ("style changed", (*GET, "parameters", 1, "explode"), True),
    ("format changed", (*GET, "parameters", 0, "schema"), {"type": "string"}),
    ("type changed", (*GET, "parameters", 1, "schema", "items", "type"), "integer"),
    ("body lost", (*PUT, "requestBody"), None),
    ("required lost", (*PUT, "requestBody", "required"), False),
    ("media type lost", (*PUT, "requestBody", "content"), {"text/csv": {"schema": {"type": "string"}}}),
    ("status lost", (*GET, "responses", "404"), None),
    ("status added", (*GET, "responses", "410"), {"description": "Gone."}),
    ("content lost", (*GET, "responses", "404", "content"), None),
    ("content added", (*PUT, "responses", "204", "content"), {"application/json": {"schema": {"type": "string"}}}),
    ("header lost", (*GET, "responses", "200", "headers", "ETag"), None),
    ("type changed", (*GET, "responses", "404", *BODY, "schema"), {"type": "string"}),
    ("security changed", (*GET, "security"), []),
    ("security changed", (*PUT, "security"), [{"token": ["write"]}]),
    ("security changed", (*PUT, "security"), [{"token": []}, {}]),
    ("security changed", ("components", "securitySchemes", "key", "name"), "X-Other"),
    ("server lost", ("servers", 0, "url"), "https://other.example"),
    ("required lost", (*BOOK, "required"), ["name"]),
    ("required added", (*BOOK, "required"), ["name", "pages", "stars"]),
    ("property lost", (*BOOK, "properties", "pages"), None),
    ("property added", (*BOOK, "properties", "more"), {"type": "string"}),
    ("type changed", (*BOOK, "properties", "stars", "type"), "number"),
    ("minLength lost", (*BOOK, "properties", "name", "minLength"), None),
    ("minLength changed", (*BOOK, "properties", "name", "minLength"), 2),
    ("maxLength added", (*BOOK, "properties", "name", "maxLength"), 9),
    ("exclusiveMinimum changed", (*BOOK, "properties", "pages", "exclusiveMinimum"), 1),
    ("default lost", (*BOOK, "properties", "stars", "default"), None),
    ("default changed", (*BOOK, "properties", "stars", "default"), 4),
    ("deprecation changed", (*BOOK, "properties", "stars", "deprecated"), True),
    ("null lost", (*BOOK, "properties", "price", "type"), "number"),
    ("null added", (*BOOK, "properties", "name", "type"), ["string", "null"]),
    ("values added", (*BOOK, "properties", "name", "enum"), ["a"]),
    ("value lost", ("components", "schemas", "State", "x-extensible-enum"), ["lent"]),
    ("value added", ("components", "schemas", "State", "x-extensible-enum"), ["lent", "there", "lost"]),
    ("values lost", ("components", "schemas", "State", "x-extensible-enum"), None),
    ("variant lost", (*BOOK, "properties", "kept", "anyOf"), [{"type": "string"}, {"type": "integer"}]),
    ("variant added", (*BOOK, "properties", "kept", "anyOf", 2), {"type": "boolean"}),
    ("union changed", (*BOOK, "properties", "kept"), {"type": "string"}),
    ("other properties of any type", ("components", "schemas", "Shelf", "additionalProperties"), None),
    ("other properties rejected", (*BOOK, "additionalProperties"), False),
    ("type changed", ("components", "schemas", "Shelf", "additionalProperties", "type"), "integer"),
]

# Spellings of the same values, in OpenAPI 3.0 and 3.1.
SAME = [
    ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
    ({"type": "string", "enum": ["a", None]}, {"type": ["string", "null"], "enum": ["a"]}),
    ({"oneOf": [{"type": "string"}, {"type": "null"}]}, {"type": ["null", "string"]}),
    ({"type": "string", "enum": ["a"]}, {"type": "string", "const": "a"}),
    ({"allOf": [{"type": "string"}, {"maxLength": 3}]}, {"type": "string", "maxLength": 3}),
    ({"anyOf": [{"type": "string"}, {"type": "string", "enum": ["a"]}]}, {"type": "string", "x-extensible-enum": ["a"]}),
    ({"type": ["string", "integer"]}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    ({"type": "string", "format": "byte"}, {"type": "string", "contentEncoding": "base64", "pattern": "^[A-Za-z]*$"}),
    ({"type": "integer", "format": "int32"}, {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1}),
    ({"properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}),
    ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, {"type": "number", "format": "double"}),
    ({"maximum": 5, "exclusiveMaximum": True, "type": "number"}, {"exclusiveMaximum": 5, "type": "number"}),
]


def changed(document, path, value):
    document = copy.deepcopy(document)
    node = document
    for step in path[:-1]:
        node = node[step]
    last = path[-1]
    if value is None:
        del node[last]
    elif isinstance(node, list) and last == len(node):
        node.append(value)
    else:
        node[last] = value
    return document


def kinds(original, export):
    differences = Differences()
    Comparison(Document(original), Document(export), differences).run()
    return {difference.kind for difference in differences.unknown()}


class Tests(unittest.TestCase):
    def test_the_export_describes_the_same_api(self):
        self.assertEqual(kinds(ORIGINAL, EXPORT), set())

    def test_each_change_is_found(self):
        for kind, path, value in CHANGES:
            with self.subTest(kind=kind, path=path):
                self.assertNotIn(kind, KNOWN)
                self.assertIn(kind, kinds(ORIGINAL, changed(EXPORT, path, value)))

    def test_styles_of_a_path_are_text_of_it(self):
        for style, prefix in (("matrix", ";id="), ("label", ".")):
            original = changed(ORIGINAL, ("paths", "/books/{id}", "parameters", 0, "style"), style)
            export = changed(EXPORT, ("paths", f"/books/{prefix}{{book}}"), EXPORT["paths"]["/books/{book}"])
            self.assertEqual(kinds(original, changed(export, ("paths", "/books/{book}"), None)), set())
            self.assertIn("operation lost", kinds(original, EXPORT))

    def test_a_base_may_list_what_extends_it(self):
        def document(base):
            cat = {"allOf": [{"$ref": "#/components/schemas/Pet"}], "required": ["kind", "claws"], "properties": {"claws": {"type": "integer"}}}
            pet = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}, **base}
            with_schemas = changed(changed(EXPORT, ("components", "schemas", "Pet"), pet), ("components", "schemas", "Cat"), cat)
            return changed(with_schemas, ("components", "schemas", "Book", "properties", "pet"), {"$ref": "#/components/schemas/Pet"})

        listed = document({"oneOf": [{"$ref": "#/components/schemas/Cat"}]})
        self.assertEqual(kinds(listed, listed), set())
        self.assertIn("property lost", kinds(listed, EXPORT))

    def test_both_spellings_of_a_character_are_the_same_path(self):
        plain = changed(ORIGINAL, ("paths", "/<key>"), ORIGINAL["paths"]["/books/{id}"])
        encoded = changed(ORIGINAL, ("paths", "/%3Ckey%3E"), ORIGINAL["paths"]["/books/{id}"])
        self.assertEqual(kinds(plain, encoded), set())

    def test_media_types_of_parts_of_forms_make_files(self):
        def document(encoding=None, **properties):
            form = {"schema": {"type": "object", "properties": properties}, "encoding": encoding}
            return changed(ORIGINAL, ("paths", "/books/{id}", "put", "requestBody", "content"), {"multipart/form-data": form})

        file = {"type": "string", "format": "binary"}
        found = document(any=file, pages={"type": "array", "items": file}, note={"type": "string"})
        pages = {"type": "array", "items": {"contentMediaType": "image/png"}}
        encoding = {"any": {"contentType": "image/png"}}
        meant = document(encoding, any={}, pages=pages, note={"type": "string", "contentMediaType": "text/html"})
        self.assertEqual(kinds(meant, found), set())
        self.assertIn("format changed", kinds(document(any={"type": "string"}), document(any=file)))

    def test_spellings_of_the_same_values_are_equal(self):
        for one, other in SAME:
            with self.subTest(one=one, other=other):
                differences = Differences()
                schemas = Schemas(Document({}), Document({}), differences)
                schemas.compare((one,), (other,), "body")
                self.assertEqual(differences.unknown(), [])

    def test_each_known_kind_has_a_reason(self):
        for kind, reason in KNOWN.items():
            self.assertTrue(reason, kind)
