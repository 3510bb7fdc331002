"""The command line: ``sparkwire demo | dissect | decode | encode | guess | layout | ...``."""

from __future__ import annotations

import inspect
import json
import logging
import os
import re
import signal
import sys
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sparkwire._parser import parse, parser
from sparkwire.errors import (
    NO_PYSPARK,
    InvalidCall,
    MalformedRow,
    OutputError,
    SetUpError,
    did_you_mean,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from sparkwire.formats import Call

OK, MALFORMED, WRONG_USE, NOT_WRITTEN = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments; by default those of the process.

    Returns
    -------
    int
        The exit code.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words:
        parser().print_help()
        return OK
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        near = did_you_mean(words[0], COMMANDS)
        print(f"sparkwire: no command {words[0]}.{near} --help lists them.", file=sys.stderr)
        return WRONG_USE
    given = parse(words)
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # PySpark warns about its own dependencies
    # Or Py4J would show a stack trace when Ctrl-C ends a call.
    logging.getLogger().addHandler(logging.NullHandler())
    if threading.current_thread() is threading.main_thread():
        # Ends like Ctrl-C, which cancels the jobs of Spark and removes what is incomplete.
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        return COMMANDS[given.command](given)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader closed the pipe. Redirect standard output, or Python would report the broken
        # pipe again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        sentence, code = _sentence(error)
        if not sentence:
            raise
        print(f"sparkwire: {sentence}", file=sys.stderr)
        return code


def _sentence(error: Exception) -> tuple[str, int]:
    """Return the message and exit code of an error; the message is empty for a bug of ours."""
    if isinstance(error, OutputError):
        return str(error), NOT_WRITTEN
    if isinstance(error, MalformedRow):
        return str(error), MALFORMED
    if isinstance(error, (SetUpError, InvalidCall)):
        return str(error), WRONG_USE
    if isinstance(error, ModuleNotFoundError):
        return (NO_PYSPARK if error.name == "pyspark" else str(error)), WRONG_USE
    said = re.search(r"\[SPARKWIRE_(MALFORMED|UNENCODABLE)\].*", str(error))
    if said:
        return said[0], MALFORMED
    if type(error).__module__.startswith("pyspark.errors"):
        return str(error).split("\n\nJVM stacktrace")[0], WRONG_USE
    if type(error).__name__ == "Py4JJavaError":
        return _cause(error), WRONG_USE
    return "", WRONG_USE


def _cause(error: Any) -> str:  # noqa: ANN401 - the class of Py4J has no types
    """Return what the innermost Java exception says, without its stack trace."""
    exception = error.java_exception
    while exception.getCause() is not None:
        exception = exception.getCause()
    return str(exception.getMessage() or exception.getClass().getName())


def _demo(given: argparse.Namespace) -> int:
    from sparkwire.demo import formats
    from sparkwire.demo.show import show, show_first

    unknown = [name for name in given.format if name not in formats()]
    if unknown:
        near = did_you_mean(unknown[0], formats())
        there = f"{'There' if near else 'there'} are: {', '.join(formats())}."
        raise SetUpError(f"no demo of {unknown[0]}{'.' if near else ';'}{near} {there}")
    if given.format or given.all:
        show(given.format or formats())
    else:
        show_first(formats())
    return OK


def _words(given: argparse.Namespace) -> tuple[str, str]:
    """Return the format and the source; the format may come from --format."""
    from sparkwire import _backups
    from sparkwire.formats import formats

    words = [given.format, *given.words] if given.format else given.words
    if len(words) != 2:
        raise SetUpError(
            f"a format and a source are needed, not {' '.join(given.words)!r}"
            f"{' besides --format' if given.format else ''}. The format auto guesses it."
        )
    others = ("auto", *(_backups.NAMES if given.command == "decode" else ()))
    if words[1].lower() in formats() and words[0].lower() not in (*formats(), *others):
        raise SetUpError(f"the format comes first: {given.command} {words[1]} {words[0]}.")
    return words[0], words[1]


def _call(given: argparse.Namespace, format: str, verb: str = "decode") -> Call:
    """Collect the arguments of the format's function from the command line."""
    from sparkwire.formats import Call, known, parameters
    from sparkwire.layout_files import PREFIX, layout

    if format == "auto" and verb == "decode":
        if given.schema or given.arg:
            raise SetUpError("--schema and --arg are for a format that is named, not for auto.")
        return Call(format, {}, _options(given.option))
    arguments: dict[str, Any] = {}
    if format.lower().startswith(PREFIX):
        if given.schema:
            raise SetUpError(f"{format} names a file already, so --schema is one too many.")
        arguments["layout"] = layout(format[len(PREFIX) :])
        format = PREFIX.removesuffix(":")
    format = known(format)
    there = parameters(format, verb)
    for name, text in _pairs(given.arg, "--arg", "NAME"):
        if name not in there:
            takes = ", ".join(there) or "none besides its options"
            near = did_you_mean(name, there)
            raise SetUpError(f"{format} takes no argument {name}.{near} Accepted: {takes}.")
        arguments[name] = _argument(name, text, there[name].is_number, there[name].is_schema)
    if given.schema is not None:
        schema = next((one.name for one in there.values() if one.is_schema), None)
        if schema is None:
            others = " and ".join(f"--arg {name}=…" for name in there)
            raise SetUpError(f"{format} takes no --schema{f', but {others}' if others else ''}.")
        arguments[schema] = _text(given.schema)
    call = Call(format, arguments, _options(given.option), verb)
    # A missing argument may be a column of the input, unless it is the schema.
    _check_complete(call, tuple(there))
    return call


def _check_complete(call: Call, columns: tuple[str, ...] = ()) -> None:
    from sparkwire.formats import MissingArgument

    try:
        call.check_complete(columns)
    except MissingArgument as missing:
        name = missing.parameter.name
        option = "--schema" if missing.parameter.is_schema else f"--arg {name}=…"
        raise SetUpError(
            f"{call.format} needs {option}: the argument {name} of its function."
        ) from None


def _options(given: list[str]) -> dict[str, str]:
    return {key: _text(value) for key, value in _pairs(given, "--option", "KEY")}


def _pairs(given: list[str], option: str, key: str) -> list[tuple[str, str]]:
    pairs = [text.partition("=") for text in given]
    wrong = [name for name, equals, _ in pairs if not equals]
    if wrong:
        raise SetUpError(f"{option} is {key}=VALUE, not {wrong[0]}.")
    return [(name, value) for name, _, value in pairs]


def _argument(name: str, text: str, is_number: bool, is_schema: bool) -> bytes | str | int:
    from sparkwire import inputs

    if is_number:
        if not re.fullmatch(r"-?\d+", text):
            raise SetUpError(f"--arg {name}={text}: {name} is a whole number.")
        return int(text)
    if is_schema:
        return _text(text)
    if text.startswith(("hex:", "base64:")):
        return inputs.from_digits(text)
    return inputs.read_file(text.removeprefix("@")) if text.startswith("@") else text


def _text(given: str) -> str:
    from sparkwire.inputs import read_text

    return read_text(given.removeprefix("@")) if given.startswith("@") else given


def _dissect(given: argparse.Namespace) -> int:
    from rich.console import Console

    from sparkwire import inputs, view
    from sparkwire.dissection import dissect_call
    from sparkwire.opening import opened

    format, source = _words(given)
    call, start = _call(given, format), given.offset
    if format != "auto":
        _check_complete(call)
    is_tombstone = source == "null" and format == "kafka_record"
    value = b"" if is_tombstone else _cut_out(inputs.read_value(source), given)
    if value.startswith(inputs.PARQUET) and value.endswith(inputs.PARQUET):
        raise SetUpError(f"{source} is Parquet: sparkwire decode reads its columns.")
    if format == "auto":
        guessed = opened(value)
        value, start = guessed.value, start + guessed.start
        call = type(call)(guessed.format, call.arguments, call.options)
        print(f"sparkwire: taken for {guessed.label}", file=sys.stderr)
    found = dissect_call(call, None if is_tombstone else value, start)
    if given.json:
        _print(json.dumps(found.to_dict(), ensure_ascii=False), is_json=True)
    elif given.html:
        _write(given.html, found.to_page())
    else:
        view.show(Console(), found.parts, found.value, start=start)
    return MALFORMED if found.fault else OK


def _cut_out(data: bytes, given: argparse.Namespace) -> bytes:
    from sparkwire.inputs import check_offset

    check_offset(given.offset, len(data))
    end = len(data) if given.count is None else given.offset + given.count
    return data[given.offset : end]


def _write(file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {error.strerror}.") from error


def _print(line: str, is_json: bool = False) -> None:
    from sparkwire._output import write_line, write_out

    if is_json:
        write_line(line)
    else:
        write_out(line + "\n")
    write_out("")


def _decode(given: argparse.Namespace) -> int:
    from sparkwire import _backups
    from sparkwire._output import Output
    from sparkwire.decoding import Job

    format, source = _words(given)
    output = Output(given.out, given.overwrite)
    call = None if format.lower() in _backups.NAMES else _call(given, format)
    backup = _backups.options(format, source, _options(given.option))
    if backup is not None or call is None:
        if given.schema or given.arg or given.column:
            raise SetUpError(f"{_backups.FORMAT} takes no --schema, --arg or --column.")
        return MALFORMED if _backups.Job(source, backup or {}, given.on_bad, output).run() else OK
    job = Job(
        call,
        source=source,
        column=given.column,
        all=given.all,
        on_bad=given.on_bad,
        output=output,
        spark=given.spark,
    )
    return MALFORMED if job.run() else OK


def _encode(given: argparse.Namespace) -> int:
    from sparkwire._output import Output
    from sparkwire.encoding import Job

    format, source = _words(given)
    job = Job(
        _call(given, format, "encode"),
        source=source,
        column=given.column,
        type=None if given.type is None else _text(given.type),
        on_bad=given.on_bad,
        output=Output(given.out, given.overwrite),
        raw=given.raw,
    )
    return MALFORMED if job.run() else OK


def _guess(given: argparse.Namespace) -> int:
    from sparkwire import inputs
    from sparkwire.guesses import NONE
    from sparkwire.guessing import HEAD, of_many
    from sparkwire.layout_files import in_folder

    layouts = in_folder(given.layouts) if given.layouts else {}
    found = {}
    for source in given.sources:
        files = inputs.sampled_files(source)
        heads = [inputs.read_head(file, given.offset, given.count, HEAD) for file in files]
        values, sizes = [head for head, _ in heads], [size for _, size in heads]
        found[source] = of_many(values, sizes, layouts).after(given.offset)
    width = max(map(len, found))
    for source, guesses in found.items():
        best = guesses[0] if guesses else None
        if given.json:
            for one in guesses:
                said = {"source": source, **one.to_dict()} if len(found) > 1 else one.to_dict()
                _print(json.dumps(said, ensure_ascii=False), is_json=True)
        elif len(found) == 1:
            _print(guesses.text)
        elif guesses.values > 1:
            _print(f"{source:{width}}  {guesses.verdict}")
        elif best:
            line = f"{best.score:3}  {best.label}  {'; '.join(best.evidence)}"
            _print(f"{source:{width}}  {line}")
        else:
            _print(f"{source:{width}}    0  {NONE}")
    is_fine = all(one and not one.unknown and not one[0].fault for one in found.values())
    return OK if is_fine else MALFORMED


def _layout(given: argparse.Namespace) -> int:
    from sparkwire.layout_files import layout, schema

    text = layout(given.file)
    ddl = schema(text, _options(given.option))
    if not given.text:
        _print(ddl)
    if not given.ddl:
        _print(text.removesuffix("\n"))
    return OK


def _layouts(given: argparse.Namespace) -> int:
    from sparkwire.layout_files import layouts

    _list(layouts())
    return OK


def _functions(given: argparse.Namespace) -> int:
    import sparkwire.functions as wire

    names = sorted(name for name in dir(wire) if inspect.isfunction(getattr(wire, name)))
    if given.name:
        name = given.name.lower()
        # A word of the names, such as kafka or encode, not a part of a word.
        some = [one for one in names if f"_{name}_" in f"_{one}_"]
        if name not in names and some:
            _list({one: _summary(getattr(wire, one)) for one in some})
            return OK
        if name not in names:
            raise SetUpError(f"no function {given.name}.{did_you_mean(name, names, 3)}")
        function = getattr(wire, name)
        print(f"{name}{inspect.signature(function)}\n\n{inspect.getdoc(function)}")
        return OK
    _list({name: _summary(getattr(wire, name)) for name in names})
    return OK


def _summary(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").splitlines()[0]


def _list(summaries: dict[str, str]) -> None:
    """Print names with what they are: in columns for a terminal, else separated by a tab."""
    from rich.console import Console

    console = Console()
    width = max(map(len, summaries))
    for name, summary in summaries.items():
        if console.is_terminal:
            console.print(f"[bold]{name:{width}}[/bold]  {summary}", highlight=False)
        else:
            print(f"{name}\t{summary}")


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "demo": _demo,
    "dissect": _dissect,
    "decode": _decode,
    "encode": _encode,
    "guess": _guess,
    "layout": _layout,
    "layouts": _layouts,
    "functions": _functions,
}

if __name__ == "__main__":
    sys.exit(main())
