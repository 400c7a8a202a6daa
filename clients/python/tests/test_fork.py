"""Processes that fork with an open client: each gets its own answers, and the parent keeps its connections, streams and holds."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

from tests import gymnasium_stand_in
from tests.running import RunningBridge

from mgba_bridge import AsyncBridge, Bridge, u16
from mgba_bridge.envs import Task

CHILDREN = 4
QUESTIONS = 1000
TABLE = 0x02010000
PATIENCE_SECONDS = 100
TASK = Task(actions=("", "A"), read=(u16(0x02000020),), frames=2, reward=lambda before, after: float(after[0] - before[0]))


def value_at(index: int) -> int:
    """Returns the value in the table at an index: no other index has it."""
    return index * 7 % 65536


def fork(run: Callable[[], int]) -> int:
    """Runs this in a forked process, which exits with its result, at most 254, or 255 after an exception; SIGALRM ends a hang."""
    sys.stderr.flush()
    process = os.fork()
    if process != 0:
        return process
    code = 255
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE_SECONDS)
        code = min(run(), 254)
    except SystemExit as exit:
        code = int(exit.code or 0)
    finally:
        # Like an interpreter that ends: finalizers run, but not the tests of the parent.
        os._exit(code)


def exit_code(process: int) -> int:
    """Waits for a forked process; returns its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


class ImpatientTestCase(unittest.TestCase):
    """Tests that fail instead of waiting forever."""

    def setUp(self) -> None:
        def fail(number: int, frame: object) -> None:
            raise AssertionError(f"It hangs after {PATIENCE_SECONDS} s.")

        signal.signal(signal.SIGALRM, fail)
        signal.alarm(PATIENCE_SECONDS)
        self.addCleanup(signal.alarm, 0)


class NumberServer:
    """Answers each read with the number in its path, or with the number of its connections.

    It is a forked process, which takes none of the tests' locks.
    """

    CONNECTIONS = 0xFFFF

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._connections = 0
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"{'https' if tls else 'http'}://127.0.0.1:{self._listener.getsockname()[1]}"
        self._process = fork(self._accept)
        self._listener.close()

    def close(self) -> None:
        """Ends it."""
        os.kill(self._process, signal.SIGKILL)
        exit_code(self._process)

    def _accept(self) -> int:
        while True:
            client = self._listener.accept()[0]
            self._connections += 1
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client if self._tls is None else self._tls.wrap_socket(client, server_side=True) as connection:
            while data := connection.recv(65536):
                number = int(data.split(b"?")[0].rpartition(b"/")[2], 0)
                body = f'{{"value": {self._connections if number == self.CONNECTIONS else number}}}'
                connection.sendall(f"HTTP/1.1 200 X\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())


@unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
class ForkTests(ImpatientTestCase):
    """A real bridge."""

    running: RunningBridge

    @classmethod
    def setUpClass(cls) -> None:
        cls.running = RunningBridge(("default", "second", "third", "fourth"), speed="1")
        cls.addClassCleanup(cls.running.close)
        with Bridge(cls.running.address) as bridge:
            table = b"".join(value_at(index).to_bytes(2, "little") for index in range(QUESTIONS))
            with bridge.emulator().hold() as held:
                bridge.emulator().write_bytes(TABLE, table)
                held.step()

    def setUp(self) -> None:
        super().setUp()
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)

    def count_foreign(self, bridge: Bridge, start: int = 0) -> int:
        """Asks for each value of the table; returns how many answers were others."""
        game = bridge.emulator()
        asked = [(start + index) % QUESTIONS for index in range(QUESTIONS)]
        return sum(game.read16(TABLE + 2 * index) != value_at(index) for index in asked)

    async def count_foreign_async(self, bridge: AsyncBridge, start: int = 0) -> int:
        game = bridge.emulator()
        asked = [(start + index) % QUESTIONS for index in range(QUESTIONS // 5)]
        return sum([await game.read16(TABLE + 2 * index) != value_at(index) for index in asked])

    def test_each_process_gets_its_own_answers(self) -> None:
        self.assertEqual(self.bridge.emulator().read16(TABLE + 2), value_at(1))
        children = [fork(partial(self.count_foreign, self.bridge, 100 * number)) for number in range(1, CHILDREN + 1)]
        self.assertEqual(self.count_foreign(self.bridge), 0)
        self.assertEqual([exit_code(child) for child in children], [0] * CHILDREN)

    def test_each_process_gets_its_own_answers_on_asyncio(self) -> None:
        def child(bridge: AsyncBridge, start: int) -> int:
            return asyncio.run(self.count_foreign_async(bridge, start))

        async def run() -> None:
            async with AsyncBridge(self.running.address) as bridge:
                watch = await bridge.emulator().watch(u16(0x02000020))
                async with bridge.emulator().events("watch", watches=[watch]) as events:
                    self.assertEqual(await bridge.emulator().read16(TABLE + 2), value_at(1))
                    children = [fork(partial(child, bridge, 100 * number)) for number in range(1, CHILDREN + 1)]
                    self.assertEqual(await self.count_foreign_async(bridge), 0)
                    self.assertEqual([exit_code(child) for child in children], [0] * CHILDREN)
                    # The children had the descriptors of this event loop, and must have left them as they were.
                    self.assertEqual(await self.count_foreign_async(bridge), 0)
                    await bridge.emulator().press("A")
                    event = await events.get(timeout=20)
                    assert event is not None
                    self.assertEqual(event.value, watch.value + 1)

        asyncio.run(run())

    def test_a_client_outlives_its_event_loop(self) -> None:
        async def read(bridge: AsyncBridge) -> int:
            return await bridge.emulator().read16(TABLE + 2)

        with warnings.catch_warnings():
            # asyncio warns of the connection, which is still open when its loop ends.
            warnings.simplefilter("ignore", ResourceWarning)
            bridge = AsyncBridge(self.running.address, retries=0)
            self.assertEqual([asyncio.run(read(bridge)) for _ in range(2)], [value_at(1)] * 2)
            del bridge
            gc.collect()

    def test_a_stream_is_opened_again_in_the_child(self) -> None:
        game = self.bridge.emulator()
        watch = game.watch(u16(0x02000020))
        with game.events("watch", watches=[watch]) as events:
            def child() -> int:
                with events:
                    game.press("A")
                    event = events.get(timeout=20)
                    return 0 if event is not None and event.value == watch.value + 1 else 1

            self.assertEqual(exit_code(fork(child)), 0)
            game.press("A")
            seen = [events.get(timeout=20), events.get(timeout=20)]
            self.assertEqual([event and event.value for event in seen], [watch.value + 1, watch.value + 2])

    def test_a_child_ends_no_hold_of_its_parent(self) -> None:
        game = self.bridge.emulator()
        with game.hold(exclusive=True) as held, self.bridge.hold_all(["second"]) as group:
            def child() -> int:
                steps: list[Callable[[], object]] = [held.step, held.act, held.renew, group.step]
                for step in steps:
                    with self.assertRaises(RuntimeError) as refused:
                        step()
                    self.assertIn(f"held by the process {os.getppid()}", str(refused.exception))
                with held, group:
                    sys.exit(3)

            self.assertEqual(exit_code(fork(child)), 3)
            frame = held.step().frame
            self.assertEqual(held.step(5).frame, frame + 5)
            group.step()

    def test_games_of_a_group_step_at_the_same_time_in_the_child(self) -> None:
        def step() -> int:
            with self.bridge.hold_all() as group:
                group._is_one_request = False
                return len({len(group.step()), 4}) - 1

        self.assertEqual(step(), 0)
        self.assertEqual(exit_code(fork(step)), 0)
        self.assertEqual(step(), 0)

    def test_environments_of_gymnasium_run_in_forked_processes(self) -> None:
        if importlib.util.find_spec("numpy") is None:
            self.skipTest("numpy is not installed")
        gymnasium_stand_in.install()
        import gymnasium

        from mgba_bridge.gym import BridgeEnv

        names = list(self.bridge.emulators())
        makers = [lambda name=name: BridgeEnv(self.bridge, TASK, name) for name in names]
        games = gymnasium.vector.AsyncVectorEnv(makers, context="fork")
        first, _ = games.reset()
        total = [0.0] * len(names)
        for turn in range(100):
            _, rewards, *_ = games.step([(turn + index) % 2 for index in range(len(names))])
            total = [float(sum(each)) for each in zip(total, rewards)]
        games.close()
        self.assertEqual(total, [50.0] * len(names))
        self.assertEqual(set(self.bridge.emulators().values()), {"running"})


@unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
class ConnectionTests(ImpatientTestCase):
    """Each process has a connection of its own, and the parent keeps its first one."""

    def count(self, address: str) -> None:
        """Forks while one connection is idle."""
        def ask(bridge: Bridge) -> int:
            return sum(bridge.emulator().read16(number) != number for number in range(100))

        with Bridge(address) as bridge:
            self.assertEqual(ask(bridge), 0)
            children = [fork(lambda: ask(bridge)) for _ in range(CHILDREN)]
            self.assertEqual((ask(bridge), [exit_code(child) for child in children], ask(bridge)), (0, [0] * CHILDREN, 0))
            self.assertEqual(bridge.emulator().read16(NumberServer.CONNECTIONS), 1 + CHILDREN)

    async def count_async(self, address: str) -> None:
        async def ask(bridge: AsyncBridge) -> int:
            return sum([await bridge.emulator().read16(number) != number for number in range(100)])

        async with AsyncBridge(address) as bridge:
            self.assertEqual(await ask(bridge), 0)
            children = [fork(lambda: asyncio.run(ask(bridge))) for _ in range(CHILDREN)]
            self.assertEqual((await ask(bridge), [exit_code(child) for child in children], await ask(bridge)), (0, [0] * CHILDREN, 0))
            self.assertEqual(await bridge.emulator().read16(NumberServer.CONNECTIONS), 1 + CHILDREN)

    def run_with(self, context: ssl.SSLContext | None) -> None:
        """Counts in both clients."""
        server = NumberServer(context)
        self.addCleanup(server.close)
        self.count(server.address)
        server = NumberServer(context)
        self.addCleanup(server.close)
        asyncio.run(self.count_async(server.address))

    def test_the_parent_keeps_its_connection(self) -> None:
        self.run_with(None)

    def test_the_parent_keeps_its_connection_with_tls(self) -> None:
        if shutil.which("openssl") is None:
            self.skipTest("openssl is not installed")
        folder = Path(tempfile.mkdtemp(prefix="bridge-tls-"))
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-addext", "subjectAltName=IP:127.0.0.1",
             "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        with mock.patch.dict(os.environ, {"SSL_CERT_FILE": str(folder / "cert.pem")}):
            self.run_with(context)


if __name__ == "__main__":
    unittest.main()
