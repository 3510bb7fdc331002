"""Captures of any size for the benchmarks, and the requests that tshark finds in them."""

from __future__ import annotations

import gzip
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

# The traffic of clients of many versions with a broker: the capture of a notebook.
CAPTURE = Path(__file__).parents[3] / "docs/pages/cookbook/data/broker.pcap.gz"
HEAD, PACKET_HEAD = 24, 16
# Where a packet of Ethernet and IPv4 without options has its addresses and ports.
ADDRESSES, PORTS = (26, 30), (34, 36)
# The requests of the capture.
REQUESTS = 524
# Seconds from one copy to the next: a bit more than the capture is long.
SECONDS = 25


class Packet(NamedTuple):
    """Where a packet begins, the second when it came, and where the client's address stands."""

    start: int
    second: int
    client: int


def port() -> int:
    """The port of the broker: the one to which the first packet with a SYN alone goes."""
    data = gzip.decompress(CAPTURE.read_bytes())
    for packet in packets(data):
        at = packet.start + PACKET_HEAD
        if data[at + 47] == 2:
            return int(struct.unpack_from(">H", data, at + PORTS[1])[0])
    message = f"{CAPTURE} has no connection"
    raise ValueError(message)


def packets(data: bytes) -> list[Packet]:
    found = []
    at = HEAD
    while at < len(data):
        second, _, size = struct.unpack_from("<III", data, at)
        found.append(Packet(at, second, at + PACKET_HEAD))
        at += PACKET_HEAD + size
    return found


def write(file: Path, size: int) -> int:
    """Copy the capture until the file has about so many bytes; return the number of requests.

    Each copy has clients with another address, and comes later.
    """
    data = bytearray(gzip.decompress(CAPTURE.read_bytes()))
    broker = port()
    places = []
    for packet in packets(bytes(data)):
        frame = packet.start + PACKET_HEAD
        sender = struct.unpack_from(">H", data, frame + PORTS[0])[0]
        places.append(packet._replace(client=frame + ADDRESSES[sender == broker]))
    copies = size // len(data)
    with file.open("wb") as out:
        out.write(data[:HEAD])
        for number in range(copies):
            for place in places:
                struct.pack_into("<I", data, place.start, place.second + SECONDS * number)
                struct.pack_into(">I", data, place.client, 10 << 24 | number)
            out.write(memoryview(data)[HEAD:])
    return copies * REQUESTS


def tshark(file: Path) -> int:
    """Print all columns of each request except its bytes; return the number of requests."""
    broker = port()
    fields = ["kafka.correlation_id", "frame.time_epoch", "ip.src", "tcp.srcport", "tcp.dstport"]
    fields += ["kafka.api_key", "kafka.api_version", "kafka.client_id", "kafka.len"]
    command = ["tshark", "-n", "-r", str(file), "-d", f"tcp.port=={broker},kafka", "-Y", "kafka"]
    command += ["-T", "fields", *(part for field in fields for part in ("-e", field))]
    lines = subprocess.run(command, check=True, capture_output=True).stdout.splitlines()
    parts = [line.split(b"\t") for line in lines]
    # A packet may have several requests.
    return sum(one[0].count(b",") + 1 for one in parts if int(one[4]) == broker)
