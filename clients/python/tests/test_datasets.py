"""Recorded episodes, and their exact replays."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import shutil
import signal
import tempfile
import unittest
from pathlib import Path
from typing import Any

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
            self.assertEqual((first.seed in (1, 2, 3), first.noops, len(first.values)), (True, 4, len(first.actions) + 1))
            assert first.pixels is not None
            self.assertEqual(first.pixels.shape[1:], (36, 40, 1))
            self.assertAlmostEqual(float(dataset.arrays["rewards"].sum()), float(total.sum()))
            self.assertEqual(dataset[-1].truncated or dataset[-1].terminated, False)
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
        vector = env._episodes.vector
        parent = int(vector.info()["block"]["path"].split("/")[2])
        [worker] = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        os.kill(int(worker), signal.SIGKILL)
        self.assertTrue(env.step(1)[3])
        recorder.stop()
        env.reset()
        dataset = recorder.dataset()
        self.assertEqual((len(dataset), dataset[0].actions.tolist(), dataset[0].truncated), (1, [1, 0, 2], True))
        self.assertEqual(dataset[0].rewards.tolist(), [1.0, 0.0, -1.0])
        self.assertEqual(replay(self.bridge, dataset), [])
        with self.assertRaises(IndexError):
            dataset[1]

    def test_bad_files_and_limits_are_named(self) -> None:
        env = self.several(task=PICTURES)
        recorder = Recorder(env, max_bytes=20_000)
        env.reset()
        with self.assertRaisesRegex(MemoryError, "reached 20000 bytes"):
            for _ in range(9):
                env.step(numpy.zeros(3, int))
        dataset = recorder.dataset()
        wrong = Dataset({**dataset.arrays, "info": numpy.array(str(dataset.arrays["info"]).replace(dataset.info["crc32"], "0x00000001"))})
        with self.assertRaisesRegex(ValueError, "checksum 0x00000001; buttontest.gba has 0x"):
            replay(self.bridge, wrong)
        with self.assertRaisesRegex(ValueError, "has the version 2"):
            Dataset({"info": numpy.array('{"version": 2}'), "lengths": numpy.zeros(0, int)})
        numpy.savez(self.folder / "code.npz", info=numpy.array([{}], object))
        with self.assertRaises(ValueError):
            Dataset.load(self.folder / "code.npz")
        with self.assertRaisesRegex(ValueError, "needs the bytes of states"):
            Recorder(self.several(task=TASK, starts=[("default", "boss")]))

    def test_the_example_of_the_readme_is_true(self) -> None:
        [program] = [program for program in readme_programs() if "mgba_bridge.datasets" in program]
        source = program.replace("Bridge()", f'Bridge("{self.running.address}")')
        source = source.replace('"episodes.npz"', repr(str(self.folder / "episodes.npz")))
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(source, {})
        self.assertEqual(output.getvalue().splitlines(), printed(program))


if __name__ == "__main__":
    unittest.main()
