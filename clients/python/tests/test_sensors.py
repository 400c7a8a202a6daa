"""Sensors against a real bridge and games with and without them."""

from __future__ import annotations

import unittest

from tests.running import REPOSITORY, RunningTest

from mgba_bridge import InvalidRequest, ProblemError, Sensors


class SensorTests(RunningTest):
    """A game that reads its tilt sensor."""

    rom = REPOSITORY / "emulator" / "rom" / "sensors.gba"

    def test_a_game_is_tilted(self) -> None:
        set_now = self.game.set_sensors(tilt=(0.5, -1))
        self.assertEqual(set_now, Sensors((0.5, -1), None, None, None, None, set_now.frame))
        self.assertEqual(self.game.sensors().tilt, (0.5, -1))
        self.game.wait_frames(3)
        self.assertEqual(self.game.read16(0x02000008), 0x3A0 + 0x70)

    def test_what_the_cartridge_lacks_raises(self) -> None:
        with self.assertRaises(ProblemError) as lacked:
            self.game.set_sensors(light=1)
        self.assertEqual((lacked.exception.type, lacked.exception.parameter), ("conflict", "light"))
        with self.assertRaises(InvalidRequest):
            self.game.set_sensors(tilt=(2, 0))


if __name__ == "__main__":
    unittest.main()
