"""What Sparkwire's errors say, as Python values."""

from __future__ import annotations

import re
from dataclasses import dataclass

CONDITION = "SPARKWIRE_MALFORMED"

NO_PYSPARK = (
    "Sparkwire needs PySpark 4.0 or newer: pip install 'pyspark>=4.0,<5',"
    " or pyspark-client to talk to a Spark Connect server."
)

# The head of the sentence. It is all that is left where Spark puts an error into another one, as a
# streaming query does with the error that ended it.
_SENTENCE = re.compile(
    r"\[SPARKWIRE_MALFORMED\] (?P<format>\w+): (?P<reason>[a-z0-9-]+)"
    r" at byte (?P<offset>\d+)(?: \((?P<path>.*?)\))?: "
)


class SetUpError(RuntimeError):
    """Something that Sparkwire needs is not there; the message says what to do about it."""


class InvalidCall(ValueError):
    """A call that makes no sense, whatever the bytes; the message says what is accepted."""


class MalformedRow(RuntimeError):
    """A row that stops the command line; the message says which, where and why."""


class OutputError(RuntimeError):
    """What was made cannot be written; the message says where and why."""


@dataclass(frozen=True)
class Malformed:
    """Why a value could not be decoded.

    Attributes
    ----------
    format : str
        The format that was expected, such as ``databus``.
    reason : str
        One word for what is wrong, such as ``bad-header-crc``.
    offset : int
        The first byte of the field at fault, counted from the start of the value.
    path : str
        The name of that field in the result, ``''`` for the value as a whole.
    """

    format: str
    reason: str
    offset: int
    path: str


def malformed(error: BaseException) -> Malformed | None:
    """Say which bytes a query failed on.

    Parameters
    ----------
    error : BaseException
        What a query raised, on classic Spark or Spark Connect.

    Returns
    -------
    Malformed or None
        None if the query failed for any other reason.

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
