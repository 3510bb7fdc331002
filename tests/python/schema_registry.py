"""A minimal schema registry: Confluent's REST API over HTTP, with the schemas in memory.

Confluent's own client registers schemas here, and the code under test reads them.
"""

import base64
import json
import threading
import uuid
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit


class State:
    """The schemas of the registry, and the failures that it simulates."""

    def __init__(self, user):
        self.user = user
        self.schemas = []  # the id is the index plus 1
        self.subjects = {}
        self.requests = []
        self.fail_next = []  # the status codes of the next responses

    def register(self, subject, body):
        schema = {key: body[key] for key in ("schema", "schemaType", "references") if body.get(key)}
        if schema not in self.schemas:
            self.schemas.append(schema)
        id = self.schemas.index(schema) + 1
        versions = self.subjects.setdefault(subject, [])
        if id not in versions:
            versions.append(id)
        return {"id": id, "guid": self.guid(schema)}

    @staticmethod
    def guid(schema):
        """Derive the GUID from the schema, so that it is the same in every registry."""
        return str(uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(schema, sort_keys=True)))

    def answer(self, method, path, body):
        parts = [unquote(part) for part in path.strip("/").split("/")]
        if method == "POST" and parts[0] == "subjects" and parts[2:] == ["versions"]:
            return self.register(parts[1], body)
        if method == "GET" and parts[:2] == ["schemas", "guids"]:
            found = [one for one in self.schemas if self.guid(one) == parts[2]]
            return {**found[0], "guid": parts[2]} if found else None
        if method == "GET" and parts[:2] == ["schemas", "ids"]:
            schema = self.schemas[int(parts[2]) - 1]
            return {**schema, "guid": self.guid(schema)}
        if method == "GET" and parts == ["subjects"]:
            return list(self.subjects)
        if method == "GET" and parts[:1] == ["subjects"] and parts[1] in self.subjects:
            ids = self.subjects[parts[1]]
            if parts[2:] == ["versions"]:
                return list(range(1, len(ids) + 1))
            number = len(ids) if parts[3] == "latest" else int(parts[3])
            id = ids[number - 1]
            schema = self.schemas[id - 1]
            guid = self.guid(schema)
            return {"subject": parts[1], "version": number, "id": id, "guid": guid, **schema}
        return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._answer(None)

    def do_POST(self):
        self._answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _answer(self, body):
        state = self.server.state
        state.requests.append(self.path)
        given = self.headers.get("Authorization", "")
        if state.user and given != "Basic " + base64.b64encode(state.user.encode()).decode():
            return self._send(401, {"error_code": 401, "message": "Unauthorized"})
        if state.fail_next:
            return self._send(state.fail_next.pop(0), {"message": "come again"})
        found = state.answer(self.command, urlsplit(self.path).path, body)
        if found is None:
            return self._send(404, {"error_code": 40401, "message": "Subject not found."})
        return self._send(200, found)

    def _send(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/vnd.schemaregistry.v1+json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Do not log requests."""


@contextmanager
def running(user=None):
    """Run a registry; yield its URL and its state."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.state = State(user)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", server.state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
