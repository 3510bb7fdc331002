"""What the functions for one message share: its bytes."""

from __future__ import annotations

import os


def message(value: object) -> bytes:
    """Return a bytes-like value as bytes; refuse anything else with advice.

    Parameters
    ----------
    value : bytes, bytearray or memoryview
        The message.
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, str):
        raise TypeError(
            "A message is bytes: bytes.fromhex(...) converts hexadecimal text,"
            " pathlib.Path(...).read_bytes() reads a file."
        )
    if isinstance(value, os.PathLike):
        raise TypeError("A message is bytes: read_bytes() of the path reads them.")
    kind = type(value).__name__
    if kind == "DataFrame":
        raise TypeError(
            "A message is bytes, not a DataFrame: take one value, df.first()['value'], or give"
            " the DataFrame to sparkwire.guess or sparkwire.profile."
        )
    if kind == "Column":
        raise TypeError(
            "A message is bytes, not a Column: sparkwire.functions has the functions for columns."
        )
    raise TypeError(f"A message is bytes, not {kind}.")
