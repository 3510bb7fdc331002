"""Descriptions of an Apache Ignite cluster's types, for the option ``types`` of its functions.

An object with a compact footer contains neither the names nor the ids of its fields, which the
cluster keeps elsewhere. This module finds them in the metadata files of a node, or in the
``CREATE TABLE`` statement of a SQL table.
"""

from __future__ import annotations

import json
import re
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import sparkwire.functions as wire
from sparkwire.errors import SetUpError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["types_from_create_table", "types_from_metadata"]


def types_from_metadata(
    path: str | PathLike[str] | Sequence[str | PathLike[str]], session: SparkSession | None = None
) -> str:
    """Read the types that nodes of Apache Ignite keep on disk, or that a dump has.

    A node with persistence has a file for each type,
    ``<work>/db/binary_meta/<node>/<type id>.bin``, and a dump has copies of them. The descriptions
    of several nodes are merged. For classes without such a file, the name is read from
    ``<work>/db/marshaller/<type id>.classname0``.

    Parameters
    ----------
    path : str or path, or a list of them
        Such files, their folders or folders above them; any paths that Spark can read.
    session : SparkSession, optional
        The session to read them with; by default the active one.

    Returns
    -------
    str
        The description of all types as JSON, for the option ``types``.

    Raises
    ------
    ValueError
        If two files contradict each other about a type.

    See Also
    --------
    sparkwire.functions.ignite_types : describes the types in the bytes of one file.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import sparkwire.functions as wire
    >>> from sparkwire.ignite import types_from_metadata
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> written = folder.joinpath("560049684.bin").write_bytes(
    ...     bytes.fromhex(
    ...         "67010a0030f6dbc54fcda424f4000000b5f2dfbfc70000000314ae6121091100"
    ...         "000061636d652e547970657324506572736f6e19030000000209020000006964"
    ...         "fe0f00000065be8f10720000030000001b0d000009040000006e616d65fe0f00"
    ...         "000065be8f10720000090000008b7a3300090600000073616c617279fe0f0000"
    ...         "0065be8f107200001e000000cac9c6c965fe2200000066e6a8bd37bfb165cc15"
    ...         "f29000009be39cf2030000001b0d00008b7a3300cac9c6c9180100000003039b"
    ...         "e39cf208006565d5b5cfcc18c5dcbbd71db97e05b433675a5cca90f27e457291"
    ...         "7771e1f6b82bfdb0b9c36bada91ec537357d62c6"
    ...     )
    ... )
    >>> types = types_from_metadata(folder)
    >>> types
    '[{"type_name": "acme.Types$Person", "schemas": [["id", "name", "salary"]]}]'
    >>> decoded = wire.ignite_decode("value", options={"types": types})
    """
    spark = session or SparkSession.getActiveSession()
    if spark is None:
        raise SetUpError("There is no Spark session to read the files with: pass one, or start it.")
    paths = [path] if isinstance(path, (str, PathLike)) else path
    kept = (
        spark.read.format("binaryFile")
        .option("recursiveFileLookup", "true")
        .option("pathGlobFilter", "{-,}[0-9]*.{bin,classname0,classname1}")
        .load([str(one) for one in paths])
        .where(F.col("path").rlike("/-?[0-9]+[.](bin|classname[01])$"))
    )
    text = F.when(F.col("path").endswith(".bin"), wire.ignite_types("content"))
    said = kept.orderBy("path").select("path", text.otherwise(F.col("content").cast("string")))
    rows = [(path, _type_id(path), text) for path, text in said.collect()]
    found: dict[int, _Described] = {}
    for where, type_id, text in rows:
        if where.endswith(".bin"):
            for described in json.loads(text):
                _merge(found.setdefault(type_id, _Described(where, described)), where, described)
    for where, type_id, name in rows:
        if not where.endswith(".bin") and type_id not in found:
            found[type_id] = _Described(where, {"type_name": name, "type_id": type_id})
    return json.dumps([one.type for one in found.values()], ensure_ascii=False)


class _Described(NamedTuple):
    """A type, and the first file that describes it."""

    path: str
    type: dict[str, Any]


def _type_id(path: str) -> int:
    return int(path.rpartition("/")[2].partition(".")[0])


def _merge(known: _Described, path: str, described: dict[str, Any]) -> None:
    """Merge the description of a type from one node with the ones from other nodes."""
    names = known.type.get("type_name"), described.get("type_name")
    if names[0] != names[1]:
        raise ValueError(
            f"{known.path} and {path} name the same type {names[0]!r} and {names[1]!r}."
        )
    for fields in described.get("schemas", []):
        schemas = known.type.setdefault("schemas", [])
        if fields not in schemas:
            schemas.append(fields)
    if "enum_values" in described:
        constants = known.type.setdefault("enum_values", {})
        ordinals = {ordinal: name for name, ordinal in constants.items()}
        for name, ordinal in described["enum_values"].items():
            if constants.get(name, ordinal) != ordinal or ordinals.get(ordinal, name) != name:
                raise ValueError(
                    f"{known.path} and {path} give {names[0]!r} other ordinals: one has "
                    f"{ordinals.get(ordinal, name)} = {constants.get(name, ordinal)}, the other "
                    f"{name} = {ordinal}."
                )
            constants[name] = ordinal


def types_from_create_table(sql: str) -> str:
    """Describe the types in a SQL table of Apache Ignite from its ``CREATE TABLE``.

    The value of a row is an object whose fields are the columns outside the primary key: first the
    columns with a default, then the others, each in table order. A key of several columns, or one
    with a ``KEY_TYPE``, is also an object, with its columns in the same order. An ``INSERT`` that
    omits columns writes objects without these fields. Only `types_from_metadata` describes such
    objects.

    Parameters
    ----------
    sql : str
        The statement. It must name the type of the value (``WITH "VALUE_TYPE=City"``), and the type
        of a key of several columns (``KEY_TYPE``). Otherwise Ignite generates type names that
        cannot be predicted; `types_from_metadata` finds them.

    Returns
    -------
    str
        The description of these types as JSON, for the option ``types``.

    See Also
    --------
    types_from_metadata : describes the types of any objects.

    Examples
    --------
    >>> from sparkwire.ignite import types_from_create_table
    >>> types_from_create_table('''
    ...     CREATE TABLE city (id BIGINT PRIMARY KEY, name VARCHAR NOT NULL, "Inhabitants" INT)
    ...     WITH "TEMPLATE=replicated, VALUE_TYPE=City"
    ... ''')
    '[{"type_name": "City", "schemas": [["NAME", "Inhabitants"]]}]'
    """
    columns, key, settings = _parse(sql)
    # Ignite sets, and therefore writes, the columns with a default first; both groups are in table
    # order. The order of columns in the primary key does not matter.
    ordered = sorted(columns, key=lambda name: not columns[name])
    keys = [name for name in ordered if name in key]
    values = [name for name in ordered if name not in key]
    types = []
    if len(values) > 1 or settings.get("WRAP_VALUE", "true").lower() == "true":
        if "VALUE_TYPE" not in settings:
            raise ValueError(
                'The statement does not name the type of its values (WITH "VALUE_TYPE=..."), so '
                "Ignite made up a name. types_from_metadata finds it in the files of a node."
            )
        types.append({"type_name": settings["VALUE_TYPE"], "schemas": [values]})
    # A key of one column is also an object if its type has a name.
    wraps_key = settings.get("WRAP_KEY", str("KEY_TYPE" in settings)).lower() == "true"
    if len(key) > 1 or wraps_key:
        if "KEY_TYPE" not in settings:
            raise ValueError(
                "The key is an object, but the statement does not name its type "
                '(WITH "KEY_TYPE=...").'
            )
        types.append({"type_name": settings["KEY_TYPE"], "schemas": [keys]})
    return json.dumps(types, ensure_ascii=False)


_NAME = r'(?:"(?:[^"]|"")*"|`[^`]*`|[\w$]+)'
_CREATE = re.compile(
    rf"\s*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?{_NAME}(?:\s*\.\s*{_NAME})?\s*\(", re.IGNORECASE
)
_KEY = re.compile(
    rf"(?:CONSTRAINT\s+{_NAME}\s+)?PRIMARY\s+KEY\s*\((?P<columns>.*)\)\s*$",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`")
_DEFAULT = re.compile(r"\sDEFAULT\b", re.IGNORECASE)
_INLINE_KEY = re.compile(r"\bPRIMARY\s+KEY\b", re.IGNORECASE)
_WITH = re.compile(r'\s*WITH\s+(?:"(?P<quoted>[^"]*)"|(?P<plain>.*))', re.IGNORECASE | re.DOTALL)


def _parse(sql: str) -> tuple[dict[str, bool], list[str], dict[str, str]]:
    """Parse the columns (True if one has a default), the columns of the key, and the settings."""
    begin = _CREATE.match(sql)
    if begin is None:
        raise ValueError("This is not a CREATE TABLE statement with columns.")
    parts, end = _parts(sql, begin.end())
    columns: dict[str, bool] = {}
    key: list[str] = []
    for part in parts:
        constraint = _KEY.match(part)
        if constraint is not None:
            key = [_name(name) for name in _parts(constraint["columns"] + ")", 0)[0]]
        else:
            name = _name(part)
            plain = _QUOTED.sub("", part)
            columns[name] = _DEFAULT.search(plain) is not None
            if _INLINE_KEY.search(plain):
                key = [name]
    unknown = [name for name in key if name not in columns]
    if unknown or not key:
        raise ValueError(
            f"The primary key is {', '.join(unknown) or 'missing'}, which is not a column."
        )
    given = _WITH.match(sql, end)
    text = (given["quoted"] or given["plain"]) if given else ""
    pairs = (setting.partition("=") for setting in text.rstrip("; \n").split(","))
    return columns, key, {name.strip().upper(): value.strip(' "') for name, _, value in pairs}


def _parts(sql: str, start: int) -> tuple[list[str], int]:
    """Split at top-level commas up to the closing parenthesis; return the parts and the end.

    Commas and parentheses within quotes are ignored.
    """
    parts, depth, begin, quote = [], 0, start, ""
    for at in range(start, len(sql)):
        letter = sql[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'`":
            quote = letter
        elif letter == "(":
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
        elif letter == ")" or (letter == "," and not depth):
            parts.append(sql[begin:at].strip())
            begin = at + 1
            if letter == ")":
                return parts, at + 1
    raise ValueError("The parenthesis behind the name of the table is not closed.")


def _name(part: str) -> str:
    """Parse the name at the beginning; a name without double quotes is converted to upper case."""
    found = re.match(_NAME, part)
    if found is None:
        raise ValueError(f"This is not a column: {part!r}.")
    name = found[0]
    return name[1:-1].replace('""', '"') if name[0] == '"' else name.strip("`").upper()
