"""Ormsgpack makes a dictionary of each map."""

import ormsgpack
import values

CONTEST, PACKAGE = "msgpack", "ormsgpack"
NAME = "`ormsgpack`, into dictionaries"


def read(path: str) -> None:
    for value in values.of(path):
        ormsgpack.unpackb(value)


def check(path: str) -> tuple[int, int]:
    found = [ormsgpack.unpackb(value).get("level", 0) for value in values.of(path)]
    return len(found), sum(found)
