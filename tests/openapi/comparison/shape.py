"""The shape of a schema: the same for all spellings of the same values."""

from dataclasses import dataclass, field

KINDS = {"null", "boolean", "integer", "number", "string", "array", "object"}
FORMATS = {"dateTime": "date-time", "datetime": "date-time", "google-datetime": "date-time", "url": "uri"}
FORMATS |= {"base64": "byte", "uint": "uint64"}
# What a type is without a format.
USUAL = {"integer": {"int64", "long", "integer"}, "number": {"double"}, "string": {"string"}}
RANGES = {name: (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for name, bits in [("int8", 8), ("int16", 16), ("int32", 32)]}
RANGES |= {f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)}
RANGES["float"] = (-3.4028235e38, 3.4028235e38)
# The extensions for bounds that JavaScript would round.
EXTENSIONS = {
    "minimum": "x-specsmith-min",
    "exclusiveMinimum": "x-specsmith-above",
    "maximum": "x-specsmith-max",
    "exclusiveMaximum": "x-specsmith-below",
    "multipleOf": "x-specsmith-multiple-of",
}
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
SIZES = ("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties")
NUMBERS = {"integer", "number"}
CONTENT = ("contentMediaType", "contentEncoding")
# The kinds of values that a keyword is about, if no type is given.
ABOUT = {
    "object": ("properties", "additionalProperties", "required", "minProperties", "maxProperties"),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
    "string": ("pattern", "x-specsmith-pattern", "minLength", "maxLength"),
    "number": BOUNDS,
}

# The kinds of values that limits are for.
KIND_OF_LIMIT = {name: ("integer", "number") for name in BOUNDS}
KIND_OF_LIMIT |= {"minLength": ("string",), "maxLength": ("string",), "pattern": ("string",)}
KIND_OF_LIMIT |= {"minItems": ("array",), "maxItems": ("array",), "uniqueItems": ("array",)}
KIND_OF_LIMIT |= {"minProperties": ("object",), "maxProperties": ("object",)}


@dataclass
class Shape:
    kind: str | None = None
    null: bool = False
    values: list | None = None
    known: list | None = None
    format: str | None = None
    limits: dict = field(default_factory=dict)
    properties: dict = field(default_factory=dict)
    required: set = field(default_factory=set)
    others: object = None
    items: tuple | None = None
    elements: list | None = None
    variants: list | None = None
    tag: str | None = None
    is_open: bool = False
    name: str | None = None
    nodes: set = field(default_factory=set)
    notes: dict = field(default_factory=dict)


class Shapes:
    """The shapes of the schemas of a document. A schema is given as the tuple of all nodes that apply to a value."""

    def __init__(self, document):
        self.document = document
        self.known = {}
        self.extending = extending(document)

    def of(self, nodes):
        key = tuple(id(node) for node in nodes)
        if key not in self.known:
            self.known[key] = self.build(nodes)
        return self.known[key]

    def build(self, nodes):
        parts = Parts()
        for node in nodes:
            self.expand(node, parts, is_base=False)
        shape = merged(parts)
        if len(nodes) > 1 and not all(self.of((node,)).null for node in nodes):
            shape.notes["forbids null"] = True
        unions = [union for union in parts.unions if not self.is_only_required(union)]
        if len(unions) < len(parts.unions):
            shape.notes["alternatives"] = True
        if len(unions) > 1:
            shape.notes["several unions"] = len(unions)
        if unions:
            self.add_variants(shape, parts, unions[0])
        elif len(parts.kinds or ()) > 1 and not shape.values:
            own = tuple(self.document.without(node, "type", "nullable") for node in parts.nodes)
            kinds = sorted(parts.kinds)
            shape.variants = [(*own, self.document.keep(("kind", kind), lambda kind=kind: {"type": kind})) for kind in kinds]
            shape.kind = None
            self.simplify(shape)
        return shape

    def expand(self, node, parts, is_base):
        """Adds everything that a schema says."""
        if node is False:
            node = self.document.keep("never", lambda: {"not": {}})
        if not isinstance(node, dict):
            return
        if "$ref" in node:
            if node["$ref"] in parts.references:
                return
            parts.references.add(node["$ref"])
            target, name = self.document.target(node["$ref"])
            parts.name = parts.name or name
            if not is_base and name in self.extending and not union_of(target):
                subtypes = [self.document.keep(("ref", of), lambda of=of: {"$ref": f"#/components/schemas/{of}"}) for of in self.extending[name]]
                base = self.document.keep(("base", name), lambda: {"allOf": [{"$ref": node["$ref"]}]})
                parts.unions.append([*subtypes, base])
                parts.tag = tag_of(target)
                return
            self.expand(target, parts, is_base)
            self.expand(self.document.without(node, "$ref"), parts, is_base)
            return
        for member in node.get("allOf") or []:
            self.expand(member, parts, is_base=True)
        variants = union_of(node)
        # A base may list what extends it. Of one that does, it says nothing new.
        if variants and not (is_base and any(reference_of(of) in parts.references for of in variants)):
            values = [of for of in variants if not self.is_null(of)]
            parts.has_null |= len(values) < len(variants)
            if len(values) == 1:
                self.expand(values[0], parts, is_base=False)
            elif values:
                parts.unions.append(values)
                parts.tag = parts.tag or tag_of(node)
                parts.tags = parts.tags or tags_of(node, values)
        parts.add(self.document.without(node, "allOf", "oneOf", "anyOf", "$ref"))

    def add_variants(self, shape, parts, union):
        own = tuple(parts.nodes)
        shape.tag = parts.tag
        shape.variants = []
        for variant in union:
            if isinstance(variant, dict) and variant.get("description") == "Any other variant.":
                shape.is_open = True
                continue
            tagged = ()
            values, is_mapped = parts.tags.get(id(variant), (None, False))
            property = self.of((*own, variant)).properties.get(parts.tag) if values else None
            listed = self.of(property).values if property else None
            if values and (is_mapped or listed is None or set(map(str, listed)) & set(values)):
                tagged = (self.document.keep((id(variant), parts.tag), lambda v=values: {"properties": {parts.tag: {"enum": v}}}),)
            shape.variants.append((*own, variant, *tagged))
        shape.kind = None
        self.simplify(shape)

    def simplify(self, shape):
        """Flattens unions of unions, and joins variants of plain text."""
        flat = []
        for nodes in shape.variants:
            of = self.of(nodes)
            shape.is_open |= of.is_open
            if "contradicts" in of.notes:
                shape.notes["contradicts"] = True
            shape.null |= of.null
            flat += of.variants if of.variants is not None else [nodes]
        if any(self.of(nodes).kind is None and self.of(nodes).values is None for nodes in flat):
            shape.variants = None
            shape.notes["any"] = True
            return
        shape.variants = flat
        for kind in ("string", "integer", "number"):
            self.join(shape, kind)
        numbers = [nodes for nodes in shape.variants if self.of(nodes).kind == "number" and self.of(nodes).values is None]
        if numbers:
            # An integer is a number.
            shape.variants = [nodes for nodes in shape.variants if self.of(nodes).kind != "integer"]
        self.join_lists(shape)
        if len(shape.variants) == 1:
            only = self.of(shape.variants[0])
            for name in ("kind", "values", "known", "format", "limits", "properties", "required", "others", "items", "elements", "nodes", "variants", "tag", "is_open"):
                setattr(shape, name, getattr(only, name))
            shape.null |= only.null
            shape.notes = {**only.notes, **shape.notes}

    def join(self, shape, kind):
        texts = [nodes for nodes in shape.variants if self.of(nodes).kind == kind]
        if len(texts) < 2:
            return
        shapes = [self.of(nodes) for nodes in texts]
        others = [nodes for nodes in shape.variants if nodes not in texts]
        shape.null |= any(of.null for of in shapes)
        plain = [of for of in shapes if of.values is None]
        if plain:
            is_same = all((of.format, of.limits) == (plain[0].format, plain[0].limits) for of in plain)
            known = [value for of in shapes for value in of.values or of.known or []]
            joined = {"type": kind, "x-extensible-enum": known} if known and kind == "string" else {"type": kind}
            joined["x-joined"] = True
            if is_same:
                joined |= plain[0].limits | ({"format": plain[0].format} if plain[0].format else {})
            else:
                shape.notes["joined"] = True
        else:
            joined = {"type": kind, "enum": [value for of in shapes for value in of.values]}
        key = ("joined", *(id(node) for nodes in texts for node in nodes))
        shape.variants = [*others, (self.document.keep(key, lambda: joined),)]

    def join_lists(self, shape):
        """One list whose items are of the kinds of all lists."""
        lists = [nodes for nodes in shape.variants if self.of(nodes).kind == "array" and self.of(nodes).elements is None]
        if len(lists) < 2:
            return
        others = [nodes for nodes in shape.variants if nodes not in lists]
        shapes = [self.of(nodes) for nodes in lists]
        key = ("lists", *(id(node) for nodes in lists for node in nodes))
        items = [{"allOf": list(of.items or ())} for of in shapes]
        joined = {"type": "array", "items": {"anyOf": items}, "x-joined": True}
        if all(of.limits == shapes[0].limits for of in shapes):
            joined |= shapes[0].limits
        shape.variants = [*others, (self.document.keep(key, lambda: joined),)]
        shape.notes["lists"] = len(lists)

    def is_null(self, node):
        if not isinstance(node, dict):
            return False
        if "$ref" in node:
            node, _ = self.document.target(node["$ref"])
        if not isinstance(node, dict):
            return False
        only = node.get("enum", [node["const"]] if "const" in node else None)
        said = set(node) - {"title", "description", "example"}
        is_empty = node.get("nullable") is True and said <= {"type", "nullable"} and node.get("type") in (None, "object")
        return node.get("type") in ("null", ["null"]) or only == [None] or is_empty

    def is_only_required(self, union):
        """Whether variants only say which properties are required."""
        meant = {"required", "not", "title", "description"}
        return all(isinstance(node, dict) and node and set(node) <= meant for node in union)


class Parts:
    """What the nodes of a schema say."""

    def __init__(self):
        self.nodes = []
        self.places = []
        self.references = set()
        self.unions = []
        self.kinds = None
        self.has_null = False
        self.contradicts = False
        self.name = None
        self.tag = None
        self.tags = {}

    def add(self, node):
        if not node:
            return
        self.places.append(id(node.get("properties")))
        self.nodes.append(node)
        kinds = kinds_of(node)
        if node.get("nullable") is True or "null" in (kinds or ()):
            self.has_null = True
        if kinds is not None:
            kinds = kinds - {"null"}
            both = kinds if self.kinds is None else self.kinds & kinds
            if not both and self.kinds is not None and self.kinds | kinds <= NUMBERS:
                both = {"integer"}
            # A type beside a reference that no value has too is a mistake.
            self.contradicts |= not both
            self.kinds = both or self.kinds


def reference_of(node):
    return node.get("$ref") if isinstance(node, dict) else None


def kinds_of(node):
    listed = node.get("enum", [node["const"]] if "const" in node else None)
    of_values = {kind_of(value) for value in listed} if isinstance(listed, list) else set()
    kinds = node.get("type")
    if kinds is None:
        return of_values or None
    kinds = set(kinds) if isinstance(kinds, list) else {kinds}
    # `null` among the values of an enumeration is meant, even if the type forgets it.
    return (kinds | ({"null"} & of_values)) & KINDS or None


def kind_of(value):
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}
    return kinds.get(type(value), "object")


def merged(parts):
    """One shape of all nodes, apart from unions."""
    shape = Shape(null=parts.has_null, name=parts.name, nodes=set(parts.places))
    kinds = parts.kinds
    if kinds is None and not parts.unions:
        found = [kind for kind, about in ABOUT.items() if any(name in node for node in parts.nodes for name in about)]
        kinds = set(found[:1])
        if not found and not any(key in node for node in parts.nodes for key in ("format", "contentEncoding")):
            shape.null = True
        elif not found:
            kinds = {"string"}
    shape.kind = next(iter(kinds)) if kinds and len(kinds) == 1 else None
    if parts.contradicts:
        shape.notes["contradicts"] = True
    if any("unevaluatedProperties" in node for node in parts.nodes):
        shape.notes["unevaluated"] = True
    if any(node.get("enum") == [None] for node in parts.nodes):
        shape.notes["only null"] = True
    for node in parts.nodes:
        add_values(shape, node)
        add_limits(shape, node)
        add_contents(shape, node)
    if shape.kind == "number" and shape.format in RANGES and shape.format != "float":
        shape.kind = "integer"
    if shape.format in USUAL.get(shape.kind, ()):
        shape.format = None
    shape.limits = {name: value for name, value in shape.limits.items() if shape.kind in (None, *KIND_OF_LIMIT[name])}
    for name, bound in zip(("minimum", "maximum"), RANGES.get(shape.format, ()), strict=False):
        if shape.limits.get(name) == bound:
            del shape.limits[name]
    if shape.values == [False, True] or shape.values == [True, False]:
        shape.values = None
    return shape


def add_values(shape, node):
    values = node.get("enum", [node["const"]] if "const" in node else None)
    if isinstance(values, list):
        values = distinct(value for value in values if value is not None)
        if values:
            both = values if shape.values is None else [value for value in values if value in shape.values]
            if shape.values is not None and len(both) < len(values):
                shape.notes["narrowed"] = True
            shape.values = both or values
    known = node.get("x-extensible-enum")
    if isinstance(known, list):
        shape.known = distinct(known)


def distinct(values):
    found = []
    for value in values:
        if not any(value == other and type(value) is type(other) for other in found):
            found.append(value)
    return found


def add_limits(shape, node):
    text = node.get("format")
    if isinstance(text, str) and shape.format is None:
        shape.format = FORMATS.get(text, text)
    if node.get("contentEncoding") == "base64":
        shape.format = "byte"
    for name in (*BOUNDS, *SIZES):
        value = node.get(name)
        if value is None and name in ("pattern",):
            value = node.get("x-specsmith-pattern")
        if value is None and EXTENSIONS.get(name) in node:
            value = number(node[EXTENSIONS[name]])
        if name == "pattern" and node.get("contentEncoding") == "base64":
            continue
        # In OpenAPI 3.0, these are flags of the bounds.
        exclusive = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}.get(name)
        if exclusive and node.get(exclusive) is True:
            shape.limits[exclusive] = value
        elif name == "uniqueItems":
            if value is True:
                shape.limits[name] = True
        elif value is not None and not isinstance(value, bool) and (value != 0 or not name.startswith(("minL", "minI", "minP"))):
            shape.limits[name] = value


def number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def add_contents(shape, node):
    for name, schema in properties_of(node):
        shape.properties[name] = (*shape.properties.get(name, ()), schema)
    if isinstance(node.get("required"), list):
        shape.required |= {name for name in node["required"] if isinstance(name, str)}
    others = node.get("additionalProperties", node.get("unevaluatedProperties"))
    if others is False or shape.others is False:
        shape.others = False
    elif isinstance(others, dict) or others is True:
        shape.others = (*(shape.others or ()), others)
    if "items" in node and not (node["items"] is False and "prefixItems" in node):
        shape.items = (*(shape.items or ()), node["items"])
    if isinstance(node.get("prefixItems"), list):
        shape.elements = node["prefixItems"]
    for name in ("default", "deprecated", "readOnly", "writeOnly", "not", "patternProperties", "x-joined", *CONTENT):
        if name in node:
            shape.notes[name] = node[name]


def properties_of(node):
    properties = node.get("properties")
    return properties.items() if isinstance(properties, dict) else ()


def union_of(node):
    if not isinstance(node, dict):
        return []
    union = node.get("oneOf") or node.get("anyOf") or []
    return union if isinstance(union, list) else []


def tag_of(node):
    discriminator = node.get("discriminator")
    return discriminator.get("propertyName") if isinstance(discriminator, dict) else None


def tags_of(node, variants):
    """The values of the discriminator for each variant."""
    mapping = (node.get("discriminator") or {}).get("mapping") or {}
    tags = {}
    for variant in variants:
        name = variant.get("$ref", "").rpartition("/")[2] if isinstance(variant, dict) else ""
        values = [value for value, target in mapping.items() if str(target).rpartition("/")[2] == name]
        if name and tag_of(node):
            tags[id(variant)] = values or [name], bool(values)
    return tags


def extending(document):
    """The components that extend a component with a discriminator."""
    schemas = document.schemas()
    found = {}
    for name, node in schemas.items():
        for member in (node.get("allOf") or []) if isinstance(node, dict) else []:
            _, base = document.target(member["$ref"]) if isinstance(member, dict) and "$ref" in member else (None, None)
            if base and tag_of(schemas.get(base) or {}):
                found.setdefault(base, []).append(name)
    return found
