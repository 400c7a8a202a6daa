"""Sensors against a real bridge and games with and without them."""

from __future__ import annotations

import unittest

from tests.running import REPOSITORY, RunningTest

from mgba_bridge import InvalidRequest, ProblemError, SensorChange, Sensors, u16


class SensorTests(RunningTest):
    """A game that reads its tilt sensor."""

    rom = REPOSITORY / "emulator" / "rom" / "sensors.gba"

    def test_a_game_is_tilted(self) -> None:
        set_now = self.game.set_sensors(tilt=(0.5, -1))
        self.assertEqual(set_now, Sensors((0.5, -1), None, None, None, None, set_now.frame))
        self.assertEqual(self.game.sensors().tilt, (0.5, -1))
        self.game.wait_frames(3)
        self.assertEqual(self.game.read16(0x02000008), 0x3A0 + 0x70)

    def test_steps_and_turns_tilt_it(self) -> None:
        with self.game.hold() as held:
            self.assertEqual(held.step(2, read=u16(0x02000008), sensors=SensorChange((1, 0))).values, (0x3A0 + 0xE0,))
            turn = held.act(sensors=SensorChange((0, 0)), settle=2, read=u16(0x02000008))
            self.assertEqual(turn.values, (0x3A0,))
        with self.bridge.hold_all([self.game.name]) as group:
            self.assertEqual(group.step(2, read=u16(0x02000008), sensors={0: SensorChange((-1, 0))})[0].values, (0x3A0 - 0xE0,))

    def test_what_the_cartridge_lacks_raises(self) -> None:
        with self.assertRaises(ProblemError) as lacked:
            self.game.set_sensors(light=1)
        self.assertEqual((lacked.exception.type, lacked.exception.parameter), ("conflict", "light"))
        with self.assertRaises(InvalidRequest):
            self.game.set_sensors(tilt=(2, 0))


if __name__ == "__main__":
    unittest.main()
