"""One message as plain Python values, without a Spark session: `sparkwire.decode`."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from sparkwire import _jvm
from sparkwire._message import read_as
from sparkwire.errors import NO_PYSPARK, Malformed, MalformedValue, SetUpError
from sparkwire.formats import Call


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
