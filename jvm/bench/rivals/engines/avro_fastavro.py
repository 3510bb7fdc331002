"""Fastavro makes a dictionary of each record."""

from pathlib import Path

import fastavro

CONTEST, PACKAGE = "avro", "fastavro"
NAME = "`fastavro`, into dictionaries"


def read(path: str) -> None:
    with Path(path).open("rb") as file:
        for _ in fastavro.reader(file):
            pass


def check(path: str) -> tuple[int, int]:
    with Path(path).open("rb") as file:
        found = [record["quantity"] for record in fastavro.reader(file)]
    return len(found), sum(found)
