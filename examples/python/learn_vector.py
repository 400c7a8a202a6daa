"""Learns the way through a maze in 8 games at a time: python3 examples/python/learn_vector.py [ADDRESS]

pip install './clients/python[numpy]' first. The games run in a vector, which steps through shared memory; all learn into one table.
"""

import sys
import time

import numpy
from numpy.typing import NDArray

from mgba_bridge import Bridge, u16
from mgba_bridge.vectors import GameVector

GAMES, FRAMES, ROUNDS, STEPS, LONGEST = 8, 8, 4, 100, 300
COLUMNS, ROWS = 15, 10
GOAL, UNKNOWN = COLUMNS * ROWS, -1
READS = [u16(0x02000004), u16(0x02000006), u16(0x0200000C)]  # the player's column and row, and 1 at the goal
KEYS, ARROWS = numpy.array([1 << 4, 1 << 5, 1 << 6, 1 << 7], numpy.uint16), "→←↑↓"
Numbers = NDArray[numpy.int64]


def state_of(values: Numbers) -> Numbers:
    """Returns what the agent sees of each game: the number of the player's cell, or GOAL."""
    return numpy.where(values[:, 2] == 1, GOAL, values[:, 1] * COLUMNS + values[:, 0])


class Agent:
    """A table of what each action is worth in each cell, and where it led. What was never tried is worth 0, and a step costs 1."""

    def __init__(self) -> None:
        self.worth, self.led_to = numpy.zeros((GOAL + 1, 4)), numpy.full((GOAL, 4), UNKNOWN)
        self.chance = numpy.random.default_rng(1)

    def choose(self, state: Numbers) -> Numbers:
        """Returns the best action of each game; of equal ones, any."""
        chosen: Numbers = (self.worth[state] + self.chance.random((len(state), 4)) * 0.01).argmax(1)
        return chosen

    def learn(self, state: Numbers, action: Numbers, after: Numbers) -> None:
        """Remembers where actions led, and thinks once about all that it remembers (Dyna)."""
        self.led_to[state, action] = after
        known = self.led_to != UNKNOWN
        self.worth[:-1][known] = self.worth.max(1)[self.led_to[known]] - 1


def train(games: GameVector, agent: Agent) -> int:
    """Plays a round of steps in all games, and learns from each; returns how often a game reached the goal."""
    state, taken, reached = state_of(games.reset().values), numpy.zeros(GAMES, numpy.int64), 0
    for _ in range(STEPS):
        action = agent.choose(state)
        after = state_of(games.step(KEYS[action]).values)
        agent.learn(state, action, after)
        state, taken = after, taken + 1
        over = (state == GOAL) | (taken >= LONGEST)
        reached += int((state == GOAL).sum())
        if over.any():
            state, taken[over] = numpy.where(over, state_of(games.reset(games=numpy.flatnonzero(over)).values), state), 0
    return reached


def walk(games: GameVector, agent: Agent) -> list[int]:
    """Returns the cells on the way that the agent knows, in one game."""
    cells = [int(state_of(games.reset().values)[0])]
    while len(cells) <= LONGEST and cells[-1] != GOAL:
        cells.append(int(state_of(games.step(int(KEYS[agent.worth[cells[-1]].argmax()]), games=[0]).values)[0]))
    return cells


agent = Agent()
with Bridge(*sys.argv[1:2]) as bridge, bridge.create_vector("maze.gba", GAMES, frames=FRAMES, read=READS) as games:
    for number in range(1, ROUNDS + 1):
        began = time.monotonic()
        reached, speed = train(games, agent), STEPS * GAMES / (time.monotonic() - began)
        way = walk(games, agent)
        learned = f"the way has {len(way) - 1} steps" if way[-1] == GOAL else "no way yet"
        print(f"round {number}: {reached} times at the goal, {learned}; {speed:.0f} steps a second", flush=True)
arrows = {cell: ARROWS[agent.worth[cell].argmax()] for cell in way[:-1]}
print("\n".join(" ".join(arrows.get(row * COLUMNS + column, "·") for column in range(COLUMNS)) for row in range(ROWS)))
