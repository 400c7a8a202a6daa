"""Environments on vectors: Gymnasium's rules, episodes that begin again, losses, forks and copies."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import pickle
import signal
import unittest
from pathlib import Path
from typing import Any

from tests import gymnasium_stand_in
from tests.running import RunningBridge, wait_until
from tests.shared_bridge import SharedBridgeTestCase
from tests.test_fork import exit_code, fork
from tests.test_package import printed, readme_programs

if importlib.util.find_spec("numpy") is None:
    raise unittest.SkipTest("numpy is not installed")
IS_REAL = gymnasium_stand_in.install()

import gymnasium
import numpy

from mgba_bridge import Bridge, Picture, u16, u32
from mgba_bridge.envs import Observation, Task
from mgba_bridge.gym import RomEnv, RomVectorEnv, space_of
from tests.gymnasium_rules import OneByOne, check_env, check_image_space, same

NAME = "mgba_bridge/Game-v0"


def new_presses(before: Observation, after: Observation) -> float:
    """Returns how often A went down, less the times of B."""
    return float((after[0] - before[0]) - (after[1] - before[1]))


def three_presses(seen: Observation) -> bool:
    """Returns whether A went down three times."""
    return seen[0] >= 3


TASK = Task(actions=("", "A", "B", "A+B"), read=(u16(0x02000020), u16(0x02000022)), frames=2, reward=new_presses, ended=three_presses,
            max_steps=12)
PICTURES = Task(actions=TASK.actions, read=TASK.read, frames=2, reward=new_presses, ended=three_presses, max_steps=12,
                picture=Picture(40, 36, gray=True))
BATCHED = Task(actions=TASK.actions, read=TASK.read, frames=2, max_steps=12, batched=True, ended=lambda seen: seen[0] >= 3,
               reward=lambda before, after: (after[0] - before[0]) - (after[1] - before[1]))


class GymTests(SharedBridgeTestCase):
    """One bridge for all."""

    def single(self, task: Task = TASK, **options: Any) -> Any:
        """Makes an environment of one game for one test, as users do."""
        env = gymnasium.make(NAME, rom="buttontest.gba", task=task, bridge=self.running.address, **options)
        self.addCleanup(env.close)
        return env

    def several(self, task: Task = TASK, count: int = 3, **options: Any) -> Any:
        """Makes an environment of several games."""
        env = gymnasium.make_vec(NAME, num_envs=count, rom="buttontest.gba", task=task, bridge=self.running.address, **options)
        self.addCleanup(env.close)
        return env

    def kill(self, env: Any, game: int | None = None) -> None:
        """Kills a game of an environment, or all of them."""
        vector = env.unwrapped._episodes.vector
        parent = int(vector.info()["block"]["path"].split("/")[2])
        workers = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        os.kill(parent if game is None else int(workers[game]), signal.SIGKILL)
        if game is None:
            wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))

    def test_an_environment_passes_the_checkers(self) -> None:
        kinds: list[tuple[Task, dict[str, Any]]] = [
            (TASK, {}), (PICTURES, {"shared": False}), (PICTURES, {"observes": "dict"}), (PICTURES, {"observes": "values"})]
        for task, more in kinds:
            for mode in (None, "rgb_array"):
                env = self.single(task, render_mode=mode, noops=8, sticky=0.25, **more)
                check_env(self, env.unwrapped)
                if IS_REAL:
                    from gymnasium.utils.env_checker import check_env as check

                    check(env.unwrapped)
                env.close()
                env.close()
        check_image_space(self, self.single(PICTURES).observation_space)
        self.assertAlmostEqual(env.metadata["render_fps"], 29.86375)

    def test_a_vector_plays_like_its_games_one_by_one(self) -> None:
        for mode in ("NextStep", "SameStep", "Disabled"):
            options: dict[str, Any] = {"noops": 5, "sticky": 0.2, "observes": "dict", "starts": (None, None)}
            env = self.several(PICTURES, autoreset_mode=mode, **options)
            self.assertIs(env.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode(mode))
            singles = OneByOne([self.single(PICTURES, **options) for _ in range(3)], mode)
            chance = numpy.random.default_rng(2)
            seen, _ = env.reset(seed=5)
            self.assert_rows(seen, singles.reset(5))
            episodes = 0
            for _ in range(40):
                if mode == "Disabled" and any(singles.over):
                    mask = numpy.array(singles.over)
                    seen, _ = env.reset(options={"reset_mask": mask})
                    self.assert_rows(seen, singles.reset(mask=mask))
                actions = chance.integers(0, 4, 3)
                seen, rewards, ends, cuts, infos = env.step(actions)
                expected = singles.step(actions)
                self.assert_rows(seen, expected[0])
                self.assertEqual([rewards.tolist(), ends.tolist(), cuts.tolist()], [*expected[1:4]])
                self.assertEqual((rewards.dtype, ends.dtype, cuts.dtype), (numpy.float64, numpy.bool_, numpy.bool_))
                self.assertEqual("final_obs" in infos, mode == "SameStep" and any(singles.over))
                if "final_obs" in infos:
                    self.assertTrue(all(map(same, infos["final_obs"], expected[4])))
                    self.assertEqual(infos["_final_obs"].tolist(), singles.over)
                episodes += sum(singles.over)
            self.assertGreater(episodes, 6)
            for each in (env, *singles.envs):
                each.close()

    def assert_rows(self, seen: Any, rows: list[Any]) -> None:
        """Checks observations of several games against those of single ones."""
        for index, row in enumerate(rows):
            for name, value in row.items():
                self.assertTrue(same(seen[name][index], value), (index, name))

    def test_games_that_are_over_must_be_reset_where_nothing_resets_them(self) -> None:
        env = self.several(autoreset_mode="Disabled")
        with self.assertRaisesRegex(RuntimeError, r"Call reset\(\) before"):
            env.step(numpy.zeros(3, int))
        env.reset()
        over = numpy.zeros(3, bool)
        while not over.any():
            _, _, ends, cuts, _ = env.step(numpy.array([1, 0, 0]) * (env._episodes._taken % 2))
            over = ends | cuts
        with self.assertRaisesRegex(RuntimeError, r"the games \[0\] are over: reset them"):
            env.step(numpy.zeros(3, int))
        for mask in ([True, False, False], numpy.zeros(3, bool), numpy.ones(2, bool), numpy.ones(3, int)):
            with self.assertRaisesRegex(ValueError, "reset_mask"):
                env.reset(options={"reset_mask": mask})
        env.reset(options={"reset_mask": over})
        env.step(numpy.zeros(3, int))

    def test_bad_input_is_named(self) -> None:
        env = self.several()
        env.reset()
        for actions, sentence in ((numpy.array([0, 1, 4]), "actions must be 0 to 3; got 4"), (numpy.array([0, -1, 0]), "got -1"),
                                  (numpy.array([0, 1]), "actions must be 3 whole numbers of 0 to 3"), ([0.5, 1.0, 1.0], "whole numbers")):
            with self.assertRaisesRegex(ValueError, sentence):
                env.step(actions)
        for options, sentence in (
                ({"begin": 1}, 'got "begin"'), ({"start": 1}, "start must be 0 to 0; got 1"), ({"noops": -1}, "noops must"),
                ({"start": "1"}, "must be a whole number"), ({"start": 0, "state": b""}, "not both")):
            with self.assertRaisesRegex(ValueError, sentence):
                env.reset(options=options)
        for seed in ([1, 2], []):
            with self.assertRaisesRegex(ValueError, "seed must be one number, or one for each of 3 games"):
                env.reset(seed=seed)
        single = self.single()
        single.reset()
        with self.assertRaisesRegex(ValueError, "actions must be 0 to 3; got 9"):
            single.step(9)
        with self.assertRaisesRegex(ValueError, "places must be at least one"):
            space_of(())
        wrongs: list[dict[str, Any]] = [
            {"render_mode": "human"}, {"observes": "pixels"}, {"observes": "everything"}, {"starts": [None] * 17}]
        for wrong in wrongs:
            with self.assertRaises(ValueError):
                RomEnv("buttontest.gba", TASK, **wrong)

    def test_episodes_begin_where_the_options_say(self) -> None:
        env = self.single(Task(actions=("", "A"), read=(u32(0x02000000), u16(0x02000020)), frames=3, reward=lambda before, after: 0.0))
        self.assertEqual(env.reset()[0].tolist(), [2, 0])
        self.assertEqual(env.reset(options={"noops": 30})[0].tolist(), [32, 0])
        env.step(1)
        with Bridge(self.running.address) as bridge:
            state = bridge.vector(env.unwrapped._episodes.vector.name).state(0)
        env.step(1)
        seen, info = env.reset(options={"state": state})
        self.assertEqual(seen.tolist(), [38, 1])
        self.assertEqual((info["frame"], info["values"].tolist()), (39, [38, 1]))
        several = self.several(env.unwrapped._task, starts=(None, state))
        self.assertEqual(several.reset(options={"start": 1})[0][:, 1].tolist(), [1, 1, 1])
        starts = {tuple(several.reset(seed=seed)[0][:, 1].tolist()) for seed in range(9)}
        self.assertGreater(len(starts), 2)

    def test_a_dead_game_cuts_its_episode_alone(self) -> None:
        for shared in (True, False):
            env = self.several(PICTURES, shared=shared)
            env.reset(seed=1)
            before, *_ = env.step(numpy.ones(3, int))
            self.kill(env, 1)
            seen, rewards, ends, cuts, infos = env.step(numpy.full(3, 2))
            self.assertEqual((rewards.tolist(), ends.tolist(), cuts.tolist()), ([-1.0, 0.0, -1.0], [False] * 3, [False, True, False]))
            self.assertEqual(infos["lost"].tolist(), [False, True, False])
            self.assertTrue(same(seen[1], before[1]))
            *_, cuts, infos = env.step(numpy.zeros(3, int))
            self.assertEqual((cuts.tolist(), "lost" in infos, infos["values"].tolist()), ([False] * 3, False, [[1, 1], [0, 0], [1, 1]]))

    def test_a_lost_vector_cuts_all_episodes_and_the_next_one_begins(self) -> None:
        for mode in ("NextStep", "SameStep"):
            env = self.several(autoreset_mode=mode)
            env.reset(seed=1)
            self.kill(env)
            *_, cuts, infos = env.step(numpy.zeros(3, int))
            self.assertEqual((cuts.tolist(), infos["lost"].tolist()), ([True] * 3, [True] * 3))
            *_, cuts, infos = env.step(numpy.zeros(3, int))
            self.assertEqual((cuts.tolist(), "lost" in infos), ([False] * 3, False))
            env.close()
        single = self.single()
        first, _ = single.reset(seed=1)
        self.kill(single)
        # The next reset notices by itself, and its seed still counts.
        again, info = single.reset(seed=1)
        self.assertEqual((again.tolist(), info["episode_seed"]), (first.tolist(), 1))
        self.kill(single)
        *_, cut, info = single.step(0)
        self.assertEqual((cut, info["lost"]), (True, True))
        with self.assertRaisesRegex(RuntimeError, "reset them"):
            single.step(0)
        single.reset()

    def test_a_lost_bridge_cuts_episodes_over_http(self) -> None:
        running = RunningBridge(names=())
        self.addCleanup(running.close)
        env = gymnasium.make_vec(NAME, num_envs=2, rom="buttontest.gba", task=TASK, bridge=running.address, shared=False)
        self.addCleanup(env.close)
        env.reset()
        running.stop()
        *_, cuts, infos = env.step(numpy.zeros(2, int))
        self.assertEqual((cuts.tolist(), infos["lost"].tolist()), ([True] * 2, [True] * 2))
        running.start()
        env.step(numpy.zeros(2, int))
        env.close()

    def test_a_bridge_that_is_killed_loses_no_step_of_the_memory(self) -> None:
        running = RunningBridge(names=())
        self.addCleanup(running.close)
        env = gymnasium.make_vec(NAME, num_envs=2, rom="buttontest.gba", task=TASK, bridge=running.address)
        self.addCleanup(env.close)
        env.reset()
        running.stop()
        for _ in range(5):
            *_, infos = env.step(numpy.zeros(2, int))
        self.assertEqual(infos["frame"].tolist(), [12, 12])
        running.start()
        env.reset()

    def test_batched_tasks_play_like_others(self) -> None:
        runs = []
        for task in (TASK, BATCHED):
            env = self.several(task)
            log = [env.reset(seed=3)[0].tolist()]
            chance = numpy.random.default_rng(4)
            for _ in range(30):
                log.append([each.tolist() for each in env.step(chance.integers(0, 4, 3))[:4]])
            runs.append(log)
        self.assertEqual(runs[0], runs[1])

    def test_observations_are_copies_or_views(self) -> None:
        for copy in (True, False):
            env = self.several(PICTURES, copy=copy)
            first, _ = env.reset()
            shown = first.copy()
            env.step(numpy.ones(3, int))
            self.assertTrue((first == shown).all())
            env.step(numpy.ones(3, int))
            self.assertEqual((first == shown).all(), copy)

    def test_halves_of_steps_run_beside_the_client(self) -> None:
        env = self.several()
        env.reset()
        env.send(numpy.array([1, 0, 1]))
        self.assertEqual(env.receive()[1].tolist(), [1.0, 0.0, 1.0])

    def test_games_are_rendered(self) -> None:
        env = self.several(TASK, render_mode="rgb_array")
        # The game draws its screen first.
        env.reset(options={"noops": 60})
        env.step(numpy.array([1, 0, 0]))
        pictures = env.render()
        self.assertEqual([picture.shape for picture in pictures], [(160, 240, 3)] * 3)
        # The box of A is light in the game that holds it.
        self.assertGreater(int(pictures[0][77, 195].sum()), int(pictures[1][77, 195].sum()) + 100)
        self.assertIsNone(self.several().render())

    def test_copies_and_children_get_games_of_their_own(self) -> None:
        single = RomEnv("buttontest.gba", TASK, bridge=Bridge(self.running.address))
        several = RomVectorEnv(2, rom="buttontest.gba", task=TASK, bridge=self.running.address)
        both: list[tuple[Any, Any]] = [(single, 1), (several, numpy.ones(2, int))]
        for env, actions in both:
            self.addCleanup(env.close)
            env.reset(seed=1)
            copy = pickle.loads(pickle.dumps(env))
            copy.reset(seed=1)
            copy.step(actions)
            copy.close()

            def child() -> int:
                with self.assertRaisesRegex(RuntimeError, "Call reset"):
                    env.step(actions)
                env.reset()
                for _ in range(5):
                    env.step(actions * 0)
                env.close()
                return 3

            self.assertEqual(exit_code(fork(child)), 3)
            values = env.step(actions)[4]["values"]
            self.assertEqual(values.max(axis=None), 1)

    def test_environments_run_in_forked_processes(self) -> None:
        games = gymnasium.vector.AsyncVectorEnv([lambda: self.single() for _ in range(2)], context="fork")
        games.reset()
        for _ in range(2):
            _, rewards, *_ = games.step([1, 0])
            games.step([0, 0])
        games.close()
        self.assertEqual(list(rewards), [1.0, 0.0])

    def test_the_example_of_the_readme_is_true(self) -> None:
        [program] = [program for program in readme_programs() if "gymnasium.make_vec" in program]
        self.assertIn("envs.action_space.sample() * 0 + 1", program)
        source = program.replace("task=task)", f'task=task, bridge="{self.running.address}")')
        # The spaces of the stand-in have no samples.
        source = source.replace("envs.action_space.sample() * 0 + 1", "numpy.ones(4, int)")
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(source, {"numpy": numpy})
        self.assertEqual(output.getvalue().splitlines(), printed(program))


if __name__ == "__main__":
    unittest.main()
