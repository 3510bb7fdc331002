"""A cluster of three brokers is killed, each disk is damaged, and a new broker goes on."""

import json
import subprocess
from pathlib import Path

from artifacts import class_path, spark_python
from kafka_broker import VERSIONS, broker, cluster, jars, spark_source

from spawn import ROOT, run

VERSION = VERSIONS[0]
TOOLS = "org.apache.kafka:kafka-tools:4.1.0"


def orders(*arguments):
    """Run the clients; return the lines that they print."""
    java = ["java", "-Xmx256m", "-cp", jars(VERSION), Path(__file__).parent / "KafkaOrders.java"]
    done = subprocess.run(
        [*java, *arguments], capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def damage(file, part, parts):
    """Change some bytes in one of so many parts of a file."""
    data = bytearray(file.read_bytes())
    length = len(data) // parts
    for at in range(part * length, (part + 1) * length, 401):
        data[at] ^= 0x55
    file.write_bytes(data)


def test_groups_go_on_at_the_right_record(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    with cluster(old, VERSION, 3) as (address, disks, kill):
        orders("create", address, "3")
        orders("write", address)
        kill()
    first = "00000000000000000000.log"
    # Of one partition, each disk has lost another third. Of the other, one disk has nothing.
    damage(disks[0] / "orders-0" / first, 0, 3)
    damage(disks[1] / "orders-0" / first, 1, 3)
    kept = disks[2] / "orders-0" / first
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size * 2 // 3])
    (disks[0] / "orders-1" / first).unlink()
    damage(disks[1] / "orders-1" / first, 0, 2)
    damage(disks[2] / "orders-1" / first, 1, 2)
    with broker(new, VERSION) as (address, _):
        orders("create", address, "1")
        script = Path(__file__).parent / "recovery_session.py"
        page = ROOT / "docs" / "pages" / "kafka-log.md"
        arguments = [old, address, spark_source(), page]
        python_path = str(ROOT / "python" / "src")
        command = [spark_python(), script, *arguments]
        code, out, err = run(command, tmp_path, PYTHONPATH=python_path)
        assert code == 0, err
        said = json.loads(out.splitlines()[-1])
        lost, offsets = said["rows"]
        resets = tmp_path / "resets.csv"
        resets.write_text("".join(f"{topic},{part},{at}\n" for _, topic, part, at in offsets))
        tool = "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"
        reset = ["java", "-Xmx256m", "-cp", class_path(TOOLS), tool, "--bootstrap-server", address]
        reset += ["--reset-offsets", "--from-file", str(resets), "--group", "billing", "--execute"]
        subprocess.run(reset, capture_output=True, text=True, timeout=120, check=True)
        following = orders("next", address)
    # Every disk is damaged, and nothing is lost.
    assert all(faults > 5 for faults in said["damaged"][:2])
    assert (said["faults"], lost) == (0, [])
    committed = [n for n in range(600) if n // 10 % 4 != 3]
    assert said["restored"] == sorted([n % 2, f"order {n}"] for n in committed)
    # A transaction writes five records to a partition, and a marker.
    old_offsets = [[n // 10 * 6 + n % 10 // 2 for n in range(600) if n % 2 == p] for p in (0, 1)]
    expected = []
    for partition, at in ((0, 100), (1, 201)):
        numbers = [n for n in range(600) if n % 2 == partition]
        numbers = [
            n
            for n, offset in zip(numbers, old_offsets[partition], strict=True)
            if offset >= at and n in committed
        ]
        expected.append(f"order {numbers[0]}")
    assert following == expected
    assert [row[:3] for row in offsets] == [["billing", "orders", 0], ["billing", "orders", 1]]
