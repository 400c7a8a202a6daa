"""The program that every client runs with the same output: python3 same.py ADDRESS. The caller kills the emulator during the last press."""

import sys

from mgba_bridge import Bridge, OutcomeUnknown, Press, ProblemError, span, u8, u16

COUNTERS, FRAMES_RIGHT, FRAMES_B = 0x02000020, 0x02000048, 0x02000042
NAME = "same-program"

with Bridge(sys.argv[1]) as bridge:
    game = bridge.emulator()
    values = game.read_many([u16("[0x02000008]+0x10"), u8(0x02000101), span(0x02000100, 4)]).values
    print("read", values[0], values[1], values[2].hex())

    print("video", game.palettes().background[0][2], len(game.sprites()), game.tiles(count=1)[1:4].decode())

    before = game.read16(COUNTERS)
    pressed = game.press("A", hold=3)
    print("press", pressed.released_at - pressed.pressed_at, game.read16(COUNTERS) - before)

    with game.hold(lease_seconds=60) as held:
        start = held.step(read=[u16(FRAMES_RIGHT), u16(FRAMES_B)])
        game.save_state(NAME)
        step = held.step(4, "Right", read=[u16(FRAMES_RIGHT)])
        print("step", step.frame - start.frame, step.values[0] - start.values[0])
        turn = held.act([Press("B", hold=2)], settle=1, read=[u16(FRAMES_B)], screen=True)
        picture = (turn.png or b"")[1:4].decode()
        print("act", turn.frame - step.frame == turn.frames, turn.values[0] - start.values[1], picture)
        print("load", game.load_state(NAME) == start.frame, game.read16(FRAMES_RIGHT) == start.values[0])
        game.delete_state(NAME)
        marked = game.mark(NAME)
        held.step(5)
        rewound = game.rewind(mark=NAME)
        print("rewind", rewound.now == marked, rewound.last - rewound.now, [mark.name for mark in game.history().marks][-1])
        game.write_movie(NAME, marked, marked + 5)
        played = held.play_movie(NAME, speed=0)
        print("movie", played.is_equal, played.played == played.frames, len(played.regions), bridge.verify_movie(game.movie(NAME)).is_equal)
        game.delete_movie(NAME)

    watch = game.watch(u16(COUNTERS + 10), name="left")
    with game.events("watch", watches=[watch]) as events:
        game.press("Left")
        event = next(events)
        print("watch", event.topic, event.name, event.value - watch.value)
    game.delete_watch(watch)

    for refuse in (lambda: game.read8(0x40000, domain="wram"), lambda: game.load_state(NAME), lambda: game.press("A", hold=0)):
        try:
            refuse()
        except ProblemError as error:
            print("refused", error.status, error.type, error.parameter, error.safe_to_repeat)

    game.set_speed(1)
    print("pressing", flush=True)
    try:
        game.press("A", hold=3600)
    except OutcomeUnknown as error:
        print("unknown", error.status, error.type, error.safe_to_repeat)
