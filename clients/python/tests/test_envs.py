"""Environments on four real emulators."""

from __future__ import annotations

import importlib.util
import random
import threading
import unittest
from typing import Any
from unittest import mock

from tests import gymnasium_stand_in
from tests.running import RunningBridge

from mgba_bridge import Bridge, Held, Hold, NotHeld, Picture, Step, StepsFailed, Unreachable, span, u16, u32
from mgba_bridge.envs import GameEnv, Task, VectorGameEnv

NAMES = ("default", "second", "third", "fourth")
# How often A and Right had gone down when the test began. An episode ends at three more presses of Right.
BASE = [0, 0]
TASK = Task(
    actions=("", "A", "Right", "A+Right"), read=(u16(0x02000020), u16(0x02000028)), frames=2,
    reward=lambda before, after: float(after[0] - before[0]), ended=lambda seen: bool(seen[1] - BASE[1] >= 3), max_steps=20)


class EnvTests(unittest.TestCase):
    """Episodes from one state."""

    running: RunningBridge

    @classmethod
    def setUpClass(cls) -> None:
        cls.running = RunningBridge(NAMES)
        cls.addClassCleanup(cls.running.close)

    def setUp(self) -> None:
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)
        BASE[:] = self.bridge.emulator().read_many(TASK.read).values

    def test_games_step_together_and_begin_again_by_themselves(self) -> None:
        env = VectorGameEnv(self.bridge, TASK)
        self.addCleanup(env.close)
        self.assertEqual(env.num_envs, 4)
        first, infos = env.reset()
        self.assertEqual(first, [tuple(BASE)] * 4)
        self.assertEqual(len({info["frame"] for info in infos}), 1)
        with self.assertRaises(Held):
            self.bridge["third"].act(["A"])
        seen, rewards, ended, cut, _ = env.step([0, 1, 2, 3])
        self.assertEqual(rewards, [0.0, 1.0, 0.0, 1.0])
        self.assertEqual([each[1] - BASE[1] for each in seen], [0, 0, 1, 1])
        for _ in range(2):
            env.step([0, 0, 0, 0])
            seen, rewards, ended, cut, _ = env.step([0, 0, 2, 2])
        self.assertEqual((ended, cut), ([False, False, True, True], [False] * 4))
        # The ended ones begin again: their actions and rewards don't count.
        seen, rewards, ended, cut, _ = env.step([1, 1, 1, 1])
        self.assertEqual(rewards[2:], [0.0, 0.0])
        self.assertEqual(seen[2:], [tuple(BASE)] * 2)
        self.assertEqual(ended, [False] * 4)
        for _ in range(13):
            *_, cut, _ = env.step([0, 0, 0, 0])
        self.assertEqual(cut, [False] * 4)
        *_, cut, _ = env.step([0, 0, 0, 0])
        self.assertEqual(cut, [True, True, False, False])

    def test_a_group_says_which_games_failed_and_steps_the_others(self) -> None:
        with self.bridge.hold_all(NAMES[:3]) as group:
            before = group.step(read=[u32(0x02000000), span(0x02000100, 2)])
            self.assertEqual([step.values[1] for step in before], [b"\x00\x01"] * 3)
            self.bridge["second"].force_release()
            with self.assertRaises(StepsFailed) as failed:
                group.step(5, ["A", "", "Up+B"], read=[u32(0x02000000)])
            self.assertEqual(list(failed.exception.problems), ["second"])
            self.assertIsInstance(failed.exception.problems["second"], NotHeld)
            stepped = failed.exception.steps
            self.assertIsNone(stepped[1])
            for index in (0, 2):
                step = stepped[index]
                assert isinstance(step, Step)
                self.assertEqual(step.values[0], before[index].values[0] + 5)
            with self.assertRaises(ValueError):
                group.step(1, ["A"])

    def test_a_game_that_cannot_be_released_does_not_keep_the_others_frozen(self) -> None:
        group = self.bridge.hold_all(NAMES[:2])
        with mock.patch.object(group.holds[0], "release", side_effect=Unreachable("gone")), self.assertRaises(Unreachable):
            group.release()
        with self.assertRaises(NotHeld):
            group.holds[1].step()
        group.release()

    def test_a_lost_hold_cuts_the_episode_and_is_held_again(self) -> None:
        env = VectorGameEnv(self.bridge, TASK, NAMES[:2])
        self.addCleanup(env.close)
        env.reset()
        env.step([1, 1])
        self.bridge["second"].force_release()
        seen, rewards, ended, cut, infos = env.step([0, 0])
        self.assertEqual((rewards, ended, cut), ([0.0, 0.0], [False, False], [False, True]))
        self.assertEqual((seen[1], "lost" in infos[0], infos[1]["lost"]), (seen[0], False, True))
        seen, rewards, _, cut, infos = env.step([1, 1])
        self.assertEqual((rewards, cut, "lost" in infos[1]), ([1.0, 0.0], [False, False], False))
        self.assertEqual(seen[1], tuple(BASE))
        for name in NAMES[:2]:
            self.bridge[name].force_release()
        seen, _ = env.reset()
        self.assertEqual(seen, [tuple(BASE)] * 2)
        with self.assertRaisesRegex(ValueError, "actions must be 0 to 3; got 4"):
            env.step([0, 4])

    def test_holds_that_were_gained_again_are_kept_if_another_game_stays_lost(self) -> None:
        env = VectorGameEnv(self.bridge, TASK, NAMES[:2])
        self.addCleanup(env.close)
        env.reset()
        for name in NAMES[:2]:
            self.bridge[name].force_release()
        with self.bridge["second"].hold(exclusive=True), self.assertRaises(Held):
            env.reset()
        self.assertEqual(env.reset()[0], [tuple(BASE)] * 2)

    def test_a_group_has_at_least_one_game(self) -> None:
        with self.assertRaisesRegex(ValueError, "names must name at least one emulator; got none."):
            self.bridge.hold_all([])

    def test_holds_are_renewed_while_nothing_steps(self) -> None:
        env = GameEnv(self.bridge, TASK, lease_seconds=0.5)
        self.addCleanup(env.close)
        env.reset()
        renewed = threading.Semaphore(0)
        renew = Hold.renew

        def renew_and_count(hold: Hold) -> None:
            renew(hold)
            renewed.release()

        with mock.patch.object(Hold, "renew", renew_and_count):
            for _ in range(5):
                self.assertTrue(renewed.acquire(timeout=30))
        self.assertNotIn("lost", env.step(1)[4])

    def test_a_group_takes_small_pictures(self) -> None:
        with self.bridge.hold_all() as group:
            with mock.patch.object(Bridge, "_attempt", autospec=True, side_effect=Bridge._attempt) as requests:
                steps = group.step(2, ["", "A", "", ""], read=[u16(0x02000020)], picture=Picture(60, 40, gray=True))
            self.assertEqual(requests.call_count, 1)
            for step in steps:
                assert step.pixels is not None
                self.assertEqual((step.pixels.width, step.pixels.height, step.pixels.channels), (60, 40, 1))
                self.assertEqual(len(step.pixels.data), 2400)
            # The box of A is light in the second game only: at 192, 74 of 240 x 160.
            lights = [step.pixels.data[20 * 60 + 50] for step in steps if step.pixels is not None]
            self.assertGreater(lights[1], lights[0] + 50)

    def test_the_same_actions_give_the_same_episode(self) -> None:
        env = GameEnv(self.bridge, TASK)
        self.addCleanup(env.close)
        episodes = []
        for _ in range(2):
            log: list[Any] = [env.reset(seed=1)]
            log += [env.step(action) for action in (1, 0, 2, 3, 0)]
            episodes.append(log)
        self.assertEqual(episodes[0], episodes[1])

    def test_one_seed_gives_the_same_observations_to_the_byte(self) -> None:
        task = Task(actions=TASK.actions, read=(*TASK.read, span(0x02000000, 1024)), reward=TASK.reward, frames=3, max_steps=9,
                    picture=Picture(60, 40))
        runs = [self._observations(task, seed) for seed in (7, 7, 8)]
        self.assertGreater(len(runs[0]), 150_000)
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def _observations(self, task: Task, seed: int) -> bytes:
        """Plays in two new emulators with a fixed clock, from the game's start, by actions of a seed; returns all that was observed."""
        games = [self.bridge.create("buttontest.gba", speed=0, clock=1_000_000_000) for _ in range(2)]
        chosen = random.Random(seed)
        try:
            with games[0].hold() as held:
                games[0].reset()
                held.step(30)
                start = games[0].state()
            env = VectorGameEnv(self.bridge, task, [game.name for game in games], start=start)
            seen, infos = env.reset()
            log = [repr(seen).encode(), *(info["pixels"].data for info in infos)]
            for _ in range(12):
                seen, rewards, ended, cut, infos = env.step([chosen.randrange(len(task.actions)) for _ in games])
                log += [repr((seen, rewards, ended, cut)).encode(), *(info["pixels"].data for info in infos)]
            env.close()
        finally:
            for game in games:
                game.end()
        return b"".join(log)

    def test_gymnasium_gets_arrays_and_spaces(self) -> None:
        if importlib.util.find_spec("numpy") is None:
            self.skipTest("numpy is not installed")
        is_real = gymnasium_stand_in.install()
        import numpy

        from mgba_bridge.gym import BridgeEnv, BridgeVectorEnv

        env = BridgeEnv(self.bridge, TASK, "second")
        first, _ = env.reset(seed=3)
        self.assertTrue(env.observation_space.contains(first))
        seen, reward, ended, cut, _ = env.step(1)
        self.assertEqual(((seen - first).tolist(), reward, ended, cut), ([1, 0], 1.0, False, False))
        if is_real:
            from gymnasium.utils.env_checker import check_env

            check_env(env, skip_render_check=True)
        env.close()

        games = BridgeVectorEnv(self.bridge, TASK)
        many, _ = games.reset()
        self.assertEqual(many.shape, (4, 2))
        many, rewards, *_ = games.step(numpy.array([1, 0, 1, 0]))
        self.assertEqual(rewards.tolist(), [1.0, 0.0, 1.0, 0.0])
        games.close()
        self.assertEqual(set(self.bridge.emulators().values()), {"running"})


if __name__ == "__main__":
    unittest.main()
