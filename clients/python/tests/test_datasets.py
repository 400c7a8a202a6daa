"""Recorded episodes, and their exact replays."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import shutil
import signal
import sys
import tempfile
import types
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from tests import gymnasium_stand_in
from tests.shared_bridge import SharedBridgeTestCase
from tests.test_package import printed, readme_programs

if importlib.util.find_spec("numpy") is None:
    raise unittest.SkipTest("numpy is not installed")
gymnasium_stand_in.install()

import numpy

from mgba_bridge.datasets import Dataset, Difference, Recorder, replay
from mgba_bridge.gym import RomEnv, RomVectorEnv
from tests.test_gym import PICTURES, TASK
from tests.test_vectors import workers_of


class DatasetTests(SharedBridgeTestCase):
    """One bridge for all."""

    def setUp(self) -> None:
        super().setUp()
        self.folder = Path(tempfile.mkdtemp(prefix="bridge-dataset-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def several(self, **options: Any) -> RomVectorEnv:
        """Makes an environment of three games."""
        env = RomVectorEnv(3, rom="buttontest.gba", bridge=self.bridge, **options)
        self.addCleanup(env.close)
        return env

    def test_episodes_replay_exactly_from_their_actions(self) -> None:
        with self.bridge.create_vector("buttontest.gba", 1) as vector:
            vector.step(0, 33)
            state = vector.state(0)
        for mode in ("NextStep", "SameStep"):
            env = self.several(task=PICTURES, sticky=0.2, noops=9, starts=(None, state), autoreset_mode=mode)
            recorder = Recorder(env)
            seen, infos = env.reset(seed=1, options={"noops": 4})
            chance = numpy.random.default_rng(1)
            total = numpy.zeros(3)
            for _ in range(40):
                _, rewards, *_ = env.step(chance.integers(0, 4, 3))
                total += rewards
            env.reset(options={"state": state, "reset_mask": numpy.array([False, True, False])})
            recorder.save(self.folder / "run.npz")
            dataset = Dataset.load(self.folder / "run.npz")
            self.assertGreater(len(dataset), 6)
            first = dataset[0]
            self.assertEqual((first.seed in (1, 2, 3), first.noops, first.total_steps), (True, 4, len(first.actions)))
            self.assertEqual({len(array) for array in (*first.observations.values(), *first.infos.values())}, {first.total_steps + 1})
            self.assertEqual({len(array) for array in (first.rewards, first.terminations, first.truncations)}, {first.total_steps})
            self.assertEqual(first.observations["pixels"].shape[1:], (36, 40, 1))
            self.assertAlmostEqual(float(dataset.arrays["rewards"].sum()), float(total.sum()))
            ends = [episode.terminations | episode.truncations for episode in dataset]
            self.assertEqual([bool(end[:-1].any()) for end in ends], [False] * len(dataset))
            self.assertEqual((bool(ends[0][-1]), bool(ends[-1][-1]), dataset[-1].id), (True, False, len(dataset) - 1))
            self.assertEqual({dataset.state(episode.start) for episode in map(dataset.__getitem__, range(len(dataset)))}, {None, state})
            self.assertEqual(replay(self.bridge, dataset), [])
            self.assertEqual(replay(self.bridge, dataset, games=2), [])

            dataset.arrays["actions"][0] = 3 - dataset.arrays["actions"][0]
            [difference] = replay(self.bridge, dataset)
            self.assertEqual(difference, Difference(0, 1, difference.what))
            env.close()

    def test_one_game_is_recorded_and_a_lost_step_is_not(self) -> None:
        env = RomEnv("buttontest.gba", TASK, bridge=self.bridge)
        self.addCleanup(env.close)
        recorder = Recorder(env)
        env.reset(seed=1)
        for action in (1, 0, 2):
            env.step(action)
        # In the fourth step of an episode, and in the first one of the next.
        for _ in range(2):
            [worker] = workers_of(env._episodes.vector)
            os.kill(worker, signal.SIGKILL)
            self.assertTrue(env.step(1)[3])
            env.reset()
        recorder.stop()
        env.reset()
        dataset = recorder.dataset()
        self.assertEqual((len(dataset), dataset[0].actions.tolist(), dataset[0].truncations.tolist()), (1, [1, 0, 2], [False, False, True]))
        self.assertEqual(dataset[0].rewards.tolist(), [1.0, 0.0, -1.0])
        self.assertEqual(replay(self.bridge, dataset), [])
        with self.assertRaises(IndexError):
            dataset[1]

    def test_bad_files_and_limits_are_named(self) -> None:
        env = self.several(task=PICTURES)
        recorder = Recorder(env, max_bytes=20_000)
        env.reset()
        with self.assertRaisesRegex(MemoryError, "over 20000 bytes"):
            for _ in range(9):
                env.step(numpy.zeros(3, int))
        env.step(numpy.zeros(3, int))
        dataset = recorder.dataset()
        self.assertEqual(len(dataset.arrays["observations/values"]), len(dataset.arrays["actions"]) + len(dataset))
        self.assertEqual(replay(self.bridge, dataset), [])
        wrong = Dataset({**dataset.arrays, "info": numpy.array(str(dataset.arrays["info"]).replace(dataset.info["crc32"], "0x00000001"))})
        with self.assertRaisesRegex(ValueError, "checksum 0x00000001; buttontest.gba has 0x"):
            replay(self.bridge, wrong)
        with self.assertRaisesRegex(ValueError, "has the version 1"):
            Dataset({"info": numpy.array('{"version": 1}')})
        numpy.savez(self.folder / "code.npz", info=numpy.array([{}], object))
        with self.assertRaises(ValueError):
            Dataset.load(self.folder / "code.npz")
        with self.assertRaisesRegex(ValueError, "needs the bytes of states"):
            Recorder(self.several(task=TASK, starts=[("default", "boss")]))

    def test_the_loop_of_the_readme_gives_minari_what_it_takes(self) -> None:
        env = self.several(task=PICTURES, observes="dict")
        recorder = Recorder(env)
        env.reset(seed=1)
        for _ in range(16):
            env.step(numpy.ones(3, int))
        [program] = [program for program in readme_programs() if "import create_dataset_from_buffers" in program]
        taken: dict[str, Any] = {}

        def create(name: str, buffers: list[Any], **spaces: Any) -> None:
            taken.update(spaces, name=name, buffers=buffers)

        minari = types.SimpleNamespace(create_dataset_from_buffers=create)
        collector = types.SimpleNamespace(EpisodeBuffer=types.SimpleNamespace)
        with mock.patch.dict(sys.modules, {"minari": minari, "minari.data_collector": collector}):
            exec(program, {"dataset": recorder.dataset(), "envs": env})
        self.assertEqual(len(taken["buffers"]), 3)
        for buffer in taken["buffers"]:
            self.assertTrue(buffer.terminations[-1] or buffer.truncations[-1])
            lengths = [len(rows) for rows in (buffer.actions, buffer.rewards, buffer.terminations, buffer.truncations)]
            self.assertEqual(lengths, [len(buffer.infos["frame"]) - 1] * 4)
            for seen in zip(buffer.observations["values"], buffer.observations["pixels"]):
                self.assertTrue(taken["observation_space"].contains(dict(zip(("values", "pixels"), seen))))
            self.assertTrue(all(taken["action_space"].contains(action) for action in buffer.actions))

    def test_the_example_of_the_readme_is_true(self) -> None:
        [program] = [program for program in readme_programs() if "mgba_bridge.datasets" in program]
        source = program.replace("Bridge()", f'Bridge("{self.running.address}")')
        source = source.replace('"episodes.npz"', repr(str(self.folder / "episodes.npz")))
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(source, {})
        self.assertEqual(output.getvalue().splitlines(), printed(program))


if __name__ == "__main__":
    unittest.main()
