"""Movies against a real bridge and the button-test game."""

from __future__ import annotations

import asyncio
import io
import json
import unittest
import zipfile
from collections.abc import Callable

from tests.running import RunningTest

from mgba_bridge import AsyncBridge, ButtonConflict, Held, InvalidRequest, MovieRefused, UnknownMovie, UnknownState, u16

PRESSES_OF_A = u16(0x02000020)


class MovieTests(RunningTest):
    """Movies that are written, kept, played and verified."""

    def test_a_movie_of_the_history_is_kept_and_played(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            held.step(30)
            first = self.game.history().now + 1
            held.step(90, "A")
            presses = held.step(read=[PRESSES_OF_A]).values[0]
            written = self.game.write_movie("run", first, first + 90)
            self.assertEqual(written.last, first + 90)
            self.assertLessEqual(written.first, first)
            self.assertEqual(written.frames, written.last - written.first + 1)
            self.assertEqual([(each.name, each.size) for each in self.game.movies()], [("run", written.size)])

            movie = self.game.movie("run")
            self.assertEqual(len(movie), written.size)
            stored = self.game.store_movie("copy", movie)
            self.assertEqual((stored.frames, stored.source, stored.notes), (written.frames, "history", []))
            self.game.write32(0x02000020, 0xFFFF)
            played = held.play_movie("copy", speed=0)
            self.assertTrue(played.is_equal, played)
            self.assertEqual((played.played, played.frames), (written.frames, written.frames))
            self.assertEqual((played.after, played.before, played.regions), (None, None, []))
            self.assertEqual(held.step(read=[PRESSES_OF_A]).values[0], presses)
            self.assertEqual(held.play_movie("copy", to=5, until="end").played, 5)

        self.game.delete_movie("copy")
        self.assertEqual([each.name for each in self.game.movies()], ["run"])
        missing: list[Callable[[str], object]] = [self.game.movie, self.game.play_movie, self.game.stop_movie, self.game.delete_movie]
        for act in missing:
            with self.assertRaises(UnknownMovie):
                act("copy")

    def test_a_recording_from_a_reset_is_verified_and_is_a_bk2(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            first = self.game.record_movie("session", "reset")
            held.step(60, "A")
            held.step(600)
            written = self.game.stop_movie("session")
            self.assertLessEqual(written.first, first)
            self.assertEqual((written.last, written.frames), (first + 659, written.last - written.first + 1))
            self.assertGreater(written.hashes, 0)
            self.assertEqual(self.game.record_movie("other"), self.game.history().now + 1)
        movie = self.game.movie("session")
        verified = self.bridge.verify_movie(movie)
        self.assertTrue(verified.is_equal, verified)
        self.assertEqual((verified.rom, verified.checked), ("buttontest.gba", written.hashes))
        self.assertEqual(self.bridge.verify_movie(movie, "buttontest.gba"), verified)

        bk2 = self.game.movie("session", "bk2")
        with zipfile.ZipFile(io.BytesIO(bk2)) as files:
            self.assertIn("Input Log.txt", files.namelist())
        self.assertEqual(self.game.store_movie("other", bk2).source, "bk2")
        with self.assertRaises(MovieRefused):
            self.game.store_movie("other", b"no movie")

    def test_a_recording_begins_from_a_named_state(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            held.step(30)
            self.game.save_state("boss")
            held.step(60, "A")
            first = self.game.record_movie("run", state="boss")
            held.step(60, "B")
            written = self.game.stop_movie("run")
            self.assertEqual((written.first, written.frames), (first, 60))
            self.assertTrue(held.play_movie("run", speed=0).is_equal)
            with self.assertRaises(UnknownState):
                self.game.record_movie("other", state="none")
            with self.assertRaises(InvalidRequest):
                self.game.record_movie("other", "now", state="boss")
            with self.assertRaises(UnknownMovie):
                self.game.stop_movie("other")
        self.assertTrue(self.bridge.verify_movie(self.game.movie("run")).is_equal)

    def test_a_state_knows_its_parent(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            self.game.save_state("camp", "By the fire")
            held.step(20, "A")
            self.game.save_state("gate")
            states = {state.name: state for state in self.game.state_tree()}
            self.assertEqual((states["gate"].parent, states["gate"].frames, states["camp"].note), ("camp", 20, "By the fire"))
            self.assertTrue(self.game.state_picture("gate").startswith(b"\x89PNG"))
            played = self.game.replay_state("gate", speed=0)
            self.assertTrue(played.is_equal and played.checked > 0, played)
            self.game.save_state("gate-again")
            with self.assertRaises(ButtonConflict):
                self.game.replay_state("gate-again")

    def test_a_difference_is_named(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            self.game.record_movie("run", "reset")
            held.step(600)
            self.game.stop_movie("run")
        changed = self.with_other_hash(self.game.movie("run"), "wram")
        self.game.store_movie("changed", changed)
        played = self.game.play_movie("changed", speed=0)
        self.assertFalse(played.is_equal)
        self.assertEqual((played.result, played.regions), ("differs", ["wram"]))
        self.assertIsNotNone(played.after)
        self.assertIsNotNone(played.before)
        verified = self.bridge.verify_movie(changed)
        self.assertEqual((verified.after, verified.before, verified.regions), (played.after, played.before, ["wram"]))

    def test_a_hold_of_another_client_keeps_a_movie_from_playing(self) -> None:
        self.game.wait_frames(30)
        self.game.write_movie("run")
        with self.game.hold(exclusive=True) as held:
            with self.assertRaises(Held):
                self.game.play_movie("run", to=1)
            self.assertEqual(self.game.play_movie("run", to=1, lease=held.lease).played, 1)
            self.assertEqual(held.play_movie("run", to=1).played, 1)

    def test_frames_that_the_history_lacks_are_no_movie(self) -> None:
        with self.assertRaises(ButtonConflict):
            self.game.write_movie("run", 1_000_000, 1_000_001)
        self.assertEqual(self.game.movies(), [])

    def test_the_same_methods_run_on_asyncio(self) -> None:
        async def play() -> None:
            async with AsyncBridge(self.running.address) as bridge:
                game = bridge.emulator()
                async with await game.hold() as held:
                    await game.record_movie("run", "reset")
                    await held.step(60, "A")
                    written = await game.stop_movie("run")
                    self.assertTrue((await held.play_movie("run", speed=0)).is_equal)
                self.assertEqual((await bridge.verify_movie(await game.movie("run"))).played, written.frames)

        asyncio.run(play())

    def with_other_hash(self, movie: bytes, region: str) -> bytes:
        """Returns the movie with another last hash of this region."""
        changed = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(movie)) as files, zipfile.ZipFile(changed, "w") as target:
            for name in files.namelist():
                content = files.read(name)
                if name == "log.jsonl":
                    lines = [json.loads(line) for line in content.splitlines()]
                    [*_, last] = [line for line in lines if region in line.get("hashes", {})]
                    last["hashes"][region] = "0" * 16
                    content = "\n".join(json.dumps(line) for line in lines).encode() + b"\n"
                target.writestr(name, content)
        return changed.getvalue()


if __name__ == "__main__":
    unittest.main()
