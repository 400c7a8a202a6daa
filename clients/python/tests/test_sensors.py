"""Sensors against a real bridge, and a game whose cartridge has only a tilt sensor."""

from __future__ import annotations

import unittest

from tests.running import REPOSITORY, RunningTest

from mgba_bridge import InvalidRequest, ProblemError, SensorChange, Sensors, u16


TILT_X = 0x02000008  # where the game stores it
LEVEL, QUARTER_TURN = 0x3A0, 0xE0  # what the tilt sensor measures


class SensorTests(RunningTest):
    """A game that reads its tilt sensor."""

    rom = REPOSITORY / "emulator" / "rom" / "sensors.gba"

    def test_a_game_is_tilted(self) -> None:
        set_now = self.game.set_sensors(tilt=(0.5, -1))
        self.assertEqual(set_now, Sensors((0.5, -1), None, None, None, None, set_now.frame))
        self.assertEqual(self.game.sensors().tilt, (0.5, -1))
        self.game.wait_frames(3)
        self.assertEqual(self.game.read16(TILT_X), LEVEL + QUARTER_TURN // 2)

    def test_steps_and_turns_tilt_it(self) -> None:
        with self.game.hold() as held:
            self.assertEqual(held.step(2, read=u16(TILT_X), sensors=SensorChange((1, 0))).values, (LEVEL + QUARTER_TURN,))
            turn = held.act(sensors=SensorChange((0, 0)), settle=2, read=u16(TILT_X))
            self.assertEqual(turn.values, (LEVEL,))
        with self.bridge.hold_all([self.game.name]) as group:
            self.assertEqual(group.step(2, read=u16(TILT_X), sensors={0: SensorChange((-1, 0))})[0].values, (LEVEL - QUARTER_TURN,))

    def test_what_the_cartridge_lacks_raises(self) -> None:
        with self.assertRaises(ProblemError) as lacked:
            self.game.set_sensors(light=1)
        self.assertEqual((lacked.exception.type, lacked.exception.parameter), ("conflict", "light"))

    def test_a_tilt_out_of_range_raises(self) -> None:
        with self.assertRaises(InvalidRequest):
            self.game.set_sensors(tilt=(2, 0))


if __name__ == "__main__":
    unittest.main()
