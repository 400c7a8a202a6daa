"""Runs the Python programs of the folder examples unchanged."""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from tests.running import BUTTON_TEST, REPOSITORY, SOURCES, RunningBridge
from tests.test_package import run

EXAMPLES = REPOSITORY / "examples" / "python"
MOST_LINES = 80


class ExampleTests(unittest.TestCase):
    """Each against the bundled games."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bridge-example-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def play(self, running: RunningBridge, name: str, *arguments: object) -> str:
        """Runs an example in an empty folder and returns its output."""
        self.assertLess(len((EXAMPLES / name).read_text().splitlines()), MOST_LINES)
        return run(sys.executable, EXAMPLES / name, *arguments, running.address, folder=self.folder, PYTHONPATH=str(SOURCES),
                   PYTHONDONTWRITEBYTECODE="1")

    def start(self, *names: str, rom: Path = BUTTON_TEST) -> RunningBridge:
        """Starts a bridge for one test."""
        running = RunningBridge(names or ("default",), rom)
        self.addCleanup(running.close)
        return running

    def test_a_bot_walks_and_a_hunter_finds(self) -> None:
        running = self.start()
        self.assertRegex(self.play(running, "walk.py"), r"walked to \(12, -5\) in 17 steps\nand back to \(0, 0\) in 17 steps")
        output = self.play(running, "hunt.py")
        self.assertRegex(output, r"found at try \d+ ")
        self.assertIn("the same try again: the same encounter", output)
        self.assertTrue((self.folder / "rare-encounter.png").read_bytes().startswith(b"\x89PNG"))

    def test_a_learner_learns_in_several_games(self) -> None:
        self.assertIn("learned to press A 25 times in 50 steps", self.play(self.start("default", "second", "third"), "learn.py"))

    @unittest.skipIf(importlib.util.find_spec("numpy") is None, "numpy is not installed")
    def test_a_learner_finds_the_way_through_a_maze(self) -> None:
        running = RunningBridge(names=())
        self.addCleanup(running.close)
        output = self.play(running, "learn_vector.py")
        self.assertIn("round 4: 16 times at the goal, the way has 43 steps", output)
        self.assertIn("· → → → → ↓ ·", output)

    def test_pictures_are_taken_of_all_games_and_states(self) -> None:
        roms = self.folder / "roms"
        roms.mkdir()
        for rom in (BUTTON_TEST, REPOSITORY / "emulator" / "rom" / "gb" / "buttontest.gb"):
            shutil.copy(rom, roms / f"{rom.suffix[1:]}{rom.suffix}")
        running = self.start(rom=roms / "gba.gba")
        target = self.folder / "pictures"
        self.assertEqual(self.play(running, "screenshots.py", target), "gb.gb: 3 pictures\ngba.gba: 3 pictures\n")
        self.assertEqual(len(list(target.rglob("*.png"))), 6)


if __name__ == "__main__":
    unittest.main()
