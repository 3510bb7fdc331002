"""Sparkwire's exceptions, and the contents of its errors as Python values."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

CONDITION = "SPARKWIRE_MALFORMED"
UNENCODABLE = "SPARKWIRE_UNENCODABLE"

OLDEST_SPARK = 4

NO_PYSPARK = (
    "Sparkwire needs PySpark 4.0 or newer: pip install 'pyspark>=4.0,<5',"
    " or pyspark-client to talk to a Spark Connect server."
)

# The beginning of the error message. Where Spark wraps the error in another one, as a streaming
# query does with the error that ended it, only this text is left.
_SENTENCE = re.compile(
    r"\[SPARKWIRE_MALFORMED\] (?P<format>\w+): (?P<reason>[a-z0-9-]+)"
    r" at byte (?P<offset>\d+)(?: \((?P<path>.*?)\))?: "
)


def did_you_mean(name: str, names: Iterable[str], most: int = 1) -> str:
    """Return a question about the name that may be meant, to be put into a message, or ``''``."""
    near = difflib.get_close_matches(name, list(names), n=most, cutoff=0.6)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def check_spark(version: str) -> None:
    """Raise SetUpError for a version of Spark or PySpark that is too old."""
    major = version.partition(".")[0]
    if major.isdigit() and int(major) < OLDEST_SPARK:
        raise SetUpError(
            f"Sparkwire needs Spark {OLDEST_SPARK}.0 or newer, because older ones have no VARIANT."
            f" This is Spark {version}."
        )


class SetUpError(RuntimeError):
    """Something that Sparkwire needs is missing; the message says what to do about it."""


class InvalidCall(ValueError):
    """A call that is wrong for any value; the message says what is accepted."""


class MalformedRow(RuntimeError):
    """A malformed row that stops the command line; the message says which row, where and why."""


class OutputError(RuntimeError):
    """An output that cannot be written; the message says where and why."""


@dataclass(frozen=True)
class Malformed:
    """The reason why a value could not be decoded.

    Attributes
    ----------
    format : str
        The format that was expected, such as ``databus``.
    reason : str
        A short identifier of the fault, such as ``bad-header-crc``.
    offset : int
        The offset of the malformed field in bytes, from the start of the value.
    path : str
        The path of that field in the result; ``''`` for the value as a whole.
    """

    format: str
    reason: str
    offset: int
    path: str


class MalformedValue(ValueError):
    """Bytes that `sparkwire.decode` cannot decode; its text is that of the error of a query.

    Attributes
    ----------
    fault : Malformed
        Format, reason, offset and path.
    message : str
        What is wrong, as a sentence.
    """

    def __init__(self, fault: Malformed, message: str) -> None:
        # Both are `args`, so that the exception can be pickled.
        super().__init__(fault, message)
        self.fault = fault
        self.message = message

    def __str__(self) -> str:
        """Return the text."""
        fault = self.fault
        path = f" ({fault.path})" if fault.path else ""
        return (
            f"[{CONDITION}] {fault.format}: {fault.reason} at byte {fault.offset}{path}:"
            f" {self.message}."
        )


class UnencodableValue(ValueError):
    """A value that `sparkwire.encode` cannot encode; its text is that of the error of a query.

    Attributes
    ----------
    format : str
        The format.
    reason : str
        A short identifier, such as ``missing-field``.
    path : str
        The path of the field; ``''`` for the value as a whole.
    message : str
        What is wrong, as a sentence.
    """

    def __init__(self, format: str, reason: str, path: str, message: str) -> None:
        super().__init__(format, reason, path, message)
        self.format = format
        self.reason = reason
        self.path = path
        self.message = message

    def __str__(self) -> str:
        """Return the text."""
        path = f" ({self.path})" if self.path else ""
        return f"[{UNENCODABLE}] {self.format}: {self.reason}{path}: {self.message}."


def malformed(error: BaseException) -> Malformed | None:
    """Return the fault that made a query or `sparkwire.decode` fail.

    Parameters
    ----------
    error : BaseException
        The exception that a query raised, on classic Spark or Spark Connect.

    Returns
    -------
    Malformed or None
        None if it failed for another reason.

    Examples
    --------
    >>> import sparkwire
    >>> df = spark.sql("SELECT databus_decode(X'07') AS event")
    >>> try:
    ...     df.collect()
    ... except Exception as error:
    ...     sparkwire.malformed(error)
    Malformed(format='databus', reason='bad-version', offset=0, path='version')
    """
    seen: BaseException | None = error
    while seen is not None:
        found = _from_parameters(seen) or _from_text(str(seen))
        if found:
            return found
        seen = seen.__cause__ or seen.__context__
    return None


def _from_parameters(error: BaseException) -> Malformed | None:
    condition = getattr(error, "getCondition", None)
    if condition is None or condition() != CONDITION:
        return None
    said = dict(error.getMessageParameters() or {})  # type: ignore[attr-defined]
    if not {"format", "reason", "offset", "path"} <= said.keys():
        return None
    return Malformed(said["format"], said["reason"], int(said["offset"]), said["path"])


def _from_text(text: str) -> Malformed | None:
    found = _SENTENCE.search(text)
    if found is None:
        return None
    return Malformed(found["format"], found["reason"], int(found["offset"]), found["path"] or "")
