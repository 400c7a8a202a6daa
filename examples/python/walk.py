"""A bot that walks to a place by reading its position from memory: python3 examples/python/walk.py [ADDRESS]

pip install ./clients/python first. The bundled button-test game has no map, so the frames in which it saw a direction stand for steps.
For your own game, replace `position`.
"""

import sys

from mgba_bridge import Bridge, Hold, OutcomeUnknown, u16

RIGHT, LEFT, UP, DOWN = (u16(address) for address in (0x02000048, 0x0200004A, 0x0200004C, 0x0200004E))
GOAL = (12, -5)
PATIENCE = 200


def position(values: tuple[int, ...]) -> tuple[int, int]:
    """Returns x and y from the values that a step has read."""
    right, left, up, down = values
    return right - left, down - up


def direction(here: tuple[int, int], goal: tuple[int, int]) -> str:
    """Returns the button that leads closer to the goal, or nothing at the goal."""
    if here[0] != goal[0]:
        return "Right" if here[0] < goal[0] else "Left"
    if here[1] != goal[1]:
        return "Down" if here[1] < goal[1] else "Up"
    return ""


def walk(held: Hold, goal: tuple[int, int]) -> int:
    """Walks to the goal and returns the number of steps. Each step is one request: press, run a frame, read the position."""
    here = position(held.step(read=[RIGHT, LEFT, UP, DOWN]).values)
    for steps in range(PATIENCE):
        button = direction(here, goal)
        if not button:
            return steps
        here = position(held.step(1, button, read=[RIGHT, LEFT, UP, DOWN]).values)
    raise SystemExit(f"Stuck at {here}; the goal is {goal}.")


def main() -> None:
    """Walks to a goal and back."""
    with Bridge(*sys.argv[1:2]) as bridge:
        bridge.wait_until_ready()
        # The game stands still while the bot thinks. The lease releases it if the bot dies.
        with bridge.emulator().hold(lease_seconds=10, owner="walk.py") as held:
            start = position(held.step(read=[RIGHT, LEFT, UP, DOWN]).values)
            goal = (start[0] + GOAL[0], start[1] + GOAL[1])
            try:
                print(f"walked to {goal} in {walk(held, goal)} steps")
                print(f"and back to {start} in {walk(held, start)} steps")
            except OutcomeUnknown as error:
                # Nobody knows whether the last step ran; the next one reads the position anyway.
                print("The emulator was lost during a step:", error)


if __name__ == "__main__":
    main()
