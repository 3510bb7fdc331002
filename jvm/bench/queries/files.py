"""Measures the tables of files of values: time and memory for growing files, and a plain script.

Writes jvm/bench/results/files.json, from which page.py generates a part of
docs/pages/performance-tables.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import struct
import tempfile
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack
from pyspark.sql import SparkSession

import sparkwire

import captures
import scale
from events import databus_crc, version1, version2
from packets import packet, schemas

if TYPE_CHECKING:
    from collections.abc import Callable

RESULTS = Path(__file__).parent.parent / "results" / "files.json"
MIB = [64, 256, 1024]
# Distinct values; a file repeats them.
DISTINCT = 5_000
# The heap of the process that runs driver and tasks.
HEAP = "1g"

HEAD = """
### Tables of files

A row for each value of a file, with its bytes: CPU time of one task (`local[1]`, a heap of 1 GiB), the median of {rounds} rounds that
alternate. **Peak** is the most that the heap held above what it held before; the young generation has {young} MB, and the rest is
what a task keeps. **Script** is the CPU time of a program that finds the same values. It is `tshark` for captures of Kafka, whose
values are requests with their responses; it prints their heads. Else it is a plain Python loop that sums up the lengths of the
values: `msgpack.Unpacker` for MessagePack, and a loop over lengths and checksums, or lengths alone, for the others. Repeat it
with `make bench-files`.

| format | MiB | values | MB a second | ns a value | peak, MB | script, times as long |
|---|---:|---:|---:|---:|---:|---:|
"""
TITLES = {
    "databus": "Databus",
    "cernan": "Cernan",
    "msgpack": "MessagePack",
    "capture": "Kafka, captured",
}
OPTIONS = {"capture": {"protocol": "kafka"}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="timed rounds; the median counts")
    parser.add_argument("--warm", type=float, default=scale.WARM, help="seconds before the first")
    parser.add_argument("--most", type=int, default=MIB[-1], help="no larger files, in MiB")
    parser.add_argument("--output", type=Path, default=RESULTS, help="the file to write")
    parser.add_argument("--format", choices=TITLES, help="this one alone; the others stay")
    arguments = parser.parse_args()
    spark = session()
    with tempfile.TemporaryDirectory() as folder:
        found = {
            name: measure(spark, name, Path(folder) / name, arguments)
            for name in ([arguments.format] if arguments.format else TITLES)
        }
    spark.stop()
    others = json.loads(arguments.output.read_text()) if arguments.format else {}
    written = {**others, "rounds": arguments.rounds, **found}
    arguments.output.write_text(json.dumps(written, indent=2) + "\n")


def session() -> SparkSession:
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", HEAP).config("spark.log.level", "ERROR")
    # One task a file, so that the memory of one task is measured and not of several.
    builder = builder.config("spark.sql.files.maxPartitionBytes", str(1 << 40))
    options = f"-XX:+UseSerialGC -Xmn{scale.YOUNG}m"
    builder = builder.config("spark.driver.extraJavaOptions", options)
    return sparkwire.configure(builder).getOrCreate()


def measure(
    spark: SparkSession, name: str, path: Path, arguments: argparse.Namespace
) -> list[dict[str, float]]:
    frames: scale.Frames = []
    scripts = {}
    write = WRITERS[name]()
    for mib in (size for size in MIB if size <= arguments.most):
        file = path.with_name(f"{name}-{mib}")
        count = write(file, mib << 20)
        reader = spark.read.format(f"sparkwire-{name}").options(**OPTIONS.get(name, {}))
        frames.append((mib, count, reader.load(str(file))))
        if mib == MIB[0]:
            begin = cpu_seconds()
            found = SCRIPTS[name](file)
            scripts[mib] = (cpu_seconds() - begin) * 1e9 / count
            if found not in (file.stat().st_size, count):
                message = f"the script for {name} finds {found} bytes or values"
                raise ValueError(message)
    results = scale.measure(spark, frames, arguments)
    for one, (mib, _, _) in zip(results, frames, strict=True):
        one["bytes"] = (path.with_name(f"{name}-{mib}")).stat().st_size
        one["script"] = scripts.get(mib, 0)
        path.with_name(f"{name}-{mib}").unlink()
    return results


def cpu_seconds() -> float:
    """The CPU time of this process, and of those that it has run."""
    return sum(os.times()[:4])


def repeated(values: list[bytes]) -> Callable[[Path, int], int]:
    """Repeat the values until the file has about so many bytes. Return their number."""

    def write(file: Path, size: int) -> int:
        count = size // (sum(map(len, values)) // len(values))
        with file.open("wb") as out:
            out.writelines(islice(cycle(values), count))
        return count

    return write


def events() -> list[bytes]:
    rng = random.Random(1)
    return [rng.choice((version1, version2))(rng, rng.randrange(100, 400)) for _ in range(DISTINCT)]


def packets() -> list[bytes]:
    rng = random.Random(1)
    written = schemas(rng)
    return [packet(rng, rng.choice(written)) for _ in range(DISTINCT)]


def records() -> list[bytes]:
    """Lines of a log, as fluent-bit writes them: a time, and a map."""
    rng = random.Random(1)

    def record(number: int) -> Any:
        return {
            "log": f"GET /item/{rng.randrange(10**6)} HTTP/1.1 {rng.choice((200, 404, 500))}",
            "stream": rng.choice(("stdout", "stderr")),
            "level": rng.choice(("info", "warn", "error")),
            "request": {"id": rng.getrandbits(60), "ms": rng.random() * 100, "user": number},
            "labels": rng.sample(["app", "web", "db", "cache"], rng.randrange(3)),
        }

    return [bytes(msgpack.packb(record(number))) for number in range(DISTINCT)]


def loop_databus(file: Path) -> int:
    total = at = 0
    data = file.read_bytes()
    while at < len(data):
        if data[at] == 0:
            head, size = 61, struct.unpack_from(">i", data, at + 5)[0]
            crc, of = struct.unpack_from(">I", data, at + 1)[0], at + 5
        else:
            head, size = struct.unpack_from(">i", data, at + 5)[0], 0
            size = struct.unpack_from(">i", data, at + 17)[0]
            crc, of = struct.unpack_from(">I", data, at + 9)[0], at + 13
        if databus_crc(data[of : at + head]) != crc:
            message = f"a checksum at {at} is wrong"
            raise ValueError(message)
        total += len(data[at : at + size])
        at += size
    return total


def loop_cernan(file: Path) -> int:
    total = at = 0
    data = file.read_bytes()
    while at < len(data):
        size = 4 + struct.unpack_from(">I", data, at)[0]
        total += len(data[at : at + size])
        at += size
    return total


def loop_msgpack(file: Path) -> int:
    with file.open("rb") as opened:
        unpacker = msgpack.Unpacker(opened)
        for _ in unpacker:
            pass
        return int(unpacker.tell())


# The functions that write files: given a path and a size, they return the number of values.
WRITERS: dict[str, Callable[[], Callable[[Path, int], int]]] = {
    "databus": lambda: repeated(events()),
    "cernan": lambda: repeated(packets()),
    "msgpack": lambda: repeated(records()),
    "capture": lambda: captures.write,
}
SCRIPTS: dict[str, Callable[[Path], int]] = {
    "databus": loop_databus,
    "cernan": loop_cernan,
    "msgpack": loop_msgpack,
    "capture": captures.tshark,
}


def section() -> str:
    """The table; empty if there are no results."""
    if not RESULTS.exists():
        return ""
    found = json.loads(RESULTS.read_text())
    text = HEAD.format(rounds=found["rounds"], young=scale.YOUNG)
    for name, title in TITLES.items():
        for one in found[name]:
            rate = one["bytes"] / (one["nanos"] * one["rows"]) * 1e3
            script = f"{one['script'] / one['nanos']:.1f}" if one["script"] else ""
            text += (
                f"| {title} | {one['number']:,} | {one['rows']:,} | {rate:,.0f} | {one['nanos']:,.0f} |"
                f" {one['peak']:,.0f} | {script} |\n"
            )
    return text


if __name__ == "__main__":
    main()
