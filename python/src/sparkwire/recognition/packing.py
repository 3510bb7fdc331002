"""Compressed forms: recognised by their magic numbers, and unpacked as far as is asked.

Nothing is unpacked further than the caller wants, so a small value that claims to be large costs no
more than another.
"""

from __future__ import annotations

import bz2
import gzip
import importlib
import io
import lzma
import zlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sparkwire.recognition.blocks import lz4_block, snappy_block

if TYPE_CHECKING:
    from collections.abc import Iterator

# The unpacked bytes, at most so many of them; and whether the compressed data are complete.
Unpacked: TypeAlias = tuple[bytes, bool]
Unpack: TypeAlias = Callable[[bytes, int], Unpacked]
# Unpacks a block and appends it to an array, which it makes no longer than a limit.
Block: TypeAlias = Callable[[bytes, bytearray, int], None]
# What unpacking raises for bytes that are damaged.
Damaged = (OSError, EOFError, ValueError, IndexError, zlib.error, lzma.LZMAError)


class Form(NamedTuple):
    """A compressed form: its magic number, its name, the tool for it, and what unpacks it here."""

    magic: bytes
    name: str
    tool: str
    unpack: Unpack


class MissingModule(Exception):
    """None of the modules that unpack a form is installed."""


# The input is passed on in pieces of this size. A piece is what a turn may have to copy; of zstd,
# 4 bytes may unpack to a block of 128 KiB, so a piece may unpack to 32 MiB.
PIECE = 1 << 10
# A stream of xz may ask for a dictionary of 4 GiB.
MOST_MEMORY = 1 << 27
# Of a chunk of Hadoop's codecs: the largest one, and the least size of a buffer.
MOST_CHUNK, LEAST_BUFFER = 16 << 20, 1 << 10
LZ4, LZ4_LEGACY, LZ4_JAVA = b"\x04\x22\x4d\x18", b"\x02\x21\x4c\x18", b"LZ4Block"
SNAPPY, SNAPPY_JAVA = b"\xff\x06\x00\x00sNaPpY", b"\x82SNAPPY\x00"
ZSTD = b"\x28\xb5\x2f\xfd"


def _gzip(data: bytes, most: int) -> Unpacked:
    file = gzip.GzipFile(fileobj=io.BytesIO(data))
    return _joined(iter(lambda: file.read1(1 << 16), b""), most)


def _zlib(data: bytes, most: int) -> Unpacked:
    unpacking = zlib.decompressobj()
    unpacked = unpacking.decompress(data, most + 1)
    return unpacked[:most], unpacking.eof and len(unpacked) <= most


def _bzip2(data: bytes, most: int) -> Unpacked:
    return _streams(bz2.BZ2Decompressor, data, most)


def _xz(data: bytes, most: int) -> Unpacked:
    return _streams(lambda: lzma.LZMADecompressor(memlimit=MOST_MEMORY), data, most)


def _zstd(data: bytes, most: int) -> Unpacked:
    """Unpack zstd by Python 3.14, or by the packages that PySpark's extras bring."""
    for name, unpack in ("compression.zstd", _zstd_of_python), ("zstandard", _zstd_of_package):
        try:
            module: Any = importlib.import_module(name)
        except ImportError:
            continue
        try:
            return unpack(module, data, most)
        except module.ZstdError as error:
            raise ValueError(str(error)) from error
    try:
        arrow: Any = importlib.import_module("pyarrow")
    except ImportError:
        raise MissingModule("zstandard") from None
    try:
        with arrow.CompressedInputStream(arrow.BufferReader(data), "zstd") as stream:
            return _joined(iter(lambda: stream.read(1 << 16), b""), most)
    except OSError as error:
        if "Truncated" in str(error):
            return b"", False
        raise


def _zstd_of_python(module: Any, data: bytes, most: int) -> Unpacked:  # noqa: ANN401
    return _streams(module.ZstdDecompressor, data, most)


def _zstd_of_package(module: Any, data: bytes, most: int) -> Unpacked:  # noqa: ANN401
    unpacker = module.ZstdDecompressor(max_window_size=MOST_MEMORY)
    return _streams(lambda: _Unlimited(unpacker.decompressobj()), data, most)


class _Unlimited:
    """A decompressor that does not limit its output, with the interface of those that do."""

    def __init__(self, unpacking: Any) -> None:  # noqa: ANN401
        self._unpacking = unpacking
        self.needs_input = True

    def decompress(self, data: bytes, most: int) -> bytes:
        unpacked: bytes = self._unpacking.decompress(data)
        return unpacked

    @property
    def eof(self) -> bool:
        return bool(self._unpacking.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._unpacking.unused_data)


def _streams(new: Callable[[], Any], data: bytes, most: int) -> Unpacked:
    """Unpack streams end to end."""
    return _joined(_pieces(new, data, most), most)


def _pieces(new: Callable[[], Any], data: bytes, most: int) -> Iterator[bytes]:
    unpacking, at, rest = new(), 0, b""
    while True:
        if unpacking.eof:
            rest = unpacking.unused_data
            if not rest and at >= len(data):
                return
            unpacking = new()
        if not rest and unpacking.needs_input:
            rest = data[at : at + PIECE]
            at += PIECE
            if not rest:
                raise EOFError
        yield unpacking.decompress(rest, most)
        rest = b""


def _lz4(data: bytes, most: int) -> Unpacked:
    return _joined_blocks(_lz4_frames, data, most)


def _lz4_frames(data: bytes, out: bytearray, most: int) -> Iterator[None]:
    """Unpack the blocks of frames; the names of the flags are those of LZ4's specification."""
    at = 0
    while data[at : at + 4] == LZ4:
        flags = data[at + 4]
        has_block_sums, has_size = flags & 0x10, flags & 0x08
        has_sum, has_dictionary = flags & 0x04, flags & 0x01
        at += 7 + (8 if has_size else 0) + (4 if has_dictionary else 0)
        while size := _number(data, at):
            length, is_plain = size & 0x7FFFFFFF, size >> 31
            # A block may be larger than the beginning of the data that is there.
            block = data[at + 4 : at + 4 + length]
            if is_plain:
                out += block
            else:
                lz4_block(block, out, most)
            if len(block) < length:
                raise EOFError
            yield
            at += 4 + length + (4 if has_block_sums else 0)
        at += 4 + (4 if has_sum else 0)
    if at < len(data):
        raise ValueError("other bytes follow")


def _lz4_legacy(data: bytes, most: int) -> Unpacked:
    return _joined_blocks(_lz4_legacy_blocks, data, most)


def _lz4_legacy_blocks(data: bytes, out: bytearray, most: int) -> Iterator[None]:
    at = len(LZ4_LEGACY)
    while at < len(data):
        length = _number(data, at)
        block = data[at + 4 : at + 4 + length]
        lz4_block(block, out, most)
        if len(block) < length:
            raise EOFError
        yield
        at += 4 + length


def _lz4_java(data: bytes, most: int) -> Unpacked:
    return _joined_blocks(_lz4_java_blocks, data, most)


def _lz4_java_blocks(data: bytes, out: bytearray, most: int) -> Iterator[None]:
    """Unpack blocks of `LZ4BlockOutputStream`: magic, method, two lengths and a checksum."""
    at = 0
    while at < len(data):
        if not data.startswith(LZ4_JAVA, at):
            raise ValueError("other bytes follow")
        is_plain = data[at + 8] & 0xF0 == 0x10
        length = _number(data, at + 9)
        block = _taken(data, at + 21, length)
        if is_plain:
            out += block
        elif block:
            lz4_block(block, out, most)
        yield
        at += 21 + length


def _snappy(data: bytes, most: int) -> Unpacked:
    return _joined_blocks(_snappy_chunks, data, most)


def _snappy_chunks(data: bytes, out: bytearray, most: int) -> Iterator[None]:
    """Unpack the chunks of Snappy's framing format: a type, 3 bytes of length, a checksum, data."""
    at = 0
    while at < len(data):
        kind, length = data[at], int.from_bytes(data[at + 1 : at + 4], "little")
        chunk = _taken(data, at + 4, length)
        if kind == 0:
            snappy_block(chunk[4:], out, most)
        elif kind == 1:
            out += chunk[4:]
        elif kind < 0x80:
            raise ValueError(f"a chunk is of type {kind}")
        yield
        at += 4 + length


def _snappy_java(data: bytes, most: int) -> Unpacked:
    return _joined_blocks(_snappy_java_blocks, data, most)


def _snappy_java_blocks(data: bytes, out: bytearray, most: int) -> Iterator[None]:
    """Unpack blocks of `SnappyOutputStream`: two versions, then blocks after their lengths."""
    at = 16
    while at < len(data):
        length = int.from_bytes(_taken(data, at, 4), "big")
        snappy_block(_taken(data, at + 4, length), out, most)
        yield
        at += 4 + length


def _hadoop(block: Block) -> Unpack:
    return lambda data, most: _joined_blocks(partial(_hadoop_blocks, block), data, most)


def _hadoop_blocks(block: Block, data: bytes, out: bytearray, most: int) -> Iterator[None]:
    """Unpack blocks of Hadoop's codecs: a size, then packed chunks that together have this size."""
    at = 0
    while at < len(data):
        size = int.from_bytes(_taken(data, at, 4), "big")
        at += 4
        end = len(out) + size
        while len(out) < end:
            length = int.from_bytes(_taken(data, at, 4), "big")
            if not length:
                raise ValueError("a chunk is empty")
            # A chunk may be larger than the beginning of the data that is there.
            chunk = data[at + 4 : at + 4 + length]
            block(chunk, out, min(most, end))
            if len(chunk) < length:
                raise EOFError
            yield
            at += 4 + length


def _is_hadoop(block: Block, data: bytes) -> bool:
    """Return whether data are blocks of one of Hadoop's codecs, which have no magic number.

    Their first chunk must fill its block, or a buffer of the codec.
    """
    size, length = (int.from_bytes(data[at : at + 4], "big") for at in (0, 4))
    if not (0 < size < 1 << 31 and 0 < length <= min(size, MOST_CHUNK) * 7 // 6 + 32):
        return False
    chunk, out = data[8 : 8 + length], bytearray()
    try:
        block(chunk, out, min(size, MOST_CHUNK))
    except Damaged:
        # The beginning of a chunk ends anywhere.
        return len(chunk) < length and len(out) >= LEAST_BUFFER
    return len(out) == size or LEAST_BUFFER <= len(out) < size


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(_taken(data, at, 4), "little")


def _taken(data: bytes, at: int, length: int) -> bytes:
    if at + length > len(data):
        raise EOFError
    return data[at : at + length]


def _joined(pieces: Iterator[bytes], most: int) -> Unpacked:
    """Join what is unpacked before the data end or turn out to be damaged."""
    out = bytearray()
    try:
        for piece in pieces:
            out += piece
            if len(out) > most:
                return bytes(out[:most]), False
    except EOFError:
        return bytes(out), False
    except Damaged:
        if not out:
            raise
        return bytes(out), False
    return bytes(out), True


def _joined_blocks(
    blocks: Callable[[bytes, bytearray, int], Iterator[None]], data: bytes, most: int
) -> Unpacked:
    """Unpack blocks into one array, as far as they go: later ones may refer to earlier ones."""
    out = bytearray()
    try:
        for _ in blocks(data, out, most + 1):
            if len(out) > most:
                return bytes(out[:most]), False
    except EOFError:
        return bytes(out[:most]), False
    except Damaged:
        if not out:
            raise
        return bytes(out[:most]), False
    return bytes(out), True


FORMS = (
    Form(b"\x1f\x8b\x08", "gzip", "gzip -d", _gzip),
    Form(b"BZh", "bzip2", "bzip2 -d", _bzip2),
    Form(b"\xfd7zXZ\x00", "xz", "xz -d", _xz),
    Form(ZSTD, "zstd", "zstd -d", _zstd),
    Form(LZ4, "lz4", "lz4 -d", _lz4),
    Form(LZ4_LEGACY, "lz4", "lz4 -d", _lz4_legacy),
    Form(LZ4_JAVA, "lz4 of lz4-java", "LZ4BlockInputStream", _lz4_java),
    Form(SNAPPY, "snappy", "snzip -d", _snappy),
    Form(SNAPPY_JAVA, "snappy of snappy-java", "SnappyInputStream", _snappy_java),
)
HADOOP = (
    (lz4_block, Form(b"", "lz4 of Hadoop", "hadoop fs -text", _hadoop(lz4_block))),
    (snappy_block, Form(b"", "snappy of Hadoop", "hadoop fs -text", _hadoop(snappy_block))),
)
# zlib has no magic number: see `magic`.
ZLIB = Form(b"", "zlib", "zlib.decompress", _zlib)


def form_of(data: bytes) -> Form | None:
    """Return the compressed form whose magic number, or other evidence, the bytes begin with."""
    known = (form for form in FORMS if data.startswith(form.magic))
    hadoop = (form for block, form in HADOOP if _is_hadoop(block, data))
    return next(known, None) or next(hadoop, None)
