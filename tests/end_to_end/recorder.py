"""Writes the packets of the loopback interface to pcap files, as ``tcpdump -i lo -U`` does.

It needs no tool, but the right to open such a socket: root, or the capability CAP_NET_RAW.

    python recorder.py FILE PORT [SECONDS]

With SECONDS, a new file begins every so many seconds, and ``%s`` in the name is the time. A signal
ends it; the last line on standard error says how many packets the kernel had to drop.
"""

import contextlib
import signal
import socket
import struct
import sys
import time
from pathlib import Path

ALL_PROTOCOLS, OUTGOING = 3, 4
IPV4, IPV6, TCP = 0x0800, 0x86DD, 6
# Of <linux/if_packet.h> and <asm-generic/socket.h>.
SOL_PACKET, PACKET_STATISTICS, SO_RCVBUFFORCE = 263, 6, 33
BUFFER = 64 << 20
# The kernel hands over segments of up to 64 KiB before they are cut into packets.
MOST = 1 << 18
MAGIC, ETHERNET = 0xA1B2C3D4, 1


def is_of(packet: bytes, port: int) -> bool:
    """Whether a frame is of a TCP connection with this port."""
    (kind,) = struct.unpack_from(">H", packet, 12)
    if kind == IPV4 and packet[23] == TCP:
        at = 14 + 4 * (packet[14] & 0xF)
    elif kind == IPV6 and packet[20] == TCP:
        at = 14 + 40
    else:
        return False
    return port in struct.unpack_from(">HH", packet, at)


def opened(name: str) -> Path:
    path = Path(name.replace("%s", str(int(time.time()))))
    path.write_bytes(struct.pack("=IHHiIII", MAGIC, 2, 4, 0, 0, MOST, ETHERNET))
    return path


def record(name: str, port: int, seconds: float) -> None:
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS)) as lines:
        with contextlib.suppress(PermissionError):
            lines.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
        lines.bind(("lo", 0))
        lines.settimeout(0.2)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        try:
            write(lines, name, port, seconds)
        finally:
            counts = lines.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8)
            dropped = struct.unpack("=II", counts)[1]
            print(f"{dropped} packets dropped by kernel", file=sys.stderr)


def write(lines: socket.socket, name: str, port: int, seconds: float) -> None:
    path, until = opened(name), time.monotonic() + seconds
    out = path.open("ab", buffering=0)
    while True:
        try:
            packet, about = lines.recvfrom(MOST)
        except TimeoutError:
            packet = b""
        # The loopback interface shows each packet twice: as it leaves, and as it comes.
        if packet and about[2] != OUTGOING and is_of(packet, port):
            now = time.time_ns()
            # Only whole packets are there to be read.
            out.write(
                struct.pack("=IIII", now // 10**9, now // 1000 % 10**6, len(packet), len(packet))
                + packet
            )
        if time.monotonic() > until:
            out.close()
            path, until = opened(name), until + seconds
            out = path.open("ab", buffering=0)


if __name__ == "__main__":
    file, of_port, *every = sys.argv[1:]
    record(file, int(of_port), float(every[0]) if every else float("inf"))
