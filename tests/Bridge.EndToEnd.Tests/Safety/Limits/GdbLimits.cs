namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the door for GDB.</summary>
internal static class GdbLimits
{
    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["debuggers of an emulator"] = DebuggersAsync,
        ["bytes of a packet of GDB"] = PacketAsync,
        ["seconds for a debugger's first packet"] = FirstPacketAsync,
    };

    private static Task DebuggersAsync(LimitProbe probe) => WithDoorAsync(probe, async address =>
    {
        using var first = await GdbClient.ConnectAsync(address);
        Assert.StartsWith("T05", await first.AskAsync("?"), StringComparison.Ordinal);
        using var second = await GdbClient.ConnectAsync(address);
        await second.EndsAsync();
        Assert.Equal("OK", await first.AskAsync("D"));
        await first.EndsAsync();
        using var third = await GdbClient.ConnectAsync(address);
        Assert.StartsWith("T05", await third.AskAsync("?"), StringComparison.Ordinal);
    });

    private static Task PacketAsync(LimitProbe probe) => WithDoorAsync(probe, async address =>
    {
        using var client = await GdbClient.ConnectAsync(address);
        Assert.Equal("", await client.AskAsync(new string('y', (int)probe.Max)));
        await client.SendAsync(GdbClient.Packet(new string('y', (int)probe.Max + 1)));
        await client.EndsAsync();
    });

    private static Task FirstPacketAsync(LimitProbe probe) => WithDoorAsync(probe, async address =>
    {
        var start = TimeProvider.System.GetTimestamp();
        using var silent = await GdbClient.ConnectAsync(address);
        await silent.EndsAsync();
        // An overloaded machine makes it longer, and nothing makes it shorter.
        Assert.InRange(TimeProvider.System.GetElapsedTime(start).TotalSeconds, probe.Max - 1, double.MaxValue);
    });

    private static async Task WithDoorAsync(LimitProbe probe, Func<string, Task> test)
    {
        Assert.Equal("closed", probe.PastWord);
        var door = await probe.Game.Game.OpenDoorAsync("gdb");
        try
        {
            await test(door.Address!);
        }
        finally
        {
            await probe.Game.Game.CloseDoorAsync("gdb");
        }
    }
}
