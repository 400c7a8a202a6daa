"""The environments for Stable-Baselines3 and PufferLib play like the one for Gymnasium."""

from __future__ import annotations

import importlib.util
import unittest
from typing import Any

from tests import gymnasium_stand_in, learning_stand_in
from tests.shared_bridge import SharedBridgeTestCase

if importlib.util.find_spec("numpy") is None:
    raise unittest.SkipTest("numpy is not installed")
gymnasium_stand_in.install()
learning_stand_in.install()

import numpy

from mgba_bridge.gym import RomVectorEnv
from mgba_bridge.puffer import RomPufferEnv
from mgba_bridge.sb3 import RomVecEnv
from tests.gymnasium_rules import same
from tests.test_gym import PICTURES, TASK


class LearnerTests(SharedBridgeTestCase):
    """One bridge for all."""

    def expected(self, **options: Any) -> RomVectorEnv:
        """Makes the environment to compare with."""
        env = RomVectorEnv(3, rom="buttontest.gba", bridge=self.running.address, autoreset_mode="SameStep", **options)
        self.addCleanup(env.close)
        return env

    def test_stable_baselines_gets_a_vecenv(self) -> None:
        kinds: list[dict[str, Any]] = [{"task": TASK}, {"task": PICTURES, "observes": "dict"}]
        for options in kinds:
            chosen: dict[str, Any] = {**options, "noops": 7, "sticky": 0.2}
            env = RomVecEnv(3, "buttontest.gba", bridge=self.running.address, render_mode="rgb_array", **chosen)
            self.addCleanup(env.close)
            other = self.expected(**chosen)
            env.seed(5)
            env.set_options({"noops": 3})
            self.assertTrue(same(env.reset(), other.reset(seed=5, options={"noops": 3})[0]))
            self.assertEqual([sorted(info) for info in env.reset_infos], [["episode_seed", "frame", "values"]] * 3)
            self.assertEqual(env._seeds, [None] * 3)
            chance, episodes = numpy.random.default_rng(1), 0
            for _ in range(30):
                actions = chance.integers(0, 4, 3)
                seen, rewards, over, infos = env.step(actions)
                shown, expected, ended, cut, info = other.step(actions)
                self.assertTrue(same(seen, shown))
                self.assertEqual((rewards.dtype, rewards.tolist()), (numpy.float32, expected.tolist()))
                self.assertEqual(over.tolist(), (ended | cut).tolist())
                for game, each in enumerate(infos):
                    self.assertEqual("terminal_observation" in each, bool(over[game]))
                    if over[game]:
                        episodes += 1
                        self.assertTrue(same(each["terminal_observation"], info["final_obs"][game]))
                        self.assertEqual(each["TimeLimit.truncated"], bool(cut[game] and not ended[game]))
            self.assertGreater(episodes, 5)
            self.assertEqual([picture.shape for picture in env.get_images() if picture is not None], [(160, 240, 3)] * 3)
            self.assertEqual((env.env_is_wrapped(object), env.get_attr("num_envs", 1)), ([False] * 3, [3]))
            with self.assertRaises(AttributeError):
                env.env_method("anything")
            env.set_options([{"noops": 1}, {}, {}])
            with self.assertRaisesRegex(ValueError, "same for all games"):
                env.reset()

    def test_pufferlib_gets_its_buffers_filled(self) -> None:
        for task in (TASK, PICTURES):
            env = RomPufferEnv(3, "buttontest.gba", task, bridge=self.running.address, noops=7, seed=5)
            self.addCleanup(env.close)
            other = self.expected(task=task, noops=7)
            buffer = env.observations
            seen, infos = env.reset()
            self.assertIs(seen, buffer)
            self.assertEqual(infos, [])
            self.assertTrue(same(buffer, other.reset(seed=5)[0]))
            chance, total, over = numpy.random.default_rng(1), 0.0, 0
            for _ in range(30):
                actions = chance.integers(0, 4, 3)
                seen, rewards, terminals, truncations, infos = env.step(actions)
                shown, expected, ended, cut, _ = other.step(actions)
                self.assertTrue(same(buffer, shown))
                self.assertEqual([each.tolist() for each in (rewards, terminals, truncations)],
                                 [each.tolist() for each in (expected, ended, cut)])
                self.assertEqual(len(infos), int((ended | cut).sum()))
                total += sum(info["episode_return"] for info in infos)
                over += sum(info["episode_length"] for info in infos)
            self.assertGreater(over, 40)
            env.close()
        with self.assertRaisesRegex(ValueError, 'got "dict"'):
            RomPufferEnv(3, "buttontest.gba", PICTURES, observes="dict")


if __name__ == "__main__":
    unittest.main()
