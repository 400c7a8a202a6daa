"""HTTP/1.1 without I/O: builds requests, and parses responses from bytes as they arrive."""

from __future__ import annotations

import re

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
_MEDIA_TYPE = re.compile(rb"\r\ncontent-type: *([\w.+-]+/[\w.+-]+)", re.IGNORECASE)
_MAX_HEAD = 65536


class ProtocolViolation(Exception):
    """The bytes are not an HTTP response."""


class Response:
    """A status, the head as bytes, and the body."""

    __slots__ = ("body", "head", "status")

    def __init__(self, status: int, head: bytes, body: bytes) -> None:
        self.status = status
        self.head = head
        self.body = body

    def header(self, name: str) -> str | None:
        """Returns the value of a header; None if it is missing."""
        found = re.search(rb"\r\n" + name.encode() + rb": *([^\r\n]*)", self.head, re.IGNORECASE)
        return found[1].decode("latin-1") if found else None

    @property
    def media_type(self) -> str | None:
        """Returns the media type of the body; None if there is none."""
        found = _MEDIA_TYPE.search(self.head)
        return found[1].decode("ascii").lower() if found else None

    @property
    def closes(self) -> bool:
        """Returns whether the server closes the connection after this response."""
        return _CLOSE.search(self.head) is not None


class ChunkDecoder:
    """Decodes a chunked body. `ended` is true after the last chunk."""

    def __init__(self) -> None:
        self._rest = b""
        # Bytes left of the present chunk, with the two of CR LF after it.
        self._left = 0
        self.ended = False

    @property
    def rest(self) -> bytes:
        """The bytes after the body, once it has ended."""
        return self._rest

    def feed(self, data: bytes) -> bytes:
        """Returns the content of the chunks in these bytes."""
        self._rest += data
        content = []
        while not self.ended:
            if self._left > 2:
                part = self._rest[:self._left - 2]
                content.append(part)
                self._rest = self._rest[len(part):]
                self._left -= len(part)
                if self._left > 2:
                    break
            if self._left:
                if len(self._rest) < 2:
                    break
                self._rest = self._rest[2:]
                self._left = 0
            end = self._rest.find(b"\r\n")
            if end < 0:
                break
            size = int(self._rest[:end].split(b";")[0], 16)
            if size > 0:
                self._left = size + 2
                self._rest = self._rest[end + 2:]
            elif len(self._rest) < end + 4:
                # The empty line after the last chunk must not stay for the next response. The bridge sends no trailers.
                break
            else:
                self.ended = True
                self._rest = self._rest[end + 4:]
        return b"".join(content)


class ResponseReader:
    """Parses responses. `feed` returns each one when its last byte has arrived."""

    __slots__ = ("_body", "_chunks", "_data", "_head", "_length", "_parts")

    def __init__(self) -> None:
        self._data = b""
        self._head: bytes | None = None
        self._length = 0
        self._chunks: ChunkDecoder | None = None
        self._parts: list[bytes] = []

    def feed(self, data: bytes) -> Response | None:
        """Takes the next bytes; returns the response once it is complete."""
        self._data = self._data + data if self._data else data
        if self._head is None and not self._read_head():
            return None
        head = self._head
        assert head is not None
        if self._chunks is not None:
            self._parts.append(self._chunks.feed(self._data))
            self._data = b""
            if not self._chunks.ended:
                return None
            body = b"".join(self._parts)
            self._data = self._chunks.rest
        elif len(self._data) < self._length:
            return None
        else:
            body, self._data = self._data[:self._length], self._data[self._length:]
        self._head, self._chunks, self._parts = None, None, []
        return Response(int(head[9:12]), head, body)

    def feed_head(self, data: bytes) -> Response | None:
        """Returns status and head of a stream once they are complete, with the chunks so far as the body; `feed_body` has the rest.

        An error, or another response with a length, is no stream: it is returned once it is complete.
        """
        self._data += data
        if self._head is None and not self._read_head():
            return None
        head = self._head
        assert head is not None
        if int(head[9:12]) >= 300 or self._length > 0:
            return self.feed(b"")
        rest, self._data = self._data, b""
        return Response(int(head[9:12]), head, self.feed_body(rest))

    def feed_body(self, data: bytes) -> bytes:
        """Returns the next part of a stream's body."""
        return self._chunks.feed(data) if self._chunks is not None else data

    @property
    def body_ended(self) -> bool:
        """Returns whether a chunked stream has ended."""
        return self._chunks is not None and self._chunks.ended

    def _read_head(self) -> bool:
        while True:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                if len(self._data) > _MAX_HEAD or self._data[:9] != b"HTTP/1.1 "[:len(self._data)]:
                    raise ProtocolViolation("The response is not HTTP/1.1.")
                return False
            head, self._data = self._data[:end + 2], self._data[end + 4:]
            if not head.startswith(b"HTTP/1.1 "):
                raise ProtocolViolation("The response is not HTTP/1.1.")
            status = int(head[9:12])
            if status < 200:
                continue
            self._head = head
            self._chunks = None
            self._length = 0
            if status not in (204, 304):
                length = _LENGTH.search(head)
                if length:
                    self._length = int(length[1])
                elif _CHUNKED.search(head):
                    self._chunks = ChunkDecoder()
            return True


def write_request(method: str, target: str, common: bytes, content_type: str | None, accept: str | None, body: bytes | None,
                  key: str | None = None) -> bytes:
    """Returns the bytes of a request; `common` are the header lines that all requests of a client have."""
    head = f"{method} {target} HTTP/1.1\r\n".encode("ascii") + common
    if accept is not None:
        head += b"Accept: " + accept.encode("latin-1") + b"\r\n"
    if key is not None:
        head += b"Idempotency-Key: " + key.encode("latin-1") + b"\r\n"
    if body is None:
        # A POST or PUT without a body still has a length.
        return head + (b"\r\n" if method in ("GET", "DELETE") else b"Content-Length: 0\r\n\r\n")
    return head + f"Content-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n".encode("latin-1") + body
