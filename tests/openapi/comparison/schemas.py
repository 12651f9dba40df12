"""Compares schemas."""

import re

from .shape import BOUNDS, RANGES, SIZES, Shapes

# Formats that have a type. It checks more than the document says.
TYPED = {"date-time", "date", "uuid", "uri", "email", "byte", "binary", "password"}
TYPED |= {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)} | {"float"}


class Schemas:
    def __init__(self, original, export, differences):
        self.original, self.export = Shapes(original), Shapes(export)
        self.differences = differences
        self.compared = set()
        self.in_responses = export.in_responses()

    def compare(self, one, other, place):
        """Compares two schemas, each given as the nodes that apply. A pair is compared once, where it is first met."""
        pair = (tuple(map(id, one)), tuple(map(id, other)))
        if pair in self.compared:
            return
        self.compared.add(pair)
        self.shapes(self.original.of(one), self.export.of(other), place)

    def shapes(self, one, other, place, is_variant=False):
        add = self.differences.add
        if one.null != other.null and not is_variant and not self.is_any(one) and not self.is_any(other):
            self.null(one, other, place)
        if one.notes.get("lists", 0) > other.notes.get("lists", 0):
            add("union of lists as one list", place)
        for name in ("not", "patternProperties"):
            if name in one.notes and name not in other.notes:
                add("keyword left out", place, name)
        if "alternatives" in one.notes:
            add("alternatives of required", place)
        if "several unions" in one.notes:
            add("several unions", place, one.notes["several unions"])
            if other.variants is None:
                return
        if "only null" in one.notes and other.null:
            add("only null", place, None, other.kind)
            return
        is_same = one.kind == other.kind and (one.variants is None) == (other.variants is None)
        if "contradicts" in one.notes and (not is_same or one.variants is not None):
            add("contradiction", place, one.kind, other.kind)
            return
        if one.variants is not None or other.variants is not None:
            self.unions(one, other, place)
            return
        if one.kind != other.kind:
            self.kinds(one, other, place)
            return
        self.values(one, other, place)
        self.limits(one, other, place)
        if one.kind == "object":
            self.objects(one, other, place)
        if one.kind == "array":
            self.lists(one, other, place)

    def null(self, one, other, place):
        if one.null and is_text(place):
            self.differences.add("null of a text", place)
        elif one.null and "forbids null" in one.notes:
            self.differences.add("null of one of several schemas", place)
        elif one.null and is_whole(place):
            self.differences.add("null as a body", place, one.name)
        else:
            self.differences.add("null lost" if one.null else "null added", place, one.name, other.name)

    @staticmethod
    def is_any(shape):
        return shape.kind is None and shape.variants is None and shape.values is None

    def kinds(self, one, other, place):
        if one.values and self.is_any(other):
            self.differences.add("values of several kinds", place, one.values)
        elif "only null" in one.notes:
            self.differences.add("only null", place, None, other.kind)
        elif one.kind == "object" and not one.properties and self.is_any(other):
            self.differences.add("object without properties", place)
        elif self.is_any(one) and other.kind == "string" and is_text(place):
            self.differences.add("any value as text", place)
        else:
            self.differences.add("type changed", place, one.kind or "any", other.kind or "any")

    def values(self, one, other, place):
        add = self.differences.add
        meant = one.values if one.values is not None else one.known
        if meant is None:
            if other.values is not None or other.known is not None:
                add("values added", place, None, other.values or other.known)
            return
        found = other.values if other.values is not None else other.known
        if found is None and self.is_any(other):
            add("values of several kinds", place, meant)
            return
        if found is None:
            is_constant = len(meant) == 1 and (one.kind == "boolean" or " path " in place)
            add("a constant that is not required" if is_constant else "values lost", place, meant)
            return
        lost = [value for value in meant if value not in found]
        more = [value for value in found if value not in meant]
        if lost:
            add("values of several enumerations" if "narrowed" in one.notes else "value lost", place, lost, found)
        if more:
            add("values of several enumerations" if "narrowed" in one.notes else "value added", place, meant, more)
        if one.values is not None and other.values is None:
            add("open enumeration", place)
        if one.values is None and other.values is not None:
            add("enumeration closed", place, meant, found)

    def limits(self, one, other, place):
        add = self.differences.add
        if one.format != other.format and one.values is None and one.known is None:
            is_number = one.kind == "string" and (one.format in RANGES or one.format in ("int64", "password", "double"))
            is_text = one.kind in ("integer", "number") and one.format not in RANGES and other.format is None
            is_binary = one.format == "binary" and " application/json" in place
            if one.format == "uuid" and (one.limits.get("maxLength", 36) < 32 or one.limits.get("minLength", 32) > 36):
                add("format that contradicts its limits", place, one.limits)
            elif other.format == "binary" and " multipart/" in place and "joined" in one.notes:
                add("file or another value", place)
            elif other.format == "binary" and " multipart/" in place and place.endswith(".*"):
                add("further part of a form", place)
            elif "x-ndjson" in place and one.format == "binary":
                add("content as bytes", place)
            elif (one.format, other.format) == ("uri", "uri-reference") and place.endswith("location"):
                add("format of locations", place)
            elif is_number or is_text or is_binary:
                add("format of another kind", place, one.format)
            elif one.format in TYPED or other.format is not None:
                add("format changed", place, one.format, other.format)
            else:
                add("format left out", place, one.format)
        for name in (*BOUNDS, *SIZES):
            meant, found = one.limits.get(name), other.limits.get(name)
            if meant == found or (meant is not None and one.values is not None):
                continue
            if "x-joined" in one.notes:
                add("limits of a union", place, name)
            elif name.endswith("Properties") and meant is not None and (one.properties or not found):
                add("size of an object", place, name)
            elif found is None and one.format in TYPED and other.kind == "string":
                add("limits of a format", place, name, one.format)
            elif name in BOUNDS and abs(meant or 0) >= 2**62 and found is None:
                add("bounds beyond 64 bits", place, meant)
            elif name in ("minLength", "minItems") and meant is None and " path " in place:
                add("a parameter of a path is not empty", place)
            elif name == "pattern" and found is None and meant is not None and has_look_around(meant):
                add("pattern left out", place, meant)
            elif name == "pattern" and meant and found and same_pattern(meant, found):
                continue
            elif found is None:
                add(f"{name} lost", place, meant, one.format or one.kind)
            else:
                add(f"{name} added" if meant is None else f"{name} changed", place, meant, found)

    def objects(self, one, other, place):
        add = self.differences.add
        for name, nodes in one.properties.items():
            if name in other.properties:
                self.compare(nodes, other.properties[name], f"{place}.{name}")
                if name not in other.required:
                    self.notes(nodes, other.properties[name], f"{place}.{name}")
                if is_deprecated(nodes) != is_deprecated(other.properties[name]):
                    add("deprecation changed", f"{place}.{name}")
                elif self.original.of(nodes).notes.get("default") is not None:
                    add("default of what is required", f"{place}.{name}")
            else:
                notes = self.original.of(nodes).notes
                is_other = notes.get("readOnly") and is_request(place) or notes.get("writeOnly") and not is_request(place)
                add("property of the other direction" if is_other else "property lost", f"{place}.{name}")
        for name in other.properties:
            if name not in one.properties:
                add("property added: required" if name in one.required else "property added", f"{place}.{name}")
        for name in sorted(one.required - other.required):
            notes = self.original.of(one.properties[name]).notes if name in one.properties else {}
            if notes.get("readOnly") or notes.get("writeOnly"):
                add("optional in one direction", f"{place}.{name}")
            elif name in one.properties and self.original.of(one.properties[name]).notes.get("default") is not None:
                add("optional because of a default", f"{place}.{name}")
            elif name.endswith("?"):
                add("required name with a question mark", f"{place}.{name}")
            elif name not in one.properties and name not in other.properties:
                add("required without a schema", f"{place}.{name}")
            else:
                add("required lost", f"{place}.{name}")
        for name in sorted(other.required - one.required):
            add("tag required" if name in (one.tag, other.notes.get("tag")) else "required added", f"{place}.{name}")
        # Any other properties are allowed without a word.
        meant, found = one.others, other.others
        if isinstance(meant, tuple) and isinstance(found, tuple):
            self.compare(meant, found, f"{place}.*")
        elif meant is False and found is not False:
            if not one.properties:
                add("object without properties", place)
            elif other.nodes & self.in_responses or len(one.properties) > len(other.properties):
                add("other properties in responses", place)
            elif "unevaluated" in one.notes:
                add("other properties of a choice", place)
            else:
                add("other properties allowed", place)
        elif found is False and meant is not False:
            add("other properties rejected", place)
        elif isinstance(meant, tuple) and not self.is_any(self.original.of(meant)):
            add("other properties of any type", place)
        elif isinstance(found, tuple) and is_text(place) and self.export.of(found).kind == "string":
            add("any value as text", place)
        elif isinstance(found, tuple) and not self.is_any(self.export.of(found)):
            add("other properties of one type", place)

    def default(self, one, default, place):
        is_large = isinstance(default, (int, float)) and abs(default) >= 2**63
        if is_large:
            self.differences.add("default that does not fit", place, default)
        elif one.variants is not None or one.null or one.format == "byte":
            self.differences.add("default of a type without one", place, default)
        elif " path " in place:
            self.differences.add("default of what is required", place, default)
        elif isinstance(default, (list, dict)):
            self.differences.add("default of a list or object", place, default)
        elif not has_kind(default, one.kind) or (one.values and default not in one.values) or (one.format in TYPED and not fits(default, one.format)):
            self.differences.add("default that does not fit", place, default, one.kind)
        else:
            self.differences.add("default lost", place, default)

    def notes(self, one, other, place):
        """Compares defaults."""
        shape = self.original.of(one)
        found = self.export.of(other).notes.get("default")
        default = coerced(shape.notes.get("default"), shape.kind)
        if default is not None and found is None:
            is_own = any("default" in node for node in with_members(one))
            if is_own:
                self.default(shape, shape.notes["default"], place)
            else:
                self.differences.add("default of a component", place, default)
        elif default != found:
            self.differences.add("default changed", place, default, found)

    def lists(self, one, other, place):
        if (one.elements is None) != (other.elements is None):
            self.differences.add("tuple changed", place, one.elements is not None, other.elements is not None)
        for at, (meant, found) in enumerate(zip(one.elements or (), other.elements or (), strict=False)):
            self.compare((meant,), (found,), f"{place}[{at}]")
        if one.items is not None and other.items is not None:
            self.compare(one.items, other.items, f"{place}[]")
        elif one.items is not None and not self.is_any(self.original.of(one.items)):
            self.differences.add("items of any type", place)
        elif other.items is not None and not self.is_any(self.export.of(other.items)):
            self.differences.add("items of one type", place)

    # Unions.

    def unions(self, one, other, place):
        add = self.differences.add
        if other.variants is None and one.variants is not None:
            lists = [nodes for nodes in one.variants if self.original.of(nodes).kind == "array"]
            if other.kind == "array" and len(lists) == 1 and len(one.variants) == 2 and is_text(place):
                add("one value as a list of one", place)
                self.lists(self.original.of(lists[0]), other, place)
            elif self.is_any(other):
                add("union as any value", place, len(one.variants))
            elif other.kind == "object" and all(self.is_object(self.original, nodes) for nodes in one.variants):
                add("union as one object", place, len(one.variants))
                self.object_of_all(one, other, place)
            elif other.kind == "string" and all(self.original.of(nodes).kind == "string" for nodes in one.variants):
                add("union as text", place, len(one.variants))
            elif other.format == "binary" and any(self.original.of(nodes).format == "binary" for nodes in one.variants):
                add("file or another value", place, self.shown(self.original, one))
            else:
                add("union changed", place, self.shown(self.original, one), other.kind)
            return
        if one.variants is None:
            add("union added", place, one.kind or "any", self.shown(self.export, other))
            return
        pairs, left = self.matched(one, other)
        decimals = [nodes for nodes in left if self.export.of(nodes).format == "decimal"]
        objects = [self.original.of(nodes) for nodes in one.variants if self.original.of(nodes).kind == "object"]
        is_merged = len(objects) > sum(self.export.of(nodes).kind == "object" for nodes in other.variants)
        for nodes, found in pairs:
            shape = self.original.of(nodes)
            if is_merged and shape.kind == "object" and self.has_fields(shape, other):
                add("union as one object", place, shape.name or list(shape.properties))
            elif found is None and shape.kind == "integer" and decimals:
                add("integers of several formats", place)
                left.remove(decimals.pop())
            elif found is None:
                add("variant lost", place, shape.name or shape.kind or list(shape.properties))
            else:
                self.variant(nodes, found, one.tag or other.tag, f"{place}<{shape.name or shape.kind or 'variant'}>")
        for nodes in left:
            shape = self.export.of(nodes)
            add("variant added", place, None, shape.name or shape.kind or list(shape.properties))

    def matched(self, one, other):
        """The variants of two unions, the most alike first, and the remaining variants of the second."""
        ones = [(nodes, self.original.of(nodes)) for nodes in one.variants]
        others = [(nodes, self.export.of(nodes)) for nodes in other.variants]
        scores = [
            (self.likeness(shape, found), -at, -place)
            for at, (_, shape) in enumerate(ones)
            for place, (_, found) in enumerate(others)
        ]
        pairs, taken = {}, set()
        for score, at, place in sorted(scores, reverse=True):
            if score > 0 and -at not in pairs and -place not in taken:
                pairs[-at] = others[-place][0]
                taken.add(-place)
        left = [nodes for place, (nodes, _) in enumerate(others) if place not in taken]
        return [(nodes, pairs.get(at)) for at, (nodes, _) in enumerate(ones)], left

    def variant(self, one, other, tag, place):
        pair = (tuple(map(id, one)), tuple(map(id, other)))
        if pair in self.compared:
            return
        self.compared.add(pair)
        shape, found = self.original.of(one), self.export.of(other)
        if tag:
            found.notes["tag"] = tag
        self.shapes(shape, found, place, is_variant=True)

    def has_fields(self, shape, other):
        """Whether another variant of the export has all fields of a variant."""
        others = [self.export.of(nodes) for nodes in other.variants]
        return any(of.kind == "object" and set(shape.properties) <= set(of.properties) for of in others)

    def is_object(self, shapes, nodes):
        shape = shapes.of(nodes)
        if shape.variants is not None:
            return all(self.is_object(shapes, nodes) for nodes in shape.variants)
        return shape.kind == "object"

    def object_of_all(self, one, other, place):
        """The fields of all variants, none of them required that some variant does not require."""
        always = None
        for nodes in one.variants:
            shape = self.original.of(nodes)
            if shape.variants is not None:
                self.object_of_all(shape, other, place)
                continue
            for name, of in shape.properties.items():
                notes = self.original.of(of).notes
                if name not in other.properties and not (notes.get("readOnly") and is_request(place)):
                    self.differences.add("property lost", f"{place}.{name}")
            always = shape.required if always is None else always & shape.required
        for name in sorted(other.required - (always if always is not None else other.required)):
            self.differences.add("required added", f"{place}.{name}")

    def likeness(self, one, other):
        """How likely two variants are the same."""
        if (one.variants is None) != (other.variants is None) or one.kind != other.kind:
            return 0
        score = 1.0
        if one.name and other.name and plain(one.name) == plain(other.name):
            score += 10
        if one.kind == "object":
            both = set(one.properties) | set(other.properties)
            score += 4 * len(set(one.properties) & set(other.properties)) / max(len(both), 1)
            for name in set(one.properties) & set(other.properties):
                meant = self.original.of(one.properties[name])
                found = self.export.of(other.properties[name])
                if meant.values and found.values and len(meant.values) < 4:
                    score += 5 if set(map(str, meant.values)) == set(map(str, found.values)) else -3
        if one.kind == "array" and one.items and other.items:
            meant, found = self.original.of(one.items), self.export.of(other.items)
            score += self.likeness(meant, found) / 2 if meant.kind != "array" else 1
        return max(score, 0.1)

    @staticmethod
    def shown(shapes, shape):
        return [shapes.of(nodes).name or shapes.of(nodes).kind for nodes in shape.variants or ()]


def has_look_around(pattern):
    return isinstance(pattern, str) and re.search(r"\(\?(<?[=!])|\\[1-9]", pattern) is not None


def same_pattern(one, other):
    return str(one).strip("/") == str(other).strip("/")


def plain(name):
    return re.sub("[^a-z0-9]", "", str(name).lower())


def is_request(place):
    return " body" in place or re.search(r" (path|query|cookie|header) [^ ]+$", place) is not None and not re.search(r" (\dxx|\d\d\d|default) header ", place)


def is_deprecated(nodes):
    """Whether a property is deprecated where it is written."""
    return any(node.get("deprecated") is True for node in with_members(nodes))


def with_members(nodes):
    """Schemas where they are written, and the members of `allOf` in them."""
    members = [of for node in nodes if isinstance(node, dict) for of in (node, *(node.get("allOf") or ()))]
    return [node for node in members if isinstance(node, dict)]


def is_text(place):
    """Whether all values at a place are text."""
    return any(f" {part} " in place for part in ("path", "query", "header", "cookie")) or " application/x-www-form-urlencoded" in place or " multipart/" in place


def is_whole(place):
    """Whether a place is a whole body."""
    return re.search(r" [^ ]+/[^ .\[<]+(\+json)?$", place) is not None


def coerced(default, kind):
    """A default as its kind, if it is written as text."""
    if isinstance(default, str) and kind == "boolean":
        return {"true": True, "false": False}.get(default.lower(), default)
    if isinstance(default, str) and kind in ("integer", "number"):
        return float(default) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", default) else default
    if isinstance(default, (int, float)) and not isinstance(default, bool) and kind == "string":
        return str(default)
    return default


def has_kind(value, kind):
    kinds = {"array": list, "object": dict, "boolean": bool, "integer": (int, float), "number": (int, float), "string": str}
    return kind not in kinds or isinstance(value, kinds[kind])


def fits(default, format):
    return format not in ("date-time", "date", "uuid", "uri") or re.search("[0-9]{4}|[0-9a-f]{8}|:", str(default)) is not None
