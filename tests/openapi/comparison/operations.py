"""Compares operations: their routes, parameters, bodies, responses, credentials and servers."""

import re

from .document import METHODS
from .parts import (
    addresses,
    content_of,
    is_json,
    kind_of,
    media_type,
    of_router,
    parameters,
    repeated,
    requirements,
    routes,
    written,
)
from .schemas import Schemas, plain

BY_CLIENT = {"accept", "content-type", "authorization"}
OF_HTTP = {"content-type", "content-length", "content-encoding", "transfer-encoding", "connection", "date"}
OF_HTTP |= {"trailer", "upgrade", "keep-alive"}
# What belongs to conditional requests.
CONDITIONS = {("header", "if-none-match"), ("header", "if-modified-since")}
VALIDATORS = {"etag", "last-modified"}
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}


class Comparison:
    def __init__(self, original, export, differences):
        self.original, self.export = original, export
        self.differences = differences
        self.schemas = Schemas(original, export, differences)
        self.of_router = of_router(export)

    def run(self):
        ones, others = routes(self.original), routes(self.export)
        for key, (path, item, operation) in ones.items():
            if key not in others:
                self.missing(key, path)
                continue
            other_path, other_item, other = others[key]
            Operation(self, (path, item, operation), (other_path, other_item, other), f"{key[0]} {path}").compare()
        for key in others:
            if key not in ones:
                self.differences.add("operation added", f"{key[0]} {key[1]}")
        # The first of several operations of the same route is generated.
        for method, path in repeated(self.original):
            self.differences.add("operation left out: same route", f"{method} {path}")
        self.webhooks()
        self.servers(self.original.root, self.export.root, "servers")

    def is_of_router(self, schema):
        return schema in self.of_router

    def without_router(self, found):
        """The schema of an error of an operation, without the schema of the router's errors of the same status."""
        variants = found.get("anyOf")
        if not isinstance(variants, list) or not any(self.is_of_router(of) for of in variants):
            return found
        kept = [of for of in variants if not self.is_of_router(of)]
        return kept[0] if len(kept) == 1 else self.export.keep(("own", id(found)), lambda: {"anyOf": kept})

    def missing(self, key, path):
        literals = re.sub(r"\{[^}]*\}", "", path)
        is_route = re.fullmatch(r"[A-Za-z0-9/._~!$&'()*+,;=:@%-]*", literals.partition("?")[0].partition("#")[0])
        self.differences.add("operation lost" if is_route else "operation left out: path", f"{key[0]} {path}")

    def webhooks(self):
        names = [plain(name) for name in (self.export.root.get("webhooks") or {})]
        for name, item in (self.original.root.get("webhooks") or {}).items():
            item = self.original.resolved(item)
            found = next((of for of in self.export.root.get("webhooks") or {} if plain(of) == plain(name)), None)
            if found is None:
                self.differences.add("webhook lost", name, None, names[:3])
                continue
            other = self.export.resolved(self.export.root["webhooks"][found])
            for method in METHODS:
                if isinstance(item.get(method), dict) and isinstance(other.get(method), dict):
                    one = (name, item, item[method])
                    Operation(self, one, (found, other, other[method]), f"webhook {name}").bodies()
                elif isinstance(item.get(method), dict):
                    self.differences.add("webhook lost", f"{method} {name}")

    def servers(self, one, other, place):
        meant, found = addresses(one), addresses(other)
        for url, variables in meant.items():
            if url not in found and "://" in url.replace("https://", "", 1):
                self.differences.add("server left out", place, url)
            elif url not in found:
                self.differences.add("server lost", place, url, list(found))
            elif variables != found[url]:
                is_same = without_placeholders(url, variables)[1] == found[url]
                self.differences.add("placeholder of a server" if is_same else "server changed", place, variables, found[url])
        for url in found:
            if url not in meant:
                self.differences.add("server added", place, list(meant), url)


def without_placeholders(url, variables):
    """The same server, whose variables have values that can be in a URL: `{your-host}` is `your-host`."""
    plain = {name: (default.strip("{}<>"), [value.strip("{}<>") for value in values]) for name, (default, values) in variables.items()}
    return url, plain


class Operation:
    def __init__(self, comparison, one, other, place):
        self.all = comparison
        self.add = comparison.differences.add
        self.one_path, self.one_item, self.one = one
        self.other_path, self.other_item, self.other = other
        self.place = place

    def compare(self):
        self.parameters()
        self.bodies()
        self.responses()
        self.security()
        self.server()
        if bool(self.one.get("deprecated")) != bool(self.other.get("deprecated")):
            self.add("deprecation changed", self.place)

    def server(self):
        """The first server of the operation or its path, unless one of them is the first one of the API."""
        own = next((of for of in (self.one, self.one_item) if of.get("servers")), {})
        usual = list(addresses(self.all.original.root).items())[:1]
        own = list(addresses(own).items())
        meant = [] if any(server in usual for server in own) else own[:1]
        found = list(addresses(self.other).items())
        if found != meant:
            is_same = [without_placeholders(*server) for server in meant] == found
            self.add("placeholder of a server" if is_same else "server of an operation changed", self.place, meant, found)

    # Parameters.

    def parameters(self):
        ones = parameters(self.all.original, self.one_path, self.one_item, self.one)
        others = parameters(self.all.export, self.other_path, self.other_item, self.other)
        for key, one in ones.items():
            place = f"{self.place} {key[0]} {key[1]}"
            if key in others:
                self.parameter(one, others[key], place)
            elif key[0] == "header" and key[1] in BY_CLIENT:
                self.add("parameter left out: set by the client", place)
            elif self.has_any_names(one):
                self.add("parameter left out: names of any kind", place)
            else:
                self.add("parameter lost", place)
        for key, other in others.items():
            if key not in ones:
                constant = self.all.export.resolved(other.get("schema", {})).get("const")
                query = self.one_path.partition("?")[2]
                is_route = constant is not None and f"{key[1]}={constant}" in query.split("&")
                if not is_route:
                    kind = "parameter added: of the path" if key[0] == "path" else "parameter added"
                    if self.is_conditional() and key in CONDITIONS:
                        kind = "parameter added: condition"
                    self.add(kind, f"{self.place} {key[0]} {key[1]}")

    def is_conditional(self):
        return "304" in map(str, self.one.get("responses") or {})

    def has_any_names(self, parameter):
        nodes, _ = content_of(parameter)
        shape = self.all.schemas.original.of(nodes)
        in_query = parameter.get("in") == "query" and parameter.get("style", "form") == "form"
        return in_query and shape.kind == "object" and not shape.properties

    def parameter(self, one, other, place):
        if bool(one.get("required")) != bool(other.get("required")) and one["in"] != "path":
            shape = self.all.schemas.original.of(content_of(one)[0])
            lost = "required list may be empty" if shape.kind == "array" else "required lost"
            lost = "optional because of a default" if shape.notes.get("default") is not None else lost
            self.add(lost if one.get("required") else "required added", place)
        (meant, one_media), (found, other_media) = content_of(one), content_of(other)
        shape = self.all.schemas.original.of(meant)
        if (one_media is None) != (other_media is None):
            is_choice = shape.variants is not None or shape.kind in ("array", "object")
            self.add("parameter as JSON" if other_media and is_choice else "content of a parameter changed", place, one_media, other_media)
        is_compound = shape.kind in ("array", "object") or shape.variants is not None
        if one_media is None and is_compound:
            styles = written(one), written(other)
            if shape.kind == "array" and self.all.schemas.export.of(found).kind not in ("array",):
                pass
            elif shape.variants is not None and styles[1][0] == "deepObject" != styles[0][0]:
                self.add("style of a choice", place, *styles)
            elif styles[0] != styles[1]:
                self.add("style changed", place, *styles)
        if bool(one.get("allowReserved")) != bool(other.get("allowReserved")):
            self.add("allowReserved changed", place, one.get("allowReserved"), other.get("allowReserved"))
        if bool(one.get("deprecated") or shape.notes.get("deprecated")) != bool(other.get("deprecated")):
            self.add("deprecation changed", place)
        self.all.schemas.compare(meant, found, place)
        if one.get("required") and other.get("required") and shape.notes.get("default") is not None:
            self.add("default of what is required", place)
        else:
            self.all.schemas.notes(meant, found, place)

    # Bodies.

    def bodies(self):
        one = self.all.original.resolved(self.one.get("requestBody"))
        other = self.all.export.resolved(self.other.get("requestBody"))
        place = f"{self.place} body"
        if one and not one.get("content"):
            one = {}
        if one and not other:
            is_left_out = self.place.split()[0] in ("head", "trace")
            self.add("body left out: method" if is_left_out else "body lost", place)
        elif other and not one:
            self.add("body added", place)
        elif one:
            if bool(one.get("required")) != bool(other.get("required")):
                nodes = [of["schema"] for of in one["content"].values() if "schema" in of]
                may_be_null = any(self.all.schemas.original.of([node]).null for node in nodes)
                lost = "body optional because of null" if may_be_null else "required lost"
                self.add(lost if one.get("required") else "required added", place)
            self.contents(one["content"], other.get("content", {}), place)

    def contents(self, one, other, place, is_error=False):
        others = {media_type(name): of for name, of in other.items()}
        has_json = any(is_json(name) for name in others)
        for name, of in one.items():
            of = self.all.original.resolved(of)
            found = others.get(media_type(name))
            if found is None:
                kind = self.left_out(media_type(name), others, has_json)
                self.add(kind, f"{place} {name}", list(one), list(others))
                continue
            self.content(of, found, media_type(name), f"{place} {name}", is_error)
        meant = {media_type(name) for name in one}
        for name in others:
            if name in meant:
                continue
            if is_error and self.all.is_of_router(others[name].get("schema")):
                self.add("content added: router", f"{place} {name}")
            elif any("/" not in media for media in meant):
                self.add("media type left out: no media type", f"{place} {name}", list(one), name)
            elif any(media == "*/*" or media.endswith("/*") for media in meant):
                self.add("media type left out", f"{place} {name}", list(one), name)
            else:
                self.add("media type added", f"{place} {name}", list(one), name)

    @staticmethod
    def left_out(name, others, has_json):
        if name.endswith("xml") or "yaml" in name:
            return "media type left out: XML" if has_json else "media type lost"
        if name.endswith("*") or (has_json and (is_json(name) or name in FORMS)):
            return "media type left out"
        if "/" not in name:
            return "media type left out: no media type"
        if any(kind_of(name) == kind_of(other) for other in others):
            return "media type left out: of the same kind"
        return "media type lost"

    def content(self, one, other, media, place, is_error):
        meant = one.get("itemSchema") or one.get("schema")
        found = other.get("x-specsmith-item-schema", other.get("schema"))
        # The item of an event stream is the event, whose data is what is compared.
        if media == "text/event-stream" and found is not None:
            found = found.get("properties", {}).get("data", {}).get("contentSchema", found)
        if meant is None and found is None:
            return
        is_bytes = media.endswith("*") and self.all.schemas.export.of((found,)).kind == "string"
        if is_bytes or not (is_json(media) or media in FORMS or "x-specsmith-item-schema" in other):
            shape = self.all.schemas.original.of((meant if meant is not None else {},))
            if shape.kind != "string" or shape.values or shape.format != self.all.schemas.export.of((found,)).format:
                self.add("content as bytes", place, shape.kind, found)
            return
        found = found if found is not None else {}
        if media == "multipart/form-data" and found.get("format") == "binary":
            self.add("content as bytes", place, None, found)
            return
        if is_error:
            found = self.all.without_router(found)
        if meant is None:
            meant = self.all.original.keep("any", dict)
        files = self.files(meant, one.get("encoding") or {}) if media == "multipart/form-data" else ()
        self.all.schemas.compare((meant, *files), (found,), place)

    def files(self, meant, encoding):
        """A string, or anything, of a media type that is neither text nor JSON is a file."""
        shape_of, keep = self.all.schemas.original.of, self.all.original.keep

        def is_file(shape, media):
            media = media or shape.notes.get("contentMediaType")
            is_plain = shape.kind in (None, "string") and not (shape.variants or shape.values or shape.format)
            is_plain = is_plain and "contentEncoding" not in shape.notes
            names = map(media_type, str(media).split(","))
            return media and is_plain and not all(name.startswith("text/") or name.endswith("json") for name in names)

        found, file = {}, keep("file", lambda: {"type": "string", "format": "binary"})
        for name, nodes in shape_of((meant,)).properties.items():
            shape, media = shape_of(nodes), (encoding.get(name) or {}).get("contentType")
            if is_file(shape, media):
                found[name] = file
            elif shape.items and is_file(shape_of(shape.items), media):
                found[name] = keep("files", lambda: {"items": file})
        return (keep(("files", id(meant)), lambda: {"properties": found}),) if found else ()

    # Responses.

    def responses(self):
        ones = {str(status).upper(): self.all.original.resolved(of) for status, of in (self.one.get("responses") or {}).items()}
        others = {str(status).upper(): self.all.export.resolved(of) for status, of in self.other["responses"].items()}
        for status, one in ones.items():
            if status.startswith("X-"):
                continue
            place = f"{self.place} {status.lower()}"
            if status not in others:
                kind = "status left out: 1xx" if status[0] == "1" else "status lost"
                self.add(kind, place, list(ones), list(others))
                continue
            self.response(one, others[status], place, is_error=status[0] in "45D")
        for status, other in others.items():
            if status not in ones:
                kind = "status added: implied" if other.get("x-implied") else "status added"
                if status[0] == "2" and not any(of[0] in "23" for of in ones):
                    kind = "status added: success"
                self.add(kind, f"{self.place} {status.lower()}", list(ones))

    def response(self, one, other, place, is_error):
        contents = one.get("content") or {}
        found = other.get("content") or {}
        if contents and not found:
            self.add("content left out: HEAD" if self.place.startswith("head ") else "content lost", place, list(contents))
        elif found and not contents:
            is_router = is_error and all(self.all.is_of_router(of.get("schema")) for of in found.values())
            self.add("content added: router" if is_router else "content added", place, None, list(found))
        else:
            self.contents(contents, found, place, is_error)
        self.headers(one, other, place)

    def headers(self, one, other, place):
        headers = other.get("headers") or {}
        others = {name.lower(): self.all.export.resolved(of) for name, of in headers.items()}
        ones = {name.lower(): self.all.original.resolved(of) for name, of in (one.get("headers") or {}).items()}
        for name, of in ones.items():
            if name in others:
                meant, _ = content_of(of)
                found, _ = content_of(others[name])
                self.all.schemas.compare(meant, found, f"{place} header {name}")
                if bool(of.get("required")) != bool(others[name].get("required")):
                    self.add("required lost" if of.get("required") else "required added", f"{place} header {name}")
            else:
                is_own = name in OF_HTTP or name.startswith("access-control-")
                self.add("header left out: of HTTP" if is_own else "header lost", f"{place} header {name}")
        for name in others:
            if name in ones:
                continue
            if others[name].get("description") == "Identifies the request.":
                kind = "header added: request ID"
            elif name == "www-authenticate" and place.endswith("401"):
                kind = "header added: challenge"
            elif self.is_conditional() and name in VALIDATORS:
                kind = "header added: validator"
            else:
                kind = "header added"
            self.add(kind, f"{place} header {name}")

    def security(self):
        meant = requirements(self.all.original, self.one)
        found = requirements(self.all.export, self.other)
        if meant == found:
            return
        if not any(requirements(self.all.original, of) for _, _, of in routes(self.all.original).values()):
            self.add("security of unused schemes", self.place)
            return
        self.add("security changed", self.place, sorted(meant), sorted(found))
