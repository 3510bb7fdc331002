"""A client for the read requests of the Confluent Schema Registry's REST API."""

from __future__ import annotations

import base64
import http.client
import json
import time
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

ACCEPTED = "application/vnd.schemaregistry.v1+json, application/json"
AGAIN = {408, 429, 500, 502, 503, 504}  # HTTP status codes that are worth a retry
FIRST_PAUSE = 0.2  # seconds before the first retry; the pause doubles with each retry
MOST_SHOWN = 300  # the most characters of a response that an error message quotes


class Client:
    """A client of one registry; it tries the registry's URLs in turn until one answers."""

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
        found = [_without_user(url.strip()) for url in urls.split(",")]
        self._urls = [url for url, _ in found]
        user = user or next((user for _, user in found if user), None)
        self._headers = {"Accept": ACCEPTED, **(headers or {})}
        if user:
            pair = base64.b64encode(":".join(user).encode()).decode()
            self._headers["Authorization"] = f"Basic {pair}"
        elif token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._retries = retries
        self._timeout = timeout
        self._ssl_context = ssl_context

    def subjects(self, deleted: bool) -> list[str]:
        """List the subjects."""
        return sorted(self._get("subjects", deleted, list))

    def versions(self, subject: str, deleted: bool) -> list[int]:
        """List the versions of a subject."""
        path = f"subjects/{quote(subject, safe='')}/versions"
        return sorted(self._get(path, deleted, list))

    def version(self, subject: str, number: int, deleted: bool) -> dict[str, Any]:
        """Fetch a version: ``id`` and ``schema``, optionally ``schemaType`` and ``references``."""
        path = f"subjects/{quote(subject, safe='')}/versions/{number}"
        found: dict[str, Any] = self._get(path, deleted, dict)
        return found

    def _get(self, path: str, deleted: bool, expected: type) -> Any:  # noqa: ANN401
        path = f"{path}?deleted=true" if deleted else path
        pause = FIRST_PAUSE
        for attempt in range(self._retries + 1):
            for url in self._urls:
                try:
                    return self._asked(f"{url}/{path}", expected)
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

    def _asked(self, url: str, expected: type) -> Any:  # noqa: ANN401
        request = Request(url, headers=self._headers)
        with urlopen(request, timeout=self._timeout, context=self._ssl_context) as answer:
            body = answer.read()
        try:
            found = json.loads(body)
        except ValueError:
            found = None
        if not isinstance(found, expected):
            raise OSError(f"{url}: no answer of a registry: {body[:MOST_SHOWN]!r}")
        return found


def _without_user(url: str) -> tuple[str, tuple[str, str] | None]:
    """Split user name and password off a URL, so that no message shows them."""
    parts = urlsplit(url.rstrip("/"))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"a registry has a URL such as https://host:8081, not {parts.netloc!r}")
    if parts.username is None:
        return url.rstrip("/"), None
    user = (unquote(parts.username), unquote(parts.password or ""))
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return bare, user


def _said(error: HTTPError) -> str:
    """Return the registry's own error message, as a suffix for ours."""
    try:
        body = error.read().decode("utf-8", "replace")
    except OSError:
        return ""
    try:
        message = json.loads(body)["message"]
    except (ValueError, KeyError, TypeError):
        message = body
    return f": {str(message)[:MOST_SHOWN]}" if message else ""
