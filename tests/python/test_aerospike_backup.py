"""Backups of Aerospike that an independent writer has made up, as tables."""

import gzip
import json
import random

import pytest

import backups

COLUMNS = (
    *("kind", "offset", "namespace", "set", "digest", "generation", "expiration"),
    *("to_json(key) AS key", "to_json(bins) AS bins", "to_json(definition) AS definition"),
)


def read(spark, folder, **options):
    table = spark.read.format("sparkwire-aerospike-backup").options(**options).load(str(folder))
    return table.selectExpr("file", "fault", "length(value) AS length", *COLUMNS)


def shown(row):
    """Return the columns of a row that are not NULL, JSON read."""
    named = {name: value for name, value in row.asDict().items() if value is not None}
    for name in ("key", "bins", "definition"):
        if name in named:
            named[name] = json.loads(named[name])
    for name in ("file", "length"):
        named.pop(name)
    return {**named, **({"digest": bytes(row.digest)} if row.digest else {})}


def expected(backup):
    return [
        {name: value for name, value in row.items() if value is not None} for row in backup.rows
    ]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read(spark, tmp_path, seed):
    chance = random.Random(seed)
    written = {}
    for number in range(12):
        name = f"{number:02}.asb" + (".gz" if number % 3 == 0 else "")
        written[name] = backup = backups.made_up(chance, chance.choice(("3.0", "3.1", "3.2")))
        content = bytes(backup.content)
        (tmp_path / name).write_bytes(gzip.compress(content) if number % 3 == 0 else content)
    rows = read(spark, tmp_path).orderBy("file", "offset").collect()
    for name, backup in written.items():
        found = [shown(row) for row in rows if row.file.endswith(name)]
        assert found == expected(backup), f"seed {seed}, file {name}"


@pytest.mark.parametrize("seed", range(4))
def test_after_damage_the_other_entries_are_read(spark, tmp_path, seed):
    chance = random.Random(seed)
    backup = backups.Backup()
    backup.header("3.1", "test", is_first=True)
    for number in range(30):
        # Texts without lines that look like entries: such lines after the damage are rows.
        bins = {"a": ("S", "x" * number), "b": ("L", [1, "two", None])}
        backup.record("test", "demo", number, chance.randbytes(20), 1, 0, bins)
    content = bytearray(backup.content)
    ends = [row["offset"] for row in backup.rows[1:]] + [len(content)]
    broken = set(chance.sample(range(30), 4))
    for number in broken:
        # The mark of a line is gone.
        start = backup.rows[number]["offset"]
        content[content.index(b"\n+ ", start) + 1] = ord("?")
    (tmp_path / "a.asb").write_bytes(content)
    rows = read(spark, tmp_path, mode="permissive").orderBy("offset").collect()
    good = [row for row in rows if row.fault is None]
    kept = [row for number, row in enumerate(expected(backup)) if number not in broken]
    assert [shown(row) for row in good] == kept
    bad = [(row.offset, row.offset + row.length) for row in rows if row.fault]
    assert bad == [(backup.rows[number]["offset"], ends[number]) for number in sorted(broken)]
