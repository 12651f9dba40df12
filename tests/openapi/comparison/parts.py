"""Parts of documents, the same for all spellings of them."""

import re
from urllib.parse import quote, unquote

from .document import METHODS


def of_router(export):
    """The schemas of the errors that the router sends."""
    found = []
    for name, response in (export.root.get("components", {}).get("responses") or {}).items():
        schemas = [content.get("schema") for content in (response.get("content") or {}).values()]
        if response.get("x-implied"):
            found += schemas
        elif "OrImplied" in name:
            # The last variant is the error of the router.
            found += [schema["anyOf"][-1] for schema in schemas if isinstance(schema, dict) and "anyOf" in schema]
    return found


def shape(path):
    """A path without the names of its parameters and without what is not sent."""
    path = path.partition("#")[0].partition("?")[0]
    # Both spellings of a character are the same path.
    path = quote(unquote(path), safe="{}/")
    return re.sub(r"(\{[^}]*\})+", "{}", "/" + path.strip("/") if path != "/" else "/") + ("/" if path.endswith("/") and path != "/" else "")


def all_operations(document):
    for path, item in (document.root.get("paths") or {}).items():
        item = document.resolved(item)
        for method in METHODS:
            if isinstance(item.get(method), dict):
                yield method, with_prefixes(document, path, item, item[method]), item, item[method]


def with_prefixes(document, path, item, operation):
    """A path with the text that styles of its parameters put before values."""
    for given in (*(item.get("parameters") or ()), *(operation.get("parameters") or ())):
        parameter = document.resolved(given)
        name, is_list = parameter.get("name"), (parameter.get("schema") or {}).get("type") == "array"
        prefix = {"matrix": f";{name}=", "label": "."}.get(parameter.get("style"))
        if prefix and not (is_list and parameter.get("explode")) and f"{prefix}{{{name}}}" not in path:
            path = path.replace(f"{{{name}}}", f"{prefix}{{{name}}}")
    return path


def key_of(method, path):
    # Constants tell operations of the same route apart.
    query = path.partition("?")[2] or path.partition("#")[2]
    return method, shape(path), "&".join(sorted(query.split("&")))


def routes(document):
    found = {}
    for method, path, item, operation in all_operations(document):
        found.setdefault(key_of(method, path), (path, item, operation))
    return found


def repeated(document):
    known = set()
    for method, path, _, _ in all_operations(document):
        key = key_of(method, path)
        if key in known:
            yield method, path
        known.add(key)


def parameters(document, path, item, operation):
    names = re.findall(r"\{([^}]*)\}", path.partition("#")[0])
    found = {}
    for given in (*(item.get("parameters") or ()), *(operation.get("parameters") or ())):
        parameter = document.resolved(given)
        place, name = parameter.get("in"), str(parameter.get("name"))
        if place == "path":
            if name not in names:
                continue
            name = str(names.index(name))
        found[place, name.lower() if place == "header" else name] = parameter
    return found


def content_of(parameter):
    """The schema of a parameter, and its media type."""
    for media, content in (parameter.get("content") or {}).items():
        return ((content or {}).get("schema") or {},), media
    schema = parameter.get("schema")
    return (schema if schema is not None else {},), None


def written(parameter):
    usual = {"query": "form", "cookie": "form"}.get(parameter["in"], "simple")
    style = parameter.get("style", usual)
    explode = style == "deepObject" or parameter.get("explode", style == "form")
    # What is before the value is a part of the path.
    return "simple" if style in ("matrix", "label") else style, bool(explode)


def media_type(name):
    return name.partition(";")[0].strip().lower()


def is_json(name):
    name = media_type(name)
    return name == "application/json" or name.endswith("+json") or name in ("text/json", "*/*")


def kind_of(name):
    """Whether the content of a media type is text or bytes."""
    return "text" if name.startswith("text/") else "bytes"


def addresses(node):
    found = {}
    for server in node.get("servers") or ():
        url = str(server.get("url", "")).strip().split("?")[0].split("#")[0].rstrip("/")
        if url.startswith("//"):
            url = f"https:{url}"
        if url.startswith(("http://", "https://")):
            variables = {
                name: (str(of.get("default")), [str(value) for value in of.get("enum") or ()])
                for name, of in (server.get("variables") or {}).items()
                if f"{{{name}}}" in url
            }
            found.setdefault(url, variables)
    return found


def requirements(document, operation):
    """The alternatives of credentials, by what is sent instead of by names."""
    schemes = document.root.get("components", {}).get("securitySchemes") or {}
    given = operation.get("security", document.root.get("security")) or []
    found = set()
    for alternative in given:
        parts = [f"{carried(document.resolved(schemes.get(name)))} {sorted(scopes or ())}" for name, scopes in alternative.items()]
        found.add(" + ".join(sorted(parts)))
    # Only requests without credentials are all requests.
    return found - {""} if found == {""} else found


def carried(scheme):
    kind = scheme.get("type")
    if kind == "apiKey":
        return f"{scheme.get('in')} {scheme.get('name')}"
    if kind == "http":
        return f"http {str(scheme.get('scheme')).lower()}"
    return str(kind)
