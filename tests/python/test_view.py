"""The text and table views of dissections."""

import io

from rich.console import Console

from sparkwire import view

VALUE = bytes(range(40))


def part(offset, length, path, type, value):
    return {"offset": offset, "length": length, "path": path, "type": type, "value": value}


PARTS = [
    part(0, 1, "version", "int8", "0"),
    part(1, 8, "key", "int64", "283686952306"),
    part(9, 1, "", "gap", None),
    part(10, 0, "tags", "bytes", ""),
    part(10, 20, "payload", "string", "a\tb[bold]c"),
    part(30, 10, "tail", "FAULT", "truncated"),
]


def printed(**console):
    out = io.StringIO()
    view.show(Console(file=out, **console), PARTS, VALUE, "title")
    return out.getvalue()


def test_plain():
    assert printed().splitlines() == [
        "title",
        "offset  bytes                                           path     type    value",
        "0       00                                              version  int8    0",
        "1       01 02 03 04 05 06 07 08                         key      int64   283686952306",
        "9       09                                                       gap",
        "10                                                      tags     bytes",
        "10      0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 …  payload  string  a\\tb[bold]c",
        "30      1e 1f 20 21 22 23 24 25 26 27                   tail     FAULT   truncated",
    ]


def test_terminal():
    said = printed(force_terminal=True, width=100, color_system="standard")
    fault = next(line for line in said.splitlines() if "FAULT" in line)
    assert "\x1b[1;31m" in fault
    assert "\x1b[1;31m" not in said.replace(fault, "").split("payload")[0]


def test_terminal_without_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    said = printed(force_terminal=True, width=100)
    assert "\x1b[31m" not in said
    assert "FAULT" in said
    assert "truncated" in said


def test_narrow_terminal():
    said = printed(force_terminal=True, width=40, color_system=None)
    assert all(len(line) <= 40 for line in said.splitlines())


def test_notebook():
    bundle = view.dissection(PARTS, VALUE)._repr_mimebundle_([], [])
    assert "truncated" in bundle["text/html"]
