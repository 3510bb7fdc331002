"""Packs one text with the usual tools, in every setting that changes the form of a file.

    pip install lz4 cramjam && python tests/packed/make.py > tests/packed/tools.jsonl

`PackedByToolsSuite` unpacks each line. The tools are those of Debian 12 and PyPI of November 2026.
"""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import cramjam
import lz4.frame


def content() -> bytes:
    """Return text whose parts repeat at distances up to the 64 KiB that lz4 and snappy reach."""
    number, noise = 1, bytearray()
    for _ in range(1500):
        number = (number * 1103515245 + 12345) % (1 << 31)
        noise.append(number >> 16 & 0xFF)
    lines = "".join(f"line {line % 40}\n" for line in range(9000)).encode()
    return bytes(noise) + lines[:58000] + bytes(noise) + lines + bytes(noise) + lines


CONTENT = content()

# The form, the ending of the name, and what packs; two commands make two parts end to end.
COMMANDS = [
    ("gzip", "gz", ["gzip -n"]),
    ("gzip", "gz", ["gzip -n -1", "gzip -n -9"]),
    ("gzip", "gz", ["gzip -N --rsyncable"]),
    ("zstd", "zst", ["zstd -q"]),
    ("zstd", "zst", ["zstd -q --no-check -19"]),
    ("zstd", "zst", ["zstd -q --long=27 --ultra -22"]),
    ("zstd", "zst", ["zstd -q --fast=5", "zstd -q --check"]),
    ("bzip2", "bz2", ["bzip2 -9"]),
    ("bzip2", "bz2", ["bzip2 -1", "bzip2 -1"]),
    ("lz4", "lz4", ["lz4 -q"]),
    ("lz4", "lz4", ["lz4 -q -B4 -BD"]),
    ("lz4", "lz4", ["lz4 -q -B4 -BD -BX -12 --content-size"]),
    ("lz4", "lz4", ["lz4 -q -B5 -BI --no-frame-crc"]),
    ("lz4", "lz4", ["lz4 -q -l"]),
    ("lz4", "lz4", ["lz4 -q -l", "lz4 -q -B4 -BD", "lz4 -q -l -9"]),
    ("xz", "xz", ["xz -6"]),
    ("xz", "xz", ["xz -9e --check=sha256"]),
    ("xz", "xz", ["xz -0 --check=none --block-size=65536", "xz -1 --check=crc32"]),
]


def by_command(command: str, ending: str) -> bytes:
    """Pack a file, not standard input, so that names and sizes are in the headers that have them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "content")
        file.write_bytes(CONTENT)
        arguments = command.split()
        target = [str(file.with_suffix(f".{ending}"))] if arguments[0] == "lz4" else []
        subprocess.run(
            [*arguments, str(file), *target], check=True, capture_output=True
        )
        return file.with_suffix(f".{ending}").read_bytes()


def line(form: str, made: str, packed: bytes, times: int = 1) -> None:
    """Print one line."""
    text = CONTENT * times
    said = {
        "form": form,
        "made": made,
        "size": len(text),
        "sha256": hashlib.sha256(text).hexdigest(),
        "packed": base64.b64encode(packed).decode(),
    }
    print(json.dumps(said))


if __name__ == "__main__":
    for form, ending, commands in COMMANDS:
        packed = b"".join(by_command(command, ending) for command in commands)
        line(form, " + ".join(commands), packed, len(commands))
    line("lz4", "lz4.frame.compress of PyPI", lz4.frame.compress(CONTENT))
    skipped = b"\x5e\x2a\x4d\x18\x03\x00\x00\x00abc"
    line("zstd", "a skippable frame + zstd -q", skipped + by_command("zstd -q", "zst"))
    line(
        "snappy",
        "cramjam.snappy.compress, framed",
        bytes(cramjam.snappy.compress(CONTENT)),
    )
    print(f"{len(CONTENT)} bytes", file=sys.stderr)
