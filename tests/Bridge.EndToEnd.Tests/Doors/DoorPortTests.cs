using System.Net.Sockets;
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
    public async Task No_emulator_has_a_port_after_the_last_one()
    {
        await using var bridge = new BridgeHost([("Bridge:Doors:BizHawk:Port", "65535"),
            .. ((string[])["default", "red"]).Select(name => ($"Bridge:Emulators:{name}:Port", $"{FreePort.Take()}"))]);
        var doors = (await bridge.Client.GetJsonAsync("/doors")).GetProperty("doors").EnumerateArray();
        Assert.Equal("default", Assert.Single(doors).GetProperty("emulator").GetString());
    }

    [Fact]
    public async Task No_other_door_takes_the_port_of_one_with_a_client()
    {
        await using var bridge = new BridgeHost([.. ((string[])["red", "blue"])
            .Select(name => ($"Bridge:Emulators:{name}:Port", $"{FreePort.Take()}"))]);
        var body = $$"""{"port": {{FreePort.Take()}}}""";
        var door = await bridge.Client.AskForJsonAsync("PUT", "/emulators/red/doors/bizhawk", body);
        var address = door.GetProperty("address").GetString()!;
        using var client = await ConnectorClient.ConnectAsync(address);
        await Eventually.HoldsAsync(() => IsRefusedAsync(address), "it doesn't listen");
        using var second = await bridge.Client.AskAsync("PUT", "/emulators/blue/doors/bizhawk", body);
        var (status, anchor, detail) = await RunningGame.RefusalAsync(second);
        Assert.Equal((409, "conflict"), (status, anchor));
        Assert.Equal($"The door bizhawk can't listen at port {PortOf(door)}: another door has it.", detail);
        // Those over UDP have ports of their own.
        Assert.Equal(PortOf(door), PortOf(await bridge.Client.AskForJsonAsync("PUT", "/emulators/blue/doors/retroarch", body)));
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

    private static async Task<bool> IsRefusedAsync(string address)
    {
        try
        {
            using var client = await ConnectorClient.ConnectAsync(address);
            return false;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    private static int PortOf(JsonElement door) => door.GetProperty("port").GetInt32();
}
