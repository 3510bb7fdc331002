"""The peers of the tests: where their versions stand, and which tests run with the newest one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

DEPENDENCIES = "project/Dependencies.scala"
BROKER = "tests/end_to_end/kafka_broker.py"
COMPAT = "tests/compat/run.py"
LOCK = "python/locks/python3.11.txt"
SBT = ["project/sbt"]
PYTEST = ["{python}", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
PYTEST += ["-c", "python/pyproject.toml", "--rootdir", "."]


class Peer(NamedTuple):
    """Software with a version.

    Parameters
    ----------
    name : str
        ``group:artifact`` of Maven, or the name of a package of Python.
    file : str
        The file that has the version.
    pin : str
        A pattern that finds it there, as its group ``version``.
    """

    name: str
    file: str
    pin: str

    @property
    def is_artifact(self) -> bool:
        """Whether Maven has it."""
        return ":" in self.name

    def pinned(self, root: Path) -> str:
        """Return the version that the build has."""
        found = {one["version"] for one in self._places(root)}
        if len(found) != 1:
            raise ValueError(f"{self.file} has {sorted(found)} as the version of {self.name}")
        return found.pop()

    def pin_to(self, root: Path, version: str) -> None:
        """Write another version into the file."""
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        for one in reversed(self._places(root)):
            text = text[: one.start("version")] + version + text[one.end("version") :]
        path.write_text(text, encoding="utf-8")

    def _places(self, root: Path) -> list[re.Match[str]]:
        text = (root / self.file).read_text(encoding="utf-8")
        return list(re.finditer(self.pin, text, re.MULTILINE))


class Trial(NamedTuple):
    """Peers that are set to their newest versions together, and the commands that run then.

    ``changes`` are further changes of files, as pairs of a file, a pattern and a replacement.
    """

    peers: list[Peer]
    commands: list[list[str]]
    changes: tuple[tuple[str, str, str], ...] = ()


def dependency(group: str, name: str) -> Peer:
    """Return a peer whose version stands after its name in the build."""
    return Peer(f"{group}:{name}", DEPENDENCIES, rf'"{re.escape(name)}" % "(?P<version>[^"]+)"')


def package(name: str) -> Peer:
    """Return a peer whose version stands in the lock file."""
    return Peer(name, LOCK, rf"(?i)^{re.escape(name)}==(?P<version>\S+)$")


def spark(minor: str) -> Peer:
    """Return one of the Sparks that `make compat` runs."""
    return Peer(f"pyspark {minor}", COMPAT, rf'"(?P<version>{re.escape(minor)}\.\d+)"')


def sbt(*suites: str) -> list[str]:
    """Return the command that runs some suites, which start with the name of their project."""
    tests: dict[str, list[str]] = {}
    for suite in suites:
        project, name = suite.split("/", 1)
        tests.setdefault(project, []).append(name)
    return [*SBT, *(f"{project}/testOnly {' '.join(names)}" for project, names in tests.items())]


TRIALS = {
    # A node's SQL needs ignite-indexing of the same version, whose suites are another trial.
    "ignite": Trial(
        [dependency("org.apache.ignite", "ignite-core")],
        [
            sbt("wire/sparkwire.wire.ignite.*"),
            sbt("spark/sparkwire.files.ignite.*", "spark/*IgniteEncodeSuite", "spark/*FuzzSuite"),
        ],
        (("build.sbt", r", igniteSql % Test", ""),),
    ),
    "ignite-sql": Trial(
        [
            Peer(
                "org.apache.ignite:ignite-indexing",
                DEPENDENCIES,
                r'"ignite-(?:core|indexing)" % "(?P<version>[^"]+)"',
            )
        ],
        [sbt("spark/*IgniteNodeSuite", "spark/*IgniteMetadataFilesSuite")],
    ),
    "avro": Trial(
        [Peer("org.apache.avro:avro", DEPENDENCIES, r'val avro = "(?P<version>[^"]+)"')],
        [
            sbt("wire/sparkwire.wire.avro.*", "wire/sparkwire.wire.cernan.*"),
            sbt(
                "spark/*AvroPeerSuite", "spark/*AvroEncodeSuite", "spark/*GeneratedAvroWritesSuite"
            ),
        ],
    ),
    "kafka": Trial(
        [
            Peer(
                "org.apache.kafka:kafka-clients", DEPENDENCIES, r'val kafka = "(?P<version>[^"]+)"'
            ),
            dependency("org.apache.kafka", "connect-mirror"),
            dependency("org.apache.kafka", "connect-mirror-client"),
            Peer(
                "org.apache.kafka:kafka-streams",
                DEPENDENCIES,
                r'"kafka-streams" % "(?P<version>[^"]+)"',
            ),
        ],
        [
            sbt("wire/sparkwire.wire.kafka.*"),
            sbt("spark/sparkwire.wire.kafka.*", "spark/*Kafka*Suite", "spark/*EncodeAggSuite"),
        ],
    ),
    "broker": Trial(
        [
            Peer(
                "org.apache.kafka:kafka_2.13",
                BROKER,
                r'VERSIONS = \["[\d.]+", "(?P<version>[^"]+)"',
            )
        ],
        [[*PYTEST, f"tests/end_to_end/{name}"] for name in ("test_kafka.py", "test_kafka_log.py")],
    ),
    "msgpack": Trial(
        [
            dependency("org.msgpack", "msgpack-core"),
            dependency("org.msgpack", "jackson-dataformat-msgpack"),
        ],
        [
            sbt("wire/sparkwire.wire.msgpack.*"),
            sbt("spark/*MsgpackEncodeSuite", "spark/sparkwire.wire.msgpack.*"),
        ],
    ),
    "jazzer": Trial(
        [dependency("com.code-intelligence", "jazzer")],
        [["{python}", "tests/fuzz/run.py", "databus", "msgpack", "--seconds", "20"]],
    ),
    "spark": Trial(
        [spark(minor) for minor in ("4.0", "4.1", "4.2", "4.3")],
        [["{python}", COMPAT, "{newest}"]],
    ),
    "comet": Trial(
        [
            Peer(
                "org.apache.datafusion:comet-spark-spark4.1_2.13",
                COMPAT,
                r"comet-spark-spark4\.1_2\.13:(?P<version>[^\"]+)",
            )
        ],
        [["{python}", COMPAT, "--comet"]],
    ),
    "python": Trial(
        [
            package(name)
            for name in (
                "asn1crypto",
                "confluent-kafka",
                "fastavro",
                "kio",
                "msgpack",
                "pandas",
                "pyarrow",
                "pyignite",
                "pyiso8583",
                "pypng",
                "pyspark",
                "python-bitcoinlib",
                "pyubx2",
                "scapy",
            )
        ],
        [
            [
                *PYTEST,
                *(
                    f"tests/python/test_{name}.py"
                    for name in (
                        "avro_peer",
                        "avro_framed",
                        "avro_registry",
                        "schema_ids",
                        "ignite_peer",
                        "kafka_peer",
                        "msgpack_peer",
                        "named_layouts",
                        "views",
                        "dissection",
                    )
                ),
            ],
            [
                *PYTEST,
                *(
                    f"tests/python/test_vectors_{name}.py"
                    for name in (
                        "aerospike",
                        "cernan",
                        "databus",
                        "ignite",
                        "kafka",
                        "layouts",
                    )
                ),
            ],
        ],
    ),
}
