"""Loaded by schemathesis before it runs.

Tells it what OpenAPI 3.1 has no words for, gives it the body formats that it does not know, and keeps it from a bug of
Hypothesis.
"""

import json
import re
import uuid
from urllib.parse import urlencode

import schemathesis
from hypothesis.internal.conjecture.engine import ConjectureRunner

FORM = "application/x-www-form-urlencoded"
LINES = "application/x-ndjson"
INTEGERS = {"int64": (-(2**63), 2**63 - 1), "uint64": (0, 2**64 - 1)}
LISTS = ("expand[]", "languages[]", "sort", "status")
SMALLEST_FLOAT = 2.0**-149


# The document: what OpenAPI 3.1 cannot state, or states in extensions.


@schemathesis.hook
def before_load_schema(context, raw_schema):
    schemas = raw_schema.get("components", {}).get("schemas", {})
    translate(raw_schema, schemas)
    # The server of the tests wants messages, which its document does not say.
    if "ImportResult" in schemas:
        schemas["Example"]["properties"]["messages"]["minItems"] = 1


def translate(node, schemas):
    if isinstance(node, list):
        for item in node:
            translate(item, schemas)
    if not isinstance(node, dict):
        return
    if str(node.get("format")) in INTEGERS:
        minimum, maximum = INTEGERS[node["format"]]
        node["minimum"] = int(node.get("x-specsmith-min", node.get("minimum", minimum)))
        node["maximum"] = int(node.get("x-specsmith-max", node.get("maximum", maximum)))
    # Servers round to 32 bits before they compare.
    if node.get("format") == "float" and node.get("exclusiveMinimum") == 0:
        node["minimum"] = SMALLEST_FLOAT
    # In OpenAPI 3.1, a discriminator has only the values of the variants.
    if any(variant.get("description") == "Any other variant." for variant in node.get("anyOf", [])):
        node.pop("discriminator", None)
    # A property may be called `content` too.
    contents = node.get("content") if isinstance(node.get("content"), dict) else {}
    for media_type, content in contents.items():
        if not isinstance(content, dict):
            continue
        # Documents of others may have the schema of an item in the place of the whole.
        item = content.get("x-specsmith-item-schema", content.get("schema", {}))
        if media_type == "text/event-stream":
            content["itemSchema"] = event(item, content.get("x-specsmith-events", {}), schemas)
            content.pop("schema", None)
        elif media_type == LINES:
            content["schema"] = {"type": "array", "items": item}
    for value in node.values():
        translate(value, schemas)


def event(item, marks, schemas):
    """The schema of an event, as in OpenAPI 3.2: its data is the item, an error or the end marker."""
    described = resolved(item, schemas)
    if "anyOf" in described or "oneOf" in described:
        return described
    data = [described.get("properties", {}).get("data", {"type": "string"})]
    if "schema" in marks.get("error", {}):
        data.append(json_text(marks["error"]["schema"]))
    if "data" in marks.get("end", {}):
        data.append({"const": marks["end"]["data"]})
    return {"type": "object", "required": ["data"], "properties": {"data": {"anyOf": data}}}


def resolved(schema, schemas):
    return schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def json_text(schema):
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}


# Bodies: nested forms and JSON lines.


@schemathesis.serializer(FORM)
def form(context, value):
    if not isinstance(value, dict):
        return value if isinstance(value, bytes) else json.dumps(value).encode()
    return encoded(value)


def encoded(body):
    return urlencode([pair for name, item in body.items() for pair in pairs(name, item)]).encode()


def pairs(name, value):
    """`a[b][0]=c` for `{"a": {"b": ["c"]}}`."""
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        yield name, value if isinstance(value, str) else json.dumps(value) if value is not None else ""
        return
    for key, item in items:
        yield from pairs(f"{name}[{key}]", item)


@schemathesis.serializer(LINES)
def lines(context, value):
    if isinstance(value, bytes):
        return value
    return "".join(f"{json.dumps(item)}\n" for item in (value if isinstance(value, list) else [value])).encode()


@schemathesis.deserializer(LINES)
def read_lines(context, response):
    return [json.loads(line) for line in response.text.splitlines()]


# Requests that are not what they seem to be.


@schemathesis.hook
def filter_case(context, case):
    """Whether a request is as valid or invalid on the wire as its values are."""
    query, body = case.query or {}, case.body
    # An empty form is absent if it may be.
    if case.media_type == FORM and isinstance(body, dict) and (has_brackets(body) or not encoded(body)):
        return False
    # An empty text is also an object without fields.
    if "created" in query and query["created"] in ("", [], None):
        return False
    # Everything is text there, and one text is a list.
    form = body if case.media_type == "multipart/form-data" and isinstance(body, dict) else {}
    return all(is_list_of_text({**query, **form}.get(name, [])) for name in LISTS) and isinstance(
        form.get("response_format", ""), str
    )


def is_list_of_text(value):
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def has_brackets(value):
    """Whether a name in a form would be read as several names."""
    if isinstance(value, dict):
        return any(not name or "[" in name or "]" in name or has_brackets(item) for name, item in value.items())
    return isinstance(value, list) and any(has_brackets(item) for item in value)


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # A server rejects a key that it knows from another request.
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    # A position in a list comes from a page, and one in a stream from an event.
    (case.headers or {}).pop("Last-Event-ID", None)
    position = (case.query or {}).get("starting_after")
    if isinstance(position, str) and not re.fullmatch("pay_[0-9]+", position):
        del case.query["starting_after"]


# schemathesis asks Hypothesis to prefer requests that succeed. While Hypothesis changes requests for that purpose, it
# sometimes fails with an IndexError, because a changed request has fewer values. Then only this phase ends, not the whole
# run.

optimise_targets = ConjectureRunner.optimise_targets


def optimise_or_stop(self, **arguments):
    try:
        return optimise_targets(self, **arguments)
    except IndexError:
        return False


ConjectureRunner.optimise_targets = optimise_or_stop
