"""Types from the files of several nodes, and a dump as a table."""

import json
from pathlib import Path

import pytest

import sparkwire.functions as wire
from sparkwire.ignite import types_from_metadata

FOLDER = Path(__file__).parents[1] / "ignite-node" / "binary_meta"
ENTRY = (
    "0000004e314bdf3577ede00e00000000000000000018461956000001a21c10c36300000001000000050103040000"
    "000000001e6467012b0077fb2aca9ef0e0011e000000f4c4a5f81d000000030400000018"
)


def placed(folder, files):
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def city():
    """Return the name and the bytes of one file of a node."""
    file = min(FOLDER.rglob("*.bin"))
    return file.name, file.read_bytes()


def test_names_of_classes_and_files_that_are_no_types(spark, tmp_path, city):
    name, content = city
    placed(
        tmp_path,
        {
            f"db/binary_meta/a/{name}": content,
            f"db/binary_meta/b/{name}": content,
            "db/marshaller/-7.classname0": b"acme.Seven",
            f"db/marshaller/{Path(name).stem}.classname0": b"acme.Other",
            "db/a/cache-x/part-0.bin": b"pages",
            "db/a/cp/17-START.bin": b"checkpoint",
        },
    )
    types = json.loads(types_from_metadata(tmp_path, spark))
    assert types == [
        *json.loads(types_from_metadata(tmp_path / "db/binary_meta/a", spark)),
        {"type_name": "acme.Seven", "type_id": -7},
    ]
    both = [tmp_path / "db/binary_meta/a", tmp_path / "db/marshaller"]
    assert json.loads(types_from_metadata(both, spark)) == types


def test_contradictions_name_the_files(spark, tmp_path, city):
    name, content = city
    described = json.loads(types_from_metadata(FOLDER, spark))
    old = next(one["type_name"] for one in described if one["type_name"].encode() in content)
    other = content.replace(old.encode(), b"x" * len(old))
    placed(tmp_path, {f"a/{name}": content, f"b/{name}": other})
    with pytest.raises(ValueError, match=f"/a/{name} and .*/b/{name} name the same type"):
        types_from_metadata(tmp_path, spark)


def test_a_dump(spark, tmp_path):
    placed(tmp_path, {"db/node/cache-my cache/part-0.dump": bytes.fromhex(ENTRY)})
    dump = spark.read.format("sparkwire-ignite-dump").load(str(tmp_path))
    row = dump.select(
        "cache", "partition", "node", "version", "expire_time", wire.ignite_decode("key", "INT")
    ).first()
    assert (row[0], row[1], row[2], row[4], row[5]) == ("my cache", 0, "node", None, 4)
    assert row.version.node_order == 1


def test_a_log(spark):
    log = spark.read.format("sparkwire-ignite-wal").option("caches", "orders")
    rows = (
        log.load(str(FOLDER.parent / "log" / "2.14.0" / "0000000000000000.wal.zip"))
        .where("cache = 'orders'")
        .orderBy("segment", "segment_offset")
        .select("operation", wire.ignite_decode("value").cast("string"), "transaction", "primary")
        .collect()
    )
    assert len(rows) == 16
    assert rows[12] == ("UPDATE", "text", None, True)
    assert rows[14][:2] == ("DELETE", None)
