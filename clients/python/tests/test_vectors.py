"""Vectors of a real bridge: the same games through shared memory and over HTTP."""

from __future__ import annotations

import importlib.util
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from tests.running import REPOSITORY, SOURCES, wait_until
from tests.shared_bridge import SharedBridgeTestCase
from tests.test_fork import exit_code, fork
from tests.test_package import printed, readme_programs, run

if importlib.util.find_spec("numpy") is None:
    raise unittest.SkipTest("numpy is not installed")

import numpy
from numpy.typing import NDArray

from mgba_bridge import Bridge, BridgeError, NotFound, Picture, ProblemError, UnknownButton, VectorEnded, VectorRefused, span, u16, u32
from mgba_bridge._renewal import Renewal
from mgba_bridge.vectors import GameVector, VectorStep
from mgba_bridge.vectors.memory import SharedMemory

PRESSES = u16(0x02000020)
READS = (PRESSES, u16(0x02000022), u32(0x02000000))
MAX_SEED = 2**63 - 1


def parent_of(vector: GameVector) -> int:
    """Returns the id of a vector's parent process; the path of its memory is /proc/ID/fd/N."""
    return int(vector.info()["block"]["path"].split("/")[2])


def workers_of(vector: GameVector) -> list[int]:
    """Returns the process ids of the workers, in the order of their games as long as none was replaced."""
    parent = parent_of(vector)
    return [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def bytes_of(step: VectorStep) -> bytes:
    """Returns everything that a step shows, as bytes."""
    assert step.pixels is not None
    areas: tuple[NDArray[Any], ...] = (step.values, step.frame, step.status, step.missing, step.pixels)
    return b"".join(area.tobytes() for area in areas)


class RenewalTests(unittest.TestCase):
    """The thread that renews leases."""

    def test_an_unexpected_exception_is_logged_and_the_lease_is_renewed_again(self) -> None:
        calls: list[int] = []

        def renew() -> bool:
            calls.append(len(calls))
            if len(calls) == 1:
                raise OSError("unexpected")
            return len(calls) < 3

        with self.assertLogs("mgba_bridge", "ERROR") as logged:
            renewal = Renewal(self, renew, 0.03)
            wait_until(lambda: len(calls) == 3)
            renewal.stop()
        self.assertIn("A lease was not renewed", logged.output[0])


class VectorTests(SharedBridgeTestCase):
    """Vectors of one bridge, which all tests share."""

    def create(self, count: int = 3, **options: object) -> GameVector:
        """Creates a vector for one test."""
        chosen: dict[str, object] = {"frames": 2, "read": READS, **options}
        vector = self.bridge.create_vector("buttontest.gba", count, **chosen)  # type: ignore[arg-type]
        self.addCleanup(vector.end)
        return vector

    def play(self, shared: bool) -> list[bytes]:
        """Plays steps of all kinds, and returns all that they show."""
        vector = self.create(4, seed=3, sticky=0.3, noops=9, picture=Picture(30, 20), last=2, shared=shared)
        self.assertEqual(vector.is_shared, shared)
        log = [bytes_of(vector.reset())]
        vector.set_start(2, vector.state(1))
        chance = numpy.random.default_rng(1)
        for turn in range(20):
            log.append(bytes_of(vector.step(chance.integers(0, 1024, 4), 1 + turn % 5)))
        log.append(bytes_of(vector.step(["A", "Up+B"], games=[1, 3], starts=[None, 2], seeds=[7, None])))
        log.append(bytes_of(vector.reset(2, seed=5, games=[0, 2])))
        log += [bytes_of(vector.step("L+R")), bytes_of(vector.reset(seed=11)), bytes_of(vector.step(0, 60))]
        return log

    def test_one_seed_gives_the_same_bytes_by_memory_and_over_http(self) -> None:
        runs = [self.play(shared) for shared in (True, False, True)]
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(runs[0], runs[2])
        self.assertGreater(len(set(runs[0])), 20)

    def test_results_stay_until_the_step_after_the_next(self) -> None:
        for shared in (True, False):
            vector = self.create(shared=shared, picture=Picture(24, 16, gray=True))
            one = vector.reset()
            shown, frame = bytes_of(one), one.frame.copy()
            two = vector.step("A", games=[1])
            self.assertEqual(bytes_of(one), shown)
            # Games that were left out show their latest results.
            self.assertEqual((two.frame - one.frame).tolist(), [0, 2, 0])
            self.assertEqual(two.values[:, 0].tolist(), [0, 1, 0])
            assert one.pixels is not None and two.pixels is not None and vector.pixels is not None
            self.assertEqual(two.pixels.shape, (3, 16, 24, 1))
            self.assertEqual((two.pixels[0] == one.pixels[0]).all(), True)
            three = vector.step(games=numpy.array([True, False, False]))
            self.assertEqual((three.frame - frame).tolist(), [2, 2, 0])
            self.assertIs(three, vector.latest)
            self.assertTrue(numpy.shares_memory(three.pixels, vector.pixels))
            seen = bytes_of(three)
            self.assertEqual(bytes_of(vector.step(games=numpy.zeros(3, numpy.bool_))), seen)

    def test_without_the_shared_memory_steps_go_over_http(self) -> None:
        vector = self.create(2)
        with tempfile.NamedTemporaryFile() as other:
            other.write(bytes(vector.info()["block"]["size"]))
            other.flush()
            for path in ("/proc/1/fd/999999", other.name):
                json = {**vector.info(), "block": {"path": path, "size": vector.info()["block"]["size"]}}
                found = GameVector(self.bridge, json)
                self.assertFalse(found.is_shared)
                with self.assertRaises(RuntimeError):
                    GameVector(self.bridge, json, shared=True)
        self.assertEqual(found.step("A").values[:, 0].tolist(), [1, 1])
        self.assertFalse(GameVector(self.bridge, {**vector.info(), "block": None}).is_shared)
        # Steps over HTTP don't keep a later client from the shared memory.
        again = self.bridge.vector(vector.name)
        self.assertTrue(again.is_shared)
        self.assertEqual(again.step("B").values[:, :2].tolist(), [[1, 1], [1, 1]])

    def test_without_the_path_the_socket_gives_the_shared_memory(self) -> None:
        vector = self.create(2)
        info = vector.info()
        found = GameVector(self.bridge, {**info, "block": {**info["block"], "path": "/proc/1/fd/999999"}}, shared=True)
        self.assertEqual(found.step("A").values[:, 0].tolist(), [1, 1])
        # A stopped parent is still there; a killed one is gone.
        parent = parent_of(vector)
        assert isinstance(found._way, SharedMemory)
        look = found._way._is_there
        with mock.patch("mgba_bridge.vectors.descriptors._ASK_SECONDS", 0.2):
            for sent in (signal.SIGSTOP, signal.SIGCONT):
                os.kill(parent, sent)
                self.assertTrue(look())
            os.kill(parent, signal.SIGKILL)
            wait_until(lambda: not look())
        with self.assertRaises(VectorEnded):
            while True:
                found.step()

    def test_a_process_of_another_namespace_steps_through_the_shared_memory(self) -> None:
        unshare = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]
        if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
            self.skipTest("namespaces are not allowed here")
        vector = self.create(2)
        program = f"""
from mgba_bridge import Bridge
vector = Bridge("{self.running.address}").vector("{vector.name}", shared=True)
print(vector.step("A").values[:, 0].tolist())
"""
        self.assertEqual(run(*unshare, sys.executable, "-c", program, PYTHONPATH=str(SOURCES)).strip(), "[1, 1]")
        self.assertEqual(vector.step("B").values[:, :2].tolist(), [[1, 1], [1, 1]])

    def test_a_game_that_dies_is_reported_and_replaced(self) -> None:
        for shared in (True, False):
            vector = self.create(shared=shared)
            vector.reset()
            vector.step(0, 100)
            os.kill(workers_of(vector)[1], signal.SIGKILL)
            step = vector.step("A")
            # 1 frame of the reset, 100, and the 2 of this step.
            self.assertEqual((step.died, step.status.tolist(), step.frame.tolist()), ([1], [0, 1, 0], [103, -1, 103]))
            self.assertEqual(vector.step(0).died, [])
            self.assertEqual(vector.frame.tolist(), [105, 2, 105])
            self.assertEqual(vector.info()["died"], 1)

    def test_a_vector_that_ended_says_so(self) -> None:
        for shared in (True, False):
            vector = self.create(shared=shared)
            vector.end()
            vector.end()
            with self.assertRaises(VectorEnded):
                vector.step()
            other = self.create(shared=shared)
            self.bridge.vector(other.name).end()
            for _ in range(2):
                with self.assertRaisesRegex(VectorEnded, f'The vector "{other.name}" has ended'):
                    other.step()
        killed = self.create()
        os.kill(parent_of(killed), signal.SIGKILL)
        with self.assertRaises(VectorEnded):
            # The workers may answer before they notice that their parent is gone.
            while True:
                killed.step()
        self.assertNotIn(vector.name, [each["name"] for each in self.bridge.vectors()])

    def test_a_child_never_steps_the_games_of_its_parent(self) -> None:
        vector = self.create()
        before = vector.reset().frame.copy()

        def child() -> int:
            uses: list[Callable[[], object]] = [vector.step, vector.reset, vector.send, vector.renew, lambda: vector.set_start(1, None)]
            for use in uses:
                with self.assertRaisesRegex(RuntimeError, f"belongs to the process {os.getppid()}"):
                    use()
            # Leaving "with vector" in the child must not end the parent's vector.
            with vector, self.bridge.create_vector("buttontest.gba", 1) as own:
                self.assertEqual(own.step(0, 7).frame.tolist(), [7])
                sys.exit(3)

        self.assertEqual(exit_code(fork(child)), 3)
        self.assertEqual((vector.step().frame - before).tolist(), [2, 2, 2])

    def test_refused_orders_say_why(self) -> None:
        for shared in (True, False):
            vector = self.create(shared=shared)
            vector.reset()
            with self.assertRaisesRegex(VectorRefused, "game 1: this start has no state") as refused:
                vector.step(starts=[None, 9, 0])
            self.assertEqual(list(refused.exception.games), [1])
            # Game 0 goes on after its reset (1 + 2), game 2 begins again from start 0.
            self.assertEqual(vector.frame.tolist(), [3, -1, 2])

    def test_bad_input_is_named(self) -> None:
        vector = self.create()
        wrong: list[tuple[Callable[[], object], str]] = [
            (lambda: vector.step(1024), "keys must be 0 to 1023; got 1024"),
            (lambda: vector.step([1, 2]), "keys must be one for each of 3 games"),
            (lambda: vector.step(numpy.array([1, -2, 3])), "keys must be 0 to 1023; got -2"),
            (lambda: vector.step(numpy.array([1.5, 2, 3])), "keys must be whole numbers"),
            (lambda: vector.step(0, 0), "frames must be 1 to 3600; got 0"),
            (lambda: vector.step(0, 3601), "frames must be 1 to 3600; got 3601"),
            (lambda: vector.step(0, 2.7), "frames must be whole numbers of 1 to 3600; got 2.7"),  # type: ignore[arg-type]
            (lambda: self.create(frames=2.0), "frames must be whole numbers of 1 to 3600; got 2.0"),
            (lambda: self.bridge.vector(""), 'name must be 1 to 32 characters; got ""'),
            (lambda: vector.step(starts=[0.5, 0, 0]), "starts must be whole numbers of 0 to 15; got 0.5"),  # type: ignore[list-item]
            (lambda: vector.step(seeds=[0.5, 0, 0]), f"seeds must be whole numbers of 0 to {MAX_SEED}; got 0.5"),  # type: ignore[list-item]
            (lambda: vector.step(games=[3]), "games must be 0 to 2; got 3"),
            (lambda: vector.step(games=[1, 0]), "ascending"),
            (lambda: vector.step(games=numpy.array([0, 1, 0], numpy.uint8)), "ascending"),
            (lambda: vector.step(games=[]), "games must be at least one"),
            (lambda: vector.step(starts=16), "starts must be 0 to 15"),
            (lambda: vector.step(starts=[0]), "starts must be one for each of 3 games"),
            (lambda: vector.step(seeds=[1, 2, MAX_SEED + 1]), f"seeds must be 0 to {MAX_SEED}; got {MAX_SEED + 1}"),
            (lambda: vector.set_start(16, None), "index must be 0 to 15; got 16"),
            (lambda: vector.set_reads([span(0x02000000, 8)]), "read must be numbers"),
            (lambda: vector.set_reads([PRESSES] * 65), "at most 64 places; got 65"),
            (lambda: vector.state(3), "game must be 0 to 2; got 3"),
        ]
        for call, sentence in wrong:
            with self.assertRaisesRegex(ValueError, sentence):
                call()
        with self.assertRaisesRegex(UnknownButton, 'No button is called "C"'):
            vector.step("C")
        with self.assertRaisesRegex(RuntimeError, "call send"):
            vector.receive()
        vector.send()
        with self.assertRaisesRegex(RuntimeError, "call receive"):
            vector.send()
        self.assertEqual(vector.receive().frame.tolist(), [2, 2, 2])
        with self.assertRaises(NotFound):
            self.bridge.create_vector("none.gba", 2)
        with self.assertRaises(BridgeError):
            vector.set_start(0, b"no state")

    def test_games_begin_from_states_and_go_on_as_emulators(self) -> None:
        game = self.bridge.create("buttontest.gba", speed=0)
        self.addCleanup(game.end)
        with game.hold() as held:
            held.step(50, "A")
            game.save_state("fifty")
            state = game.state()
        vector = self.create(starts=[None, (game.name, "fifty"), state])
        step = vector.step(0, 1, starts=[0, 1, 2])
        self.assertEqual(step.values[:, 0].tolist(), [0, 1, 1])
        self.assertEqual(step.frame.tolist()[0], 1)
        self.assertEqual(step.frame[1], step.frame[2])
        vector.set_reads(u32(0x02000000))
        self.assertEqual(vector.step().values.shape, (3, 1))
        self.assertEqual(vector.screen(1).size, (240, 160))
        after = vector.emulator(1, speed=0)
        self.addCleanup(after.end)
        self.assertGreaterEqual(after.info().frame or 0, int(vector.frame[1]))
        self.assertGreaterEqual(after.read32(0x02000000), int(vector.values[1, 0]))

    def test_the_movie_of_an_episode_leads_an_emulator_to_the_same_game(self) -> None:
        for shared in (True, False):
            vector = self.create(2, seed=3, sticky=0.4, noops=20, picture=Picture(120, 80), shared=shared)
            with self.assertRaisesRegex(ProblemError, "Game 1 has not been stepped yet"):
                vector.movie(1)
            vector.step(0, 9)
            vector.set_start(4, vector.state(0))
            chance = numpy.random.default_rng(1)
            vector.reset(4)
            for turn in range(60):
                vector.step(chance.integers(0, 1024, 2), 1 + turn % 5)
            game = vector.emulator(0)
            self.addCleanup(game.end)
            with game.hold() as held:
                # The movie begins at start 4, which is frame 9.
                stored = game.store_movie("episode", vector.movie(1))
                self.assertEqual((stored.start, stored.source, stored.frames), ("state", "history", int(vector.frame[1]) - 9))
                played = held.play_movie("episode", speed=0)
                self.assertEqual((played.result, played.played), ("equal", stored.frames))
                self.assertEqual([game.read16(0x02000020), game.read16(0x02000022), game.read32(0x02000000)], vector.values[1].tolist())
                vector.set_start(5, game.state())
            vector.set_start(6, vector.state(1))
            # From here the emulator's state (start 5) and the vector's (start 6) give the same bytes, so swapping them changes nothing.
            ends = bytes_of(vector.step("A", 30, starts=[5, 6], seeds=[1, 1]))
            self.assertEqual(ends, bytes_of(vector.step("A", 30, starts=[6, 5], seeds=[1, 1])))
            self.assertEqual(vector.frame[0], vector.frame[1])
            assert vector.pixels is not None
            self.assertTrue((vector.pixels[0] == vector.pixels[1]).all())
            with self.assertRaisesRegex(ValueError, "game must be 0 to 1; got 2"):
                vector.movie(2)

    def test_a_pointer_that_leads_nowhere_is_missing(self) -> None:
        for shared in (True, False):
            vector = self.create(3, read=[PRESSES, u16("[0x02000010]+4")], shared=shared)
            step = vector.step(games=[0, 2])
            self.assertEqual((step.missing.tolist(), step.values[:, 1].tolist()), ([2, 0, 2], [0, 0, 0]))

    def test_a_lease_is_renewed_while_the_object_lives(self) -> None:
        with mock.patch.object(Bridge, "_attempt", autospec=True, side_effect=Bridge._attempt) as requests:
            vector = self.create(1, lease_seconds=1)
            name, renewal = vector.name, vector._renewal
            # One request creates it, and six renewals take twice its lease.
            wait_until(lambda: requests.call_count >= 7)
        self.assertEqual(vector.step().died, [])
        assert renewal is not None
        renewal.stop()
        wait_until(lambda: name not in [each["name"] for each in self.bridge.vectors()])
        with self.assertRaises(VectorEnded):
            vector.step()

    def test_clients_take_turns_and_leave_nothing_to_each_other(self) -> None:
        vector = self.create()
        vector.reset()
        other = self.bridge.vector(vector.name, shared=False)
        vector.step("A", 3)
        other.reset()
        # The other client's reset left its flags and frames in the memory; this step must not use them.
        self.assertEqual(vector.step("B", 3).frame.tolist(), [4, 4, 4])
        self.assertEqual(other.step().frame.tolist(), [6, 6, 6])

    def test_a_client_that_died_in_a_step_leaves_the_vector_usable(self) -> None:
        vector = self.create()
        vector.reset()
        way = vector._way
        assert isinstance(way, SharedMemory)
        block = way._block

        def child() -> int:
            # Writes an order, but dies before it rings the bell.
            block.frames[:], block.flags[:] = 5, 0
            block.asked_counts += 1
            return 3

        self.assertEqual(exit_code(fork(child)), 3)
        self.assertEqual(vector.step(0, 2).frame.tolist(), [8, 8, 8])

    def test_a_client_that_scribbles_hurts_its_own_vector_alone(self) -> None:
        vector, other = self.create(), self.create()
        expected = [other.reset(seed=1).frame.tolist(), other.step("A").values.tolist()]
        way = vector._way
        assert isinstance(way, SharedMemory)
        chance = numpy.random.default_rng(1)
        whole = numpy.frombuffer(way._memory, numpy.uint8)
        for _ in range(5):
            whole[:] = chance.integers(0, 256, len(whole), numpy.uint8)
            way._ring(0xFFFFFFFF)
        self.assertEqual([other.reset(seed=1).frame.tolist(), other.step("A").values.tolist()], expected)
        vector.end()

    def test_an_interrupted_step_ends_before_the_next_one(self) -> None:
        for shared in (True, False):
            vector = self.create(shared=shared)
            vector.reset()
            way = vector._way
            with mock.patch.object(way, "receive", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
                vector.step(0, 2000)
            vector.step("A", 3)
            # Through memory the interrupted step runs to its end (1 + 2000 + 3). Over HTTP, receive() sends the step, so it never ran.
            self.assertEqual(vector.frame.tolist(), [2004 if shared else 4] * 3)

    def test_a_client_can_be_pickled(self) -> None:
        # Leaves an idle connection, which can't be pickled.
        self.bridge.vectors()
        with pickle.loads(pickle.dumps(self.bridge)) as copy:
            self.assertEqual((copy.vectors(), copy.address), (self.bridge.vectors(), self.bridge.address))

    def test_the_examples_of_the_documents_are_true(self) -> None:
        documents = readme_programs() + readme_programs(REPOSITORY / "docs" / "vectors.md")
        programs = [program for program in documents if "create_vector" in program]
        self.assertEqual(len(programs), 2)
        for program in programs:
            source = program.replace("Bridge()", f'Bridge("{self.running.address}")')
            output = run(sys.executable, "-c", source, PYTHONPATH=str(SOURCES))
            self.assertEqual(output.splitlines(), printed(program))


if __name__ == "__main__":
    unittest.main()
