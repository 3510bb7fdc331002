"""The argument parser of the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sparkwire import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The formats are listed here, because the list that the wrappers give needs PySpark.
# `test_cli.py` compares both.
EPILOG = """\
formats:
  databus, cernan, avro, avro_container, ignite, ignite_cdc, kafka, kafka_record, kafka_records,
  kafka_request, kafka_response, kafka_tags, aerospike, aerospike_key, msgpack, layout;
  layout:FILE is a format of your own, which a .ksy file of Kaitai Struct describes;
  layout:NAME is one of those that sparkwire layouts lists;
  auto guesses the format

examples:
  sparkwire guess message.bin
  sparkwire dissect databus hex:02cafedeed00000035
  sparkwire decode msgpack events/ --all > events.jsonl
  sparkwire encode databus mended.jsonl --raw > events.bin

exit codes: 0 success, 1 malformed data, 2 wrong usage or something is missing,
3 the output cannot be written. sparkwire COMMAND --help describes a command.
"""

ARGUMENTS = """\
arguments of the format's function:
  --schema sets the argument that determines the type of the result: the layout of kafka, the
  schema of avro, the columns of msgpack, ignite and aerospike. --arg sets any other argument, such
  as version=3 for kafka, or topic=__consumer_offsets and key=hex:0001 for kafka_record, where the
  value null is a tombstone. @FILE stands for the content of a file.

examples:
  sparkwire dissect databus hex:02cafedeed00000035
  sparkwire dissect kafka offsets.bin --schema OffsetCommitValue --arg version=3
  sparkwire decode avro orders/ --schema @order.avsc > orders.jsonl
  sparkwire dissect layout:order.ksy order.bin
"""


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; in the result, `command` is the name of the command.

    The options of a command may stand before, between and after its words, which argparse allows
    only to a parser that has no commands below it.
    """
    top, commands = _parsers()
    if words[0] not in commands:
        return top.parse_args(words)
    return commands[words[0]].parse_intermixed_args(words[1:])


def parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    return _parsers()[0]


def _parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Build the parser of all commands, and those of each command."""
    raw = argparse.RawDescriptionHelpFormatter
    made = argparse.ArgumentParser(
        prog="sparkwire",
        description="Binary wire formats: recognise bytes, look at them, decode and encode them.",
        epilog=EPILOG,
        formatter_class=raw,
    )
    made.add_argument("--version", action="version", version=f"sparkwire {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)

    demo = commands.add_parser("demo", help="decode sample messages of each format and show them")
    demo.add_argument(
        "format", nargs="*", metavar="FORMAT", help="show all samples of these formats"
    )
    demo.add_argument("--all", action="store_true", help="show all samples of all formats")
    demo.set_defaults(command="demo")

    dissect = commands.add_parser(
        "dissect",
        help="show what each byte of one message means",
        epilog=ARGUMENTS,
        formatter_class=raw,
    )
    _format_and_source(dissect, "FILE|-|hex:…", "a file, standard input, hex: or base64: digits")
    _value_arguments(dissect)
    _cut(dissect)
    views = dissect.add_mutually_exclusive_group()
    views.add_argument("--json", action="store_true", help="print one JSON object")
    views.add_argument("--html", metavar="FILE", help="write a page for the browser")
    dissect.set_defaults(command="dissect")

    _decode_parser(commands.add_parser("decode", **_DECODE, formatter_class=raw))

    _encode_parser(commands.add_parser("encode", **_ENCODE, formatter_class=raw))

    guess = commands.add_parser(
        "guess",
        help="find out which format some bytes are",
        description="Rank the formats that fit some bytes, with the evidence for each. Formats of"
        " other\nsoftware are named, and wrapped values (gzip, base64, hex, JSON) are unwrapped.",
        formatter_class=raw,
    )
    guess.add_argument(
        "sources",
        nargs="+",
        metavar="FILE|FOLDER|-|hex:…",
        help="files, folders (one verdict for each), standard input, hex: or base64: digits",
    )
    _cut(guess)
    guess.add_argument(
        "--layouts", metavar="FOLDER", help="a folder whose .ksy files are tried as well"
    )
    guess.add_argument("--json", action="store_true", help="print JSON lines")
    guess.set_defaults(command="guess")

    layout = commands.add_parser(
        "layout",
        help="show the columns of a layout, and its text with all that it imports",
        description="Read a .ksy file of Kaitai Struct, or a layout that sparkwire layouts lists.\n"
        "Prints the type that layout_decode gives, and the text for its argument layout: that of\n"
        "the file, or one text with the types of the files that it imports.",
        formatter_class=raw,
    )
    layout.add_argument("file", metavar="FILE|NAME", help="a .ksy file, or a name such as dns")
    layout.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of layout_decode, such as enums=number; may be repeated",
    )
    only = layout.add_mutually_exclusive_group()
    only.add_argument("--text", action="store_true", help="print only the text")
    only.add_argument("--ddl", action="store_true", help="print only the type")
    layout.set_defaults(command="layout")

    layouts = commands.add_parser("layouts", help="list the layouts of well-known formats")
    layouts.set_defaults(command="layouts")

    functions = commands.add_parser("functions", help="list functions, or describe one")
    functions.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="the function to describe, or a part of names, such as kafka or encode, to list those",
    )
    functions.set_defaults(command="functions")
    return made, commands.choices


_DECODE: dict[str, Any] = {
    "help": "decode files, folders, JSON lines or a Parquet column",
    "description": "Decode files, folders of files (one value in each), a field of JSON lines, or\n"
    "a BINARY column of Parquet. Files whose names end in .gz are unpacked, and so is standard\n"
    "input if it is gzip. Writes JSON lines to standard output (binary as base64, fields without\n"
    "a value left out) or Parquet with --out: the other columns of the input, then one named like\n"
    "the format. Columns named like an argument, such as topic, key or version, provide this\n"
    "argument. Small inputs are decoded without Spark.",
    "epilog": ARGUMENTS,
}


def _decode_parser(decode: argparse.ArgumentParser) -> None:
    _format_and_source(
        decode, "IN", "a file, a folder, JSON lines, Parquet, - for standard input, or hex: digits"
    )
    decode.add_argument(
        "--column",
        metavar="C",
        help="the column of Parquet, or the field of JSON lines in base64, with the values"
        " (default: the only one, or value)",
    )
    _value_arguments(decode)
    decode.add_argument(
        "--all",
        action="store_true",
        help="each value holds several messages: write one row for each message",
    )
    decode.add_argument("--out", metavar="OUT", help="write Parquet to OUT instead of JSON lines")
    decode.add_argument("--overwrite", action="store_true", help="replace OUT if it exists")
    decode.add_argument(
        "--on-bad",
        choices=["report", "null", "fail"],
        default="report",
        help="malformed values: keep the row with bytes and reason in a column 'fault', count them,"
        " exit with 1 (report, the default); keep the row without a result (null); stop at the"
        " first one (fail)",
    )
    decode.add_argument(
        "--spark", action="store_true", help="decode with Spark even if the input is small"
    )
    decode.set_defaults(command="decode")


_ENCODE: dict[str, Any] = {
    "help": "encode JSON lines or a column of Parquet",
    "description": "Encode the values of JSON lines, as sparkwire decode writes them, or of a\n"
    "column of Parquet. In JSON lines a value has the type that the decode function gives, BINARY\n"
    "as base64, unless --type names another one; in a VARIANT, base64 stays text. Writes JSON\n"
    "lines (the bytes as base64 in the field value), with --raw only the bytes, or Parquet with\n"
    "--out. Columns named like an argument, such as topic or version, provide this argument.",
    "epilog": """\
arguments of the format's function:
  --schema sets the schema of avro, the layout of kafka. --arg sets any other argument, such as
  version=3 for kafka. @FILE stands for the content of a file.

examples:
  sparkwire decode databus events.bin --all > events.jsonl
  sparkwire encode databus events.jsonl --raw > events.bin
  sparkwire encode avro orders.jsonl --schema @order.avsc --option frame=confluent --option id=42
""",
}


def _encode_parser(encode: argparse.ArgumentParser) -> None:
    _format_and_source(encode, "IN", "JSON lines, Parquet, or - for JSON lines on standard input")
    encode.add_argument(
        "--column",
        metavar="C",
        help="the field or column with the values (default: the one named like the format, else"
        " value; if JSON lines have neither, the whole line)",
    )
    encode.add_argument(
        "--type",
        metavar="DDL|@FILE",
        help="the type of the values in JSON lines, such as 'id BIGINT, tags ARRAY<STRING>'",
    )
    _value_arguments(encode, "encode")
    out = encode.add_mutually_exclusive_group()
    out.add_argument("--raw", action="store_true", help="write the bytes alone, end to end")
    out.add_argument("--out", metavar="OUT", help="write Parquet to OUT instead of JSON lines")
    encode.add_argument("--overwrite", action="store_true", help="replace OUT if it exists")
    encode.add_argument(
        "--on-bad",
        choices=["report", "null", "fail"],
        default="report",
        help="values that the format cannot hold: keep the row with the reason in a column 'fault',"
        " count them, exit with 1 (report, the default); keep the row without bytes (null); stop at"
        " the first one (fail)",
    )
    encode.set_defaults(command="encode")


def _format_and_source(parser: argparse.ArgumentParser, source: str, about: str) -> None:
    parser.add_argument(
        "words",
        nargs="+",
        metavar=f"FORMAT {source}",
        help=f"a format such as databus, or auto to guess it; then {about}",
    )
    parser.add_argument(
        "--format", metavar="FORMAT", help="the format, if it is not the first word"
    )


def _value_arguments(parser: argparse.ArgumentParser, verb: str = "decode") -> None:
    parser.add_argument(
        "--schema",
        metavar="TEXT|@FILE",
        help=f"the schema, layout or columns to {verb} by, for formats that take one",
    )
    parser.add_argument(
        "--arg",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=f"another argument of the {verb} function by its name; may be repeated",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help=f"an option of the {verb} function, such as types=@types.json; may be repeated",
    )


def _cut(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--offset", metavar="N", type=_number, default=0, help="begin at this byte of the input"
    )
    parser.add_argument(
        "--count", metavar="N", type=_number, help="read this many bytes (default: to the end)"
    )


def _number(text: str) -> int:
    """Parse a number that is not negative: decimal, or hexadecimal with the prefix 0x."""
    number = int(text, 0)
    if number < 0:
        raise ValueError(text)
    return number
