"""The inputs of the command line: files, folders, Parquet, standard input, digits and gzip."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import sys
import zlib
from pathlib import Path

from sparkwire.errors import SetUpError

PARQUET = b"PAR1"
GZIP = b"\x1f\x8b\x08"
# The limit in bytes for unpacked gzip. Spark's BINARY holds 2 GiB, and a small gzip file may unpack
# to any size.
MOST_UNPACKED = 1 << 30
# Name prefixes of the files that Spark ignores: writers leave such files beside their data.
HIDDEN = (".", "_")
# The prefixes of values that are written in the command itself.
DIGITS = ("hex:", "base64:")
URL_SAFE = str.maketrans("-_", "+/")
# Of a folder, this many files show what is in it.
MOST_FILES = 200


def read_value(source: str) -> bytes:
    """Read one value: a file, ``-`` for standard input, or digits after ``hex:`` or ``base64:``."""
    if source == "-":
        return read_stdin()
    if source.startswith(DIGITS):
        return from_digits(source)
    return read_file(source)


def read_stdin() -> bytes:
    """Read standard input, unpacked if it is gzip."""
    data = sys.stdin.buffer.read()
    return gunzip(data, "standard input") if data.startswith(GZIP) else data


def read_file(source: str) -> bytes:
    """Read a file, unpacked if its name ends in ``.gz``."""
    try:
        data = Path(source).read_bytes()
    except OSError as error:
        raise SetUpError(f"{source} cannot be read: {error.strerror}.") from error
    return gunzip(data, source) if source.endswith(".gz") else data


def read_head(source: str, offset: int, count: int | None, most: int) -> tuple[bytes, int]:
    """Read a part of a value, at most its first `most` bytes, and the size of the whole part.

    Nothing is unpacked, so that compressed data are seen as such.
    """
    if source == "-" or source.startswith(DIGITS):
        data = sys.stdin.buffer.read() if source == "-" else from_digits(source)
        size = len(data)
        data = data[offset : offset + most]
    else:
        try:
            with Path(source).open("rb") as file:
                size = file.seek(0, io.SEEK_END)
                file.seek(min(offset, size))
                data = file.read(most)
        except OSError as error:
            raise SetUpError(f"{source} cannot be read: {error.strerror}.") from error
    check_offset(offset, size)
    size = size - offset if count is None else min(count, size - offset)
    return data[:size], size


def check_offset(offset: int, size: int) -> None:
    """Reject an offset after the end of the input."""
    if offset > size:
        raise SetUpError(f"--offset {offset} is behind the end: there are {size} bytes.")


def sampled_files(source: str) -> list[str]:
    """Return the source itself, or some of the files of a folder."""
    if source == "-" or source.startswith(DIGITS) or not Path(source).is_dir():
        return [source]
    files = data_files(Path(source))
    step = -(-len(files) // MOST_FILES)
    return [str(file) for file in files[::step]]


def read_text(source: str) -> str:
    """Read a text file in UTF-8."""
    try:
        return Path(source).read_text(encoding="utf-8")
    except OSError as error:
        raise SetUpError(f"{source} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SetUpError(f"{source} is not UTF-8 text.") from error


def from_digits(source: str) -> bytes:
    """Parse ``hex:…``, where colons and spaces may separate bytes, or ``base64:…``."""
    kind, _, digits = source.partition(":")
    if kind == "hex":
        try:
            return bytes.fromhex(digits.removeprefix("0x").replace(":", ""))
        except ValueError as error:
            raise SetUpError(f"{source!r} is not an even number of hex digits.") from error
    try:
        # The alphabet for URLs, and digits without padding, are base64, too.
        padding = "=" * (-len(digits) % 4)
        return base64.b64decode(digits.translate(URL_SAFE) + padding, validate=True)
    except binascii.Error as error:
        raise SetUpError(f"{source!r} is not base64.") from error


def gunzip(data: bytes, source: str) -> bytes:
    """Unpack gzip, which may have several members; raise SetUpError if that fails."""
    unpacked = try_gunzip(data)
    if unpacked is None:
        raise SetUpError(f"{source} is gzip that is damaged, or larger than 1 GiB when unpacked.")
    return unpacked


def try_gunzip(data: bytes) -> bytes | None:
    """Unpack gzip; return None if that fails or the result is too large."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            unpacked = file.read(MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error):
        return None
    return unpacked if len(unpacked) <= MOST_UNPACKED else None


def data_files(path: Path) -> list[Path]:
    """List the files that Spark would read; raise SetUpError if there are none."""
    if not path.exists():
        raise SetUpError(f"{path} is not there.")
    if path.is_file():
        return [path]
    files = sorted(
        file
        for file in path.rglob("*")
        if file.is_file()
        and not any(part.startswith(HIDDEN) for part in file.relative_to(path).parts)
    )
    if not files:
        raise SetUpError(f"{path} is a folder without files.")
    return files


def is_parquet(file: Path) -> bool:
    """Return whether a file is Parquet, judged by its magic number, not by its name."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(PARQUET)) == PARQUET
    except OSError as error:
        raise SetUpError(f"{file} cannot be read: {error.strerror}.") from error
