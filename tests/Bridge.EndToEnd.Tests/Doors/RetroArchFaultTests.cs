using System.Text;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>Datagrams that no client sends: the door stays open, and the game runs at its speed.</summary>
[Trait("Needs", "host")]
public sealed class RetroArchFaultTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task Nothing_much_and_nonsense_have_no_reply()
    {
        await using var door = await RetroArchTests.OpenAsync(game);
        await door.Client.SendAsync("");
        Assert.Empty(await door.Client.RunAsync(new string('x', 60_000), "READ_CORE_MEMORY", "READ_CORE_MEMORY x 1", "VERSION 1.2.3",
            "GET_STATUS PLAYING a,b,c", "version", "QUIT", "SCREENSHOT", "SAVE_STATE_SLOT 10", "LOAD_STATE_SLOT x", "RESET now", "\n\n"));
        await door.Client.SendAsync(Enumerable.Range(0, 60_000).Select(i => (byte)(i * 7)).ToArray());
        Assert.Empty(await door.Client.RunAsync());
        Assert.False((await game.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
    }

    [Fact]
    public async Task A_flood_is_bounded_and_the_game_runs_on()
    {
        await using var door = await RetroArchTests.OpenAsync(game);
        using (var flood = new RetroArchClient(door.Port))
        {
            var read = Encoding.UTF8.GetBytes("READ_CORE_MEMORY 2000000 2000");
            for (var i = 0; i < 10_000; i++)
                await flood.SendAsync(read);
        }

        await game.PlayOnAsync(10);
        Assert.Equal(200, (int)(await game.Client.GetAsync("/emulators/default")).StatusCode);
        // Datagrams that wait are answered first, and others are dropped, so a client repeats its command.
        await Eventually.HoldsAsync(async () =>
        {
            await door.Client.SendAsync("VERSION");
            return door.Client.HasReply;
        });
        Assert.Matches("^[0-9.]+\n$", await door.Client.ReceiveAsync());
    }

    [Fact]
    public async Task Another_account_has_no_reply()
    {
        if (OtherAccount.Missing is { } reason)
            Assert.Skip(reason);
        await using var door = await RetroArchTests.OpenAsync(game);
        const string Ask = """
            import socket, sys
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            s.settimeout(2)
            s.sendto(b"VERSION", ("127.0.0.1", int(sys.argv[1])))
            try:
                print(s.recv(100))
            except TimeoutError:
                print("silence")
            """;
        Assert.Equal("silence", (await OtherAccount.OutputAsync("", "/usr/bin/python3", "-c", Ask, $"{door.Port}")).Trim());
        Assert.Empty(await door.Client.RunAsync());
    }

    [Fact]
    public async Task The_default_ports_door_opens_with_the_bridge()
    {
        var port = FreePort.Take();
        await using var bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:Doors:RetroArch:Port", $"{port}"), ("Bridge:Doors:RetroArch:Access", "read")]);
        await bridge.ReachesAsync("running");
        using var client = new RetroArchClient(port);
        Assert.StartsWith("GET_STATUS PLAYING game_boy_advance,", await client.AskAsync("GET_STATUS"), StringComparison.Ordinal);
        Assert.Equal("WRITE_CORE_MEMORY 2000000 -1 descriptor data is readonly\n", await client.AskAsync("WRITE_CORE_MEMORY 2000000 1"));
        var door = Assert.Single((await bridge.Client.GetJsonAsync("/doors")).GetProperty("doors").EnumerateArray());
        Assert.Equal(("retroarch", "default", port), (door.GetProperty("kind").GetString(), door.GetProperty("emulator").GetString(),
            door.GetProperty("port").GetInt32()));
    }
}
