using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>Packets that GDB itself doesn't send but other programs may, and clients that misbehave.</summary>
[Trait("Needs", "host")]
public sealed class GdbFaultTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const int MaxBreakpoints = 64;

    private Emulator Game => game.Game;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    // Runs after each test, because all share one game: each must leave it without breakpoints and running.
    public async ValueTask DisposeAsync()
    {
        await Game.CloseDoorAsync("gdb");
        Assert.Empty(await Game.GetBreakpointsAsync());
        Assert.Null(await Game.GetStopPlaceAsync());
    }

    // An empty answer says that the bridge doesn't know the packet. E16: malformed. E0e: no memory there that can be read or written.
    // E22: too long a range. T05: the game is stopped by a trap.
    [Theory]
    [InlineData("vMustReplyEmpty", "")]
    [InlineData("!", "")]
    [InlineData("R00", "")]
    [InlineData("qCRC:0,1", "")]
    [InlineData("qAttached", "1")]
    [InlineData("vCont?", "vCont;c;C;s;S")]
    [InlineData("c8000000", "E.The game can only go on at the instruction where it stands.")]
    [InlineData("m0", "E16")]
    [InlineData("m2000000,0", "E16")]
    [InlineData("m1000000,4", "E0e")]
    [InlineData("mfffffffe,8", "E0e")]
    [InlineData("mffffffff,ffffffff", "E0e")]
    [InlineData("M2000300,2:ab", "E16")]
    [InlineData("M2000300,2:abcdef", "E16")]
    [InlineData("M2000300,1:xy", "E16")]
    [InlineData("M2000300,1:ab", "OK")]
    [InlineData("M8000000,1:ab", "E0e")]
    [InlineData("X2000300,0:", "OK")]
    [InlineData("X2000300,2:a", "E16")]
    [InlineData("X2000300,2:ab", "OK")]
    [InlineData("p11", "E16")]
    [InlineData("p", "E16")]
    [InlineData("P0", "E16")]
    [InlineData("P0=12", "E16")]
    [InlineData("P11=00000000", "E16")]
    [InlineData("Pf=00000008", "E.The program counter can not be set.")]
    [InlineData("G00", "E16")]
    [InlineData("Z5,2000000,4", "")]
    [InlineData("Z2,1000000,4", "E0e")]
    [InlineData("Z2,2000000,ffffffff", "E22")]
    [InlineData("z2,2000000,4", "OK")]
    // In hexadecimal digits: Unknown command; the commands are help, frame.
    [InlineData("qRcmd,zz", "556e6b6e6f776e20636f6d6d616e643b2074686520636f6d6d616e6473206172652068656c702c206672616d652e0a")]
    public async Task Packets(string packet, string answer)
    {
        using var client = await AttachAsync();
        Assert.Equal(answer, await client.AskAsync(packet));
        Assert.StartsWith("T05", await client.AskAsync("?"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Registers_are_read_and_written_back()
    {
        using var client = await AttachAsync();
        var all = await client.AskAsync("g");
        Assert.Equal(17 * 8, all.Length);
        Assert.Equal("OK", await client.AskAsync($"G78563412{all[8..]}"));
        Assert.Equal("78563412", await client.AskAsync("p0"));
        Assert.Equal(0x12345678, (await Game.GetRegistersAsync())["r0"]);
        Assert.Equal("OK", await client.AskAsync($"G{all}"));
        Assert.Equal(all, await client.AskAsync("g"));
    }

    [Fact]
    public async Task A_packet_with_a_wrong_checksum_is_asked_for_again_and_the_latest_is_sent_again()
    {
        using var client = await AttachAsync();
        await client.SendAsync("$qC#00");
        Assert.Equal('-', await client.ReadAsync());
        await client.SendAsync(GdbClient.Packet("qC"));
        Assert.Equal('+', await client.ReadAsync());
        Assert.Equal("QC1", await client.ReceiveAsync());
        await client.SendAsync("-");
        Assert.Equal("QC1", await client.ReceiveAsync());
        Assert.Equal("OK", await client.AskAsync("QStartNoAckMode"));
        await client.SendAsync(GdbClient.Packet("qC"));
        Assert.Equal('$', await client.ReadAsync());
    }

    [Fact]
    public async Task An_interrupt_of_a_stopped_game_and_packets_to_a_running_one_have_no_answer()
    {
        using var client = await AttachAsync();
        await client.SendAsync("\u0003\u0003");
        Assert.Equal("QC1", await client.AskAsync("qC"));
        await client.SendAsync(GdbClient.Packet("c") + GdbClient.Packet("g") + GdbClient.Packet("?") + "\u0003");
        // T02: the game is stopped by the interrupt. It is the only answer.
        Assert.StartsWith("T02", await client.ReceiveAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task At_most_64_breakpoints_fit_and_the_same_one_counts_once()
    {
        using var client = await AttachAsync();
        for (var i = 0; i < MaxBreakpoints; i++)
        {
            Assert.Equal("OK", await client.AskAsync($"Z1,{0x08000000 + (4 * i):x},4"));
            Assert.Equal("OK", await client.AskAsync("Z1,8000000,4"));
        }

        // The emulator refuses one more.
        Assert.Equal("E01", await client.AskAsync("Z1,8000800,4"));
        Assert.Equal("OK", await client.AskAsync("z1,8000000,4"));
        Assert.Equal("OK", await client.AskAsync("Z1,8000800,4"));
        await client.SendAsync(GdbClient.Packet("k"));
        await client.EndsAsync();
        await Eventually.HoldsAsync(async () => !(await Game.GetDoorAsync("gdb")).Connected, "it has left");
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")]
    [InlineData("POST / HTTP/1.1\r\nContent-Length: 20\r\n\r\n$M2000300,1:ab#00")]
    [InlineData("\u0016\u0003\u0001")]
    [InlineData("hello 1 default\n<|END|>")]
    public async Task Other_protocols_are_closed_and_stop_no_game(string bytes)
    {
        using var client = await GdbClient.ConnectAsync((await Game.OpenDoorAsync("gdb")).Address!);
        await client.SendAsync(bytes);
        await client.EndsAsync();
        Assert.Null(await Game.GetStopPlaceAsync());
        await game.PlayOnAsync(2);
    }

    [Fact]
    public async Task A_client_that_does_not_read_is_closed()
    {
        using var client = await AttachAsync();
        await Assert.ThrowsAnyAsync<IOException>(async () =>
        {
            // Each packet asks for 0x1F00 bytes of memory.
            var read = GdbClient.Packet("m2000000,1f00");
            var batch = string.Concat(Enumerable.Repeat(read, 100));
            for (var i = 0; i < 100_000; i++)
                await client.SendAsync(batch);
        });
        await Eventually.HoldsAsync(async () => !(await Game.GetDoorAsync("gdb")).Connected, "it has left");
    }

    [Fact]
    public async Task A_port_in_use_is_refused_and_an_open_one_stays()
    {
        var door = await Game.OpenDoorAsync("gdb");
        Assert.Equal(door, await Game.OpenDoorAsync("gdb"));
        Assert.Equal(door, await Game.OpenDoorAsync("gdb", door.Port));
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.OpenDoorAsync("gdb", FreePort.Take()));
        Assert.Equal((409, "conflict"), (refused.Status, refused.Type));
        await Game.CloseDoorAsync("gdb");
        refused = await Assert.ThrowsAsync<ProblemException>(() => Game.OpenDoorAsync("gdb", game.Emulator.Port));
        Assert.Equal((409, "conflict"), (refused.Status, refused.Type));
        Assert.Null((await Game.GetDoorAsync("gdb")).Port);
    }

    private async Task<GdbClient> AttachAsync()
    {
        var client = await GdbClient.ConnectAsync((await Game.OpenDoorAsync("gdb")).Address!);
        Assert.StartsWith("T05", await client.AskAsync("?"), StringComparison.Ordinal);
        return client;
    }
}
