"""Hunts for a rare encounter by soft resets: python3 examples/python/hunt.py [ADDRESS]

pip install ./clients/python first. Each try loads the same state, waits some frames longer than the one before, presses A and looks at
what came. A try is one request. In the bundled button-test game the frame counter at the press stands for the game's random number:
for your own game, save a state in front of the encounter, and replace `ENCOUNTER` and `is_rare`.
"""

import sys
import time

from mgba_bridge import Bridge, Hold, Press, Turn, UnknownState, Wait, u16, u32

STATE = "before-encounter"
ENCOUNTER = (u32(0x02000000), u16(0x02000020))
MAX_TRIES = 500


def is_rare(number: int) -> bool:
    """Returns whether the encounter is worth keeping: one in 64 here, one in 8,192 in the games that you think of."""
    # Multiplying by this number spreads frame counts evenly over 32 bits; the upper six are compared.
    return number * 2654435761 % 2**32 >> 26 == 7


def hunt(held: Hold) -> tuple[int, Turn]:
    """Tries until the encounter is rare; returns the number of the try and its turn."""
    for number in range(1, MAX_TRIES + 1):
        # The wait decides the random number, so every try has another.
        turn = held.act([Wait(number), Press("A", hold=2)], state=STATE, settle=2, read=ENCOUNTER)
        if is_rare(turn.values[0]):
            return number, turn
    raise SystemExit(f"Nothing rare in {MAX_TRIES} tries.")


def main() -> None:
    """Hunts, keeps the encounter as a state and saves its picture."""
    with Bridge(*sys.argv[1:2]) as bridge:
        bridge.wait_until_ready()
        game = bridge.emulator()
        with game.hold(lease_seconds=30, owner="hunt.py") as held:
            try:
                game.load_state(STATE)
            except UnknownState:
                game.save_state(STATE)
            began = time.monotonic()
            number, turn = hunt(held)
            seconds = time.monotonic() - began
            game.save_state("rare-encounter")
            game.screen(scale=2).save("rare-encounter.png")
            print(f"found at try {number} in frame {turn.frame}, {number / seconds:.0f} tries a second; saved as rare-encounter")
            # The same state, wait and press give the same encounter again.
            again = held.act([Wait(number), Press("A", hold=2)], state=STATE, settle=2, read=ENCOUNTER)
            print("the same try again:", "the same encounter" if again.values == turn.values else "ANOTHER encounter")
            game.delete_state(STATE)


if __name__ == "__main__":
    main()
