"""A Kafka broker of one node from Maven artifacts, on loopback, in its own folder."""

import base64
import os
import socket
import subprocess
import time
from contextlib import closing, contextmanager
from pathlib import Path

from artifacts import class_path, spark_jars

# Two brokers, because a newer broker writes newer versions of its records.
VERSIONS = ["4.1.0", "4.4.0"]
START_SECONDS = 120

# These processes end after seconds, before the second of the JIT compilers pays.
JAVA = ["java", "-XX:TieredStopAtLevel=1"]

SOURCE = "org.apache.spark:spark-sql-kafka-0-10_2.13:4.0.0"

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


def spark_source():
    """Return the jars of Spark's Kafka source, as a value of `spark.jars`."""
    return spark_jars(SOURCE)


def jars(version):
    """Return the class path of a broker; it includes Kafka's clients."""
    return class_path(f"org.apache.kafka:kafka_2.13:{version}")


def write(address, version, consumed):
    """Fill a broker with Kafka's own clients, which write the records they read to `consumed`."""
    java = [*JAVA, "-Xmx512m", "-cp", jars(version), Path(__file__).parent / "KafkaWriter.java"]
    done = subprocess.run(
        [*java, address, str(consumed), "true"],
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def group_offsets(address, group):
    """Return the rows of ``kafka-consumer-groups``: topic, partition, committed offset and end."""
    path = class_path("org.apache.kafka:kafka-tools:4.1.0")
    tool = "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"
    command = [*JAVA, "-Xmx512m", "-cp", path, tool, "--bootstrap-server", address]
    done = subprocess.run(
        [*command, "--describe", "--group", group], capture_output=True, text=True, timeout=120,
        check=True,
    )  # fmt: skip
    rows = [line.split() for line in done.stdout.splitlines()]
    return sorted(row[1:5] for row in rows if row[:1] == [group])


@contextmanager
def broker(folder, version, more="", plugin=""):
    """Run a broker; yield its address and the folder of its logs.

    `more` has more settings, `plugin` the class path of the classes that they name.
    """
    path = jars(version) + plugin
    ports = dict(zip(("broker", "controller"), free_ports(2), strict=True))
    logs = Path(folder, "logs")
    properties = Path(folder, "server.properties")
    properties.write_text(PROPERTIES.format(logs=logs, **ports) + more)
    java = [*JAVA, "-Xmx512m", "-cp", path]
    identity = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=").replace("-", "A")
    tool = ["kafka.tools.StorageTool", "format", "-t", identity, "-c", str(properties)]
    # Share groups are enabled by default since 4.2, and unknown to Kafka 3.
    if not version.startswith("3."):
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


@contextmanager
def cluster(folder, version, nodes):
    """Run a cluster; yield its address, the folders of the nodes' logs, and a way to kill nodes."""
    path = jars(version)
    ports = free_ports(2 * nodes)
    brokers, controllers = ports[:nodes], ports[nodes:]
    voters = ",".join(f"{node}@127.0.0.1:{port}" for node, port in enumerate(controllers, 1))
    identity = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=").replace("-", "A")
    started = []

    def kill():
        for process in started:
            process.kill()
            process.wait()

    logs = [Path(folder, f"disk-{node}") for node in range(1, nodes + 1)]
    try:
        for node in range(1, nodes + 1):
            properties = Path(folder, f"server-{node}.properties")
            text = PROPERTIES.format(
                logs=logs[node - 1], broker=brokers[node - 1], controller=controllers[node - 1]
            )
            properties.write_text(
                text + f"node.id={node}\ncontroller.quorum.voters={voters}\n"
                f"offsets.topic.replication.factor={nodes}\n"
                f"transaction.state.log.replication.factor={nodes}\n"
            )
            java = [*JAVA, "-Xmx384m", "-cp", path]
            tool = ["kafka.tools.StorageTool", "format", "-t", identity, "-c", str(properties)]
            subprocess.run([*java, *tool], check=True, capture_output=True, cwd=folder)
            out = Path(folder, f"broker-{node}.out")
            command = [*java, "kafka.Kafka", str(properties)]
            with out.open("w") as file:
                started.append(subprocess.Popen(command, stdout=file, stderr=file, cwd=folder))
        for node, process in enumerate(started, 1):
            wait_for(brokers[node - 1], process, Path(folder, f"broker-{node}.out"))
        yield ",".join(f"127.0.0.1:{port}" for port in brokers), logs, kill
    finally:
        kill()


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
