"""Opens what bytes are wrapped in, as the best guess says: the format ``auto`` reads the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sparkwire._message import message
from sparkwire.errors import InvalidCall
from sparkwire.guessing import of_one
from sparkwire.recognition.unwrapping import NAMES, Cut, Split, Step, step_of, unwrap, unwrap_all

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# A small file may unpack to any size. Spark's BINARY holds 2 GiB.
MOST_OPENED = 1 << 30


@dataclass(frozen=True)
class Opened:
    """The value that bytes hold, and how to find it in others like them.

    Attributes
    ----------
    label : str
        What the bytes are, such as ``gzip around databus``.
    format : str
        The format of the value.
    holds_many : bool
        Whether the value is several messages end to end.
    steps : tuple
        What to unwrap, in this order: `unwrapping.unwrap` takes them.
    value : bytes
        The value, or the first of several.
    """

    label: str
    format: str
    holds_many: bool
    steps: tuple[Step, ...]
    value: bytes

    @property
    def start(self) -> int:
        """The offset of the value in the bytes, 0 if it is wrapped."""
        first = self.steps[0] if len(self.steps) == 1 else None
        return first.offset if isinstance(first, Cut) else 0


def opened(value: bytes, most: int = MOST_OPENED) -> Opened:
    """Return the value that the best guess finds in bytes, or raise InvalidCall without one."""
    first = next(iter(of_one(value)), None)
    if first is None:
        raise InvalidCall(f"no format fits these {len(value):,} bytes.")
    steps: list[Step] = []
    innermost = first
    while innermost.inside and innermost.format in NAMES:
        steps.append(step_of(innermost.format, innermost.detail))
        innermost = innermost.inside
    if innermost.offset:
        steps.append(Cut(innermost.offset, innermost.length))
    unwrapped = unwrap(value, steps, most) if innermost.dissection else None
    if unwrapped is None:
        advice = f" {first.advice}" if first.advice else ""
        raise InvalidCall(
            f"these {len(value):,} bytes look like {first.label}: {'; '.join(first.evidence)}."
            f"{advice}"
        )
    return Opened(first.label, innermost.format, innermost.holds_many, tuple(steps), unwrapped)


def is_split(steps: Sequence[Step]) -> bool:
    """Return whether the values are several that stand in one."""
    return any(isinstance(step, Split) for step in steps)


def opener(steps: Sequence[Step]) -> Callable[[bytes | None], list[bytes | None]]:
    """Return what unwraps a value. One that is not wrapped so stays, and its format refuses it."""

    def open(data: bytes | None) -> list[bytes | None]:
        held = unwrap_all(bytes(data), steps, MOST_OPENED) if data and steps else None
        return [data] if held is None else [*held]

    return open


def read_as(value: object, format: str) -> tuple[str, bytes | None, int]:
    """Return the format that a message is read as, its bytes, and their offset in `value`.

    With ``auto``, what the best guess unwraps is unwrapped here, too.
    """
    data = None if value is None else message(value)
    if format.lower() != "auto":
        return format, data, 0
    found = opened(data or b"")
    return found.format, found.value, found.start
