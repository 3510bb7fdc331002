"""Inlines the schemas that an Avro schema refers to: Avro's parser accepts only one text."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

Schema: TypeAlias = Any  # a name, a union as a list, or a dict

PRIMITIVES = {"null", "boolean", "int", "long", "float", "double", "bytes", "string"}
NAMED = {"record", "error", "enum", "fixed"}


def inlined(schema: Schema, others: list[Schema]) -> str:
    """Replace the first mention of each type of other schemas with its definition."""
    return json.dumps(_Inliner(others).of(schema, ""))


class _Inliner:
    """Walks schemas in the order of Avro's parser and tracks which names are defined so far."""

    def __init__(self, others: list[Schema]) -> None:
        self._others: dict[str, Schema] = {}
        self._defined: set[str] = set()
        for other in others:
            self._collect(other, "")

    def of(self, schema: Schema, namespace: str) -> Schema:
        """Return a schema with the other schemas inlined; `namespace` encloses it."""
        if isinstance(schema, str):
            return self._named(schema, namespace)
        if isinstance(schema, list):
            return [self.of(branch, namespace) for branch in schema]
        kind = schema.get("type")
        if isinstance(kind, str) and kind in NAMED:
            full = _full_name(schema, namespace)
            if full in self._defined:
                return full
            self._defined.add(full)
            if not isinstance(schema.get("fields"), list):
                return schema
            inner = full.rpartition(".")[0]
            fields = [
                {**field, "type": self.of(field["type"], inner)} for field in schema["fields"]
            ]
            return {**schema, "fields": fields}
        made = dict(schema)
        for part in ("items", "values"):
            if kind in ("array", "map") and part in made:
                made[part] = self.of(made[part], namespace)
        if isinstance(kind, str) and kind not in ("array", "map"):
            found = self._named(kind, namespace)
            # {"type": "some.Name"}: the definition of the name replaces the whole object.
            return found if isinstance(found, dict) else {**made, "type": found}
        return made

    def _named(self, name: str, namespace: str) -> Schema:
        if name in PRIMITIVES:
            return name
        full = name if "." in name or not namespace else f"{namespace}.{name}"
        for known in (full, name):
            if known in self._defined:
                return known if "." in known else name
            if known in self._others:
                definition = self._others[known]
                space, _, short = known.rpartition(".")
                # Always write the namespace, even "": otherwise the type would inherit the
                # namespace of the schema around it.
                return self.of({**definition, "name": short, "namespace": space}, "")
        return name

    def _collect(self, schema: Schema, namespace: str) -> None:
        """Collect the named types that a schema defines at any depth."""
        if isinstance(schema, list):
            for branch in schema:
                self._collect(branch, namespace)
        elif isinstance(schema, dict):
            if schema.get("type") in NAMED:
                full = _full_name(schema, namespace)
                self._others.setdefault(full, schema)
                namespace = full.rpartition(".")[0]
            for field in schema.get("fields", []):
                self._collect(field["type"], namespace)
            for part in ("type", "items", "values"):
                if isinstance(schema.get(part), (dict, list)):
                    self._collect(schema[part], namespace)


def _full_name(schema: dict[str, Any], namespace: str) -> str:
    name: str = schema["name"]
    space = schema.get("namespace", namespace)
    return name if "." in name or not space else f"{space}.{name}"
