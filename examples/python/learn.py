"""Learns to press A as often as possible, in all emulators at a time: python3 examples/python/learn.py [ADDRESS]

pip install ./clients/python first. The loop of DQN in plain Python: an epsilon-greedy policy, a replay memory, minibatches and a target
that is copied now and then. A table stands for the network. A held button counts once, so the agent has to find out to let go.
"""

import random
import sys
import time
from collections import deque

from mgba_bridge import Bridge, u16
from mgba_bridge.envs import Task, VectorGameEnv

PRESSES, WRONG_PRESSES, DOWN = u16(0x02000020), u16(0x02000022), u16(0x02000004)
TASK = Task(
    actions=("", "A", "B", "A+B"), read=(PRESSES, WRONG_PRESSES, DOWN), frames=2, max_steps=50,
    reward=lambda before, after: float((after[0] - before[0]) - (after[1] - before[1])))
ROUNDS, BATCH, DISCOUNT, RATE, COPY_EVERY = 400, 32, 0.9, 0.2, 50
ENOUGH = 24  # presses of each game in max_steps, of 25 at best

Table = dict[tuple[int, int], float]


def state_of(observation: tuple[int, ...]) -> int:
    """Returns what the policy sees: which of A and B are down."""
    return observation[2] & 3


def best(table: Table, state: int) -> int:
    """Returns the action that is worth most."""
    return max(range(len(TASK.actions)), key=lambda action: table.get((state, action), 0.0))


def train(table: Table, target: Table, memory: deque[tuple[int, int, float, int, bool]], chance: random.Random) -> None:
    """Learns from a minibatch."""
    for state, action, reward, after, over in chance.sample(memory, min(BATCH, len(memory))):
        future = 0.0 if over else DISCOUNT * target.get((after, best(target, after)), 0.0)
        known = table.get((state, action), 0.0)
        table[state, action] = known + RATE * (reward + future - known)


def main() -> int:
    """Trains, then plays an episode by what was learned."""
    chance = random.Random(1)
    table: Table = {}
    target: Table = {}
    memory: deque[tuple[int, int, float, int, bool]] = deque(maxlen=5000)
    with Bridge(*sys.argv[1:2]) as bridge:
        env = VectorGameEnv(bridge, TASK)
        seen, _ = env.reset()
        # The step after the end of an episode only begins the next one, so nothing is learned from it.
        began, fresh = time.monotonic(), [False] * env.num_envs
        for number in range(ROUNDS):
            epsilon = max(0.05, 1 - number / (ROUNDS / 2))
            states = [state_of(each) for each in seen]
            actions = [chance.randrange(4) if chance.random() < epsilon else best(table, state) for state in states]
            seen, rewards, ended, cut, _ = env.step(actions)
            for game, after in enumerate(seen):
                if not fresh[game]:
                    memory.append((states[game], actions[game], rewards[game], state_of(after), ended[game]))
            fresh = [one or other for one, other in zip(ended, cut)]
            train(table, target, memory, chance)
            if number % COPY_EVERY == 0:
                target = dict(table)
        print(f"{ROUNDS * env.num_envs / (time.monotonic() - began):.0f} steps a second in {env.num_envs} games")

        seen, _ = env.reset()
        total = 0.0
        for _ in range(TASK.max_steps or 0):
            seen, rewards, *_ = env.step([best(table, state_of(each)) for each in seen])
            total += sum(rewards)
        env.close()
    print(f"learned to press A {total / env.num_envs:.0f} times in {TASK.max_steps} steps; the best is {(TASK.max_steps or 0) // 2}")
    return 0 if total >= env.num_envs * ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
