"""What Gymnasium's and Stable-Baselines3's checkers demand of an environment, in our own words."""

from __future__ import annotations

import inspect
from typing import Any
from unittest import TestCase

import numpy


def same(one: Any, other: Any) -> bool:
    """Returns whether two observations or infos are equal to the byte and have the same types."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return bool(one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items()))
    if isinstance(one, numpy.ndarray):
        if one.dtype == object:
            return len(one) == len(other) and all(same(mine, theirs) for mine, theirs in zip(one, other))
        return bool(one.dtype == other.dtype and one.shape == other.shape and (one == other).all())
    return bool(one == other)


def check_env(test: TestCase, env: Any) -> None:
    """Checks an environment like the checkers: spaces, types, seeds, determinism, options, rendering."""
    parameters = inspect.signature(env.reset).parameters
    test.assertIsNone(parameters["seed"].default)
    test.assertIn("options", parameters)
    test.assertFalse(hasattr(env, "seed"))
    _check_metadata(test, env)
    _check_seeds(test, env)
    env.reset(options={})
    _check_step(test, env)
    _check_render(test, env)


def _check_metadata(test: TestCase, env: Any) -> None:
    for metadata in (type(env).metadata, env.metadata):
        test.assertIsInstance(metadata["render_modes"], list)
        test.assertGreater(metadata["render_fps"], 0)
    test.assertIn(env.render_mode, [None, *env.metadata["render_modes"]])


def _check_seeds(test: TestCase, env: Any) -> None:
    runs = []
    for _ in range(2):
        first, info = env.reset(seed=123)
        random_numbers = env.unwrapped._np_random.bit_generator.state
        second, more = env.reset()
        for seen in (first, second):
            test.assertTrue(env.observation_space.contains(seen), seen)
        test.assertIsInstance(info, dict)
        runs.append({"first": first, "second": second, "info": info, "more": more, "random": str(random_numbers)})
    test.assertTrue(same(*runs), runs)
    env.reset(seed=456)
    test.assertNotEqual(str(env.unwrapped._np_random.bit_generator.state), runs[0]["random"])


def _check_step(test: TestCase, env: Any) -> None:
    runs = []
    for _ in range(2):
        env.reset(seed=7)
        result = env.step(1)
        test.assertEqual(len(result), 5)
        seen, reward, ended, cut, info = result
        test.assertTrue(env.observation_space.contains(seen), seen)
        test.assertIs(type(reward), float)
        test.assertTrue(numpy.isfinite(reward))
        test.assertEqual((type(ended), cut, type(info)), (bool, False, dict))
        runs.append({"seen": seen, "reward": reward, "ended": ended, "info": info})
    test.assertTrue(same(*runs), runs)
    # numpy's integers are actions as well, and arrays of one.
    for action in (numpy.int64(0), numpy.array(0)):
        env.step(action)


def _check_render(test: TestCase, env: Any) -> None:
    picture = env.render()
    if env.render_mode is None:
        test.assertIsNone(picture)
    else:
        test.assertEqual((type(picture), picture.dtype, picture.ndim, picture.shape[2]), (numpy.ndarray, numpy.uint8, 3, 3))


def check_image_space(test: TestCase, space: Any) -> None:
    """Checks a space of pictures as policies with convolutions want it: height, width, channels, bytes from 0 to 255, 36 pixels or more."""
    test.assertEqual((len(space.shape), space.dtype), (3, numpy.uint8))
    test.assertIn(space.shape[2], (1, 3))
    test.assertGreaterEqual(min(space.shape[:2]), 36)
    test.assertEqual((int(space.low.min()), int(space.high.max())), (0, 255))


class OneByOne:
    """Single environments, stepped and begun again as a vector of Gymnasium does it; what a vector environment is compared with."""

    def __init__(self, envs: list[Any], mode: str) -> None:
        self.envs, self.mode = envs, mode
        self.over = [False] * len(envs)
        self.seen: list[Any] = []

    def reset(self, seed: int | None = None, mask: Any = None) -> list[Any]:
        """Begins the episodes of all, or of a mask; returns observations."""
        for index, env in enumerate(self.envs):
            if mask is None or mask[index]:
                seen, _ = env.reset(seed=None if seed is None else seed + index)
                self.seen[index:index + 1] = [seen]
                self.over[index] = False
        return list(self.seen)

    def step(self, actions: Any) -> tuple[list[Any], list[float], list[bool], list[bool], list[Any]]:
        """Returns observations, rewards, ends, cuts, and the last observations of those that began again in this step."""
        rewards, ends, cuts, last = [], [], [], []
        for index, env in enumerate(self.envs):
            final = None
            if self.mode == "NextStep" and self.over[index]:
                (seen, _), reward, ended, cut = env.reset(), 0.0, False, False
            else:
                seen, reward, ended, cut, _ = env.step(actions[index])
                if self.mode == "SameStep" and (ended or cut):
                    final = seen
                    seen, _ = env.reset()
            self.seen[index] = seen
            self.over[index] = ended or cut
            rewards.append(reward)
            ends.append(ended)
            cuts.append(cut)
            last.append(final)
        return list(self.seen), rewards, ends, cuts, last
