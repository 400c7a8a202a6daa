"""Neither proxies nor redirects get a request: each server here records what it receives."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import unittest
from collections.abc import Callable
from pathlib import Path

from tests.test_faults import ToldServer, response

from mgba_bridge import AsyncBridge, Bridge, ProblemError, u8

SOURCES = Path(__file__).parents[1] / "src"
READ = "import sys; from mgba_bridge import Bridge; print(Bridge(sys.argv[1], token='secret', retries=0).emulator().read8(0))"
LIE = {"type": "/docs/troubleshooting.md#not-applied", "detail": "Send it again.", "safeToRepeat": True, "value": 1}


class ProxyTests(unittest.TestCase):
    """The client connects to the address itself."""

    def test_proxies_of_the_environment_get_no_connection(self) -> None:
        server, proxy = ToldServer(response(200, {"value": 5})), ToldServer(response(200, {"value": 6}))
        self.addCleanup(server.close)
        self.addCleanup(proxy.close)
        variables = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
        environment = {**os.environ, **dict.fromkeys(variables, f"http://{proxy.address}"), "NO_PROXY": "", "no_proxy": "",
                       "PYTHONPATH": str(SOURCES)}
        ran = subprocess.run([sys.executable, "-c", READ, server.address], env=environment, capture_output=True, text=True, check=True)
        self.assertEqual((ran.stdout, len(server.requests), proxy.connections), ("5\n", 1, 0))


class RedirectTests(unittest.TestCase):
    """A redirect is an error, and its target gets nothing."""

    def assert_refused(self, status: int, location: str | None, sentence: str, act: Callable[[Bridge], object]) -> None:
        server = ToldServer(response(status, LIE, *([] if location is None else [f"Location: {location}"])))
        self.addCleanup(server.close)
        with Bridge(server.address, token="secret") as bridge, self.assertRaises(ProblemError) as error:
            act(bridge)
        self.assertEqual((error.exception.status, error.exception.type, error.exception.detail), (status, "", sentence))
        self.assertEqual((error.exception.safe_to_repeat, len(server.requests)), (False, 1))

    def test_the_target_of_a_redirect_gets_nothing(self) -> None:
        target = ToldServer()
        self.addCleanup(target.close)
        acts: list[Callable[[Bridge], object]] = [
            lambda bridge: bridge.emulator().read8(0),
            lambda bridge: bridge.emulator().press("A"),
            lambda bridge: bridge.emulator().restore(b"state"),
            lambda bridge: bridge.emulator().watch(u8(0)),
            lambda bridge: bridge.emulator().events("watch").get(timeout=5),
            lambda bridge: bridge.wait_until_ready(),
        ]
        for status in (301, 302, 303, 307, 308):
            for act in acts:
                self.assert_refused(
                    status, f"http://{target.address}/emulators",
                    f"The bridge answered {status} and points to http://{target.address}; clients do not follow redirects. "
                    "Use that address.", act)
        self.assertEqual(target.connections, 0)

    def test_the_sentence_names_an_origin_only(self) -> None:
        for location, origin in (("HTTPS://user:password@other:7185/path?token=x", "HTTPS://other:7185"),
                                 ("https://[::1]", "https://[::1]")):
            self.assert_refused(
                307, location, f"The bridge answered 307 and points to {origin}; clients do not follow redirects. Use that address.",
                lambda bridge: bridge.emulator().read8(0))
        for useless in ("/login", "//other/", "ftp://other/", "http://", "http://a\x1b[2J/", "\xff", None):
            self.assert_refused(
                302, useless, "The bridge answered 302; clients do not follow redirects. Check the address.",
                lambda bridge: bridge.emulator().read8(0))

    def test_asyncio_follows_none_either(self) -> None:
        target = ToldServer()
        self.addCleanup(target.close)
        server = ToldServer(*[response(307, LIE, f"Location: http://{target.address}/", "Connection: close")] * 2)
        self.addCleanup(server.close)

        async def run() -> None:
            async with AsyncBridge(server.address, token="secret") as bridge:
                with self.assertRaises(ProblemError):
                    await bridge.emulator().press("A")
                with self.assertRaises(ProblemError):
                    await bridge.emulator().events().get()

        asyncio.run(run())
        self.assertEqual((len(server.requests), target.connections), (2, 0))


if __name__ == "__main__":
    unittest.main()
