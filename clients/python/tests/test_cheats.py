"""Cheats against a real bridge and a game."""

from __future__ import annotations

import unittest

from tests.running import RunningTest

from mgba_bridge import Cheat, InvalidRequest, NotFound

BUTTONS = 0x02000004


class CheatTests(RunningTest):
    """A game that writes the buttons that are down in each frame."""

    def test_a_cheat_changes_the_game(self) -> None:
        cheat = Cheat("A + B held?", ["82000004 0003"], "codeBreaker")
        self.assertEqual(self.game.set_cheat(cheat), cheat)
        self.game.wait_frames(2)
        self.assertEqual(self.game.read16(BUTTONS), 3)
        self.assertFalse(self.game.switch_cheat(cheat.name, False).enabled)
        self.game.wait_frames(3)
        self.assertEqual(self.game.read16(BUTTONS), 0)
        self.game.delete_cheat(cheat.name)
        self.assertEqual(self.game.cheats(), [])
        with self.assertRaises(NotFound):
            self.game.delete_cheat(cheat.name)

    def test_many_are_set(self) -> None:
        cheats = [Cheat("one", ["02000304:55"]), Cheat("two", ["02000305:55"], enabled=False)]
        self.assertEqual(self.game.set_cheats(cheats), cheats)
        self.assertEqual(len(self.game.import_cheats(b"# three\n02000306:55\n")), 3)
        with self.assertRaises(InvalidRequest) as wrong:
            self.game.set_cheats([Cheat("one", ["02000304:55", "00A-17B"])])
        self.assertEqual(wrong.exception.parameter, "cheats[0].lines[1]")
        self.assertEqual(len(self.game.cheats()), 3)
        self.game.delete_cheats()
        self.assertEqual(self.game.cheats(), [])


if __name__ == "__main__":
    unittest.main()
