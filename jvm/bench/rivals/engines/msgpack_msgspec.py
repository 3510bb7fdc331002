"""Msgspec decodes each map into an object of a class with types."""

from __future__ import annotations

import msgspec
import values

CONTEST, PACKAGE = "msgpack", "msgspec"
NAME = "`msgspec`, into typed objects"


class Preferences(msgspec.Struct):
    lang: str | None = None
    zone: str | None = None
    page: int | None = None
    dark: bool | None = None


class User(msgspec.Struct):
    id: int | None = None
    name: str | None = None
    email: str | None = None
    score: float | None = None
    active: bool | None = None
    avatar: bytes | None = None
    tags: list[str] | None = None
    prefs: Preferences | None = None
    counters: dict[str, int] | None = None
    level: int | None = None
    updated: int | None = None
    note: str | None = None


DECODER = msgspec.msgpack.Decoder(User)


def read(path: str) -> None:
    for value in values.of(path):
        DECODER.decode(value)


def check(path: str) -> tuple[int, int]:
    found = [DECODER.decode(value).level or 0 for value in values.of(path)]
    return len(found), sum(found)
