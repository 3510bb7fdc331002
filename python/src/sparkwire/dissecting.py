"""Dissecting one message of a format that is named, or found by its bytes."""

from __future__ import annotations

from typing import Any

from sparkwire.dissection import Dissection, dissect_call
from sparkwire.formats import Call
from sparkwire.opening import read_as


def dissect(value: bytes | None, format: str, *, start: int = 0, **arguments: Any) -> Dissection:  # noqa: ANN401
    """Dissect one message: show the meaning of each byte.

    Parameters
    ----------
    value : bytes, bytearray, memoryview or None
        The message. None is the tombstone of a Kafka record. A ``kafka_record`` is shown as its
        key followed by its value.
    format : str
        The prefix of the format's functions, such as ``"databus"`` or ``"kafka_record"``.
        ``"auto"`` takes the format that `sparkwire.guess` ranks first; what it unwraps is
        unwrapped here, too.
    start : int, optional
        The offset of the message, in bytes, in the input that it was cut from; the views add it
        to the offsets.
    **arguments
        The other arguments of the format's functions by name, such as ``layout``, ``version``,
        ``writer`` or ``options``.

    Returns
    -------
    Dissection
        Malformed bytes do not raise: the dissection ends with a part of type ``FAULT``.

    Examples
    --------
    >>> event = sparkwire.dissect(bytes.fromhex("02cafedeed00000035"), "databus")
    >>> print(event)
    offset  bytes        path           type   value
    0       02           version        int8   2
    1       ca fe de ed                 magic  -889266451
    5       00 00 00 35  header_length  int32  53
    9                    header_crc     FAULT  truncated-header
    >>> event.fault["reason"], event.fault["offset"]
    ('truncated-header', 9)
    >>> layout = "id INT16, name COMPACT_STRING"
    >>> print(sparkwire.dissect(bytes.fromhex("00070561626364"), "kafka", layout=layout))
    offset  bytes           path  type            value
    0       00 07           id    int16           7
    2       05 61 62 63 64  name  compact_string  "abcd"
    """
    format, value, offset = read_as(value, format)
    return dissect_call(Call.of(format, arguments), value, start + offset)
