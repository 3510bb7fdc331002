"""Sparkwire: Spark SQL functions that decode binary wire formats.

``sparkwire.session()`` starts Spark with the functions, ``sparkwire.functions`` has one Python
function for each of them, ``sparkwire.malformed(error)`` says what was wrong with bad bytes.
"""

from importlib.metadata import PackageNotFoundError, version

from sparkwire.errors import Malformed, SetUpError, malformed
from sparkwire.session import configure, jar_path, register, session

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
