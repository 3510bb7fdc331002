"""Evaluates functions in a plain JVM with Spark's jars on its class path, without a Spark session.

The JVM runs ``sparkwire.CommandLine``, which reads one line of JSON for each request and writes one
line for each answer. It starts with the first request and ends with this process.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import hashlib
import importlib.util
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sparkwire.errors import NO_PYSPARK, InvalidCall, SetUpError, check_spark
from sparkwire.java import java_command
from sparkwire.session import jar_path

if TYPE_CHECKING:
    Argument = bytes | str | int | Mapping[Any, str] | None
    Part = dict[str, Any]
    Tail = tuple[int, str] | None

FIELDS = ("offset", "length", "path", "type", "value")
MAIN = "sparkwire.CommandLine"
# A fast start matters more than peak speed. 2 GiB of heap are enough for values of 128 MiB.
# Logging is off because the JVM's messages about its archive would be mixed with the answers.
JVM_OPTIONS = (
    *("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx2g"),
    "-Xlog:disable",
)
MOST_ARCHIVES = 3
# Left off the class path. With Spark's binding of SLF4J to Log4j, the DDL parser would spend half
# a second to set up logging.
WITHOUT = "log4j-slf4j"
# The requests that run while the class archive is created. They load the classes that most
# formats need.
TRAINING = (
    {"function": "databus_dissect", "arguments": {"value": {"base64": "AgAA"}}},
    {"function": "msgpack_dissect", "arguments": {"value": {"base64": "oWE="}, "ddl": "a INT"}},
    {"function": "msgpack_dissect", "arguments": {"value": None, "ddl": "a b c"}},
    {
        "function": "kafka_dissect",
        "arguments": {"value": {"base64": "AAA="}, "layout": "MetadataRequest", "version": 9},
    },
    {"function": "ignite_dissect", "arguments": {"value": {"base64": "AwEAAAA="}}},
    {"function": "avro_dissect", "arguments": {"value": {"base64": "AA=="}, "writer": '"int"'}},
    {"function": "msgpack_decode_all", "arguments": {"value": {"base64": "BwE="}}, "as": "m"},
)


def is_available() -> bool:
    """Return whether this machine has Spark's jars; a Spark Connect client has none."""
    return _spark_jars() is not None


def dissect(function: str, arguments: Mapping[str, Argument]) -> list[Part] | None:
    """Call a ``…_dissect`` function on constants.

    Parameters
    ----------
    function : str
        The name of the function.
    arguments : dict
        The arguments by parameter name. A `value` of None only checks the other arguments.

    Returns
    -------
    list of dict or None
        The rows of the dissection.
    """
    parts = _evaluate(function, arguments)
    return None if parts is None else [dict(zip(FIELDS, part, strict=True)) for part in parts]


def fault(function: str, arguments: Mapping[str, Argument]) -> dict[str, Any] | None:
    """Call a ``…_fault`` function on constants; parameters as for `dissect`."""
    found: dict[str, Any] | None = _evaluate(function, arguments)
    return found


def decode(function: str, arguments: Mapping[str, Argument], name: str) -> str | None:
    """Call a function that decodes a value.

    Parameters
    ----------
    function : str
        The name of the function.
    arguments : dict
        The arguments by parameter name.
    name : str
        The name of the field that holds the result.

    Returns
    -------
    str or None
        A JSON object with this field, as Spark's ``to_json`` writes it; None for NULL.
    """
    found: str | None = _evaluate(function, arguments, {"as": name})
    return found


def decode_elements(
    function: str, arguments: Mapping[str, Argument], name: str
) -> list[str] | None:
    """Call a function that returns an array; return a JSON object for each element."""
    found: list[str] | None = _evaluate(function, arguments, {"as": name, "each": True})
    return found


def encode(
    function: str, arguments: Mapping[str, Argument], value: str, of: Mapping[str, Any]
) -> Any:  # noqa: ANN401
    """Call a function that encodes a value, or says why it cannot.

    Parameters
    ----------
    function : str
        The name of the function.
    arguments : dict
        The arguments besides the value, by parameter name.
    value : str
        The value in JSON.
    of : dict
        The request for a decoding of NULL whose type the value has.

    Returns
    -------
    bytes, dict or None
        The bytes; for a record the bytes of its parts by name, for a refusal its parts; None for
        NULL.
    """
    asked = request(function, arguments)
    asked["arguments"]["value"] = {"json": value, "of": of}
    found = _ask(asked)
    if found is None:
        return None
    return _bytes(found) if "base64" in found else {k: _bytes(v) for k, v in found.items()}


def _bytes(value: Any) -> Any:  # noqa: ANN401
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


class Messages(NamedTuple):
    """The messages of a value, and the bytes that are not messages.

    Attributes
    ----------
    messages : list of tuple
        The offset of each message and its result as for `decode`.
    gaps : list of tuple
        Offset, length and reason of the bytes between messages, with the option ``resync``.
    tail : tuple or None
        Offset and reason of the bytes after the last message.
    """

    messages: list[tuple[int, str | None]]
    gaps: list[tuple[int, int, str]]
    tail: Tail


def messages(function: str, arguments: Mapping[str, Argument], name: str) -> Messages:
    """Call a ``…_decode_all`` function."""
    found = _evaluate(function, arguments, {"as": name, "each": True})
    if found is None:
        return Messages([], [], None)
    tail = found.get("tail")
    return Messages(
        [(offset, text) for offset, text in found["messages"]],
        [(offset, length, reason) for offset, length, reason in found.get("gaps", ())],
        tail and (tail[0], tail[1]),
    )


def layout(file: Path) -> str:
    """Return a layout and the files that it imports as one text."""
    if not is_available():
        raise SetUpError(
            f"{file} imports other layouts, which Sparkwire's jar puts together. This needs PySpark"
            " with its jars: pip install pyspark. Or put the types of the imported files into"
            " `types` of this file."
        )
    text: str = _ask({"layout": str(file.absolute())})
    return text


def parquet_columns(file: Path) -> list[tuple[str, bool]]:
    """Return the columns of a Parquet file, and for each whether it is BINARY."""
    return [(name, is_binary) for name, is_binary in _ask({"parquet": str(file.absolute())})]


def _evaluate(
    function: str, arguments: Mapping[str, Argument], more: Mapping[str, Any] | None = None
) -> Any:  # noqa: ANN401
    return _ask({**request(function, arguments), **(more or {})})


def request(function: str, arguments: Mapping[str, Argument]) -> dict[str, Any]:
    """Return the request for a call with these arguments."""
    passed = {name: _json(name, value) for name, value in arguments.items()}
    return {"function": function, "arguments": passed}


def _ask(request: Mapping[str, Any]) -> Any:  # noqa: ANN401
    answer = json.loads(_jvm().ask(json.dumps(request)))
    if "refused" in answer:
        raise InvalidCall(answer["refused"])
    return answer["result"]


def _json(name: str, value: object) -> object:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, Mapping) and name != "options":
        return {"map": [[_json("", key), _json("", held)] for key, held in value.items()]}
    return value


class _Jvm:
    """A running JVM; a lock lets one thread at a time send a request."""

    def __init__(self, command: list[str]) -> None:
        self._lock = threading.Lock()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said
        )
        atexit.register(self.close)

    def ask(self, request: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        with self._lock:
            try:
                self._process.stdin.write(request.encode() + b"\n")
                self._process.stdin.flush()
            except BrokenPipeError:
                pass  # the JVM has ended, so readline returns nothing
            line = self._process.stdout.readline()
        if not line:
            _jvm.cache_clear()
            raise RuntimeError(f"The JVM ended without an answer.\n{self._last_words()}")
        return line.decode()

    def close(self) -> None:
        if self._process.stdin and not self._process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.wait()
            if self._process.stdout:
                self._process.stdout.close()
            self._said.close()

    def _last_words(self) -> str:
        self._said.seek(0)
        return self._said.read().decode(errors="replace")[-2000:]


@cache
def _jvm() -> _Jvm:
    class_path = _class_path()
    command = [java_command(), *JVM_OPTIONS]
    archive = _archive(command, class_path)
    if archive is not None:
        command.append(f"-XX:SharedArchiveFile={archive}")
    return _Jvm([*command, "-cp", class_path, MAIN])


def _class_path() -> str:
    folder = _spark_jars()
    if folder is None:
        raise SetUpError(NO_PYSPARK)
    for jar in folder.glob("spark-catalyst_*.jar"):
        check_spark(jar.stem.partition("-catalyst_")[2].partition("-")[2])
    jars = [jar for jar in sorted(folder.glob("*.jar")) if not jar.name.startswith(WITHOUT)]
    return os.pathsep.join([jar_path(), *map(str, jars)])


def _spark_jars() -> Path | None:
    found = importlib.util.find_spec("pyspark")
    beside = [Path(found.origin).parent] if found and found.origin else []
    home = os.environ.get("SPARK_HOME")
    for folder in [*([Path(home)] if home else []), *beside]:
        if any(folder.glob("jars/spark-catalyst_*.jar")):
            return folder / "jars"
    return None


def _archive(command: list[str], class_path: str) -> Path | None:
    """Return the class data archive (CDS), with which the JVM starts in half the time.

    The first call creates the archive, which takes a few seconds. Returns None if the archive
    cannot be written.
    """
    jar = Path(jar_path()).stat()
    made_of = f"{class_path} {jar.st_mtime_ns} {jar.st_size} {Path(command[0]).resolve()}"
    name = hashlib.sha256(made_of.encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "sparkwire")
    archive = folder / f"classes-{name}.jsa"
    if archive.exists():
        return archive
    making = folder / f"{archive.name}.{os.getpid()}"
    training = "".join(json.dumps(request) + "\n" for request in TRAINING)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Keep one archive for each combination of Java, Spark and jar that is in use.
        used = sorted(folder.glob("classes-*.jsa"), key=lambda file: file.stat().st_atime)
        for old in used[: -MOST_ARCHIVES + 1]:
            old.unlink(missing_ok=True)
        subprocess.run(
            [*command, f"-XX:ArchiveClassesAtExit={making}", "-cp", class_path, MAIN],
            input=training.encode(),
            capture_output=True,
            check=False,
        )
        # If this Java creates no archive, an empty file stands for it: Java ignores the file, and
        # no later run tries again.
        making.touch()
        making.replace(archive)
    except OSError:  # the cache folder cannot be written: every start takes longer
        return None
    return archive
