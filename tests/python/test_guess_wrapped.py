"""What `guess` unwraps: compressed values, dumps, other texts. The format `auto` does the same."""

import base64
import bz2
import contextlib
import gzip
import json
import lzma
import random
import shutil
import struct
import subprocess
import time

import msgpack
import pyarrow as pa
import pytest

import sparkwire
from sparkwire import guessing, opening
from sparkwire.cli import main
from sparkwire.demo import samples
from sparkwire.recognition import packing
from sparkwire.recognition.unwrapping import unwrap

EVENT = dict(samples("databus"))["upsert"]
LARGE = b"".join(msgpack.packb({"id": number, "name": "x" * 90}) for number in range(9000))
MOST = 1 << 30


def lz4_block(data):
    return pa.compress(data, "lz4_raw", asbytes=True)


def lz4_legacy(data):
    packed = lz4_block(data)
    return b"\x02\x21\x4c\x18" + struct.pack("<I", len(packed)) + packed


def lz4_java(data):
    """Write as `LZ4BlockOutputStream` does: a compressed block, one that is not, and the end."""
    first, second = data[: len(data) // 2], data[len(data) // 2 :]
    packed = lz4_block(first)
    blocks = [(0x20, packed, len(first)), (0x10, second, len(second)), (0x10, b"", 0)]
    return b"".join(
        b"LZ4Block" + struct.pack("<BIII", method | 6, len(block), size, 0) + block
        for method, block, size in blocks
    )


def snappy_framed(data):
    chunks = [(0xFF, b"sNaPpY")]
    for at in range(0, len(data), 1 << 16):
        part = data[at : at + (1 << 16)]
        packed = pa.compress(part, "snappy", asbytes=True)
        kind, held = (0, packed) if len(packed) < len(part) else (1, part)
        chunks.append((kind, bytes(4) + held))
    chunks.append((0xFE, b"padding"))
    return b"".join(bytes([kind]) + len(held).to_bytes(3, "little") + held for kind, held in chunks)


def snappy_java(data):
    blocks = [data[at : at + (1 << 15)] for at in range(0, len(data), 1 << 15)]
    packed = [pa.compress(block, "snappy", asbytes=True) for block in blocks]
    return (
        b"\x82SNAPPY\0"
        + struct.pack(">II", 1, 1)
        + b"".join(struct.pack(">I", len(block)) + block for block in packed)
    )


PACKERS = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": lambda data: pa.compress(data, "zstd", asbytes=True),
    "lz4": lambda data: pa.compress(data, "lz4", asbytes=True),
    "lz4 legacy": lz4_legacy,
    "lz4 of lz4-java": lz4_java,
    "snappy": snappy_framed,
    "snappy of snappy-java": snappy_java,
}
# By the tools of the same names, with blocks that refer to earlier ones.
TOOLS = {
    "bzip2": ["bzip2", "-c"],
    "xz": ["xz", "-c"],
    "zstd": ["zstd", "-c"],
    "lz4": ["lz4", "-9", "-B4", "-BD", "-c"],
}


class TestCompressed:
    @pytest.mark.parametrize("name", PACKERS)
    def test_what_is_inside(self, name):
        packed = PACKERS[name](EVENT)
        (best, *_) = sparkwire.guess(packed)
        assert best.label == f"{name.removesuffix(' legacy')} around databus"
        assert best.advice.startswith("sparkwire decode auto FILE reads what is inside. Or: Unpack")
        assert sparkwire.dissect(packed, "auto").value == EVENT

    @pytest.mark.parametrize("name", PACKERS)
    def test_a_large_value(self, name):
        packed = PACKERS[name](LARGE)
        (best, *_) = sparkwire.guess(packed)
        assert best.inside.label == "msgpack"
        # The end of what is looked at is not taken for damage.
        assert not any("but" in said for said in best.evidence)
        steps = [name.removesuffix(" legacy")]
        assert unwrap(packed, steps, MOST) == LARGE
        assert unwrap(packed, steps, len(LARGE)) == LARGE
        assert unwrap(packed, steps, len(LARGE) - 1) is None
        assert unwrap(packed[:-5], steps, MOST) in (None, LARGE)

    @pytest.mark.parametrize("name", [name for name in TOOLS if shutil.which(name)])
    def test_by_the_tool(self, name):
        packed = subprocess.run(TOOLS[name], input=LARGE, capture_output=True, check=True).stdout
        assert unwrap(packed * 2, [name], MOST) == LARGE * 2

    @pytest.mark.parametrize("name", PACKERS)
    def test_damage_is_said_or_ends_the_data(self, name):
        packed = PACKERS[name](LARGE)
        for seed in range(20):
            damaged = bytearray(packed)
            damaged[random.Random(seed).randrange(12, len(packed))] ^= 1 + seed
            sparkwire.guess(bytes(damaged))
            unwrap(bytes(damaged), [name.removesuffix(" legacy")], MOST)

    def test_a_small_value_that_claims_to_be_large(self):
        block = b"\x10a\x01\x00" + b"\xff" * 100_000 + b"\0"
        bombs = {
            "gzip": gzip.compress(bytes(50 << 20)),
            "bzip2": bz2.compress(bytes(50 << 20)),
            "xz": lzma.compress(bytes(50 << 20)),
            "zstd": pa.compress(bytes(50 << 20), "zstd", asbytes=True),
            "lz4": b"\x04\x22\x4d\x18\x40\x70\xdf" + struct.pack("<I", len(block)) + block,
            "snappy": b"\xff\x06\x00\x00sNaPpY\x00\x0b\x00\x00" + bytes(4) + b"\xff" * 7,
        }
        for name, bomb in bombs.items():
            form = packing.form_of(bomb)
            assert form.name == name
            try:
                unpacked, is_complete = form.unpack(bomb, 1 << 18)
            except packing.Damaged:
                continue
            assert len(unpacked) <= 1 << 18
            assert not is_complete

    def test_without_a_module_for_zstd(self, monkeypatch):
        def missing(name):
            raise ImportError(name)

        monkeypatch.setattr("importlib.import_module", missing)
        (best,) = sparkwire.guess(PACKERS["zstd"](EVENT))
        assert best.label == "zstd"
        assert best.advice == (
            "Unpack it, as zstd -d does. With the package zstandard installed, guess looks inside."
        )
        with pytest.raises(sparkwire.InvalidCall, match="look like zstd"):
            opening.opened(PACKERS["zstd"](EVENT))

    def test_zstd_by_each_module(self, monkeypatch):
        import importlib

        real = importlib.import_module
        packed = PACKERS["zstd"](LARGE)
        for gone in ("compression.zstd",), ("compression.zstd", "zstandard"):

            def some(name, gone=gone):
                if name in gone:
                    raise ImportError(name)
                return real(name)

            monkeypatch.setattr("importlib.import_module", some)
            assert unwrap(packed, ["zstd"], MOST) == LARGE
            assert unwrap(packed[:-9], ["zstd"], MOST) is None


@pytest.fixture(params=[[], ["--spark"]], ids=["alone", "by Spark"])
def flags(request, spark, monkeypatch):
    session = contextlib.nullcontext(spark)
    monkeypatch.setattr("sparkwire.decoding.quiet_session", lambda: session)
    return request.param


class TestAuto:
    def test_folder(self, flags, tmp_path, capsys):
        for number, value in enumerate((EVENT, EVENT, b"\x01")):
            (tmp_path / f"{number}.b64").write_bytes(base64.b64encode(gzip.compress(value)))
        (tmp_path / "3.b64").write_bytes(EVENT)
        assert main(["decode", "auto", str(tmp_path), *flags]) == 1
        out, err = capsys.readouterr()
        rows = sorted(map(json.loads, out.splitlines()), key=lambda row: row["file"])
        # A file that is not wrapped as the first stays as it is.
        assert [row.get("fault", {}).get("reason") for row in rows] == [
            None,
            None,
            "bad-version",
            None,
        ]
        assert "taken for base64 text around gzip around databus" in err

    def test_values_end_to_end(self, flags, tmp_path, capsys):
        for name, wrap in PACKERS.items():
            (tmp_path / name).mkdir()
            (tmp_path / name / "events.zst").write_bytes(wrap(EVENT * 3))
            assert main(["decode", "auto", str(tmp_path / name), *flags]) == 0
            out, err = capsys.readouterr()
            offsets = sorted(json.loads(line)["offset"] for line in out.splitlines())
            assert offsets == [0, 66, 132], name
            assert "around databus, with --all" in err

    def test_json_lines(self, flags, tmp_path, capsys):
        packed = msgpack.packb({"id": 7, "name": "Ada"})
        rows = [None, packed, packed]
        (tmp_path / "x.jsonl").write_text(
            "".join(
                json.dumps({"n": n, "p": held and base64.b64encode(held).decode()}) + "\n"
                for n, held in enumerate(rows)
            )
        )
        assert main(["decode", "auto", str(tmp_path / "x.jsonl"), "--column", "p", *flags]) == 0
        out = capsys.readouterr().out
        assert [json.loads(line).get("msgpack") for line in out.splitlines()] == [
            None,
            {"id": 7, "name": "Ada"},
            {"id": 7, "name": "Ada"},
        ]

    def test_what_is_named_only(self):
        text = f'{{"event": "{base64.b64encode(EVENT).decode()}"}}'.encode()
        with pytest.raises(sparkwire.InvalidCall, match=r"JSON around databus.*get_json_object"):
            sparkwire.dissect(text, "auto")


HOSTILE = {
    "random": None,
    "zeros": b"\0",
    "backslashes": b"\\",
    "escapes": b"\\x00 ",
    "digits": b"0x00, ",
    "dump": b"00000000: 00\n",
    "stars": b"0000: 00\n*\n",
    "rows": b"ab,AB12CD34\n",
    "containers": b"\x81",
    "documents": b"\5\0\0\0\0",
    "numbers": b"1, ",
    "blanks": b"\\x00          ",
    "wide": b"1\0",
    "lengths": b"\0\0\0\5\x81\xa2ab\1",
    "statements": b"INSERT INTO t VALUES ('",
    "quotes": b"INSERT INTO t VALUES (''')",
    "calls": b"INSERT INTO t VALUES (f('a',",
    "calls in calls": b"INSERT INTO t VALUES (f(g('a', ",
    "quotes of Oracle": b"INSERT INTO t VALUES (q'[a",
    "names": b"INSERT INTO t (a, b",
    "copies": b"COPY t FROM stdin;\n",
    "Python literals": b"[b'",
    "Python rows": b"(1, b'\\x81\\xa1a\\x01')\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_cost(name):
    """A look at 1 MiB reads only its beginning, and its time grows as what it reads."""
    unit = HOSTILE[name]

    size = 1 << 20
    value = random.Random(1).randbytes(size) if unit is None else (unit * size)[:size]

    def seconds(head):
        # Of this process alone, because tests of other processes run at the same time.
        begin = time.process_time()
        guessing.of_one(value, head=head)
        return time.process_time() - begin

    seconds(1 << 10)
    part, whole = seconds(guessing.HEAD // 8), seconds(guessing.HEAD)
    # Linear is 8, a square is 64.
    assert whole < max(4.0, 24 * part)
