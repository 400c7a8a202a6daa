"""What the client repeats, and what it leaves to its user: against a server that fails as told, and against a real bridge."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import socket
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from unittest import mock

from tests.running import RunningBridge, free_port

from mgba_bridge import (
    AsyncBridge, Batch, Bridge, Condition, Emulator, Held, NoEmulator, NotApplied, OutcomeUnknown, Overloaded, ProblemError, Unreachable,
    u8, u16,
)
from mgba_bridge._calls import Attempts, Call
from mgba_bridge._http import ChunkDecoder, ResponseReader

CLOSE = b""


def response(status: int, body: object, *headers: str) -> bytes:
    """Returns a response as bytes."""
    content = json.dumps(body).encode()
    kind = "application/problem+json" if status >= 400 else "application/json"
    return told(status, kind, content, *headers)


def told(status: int, kind: str, content: bytes, *headers: str) -> bytes:
    """Returns a response of any type as bytes."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {kind}", f"Content-Length: {len(content)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + content


def problem(kind: str, status: int, **members: object) -> bytes:
    """Returns a problem as bytes, to be repeated at once."""
    body: dict[str, object] = {"type": f"/docs/troubleshooting.md#{kind}", "title": kind, "detail": "as told", **members}
    return response(status, body, "Retry-After: 0")


class PauseTests(unittest.TestCase):
    """The pauses before attempts."""

    def test_a_pause_has_at_most_five_seconds_after_any_number_of_attempts(self) -> None:
        attempts = Attempts(Call("GET", "/", lambda response: None), 2000)
        pauses = [attempts.after(Unreachable("as told")) for _ in range(2000)]
        self.assertEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0], pauses[:7])
        self.assertEqual({5.0}, set(pauses[7:]))


class ToldServer:
    """Answers each request with the next of its answers; CLOSE closes the connection instead."""

    def __init__(self, *answers: bytes, unix: str | None = None) -> None:
        self.requests: list[bytes] = []
        self.connections = 0
        self.closes = False
        self._answers = list(answers)
        if unix is None:
            self._listener = socket.create_server(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        else:
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(unix)
            self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Ends it."""
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            self.connections += 1
            with client:
                self._serve_one(client)

    def _serve_one(self, client: socket.socket) -> None:
        while data := client.recv(65536):
            self.requests.append(data)
            answer = self._answers.pop(0) if self._answers else CLOSE
            if answer == CLOSE:
                return
            client.sendall(answer)
            if self.closes:
                return


class RepeatTests(unittest.TestCase):
    """Requests are repeated only if they can't do anything twice."""

    def serve(self, *answers: bytes, retries: int = 3) -> tuple[ToldServer, Bridge]:
        server = ToldServer(*answers)
        self.addCleanup(server.close)
        bridge = Bridge(server.address, retries=retries)
        self.addCleanup(bridge.close)
        return server, bridge

    def test_a_request_that_did_not_run_is_sent_again(self) -> None:
        for kind, status in (("not-applied", 503), ("overloaded", 503), ("stopping", 503), ("too-many-requests", 429)):
            server, bridge = self.serve(problem(kind, status), response(200, {"frame": 1}))
            self.assertEqual(bridge.emulator().reset(), 1, kind)
            self.assertEqual(len(server.requests), 2, kind)

    def test_retries_end(self) -> None:
        server, bridge = self.serve(*[problem("overloaded", 503)] * 3, retries=2)
        with self.assertRaises(Overloaded):
            bridge.emulator().press("A")
        self.assertEqual(len(server.requests), 3)
        server, bridge = self.serve(problem("not-applied", 503), retries=0)
        with self.assertRaises(NotApplied):
            bridge.emulator().read8(0)
        self.assertEqual(len(server.requests), 1)

    def test_an_unknown_outcome_that_the_bridge_reports_is_not_repeated(self) -> None:
        for safe in (False, True):
            server, bridge = self.serve(problem("outcome-unknown", 504, safeToRepeat=safe))
            with self.assertRaises(OutcomeUnknown) as unknown:
                bridge.emulator().write8(0x02000000, 1)
            self.assertEqual((unknown.exception.safe_to_repeat, len(server.requests)), (safe, 1))

    def test_a_lost_connection_repeats_what_cannot_happen_twice(self) -> None:
        repeated: list[tuple[str, Callable[[Bridge], object], object]] = [
            ("read", lambda bridge: bridge.emulator().read8(0), {"value": 5}),
            ("write", lambda bridge: bridge.emulator().write8(0, 5), {}),
            ("load", lambda bridge: bridge.emulator().load_state("x"), {"frame": 1}),
            ("batch", lambda bridge: bridge.emulator().batch(Batch().read(u8(0)).write(1, 1)), {"frame": 1, "results": []}),
        ]
        for name, act, answer in repeated:
            server, bridge = self.serve(CLOSE, response(200, answer))
            act(bridge)
            self.assertEqual(len(server.requests), 2, name)

    def test_a_lost_connection_leaves_the_outcome_of_effects_unknown(self) -> None:
        once: list[tuple[str, Callable[[Bridge], object]]] = [
            ("press", lambda bridge: bridge.emulator().press("A")),
            ("reset", lambda bridge: bridge.emulator().reset()),
            ("act", lambda bridge: bridge.emulator().act(["A"])),
            ("batch", lambda bridge: bridge.emulator().batch(Batch().press("A"))),
            ("guarded write", lambda bridge: bridge.emulator().batch(Batch().guard(u8(0), "eq", 1).write(0, 2))),
        ]
        for name, act in once:
            server, bridge = self.serve(CLOSE, response(200, {}))
            with self.assertRaises(OutcomeUnknown) as unknown:
                act(bridge)
            self.assertEqual((unknown.exception.safe_to_repeat, unknown.exception.status, len(server.requests)), (False, 0, 1), name)

    def test_other_problems_are_not_repeated(self) -> None:
        for kind, status in (("no-emulator", 503), ("held", 409), ("interrupted", 409), ("internal-error", 500)):
            server, bridge = self.serve(problem(kind, status))
            with self.assertRaises(ProblemError) as error:
                bridge.emulator().read8(0)
            self.assertEqual((error.exception.type, len(server.requests)), (kind, 1))
            self.assertEqual(error.exception.safe_to_repeat, kind in ("no-emulator", "held"))

    def test_a_hold_of_several_that_fails_raises_why_and_not_what_its_release_raises(self) -> None:
        server, bridge = self.serve(response(200, {"lease": "l1"}), problem("no-emulator", 503), problem("internal-error", 500))
        with self.assertRaises(NoEmulator):
            bridge.hold_all(["red", "blue"])
        self.assertIn(b"DELETE /emulators/red/frames/hold?lease=l1", server.requests[-1])

    def test_a_clip_that_cannot_be_deleted_is_returned_and_one_that_cannot_be_fetched_is_deleted(self) -> None:
        clip = response(200, {"id": "ab", "format": "gif", "from": 2, "to": 61, "seconds": 1, "fps": 60, "notes": 0})
        server, bridge = self.serve(clip, told(200, "image/gif", b"GIF89a"), problem("internal-error", 500))
        self.assertEqual(bridge.emulator().clip().data, b"GIF89a")
        self.assertIn(b"DELETE /emulators/default/clips/ab", server.requests[-1])
        server, bridge = self.serve(clip, problem("internal-error", 500), problem("no-emulator", 503))
        with self.assertRaises(ProblemError) as error:
            bridge.emulator().clip()
        self.assertEqual(error.exception.type, "internal-error")
        self.assertIn(b"DELETE /emulators/default/clips/ab", server.requests[-1])

    def test_a_wait_in_a_game_that_is_held_ends_at_once(self) -> None:
        sentence = "bot has frozen the game exclusively; it resumes in 60000 ms unless the lease is renewed. It did not run."
        held = response(409, {"type": "#held", "title": "held", "detail": sentence, "safeToRepeat": True}, "Retry-After: 60")
        server, bridge = self.serve(held, held)
        waits: list[Callable[[Emulator], object]] = [lambda game: game.wait_frames(1), lambda game: game.wait_until(Condition(u8(0)))]
        for wait in waits:
            with self.assertRaises(Held) as refused:
                wait(bridge.emulator())
            self.assertEqual((refused.exception.detail, refused.exception.retry_after), (sentence, 60))
        self.assertEqual(len(server.requests), 2)

    def test_a_response_that_no_bridge_sends_is_described(self) -> None:
        acts: list[tuple[str, Callable[[Emulator], object]]] = [
            ("/memory/0x00000000?type=u8", lambda game: game.read8(0)),
            ("/buttons/press", lambda game: game.press("A")),
            ("/console", lambda game: game.log("x")),
            ("/state", lambda game: game.state()),
            ("/screen", lambda game: game.screen()),
            ("/events?topics=watch", lambda game: game.events("watch").get(timeout=5)),
        ]
        page = b"<!DOCTYPE html><title>Log in</title>"
        for target, act in acts:
            for status in (200, 404, 502):
                server, bridge = self.serve(told(status, "text/html; charset=utf-8", page))
                self.assert_described(bridge, act, f"{target} answered {status} with text/html, which is no answer of a bridge: ", status)
        for content, came in ((b"", "an empty body"), (b'{"value": ', "application/json, which is no answer of a bridge"),
                              (b"[]", "application/json, which is no answer of a bridge"),
                              (b'{"value": "x"}', "application/json, which is no answer of a bridge")):
            server, bridge = self.serve(told(200, "application/json", content))
            self.assert_described(bridge, acts[0][1], f"{acts[0][0]} answered 200 with {came}: check the address.", 200)
            self.assertEqual(len(server.requests), 1)

    def assert_described(self, bridge: Bridge, act: Callable[[Emulator], object], sentence: str, status: int) -> None:
        with self.assertRaises(ProblemError) as error:
            act(bridge.emulator())
        self.assertEqual((error.exception.status, error.exception.type), (status, ""))
        self.assertIn(f"{bridge.address}/emulators/default{sentence}", error.exception.detail)

    def test_a_body_that_breaks_off_is_lost(self) -> None:
        server, bridge = self.serve(response(200, {"frame": 1})[:-4])
        server.closes = True
        with self.assertRaises(OutcomeUnknown) as lost:
            bridge.emulator().reset()
        self.assertIn(f"The connection to http://{server.address} broke while the request was in flight (it was closed).",
                      lost.exception.detail)

    def test_a_stream_that_is_lost_while_it_connects_raises_an_error_of_the_package(self) -> None:
        _, bridge = self.serve(CLOSE)
        with self.assertRaises(OutcomeUnknown) as lost:
            bridge.emulator().events().connect()
        self.assertTrue(lost.exception.safe_to_repeat)

    def test_a_bridge_is_waited_for_behind_a_proxy_that_closes_connections(self) -> None:
        running = response(200, {"name": "default", "state": "running", "frame": 1, "framesPerSecond": 60})
        _, bridge = self.serve(CLOSE, running, CLOSE, problem("outcome-unknown", 504), retries=0)
        self.assertEqual(bridge.wait_until_ready().state, "running")
        for timeout, status in ((-1.0, 0), (30.0, 504)):
            with self.assertRaises(OutcomeUnknown) as unknown:
                bridge.wait_until_ready(timeout)
            self.assertEqual(unknown.exception.status, status)

    def test_an_idle_connection_that_was_closed_is_not_used(self) -> None:
        server, bridge = self.serve(response(200, {"value": 1}, "Connection: close"), response(200, {"frame": 2}))
        self.assertEqual(bridge.emulator().read8(0), 1)
        self.assertEqual(bridge.emulator().reset(), 2)
        self.assertEqual(len(server.requests), 2)

    def test_an_idle_connection_is_used_again_in_a_process_with_many_open_files(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < 2048:
            self.skipTest(f"at most {hard} files may be open")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        server, bridge = self.serve(response(200, {"value": 1}), response(200, {"value": 2}))
        for _ in range(1024):
            self.addCleanup(os.close, os.open(os.devnull, os.O_RDONLY))
        with mock.patch("mgba_bridge._sync.io._FRESH_SECONDS", 0):
            self.assertEqual([bridge.emulator().read8(0) for _ in range(2)], [1, 2])
        self.assertEqual(server.connections, 1)

    def test_nothing_at_the_address_is_unreachable(self) -> None:
        port = free_port()
        bridge = Bridge(f"127.0.0.1:{port}", retries=1)
        with self.assertRaises(Unreachable) as error:
            bridge.emulator().press("A")
        self.assertTrue(error.exception.safe_to_repeat)
        sentence = f"Nothing answers at http://127.0.0.1:{port} (Connection refused). Start the bridge, or give its address."
        self.assertEqual(str(error.exception), sentence)
        with self.assertRaises(Unreachable) as error:
            asyncio.run(AsyncBridge(f"127.0.0.1:{port}", retries=0).emulator().reset())
        self.assertEqual(str(error.exception), sentence)
        for address in ("ftp://x", "http://", "http://x/path"):
            with self.assertRaises(ValueError):
                Bridge(address)
        with self.assertRaises(ValueError):
            Bridge(token="a\r\nb")

    def test_asyncio_follows_the_same_rules(self) -> None:
        async def run(server: ToldServer) -> None:
            async with AsyncBridge(server.address) as bridge:
                self.assertEqual(await bridge.emulator().read8(0), 5)
                with self.assertRaises(OutcomeUnknown):
                    await bridge.emulator().press("A")

        server, _ = self.serve(problem("not-applied", 503), CLOSE, response(200, {"value": 5}), CLOSE)
        asyncio.run(run(server))
        self.assertEqual(len(server.requests), 4)

    def test_a_response_that_does_not_come_in_time_is_lost(self) -> None:
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with Bridge(address, timeout=0.05, retries=0) as bridge, self.assertRaises(OutcomeUnknown) as unknown:
            bridge.emulator().press("A")
        self.assertIn("no response within 0.05 s", unknown.exception.detail)

        async def press() -> None:
            async with AsyncBridge(address, timeout=0.05, retries=0) as bridge:
                await bridge.emulator().press("A")

        with self.assertRaises(OutcomeUnknown):
            asyncio.run(press())

    def test_a_ticket_has_a_url_or_over_a_unix_socket_a_path(self) -> None:
        path = "/emulators/default/screen?ticket=a"
        made = response(201, {"id": "a", "for": "screen", "url": path, "expiresAt": "2030-01-01T00:00:00Z"})
        server, bridge = self.serve(made)
        self.assertEqual(bridge.emulator().create_ticket("screen").url, f"http://{server.address}{path}")
        with tempfile.TemporaryDirectory() as folder:
            server = ToldServer(made, unix=f"{folder}/socket")
            self.addCleanup(server.close)
            with Bridge(unix=f"{folder}/socket") as local:
                self.assertEqual(local.emulator().create_ticket("screen").url, path)

    def test_tokens_are_sent(self) -> None:
        server = ToldServer(response(200, {"value": 1}))
        self.addCleanup(server.close)
        with Bridge(server.address, token="secret") as bridge:
            bridge.emulator().read8(0)
        self.assertIn(b"\r\nAuthorization: Bearer secret\r\n", server.requests[0])


class SplitTests(unittest.TestCase):
    """Responses may arrive in any pieces."""

    def test_every_split_gives_the_same_responses(self) -> None:
        chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n3;x=y\r\nefg\r\n0\r\n\r\n"
        stream = b"HTTP/1.1 100 Continue\r\n\r\n" + chunked + b"HTTP/1.1 204 No Content\r\n\r\n" + response(404, {"title": "no"}) + chunked
        whole = [(200, b"abcdefg"), (204, b""), (404, b'{"title": "no"}'), (200, b"abcdefg")]
        for size in range(1, len(stream)):
            reader, found = ResponseReader(), []
            for at in range(0, len(stream), size):
                piece: bytes = stream[at:at + size]
                while (parsed := reader.feed(piece)) is not None:
                    found.append((parsed.status, parsed.body))
                    piece = b""
            self.assertEqual(found, whole, f"pieces of {size}")

    def test_every_split_of_an_error_of_a_stream_gives_its_whole_body(self) -> None:
        chunked = b"HTTP/1.1 503 X\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n"
        for whole, status, body in ((response(503, {"type": "#x"}), 503, b'{"type": "#x"}'), (chunked, 503, b"abcd"),
                                    (told(200, "text/html", b"<p>Log in"), 200, b"<p>Log in")):
            for size in range(1, len(whole) + 1):
                reader = ResponseReader()
                *early, last = [reader.feed_head(whole[at:at + size]) for at in range(0, len(whole), size)]
                assert last is not None
                self.assertEqual((set(early) - {None}, last.status, last.body), (set(), status, body), f"pieces of {size}")

    def test_chunks_end_after_the_empty_line(self) -> None:
        decoder = ChunkDecoder()
        self.assertEqual(decoder.feed(b"1\r\na\r\n0\r\n"), b"a")
        self.assertFalse(decoder.ended)
        decoder.feed(b"\r\n")
        self.assertTrue(decoder.ended)


class RestartTests(unittest.TestCase):
    """A real bridge and emulator that fail."""

    def setUp(self) -> None:
        self.running = RunningBridge(speed="1")
        self.addCleanup(self.running.close)
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)

    def test_a_press_whose_emulator_dies_is_unknown_and_a_read_gets_no_emulator(self) -> None:
        game = self.bridge.emulator()

        def kill_when_pressed() -> None:
            with Bridge(self.running.address) as other:
                while not other.emulator().buttons().down:
                    pass
            self.running.emulators["default"].kill()

        killer = threading.Thread(target=kill_when_pressed)
        killer.start()
        with self.assertRaises(OutcomeUnknown) as unknown:
            game.press("A", hold=3600)
        killer.join()
        self.assertEqual((unknown.exception.status, unknown.exception.safe_to_repeat), (504, False))
        with self.assertRaises(NoEmulator):
            game.read8(0x02000000)

    def test_reads_and_events_go_on_after_the_bridge_was_started_again(self) -> None:
        game = self.bridge.emulator()
        self.assertEqual(game.read8(0x02000101), 1)
        with game.events("watch") as events:
            self.running.stop()
            self.running.start()
            self.assertEqual(game.read8(0x02000101), 1)
            game.watch(u16(0x02000020))
            deadline = time.monotonic() + 20
            event = None
            while event is None and time.monotonic() < deadline:
                game.press("A")
                event = events.get(timeout=0.5)
                if event is not None and event.topic == "gap":
                    event = None
            assert event is not None
            self.assertEqual(event.topic, "watch")

    def test_a_stream_sets_its_watches_again_after_the_bridge_was_started_again(self) -> None:
        game = self.bridge.emulator()
        other = game.watch(u16(0x02000100))
        watch = game.watch(u16(0x02000020), name="presses of A")
        with game.events("watch", watches=[watch]) as events:
            self.running.stop()
            self.running.start()
            # This read connects again: a write over the old connection would have an unknown outcome.
            self.assertEqual(game.read8(0x02000101), 1)
            # Another client's watch gets the id that the stream's watch had.
            while game.watch(u16(0x02000102)).id < watch.id:
                pass
            gap = events.get(timeout=20)
            assert gap is not None
            self.assertEqual(gap.topic, "gap")
            before = game.read16(0x02000020)
            game.press("A")
            event = events.get(timeout=20)
            assert event is not None
            self.assertEqual((event.name, event.value, event.data["id"]), ("presses of A", before + 1, watch.id))
        self.assertLess(other.id, watch.id)

    def test_a_stream_on_asyncio_sets_its_watches_again_by_their_ids(self) -> None:
        async def play() -> None:
            async with AsyncBridge(self.running.address) as bridge:
                game = bridge.emulator()
                watch = await game.watch("[0x02000008]+0x10")
                async with game.events("watch", watches=watch.id) as events:
                    await asyncio.to_thread(self.running.stop)
                    await asyncio.to_thread(self.running.start)
                    gap = await events.get(timeout=20)
                    assert gap is not None
                    self.assertEqual(gap.topic, "gap")
                    self.assertEqual([each.value for each in await game.watches()], [0x10])

        asyncio.run(play())


if __name__ == "__main__":
    unittest.main()
