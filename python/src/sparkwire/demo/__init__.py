"""Sample bytes of each format, packed with the wheel: one JSON file per format."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Demo:
    """The samples of one format and how ``sparkwire demo`` shows them.

    Attributes
    ----------
    title : str
        A description of the samples.
    query : str
        SQL over the table ``samples(name STRING, value BINARY)``.
    dissect : tuple of str
        The names of the samples to show byte by byte.
    samples : dict of str to bytes
        The samples by name.
    schema : str or None
        The schema for the dissection, for formats that take one.
    first : First
        The part of the format that the short form shows.
    """

    title: str
    query: str
    dissect: tuple[str, ...]
    samples: dict[str, bytes]
    schema: str | None
    first: First


@dataclass(frozen=True)
class First:
    """The one row of a format in the short form of the demo.

    Attributes
    ----------
    sample : str
        The name of the sample.
    call : str
        The function as SQL.
    fields : tuple of str
        The fields of the result that are shown; empty for all.
    """

    sample: str
    call: str
    fields: tuple[str, ...]


def formats() -> list[str]:
    """List the formats that have samples.

    Returns
    -------
    list of str
    """
    names = (file.name for file in files(__name__).iterdir())
    return sorted(name.removesuffix(".json") for name in names if name.endswith(".json"))


def load(format: str) -> Demo:
    """Load the samples of a format.

    Parameters
    ----------
    format : str
        One of `formats`.

    Returns
    -------
    Demo
    """
    said = json.loads(files(__name__).joinpath(f"{format}.json").read_text(encoding="utf-8"))
    return Demo(
        title=said["title"],
        query="\n".join(said["query"]),
        dissect=tuple(said["dissect"]),
        samples={sample["name"]: bytes.fromhex(sample["hex"]) for sample in said["samples"]},
        schema=said.get("schema"),
        first=First(said["first"]["sample"], said["first"]["call"], tuple(said["first"]["fields"])),
    )


def samples(format: str) -> list[tuple[str, bytes]]:
    """Return the samples of a format as rows for ``spark.createDataFrame``.

    Parameters
    ----------
    format : str
        One of `formats`.

    Returns
    -------
    list of tuple of str and bytes

    Examples
    --------
    >>> from sparkwire.demo import samples
    >>> spark.createDataFrame(samples("databus"), ["name", "value"]).count()
    8
    """
    return list(load(format).samples.items())
