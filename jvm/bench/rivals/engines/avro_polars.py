"""Polars reads the container into a frame, with a reader of its own."""

import polars

CONTEST, PACKAGE = "avro", "polars"
NAME = "Polars' `read_avro`"


def read(path: str) -> polars.DataFrame:
    return polars.read_avro(path)


def check(path: str) -> tuple[int, int]:
    frame = read(path)
    return frame.height, frame["quantity"].cast(polars.Int64).sum()
