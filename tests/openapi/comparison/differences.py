"""What differs, by kind, and the kinds that are meant."""

from dataclasses import dataclass

# Kinds that are no mistakes, with the reason for each.
KNOWN = {
    "operation left out: same route": "a route that differs only in the names of its parameters is left out, with a warning",
    "operation left out: path": "a path with characters that no route has is left out, with a warning",
    "status added: implied": "the router sends statuses that documents do not list",
    "header added: request ID": "every response identifies its request",
    "header added: challenge": "a 401 names the scheme (RFC 9110)",
    "content added: router": "errors of the router have the shape that most errors have",
    "status left out: 1xx": "informational statuses are no responses",
    "parameter added: of the path": "each parameter of a path has a value, declared or not",
    "header left out: of HTTP": "the server and browsers care for these headers",
    "parameter added: condition": "a documented 304 makes the request conditional (RFC 9110)",
    "header added: validator": "a documented 304 makes the request conditional (RFC 9110)",
    "status added: success": "an operation that documents only errors or `default` may succeed",
    "content left out: HEAD": "a response to HEAD has no body",
    "media type left out: XML": "XML beside JSON is the same value",
    "media type left out: no media type": "what is no media type is `application/octet-stream`",
    "null of a text": "parameters and forms are text: null is absent",
    "null as a body": "a body is never null",
    "body optional because of null": "a request without a body says as much as null",
    "any value as text": "parameters and forms are text",
    "format of another kind": "a format of numbers says nothing about a string",
    "optional because of a default": "a field with a default may be absent",
    "property of the other direction": "a type that only requests have lacks the fields that are only read, and the other way round",
    "other properties in responses": "a response may have fields that the document does not know",
    "default of a type without one": "unions, bytes and what may be null have no defaults",
    "default of what is required": "what is required has no default",
    "required list may be empty": "an empty list is not sent, so a list that is required may be absent",
    "default of a component": "a default counts where a value is used, not in a schema that is referred to",
    "format of locations": "`Location` may be relative (RFC 9110)",
    "limits of a union": "texts, numbers or lists that are one variant have no limits",
    "limits of a format": "values of these types have no further limits",
    "bounds beyond 64 bits": "a bound that JavaScript has rounded is none",
    "size of an object": "an object whose fields are known has no limit of their number",
    "a constant that is not required": "only a constant that is required is one: others are texts or booleans",
    "contradiction": "of schemas in `allOf` that exclude each other, the last one counts, and a choice keeps its variants",
    "null of one of several schemas": "where schemas in `allOf` disagree about null, a lenient client takes it",
    "only null": "a value that is always null is an optional text",
    "one value as a list of one": "where all is text, one value is a list of one",
    "object without properties": "an object without properties has any",
    "format that contradicts its limits": "no UUID is as short or long as the text",
    "a parameter of a path is not empty": "a route matches no empty segment",
    "property added: required": "a property that is required and not described may be anything",
    "required name with a question mark": "in the spec language, this is how names of optional fields end",
    "values of several enumerations": "of several enumerations in `allOf`, the last one counts",
    "default of a list or object": "only scalars have defaults",
    "default that does not fit": "a default that does not fit its type is left out, with a warning",
    "union of lists as one list": "nothing tells lists apart, so one list has the items of all",
    "parameter left out: set by the client": "the client sets Accept, Content-Type and Authorization",
    "parameter left out: names of any kind": "a parameter whose fields are parameters of any name has no type, with a warning",
    "body left out: method": "HEAD and TRACE have no body, with a warning",
    "content as bytes": "XML and other contents that are no JSON are bytes or text",
    "media type left out": "where there is JSON, it is read and written; `*/*` is JSON",
    "open enumeration": "a response may have values that the document does not know: `x-extensible-enum`",
    "format left out": "formats without a type are strings",
    "type of a format": "strings in a format, and bytes, have types that check more than a document says",
    "union as any value": "nothing tells the variants apart, with a warning",
    "union as one object": "nothing tells the variants apart, so one object has the fields of all",
    "union as text": "texts of several kinds are texts",
    "alternatives of required": "which of the fields must be there is not checked",
    "integers of several formats": "integers of a signed and an unsigned format are decimal numbers",
    "other properties of a choice": "`unevaluatedProperties` beside a choice is not checked, with a warning",
    "several unions": "several choices at once have no type, with a warning",
    "values of several kinds": "values of several kinds, and lists or objects as values, are any JSON value, with a warning",
    "optional in one direction": "a field that is only read or only written is optional, if requests and responses have its type",
    "tag required": "a union is read by its tag, so the tag is required",
    "pattern left out": "look-around is not supported, with a warning",
    "keyword left out": "`not` and `patternProperties` are checked in request bodies only",
    "default left out": "a default that does not fit its type is left out, with a warning",
    "security of unused schemes": "a document that has schemes and requires none may need them for any operation",
    "media type left out: of the same kind": "of several media types that are bytes, or text, the first one is used",
    "parameter as JSON": "a parameter that is a list of any values is JSON",
    "further part of a form": "parts of a multipart form that it does not describe are files of any media type",
    "style of a choice": "where single values have the name of a parameter, its objects are written as `a[x]=1`",
    "file or another value": "a part of a multipart form that is a file or something else is a file of any media type",
    "placeholder of a server": "the braces around a placeholder such as `{your-host}` cannot be in a URL",
    "server left out": "servers with relative URLs are where the document is",
}


@dataclass
class Difference:
    kind: str
    place: str
    original: object
    export: object

    def text(self):
        def short(value):
            text = repr(value)
            return text if len(text) <= 160 else text[:157] + "..."

        return f"{self.place}: {short(self.original)} -> {short(self.export)}"


class Differences:
    def __init__(self):
        self.found = []

    def add(self, kind, place, original=None, export=None):
        self.found.append(Difference(kind, place, original, export))

    def by_kind(self):
        kinds = {}
        for difference in self.found:
            kinds.setdefault(difference.kind, []).append(difference)
        return sorted(kinds.items(), key=lambda of: (of[0] in KNOWN, -len(of[1]), of[0]))

    def unknown(self):
        return [difference for difference in self.found if difference.kind not in KNOWN]
