"""Captures of an HTTP server that serves events as a relay does, as a table."""

import http.client
import http.server
import json
import random
import sys
import threading
from pathlib import Path

import pytest

from capture_clients import recorded

from spawn import ROOT, run

VECTORS = ROOT / "tests" / "vectors" / "databus"
EVENTS = [
    bytes.fromhex(json.loads(line)["hex"])
    for name in ("events-v1", "events-v2", "system")
    for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    if line and "fails" not in line
]
SESSION = """
import json, sys
import sparkwire
spark = sparkwire.session(master="local[2]")
reader = spark.read.format("sparkwire-capture").option("protocol", "databus")
rows = reader.load(sys.argv[1])
found = [row.asDict() for row in rows.selectExpr("stream", "src_port", "hex(value) AS value",
  "fault.reason", "databus_fault(value) AS fault").collect()]
print(json.dumps(found))
"""
ROUNDS, CLIENTS = 60, 3


class Relay(http.server.BaseHTTPRequestHandler):
    """Answers as a relay does: events in chunks or with a length, and JSON."""

    protocol_version = "HTTP/1.1"
    sent = ()

    def do_GET(self):
        if self.path.startswith("/stream"):
            number = int(self.path.rsplit("=", 1)[1])
            self.events(b"".join(self.sent[number]), number)
        else:
            self.sized(b'[{"name":"com.example.Person","id":1}]')

    def sized(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def events(self, body, number):
        if number % 3 == 0:
            self.sized(body)
        elif number % 3 == 1:
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            size = 1 + number * 37 % 3000
            for at in range(0, len(body), size):
                part = body[at : at + size]
                self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            self.wfile.write(b"0\r\nx-dbus-req-latency: 3\r\n\r\n")
        else:
            self.send_response(200)
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def client(port, numbers):
    """Ask for sources, and then for the events, as a client does: one request after the other."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for number in numbers:
        for path in ("/sources?protocolVersion=3", f"/stream?output=binary&number={number}"):
            connection.request("GET", path)
            connection.getresponse().read()
    connection.close()


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("relay")
    rng = random.Random(1)
    Relay.sent = [rng.choices(EVENTS, k=rng.randint(0, 80)) for _ in range(ROUNDS)]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    port = server.server_address[1]
    try:
        with recorded(folder, str(port)) as capture:
            started = [
                threading.Thread(target=client, args=(port, range(first, ROUNDS, CLIENTS)))
                for first in range(CLIENTS)
            ]
            for one in started:
                one.start()
            for one in started:
                one.join()
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
    (folder / "session.py").write_text(SESSION)
    code, out, err = run(
        [sys.executable, Path("session.py"), capture],
        folder,
        PYTHONPATH=str(ROOT / "python" / "src"),
    )
    assert code == 0, err
    return json.loads(out.splitlines()[-1]), port


def test_every_event_is_a_row_and_nothing_else(found):
    rows, port = found
    assert {row["src_port"] for row in rows} == {port}
    assert [row for row in rows if row["reason"] or row["fault"]] == []
    sent = [event.hex() for batch in Relay.sent for event in batch]
    assert sorted(row["value"].lower() for row in rows) == sorted(sent)


def test_the_events_of_a_connection_come_in_their_order(found):
    rows, _ = found
    # Each third response ends with its connection, so each connection has a part of a client's.
    texts = [
        "".join(event.hex() for batch in Relay.sent[first::CLIENTS] for event in batch)
        for first in range(CLIENTS)
    ]
    for stream in {row["stream"] for row in rows}:
        said = "".join(row["value"].lower() for row in rows if row["stream"] == stream)
        assert any(said in text for text in texts)
