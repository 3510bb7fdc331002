"""Captures the traffic of clients of many versions with a broker that speaks them all.

As a script, it writes the capture that the notebook "Who talks to this broker" reads. Its packets
differ each time, so run ``make notebooks`` after it. It must be allowed to capture: see
recorder.py.
"""

import contextlib
import gzip
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from artifacts import class_path
from kafka_broker import broker

from spawn import ROOT

# The last version with all of the protocol: Kafka 4.0 removed its oldest part.
BROKER = "3.9.1"
HERE = Path(__file__).parent
DATA = ROOT / "docs" / "pages" / "cookbook" / "data" / "broker.pcap.gz"
SECONDS = 20
START_SECONDS = 30
MINUTES = 3 * 60

READ = ["auto.offset.reset=earliest", "session.timeout.ms=10000", "heartbeat.interval.ms=3000"]
# Each: version of the clients, their task, topic, milliseconds between records, client id and
# further settings.
CLIENTS = [
    ("0.9.0.1", "produce", "clicks", 100, "web-2015", "acks=1", "linger.ms=200"),
    ("0.10.2.2", "produce", "payments", 300, "till", "acks=all"),
    ("1.1.1", "produce", "metrics", 50, "sensor", "acks=0", "linger.ms=500"),
    ("4.1.0", "produce", "orders", 150, "shop", "acks=all", "linger.ms=50"),
    ("0.9.0.1", "consume", "clicks", 0, "stats", "group.id=stats", *READ),
    ("0.10.2.2", "consume", "payments", 0, "ledger", "group.id=ledger", *READ),
    ("2.8.2", "consume", "clicks", 0, "search", "group.id=search", "fetch.min.bytes=1500",
     "fetch.max.wait.ms=2000", *READ),
    ("4.1.0", "consume", "orders", 0, "billing", "group.id=billing", *READ),
]  # fmt: skip
TOOLS = [("0.11.0.3", "topic-browser"), ("3.9.1", "operator")]


def captured(folder):
    """Run a broker and all clients; return the capture file and the port."""
    with broker(folder, BROKER) as (address, _):
        port = address.split(":")[1]
        with recorded(folder, port) as capture:
            talk(address)
    return capture, port


class NotAllowedError(Exception):
    """Packets may not be captured here."""


@contextlib.contextmanager
def recorded(folder, port, name="broker.pcap", seconds=None):
    """Capture the packets to and from a port; yield the file.

    With `seconds`, a new file begins every so many seconds, and `%s` in the name is the time.
    """
    capture, log = Path(folder, name), Path(folder, "recorder.log")
    every = [] if seconds is None else [str(seconds)]
    command = [sys.executable, HERE / "recorder.py", capture, port, *every]
    first = capture.name.replace("%s", "*")
    with log.open("w") as out:
        recorder = subprocess.Popen([str(part) for part in command], stderr=out)
        try:
            until = time.monotonic() + START_SECONDS
            while not any(capture.parent.glob(first)) and time.monotonic() < until:
                if recorder.poll() is not None:
                    python = Path(sys.executable).resolve()
                    raise NotAllowedError(
                        "these tests capture packets: run them as root, or allow it with "
                        f"`setcap cap_net_raw+ep {python}`\n{log.read_text()}"
                    )
                time.sleep(0.2)
            yield capture
            time.sleep(2)
        finally:
            recorder.terminate()
            recorder.wait(START_SECONDS)
    assert log.read_text() == "0 packets dropped by kernel\n"


def talk(address):
    """Let all clients talk to the broker at the same time, and two that speak something else."""
    started = []
    for version, what, topic, pause, name, *more in CLIENTS:
        arguments = [what, topic, pause, SECONDS, f"bootstrap.servers={address}"]
        started.append(java(version, "CaptureClient", *arguments, f"client.id={name}", *more))
    time.sleep(SECONDS / 2)
    started += [java(version, "CaptureTool", address, name, "orders") for version, name in TOOLS]
    others(address)
    failed = [process.args for process in started if process.wait(MINUTES) != 0]
    assert failed == []


def java(version, source, *arguments):
    """Start a source file with this version of Kafka's clients."""
    path = class_path(f"org.apache.kafka:kafka-clients:{version}")
    command = ["java", "-Xmx128m", "-XX:+UseSerialGC", "-cp", path, HERE / f"{source}.java"]
    return subprocess.Popen([str(part) for part in [*command, *arguments]])


def others(address):
    """Connect with TLS to a listener without it, and ask it for a page as a health check does."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), 5) as plain, contextlib.suppress(OSError):
        context = ssl.create_default_context()
        context.wrap_socket(plain, server_hostname="localhost")
    with socket.create_connection((host, int(port)), 5) as plain, contextlib.suppress(OSError):
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        plain.recv(100)


def without_packet(capture, longer_than):
    """Leave out the middle one of the packets of this size, as a busy machine loses one."""
    packets, at = [], 24
    while at < len(capture):
        end = at + 16 + struct.unpack_from("<I", capture, at + 8)[0]
        packets.append(capture[at:end])
        at = end
    large = [number for number, packet in enumerate(packets) if len(packet) > longer_than]
    packets.pop(large[len(large) // 2])
    return capture[:24] + b"".join(packets)


def main():
    """Write the capture of the notebook."""
    with tempfile.TemporaryDirectory() as folder:
        capture, _ = captured(folder)
        packets = without_packet(capture.read_bytes(), longer_than=1000)
    DATA.write_bytes(gzip.compress(packets, mtime=0))
    print(f"{len(packets)} bytes, {DATA.stat().st_size} compressed: {DATA}")


if __name__ == "__main__":
    main()
