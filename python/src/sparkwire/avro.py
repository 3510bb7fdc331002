"""Avro schemas by the id that precedes each value: from a registry, a folder or a mapping.

The schemas are fetched here, on the driver, and become constants of the query. Executors never
contact the registry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pyspark.sql import functions as F

import sparkwire.functions as wire
from sparkwire._avro_registry import Client
from sparkwire._avro_text import inlined

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Iterator, Sequence
    from os import PathLike

    from pyspark.sql import Column, DataFrame, SparkSession

__all__ = ["Registered", "Registry", "registry"]

Id: TypeAlias = "int | str | bytes"
IDS = ["fingerprint", "databus"]
MOST_REFERENCES = 1000  # the most schemas that one may refer to, directly or not
MOST_NESTED = 100  # the most references that lead to one of them


class Registered(NamedTuple):
    """One schema with its id and its origin.

    Attributes
    ----------
    id : int, str, bytes or None
        The id that precedes the values; None if Spark computes it from the schema.
    schema : str
        The Avro schema as JSON, with the types that it refers to inlined.
    subject : str
        The subject in the registry, or the name of the file.
    version : int or None
        The version within the subject.
    guid : str or None
        The GUID by which headers of Kafka name the schema; None if the registry has none.
    """

    id: Id | None
    schema: str
    subject: str
    version: int | None
    guid: str | None = None


class Registry:
    """Avro schemas and their ids, fetched once; `registry` creates it.

    Attributes
    ----------
    registered : list of Registered
        The schemas that were found, by subject and version. Several subjects may share an id.
    """

    def __init__(
        self,
        registered: Iterable[Registered],
        ids: str = "registry",
        client: Client | None = None,
    ) -> None:
        self.registered = list(registered)
        self._ids = ids
        self._client = client

    @property
    def writers(self) -> Column:
        """The constant MAP from ids to schemas, for `sparkwire.functions.avro_decode`."""
        known = [one for one in self.registered if one.id is not None or self._ids in IDS]
        texts = {(one.id, one.schema if one.id is None else None): one for one in known}
        entries = [part for one in texts.values() for part in (self._id(one), F.lit(one.schema))]
        return F.create_map(*entries)

    @property
    def writers_by_guid(self) -> Column:
        """The constant MAP from GUIDs to schemas, for ids from `avro_header_id`."""
        schemas = {one.guid.lower(): one.schema for one in self.registered if one.guid is not None}
        return F.create_map(*(F.lit(part) for pair in schemas.items() for part in pair))

    @property
    def schemas(self) -> dict[Id, str]:
        """The schemas by the ids of a registry, as a dict."""
        return {one.id: one.schema for one in self.registered if one.id is not None}

    def latest(self, subject: str) -> str:
        """Return the newest schema of a subject: usually the reader schema for all values."""
        found = [one for one in self.registered if one.subject == subject]
        if not found:
            known = ", ".join(sorted({one.subject for one in self.registered})) or "none"
            raise KeyError(f"no subject {subject!r}. There are: {known}")
        return max(found, key=lambda one: one.version or 0).schema

    def register(self, subject: str, schema: str | Mapping[str, Any]) -> int:
        """Register a schema in the registry, on the driver, and return its id.

        Registering it again gives the same id. `registered` stays as it was fetched.

        Raises
        ------
        OSError
            If the registry rejects the schema, for example because it is not compatible with the
            versions before it; the message quotes its answer.
        """
        if self._client is None:
            raise TypeError("only the registry behind a URL registers schemas")
        return self._client.register(
            subject, schema if isinstance(schema, str) else json.dumps(schema)
        )

    def table(self, session: SparkSession) -> DataFrame:
        """Return a DataFrame of ``id``, ``subject``, ``version``, ``schema`` and ``guid``."""
        rows = [(one.id, one.subject, one.version, one.schema, one.guid) for one in self.registered]
        known = next((one.id for one in self.registered if one.id is not None), None)
        kind = {int: "INT", str: "STRING"}.get(type(known), "BINARY")
        columns = f"id {kind}, subject STRING, version INT, schema STRING, guid STRING"
        df = session.createDataFrame(rows, columns)
        if self._ids == "registry":
            return df
        return df.withColumn("id", self._computed(F.col("schema")))

    def _id(self, one: Registered) -> Column:
        return self._computed(F.lit(one.schema)) if one.id is None else F.lit(one.id)

    def _computed(self, schema: Column) -> Column:
        if self._ids == "databus":
            return wire.databus_schema_id(schema)
        return wire.avro_fingerprint(schema)

    def __repr__(self) -> str:
        """Return a short description with the number of schemas."""
        return f"<Registry of {len(self.registered)} schemas by {self._ids} id>"


def registry(
    source: str | PathLike[str] | Mapping[Any, str] | Any,  # noqa: ANN401
    *,
    user: tuple[str, str] | None = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    subjects: Sequence[str] | None = None,
    guids: Sequence[str] | None = None,
    deleted: bool = False,
    ids: str = "fingerprint",
    retries: int = 3,
    timeout: float = 10.0,
    ssl_context: ssl.SSLContext | None = None,
) -> Registry:
    """Fetch Avro schemas and the ids that precede values in framed encodings.

    Parameters
    ----------
    source : str, path, dict or client
        The URL of a Confluent-compatible registry, or several URLs separated by commas, which are
        tried in turn; a folder of ``.avsc`` files; a mapping from ids to schemas, for tests; or a
        client of the package ``confluent-kafka``, such as its mock.
    user : tuple of str, optional
        User name and password, unless the URL contains them.
    token : str, optional
        A bearer token.
    headers : dict, optional
        Additional HTTP headers of the requests.
    subjects : list of str, optional
        The subjects to fetch; by default all, or none if there are ``guids``.
    guids : list of str, optional
        The GUIDs of schemas to fetch, as headers of Kafka have them. Registries know GUIDs since
        version 8 of Confluent's.
    deleted : bool
        Whether to include soft-deleted schemas: a topic may still hold values written with them.
    ids : str
        The kind of id that a folder's schemas have: ``fingerprint`` (CRC-64-AVRO, as in the
        single-object encoding) or ``databus`` (`sparkwire.functions.databus_schema_id`).
    retries : int
        How often to retry a request after a temporary failure.
    timeout : float
        The timeout of a request in seconds.
    ssl_context : ssl.SSLContext, optional
        The TLS settings for ``https``; by default Python's own.

    Returns
    -------
    Registry
        Its `writers` are the constant map that `sparkwire.functions.avro_decode` takes. Its
        `latest` returns a schema that can serve as the reader schema.

    Raises
    ------
    OSError
        If the registry cannot be reached or rejects a request; the message quotes its answer.

    See Also
    --------
    sparkwire.functions.avro_decode : decodes values with these schemas.

    Examples
    --------
    >>> import sparkwire.functions as wire
    >>> from sparkwire.avro import registry
    >>> hit = '{"type": "record", "name": "Hit", "fields": [%s]}'
    >>> found = registry(
    ...     {
    ...         1: hit % '{"name": "path", "type": "string"}',
    ...         2: hit % '{"name": "path", "type": "string"}, {"name": "ms", "type": "int"}',
    ...     }
    ... )
    >>> values = [bytes.fromhex("0000000001042f61"), bytes.fromhex("0000000002042f6254")]
    >>> df = spark.createDataFrame([(value,) for value in values], "value BINARY")
    >>> reader = hit % (
    ...     '{"name": "path", "type": "string"}, {"name": "ms", "type": "int", "default": 0}'
    ... )
    >>> row = wire.avro_decode("value", found.writers, reader).alias("hit")
    >>> df.select(row).select("hit.*").show()
    +----+---+
    |path| ms|
    +----+---+
    |  /a|  0|
    |  /b| 42|
    +----+---+
    """
    if isinstance(source, Mapping):
        return Registry(Registered(id, text, "", None) for id, text in source.items())
    if isinstance(source, str) and source.startswith(("http://", "https://")):
        client = Client(source, user, token, headers, retries, timeout, ssl_context)
        return Registry(_fetched(client, subjects, guids, deleted), client=client)
    if isinstance(source, (str, Path)) or hasattr(source, "__fspath__"):
        if ids not in IDS:
            raise ValueError(f"ids is one of {', '.join(IDS)}, not {ids!r}")
        return Registry(_read(Path(source)), ids)
    if hasattr(source, "get_subjects"):
        return Registry(_fetched(_Adapted(source), subjects, guids, deleted))
    raise TypeError(f"a registry is a URL, a folder, a mapping or a client, not {source!r}")


def _fetched(
    client: Client | _Adapted,
    subjects: Sequence[str] | None,
    guids: Sequence[str] | None,
    deleted: bool,
) -> Iterator[Registered]:
    """Fetch each GUID and each version of each subject, with what it refers to inlined."""
    texts: dict[tuple[str, int], dict[str, Any]] = {}

    def version(subject: str, number: int) -> dict[str, Any]:
        if (subject, number) not in texts:
            texts[subject, number] = client.version(subject, number, deleted)
        return texts[subject, number]

    def references(
        found: dict[str, Any], done: dict[tuple[str, int], bool], depth: int = 1
    ) -> list[Any]:
        """Return the schemas that a version refers to, dependencies before their dependents."""
        schemas = []
        for reference in found.get("references") or []:
            name = (reference["subject"], reference["version"])
            if name in done:
                if not done[name]:
                    raise ValueError(f"{name[0]} refers to itself")
                continue
            if len(done) > MOST_REFERENCES or depth > MOST_NESTED:
                raise ValueError(
                    f"a schema refers to more than {MOST_REFERENCES} schemas, or through more than "
                    f"{MOST_NESTED} others"
                )
            done[name] = False
            other = version(*name)
            schemas += [*references(other, done, depth + 1), json.loads(other["schema"])]
            done[name] = True
        return schemas

    def text(found: dict[str, Any], done: dict[tuple[str, int], bool]) -> str:
        others = references(found, done)
        schema: str = found["schema"]
        return inlined(json.loads(schema), others) if others else schema

    for guid in guids or []:
        found = client.schema(guid)
        if found.get("schemaType", "AVRO") == "AVRO":
            yield Registered(found.get("id"), text(found, {}), "", None, guid)
    if subjects is None:
        subjects = [] if guids else client.subjects(deleted)
    for subject in subjects:
        for number in client.versions(subject, deleted):
            found = version(subject, number)
            if found.get("schemaType", "AVRO") == "AVRO":
                schema = text(found, {(subject, number): False})
                yield Registered(found["id"], schema, subject, number, found.get("guid"))


def _read(folder: Path) -> Iterator[Registered]:
    """Read all ``.avsc`` files below a folder; ``name.7.avsc`` is version 7 of ``name``."""
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder")
    for file in sorted(folder.rglob("*.avsc")):
        name, _, version = file.stem.rpartition(".")
        is_versioned = bool(name) and version.isascii() and version.isdigit()
        text = file.read_text(encoding="utf-8")
        if is_versioned:
            yield Registered(None, text, name, int(version))
        else:
            yield Registered(None, text, file.stem, None)


class _Adapted:
    """An adapter that gives a client of ``confluent-kafka`` the methods of `Client`."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401
        self._client = client

    def subjects(self, _deleted: bool) -> list[str]:
        return sorted(self._client.get_subjects())

    def versions(self, subject: str, _deleted: bool) -> list[int]:
        return sorted(self._client.get_versions(subject))

    def version(self, subject: str, number: int, _deleted: bool) -> dict[str, Any]:
        found = self._client.get_version(subject, number)
        # Clients before version 2.11 know no GUID.
        guid = getattr(found, "guid", None)
        return {"id": found.schema_id, "guid": guid, **self._parts(found.schema)}

    def schema(self, guid: str) -> dict[str, Any]:
        return self._parts(self._client.get_schema_by_guid(guid))

    @staticmethod
    def _parts(schema: Any) -> dict[str, Any]:  # noqa: ANN401
        return {
            "schema": schema.schema_str,
            "schemaType": schema.schema_type or "AVRO",
            "references": [
                {"subject": one.subject, "version": one.version} for one in schema.references or []
            ],
        }
