#!/usr/bin/env python3
"""Runs Archipelago's own client side for BizHawk, unchanged, against a real bridge and game, over resets, another ROM and restarts.

usage: tests/doors/archipelago.py FILE   (after dotnet build src/Bridge.Api -c Release, and make -C emulator)

FILE is worlds/_bizhawk/__init__.py of a copy of Archipelago. It looks for doors at the ports 43055 to 43059.
"""

import asyncio
import importlib.util
import pathlib
import sys
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "clients" / "python" / "tests"))

import running  # noqa: E402

PATIENCE = 20
SETTING = "--Bridge:Doors:BizHawk:Port=43055"


class BridgeWithDoor(running.RunningBridge):
    """A bridge whose setting opens the door."""

    def start(self):
        if SETTING not in self._command:
            self._command.append(SETTING)
        super().start()


def load(file):
    """Returns the client's module."""
    found = importlib.util.spec_from_file_location("archipelago_bizhawk", file)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


async def eventually(condition):
    end = time.monotonic() + PATIENCE
    while not await condition():
        assert time.monotonic() < end, "It took too long."


async def reconnect(client, context):
    """Connects as the client's own loop does: again after each failure."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if context.connection_status != client.ConnectionStatus.NOT_CONNECTED or await client.connect(context):
                assert await client.get_script_version(context) == 1
                await client.ping(context)
                return
        except client.RequestFailedError:
            pass
        await asyncio.sleep(0.1)
    raise TimeoutError("There was no connection.")


async def fails(client, context, read):
    """Checks that the connector refuses a read, and that the connection stays."""
    refused = False
    try:
        await client.read(context, [read])
    except (ExceptionGroup, client.ConnectorError):
        refused = True
    assert refused
    await client.ping(context)


async def use(client, context):
    """Uses all that a game's client can call. The game has 0, 1, 2 … at 0x100, and counts its frames at 0."""
    async def is_set_up():
        return (await client.read(context, [(0x100, 2, "EWRAM")]))[0] == b"\0\1"

    await eventually(is_set_up)
    assert await client.get_system(context) == "GBA"
    assert (await client.get_cores(context))["GB"] == "Gambatte"
    if hasattr(client, "get_memory_size"):
        assert await client.get_memory_size(context, "EWRAM") == 0x40000
    same = await client.read(context, [(0, 4, "EWRAM"), (0x02000000, 4, "System Bus"), (0, 4, "Combined WRAM")])
    assert len(set(same)) == 1
    assert len((await client.read(context, [(0, 45_000, "EWRAM")]))[0]) == 45_000
    await client.write(context, [(0x500, [1, 2, 3], "EWRAM"), (0x7000, [9], "IWRAM")])
    assert await client.read(context, [(0x500, 3, "EWRAM"), (0x7000, 1, "IWRAM")]) == [b"\1\2\3", b"\t"]
    assert await client.guarded_read(context, [(0x500, 1, "EWRAM")], [(0x100, [0, 1, 2], "EWRAM")]) == [b"\1"]
    assert await client.guarded_read(context, [(0x500, 1, "EWRAM")], [(0x100, [0, 1, 9], "EWRAM")]) is None
    assert await client.guarded_write(context, [(0x500, [7], "EWRAM")], [(0x500, [1], "EWRAM")])
    assert not await client.guarded_write(context, [(0x500, [8], "EWRAM")], [(0x500, [1], "EWRAM")])
    assert await client.read(context, [(0x500, 1, "EWRAM")]) == [b"\7"]
    await fails(client, context, (0, 1, "NOWHERE"))
    await fails(client, context, (0, 50_000, "EWRAM"))

    await client.lock(context)
    held = {(await client.read(context, [(0, 4, "EWRAM")]))[0] for _ in range(30)}
    assert len(held) == 1
    await client.unlock(context)

    async def goes_on():
        return (await client.read(context, [(0, 4, "EWRAM")]))[0] not in held

    await eventually(goes_on)
    await client.set_message_interval(context, 0.5)
    await client.display_message(context, "Player 2 sent Größe ☺")


async def main(file):
    client, bridge = load(file), BridgeWithDoor(speed="1")
    try:
        api = running.Bridge(bridge.address).emulator()
        context = client.BizHawkContext()
        await reconnect(client, context)
        first = await client.get_hash(context)
        assert not await client.connect(client.BizHawkContext()), "A second client has the game."
        await use(client, context)
        print("connected and used")

        api.reset()
        await use(client, context)
        assert await client.get_hash(context) == first
        print("reset")

        api.load_rom("tone.gba")
        await reconnect(client, context)
        assert await client.get_hash(context) != first
        api.load_rom("buttontest.gba")
        await reconnect(client, context)
        assert await client.get_hash(context) == first
        await use(client, context)
        print("another ROM, and the first one again")

        await client.lock(context)
        bridge.stop()
        starting = asyncio.get_running_loop().run_in_executor(None, bridge.start)
        await reconnect(client, context)
        await starting
        await use(client, context)
        assert await client.get_hash(context) == first
        print("the bridge killed and started, with the game locked")
        client.disconnect(context)
    finally:
        bridge.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1]))
