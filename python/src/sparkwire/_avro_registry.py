"""A client for the REST API of the Confluent Schema Registry."""

from __future__ import annotations

import base64
import http.client
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping
    from http.client import HTTPMessage
    from typing import IO

ACCEPTED = "application/vnd.schemaregistry.v1+json, application/json"
SENT = "application/vnd.schemaregistry.v1+json"
AGAIN = {408, 429, 500, 502, 503, 504}  # HTTP status codes that are worth a retry
FIRST_PAUSE = 0.2  # seconds before the first retry; the pause doubles with each retry
MOST_SHOWN = 300  # the most characters of a response that an error message quotes
MOST_BYTES = 16 << 20  # the most bytes of a response
ERROR_SECONDS = 10  # how long the body of an error is read
CHUNK = 64 << 10  # how many bytes are read at once


class Client:
    """A client of one registry; it tries the registry's URLs in turn until one answers.

    A secret that is given for a URL is sent to its server only: not to the other URLs, and not to
    another server to which it redirects.
    """

    def __init__(
        self,
        urls: str,
        user: tuple[str, str] | None,
        token: str | None,
        headers: Mapping[str, str] | None,
        retries: int,
        timeout: float,
        ssl_context: ssl.SSLContext | None,
    ) -> None:
        self._targets = []
        for written in urls.split(","):
            url, own = _without_user(written.strip())
            pair = user or own
            secrets = dict(headers or {})
            if pair:
                secrets["Authorization"] = "Basic " + _base64(":".join(pair))
            elif token:
                secrets["Authorization"] = f"Bearer {token}"
            self._targets.append((url, secrets))
        self._retries = retries
        self._timeout = timeout
        self._opener = build_opener(HTTPSHandler(context=ssl_context), _Redirects)

    def subjects(self, deleted: bool) -> list[str]:
        """List the subjects."""
        return sorted(self._get("subjects", deleted, list))

    def versions(self, subject: str, deleted: bool) -> list[int]:
        """List the versions of a subject."""
        path = f"subjects/{quote(subject, safe='')}/versions"
        return sorted(self._get(path, deleted, list))

    def version(self, subject: str, number: int, deleted: bool) -> dict[str, Any]:
        """Fetch a version: ``id``, ``schema``, perhaps ``guid``, ``schemaType``, ``references``."""
        path = f"subjects/{quote(subject, safe='')}/versions/{number}"
        found: dict[str, Any] = self._get(path, deleted, dict)
        return found

    def schema(self, guid: str) -> dict[str, Any]:
        """Fetch a schema by its GUID: as `version`, perhaps without ``id``."""
        found: dict[str, Any] = self._get(f"schemas/guids/{quote(guid, safe='')}", False, dict)
        return found

    def register(self, subject: str, schema: str) -> int:
        """Register a schema under a subject. Registering it again gives the same id."""
        body = json.dumps({"schema": schema}).encode()
        path = f"subjects/{quote(subject, safe='')}/versions"
        return int(self._send(path, dict, body)["id"])

    def _get(self, path: str, deleted: bool, expected: type) -> Any:  # noqa: ANN401
        return self._send(f"{path}?deleted=true" if deleted else path, expected)

    def _send(self, path: str, expected: type, body: bytes | None = None) -> Any:  # noqa: ANN401
        pause = FIRST_PAUSE
        for attempt in range(self._retries + 1):
            for url, secrets in self._targets:
                try:
                    return self._asked(f"{url}/{path}", secrets, expected, body)
                except HTTPError as error:
                    failed = OSError(f"{url}/{path}: {error.code} {error.reason}{_said(error)}")
                    if error.code not in AGAIN:
                        raise failed from None
                except (
                    URLError,
                    TimeoutError,
                    ConnectionError,
                    http.client.HTTPException,
                ) as error:
                    failed = OSError(f"{url}/{path}: {error or type(error).__name__}")
            if attempt < self._retries:
                time.sleep(pause)
                pause *= 2
        raise failed

    def _asked(self, url: str, secrets: dict[str, str], expected: type, body: bytes | None) -> Any:  # noqa: ANN401
        headers = {"Accept": ACCEPTED, **secrets}
        if body is not None:
            headers["Content-Type"] = SENT
        request = Request(url, data=body, headers=headers)
        with self._opener.open(request, timeout=self._timeout) as answer:
            said = _read(answer, url, self._timeout)
        try:
            found = json.loads(said)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, expected):
            raise OSError(f"{url}: no answer of a registry: {said[:MOST_SHOWN]!r}")
        return found


class _Redirects(HTTPRedirectHandler):
    """Follows redirects, to another server without anything that only the first may know."""

    def redirect_request(
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        is_possible = new.scheme == "https" or (new.scheme == "http" and old.scheme == "http")
        if not is_possible or not new.hostname or new.username is not None:
            reason = "it redirects to no URL, or from https to http. Give the URL of the registry"
            raise HTTPError(req.full_url, code, reason, headers, fp)
        made = super().redirect_request(req, fp, code, msg, headers, newurl)
        if made is not None and (old.scheme, old.netloc) != (new.scheme, new.netloc):
            made.headers = {"Accept": ACCEPTED}
        return made


def _read(answer: Any, url: str, timeout: float) -> bytes:  # noqa: ANN401
    """Read a body, whose parts may each come in time, and never end all the same."""
    deadline = time.monotonic() + timeout
    parts = []
    size = 0
    while part := answer.read1(CHUNK):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise OSError(f"{url}: the answer is larger than {MOST_BYTES} bytes")
        if time.monotonic() > deadline:
            raise TimeoutError(f"no answer within {timeout} seconds")
    return b"".join(parts)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _without_user(url: str) -> tuple[str, tuple[str, str] | None]:
    """Split user name and password off a URL, so that no message shows them."""
    bare = user = None
    # The error of a URL is not described in the words of its parser, which quotes it.
    with suppress(ValueError):
        parts = urlsplit(url.rstrip("/"))
        has_port = parts.port is None or parts.port > 0
        if parts.scheme in ("http", "https") and parts.hostname and has_port:
            bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        if parts.username is not None:
            user = (unquote(parts.username), unquote(parts.password or ""))
    if bare is None or "@" in bare:
        raise ValueError(
            "a registry has a URL such as https://host:8081. In a name or password before @, "
            "write characters such as / # and space as %2F %23 %20."
        )
    return bare, user


def _said(error: HTTPError) -> str:
    """Return the registry's own error message, as a suffix for ours."""
    try:
        body = _read(error.fp, "", ERROR_SECONDS).decode("utf-8", "replace")
    except (OSError, AttributeError, http.client.HTTPException):
        return ""
    try:
        message = json.loads(body)["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        message = body
    return f": {str(message)[:MOST_SHOWN]}" if message else ""
