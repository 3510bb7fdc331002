"""Values that the systems' own software wrote, from the test vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).resolve().parents[3] / "tests" / "vectors"


def vector(file: str, name: str) -> dict[str, Any]:
    for line in (VECTORS / file).read_text().splitlines():
        found = json.loads(line)
        if found["name"] == name:
            return dict(found)
    raise KeyError(name)
