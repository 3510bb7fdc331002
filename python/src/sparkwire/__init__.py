"""Sparkwire: Spark SQL functions that decode binary wire formats.

``sparkwire.session()`` starts Spark with the functions. ``sparkwire.functions`` has a Python
wrapper for each of them. ``sparkwire.malformed(error)`` explains why bytes are malformed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from sparkwire.errors import (
    InvalidCall,
    Malformed,
    MalformedValue,
    SetUpError,
    UnencodableValue,
    malformed,
)
from sparkwire.errors import did_you_mean as _did_you_mean
from sparkwire.session import configure, jar_path, register, session

if TYPE_CHECKING:
    from sparkwire.comparison import compare
    from sparkwire.dissecting import dissect
    from sparkwire.guessing import guess
    from sparkwire.inferring import schema_of
    from sparkwire.layout_files import layout, layouts
    from sparkwire.plain import decode, encode
    from sparkwire.profiling import profile

try:
    __version__ = version("sparkwire")
except PackageNotFoundError:  # imported from the source folder without being installed
    __version__ = "0+unknown"

__all__ = [
    "InvalidCall",
    "Malformed",
    "MalformedValue",
    "SetUpError",
    "UnencodableValue",
    "__version__",
    "compare",
    "configure",
    "decode",
    "dissect",
    "encode",
    "guess",
    "jar_path",
    "layout",
    "layouts",
    "malformed",
    "profile",
    "register",
    "schema_of",
    "session",
]


# Imported at first use, because they need PySpark and this module does not.
_MODULES = ("avro", "functions", "ignite", "view")
_LATER = {
    "compare": "sparkwire.comparison",
    "decode": "sparkwire.plain",
    "dissect": "sparkwire.dissecting",
    "encode": "sparkwire.plain",
    "guess": "sparkwire.guessing",
    "layout": "sparkwire.layout_files",
    "layouts": "sparkwire.layout_files",
    "profile": "sparkwire.profiling",
    "schema_of": "sparkwire.inferring",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in _MODULES:
        return import_module(f"sparkwire.{name}")
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(
        f"module {__name__!r} has no attribute {name!r}.{_did_you_mean(name, __dir__())}"
    )


def __dir__() -> list[str]:
    """Return the public names, for completion in notebooks and shells."""
    return sorted([*__all__, *_MODULES])
