"""The dissection of one message: the field of each byte, as text, HTML or a dict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sparkwire import _jvm, view
from sparkwire.errors import NO_PYSPARK, SetUpError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sparkwire.formats import Call

# The fields of a `kafka_record` that its value may begin with.
IN_VALUE = ("value", "version")


@dataclass(frozen=True)
class Dissection:
    """The meaning of each byte of a message. Notebooks show it as HTML, ``print`` as text.

    Attributes
    ----------
    format : str
        The format that the message was read as.
    value : bytes
        The message.
    parts : sequence of dict
        The rows of the dissection, each with ``offset``, ``length``, ``path``, ``type`` and
        ``value``.
    fault : dict or None
        ``reason``, ``offset``, ``path`` and ``message`` of the fault; None for a valid message,
        unless its dissection would be larger than ``maxSize``.
    start : int
        The offset of the message, in bytes, in the input that it was cut from. The offsets in
        `parts` and `fault` are relative to the message; the views add `start` to them.
    """

    format: str
    value: bytes
    parts: Sequence[dict[str, Any]]
    fault: dict[str, Any] | None
    start: int = 0

    @property
    def text(self) -> str:
        """The dissection as plain text: a heading and one line for each part."""
        return view.text(self.parts, self.value, self.start)

    def to_dict(self) -> dict[str, Any]:
        """Return format, size, parts and fault as plain Python values, ready for JSON.

        Returns
        -------
        dict
            Its offsets are relative to the start of the input.
        """
        fault = self.fault and {**self.fault, "offset": self.fault["offset"] + self.start}
        parts = [{**part, "offset": part["offset"] + self.start} for part in self.parts]
        return {"format": self.format, "size": len(self.value), "fault": fault, "parts": parts}

    def to_html(self) -> str:
        """Return the HTML view as a self-contained snippet, without external files.

        Returns
        -------
        str
        """
        from sparkwire.html import dissection_html

        return dissection_html(self)

    def to_page(self) -> str:
        """Return the HTML view as a complete page, to be written to a file.

        Returns
        -------
        str
        """
        from sparkwire.html import page

        return page(f"{self.format}, {len(self.value)} bytes", self.to_html())

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __repr__(self) -> str:
        """Return a description in one line."""
        fault = f", {self.fault['reason']} at byte {self.fault['offset']}" if self.fault else ""
        return f"<{self.format}, {len(self.value)} bytes, {len(self.parts)} parts{fault}>"

    def _repr_html_(self) -> str:
        return self.to_html()


def dissect_call(call: Call, value: bytes | None, start: int = 0) -> Dissection:
    """Dissect one message with a call whose arguments are already checked."""
    parts, fault = _by_jvm(call, value) if _jvm.is_available() else _by_session(call, value)
    cut = next(filter(view.is_fault, parts), None)
    if cut and not fault:
        # The message is valid, but its dissection is larger than `maxSize`.
        fault = {"reason": cut["value"], "offset": cut["offset"], "path": cut["path"]}
        fault["message"] = "the dissection would be larger than maxSize"
    key = call.arguments.get("key", b"")
    if key:
        parts, fault = _after_key(parts, fault, len(key))
    return Dissection(call.format, key + (value or b""), parts, fault, start)


Found = tuple["list[dict[str, Any]]", "dict[str, Any] | None"]


def _after_key(parts: list[dict[str, Any]], fault: dict[str, Any] | None, key_length: int) -> Found:
    """Move the offsets in the value, which the view shows after the key, by the key's length.

    The parts of the key come first, the parts of the value begin with one that is named as such.
    """
    first = next(
        (n for n, part in enumerate(parts) if part["path"].partition(".")[0] in IN_VALUE),
        len(parts),
    )
    moved = [{**part, "offset": part["offset"] + key_length} for part in parts[first:]]
    if fault and any(map(view.is_fault, moved)):
        fault = {**fault, "offset": fault["offset"] + key_length}
    return [*parts[:first], *moved], fault


def _by_jvm(call: Call, value: bytes | None) -> Found:
    parts = _jvm.dissect(f"{call.format}_dissect", call.constants(value)) or []
    if not any(map(view.is_fault, parts)):
        return parts, None
    return parts, _jvm.fault(f"{call.format}_fault", call.constants(value))


def _by_session(call: Call, value: bytes | None) -> Found:
    # A Spark Connect client has no Spark jars, but its server has them.
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    if spark is None:
        raise SetUpError(f"There are no jars of Spark here, and no session. {NO_PYSPARK}")
    row = (
        spark.createDataFrame([(value,)], "value BINARY")
        .select(
            call.column(f"{call.format}_dissect", "value").alias("parts"),
            call.column(f"{call.format}_fault", "value").alias("fault"),
        )
        .collect()[0]
    )
    return [part.asDict() for part in row.parts or []], row.fault and row.fault.asDict()
