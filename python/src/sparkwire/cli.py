"""The command line: ``sparkwire demo | dissect | decode | functions``."""

from __future__ import annotations

import argparse
import difflib
import inspect
import os
import re
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from sparkwire import __version__
from sparkwire.errors import NO_PYSPARK, SetUpError, malformed

if TYPE_CHECKING:
    from collections.abc import Sequence

OK, MALFORMED, WRONG_USE = 0, 1, 2

EPILOG = """\
examples:
  sparkwire demo
  sparkwire dissect databus hex:0000000000
  sparkwire decode databus events/ --all > events.jsonl
  sparkwire decode databus raw.parquet --column value --out decoded.parquet
  sparkwire functions databus_decode

exit codes: 0 fine, 1 malformed data, 2 wrong use or something missing
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process if not given.

    Returns
    -------
    int
        The exit code.
    """
    given = _parser().parse_args(arguments)
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # PySpark's, about its own dependencies
    try:
        return int(given.run(given))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of a pipe has seen enough. Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        sentence, code = _sentence(error)
        if not sentence:
            raise
        print(f"sparkwire: {sentence}", file=sys.stderr)
        return code


def _sentence(error: Exception) -> tuple[str, int]:
    """Say an error as its user should read it; an error of our own making has no sentence."""
    if isinstance(error, SetUpError):
        return str(error), WRONG_USE
    if isinstance(error, ModuleNotFoundError):
        return (NO_PYSPARK if error.name == "pyspark" else str(error)), WRONG_USE
    if malformed(error):
        return re.findall(r"\[SPARKWIRE_MALFORMED\].*", str(error))[0], MALFORMED
    if type(error).__module__.startswith("pyspark.errors"):
        return str(error).split("\n\nJVM stacktrace")[0], WRONG_USE
    return "", WRONG_USE


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="sparkwire",
        description="Decode binary wire formats with Spark, from the command line.",
        epilog=EPILOG,
        formatter_class=raw,
    )
    parser.add_argument("--version", action="version", version=f"sparkwire {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    demo = commands.add_parser(
        "demo", help="decode packed sample bytes of each format and show them"
    )
    demo.add_argument("format", nargs="*", metavar="FORMAT", help="only these formats")
    demo.set_defaults(run=_demo)

    dissect = commands.add_parser("dissect", help="show what each byte of one value is")
    dissect.add_argument("format", metavar="FORMAT", help="such as databus")
    dissect.add_argument(
        "source", metavar="FILE|-|hex:…", help="a file, standard input or hex digits"
    )
    _value_arguments(dissect)
    dissect.set_defaults(run=_dissect)

    decode = commands.add_parser(
        "decode",
        help="decode files, folders or a Parquet column to JSON lines or Parquet",
        description="Decode files, folders of files (a value each) or a binary column of Parquet.\n"
        "Writes JSON lines to standard output (binary as base64, fields without value left out)\n"
        "or Parquet with --out: the other columns of the input, then one named like the format.",
        formatter_class=raw,
    )
    decode.add_argument("format", metavar="FORMAT", help="such as databus")
    decode.add_argument(
        "source", metavar="IN", help="a file, a folder, Parquet, or - for standard input"
    )
    decode.add_argument(
        "--column", metavar="C", help="the binary column of Parquet (default: the only one)"
    )
    _value_arguments(decode)
    decode.add_argument(
        "--all",
        action="store_true",
        help="each value holds many messages end to end: one row per message",
    )
    decode.add_argument("--out", metavar="OUT", help="write Parquet here instead of JSON lines")
    decode.add_argument("--overwrite", action="store_true", help="replace OUT if it is there")
    decode.add_argument(
        "--on-bad",
        choices=["report", "null", "fail"],
        default="report",
        help="malformed data: keep going, say why in a column 'fault', count them, exit with 1 "
        "(report, the default); keep going and give nothing (null); stop at the first (fail)",
    )
    decode.set_defaults(run=_decode)

    functions = commands.add_parser("functions", help="list the functions, or describe one")
    functions.add_argument("name", nargs="?", metavar="NAME")
    functions.set_defaults(run=_functions)
    return parser


def _value_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--schema",
        metavar="TEXT|@FILE",
        help="the schema, layout or columns to decode into, for formats that take one",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of the decode function, such as verify=none; may be repeated",
    )


def _demo(given: argparse.Namespace) -> int:
    from sparkwire.demo import formats
    from sparkwire.demo.show import show

    unknown = [name for name in given.format if name not in formats()]
    if unknown:
        raise SetUpError(f"no demo of {unknown[0]}; there are: {', '.join(formats())}.")
    show(given.format or formats())
    return OK


def _dissect(given: argparse.Namespace) -> int:
    from rich.console import Console

    from sparkwire import view
    from sparkwire._terminal import quiet_session
    from sparkwire.decoding import Decoder

    decoder = Decoder.of(given.format, given.schema, given.option)
    value = _bytes(given.source)
    with quiet_session() as spark:
        df = spark.createDataFrame([(value,)], "value BINARY")
        parts = df.select(decoder.call("dissect", "value")).collect()[0][0]
    view.show(Console(), parts, value)
    return MALFORMED if any(map(view.is_fault, parts)) else OK


def _bytes(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    if source.startswith("hex:"):
        try:
            return bytes.fromhex(source.removeprefix("hex:").removeprefix("0x").replace(":", ""))
        except ValueError as error:
            raise SetUpError(f"{source!r} is not an even number of hex digits.") from error
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise SetUpError(f"{source} cannot be read: {error.strerror}.") from error


def _decode(given: argparse.Namespace) -> int:
    from sparkwire.decoding import Decoder, Job

    decoder = Decoder.of(given.format, given.schema, given.option)
    job = Job(
        decoder,
        source=given.source,
        column=given.column,
        all=given.all,
        on_bad=given.on_bad,
        out=given.out,
        overwrite=given.overwrite,
    )
    return MALFORMED if job.run() else OK


def _functions(given: argparse.Namespace) -> int:
    from rich.console import Console

    import sparkwire.functions as wire

    names = sorted(name for name in dir(wire) if inspect.isfunction(getattr(wire, name)))
    if given.name:
        name = given.name.lower()
        if name not in names:
            near = difflib.get_close_matches(name, names, n=3, cutoff=0.4)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise SetUpError(f"no function {given.name}.{hint}")
        function = getattr(wire, name)
        print(f"{name}{inspect.signature(function)}\n\n{inspect.getdoc(function)}")
        return OK
    console = Console()
    width = max(map(len, names))
    for name in names:
        summary = (inspect.getdoc(getattr(wire, name)) or "").splitlines()[0]
        if console.is_terminal:
            console.print(f"[bold]{name:{width}}[/bold]  {summary}", highlight=False)
        else:
            print(f"{name}\t{summary}")
    return OK


if __name__ == "__main__":
    sys.exit(main())
