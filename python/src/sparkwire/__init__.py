"""Sparkwire: Spark SQL functions that decode binary wire formats.

``sparkwire.session()`` starts Spark with the functions, ``sparkwire.functions`` has one Python
function for each of them, ``sparkwire.malformed(error)`` says what was wrong with bad bytes.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from sparkwire.errors import Malformed, SetUpError, malformed
from sparkwire.session import configure, jar_path, register, session

if TYPE_CHECKING:
    from types import ModuleType

try:
    __version__ = version("sparkwire")
except PackageNotFoundError:  # the source folder on sys.path, not installed
    __version__ = "0+unknown"

__all__ = [
    "Malformed",
    "SetUpError",
    "__version__",
    "configure",
    "jar_path",
    "malformed",
    "register",
    "session",
]


def __getattr__(name: str) -> ModuleType:
    # Only where it is used: it needs PySpark, which this module does not.
    if name in ("avro", "ignite"):
        return import_module(f"sparkwire.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
