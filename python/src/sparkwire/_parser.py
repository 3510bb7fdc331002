"""The argument parser of the command line."""

from __future__ import annotations

import argparse
from typing import Any

from sparkwire import __version__

EPILOG = """\
examples:
  sparkwire demo
  sparkwire guess message.bin
  sparkwire dissect databus hex:0000000000
  sparkwire dissect kafka offsets.bin --schema OffsetCommitValue --arg version=3
  sparkwire decode databus events/ --all > events.jsonl
  sparkwire decode databus raw.parquet --column value --out decoded.parquet
  sparkwire functions databus_decode

exit codes: 0 fine, 1 malformed data, 2 wrong use or something missing, 3 output cannot be written
"""

ARGUMENTS = """\
arguments of the format's function:
  --schema gives the argument that says what the result is: the layout of kafka, the schema of avro,
  the columns of msgpack, ignite and aerospike. --arg gives the others, such as version=3 for kafka,
  or topic=__consumer_offsets and key=hex:0001 for kafka_record, of which a value null is a
  tombstone. @FILE stands for what a file holds.
"""


def parser() -> argparse.ArgumentParser:
    """Build the parser; in the parsed arguments, `command` is the name of the command."""
    raw = argparse.RawDescriptionHelpFormatter
    made = argparse.ArgumentParser(
        prog="sparkwire",
        description="Decode binary wire formats with Spark, from the command line.",
        epilog=EPILOG,
        formatter_class=raw,
    )
    made.add_argument("--version", action="version", version=f"sparkwire {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)

    demo = commands.add_parser(
        "demo", help="decode packed sample bytes of each format and show them"
    )
    demo.add_argument("format", nargs="*", metavar="FORMAT", help="only these formats")
    demo.set_defaults(command="demo")

    dissect = commands.add_parser(
        "dissect",
        help="show what each byte of one value is",
        epilog=ARGUMENTS,
        formatter_class=raw,
    )
    _format_and_source(dissect, "FILE|-|hex:…", "a file, standard input, hex: or base64: digits")
    _value_arguments(dissect)
    _cut(dissect)
    views = dissect.add_mutually_exclusive_group()
    views.add_argument("--json", action="store_true", help="print one JSON object")
    views.add_argument("--html", metavar="FILE", help="write a page to look at in a browser")
    dissect.set_defaults(command="dissect")

    _decode_parser(commands.add_parser("decode", **_DECODE, formatter_class=raw))

    guess = commands.add_parser("guess", help="rank the formats by what speaks for them")
    guess.add_argument("source", metavar="FILE|-|hex:…", help="as for dissect")
    _cut(guess)
    guess.add_argument("--json", action="store_true", help="print JSON lines")
    guess.set_defaults(command="guess")

    functions = commands.add_parser("functions", help="list the functions, or describe one")
    functions.add_argument("name", nargs="?", metavar="NAME")
    functions.set_defaults(command="functions")
    return made


_DECODE: dict[str, Any] = {
    "help": "decode files, folders or a Parquet column to JSON lines or Parquet",
    "description": "Decode files, folders of files (a value each) or a binary column of Parquet.\n"
    "Files whose names end in .gz are unpacked, and so is standard input if it is gzip.\n"
    "Writes JSON lines to standard output (binary as base64, fields without value left out)\n"
    "or Parquet with --out: the other columns of the input, then one named like the format.\n"
    "Columns of Parquet named like an argument, such as topic, key or version, are this argument.",
    "epilog": ARGUMENTS,
}


def _decode_parser(decode: argparse.ArgumentParser) -> None:
    _format_and_source(decode, "IN", "a file, a folder, Parquet, or - for standard input")
    decode.add_argument(
        "--column", metavar="C", help="the binary column of Parquet (default: the only one)"
    )
    _value_arguments(decode)
    decode.add_argument(
        "--all",
        action="store_true",
        help="each value holds many messages: one row per message",
    )
    decode.add_argument("--out", metavar="OUT", help="write Parquet here instead of JSON lines")
    decode.add_argument("--overwrite", action="store_true", help="replace OUT if it is there")
    decode.add_argument(
        "--on-bad",
        choices=["report", "null", "fail"],
        default="report",
        help="malformed data: keep going, keep the bytes and why in a column 'fault', count them, "
        "exit with 1 (report, the default); keep going and give nothing (null); stop at the first "
        "and name it (fail)",
    )
    decode.set_defaults(command="decode")


def _format_and_source(parser: argparse.ArgumentParser, source: str, about: str) -> None:
    parser.add_argument(
        "words",
        nargs="+",
        metavar=f"FORMAT {source}",
        help=f"a format such as databus, or auto to guess it; then {about}",
    )
    parser.add_argument("--format", metavar="FORMAT", help="the format, if it does not stand first")


def _value_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--schema",
        metavar="TEXT|@FILE",
        help="the schema, layout or columns to decode into, for formats that take one",
    )
    parser.add_argument(
        "--arg",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="another argument of the decode function by its name; may be repeated",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of the decode function, such as verify=none or types=@types.json; may be "
        "repeated",
    )


def _cut(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--offset", metavar="N", type=_number, default=0, help="begin at this byte of the input"
    )
    parser.add_argument(
        "--count", metavar="N", type=_number, help="take so many bytes, not all that follow"
    )


def _number(text: str) -> int:
    """Parse a number that is not negative: decimal, or hexadecimal with the prefix 0x."""
    number = int(text, 0)
    if number < 0:
        raise ValueError(text)
    return number
