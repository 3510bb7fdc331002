"""A Kafka broker of one node from Maven's artifacts, on loopback, in a folder of its own."""

import base64
import os
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path

from spawn import ROOT

# Their records differ: a newer broker writes newer versions.
VERSIONS = ["4.1.0", "4.4.0"]
FOLDER = ROOT / ".compat" / "kafka"
START_SECONDS = 120

# The newest Spark whose Kafka source is among Maven's artifacts everywhere.
SPARK = "4.0.4"
SOURCE = "4.0.0"
ON_SPARK_ALREADY = (
    "org.scala-lang",
    "org.apache.hadoop",
    "org.slf4j",
    "com.google.code.findbugs",
)

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sparkwire</groupId><artifactId>kafka-of-tests</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
    <exclusions>{}</exclusions>
  </dependency></dependencies>
</project>
"""
EXCLUSION = "<exclusion><groupId>{}</groupId><artifactId>*</artifactId></exclusion>"

PROPERTIES = """process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}
advertised.listeners=PLAINTEXT://127.0.0.1:{broker}
controller.listener.names=CONTROLLER
log.dirs={logs}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=2
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=2
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=2
group.initial.rebalance.delay.ms=0
log.retention.ms=-1
metadata.log.max.record.bytes.between.snapshots=2000
"""


def class_path(group, artifact, version, without=()):
    """Resolve an artifact and what it needs by Maven, once."""
    folder = FOLDER / f"{artifact}-{version}"
    listed = folder / "class-path"
    if not listed.exists():
        folder.mkdir(parents=True, exist_ok=True)
        exclusions = "".join(EXCLUSION.format(name) for name in without)
        (folder / "pom.xml").write_text(POM.format(group, artifact, version, exclusions))
        maven = ["mvn", "-B", "-q", "dependency:build-classpath", f"-Dmdep.outputFile={listed}"]
        subprocess.run(maven, cwd=folder, check=True)
    return listed.read_text()


def spark_python():
    """Make or reuse a virtual environment with that Spark; give its Python."""
    made = FOLDER / "venv" / "bin" / "python"
    ready = FOLDER / "venv" / f".ready-{SPARK}"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER / "venv"], check=True)
        subprocess.run([made, "-m", "pip", "install", "-q", f"pyspark=={SPARK}"], check=True)
        ready.touch()
    return made


def spark_source():
    """Give the jars of Spark's Kafka source, as `spark.jars` has them."""
    path = class_path("org.apache.spark", "spark-sql-kafka-0-10_2.13", SOURCE, ON_SPARK_ALREADY)
    return path.replace(":", ",")


def jars(version):
    """Give the class path of a broker, which has the clients too."""
    return class_path("org.apache.kafka", "kafka_2.13", version)


def write(address, version, consumed):
    """Fill a broker by Kafka's own clients; they write what they read to the file `consumed`."""
    java = [
        "java",
        "-Xmx512m",
        "-cp",
        jars(version),
        str(Path(__file__).parent / "KafkaWriter.java"),
    ]
    done = subprocess.run(
        [*java, address, str(consumed), "true"],
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def broker(folder, version):
    """Run a broker of a version and give its address and the folder of its logs."""
    path = jars(version)
    ports = dict(zip(("broker", "controller"), free_ports(2), strict=True))
    logs = Path(folder, "logs")
    properties = Path(folder, "server.properties")
    properties.write_text(PROPERTIES.format(logs=logs, **ports))
    java = ["java", "-Xmx512m", "-cp", path]
    identity = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=").replace("-", "A")
    tool = ["kafka.tools.StorageTool", "format", "-t", identity, "-c", str(properties)]
    # Share groups are on by default from 4.2 on.
    tool += ["--feature", "share.version=1"]
    subprocess.run([*java, *tool], check=True, capture_output=True, cwd=folder)
    with Path(folder, "broker.out").open("w") as out:
        command = [*java, "kafka.Kafka", str(properties)]
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=folder)
        try:
            wait_for(ports["broker"], process, Path(folder, "broker.out"))
            yield f"127.0.0.1:{ports['broker']}", logs
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for(port, process, out):
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        assert process.poll() is None, out.read_text()
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError(out.read_text())
