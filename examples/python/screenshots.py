"""Takes pictures of every game in the ROM folder, and of every saved state: python3 examples/python/screenshots.py FOLDER [ADDRESS]

pip install ./clients/python first. ./run.sh --roms FOLDER names the ROM folder. The game that ran before runs again afterwards.
"""

import sys
from pathlib import Path

from mgba_bridge import Bridge, Emulator, ProblemError

SECONDS = (1, 3, 6)
FRAMES_A_SECOND = 60
SCALE = 2


def take_game(game: Emulator, folder: Path) -> int:
    """Takes pictures of the running game at some times after its start; returns how many."""
    with game.hold(lease_seconds=60, owner="screenshots.py") as held:
        frame = 0
        for second in SECONDS:
            # Only the frame of the picture has to be drawn.
            held.step(second * FRAMES_A_SECOND - frame - 1, draw=False)
            held.step(1)
            frame = second * FRAMES_A_SECOND
            game.screen(SCALE).save(folder / f"{second:02}s.png")
    return len(SECONDS)


def take_states(game: Emulator, folder: Path) -> int:
    """Takes a picture of each named state of the running game, one request each; returns how many."""
    names = game.states()
    for name in names:
        turn = game.act(state=name, settle=1, screen=True, scale=SCALE)
        (folder / f"state-{name}.png").write_bytes(turn.png or b"")
    return len(names)


def main() -> int:
    """Takes all pictures into a folder for each game."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    target = Path(sys.argv[1])
    failed = 0
    with Bridge(*sys.argv[2:3]) as bridge:
        before = bridge.wait_until_ready().json["game"]["file"]
        game = bridge.emulator()
        for rom in game.roms():
            folder = target / Path(rom).stem
            folder.mkdir(parents=True, exist_ok=True)
            try:
                game.load_rom(rom)
                print(f"{rom}: {take_game(game, folder) + take_states(game, folder)} pictures")
            except ProblemError as error:
                # A file that is no game must not end the batch.
                failed += 1
                print(f"{rom}: {error}")
        if before is not None:
            game.load_rom(before)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
