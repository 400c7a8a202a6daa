"""Branches against a real bridge and the button-test game."""

from __future__ import annotations

import unittest

from tests.running import RunningTest

from mgba_bridge import Branch, Condition, InvalidRequest, Wait, span, u16, u32


class BranchTests(RunningTest):
    """Continuations of one moment."""

    def test_branches_end_like_turns_and_leave_the_game_alone(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            held.step(30)
            before = self.game.read_bytes(0x02000000, 256)
            ends = self.game.branches([
                Branch("A", settle=5, read=[u16(0x02000020), span(0x02000000, 256)], screen=True),
                ["B", Wait(10)],
                Branch(until=[Condition(u32(0x02000000), "increased", frames=3), Condition(screen="still", frames=50)], name="wait"),
            ], spread=2)
            self.assertEqual([end.name for end in ends], ["0", "1", "wait"])
            self.assertEqual([end.frames for end in ends], [13, 18, 3])
            self.assertEqual((ends[2].met, ends[2].held), (True, ((0, 3),)))
            self.assertEqual((ends[0].png or b"")[1:4], b"PNG")
            self.assertEqual(len(ends[0].picture_hash or ""), 16)
            self.assertIn("wram", ends[0].hashes)
            self.assertEqual(self.game.read_bytes(0x02000000, 256), before)
            kept = self.game.branches([Branch("A", settle=5)], keep=0)
            self.assertEqual(kept[0].hashes, ends[0].hashes)
            self.assertEqual(self.game.read_bytes(0x02000000, 256), ends[0].values[1])

    def test_a_wrong_branch_raises(self) -> None:
        with self.assertRaises(InvalidRequest):
            self.game.branches([Branch(until=Condition(screen="is"))])


if __name__ == "__main__":
    unittest.main()
