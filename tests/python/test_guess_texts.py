"""What `guess` finds in texts that stand for bytes: dumps, literals, columns of tables, UTF-16."""

import base64
import json
import shutil
import struct
import subprocess

import msgpack
import pytest

import sparkwire
from sparkwire.cli import main
from sparkwire.demo import samples
from sparkwire.recognition import encodings
from sparkwire.recognition.unwrapping import unwrap

EVENT = dict(samples("databus"))["upsert"]
MOST = 1 << 30


def dumped(*command):
    """Return what a program prints for EVENT, or nothing if it is not installed."""
    if not shutil.which(command[0]):
        return ""
    return subprocess.run(command, input=EVENT, capture_output=True, check=True).stdout.decode()


def columns(data, width, digits, group):
    """Yield offset, digits and characters of the lines of a dump."""
    for at in range(0, len(data), width):
        line = data[at : at + width]
        groups = [line[n : n + group].hex() for n in range(0, len(line), group)]
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in line)
        yield at, " ".join(groups).ljust(digits), shown


WRITTEN = {
    # As `xxd`, `hexdump -C`, `hexdump`, Wireshark and `tcpdump -X` write them.
    "xxd": "".join(
        f"{at:08x}: {digits}  {shown}\n" for at, digits, shown in columns(EVENT, 16, 39, 2)
    ),
    "hexdump -C": "".join(
        f"{at:08x}  {digits[:23]}  {digits[24:]}  |{shown}|\n"
        for at, digits, shown in columns(EVENT, 16, 47, 1)
    )
    + f"{len(EVENT):08x}\n",
    "hexdump": "".join(
        f"{at:07x} {' '.join(word[2:] + word[:2] for word in digits.split())}\n"
        for at, digits, _ in columns(EVENT, 16, 39, 2)
    )
    + f"{len(EVENT):07x}\n",
    "wireshark": "".join(
        f"{at:04x}  {digits}   {shown}\n" for at, digits, shown in columns(EVENT, 16, 47, 1)
    ),
    "tcpdump": "".join(
        f"\t0x{at:04x}:  {digits}  {shown}\n" for at, digits, shown in columns(EVENT, 16, 39, 2)
    ),
}
COMMANDS = {
    "xxd": ["xxd"],
    "xxd -c 32 -u": ["xxd", "-c", "32", "-u"],
    "hexdump -C": ["hexdump", "-C"],
    "hexdump": ["hexdump"],
    "od -tx1": ["od", "-t", "x1"],
    "od -A x -tx1z": ["od", "-A", "x", "-t", "x1z"],
    "od -A d -tx1": ["od", "-A", "d", "-t", "x1"],
    "od -x": ["od", "-x"],
}
PRINTED = {name: text for name, command in COMMANDS.items() if (text := dumped(*command))}
TEXTS = {
    "xxd -p": ("hex text", "\n".join(EVENT.hex()[n : n + 60] for n in range(0, 132, 60))),
    "xxd -i": (
        "hex text",
        f"unsigned char event_bin[] = {{\n  {', '.join(f'0x{byte:02x}' for byte in EVENT)}\n}};\n"
        "unsigned int event_bin_len = 66;\n",
    ),
    "C, each byte": ("hex text", "".join(f"\\x{byte:02x}" for byte in EVENT)),
    "C, each byte, quoted": ("hex text", '"' + "".join(f"\\x{byte:02x}" for byte in EVENT) + '"'),
    "COPY of PostgreSQL": ("hex text", "\\\\x" + EVENT.hex()),
    "MySQL": ("hex text", "0x" + EVENT.hex().upper()),
    "bytea_output = escape": (
        "escaped text",
        "".join(
            chr(byte) if 32 <= byte < 127 and byte != 92 else f"\\{byte:03o}" for byte in EVENT
        ),
    ),
    "Python, without b": ("escaped text", repr(EVENT)[2:-1]),
    "JavaScript": ("list of bytes", str(list(EVENT))),
    "Java": ("list of bytes", str(list(struct.unpack("66b", EVENT)))),
}


class TestTexts:
    @pytest.mark.parametrize("name", [*WRITTEN, *(f"by {name}" for name in PRINTED)])
    def test_dumps(self, name, tmp_path, capsys):
        text = PRINTED[name[3:]] if name.startswith("by ") else WRITTEN[name]
        (best, *_) = sparkwire.guess(text.encode())
        assert best.label == "hex dump around databus", best
        assert best.inside.dissection.value == EVENT
        assert best.advice.startswith("sparkwire decode auto FILE reads what is inside. Or: xxd -r")
        (tmp_path / "dump.txt").write_text(text)
        assert main(["decode", "auto", str(tmp_path / "dump.txt")]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["databus"]["size"] == 66
        assert err == "sparkwire: taken for hex dump around databus\n"

    def test_a_dump_with_repeated_lines(self):
        data = EVENT[:-5] + bytes(1000) + b"x"
        lines = [f"{at:08x}  {digits}  |{shown}|" for at, digits, shown in columns(data, 16, 47, 1)]
        zeros = [n for n, line in enumerate(lines) if n and line[8:] == lines[n - 1][8:]]
        lines[zeros[0] : zeros[-1] + 1] = ["*"]
        text = "\n".join([*lines, f"{len(data):08x}"])
        assert unwrap(text.encode(), ["hex dump"], MOST) == data
        huge = "\n".join([*lines, "*", "ffffffff"])
        assert encodings.read_dump(huge, 5000).data[: len(data)] == data
        assert unwrap(huge.encode(), ["hex dump"], 5000) is None

    @pytest.mark.parametrize("text", ["1234: abcd", "0000: 00\n0002: 00", "2024 10 11\n2025 10 11"])
    def test_other_numbers_are_not_a_dump(self, text):
        assert encodings.read_dump(text) is None

    @pytest.mark.parametrize("name", TEXTS)
    def test_literals(self, name):
        kind, text = TEXTS[name]
        (best, *_) = sparkwire.guess(text.encode())
        assert best.label == f"{kind} around databus"
        assert sparkwire.dissect(text.encode(), "auto").value == EVENT

    def test_plain_texts_stay_plain(self):
        for text in (
            r"a \0 b",
            r"C:\new\x41",
            "1, 2, 3, 4, 5, 6, 7, 8, 9",
            "[1,2,3]",
            "abcd\nabcd\n",
        ):
            (best, *_) = sparkwire.guess(text.encode())
            assert best.inside is None, best

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
    def test_wide_text(self, encoding):
        (best, *_) = sparkwire.guess(EVENT.hex().encode(encoding))
        is_wide = encoding.startswith("utf-16")
        assert best.label == f"{'UTF-16 text around ' if is_wide else ''}hex text around databus"
        (best, *_) = sparkwire.guess('{"name": "Zoë"}'.encode(encoding))
        assert best.label.endswith("JSON")
        assert sparkwire.dissect(EVENT.hex().encode(encoding), "auto").value == EVENT


CELLS = {"base64": base64.b64encode, "hex": lambda data: b"\\x" + data.hex().encode()}


class TestRows:
    @pytest.mark.parametrize("name", CELLS)
    @pytest.mark.parametrize("separator", [",", "\t", ";", "|"])
    @pytest.mark.parametrize("header", ["id{0}payload data{0}note", ""])
    def test_csv(self, name, separator, header):
        cell = CELLS[name](EVENT).decode()
        rows = [separator.join([str(n), cell, "a note"]) for n in range(30)]
        text = "\n".join([header.format(separator), *rows] if header else rows)
        (best, *_) = sparkwire.guess(text.encode())
        assert best.label == "CSV around databus"
        column = "`payload data`" if header else "_c1"
        sql = f"unbase64({column})" if name == "base64" else f"unhex(substring({column}, 3))"
        assert best.advice.startswith(f"databus_decode({sql}); spark.read.csv(file")
        assert best.evidence[0].startswith(f"30 rows; {column.strip('`')} is in ")

    def test_psql(self):
        text = f" id | payload \n----+---------\n  1 | \\x{EVENT.hex()}\n(1 row)\n"
        (best, *_) = sparkwire.guess(text.encode())
        assert best.advice == (
            "databus_decode(unhex(substring(payload, 3)));"
            " psql --csv writes the rows as CSV, which spark.read.csv reads"
        )

    @pytest.mark.parametrize("name", CELLS)
    def test_lines(self, name):
        text = b"\n".join(map(CELLS[name], [EVENT] * 3))
        (best, *_) = sparkwire.guess(text)
        assert best.label == "lines of text around databus"
        assert best.advice.endswith("; spark.read.text reads the lines")

    def test_wrapped_lines_are_one_value(self):
        value = b"".join(map(msgpack.packb, [{"id": n, "name": "Ada"} for n in range(20)]))
        (best, *_) = sparkwire.guess(base64.encodebytes(value))
        assert best.label == "base64 text around msgpack"

    def test_a_field_that_is_null_at_first(self):
        rows = [None, base64.b64encode(EVENT).decode()]
        text = "".join(json.dumps({"p": held}) + "\n" for held in rows)
        assert "get_json_object(string(value), '$.p')" in sparkwire.guess(text.encode()).text


SQL = {
    "hex": EVENT.hex(),
    "psql": "\\x" + EVENT.hex(),
    "0x": "0x" + EVENT.hex(),
    "show": f"[{EVENT.hex(' ').upper()}]",
    "SQL": f"X'{EVENT.hex()}'",
    "C": "".join(f"\\x{byte:02x}" for byte in EVENT),
    "base64": base64.b64encode(EVENT).decode(),
    "url-safe": base64.urlsafe_b64encode(EVENT + b"\xff\xfe").decode(),
    "JSON": json.dumps({"a": {"b": "0x" + EVENT.hex()}}),
}


@pytest.mark.parametrize("type", ["STRING", "BINARY"])
def test_the_advice_runs(type, spark):
    for name, text in SQL.items():
        advice = sparkwire.guess(text.encode())[0].advice
        advice = advice.replace("databus_decode(", "databus_decode_all(")
        df = spark.createDataFrame([(text,)], "value STRING").selectExpr(f"CAST(value AS {type})")
        assert df.selectExpr(f"{advice} AS found").first().found.events[0].event.size == 66, name
    wide = EVENT.hex().encode("utf-16")
    df = spark.createDataFrame([(wide,)], "value BINARY")
    assert df.selectExpr(f"{sparkwire.guess(wide)[0].advice} AS x").first().x.size == 66
