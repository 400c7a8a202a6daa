"""Learns which button pays, in the environment of bridge_env.py: python3 examples/python/learn.py [ADDRESS]

An epsilon-greedy bandit; what it learns matters less than that every episode with the same actions is the same.
"""

import random
import sys
import time

from bridge_env import ButtonTestEnv


def episode(environment, choose):
    """Plays until the end; the actions, observations and rewards."""
    observation, _ = environment.reset(seed=1)
    log, over = [], False
    while not over:
        action = choose()
        observation, reward, terminated, truncated, _ = environment.step(action)
        log.append((action, observation, reward))
        over = terminated or truncated
    return log


def main():
    environment = ButtonTestEnv(*sys.argv[1:2])
    chance = random.Random(1)
    actions = range(len(environment.ACTIONS))
    gained, tried = [0.0] * len(actions), [0] * len(actions)

    def choose():
        # A held button is pressed once: between two choices nothing is, every other step.
        choose.rests = not choose.rests
        if choose.rests:
            return 0
        if chance.random() < 0.2:
            return chance.choice(actions)
        return max(actions, key=lambda action: gained[action] / tried[action] if tried[action] else 1.0)

    choose.rests = False
    began, steps = time.monotonic(), 0
    for number in range(1, 6):
        log = episode(environment, choose)
        steps += len(log)
        for action, _, reward in log:
            tried[action] += 1
            gained[action] += reward
        print(f"episode {number}: reward {sum(reward for _, _, reward in log)}")
    seconds = time.monotonic() - began

    replayed = iter(log)
    same = episode(environment, lambda: next(replayed)[0]) == log
    environment.close()

    best = max(actions, key=lambda action: gained[action] / max(tried[action], 1))
    print(f"best: {'+'.join(environment.ACTIONS[best]) or 'nothing'}; {steps / seconds:.0f} steps a second; "
          f"the last episode played again is {'the same' if same else 'NOT the same'}")
    return 0 if same and environment.ACTIONS[best] == ["A"] else 1


if __name__ == "__main__":
    sys.exit(main())
