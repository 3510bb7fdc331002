"""HTML views for notebooks and browsers; each is a self-contained snippet."""

from __future__ import annotations

import base64
import itertools
import json
import os
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from sparkwire import view
from sparkwire._jvm import FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sparkwire.dissection import Dissection

# The lines of the plain view, which is shown where scripts do not run. The script's view has all.
LINES_WITHOUT_SCRIPT = 200
# The colours of view.css, so that there is no frame of another colour around the view.
_PAGE = (
    "body { margin: 0; background: #fff } .sparkwire { border: 0 }"
    " @media (prefers-color-scheme: dark) { body { background: #16181d } }"
)

_numbers = itertools.count()


def dissection_html(found: Dissection) -> str:
    """Return a hex dump beside a tree of the fields; the pointer in one highlights the other."""
    id = new_id()
    data = {
        "start": found.start,
        "bytes": base64.b64encode(found.value).decode(),
        "parts": [[part[name] for name in FIELDS] for part in found.parts],
    }
    shown = found.parts[:LINES_WITHOUT_SCRIPT]
    more = len(found.parts) - len(shown)
    plain = view.text(shown, found.value, found.start) + (f"\n… {more:,} more" if more else "")
    return (
        f'<div class="sparkwire" id="{id}">{_style()}<div class="head">{_head(found)}</div>'
        f"<pre>{escape(plain)}</pre>"
        '<div class="panes" hidden><div class="pane hex"></div>'
        '<div class="pane tree" tabindex="0"></div></div>'
        f'<script type="application/json" id="{id}-data">{_json(data)}</script>'
        f"<script>{_web('dissection.js').replace('@ID@', id)}</script></div>"
    )


def page(title: str, snippet: str) -> str:
    """Return a complete HTML page around a view."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<meta name="color-scheme" content="light dark">'
        f"<style>{_PAGE}</style></head>"
        f"<body>{snippet}</body></html>\n"
    )


def box(head: str, body: str) -> str:
    """Return the frame of a view that needs no script; `head` and `body` are HTML."""
    return f'<div class="sparkwire">{_style()}<div class="head">{head}</div>{body}</div>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts, which are escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<div class="scroll"><table class=wrap><tr>{head}</tr>{body}</table></div>'


def new_id() -> str:
    """Return an id that is unique on the page."""
    return f"sparkwire-{os.getpid()}-{next(_numbers)}"


def _head(found: Dissection) -> str:
    head = f"<b>{escape(found.format)}</b>, {len(found.value):,} bytes, {len(found.parts):,} parts"
    fault = found.fault
    if fault is None:
        return head
    path = f" ({escape(fault['path'])})" if fault["path"] else ""
    at = fault["offset"] + found.start
    return (
        f'{head} <span class="bad">{escape(fault["reason"])} at byte {at:,}{path}</span>'
        f": {escape(fault['message'])}"
    )


def _style() -> str:
    return f"<style>{_web('view.css')}</style>"


def _web(name: str) -> str:
    return files("sparkwire").joinpath("web", name).read_text(encoding="utf-8")


def _json(data: object) -> str:
    # Escape "<", so that the data can neither end the script element nor begin a comment.
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
