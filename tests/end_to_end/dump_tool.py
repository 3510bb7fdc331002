"""The records of log files as Kafka's own tool prints them, and rows of the table in that form.

The tool is ``kafka.tools.DumpLogSegments`` of Kafka 4.1.0, the last version that has it in the jar
of the broker. It reads the files of newer brokers too, because the format of batches is the same.
"""

import re
import subprocess
from pathlib import Path

from kafka_broker import jars

BATCH = re.compile(
    rb"baseOffset: (\d+) .* producerId: (-?\d+) producerEpoch: (-?\d+)"
    rb" partitionLeaderEpoch: (-?\d+) isTransactional: (\w+) isControl: (\w+) "
    rb".* compresscodec: (\w+) crc: \d+ isvalid: true"
)
RECORD = re.compile(
    rb"\| offset: (\d+) (\w+): (-?\d+) keySize: (-?\d+) valueSize: (-?\d+) sequence: (-?\d+)"
    rb" headerKeys: \[(.*?)\](?: endTxnMarker: (\w+) .*)?(?: key: (\S*))?(?: payload: (.*))?"
)
TIMESTAMPS = {0: "CreateTime", 1: "LogAppendTime", -1: "NoTimestampType"}
MARKERS = {0: "ABORT", 1: "COMMIT"}
NO_TEXT = 1000  # The tool prints random bytes as text; values from this size on are not compared.


def dump(files):
    """Return the records that the tool prints for some files, as the lists of `dumped_row`."""
    command = ["java", "-Xmx512m", "-cp", jars("4.1.0"), "kafka.tools.DumpLogSegments"]
    command += ["--print-data-log", "--files", ",".join(map(str, files))]
    done = subprocess.run(command, capture_output=True, check=True, timeout=120)
    found, file, batch = [], "", []
    # Not splitlines: it splits at bytes that random values contain.
    for line in done.stdout.split(b"\n"):
        if line.startswith(b"Dumping "):
            file = file_of(line.decode().removeprefix("Dumping "))
        elif named := BATCH.fullmatch(line):
            batch = [part.decode() for part in named.groups()]
        elif named := RECORD.match(line):
            *numbers, marker, key, value = named.groups()
            value_size = int(named[5])
            if value_size >= NO_TEXT:
                value = None
            texts = [
                None if part is None else part.decode() for part in (*numbers, marker, key, value)
            ]
            found.append([file, *batch, *texts])
    return found


def dumped_row(row):
    """Convert a row of the table to the form of `dump`; ``ms`` is its timestamp."""
    marker = MARKERS[int.from_bytes(row.key[2:4])] if row.is_control else None
    shown = not row.is_control
    parts = [
        *(row.batch_offset, number(row.producer_id), number(row.producer_epoch), row.leader_epoch),
        *(str(row.is_transactional).lower(), str(row.is_control).lower(), row.compression),
        *(row.offset, TIMESTAMPS[row.timestampType], row.ms, size(row.key), size(row.value)),
        number(row.sequence),
        ",".join(header.key for header in row.headers or []),
        *(marker, text(row.key) if shown else None, text(row.value) if shown else None),
    ]
    return [file_of(row.file), *(None if part is None else str(part) for part in parts)]


def file_of(path):
    """Return the folder of a partition and the name of the segment."""
    return "/".join(Path(path).parts[-2:])


def number(value):
    return -1 if value is None else value


def size(value):
    return -1 if value is None else len(value)


def text(value):
    return None if value is None or len(value) >= NO_TEXT else bytes(value).decode()
