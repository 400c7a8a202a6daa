using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>The ports that the setting of a door gives to several emulators.</summary>
public sealed class DoorPortTests
{
    [Fact]
    public async Task Each_emulator_has_a_port_of_its_own()
    {
        var port = FreePort.Take();
        await using var bridge = new BridgeHost([("Bridge:Doors:BizHawk:Port", $"{port}"), ("Bridge:Doors:BizHawk:Access", "read"),
            .. ((string[])["default", "red", "blue"]).Select(name => ($"Bridge:Emulators:{name}:Port", $"{FreePort.Take()}"))]);
        var doors = (await bridge.Client.GetJsonAsync("/doors")).GetProperty("doors").EnumerateArray().ToArray();
        Assert.Equal(["blue", "default", "red"], doors.Select(door => door.GetProperty("emulator").GetString()));
        Assert.All(doors, door => Assert.Equal("read", door.GetProperty("access").GetString()));
        var ports = doors.Select(PortOf).ToArray();
        Assert.Equal(port, ports[1]);
        Assert.All([ports[0], ports[2]], other => Assert.InRange(other, port + 1, port + 4));
        Assert.NotEqual(ports[0], ports[2]);
    }

    [Fact]
    public async Task A_door_of_another_kind_is_refused()
    {
        await using var bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{FreePort.Take()}")]);
        using var response = await bridge.Client.GetAsync("/emulators/default/doors/front");
        var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((400, "invalid-parameter"), (status, anchor));
        Assert.Equal("door must be one of gdb, bizhawk, retroarch; got \"front\".", detail);
    }

    private static int PortOf(JsonElement door) => door.GetProperty("port").GetInt32();
}
