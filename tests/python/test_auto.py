"""`guess` and the format `auto` agree: what one recognises, the other decodes, or names."""

import base64
import contextlib
import gzip
import json
import struct

import pyarrow as pa
import pytest

import sparkwire
from sparkwire.cli import main
from test_guess_texts import TEXTS, WRITTEN
from test_guess_wrapped import EVENT, PACKERS

KEY = 12345


def hadoop(codec):
    """Write as Hadoop's codecs do: a block of two chunks, and one of a chunk."""

    def pack(data):
        parts = [data * 30, data * 30], [data * 40]
        return b"".join(
            struct.pack(">I", sum(map(len, block)))
            + b"".join(
                struct.pack(">I", len(packed)) + packed
                for chunk in block
                for packed in [pa.compress(chunk, codec, asbytes=True)]
            )
            for block in parts
        )

    return pack


# Whole files, and how many events are in them.
FILES = {
    "bare": (EVENT, 1),
    "header": (b"\0\0\0\1\0\0\2" + EVENT, 1),
    "end to end": (EVENT * 3, 3),
    "lz4 of Hadoop": (hadoop("lz4_raw")(EVENT), 100),
    "snappy of Hadoop": (hadoop("snappy")(EVENT), 100),
    "base64": (base64.b64encode(EVENT), 1),
    "base64 in lines": (base64.encodebytes(EVENT), 1),
    "UTF-16": (EVENT.hex().encode("utf-16"), 1),
    "base64 of gzip of hex": (base64.b64encode(gzip.compress(EVENT.hex().encode())), 1),
    **{name: (pack(EVENT * 2), 2) for name, pack in PACKERS.items()},
    **{f"dump: {name}": (text.encode(), 1) for name, text in WRITTEN.items()},
    **{f"text: {name}": (text.encode(), 1) for name, (_, text) in TEXTS.items()},
}
# Texts in a field of JSON lines.
FIELDS = {
    "base64": lambda data: base64.b64encode(data).decode(),
    "base64 without padding": lambda data: base64.b64encode(data).decode().rstrip("="),
    "base64 for URLs": lambda data: base64.urlsafe_b64encode(data).decode(),
    "hex": bytes.hex,
    "HEX": lambda data: data.hex().upper(),
    "0x": lambda data: "0x" + data.hex(),
    "bytea": lambda data: "\\x" + data.hex(),
    "each byte": lambda data: "".join(f"\\x{byte:02x}" for byte in data),
    "spaces": lambda data: data.hex(" "),
    "colons": lambda data: data.hex(":"),
    "literal of SQL": lambda data: f"X'{data.hex()}'",
    "hex:": lambda data: "hex:" + data.hex(),
    "hex in base64": lambda data: base64.b64encode(data.hex().encode()).decode(),
    "gzip in hex": lambda data: gzip.compress(data).hex(),
    "zstd in base64": lambda data: base64.b64encode(
        pa.compress(data, "zstd", asbytes=True)
    ).decode(),
}
REFUSED = {
    "a document": (json.dumps({"a": {"b": EVENT.hex()}}, indent=1), "JSON"),
    "CSV": (f"id,raw\n1,{EVENT.hex()}\n2,{EVENT.hex()}\n", "CSV"),
}


@pytest.fixture(params=[[], ["--spark"]], ids=["alone", "by Spark"])
def decode(request, monkeypatch, capsys, spark):
    session = contextlib.nullcontext(spark)
    monkeypatch.setattr("sparkwire.decoding.quiet_session", lambda: session)

    def decode(file, *flags):
        code = main(["decode", "auto", str(file), *request.param, *flags])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return decode


@pytest.mark.parametrize("name", FILES)
def test_files(name, tmp_path, decode):
    data, count = FILES[name]
    (best, *_) = sparkwire.guess(data)
    assert "databus" in best.label
    (tmp_path / "file.bin").write_bytes(data)
    code, rows, err = decode(tmp_path / "file.bin")
    assert code == 0
    assert [row["databus"]["key"] for row in rows] == [KEY] * count
    assert f"taken for {best.label}".partition(" at byte")[0] in err


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("is_nested", [False, True])
def test_fields(name, is_nested, tmp_path, decode):
    texts = [None, FIELDS[name](EVENT), FIELDS[name](EVENT)]
    fields = [{"id": number, "a": "Ada", "raw": text} for number, text in enumerate(texts)]
    lines = [{"n": 1, "held": one} for one in fields] if is_nested else fields
    file = tmp_path / "values.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    if name != "hex:":
        assert "databus" in sparkwire.guess(file.read_bytes())[0].label
    code, rows, _ = decode(file)
    assert code == 0
    assert [row.get("databus", {}).get("key") for row in rows] == [None, KEY, KEY]


def test_lines_by_their_beginning(tmp_path, decode):
    text = json.dumps({"v": base64.b64encode(EVENT).decode()}) + "\n"
    best = sparkwire.guess((text * 2).encode())[0]
    assert best.advice.endswith("; sparkwire decode auto FILE")
    for name, data in ("a.txt", text.encode()), ("b.jsonl", text.encode("utf-8-sig")):
        (tmp_path / name).write_bytes(data * 2 if name == "a.txt" else data)
        code, rows, _ = decode(tmp_path / name)
        assert (code, {row["databus"]["key"] for row in rows}) == (0, {KEY})
    (tmp_path / "c.jsonl").write_bytes(text.encode("utf-16"))
    code, rows, err = decode(tmp_path / "c.jsonl")
    assert (code, rows) == (2, [])
    assert "line 1 is not UTF-8. iconv -f UTF-16 -t UTF-8" in err


def test_a_field_that_is_not_digits_among_those_that_are(tmp_path, decode):
    file = tmp_path / "values.jsonl"
    file.write_text("".join(json.dumps({"v": text}) + "\n" for text in (EVENT.hex(), "not hex")))
    code, rows, err = decode(file)
    assert code == 2
    assert len(rows) < 2
    assert "hex" in err.lower()


@pytest.mark.parametrize("name", REFUSED)
def test_tables_of_text_are_refused_with_their_sql(name, tmp_path, decode):
    text, said = REFUSED[name]
    (best, *_) = sparkwire.guess(text.encode())
    assert best.label == f"{said} around databus"
    (tmp_path / "file.txt").write_text(text)
    code, rows, err = decode(tmp_path / "file.txt")
    assert (code, rows) == (2, [])
    assert f"look like {best.label}" in err
    assert "databus_decode(" in err
