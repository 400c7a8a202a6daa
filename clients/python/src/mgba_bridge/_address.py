"""Where the bridge listens, and the header lines that all requests to it have."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

AGENT = "mgba-bridge-python/1.0"


@dataclass(frozen=True)
class Endpoint:
    """A host and port, with or without TLS; or a Unix socket."""

    host: str
    port: int
    tls: bool
    unix: str | None
    common: bytes

    @classmethod
    def of(cls, address: str, token: str | None, unix: str | None) -> Endpoint:
        """Parses an address like `http://127.0.0.1:7185` or `127.0.0.1:7185`."""
        url = urlsplit(address if "://" in address else f"http://{address}")
        if url.scheme not in ("http", "https") or not url.hostname or url.path not in ("", "/"):
            raise ValueError(f'The address must be like http://127.0.0.1:7185; got "{address}".')
        if token is not None and not (token.isascii() and token.isprintable()):
            raise ValueError("The token has characters that a header can't have.")
        tls = url.scheme == "https"
        host = "localhost" if unix else url.netloc.rpartition("@")[2]
        lines = [f"Host: {host}", f"User-Agent: {AGENT}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        common = "".join(f"{line}\r\n" for line in lines).encode("latin-1")
        return cls(url.hostname, url.port or (443 if tls else 80), tls, unix, common)

    def __str__(self) -> str:
        return self.unix or f"{'https' if self.tls else 'http'}://{self.host}:{self.port}"
