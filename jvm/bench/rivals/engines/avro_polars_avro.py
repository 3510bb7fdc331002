"""The package `polars-avro` reads the container into a frame of Polars, with `arrow-avro`."""

import polars
import polars_avro

CONTEST, PACKAGE = "avro", "polars-avro"
NAME = "`polars-avro`, into a frame of Polars"


def read(path: str) -> polars.DataFrame:
    return polars_avro.read_avro(path)


def check(path: str) -> tuple[int, int]:
    frame = read(path)
    return frame.height, frame["quantity"].cast(polars.Int64).sum()
