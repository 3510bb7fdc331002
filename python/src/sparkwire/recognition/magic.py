"""Formats of other software that begin with a magic number."""

from __future__ import annotations

import zlib

from sparkwire.recognition import Finding, packing

UNPACK = "Unpack it, then guess again."
READ_PARQUET = "spark.read.parquet reads it; sparkwire decode takes one of its BINARY columns."
READ_CAPTURE = "spark.read.format('sparkwire-capture') reads the messages in its packets."
READ_BACKUP = (
    "sparkwire decode aerospike_backup FILE, or spark.read.format('sparkwire-aerospike-backup'),"
    " reads its records."
)
READ_DUMP = "spark.read.format('sparkwire-ignite-dump') reads its entries."
READ_LOG = "spark.read.format('sparkwire-ignite-wal') reads its changes."
BACKUP = "Aerospike backup"
# The first line of a backup, which is text unless it was written with raw bytes.
BACKUP_LINES = ("Version 3.0\n", "Version 3.1\n", "Version 3.2\n")

# Magic number, name, and advice. The first that fits counts.
TABLE: tuple[tuple[bytes, str, str], ...] = (
    (b"\x37\xa4\x30\xec", "zstd dictionary", ""),
    (b"\x89LZO\x00\r\n\x1a\n", "lzop", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "7z", UNPACK),
    (b"Rar!\x1a\x07", "RAR", UNPACK),
    (b"PK\x03\x04", "zip", UNPACK),
    (b"PK\x05\x06", "zip", "The archive is empty."),
    (b"PAR1", "Parquet", READ_PARQUET),
    (b"PARE", "Parquet, encrypted", "spark.read.parquet reads it with its keys."),
    (b"ORC", "ORC", "spark.read.orc reads it."),
    (b"SEQ\x06", "Hadoop SequenceFile", "spark.sparkContext.sequenceFile reads it."),
    (b"RCF\x01", "Hive RCFile", ""),
    (b"ARROW1\x00\x00", "Arrow file", "pyarrow.ipc.open_file reads it."),
    (b"FEA1", "Feather", "pyarrow.feather reads it."),
    (b"\x89HDF\r\n\x1a\n", "HDF5", ""),
    (b"\x93NUMPY", "NumPy array", "numpy.load reads it."),
    (b"SQLite format 3\x00", "SQLite", "sqlite3 reads it."),
    (b"PGCOPY\n\xff\r\n\x00", "PostgreSQL COPY", ""),
    (b"REDIS0", "Redis dump", ""),
    (b"\xfebin", "MySQL binary log", ""),
    (b"\xac\xed\x00\x05", "Java serialization", "java.io.ObjectInputStream reads it."),
    (b"\xca\xfe\xba\xbe", "Java class file", ""),
    (b"\xe0\x01\x00\xea", "Amazon Ion", ""),
    (b":)\n", "Smile", "Jackson's SmileFactory reads it."),
    (b"\xd4\xc3\xb2\xa1", "pcap", READ_CAPTURE),
    (b"\xa1\xb2\xc3\xd4", "pcap", READ_CAPTURE),
    (b"\x4d\x3c\xb2\xa1", "pcap", READ_CAPTURE),
    (b"\xa1\xb2\x3c\x4d", "pcap", READ_CAPTURE),
    (b"\x0a\x0d\x0d\x0a", "pcapng", READ_CAPTURE),
    *((line.encode(), BACKUP, READ_BACKUP) for line in BACKUP_LINES),
    (b"\x89PNG\r\n\x1a\n", "PNG", ""),
    (b"\xff\xd8\xff", "JPEG", ""),
    (b"GIF8", "GIF", ""),
    (b"%PDF-", "PDF", ""),
    (b"\x7fELF", "ELF", ""),
    (b"\x00asm", "WebAssembly", ""),
)
# Chance hits a magic number of n bytes once in 256 ** n values.
SCORES = {3: 70, 4: 90}
PICKLE, END_OF_PICKLE = b"\x80", b"."
PICKLE_PROTOCOLS = (2, 5)
TAR, TAR_AT = b"ustar", 257
ARROW_STREAM = b"\xff\xff\xff\xff"
# The magic number of Ignite's write-ahead log, of which a compacted segment has another one.
IGNITE_LOGS, IGNITE_LOG_AT = ("5a04ede7ac45d0b0", "4e693a570eae074e"), 13
# An entry of Ignite's dumps has its length without 8 bytes, and the inverted checksum of the rest.
LEAST_ENTRY, ENTRY_HEAD = 40, 8
# Unpacked at most to this size. What is inside shows in its first bytes.
MOST_UNPACKED = 1 << 18

# A Java object stream that `ignite_cdc_decode` reads: its first class.
IGNITE_EVENT = b"\xac\xed\x00\x05sr\x00\x2borg.apache.ignite.internal.cdc.CdcEventImpl"


def find(data: bytes) -> Finding | None:
    """Recognise a format by its magic number."""
    form = packing.form_of(data)
    if form and form.magic:
        return _unpacked(data, form)
    if data.startswith(IGNITE_EVENT):
        return None
    for magic, name, advice in TABLE:
        if data.startswith(magic):
            score = SCORES.get(len(magic), 95)
            return Finding(name, score, "it begins with its magic number", advice)
    found = _tar(data) or _pickle(data) or _zlib(data) or _arrow_stream(data) or _ignite(data)
    return _unpacked(data, form) if form and not found else found


def _unpacked(data: bytes, form: packing.Form) -> Finding:
    advice = f"Unpack it, as {form.tool} does."
    try:
        inside, is_complete = form.unpack(data, MOST_UNPACKED)
    except packing.MissingModule as missing:
        evidence = "it begins with its magic number"
        advice += f" With the package {missing} installed, guess looks inside."
        return Finding(form.name, 90, evidence, advice)
    except packing.Damaged as error:
        evidence = f"it begins with its magic number, but does not unpack: {error}"
        return Finding(form.name, 70, evidence, "The data are damaged.")
    seen = "it begins with its magic number" if form.magic else "its first chunk fills its block"
    evidence = f"{seen} and unpacks"
    return Finding(form.name, 95, evidence, advice, inside, is_partial=not is_complete)


def _tar(data: bytes) -> Finding | None:
    if data[TAR_AT : TAR_AT + len(TAR)] != TAR:
        return None
    return Finding("tar", 95, f"its magic number is at byte {TAR_AT}", UNPACK)


def _pickle(data: bytes) -> Finding | None:
    least, most = PICKLE_PROTOCOLS
    if len(data) < 4 or not data.startswith(PICKLE) or not least <= data[1] <= most:
        return None
    if not data.endswith(END_OF_PICKLE):
        return None
    evidence = f"it begins as protocol {data[1]} and ends with the opcode STOP"
    return Finding(
        "pickle", 75, evidence, "pickle.load reads it; load only what you trust: it can run code."
    )


def _zlib(data: bytes) -> Finding | None:
    # The low half byte of the first byte is the method (8, deflate), the high one the window. Both
    # bytes together are a multiple of 31.
    if len(data) < 8 or data[0] & 0x8F != 0x08 or int.from_bytes(data[:2], "big") % 31:
        return None
    try:
        inside, is_complete = packing.ZLIB.unpack(data, MOST_UNPACKED)
    except packing.Damaged:
        return None
    if not inside:
        return None
    checked = ", and its checksum fits" if is_complete else ""
    advice = f"Unpack it, as {packing.ZLIB.tool} does."
    return Finding(
        packing.ZLIB.name, 90, f"it unpacks{checked}", advice, inside, is_partial=not is_complete
    )


def _arrow_stream(data: bytes) -> Finding | None:
    if not data.startswith(ARROW_STREAM) or len(data) < 16:
        return None
    length = int.from_bytes(data[4:8], "little")
    if not 0 < length <= len(data) or length % 8:
        return None
    evidence = "it begins with a continuation mark and the length of a message"
    return Finding("Arrow stream", 70, evidence, "pyarrow.ipc.open_stream reads it.")


def _ignite(data: bytes) -> Finding | None:
    """Recognise the files of Ignite: segments of its write-ahead log, and dumps of its caches."""
    if data[IGNITE_LOG_AT : IGNITE_LOG_AT + 8].hex() in IGNITE_LOGS:
        evidence = f"its magic number is at byte {IGNITE_LOG_AT}"
        return Finding("Ignite write-ahead log", 95, evidence, READ_LOG)
    end = int.from_bytes(data[:4], "big") + 4
    if not LEAST_ENTRY <= end <= len(data):
        return None
    if zlib.crc32(data[ENTRY_HEAD:end]) ^ 0xFFFFFFFF != int.from_bytes(data[4:8], "big"):
        return None
    return Finding("Ignite dump", 95, "the checksum of its first entry fits", READ_DUMP)
