"""One message as plain Python values, and back, without a Spark session."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sparkwire import _jvm
from sparkwire.errors import (
    NO_PYSPARK,
    Malformed,
    MalformedValue,
    SetUpError,
    UnencodableValue,
)
from sparkwire.formats import Call
from sparkwire.opening import read_as


def decode(value: bytes | None, format: str, **arguments: Any) -> Any:  # noqa: ANN401
    """Decode one message to plain Python values, without a Spark session.

    For tests, services and scripts that read single messages. A table is decoded much faster by
    `sparkwire.functions`, and its columns have Spark's types.

    Parameters
    ----------
    value : bytes, bytearray, memoryview or None
        The message. None is the tombstone of a Kafka record; for other formats the result is None.
    format : str
        The format, as for `sparkwire.dissect`; ``"auto"`` takes the most likely one.
    **arguments
        The other arguments, as for `sparkwire.dissect`, such as ``layout``, ``ddl``, ``writer`` or
        ``options``.

    Returns
    -------
    dict, list, str, int, float, Decimal, bool or None
        The JSON that ``sparkwire decode`` writes for the message, parsed. A STRUCT or a MAP is a
        dict, and a field that is NULL is left out. BINARY is text in base64. A TIMESTAMP is text
        in ISO 8601, in UTC with microseconds; ``datetime.fromisoformat`` reads it from Python 3.11
        on. A DATE is ``2026-11-30``. Integers of any size are exact. A number with a fraction is a
        float, or a Decimal if a float cannot hold all its digits.

    Raises
    ------
    MalformedValue
        If the bytes are malformed. Its `fault` has reason, offset and path.
    InvalidCall
        If the format does not exist, or an argument is missing or wrong.

    See Also
    --------
    sparkwire.encode : the way back.
    sparkwire.dissect : shows the meaning of each byte, of malformed messages too.
    sparkwire.functions : has the functions for columns.

    Examples
    --------
    >>> sparkwire.decode(bytes.fromhex("82a2696407a474616773 92a161a162"), "msgpack")
    {'id': 7, 'tags': ['a', 'b']}
    >>> layout = "id INT16, name COMPACT_STRING"
    >>> sparkwire.decode(bytes.fromhex("00070561626364"), "kafka", layout=layout)
    {'id': 7, 'name': 'abcd', '_unknown_tags': []}
    >>> try:
    ...     sparkwire.decode(bytes.fromhex("0007056162"), "kafka", layout=layout)
    ... except sparkwire.MalformedValue as error:
    ...     error.fault
    Malformed(format='kafka', reason='length-past-end', offset=2, path='name')
    """
    format, value, start = read_as(value, format)
    call = Call.of(format, arguments)
    text, fault = _by_jvm(call, value) if _jvm.is_available() else _by_session(call, value)
    if fault is not None:
        where = Malformed(call.format, fault["reason"], start + fault["offset"], fault["path"])
        raise MalformedValue(where, fault["message"])
    return None if text is None else json.loads(text, parse_float=_number).get(call.format)


Found = tuple["str | None", "dict[str, Any] | None"]


def _by_jvm(call: Call, value: bytes | None) -> Found:
    passed = call.constants(value)
    text = _jvm.decode(f"try_{call.format}_decode", passed, call.format)
    return text, None if text else _jvm.fault(f"{call.format}_fault", passed)


def _by_session(call: Call, value: bytes | None) -> Found:
    # A Spark Connect client has no Spark jars, but its server has them.
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    from sparkwire._output import JSON

    spark = SparkSession.getActiveSession()
    if spark is None:
        raise SetUpError(f"There are no jars of Spark here, and no session. {NO_PYSPARK}")
    df = spark.createDataFrame([(value,)], "value BINARY")
    decoded = call.column(f"try_{call.format}_decode", "value")
    named = F.to_json(F.struct(decoded.alias(call.format)), {**JSON, "timeZone": "UTC"})
    row = df.select(
        F.when(decoded.isNotNull(), named).alias("text"),
        call.column(f"{call.format}_fault", "value").alias("fault"),
    ).collect()[0]
    return row.text, row.fault.asDict() if row.fault and row.text is None else None


def _number(text: str) -> float | Decimal:
    """Return a number with a fraction or an exponent; nothing of it is lost.

    Java writes a DOUBLE with up to 17 digits, not always the fewest, so the digits are compared at
    the precision of the text.
    """
    exact, number = Decimal(text), float(text)
    digits = len(exact.as_tuple().digits)
    return number if Decimal(f"{number:.{digits - 1}e}") == exact else exact


def encode(value: Any, format: str, **arguments: Any) -> bytes | dict[str, bytes | None] | None:  # noqa: ANN401
    """Encode one message, given as plain Python values, without a Spark session.

    The way back of `sparkwire.decode`. A table is encoded much faster by `sparkwire.functions`.

    Parameters
    ----------
    value : dict, list, str, bytes, int, float, Decimal, datetime, date, bool or None
        What `sparkwire.decode` returns: fields by name, those that are missing as the format has
        them for absent. BINARY is bytes, or text in base64; a TIMESTAMP is a datetime, or text in
        ISO 8601. Where the type is VARIANT, as without a ``ddl`` in MessagePack, JSON says which
        values there are, so bytes are text there.
    format : str
        The format, as for `sparkwire.decode`.
    **arguments
        The other arguments of the format's ``…_encode`` function, such as ``layout``, ``schema``
        or ``options``.

    Returns
    -------
    bytes, dict or None
        The message; for a record of Kafka a dict with ``key`` and ``value``. None for None.

    Raises
    ------
    UnencodableValue
        If the format cannot hold the value. It has reason, path and message.
    InvalidCall
        If the format does not exist, an argument is missing or wrong, or the value has a field
        that the format does not know.

    See Also
    --------
    sparkwire.decode : the way back.

    Examples
    --------
    >>> sparkwire.encode({"id": 7, "tags": ["a", "b"]}, "msgpack").hex()
    '82a2696407a47461677392a161a162'
    >>> layout = "id INT16, name COMPACT_STRING"
    >>> sparkwire.encode({"id": 7, "name": "abcd"}, "kafka", layout=layout).hex()
    '00070561626364'
    >>> try:
    ...     sparkwire.encode({"name": "abcd"}, "kafka", layout=layout)
    ... except sparkwire.UnencodableValue as error:
    ...     error.reason, error.path
    ('missing-field', 'id')
    """
    call = Call.of(format, arguments, verb="encode")
    if not _jvm.is_available():
        raise SetUpError(
            "sparkwire.encode needs Spark's jars on this machine. With Spark Connect, use"
            " sparkwire.functions."
        )
    if value is None:
        return None
    text, passed = _to_json(value), call.constants(None)
    del passed["value"]
    back = call.way_back
    given = back.constants(None) | dict.fromkeys(back.open_inputs)
    of = _jvm.request(f"{call.format}_decode", given)
    found = _jvm.encode(f"try_{call.format}_encode", passed, text, of)
    if found is None:
        why = _jvm.encode(f"{call.format}_encode_fault", passed, text, of)
        if why is not None:
            raise UnencodableValue(call.format, why["reason"], why["path"], why["message"])
    encoded: bytes | dict[str, bytes | None] | None = found
    return encoded


def _to_json(value: object) -> str:
    """Return the JSON of a value; a Decimal keeps all its digits."""
    if isinstance(value, Mapping):
        parts = (f"{json.dumps(str(name))}: {_to_json(part)}" for name, part in value.items())
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_to_json, value))}]"
    if isinstance(value, Decimal):
        return f"{value:f}" if value.is_finite() else json.dumps(str(value))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return json.dumps(base64.b64encode(value).decode())
    if isinstance(value, (datetime, date)):
        return json.dumps(value.isoformat())
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return json.dumps({"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)])
    return json.dumps(value)
