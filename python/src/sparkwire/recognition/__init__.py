"""Recognises bytes that Sparkwire does not decode, and what is wrapped around those it does.

Only magic numbers, lengths and wire types are looked at here; values are decoded by the jar alone.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """What some bytes seem to be.

    Attributes
    ----------
    name : str
        The name of the format.
    score : int
        The strength of the evidence, from 0 (none) to 100.
    evidence : str
        The evidence in words.
    advice : str
        What to do with such bytes.
    inside : bytes or None
        The bytes that are wrapped, if they could be unwrapped.
    detail : str
        What distinguishes bytes of the same format, such as the id of a schema.
    sql : str
        The SQL expression that returns what is inside of `value`.
    reader : str
        What reads the rows that hold such values.
    is_partial : bool
        Whether `inside` is only the beginning of what is wrapped.
    pieces : tuple of bytes
        If many values are wrapped, the first of them; `inside` is one of these. Most of them must
        be of one format.
    around : str
        The SQL expression around the one for each of many values, which stands for ``…`` in it.
    """

    name: str
    score: int
    evidence: str
    advice: str = ""
    inside: bytes | None = None
    detail: str = ""
    sql: str = ""
    reader: str = ""
    is_partial: bool = False
    pieces: tuple[bytes, ...] = ()
    around: str = ""
