"""Learns which button earns the reward, in the environment of bridge_env.py: python3 examples/python/learn.py [ADDRESS]

An epsilon-greedy bandit. It also shows that episodes are deterministic: the same actions give the same observations.
"""

import random
import sys
import time

from bridge_env import ButtonTestEnv


def episode(environment, choose):
    """Plays an episode and returns its actions, observations and rewards."""
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
        # A held button counts as one press, so every other step releases all buttons.
        choose.releases = not choose.releases
        if choose.releases:
            return 0
        if chance.random() < 0.2:
            return chance.choice(actions)
        return max(actions, key=lambda action: gained[action] / tried[action] if tried[action] else 1.0)

    choose.releases = False
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
          f"replaying the last episode gave {'the same' if same else 'DIFFERENT'} observations")
    return 0 if same and environment.ACTIONS[best] == ["A"] else 1


if __name__ == "__main__":
    sys.exit(main())
