"""Layouts: ``.ksy`` files of Kaitai Struct with their imports, and the named ones of the jar."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from sparkwire.errors import InvalidCall, did_you_mean
from sparkwire.session import jar_path

if TYPE_CHECKING:
    import os

# The mark of a layout where the command line takes a format: `layout:order.ksy`.
PREFIX = "layout:"
# A key `imports`, wherever it stands. A file with this word elsewhere is also resolved, which
# returns it unchanged.
IMPORTS = re.compile(r"""\bimports["']?\s*:""")
# The folder of the ready layouts in the jar, and the form of their names.
FOLDER = "sparkwire/layouts/"
NAME = re.compile(r"\w+")
TITLE = re.compile(r"^  title: (.+)$", re.MULTILINE)


def layout(path: str | os.PathLike[str]) -> str:
    """Return a layout for the functions ``layout_...``: one of Sparkwire's, or a file of yours.

    Parameters
    ----------
    path : str or PathLike
        The name of a layout that `sparkwire.layouts` lists, such as ``"dns"``; or a local file, the
        ``.ksy`` file of Kaitai Struct. A file whose path is only a word, without a dot or slash,
        must be passed as a `Path`. The files that a file imports are also read: an import is
        relative to the file that names it, or if it begins with ``/``, to the nearest folder above
        that has it.

    Returns
    -------
    str
        The text of the layout. If it imports others, one text with the types of all of them.

    Raises
    ------
    InvalidCall
        If there is no layout of this name, or a file is missing or is not a layout.
    SetUpError
        If the file imports others, and PySpark is not installed with its jars: they are put
        together by the jar of Sparkwire.

    See Also
    --------
    sparkwire.layouts : lists the layouts that have names.
    sparkwire.functions.layout_decode : decodes values of a layout.

    Examples
    --------
    >>> import sparkwire
    >>> from pathlib import Path
    >>> Path("order.ksy").write_text("seq: [{id: id, type: u4be}]")
    27
    >>> sparkwire.layout("order.ksy")
    'seq: [{id: id, type: u4be}]'
    >>> Path("order.ksy").unlink()
    >>> print(sparkwire.layout("ntp").partition("doc:")[0])
    meta:
      id: ntp
      title: NTP packet, versions 3 and 4
      endian: be
    """
    if isinstance(path, str) and NAME.fullmatch(path):
        return _named(path)
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InvalidCall(f"{file} is not a layout: it is not text in UTF-8.") from error
    except OSError as error:
        raise InvalidCall(f"{file} cannot be read: {error.strerror}.") from error
    if not IMPORTS.search(text):
        return text
    from sparkwire import _jvm

    return _jvm.layout(file)


def layouts() -> dict[str, str]:
    """List the layouts of well-known formats, which `sparkwire.layout` returns by their names.

    Returns
    -------
    dict
        The title of each layout by its name, in alphabetical order.

    See Also
    --------
    sparkwire.layout : returns the text of a layout.

    Examples
    --------
    >>> import sparkwire
    >>> sparkwire.layouts()["dns"]
    'DNS message, as in UDP'
    """
    with zipfile.ZipFile(jar_path()) as jar:
        texts = {name: jar.read(f"{FOLDER}{name}.ksy").decode() for name in _names(jar)}
    return {name: (TITLE.findall(text) or [""])[0] for name, text in texts.items()}


def in_folder(folder: str | os.PathLike[str]) -> dict[str, str]:
    """Return the layouts of the ``.ksy`` files of a folder, by the paths of the files."""
    files = sorted(Path(folder).glob("*.ksy"))
    if not files:
        raise InvalidCall(f"{folder} is not a folder with .ksy files.")
    return {str(file): layout(file) for file in files}


def _named(name: str) -> str:
    with zipfile.ZipFile(jar_path()) as jar:
        names = _names(jar)
        if name not in names:
            near = did_you_mean(name, names) or f" There are: {', '.join(names)}."
            file = (
                f" A file of this name is passed as Path({name!r})." if Path(name).exists() else ""
            )
            raise InvalidCall(f"there is no layout {name}.{near}{file}")
        return jar.read(f"{FOLDER}{name}.ksy").decode()


def _names(jar: zipfile.ZipFile) -> list[str]:
    return jar.read(f"{FOLDER}names.txt").decode().split()


def schema(text: str, options: dict[str, str] | None = None) -> str:
    """Return the DDL of the result of ``layout_decode`` for a layout, without a Spark session."""
    import json

    from sparkwire import _jvm

    arguments = {"layout": text} | ({"options": options} if options else {})
    found = _jvm.decode("layout_schema", arguments, "ddl")
    ddl: str = json.loads(found or "{}")["ddl"]
    return ddl
