"""The history against a real bridge and the button-test game."""

from __future__ import annotations

import unittest

from tests.running import RunningBridge

from mgba_bridge import Bridge, ButtonConflict, u32

COUNTER = u32(0x02000000)


class HistoryTests(unittest.TestCase):
    """Marks, rewinds and what can't be rewound."""

    def setUp(self) -> None:
        running = RunningBridge()
        self.addCleanup(running.close)
        bridge = Bridge(running.address)
        self.addCleanup(bridge.close)
        self.game = bridge.emulator()

    def test_a_held_game_goes_back_and_forward(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            before = held.step(90, read=[COUNTER]).values[0]
            at = self.game.mark("here")
            held.step(30, "A")
            after = self.game.rewind(frames=30)
            self.assertEqual((after.now, after.last), (at, at + 30))
            self.assertEqual(self.game.read32(0x02000000), before)
            self.assertEqual(self.game.rewind(to_frame=at + 30).now, at + 30)
            self.assertEqual(self.game.read32(0x02000000), before + 30)
            self.assertEqual(self.game.rewind(mark="here", lease=held.lease).now, at)
            self.assertEqual(self.game.rewind(seconds=1).now, at - 60)
            history = self.game.history()
            self.assertEqual((history.now, history.last), (at - 60, at + 30))
            self.assertEqual([(mark.name, mark.at) for mark in history.marks], [("here", at)])
            self.assertGreater(history.memory, 0)

    def test_a_frame_that_the_history_lacks_changes_nothing(self) -> None:
        with self.game.hold(lease_seconds=60) as held:
            held.step(30)
            now = self.game.history().now
            with self.assertRaises(ButtonConflict) as caught:
                self.game.rewind(frames=1_000_000)
            self.assertIn("is the present one", str(caught.exception))
            self.assertEqual(self.game.history().now, now)
