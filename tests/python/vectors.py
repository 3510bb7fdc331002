"""The lines of tests/vectors as test data."""

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vectors"


@dataclass(frozen=True)
class Line:
    file: str
    said: dict

    @property
    def id(self):
        return f"{self.file}/{self.said['name']}"

    @property
    def bytes(self):
        return bytes.fromhex(self.said["hex"])

    @property
    def order(self):
        return self.said["order"]

    @property
    def view(self):
        return self.said["view"]

    @property
    def fails(self):
        return self.said.get("fails")


def files(format):
    return sorted(path.stem for path in (FOLDER / format).glob("*.jsonl"))


def lines(format, *names):
    return [
        Line(name, json.loads(text))
        for name in names
        for text in (FOLDER / format / f"{name}.jsonl").open(encoding="utf-8")
    ]


def plain(value):
    """Convert a collected value or a view to comparable dicts, lists and bytes."""
    if isinstance(value, dict):
        if value.keys() == {"$hex"}:
            return bytes.fromhex(value["$hex"])
        return {name: plain(part) for name, part in value.items()}
    if hasattr(value, "asDict"):
        return {name: plain(part) for name, part in value.asDict().items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return bytes(value) if isinstance(value, bytearray) else value


def tiles(parts, value):
    """Return why a dissection does not cover the value without gaps; None if it does."""
    at = 0
    for part in parts:
        if part["length"] > 0:
            if part["offset"] != at:
                return f"{part} should begin at {at}"
            at += part["length"]
    return None if at == len(value) else f"ends at {at} of {len(value)}"


def known_to(view, value):
    """Keep only the fields of the view: a newer Kafka than the view's has further tagged fields."""
    if isinstance(value, dict) and isinstance(view, dict):
        return {name: known_to(view[name], part) for name, part in value.items() if name in view}
    if isinstance(value, list) and isinstance(view, list) and len(value) == len(view):
        return list(map(known_to, view, value))
    return value
