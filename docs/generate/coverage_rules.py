"""The rules of the page Coverage: which tests are about which bytes, and what they show.

A test belongs to a row by its path (``ROWS``) and to a column by the mark in its text
(``COLUMNS``). A test that is about several rows is listed with its cells (``SHARED``), because its
text cannot tell them apart. A cell without a test has a reason (``WITHOUT``).
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Row(NamedTuple):
    """A kind of bytes: its name, its page, and patterns of its tests and of its fuzz targets."""

    title: str
    page: str
    paths: str
    targets: str = r"(?!)"


class Column(NamedTuple):
    """What can be done with the bytes, and a pattern of the text of tests that do it."""

    about: str
    mark: str


ROWS = {
    "databus": Row(
        "Databus events",
        "formats/databus.md",
        r"wire/databus/(?!captures)|DatabusEncode|vectors_databus",
        "databus.*",
    ),
    "cernan": Row(
        "Cernan packets",
        "formats/cernan.md",
        r"wire/cernan/(?!captures)|CernanEncode",
        "cernan",
    ),
    "avro": Row(
        "Avro values",
        "formats/avro.md",
        r"wire/avro/(?!Container|Codec)|catalog/(Avro(?!Peer)|FramedAvro|SchemaIds)|/GeneratedAvro"
        r"|AvroRegistry|_avro_(framed|registry|stream)|schema_ids",
        "avro|avro-schema",
    ),
    "avro-container": Row(
        "Avro containers", "formats/avro.md", r"wire/avro/(Container|Codec)", "avro-container"
    ),
    "aerospike": Row(
        "Aerospike notifications",
        "formats/aerospike.md",
        r"wire/aerospike/(?!Backup)|AerospikeEncode|aerospike_tables",
        "msgpack",
    ),
    "aerospike-backup": Row(
        "Aerospike backups",
        "aerospike-backup.md",
        r"wire/aerospike/Backup|files/aerospike/|test_aerospike_backup",
    ),
    "msgpack": Row(
        "MessagePack values",
        "formats/msgpack.md",
        r"wire/msgpack/|Msgpack|PositionalStruct|NumberRun|values/(Catalog|Forward|WrittenStreams)"
        r"|_msgpack|file_stream",
        "msgpack",
    ),
    "ignite": Row(
        "Ignite values",
        "formats/ignite.md",
        r"wire/ignite/[A-Z]|(/|^)Ignite|UnusualNodes|ignite_(node|peer|migration)|vectors_ignite",
        "ignite|ignite-type",
    ),
    "ignite-cdc": Row("Ignite change events", "ignite-cdc.md", r"wire/ignite/cdc/", "ignite-cdc"),
    "ignite-dump": Row("Ignite dumps", "ignite-dump.md", r"wire/ignite/dumps/|files/ignite/Dump"),
    "ignite-wal": Row(
        "Ignite's write-ahead log", "ignite-wal.md", r"wire/ignite/wal/|files/ignite/Wal"
    ),
    "kafka": Row(
        "Kafka messages and frames",
        "formats/kafka.md",
        r"wire/kafka/(?!Batch|KafkaBatches|KafkaEncode|MessageSets|InternalW|Record|Topic"
        r"|Coordinator|Log|captures|log/)",
        "kafka",
    ),
    "kafka-batch": Row(
        "Kafka record batches",
        "formats/kafka.md",
        r"wire/kafka/(Batch|KafkaBatches|MessageSets|RecordRows)",
        "kafka-batch",
    ),
    "kafka-record": Row(
        "Records of Kafka's internal topics",
        "formats/kafka.md",
        r"wire/kafka/(Topic|Coordinator|InternalWriters)",
        "kafka-record",
    ),
    "kafka-log": Row(
        "Kafka log files",
        "kafka-log.md",
        r"wire/kafka/(Log|log/)|files/kafka/|test_kafka_log|log_stream|tiered_storage",
    ),
    "capture": Row(
        "Captures", "captures.md", r"wire/capture/|/captures/|files/capture/|_captures?($|_)"
    ),
    "layouts": Row(
        "Layouts",
        "formats/layouts.md",
        r"wire/layouts/|Layout(Code|Encode|Files|WriterCode)Suite|NamedLayouts|_layouts",
        "layouts",
    ),
}

COLUMNS = {
    "read": Column(
        "bytes become a value",
        r"_decode|\bload\(|walk\(|ReaderChecks|eachLine\(|Vectors\.read",
    ),
    "typed": Column(
        "columns of the types that a query names",
        r"_decode\w*\([^\n]*['\"](?:STRUCT|ARRAY|\w+ [A-Z]{3})|extends IgniteTyped|TypedValues"
        r"|typedBy|Typed\b|Resolution",
    ),
    "VARIANT": Column("VARIANT", r"VARIANT|[vV]ariantOf|VariantSink|_variant\b|Kind\.Dynamic"),
    "written": Column("a value becomes bytes", r"_encode\b|_agg\b|WriterChecks|df\.write"),
    "file table": Column(
        "files are a table", r"sparkwire-[a-z]|extends [^{]*\b(?:Capture|File|Log|Value)Reads\b"
    ),
    "stream": Column("a stream reads or writes them", r"readStream|writeStream|StreamRuns"),
    "dissected": Column("each byte has a meaning", r"_dissect\b|\btiles\(|dissect"),
    "fuzzed": Column(
        "made, changed or cut at random, or by Jazzer",
        r"everyCut|everyFlip|forAll\(|\bRandom\b|random\.Random",
    ),
    "peers": Column(
        "compared with other software, or with values that it wrote",
        r"import org\.apache\.(?:avro|ignite|kafka)\b|org\.msgpack\b|Vectors\.read|eachLine\("
        r"|\b(?:DumpFolders|KafkaClasses|KafkaRelease|LogNode|NodeReads|WrittenEntries"
        r"|WrittenRecords)\b|\b(?:import|from) (?:confluent_kafka|fastavro"
        r"|kafka_broker|kio|msgpack|peers_data|pyignite|schema_registry|vectors|artifacts)\b",
    ),
}


SHARED = {
    "catalog/AvroPeerSuite": {
        "avro": ["read", "typed", "VARIANT", "fuzzed", "peers"],
        "avro-container": ["read", "typed", "VARIANT", "fuzzed", "peers"],
    },
    "catalog/TimeSuite": {
        "avro": ["typed"],
        "avro-container": ["typed"],
        "cernan": ["typed"],
        "ignite": ["typed"],
    },
    "encoding/AvroEncodeSuite": {
        "avro": ["written", "peers"],
        "avro-container": ["written", "peers"],
    },
    "encoding/EncodeAggSuite": {
        "avro-container": ["written"],
        "kafka-batch": ["written"],
        "msgpack": ["written"],
    },
    "encoding/KafkaFramesEncodeSuite": {"kafka": ["written"], "kafka-record": ["written"]},
    "files/filters/FilterSuite": {
        "cernan": ["file table"],
        "databus": ["file table"],
        "kafka-log": ["fuzzed"],
        "msgpack": ["file table"],
    },
    "files/filters/StreamSuite": {"kafka-log": ["stream", "fuzzed"]},
    "files/values/ValueFilesSuite": {
        "cernan": ["file table"],
        "databus": ["file table"],
        "msgpack": ["file table"],
    },
    "files/values/ValueStreamSuite": {
        "cernan": ["stream"],
        "databus": ["stream"],
        "layouts": ["stream"],
        "msgpack": ["stream"],
    },
    "files/values/WrittenFilesSuite": {
        "cernan": ["written"],
        "databus": ["written", "stream"],
        "layouts": ["written"],
        "msgpack": ["written", "stream"],
    },
    "files/values/WrittenTablesSuite": {
        "layouts": ["written", "file table"],
        "msgpack": ["written", "file table"],
    },
    "tests/end_to_end/test_killed_writer": {"msgpack": ["written", "stream"]},
    "tests/end_to_end/test_writing_memory": {"msgpack": ["written", "file table"]},
    "tests/python/test_decode_backups": {"aerospike-backup": ["read"]},
    "wire/DissectionSuite": {
        "aerospike": ["dissected"],
        "avro-container": ["dissected"],
        "cernan": ["dissected"],
        "databus": ["dissected"],
        "msgpack": ["dissected"],
    },
    "wire/kafka/KafkaEncodeSuite": {
        "kafka": ["written", "peers"],
        "kafka-batch": ["written", "peers"],
    },
    "tests/end_to_end/test_decoded_changes": {"msgpack": ["read"]},
    "tests/end_to_end/test_kafka": {
        "databus": ["stream"],
        "kafka": ["stream", "peers"],
    },
    "tests/end_to_end/test_recovery": {"kafka-log": ["file table", "peers"]},
    "tests/end_to_end/test_repair": {"databus": ["stream", "peers"], "kafka": ["written", "peers"]},
    "tests/end_to_end/test_soak": {"databus": ["stream", "peers"]},
    "tests/python/test_avro_peer": {
        "avro": ["written", "fuzzed", "peers"],
        "avro-container": ["written", "fuzzed", "peers"],
    },
    "tests/python/test_ignite_files": {"ignite-dump": ["file table"], "ignite-wal": ["file table"]},
    "tests/python/test_kafka_functions": {
        "kafka": ["read", "dissected"],
        "kafka-batch": ["read"],
        "kafka-record": ["read"],
    },
    "tests/python/test_kafka_peer": {
        "kafka": ["written", "fuzzed", "peers"],
        "kafka-batch": ["written", "fuzzed", "peers"],
    },
    "tests/python/test_time": {
        "avro": ["typed", "written"],
        "avro-container": ["typed", "written"],
        "cernan": ["typed", "written"],
        "ignite": ["typed", "written"],
        "ignite-cdc": ["typed"],
    },
    "tests/python/test_vectors_aerospike": {
        "aerospike": ["read", "typed", "VARIANT", "dissected", "peers"],
        "msgpack": ["read", "VARIANT", "dissected", "peers"],
    },
    "tests/python/test_vectors_cernan": {
        "avro-container": ["read", "VARIANT", "dissected", "peers"],
        "cernan": ["read", "VARIANT", "dissected", "peers"],
    },
    "tests/python/test_vectors_kafka": {
        "kafka": ["read", "VARIANT", "peers"],
        "kafka-batch": ["read", "peers"],
        "kafka-record": ["read", "VARIANT", "peers"],
    },
    "tests/python/test_written_files": {
        "databus": ["written"],
        "msgpack": ["written", "stream", "peers"],
    },
}

# Tests that are about no kind of bytes, but about what all have: sessions, sinks, errors, tools.
LIBRARY = re.compile(
    r"(CommandLine|DeepNesting|ExecutorMemory|FormatLimits|Functions|GoldenSql|House|Layers|Limits"
    r"|PageExamples|Registration|SizeLimits|Spark)Suite$|catalog/(Catalog|Signatures|WorkedExample)"
    r"|cost/|encoding/(Hostile|Large|Refusal)|errors/|execution/|expressions/|files/(Found|lines/)"
    r"|fuzz/|linkage/|optimizer/|queries/|wire/(Checksums|Cursor|Folded|Options|Trace|Utf8)"
    r"|rows/(?!Ignite|Layout|Msgpack|Number|Positional)"
    r"|wire/(files|heads|parcel|places|sinks|writing)/"
    r"|tests/end_to_end/test_(connect|late_jar|local_cluster|notebooks|oss_fuzz|release|spark_sql"
    r"|standalone|submit|wheel)$"
    r"|tests/python/test_(auto|build_hook|cli|cli_encode|cli_output|coverage|dissection|docs"
    r"|doctests|errors|functions_parity|guess\w*|jar|manners|modules|newest"
    r"|packaging|plain|programs|schema_of|session"
    r"|signatures|site|view|views|words)$"
)

_COLUMN = "keys and values are columns of bytes, which the row of their format decodes"
_FILE = "a table shows the offset of each row and fault; only values are dissected"
WITHOUT = {
    "databus": {"typed": "an event has one type, which `databus_decode` gives"},
    "avro": {"file table": "values have no bounds of their own; Spark reads files of containers"},
    "avro-container": {
        "file table": "Spark reads files of containers; here, a container is a value",
        "stream": "Spark reads files of containers; here, a container is a value",
    },
    "aerospike": {"file table": "a connector sends notifications; backups are the files"},
    "aerospike-backup": {
        "typed": "the bins are VARIANT, because each record may have others",
        "written": "Aerospike's tools write backups",
        "dissected": _FILE,
        "peers": "Aerospike's server and tools are not to be had for tests; a writer that follows"
        " their documentation, `tests/python/backups.py`, is independent of the reader",
    },
    "ignite": {
        "file table": "dumps and the write-ahead log are the files, with rows of their own here",
        "stream": "dumps and the write-ahead log are the files, with rows of their own here",
    },
    "ignite-cdc": {
        "written": "Ignite's streamer writes them",
        "file table": "they are values of a topic",
        "stream": "they are values of a topic, which Spark's source reads as any others",
    },
    "ignite-dump": {
        "typed": _COLUMN,
        "VARIANT": _COLUMN,
        "written": "a cluster writes dumps",
        "dissected": _FILE,
    },
    "ignite-wal": {
        "typed": _COLUMN,
        "VARIANT": _COLUMN,
        "written": "a node writes its log",
        "dissected": _FILE,
    },
    "kafka": {
        "typed": "the definition of a message gives its type",
        "file table": "messages are in requests, which captures have, and in records",
    },
    "kafka-batch": {
        "typed": _COLUMN,
        "VARIANT": _COLUMN,
        "file table": "log files are the files, with a row of their own here",
        "stream": "log files are the files, with a row of their own here",
    },
    "kafka-record": {
        "typed": "the definition of a record gives its type",
        "file table": "they are records of topics, in log files",
        "stream": "they are records of topics, which Spark's source reads as any others",
    },
    "kafka-log": {
        "typed": _COLUMN,
        "VARIANT": _COLUMN,
        "written": "brokers write logs; `kafka_records_encode` writes batches",
        "dissected": _FILE,
    },
    "capture": {
        "typed": _COLUMN,
        "VARIANT": _COLUMN,
        "written": "other programs capture traffic",
        "dissected": _FILE,
    },
    "layouts": {"typed": "the layout gives the type"},
}
