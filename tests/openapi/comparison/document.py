"""OpenAPI documents: reading them, and following their references."""

import json
import re
from urllib.parse import unquote

import yaml

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Reads YAML 1.2: dates are text, and only `true` and `false` are booleans."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", "[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", "~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("merge", "<<", "<"),
]:
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))
Loader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return Document(json.loads(text))
    except ValueError:
        return Document(yaml.load(text, Loader))


class Document:
    def __init__(self, root):
        self.root = root
        self.kept = {}

    def target(self, reference):
        """What a reference refers to: the node, and its name. An unknown one is an empty object."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            return self.keep(("unknown", reference), dict), None
        node = self.root
        names = reference[1:].strip("/").split("/")
        for name in names:
            name = unquote(name).replace("~1", "/").replace("~0", "~")
            if isinstance(node, list):
                node = node[int(name)] if name.isdigit() and int(name) < len(node) else None
            else:
                node = node.get(name) if isinstance(node, dict) else None
        if node is None:
            node = self.keep(("unknown", reference), dict)
        return node, names[-1] if len(names) == 3 and names[1] == "schemas" else None

    def resolved(self, node):
        """An object that is no schema, behind its references."""
        for _ in range(20):
            if not isinstance(node, dict) or "$ref" not in node:
                break
            node, _ = self.target(node["$ref"])
        return node if isinstance(node, dict) else {}

    def keep(self, key, build):
        """A node that the document does not contain. The same one each time, since nodes are known by their identity."""
        if key not in self.kept:
            self.kept[key] = build()
        return self.kept[key]

    def without(self, node, *names):
        """An object without some of its keys."""
        return self.keep((id(node), names), lambda: {key: value for key, value in node.items() if key not in names})

    def in_responses(self):
        """The properties of all objects that responses have, by identity."""
        found, waiting, known = set(), [], set()
        for item in (self.root.get("paths") or {}).values():
            waiting += [of.get("responses") for of in self.resolved(item).values() if isinstance(of, dict)]
        waiting.append(self.root.get("webhooks"))
        while waiting:
            node = waiting.pop()
            if isinstance(node, list):
                waiting += node
            if not isinstance(node, dict) or id(node) in known:
                continue
            known.add(id(node))
            if isinstance(node.get("properties"), dict):
                found.add(id(node["properties"]))
            if isinstance(node.get("$ref"), str):
                waiting.append(self.target(node["$ref"])[0])
            waiting += node.values()
        return found

    def schemas(self):
        schemas = self.root.get("components", {}).get("schemas", {})
        return schemas if isinstance(schemas, dict) else {}
