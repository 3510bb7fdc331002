"""The public Python API: ``tests/golden/python.txt`` lists its names and signatures.

``docs/pages/versioning.md`` says which changes are allowed in which version. To update the file,
set ``SPARKWIRE_GOLDEN=write`` in the environment.
"""

import inspect
import os
from pathlib import Path

import sparkwire
import sparkwire.functions as wire

GOLDEN = Path(__file__).parents[1] / "golden" / "python.txt"


def found():
    for module in (sparkwire, wire):
        for name in sorted(vars(module)):
            member = getattr(module, name)
            if name.startswith("_") or name == "TYPE_CHECKING" or inspect.ismodule(member):
                continue
            if not getattr(member, "__module__", "sparkwire").startswith("sparkwire"):
                continue
            if isinstance(member, type) and issubclass(member, Exception):
                signature = f"({member.__base__.__name__})"
            else:
                signature = inspect.signature(member)
            yield f"{module.__name__}.{name}{signature}\n"


def test_names_and_signatures():
    text = "".join(found())
    if os.environ.get("SPARKWIRE_GOLDEN") == "write":
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()
