"""The client against a real bridge and the button-test game (emulator/rom/README.md)."""

from __future__ import annotations

import asyncio
import math
import threading
import time
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.running import RunningBridge, wait_until

from mgba_bridge import (
    AllOf, AsyncBridge, Batch, Bridge, Condition, InvalidRequest, NotFound, NotHeld, OutOfRange, Picture, Press, ProblemError, StateRefused,
    UnknownButton, UnknownEmulator, UnknownState, Wait, span, u8, u16, u32,
)

COUNTER_A = 0x02000020
FRAMES_A = 0x02000040
COUNTER_RIGHT = 0x02000028
SAVED = 0x02000200
# The game uses neither.
IN_WRAM, IN_IWRAM = 0x02000804, 0x03004000


class EmulatorTests(unittest.TestCase):
    """Every method, once with a real effect."""

    running: RunningBridge

    @classmethod
    def setUpClass(cls) -> None:
        cls.running = RunningBridge()
        cls.addClassCleanup(cls.running.close)

    def setUp(self) -> None:
        self.bridge = Bridge(self.running.address)
        self.addCleanup(self.bridge.close)
        self.game = self.bridge.emulator()
        # A test before this one may have reset the game.
        self.assertTrue(self.game.wait_until(Condition(u32(0x02000000), "ge", 1)).met)

    def test_reads_and_writes_numbers_and_ranges(self) -> None:
        self.game.write16(SAVED, 0xBEEF)
        self.assertEqual(self.game.read16(SAVED), 0xBEEF)
        self.assertEqual(self.game.read8(SAVED), 0xEF)
        self.assertEqual(self.game.read(SAVED, "i16"), 0xBEEF - 0x10000)
        self.assertEqual(self.game.read8("[0x02000008]+0x10"), 0x10)
        self.assertEqual(self.game.read_bytes(0x02000100, 256), bytes(range(256)))
        self.game.write_bytes(0x02000300, b"\x01\x02\x03")
        self.assertEqual(self.game.read_bytes(0x300, 3, domain="wram"), b"\x01\x02\x03")
        self.assertEqual(self.game.read32(0x02000300), 0x00030201)
        values = self.game.read_many([u8(0x02000101), u16(SAVED), span(0x02000100, 3)]).values
        self.assertEqual(values, (1, 0xBEEF, b"\x00\x01\x02"))
        self.assertIn(("wram", 0x02000000), [(each.name, each.base) for each in self.game.domains()])

    def test_finds_a_value_by_searching_twice(self) -> None:
        self.game.write16(SAVED, 40001)
        found = self.game.search(0x02000000, 1024, "u16", "eq", 40001)
        self.game.write16(SAVED, 40002)
        found = self.game.narrow(found, "increased")
        self.assertEqual(found.matches, ((SAVED, 40002),))

    def test_searches_all_working_ram_by_default(self) -> None:
        self.game.write16(IN_WRAM, 40003)
        self.game.write16(IN_IWRAM, 40003)
        found = self.game.search(type="u16", comparison="eq", value=40003)
        self.assertEqual(found.matches, ((IN_WRAM, 40003), (IN_IWRAM, 40003)))
        self.game.write16(IN_IWRAM, 40004)
        narrowed = self.game.narrow(found, "changed")
        self.assertEqual(narrowed.matches, ((IN_IWRAM, 40004),))
        self.assertEqual(self.game.read16(narrowed.matches[0][0]), 40004)
        self.assertEqual(self.game.search(type="u16", comparison="eq", value=40004, domain="iwram").matches, ((IN_IWRAM & 0x7FFF, 40004),))

    def test_takes_an_address_where_it_takes_a_place(self) -> None:
        address = 0x02000101
        self.assertEqual(self.game.read_many([address, "[0x02000008]+0x10", u8(address)]).values, (1, 0x10, 1))
        self.assertEqual(self.game.read_many(address).values, (1,))
        self.assertEqual(self.game.watch(address).value, 1)
        self.assertEqual(self.game.batch(Batch().guard(address, "eq", 1).read(address)).values, (1,))
        self.assertTrue(self.game.wait_until(Condition(address, "eq", 1)).met)
        with self.game.hold() as held:
            self.assertEqual(held.step(read=address).values, (1,))
            self.assertEqual(held.act(read=[address]).values, (1,))
        with self.bridge.hold_all("default") as group:
            self.assertEqual(group.step(read=[address])[0].values, (1,))

    def test_buttons_go_down_together_however_they_are_written(self) -> None:
        presses: list[Callable[[], object]] = [
            lambda: self.game.press("A+B"), lambda: self.game.press("A", "B"), lambda: self.game.press(["A", "B"]),
            lambda: self.game.play("A+B"), lambda: self.game.play(["A+B"]), lambda: self.game.play(Press(["A", "B"])),
        ]
        for press in presses:
            before = self.game.read_many([u16(COUNTER_A), u16(COUNTER_A + 2)]).values
            press()
            self.assertEqual(self.game.read_many([u16(COUNTER_A), u16(COUNTER_A + 2)]).values, (before[0] + 1, before[1] + 1))

    def test_what_it_cannot_take_is_named_in_a_sentence(self) -> None:
        anything: Any = None
        refused: list[tuple[Callable[[], object], str]] = [
            (lambda: self.game.read_many([anything]), "A place must be like u16(0x02000000), or an address; got None."),
            (lambda: self.game.watch(anything), "A place must be like u16(0x02000000), or an address; got None."),
            (lambda: self.game.read(anything),
             "address must be a number like 0x02000000, or a symbol or a chain of pointers as text; got None."),
            (lambda: self.game.narrow(anything, "changed"), "found must be what search or narrow returned; got None."),
            (lambda: self.game.press(anything), 'buttons must be names like "A" or "Up+B"; got None.'),
            (lambda: self.game.play([anything]), 'A step must be Press("A"), Wait(10), or text like "Up+B"; got None.'),
        ]
        for act, sentence in refused:
            with self.assertRaises(TypeError) as error:
                act()
            self.assertEqual(str(error.exception), sentence)
        with self.assertRaises(InvalidRequest) as below:
            self.game.read(-1)
        self.assertIn('got "-1"', below.exception.detail)

    def test_says_where_it_is(self) -> None:
        self.assertEqual(repr(self.game), f"<Emulator default of {self.running.address}>")
        self.assertEqual(repr(self.bridge), f"<Bridge {self.running.address}>")

    def test_presses_are_counted_once_each(self) -> None:
        before = self.game.read16(COUNTER_A)
        pressed = self.game.press("A", hold=3)
        self.assertEqual(pressed.released_at - pressed.pressed_at, 3)
        played = self.game.play([Press("A", hold=4), Wait(5), "a+B"], repeat=2)
        self.assertGreater(played.released_at, played.pressed_at)
        self.assertEqual(self.game.read16(COUNTER_A), before + 5)
        number = self.game.queue_press("A")
        self.assertIn(self.game.progress(number).state, ("queued", "running", "done"))
        long = self.game.queue_play([Wait(36000)])
        self.assertIn(self.game.cancel(long).state, ("queued", "running"))

    def test_holds_and_releases_buttons(self) -> None:
        frame = self.game.hold_buttons("Right", "b", lease_ms=60000)
        self.game.wait_frames(3)
        self.assertEqual(set(self.game.buttons().down), {"Right", "B"})
        self.assertGreater(self.game.release_buttons(), frame)
        self.game.wait_frames(3)
        self.assertEqual(self.game.buttons().down, ())

    def test_steps_a_held_game_frame_by_frame(self) -> None:
        with self.game.hold(5, exclusive=True, owner="test") as held:
            first = held.step(read=[u32(0x02000000), u16(FRAMES_A)])
            second = held.step(4, "A", read=[u32(0x02000000), u16(FRAMES_A)])
            self.assertEqual(second.frame, first.frame + 4)
            self.assertEqual(second.values, (first.values[0] + 4, first.values[1] + 4))
            with self.assertRaises(ProblemError) as refused:
                self.game.act(["A"])
            self.assertEqual((refused.exception.type, refused.exception.status, refused.exception.safe_to_repeat), ("held", 409, True))
            held.renew()
            turn = held.act([Press("A", hold=2)], settle=1, read=[u16(FRAMES_A)], screen=True)
            self.assertEqual(turn.values, (second.values[1] + 2,))
            self.assertTrue(turn.png and turn.png.startswith(b"\x89PNG"))
        with self.assertRaises(NotHeld):
            held.step()

    def test_a_step_takes_a_small_picture(self) -> None:
        with self.game.hold() as held:
            dark = held.step(2, picture=Picture(60, 40, gray=True)).pixels
            light = held.step(2, "A", read=[u16(FRAMES_A)], picture=Picture(60, 40, gray=True)).pixels
            assert dark is not None and light is not None
            self.assertEqual((light.width, light.height, light.channels, len(light.data)), (60, 40, 1, 2400))
            # The box of A: at 192, 74 of 240 x 160.
            self.assertGreater(light.data[18 * 60 + 48], dark.data[18 * 60 + 48] + 50)
            colored = held.step(picture=Picture(24, 16)).pixels
            assert colored is not None
            self.assertEqual((colored.channels, len(colored.data)), (3, 24 * 16 * 3))
            self.assertIsNone(held.step().pixels)

    def test_takes_pictures(self) -> None:
        with self.game.hold() as held:
            held.step(2, "A")
            screen = self.game.screen()
            self.assertEqual(screen.size, (240, 160))
            self.assertEqual(len(screen.rgb()), 240 * 160 * 3)
            self.assertEqual(screen._repr_png_(), screen.png)
            # The fill of the box of A, down: #FFB521.
            self.assertEqual(screen.pixel(195, 77), (0xFF, 0xB5, 0x21))
            held.step(2)
            self.assertEqual(self.game.screen().pixel(195, 77), (0x29, 0x29, 0x4A))
            self.assertEqual(self.game.screen(scale=2).size, (480, 320))
            try:
                import numpy  # noqa: F401
            except ImportError:
                self.skipTest("numpy is not installed")
            self.assertEqual(screen.array()[77, 195].tolist(), [0xFF, 0xB5, 0x21])

    def test_decodes_video_memory(self) -> None:
        mode = 0x04000000
        bitmap = self.game.read16(mode)
        self.game.write16(mode, 0x0100)
        try:
            entry = self.game.read16(0x06000000)
            map = self.game.tile_map()
            self.assertEqual((map.background, map.shown, map.columns, map.rows, map.colors), ("0", True, 32, 32, 16))
            self.assertEqual((map.tiles[0][0], map.palettes[0][0]), (entry & 0x3FF, entry >> 12))
            self.assertIsNone(map.affine)
            self.assertEqual(self.game.tile_map_picture(0)[16:24], (256).to_bytes(4, "big") * 2)
            text = self.game.read_text({map.tiles[0][0]: "ab"}, visible=False)
            self.assertEqual((len(text.rows), text.rows[0][:2], text.visible), (32, "ab", False))
        finally:
            self.game.write16(mode, bitmap)
        palettes = self.game.palettes()
        self.assertEqual((len(palettes.background), len(palettes.sprites[15]), palettes.background[0][2]), (16, 16, "#FFFFFF"))
        self.assertEqual(self.game.tiles(count=33, sprites=True, colors=256)[16:24], (256).to_bytes(4, "big") + (16).to_bytes(4, "big"))
        sprites = self.game.sprites()
        self.assertEqual((len(sprites), sprites[5].number, sprites[5].width, sprites[5].mode), (128, 5, 8, "normal"))
        self.assertEqual(self.game.sprite_picture(5)[16:24], (8).to_bytes(4, "big") * 2)
        with self.assertRaises(ProblemError) as raised:
            self.game.tile_map("window")
        self.assertEqual((raised.exception.status, raised.exception.parameter), (409, "background"))

    def test_saves_and_loads_states(self) -> None:
        with self.game.hold() as held:
            frame = held.step(1).frame
            state = self.game.state()
            self.game.save_state("client-test")
            self.assertIn("client-test", self.game.states())
            held.step(10)
            self.assertEqual(self.game.load_state("client-test"), frame)
            held.step(10)
            self.assertEqual(self.game.restore(state), frame)
            self.game.store_state("client-copy", self.game.stored_state("client-test"))
            for name in ("client-test", "client-copy"):
                self.game.delete_state(name)
            self.game.save_slot(3)
            self.assertEqual(self.game.load_slot(3), frame)
        with self.assertRaises(UnknownState):
            self.game.load_state("client-test")
        with self.assertRaises(StateRefused):
            self.game.restore(b"no state")

    def test_waits_for_a_value(self) -> None:
        goal = self.game.read32(0x02000000) + 30
        waited = self.game.wait_until(Condition(u32(0x02000000), "ge", goal))
        self.assertTrue(waited.met)
        self.assertGreaterEqual(waited.value or 0, goal)
        self.assertFalse(self.game.wait_until(Condition(u8(0x02000100), "changed"), timeout_frames=5).met)
        self.assertTrue(self.game.wait_until(Condition.new_picture()).met)
        counter = u32(0x02000000)
        either = self.game.wait_until([Condition(counter, "decreased"), Condition(counter, "increased", frames=3)])
        self.assertEqual((either.met, either.held, either.value), (True, ((1, 3),), None))
        both = self.game.wait_until(AllOf([Condition(counter, "changed"), Condition(counter, "same", timeout_frames=2)]), 50)
        self.assertEqual((both.met, both.held), (False, ((0, 1),)))
        played = self.game.play_until([Press("B", 2), Wait(3)], Condition(counter, "changed", frames=4), repeat=9)
        self.assertEqual((played.met, played.frames, played.held), (True, 4, ((0, 4),)))
        turn = self.game.act("A", until=[Condition(counter, "changed")])
        self.assertEqual((turn.met, turn.held), (True, ((0, 8),)))

    def test_runs_a_batch_in_one_frame(self) -> None:
        result = self.game.batch(
            Batch().guard(u16(0x02000100), "eq", 0x0100).write(SAVED, 7, "u16").read(u16(SAVED)).read(span(0x02000100, 2)).screen())
        self.assertTrue(result.passed)
        self.assertEqual(result.values, (7, b"\x00\x01"))
        self.assertTrue(result.png)
        self.assertFalse(self.game.batch(Batch().guard(u8(0x02000100), "eq", 9).press("A")).passed)

    def test_streams_watched_values(self) -> None:
        watch = self.game.watch(u16(COUNTER_RIGHT), name="steps")
        self.assertIn(watch.id, [each.id for each in self.game.watches()])
        with self.game.events("watch", watches=[watch]) as events:
            self.game.press("Right")
            event = events.get(timeout=10)
            assert event is not None
            self.assertEqual((event.topic, event.name, event.value), ("watch", "steps", watch.value + 1))
            self.assertIsNone(events.get(timeout=0.01))
            last = events.last_id
            self.game.press("Right")
        with self.game.events("watch", watches=[watch], last_event_id=last) as events:
            self.assertEqual(next(events).value, watch.value + 2)
        self.game.delete_watch(watch)

    def test_events_are_polled_without_a_wait(self) -> None:
        with self.game.events("buttons") as events:
            self.game.press("A")
            wait_until(lambda: events.get(timeout=0) is not None, 10)

        async def poll() -> None:
            async with AsyncBridge(self.running.address) as bridge:
                async with bridge.emulator().events("buttons") as events:
                    await bridge.emulator().press("A")
                    deadline = time.monotonic() + 10
                    while await events.get(timeout=0) is None:
                        self.assertLess(time.monotonic(), deadline)

        asyncio.run(poll())

    def test_the_condition_of_a_breakpoint_compares_with_a_number(self) -> None:
        with self.assertRaisesRegex(ValueError, "need when"):
            self.game.set_breakpoint(SAVED, "write", mask=1)
        with self.assertRaisesRegex(ValueError, "need when"):
            self.game.run_until(SAVED, register="r0")

    def test_imports_watches(self) -> None:
        offset = COUNTER_RIGHT - 0x02000000
        imported = self.game.import_watches(
            f"SystemID GBA\n{offset:X}\tw\tu\t0\tEWRAM\tsteps: right\n{offset:X}\td\tf\t0\tEWRAM\tx\n".encode())
        self.assertEqual([each.name for each in imported.watches], ["steps_ right"])
        self.assertEqual([(each.line, each.reason) for each in imported.skipped], [(3, "Floating-point values can't be watched.")])
        self.assertEqual(imported.watches[0].value, self.game.read16(COUNTER_RIGHT))
        self.game.delete_watch(imported.watches[0])
        with self.assertRaises(InvalidRequest):
            self.game.import_watches(b"no list")

    def test_addresses_are_names(self) -> None:
        self.assertEqual(self.game.store_symbols(f"{COUNTER_RIGHT:08X} gRight,2\n02000200 gFree\n".encode()), 2)
        self.assertEqual(self.game.read16("gRight"), self.game.read16(COUNTER_RIGHT))
        found = self.game.symbols("RIGHT", address=COUNTER_RIGHT + 1)
        self.assertEqual([(each.name, each.address, each.size) for each in found.symbols], [("gRight", COUNTER_RIGHT, 2)])
        self.assertEqual((found.count, found.matches, found.nearest, found.format), (2, 1, "gRight+0x1", "sym"))
        self.game.delete_symbols()
        self.assertEqual(self.game.symbols().count, 0)
        with self.assertRaises(InvalidRequest) as refused:
            self.game.read16("gRight")
        self.assertEqual(refused.exception.type, "unknown-symbol")

    def test_reads_structures(self) -> None:
        self.game.store_symbols(b"02000000 gCounters,60\n")
        counters = {"size": 64, "fields": {"numbers": {"at": 8, "type": "Numbers*"}, "presses": {"at": 32, "type": "u16", "count": 10}}}
        numbers = {"size": 256, "fields": {"first": {"at": 0, "type": "u8", "count": 3}}}
        self.assertEqual(self.game.store_types({
            "types": {"Counters": counters, "Numbers": numbers}, "symbols": {"gCounters": {"type": "Counters"}}}), 2)
        read = self.game.read_structure("gCounters")
        self.assertEqual((read.address, read.type, read.symbol), (0x02000000, "Counters", "gCounters"))
        self.assertEqual(read.value["numbers"], 0x02000100)
        self.assertEqual(read.value["presses"][4], self.game.read16(COUNTER_RIGHT))
        self.assertEqual(self.game.read("gCounters.presses[4]"), self.game.read16(COUNTER_RIGHT))
        self.assertEqual(self.game.read_structure("[gCounters.numbers]").value, {"first": [0, 1, 2]})
        self.assertEqual(self.game.read_structure(0x100, "Numbers", domain="wram").value, {"first": [0, 1, 2]})
        self.assertEqual(self.game.read_structure("gCounters.presses[4]").value, self.game.read16(COUNTER_RIGHT))
        types = self.game.types()
        self.assertEqual([(each.name, each.size, [field.name for field in each.fields]) for each in types.types],
                         [("Counters", 64, ["numbers", "presses"]), ("Numbers", 256, ["first"])])
        self.assertEqual([(each.name, each.type, each.count) for each in types.symbols], [("gCounters", "Counters", None)])
        self.game.delete_types()
        self.assertEqual(self.game.types().types, [])
        self.assertTrue(self.game.disassemble("gCounters", 1, mode="arm")[0].symbol == "gCounters")
        self.game.delete_symbols()
        self.assertIsNone(self.game.disassemble(0x02000000, 1, mode="arm")[0].symbol)

    def test_knows_the_game_and_its_registers(self) -> None:
        info = self.game.info()
        self.assertEqual((info.title, info.platform), ("BUTTONTEST", "GBA"))
        self.assertEqual(self.bridge.emulators()["default"], info.state)
        self.assertIn("buttontest.gba", self.game.roms())
        self.assertEqual(self.game.load_rom("buttontest.gba")["title"], "BUTTONTEST")
        self.assertEqual(self.game.set_speed(2), 2)
        self.assertEqual(self.game.speed(), 2)
        self.game.set_speed(0)
        self.assertIn("r15", self.game.registers())
        self.game.log("hello from the tests")
        self.assertIn("version", self.bridge.health())
        self.assertIn("emulators", self.bridge.meters())
        self.game.reset()

    def test_creates_and_ends_emulators(self) -> None:
        game = self.bridge.create("buttontest.gba", speed=0, lease_seconds=60, labels={"task": "test"})
        self.assertEqual(game.info().title, "BUTTONTEST")
        game.set_lease(math.inf)
        before = game.read16(COUNTER_A)
        game.press("A")
        self.assertEqual(game.read16(COUNTER_A), before + 1)
        self.assertIn(game.name, self.bridge.emulators())
        game.end()
        with self.assertRaises(NotFound):
            game.read8(0)

    def test_problems_are_exceptions_of_their_type(self) -> None:
        with self.assertRaises(OutOfRange) as outside:
            self.game.read8(0x40000, domain="wram")
        self.assertEqual((outside.exception.status, outside.exception.safe_to_repeat), (400, True))
        with self.assertRaises(UnknownButton):
            self.game.press("X")
        with self.assertRaises(UnknownEmulator) as unknown:
            self.bridge["nobody"].read8(0)
        self.assertIsInstance(unknown.exception, NotFound)
        with self.assertRaises(ProblemError) as invalid:
            self.game.press("A", hold=0)
        self.assertIn("hold must be 1 to 3600", str(invalid.exception))

    def test_one_client_serves_many_threads(self) -> None:
        barrier = threading.Barrier(8)

        def read(_: int) -> set[int]:
            barrier.wait()
            return {self.game.read8(0x02000101) for _ in range(50)}

        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(set().union(*pool.map(read, range(8))), {1})

    def test_the_same_methods_run_on_asyncio(self) -> None:
        async def play() -> None:
            async with AsyncBridge(self.running.address) as bridge:
                game = bridge.emulator()
                watch = await game.watch(u16(COUNTER_A))
                async with game.events("watch", watches=[watch]) as events:
                    pressed, numbers = await asyncio.gather(game.press("A"), asyncio.gather(*(game.read8(0x02000101) for _ in range(20))))
                    self.assertEqual(pressed.released_at - pressed.pressed_at, 6)
                    self.assertEqual(numbers, [1] * 20)
                    async for event in events:
                        self.assertEqual(event.value, watch.value + 1)
                        break
                    self.assertIsNone(await events.get(timeout=0.01))
                await game.delete_watch(watch)
                async with await game.hold() as held:
                    step = await held.step(2, read=[u16(SAVED)])
                    self.assertEqual(step.values, (await game.read16(SAVED),))
                with self.assertRaises(UnknownState):
                    await game.load_state("nothing")

        asyncio.run(play())


if __name__ == "__main__":
    unittest.main()
