"""Many values in one: after lengths, in lines of text, in Python's literals, in dumps of databases.

`guess` recognises what they are, and `decode auto` reads each of them.
"""

import base64
import contextlib
import gzip
import hashlib
import json
import pprint
import random
import struct
import uuid

import msgpack
import pytest

import sparkwire
from sparkwire.cli import main
from sparkwire.demo import samples
from sparkwire.recognition import lengths, statements

EVENT = dict(samples("databus"))["upsert"]
ROWS = [{"id": number, "name": "Ada" * (number % 3), "n": "it's \\"} for number in range(20)]
VALUES = [msgpack.packb(row) for row in ROWS]


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def prefixed(form, values):
    return b"".join(struct.pack(form, len(value)) + value for value in values)


def joined(form, separator="\n", around="{}"):
    lines = (form.format(n, value=value, hex=value.hex()) for n, value in enumerate(VALUES))
    return around.format(separator.join(lines)).encode()


def in_mysql(data):
    """Escape bytes as `mysqldump` does without --hex-blob."""
    for byte, escape in (b"\\", b"\\"), (b"\0", b"0"), (b"'", b"'"), (b"\n", b"n"), (b"\x1a", b"Z"):
        data = data.replace(byte, b"\\" + escape)
    return data


LENGTHS = {
    "4 bytes, big endian": prefixed(">I", VALUES),
    "4 bytes, little endian": prefixed("<I", VALUES),
    "the 5 bytes of gRPC": b"".join(b"\0" + prefixed(">I", [value]) for value in VALUES),
    "8 bytes, big endian": prefixed(">Q", VALUES),
    "8 bytes, little endian": prefixed("<Q", VALUES),
    "2 bytes, big endian": prefixed(">H", VALUES),
    "2 bytes, little endian": prefixed("<H", VALUES),
    "a varint": b"".join(varint(len(value)) + value for value in VALUES),
}
LINES = {
    "hex": joined("{hex}"),
    "hex, with empty lines": joined("{hex}", "\r\n\r\n"),
    "base64": b"\n".join(map(base64.b64encode, VALUES)),
    "repr": joined("{value!r}"),
    "rows of Spark": joined("Row(id={0}, value=bytearray({value!r}))"),
    "rows of a cursor": joined("({0}, {value!r}),"),
    "escapes": b"\n".join(b"".join(b"\\x%02x" % byte for byte in value) for value in VALUES),
    "Java": b"\n".join(
        str(list(struct.unpack(f"{len(value)}b", value))).encode() for value in VALUES
    ),
}
INSERT = "INSERT INTO public.events (id, payload) VALUES ({0}, "
DUMPS = {
    "mysqldump --hex-blob": joined(
        "({0},'it''s a \\'note\\'',0x{hex},NULL)",
        ",",
        "-- MySQL dump\nINSERT INTO `events` VALUES {};\n",
    ),
    "mysqldump": b"-- MySQL dump\n/*!40000 ALTER TABLE `t` */;\nINSERT INTO `events` VALUES "
    + b",".join(b"(%d,_binary '%s')" % (n, in_mysql(value)) for n, value in enumerate(VALUES)),
    "sqlite3 .dump": joined("INSERT INTO events VALUES({0},X'{hex}');"),
    "pg_dump": joined(
        "{0}\t\\\\x{hex}\tnote", "\n", "COPY public.e (a, b, c) FROM stdin;\n{}\n\\.\n"
    ),
    "pg_dump --inserts": joined(INSERT + "'\\x{hex}');"),
    "escape string": joined(INSERT + "E'\\\\x{hex}'::bytea);"),
    "UNHEX": joined(INSERT + "UNHEX('{hex}'));"),
    "decode": joined(INSERT + "decode('{hex}', 'hex'));"),
    "HEXTORAW": joined(INSERT + "HEXTORAW('{hex}'));"),
    "Oracle": joined(
        "Insert into SHOP.E (ID,AT,NOTE,P) values"
        " ({0},to_date(trim('01-NOV-26'),'DD-MON-RR'),q'[it's]',hextoraw('{hex}'));"
    ),
    "SQL Server": joined("INSERT [dbo].[e] ([id], [p]) VALUES ({0}, 0x{hex})\nGO"),
    "FROM_BASE64": b"\n".join(
        b"REPLACE INTO e VALUES (1, now(), FROM_BASE64('%s'));" % base64.b64encode(value)
        for value in VALUES
    ),
}
FILES = {
    **{("length-prefixed values", name): data for name, data in LENGTHS.items()},
    **{("lines of text", name): data for name, data in LINES.items()},
    **{("SQL dump", name): data for name, data in DUMPS.items()},
    ("list of Python bytes", "repr"): repr(VALUES).encode(),
    ("list of Python bytes", "rows"): repr([*enumerate(VALUES)]).encode(),
    ("list of Python bytes", "pprint"): pprint.pformat([*enumerate(VALUES)], width=30).encode(),
}


@pytest.fixture(params=[[], ["--spark"]], ids=["alone", "by Spark"])
def decode(request, monkeypatch, capsys, spark):
    session = contextlib.nullcontext(spark)
    monkeypatch.setattr("sparkwire.decoding.quiet_session", lambda: session)

    def decode(file, data, *flags, source=None):
        file.write_bytes(data)
        code = main(["decode", "auto", str(source or file), *request.param, *flags])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return decode


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_each_value_is_decoded(kind, name, tmp_path, decode):
    data = FILES[kind, name]
    best = sparkwire.guess(data)[0]
    assert best.label == f"{kind} around msgpack"
    code, rows, err = decode(tmp_path / "file.bin", data)
    assert code == 0, rows
    assert err == f"sparkwire: taken for {kind} around msgpack\n"
    assert [row["msgpack"] for row in rows] == ROWS
    assert [row["number"] for row in rows] == [*range(1, 21)]


@pytest.mark.parametrize("name", [*LENGTHS, "hex", "base64"])
def test_the_advice_runs(name, spark):
    advice = sparkwire.guess(LENGTHS.get(name) or LINES[name])[0].advice
    call, _, rest = advice.partition("; ")
    if name == "a varint":
        assert advice == "sparkwire decode auto FILE reads what is inside."
    elif name in LENGTHS:
        assert rest == "sparkwire decode auto FILE"
        df = spark.createDataFrame([(LENGTHS[name],)], "value BINARY")
        found = df.selectExpr(f"inline(transform({call}, one -> struct(one)))")
        assert [json.loads(str(row[0])) for row in found.collect()] == ROWS
    else:
        assert rest == "spark.read.text reads the lines"
        lines = spark.createDataFrame(
            [(one,) for one in LINES[name].decode().splitlines()], "value STRING"
        )
        assert [json.loads(str(row[0])) for row in lines.selectExpr(call).collect()] == ROWS


def test_lines_in_utf_16(tmp_path, decode):
    for encoding in "utf-16", "utf-16-le":
        data = LINES["hex"].decode().encode(encoding)
        best = sparkwire.guess(data)[0]
        assert best.label == "UTF-16 text around lines of text around msgpack"
        name = "UTF-16LE" if encoding.endswith("le") else "UTF-16"
        assert best.advice == (
            "sparkwire decode auto FILE reads what is inside. Or:"
            f" iconv -f {name} -t UTF-8 FILE writes the text in UTF-8."
            " Then: msgpack_decode(unhex(value)); spark.read.text reads the lines"
        )
        code, rows, _ = decode(tmp_path / "file.txt", data)
        assert (code, [row["msgpack"] for row in rows]) == (0, ROWS)


class TestDamage:
    def test_a_line_that_is_not_digits(self, tmp_path, decode):
        lines = LINES["hex"].splitlines()
        lines[3], lines[5] = b"-- 2 rows skipped --", lines[5][:-4]
        code, rows, err = decode(tmp_path / "file.txt", b"\n".join(lines))
        assert code == 1
        assert "2 malformed" in err
        assert [row["number"] for row in rows if "fault" in row] == [4, 6]
        assert base64.b64decode(rows[3]["fault"]["value"]) == lines[3]

    def test_a_value_among_lengths(self, tmp_path, decode):
        values = [*VALUES[:4], VALUES[4][:-3], b"", *VALUES[6:]]
        code, rows, _ = decode(tmp_path / "file.bin", prefixed(">I", values) + b"\0\0\0\x09\x81")
        assert code == 1
        assert [row["number"] for row in rows if "fault" in row] == [5, 6, 21]
        assert base64.b64decode(rows[-1]["fault"]["value"]) == b"\0\0\0\x09\x81"

    def test_rows_that_are_not_understood(self, tmp_path, decode):
        rows = [f"({number}, X'{value.hex()}')" for number, value in enumerate(VALUES)]
        rows[6] = rows[6].replace("X'", "'a' || X'")
        dump = f"INSERT INTO log VALUES {', '.join(rows)};".encode()
        code, found, err = decode(tmp_path / "file.sql", dump)
        assert code == 1
        assert "1 malformed" in err
        assert [row["number"] for row in found] == [1, 2, 3, 4, 5, 6, 7]
        unread = base64.b64decode(found[-1]["fault"]["value"])
        assert unread == dump[dump.index(b" 'a'") :][:200]

    def test_digits_that_are_cut(self, tmp_path, decode):
        rows = [f"({number}, X'{value.hex()}')" for number, value in enumerate(VALUES)]
        rows[6] = rows[6].replace("')", "0')")
        code, found, err = decode(
            tmp_path / "file.sql", f"INSERT INTO t VALUES {','.join(rows)};".encode()
        )
        assert code == 1
        assert "1 malformed" in err
        assert [row["number"] for row in found if "fault" in row] == [7]
        assert len(found) == len(VALUES)

    def test_faults_name_the_value(self, tmp_path, decode):
        file = tmp_path / "file.bin"
        values = [*VALUES[:4], b"\xc1", *VALUES[5:]]
        code, _, err = decode(file, prefixed("<I", values), "--on-bad", "fail")
        assert code == 1
        assert "file.bin, value 5: reserved-byte-c1 at byte 0" in err

    def test_a_file_that_is_not_so_wrapped(self, tmp_path, decode):
        (tmp_path / "1.bin").write_bytes(VALUES[7])
        (tmp_path / "0.bin").write_bytes(LENGTHS["4 bytes, big endian"])
        code, rows, _ = decode(tmp_path / "2.bin", VALUES[8], source=tmp_path)
        assert code == 0
        assert sorted(row["msgpack"]["id"] for row in rows) == sorted([*range(20), 7, 8])


def test_values_within_values(tmp_path, decode):
    packed = prefixed(">I", [gzip.compress(value) for value in VALUES])
    best = sparkwire.guess(packed)[0]
    assert best.label == "length-prefixed values around gzip around msgpack"
    assert best.advice == "sparkwire decode auto FILE reads what is inside."
    assert [row["msgpack"] for row in decode(tmp_path / "a.bin", packed)[1]] == ROWS
    texts = base64.encodebytes(gzip.compress(LENGTHS["4 bytes, big endian"]))
    code, rows, _ = decode(tmp_path / "b.txt", texts)
    assert (code, [row["msgpack"] for row in rows]) == (0, ROWS)
    best = sparkwire.guess(b"".join(varint(len(EVENT)) + EVENT for _ in range(9)))[0]
    assert best.label == "length-prefixed values around databus"
    events = prefixed("<I", [EVENT * 2, EVENT * 3])
    code, rows, err = decode(tmp_path / "c.bin", events)
    assert code == 0
    assert "around databus, with --all" in err
    assert [(row["number"], row["offset"]) for row in rows] == [
        (1, 0),
        (1, 66),
        (2, 0),
        (2, 66),
        (2, 132),
    ]


def test_a_dump_with_several_binary_columns():
    text = "".join(
        f"INSERT INTO t VALUES (X'{uuid.uuid5(uuid.NAMESPACE_OID, str(n)).hex}', X'{one.hex()}');\n"
        for n, one in enumerate(VALUES)
    )
    best = sparkwire.guess(text.encode())[0]
    assert best.detail == "t, column 2"
    assert statements.split(text.encode(), best.detail) == VALUES


RANDOM = random.Random(7)
BYTES = [RANDOM.randbytes(24) for _ in range(50)]
OTHERS = {
    "digests": "\n".join(hashlib.sha256(one).hexdigest() for one in BYTES).encode(),
    "base64 of random bytes": b"\n".join(map(base64.b64encode, BYTES)),
    "uuids": "\n".join(str(uuid.UUID(bytes=one[:16])) for one in BYTES).encode(),
    "words": b"\n".join(b"abcd effe decade facade cafe babe deed".split() * 9),
    "numbers": b"\n".join(b"[%d, 2, 3, 4, 5, 6, 7, 8, 9]" % n for n in range(50)),
    "pixels": b"\n".join(str(list(one)).encode() for one in BYTES),
    "literals": "\n".join(map(repr, BYTES)).encode(),
    "requests": "\n".join(f"GET {n} b'/index.html'" for n in range(50)).encode(),
    "texts after lengths": prefixed(">I", [b"a text of some length"] * 50),
    "random bytes after lengths": prefixed("<I", BYTES),
    "random bytes after varints": b"".join(varint(len(one)) + one for one in BYTES),
    "small numbers after lengths": prefixed(">H", [bytes([n, n]) for n in range(50)]),
    "password hashes": "".join(
        f"INSERT INTO users VALUES ({n}, 'a name', 0x{one.hex()});\n" for n, one in enumerate(BYTES)
    ).encode(),
    "texts of a dump": b"INSERT INTO t (a, b) VALUES (1, 'a text'), (2, 'it''s'), (3, 'abcdefgh');",
    "a question about SQL": b"How do I INSERT INTO t VALUES (X'82a2', without a bracket?",
    "wide numbers": struct.pack(">200I", *range(200)),
    "halves": struct.pack("<200H", *range(200)),
    "zeros": bytes(4000),
}


@pytest.mark.parametrize("name", OTHERS)
def test_others_are_not_recognised(name):
    assert [one.label for one in sparkwire.guess(OTHERS[name]) if one.inside] == []


def test_a_small_value_that_claims_to_be_large():
    assert lengths.split(b"\xff\xff\xff\x7f" * 100, "4 bytes, little endian") is None
    assert statements.split(b"INSERT INTO t VALUES (" + b"'a'," * 100_000, "t, column 1") == [b"a"]
