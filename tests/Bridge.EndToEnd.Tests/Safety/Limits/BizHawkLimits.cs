using System.Net.Sockets;
using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the door for clients of BizHawk's connector.</summary>
internal static class BizHawkLimits
{
    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["clients of an emulator's `bizhawk` door"] = ClientsAsync,
        ["bytes of a line to it"] = LineAsync,
        ["requests of a line to it"] = RequestsAsync,
        ["bytes of a reply line of it"] = ReplyAsync,
        ["seconds without a line to it"] = SilenceAsync,
    };

    private static Task ClientsAsync(LimitProbe probe) => WithDoorAsync(probe, "refused", async (client, address) =>
    {
        await Assert.ThrowsAsync<SocketException>(() => ConnectAsync(address));
        Assert.Equal("1", await client.AskAsync("VERSION"));
    });

    private static Task LineAsync(LimitProbe probe) => WithDoorAsync(probe, "closed", async (client, _) =>
    {
        var ping = $"[{Plain("PING")}]";
        Assert.Equal("""[{"type":"PONG"}]""", await client.AskAsync(ping.PadRight((int)probe.Max)));
        await client.SendAsync(ping.PadRight((int)probe.Max + 1));
        await client.EndsAsync();
    });

    private static Task RequestsAsync(LimitProbe probe) => WithDoorAsync(probe, "ERROR", async (client, _) =>
    {
        var all = Enumerable.Repeat(Plain("PING"), (int)probe.Max).ToArray();
        Assert.Equal(probe.Max, (await client.RunAsync(all)).Length);
        Assert.StartsWith("""[{"type":"ERROR",""", await client.AskAsync($"[{string.Join(',', all)},{Plain("PING")}]"),
            StringComparison.Ordinal);
    });

    // The bytes in base64, and what is around them.
    private static Task ReplyAsync(LimitProbe probe) => WithDoorAsync(probe, "ERROR", async (client, _) =>
    {
        var most = (int)(probe.Max - 128) / 4 * 3;
        var line = await client.AskAsync($"[{Read("EWRAM", 0, most)}]");
        Assert.InRange(line.Length + 1, probe.Max - 128, probe.Max);
        Assert.StartsWith("""[{"type":"ERROR",""", await client.AskAsync($"[{Read("EWRAM", 0, most + 1)}]"), StringComparison.Ordinal);
    });

    private static Task SilenceAsync(LimitProbe probe) => WithDoorAsync(probe, "closed", async (client, _) =>
    {
        var start = TimeProvider.System.GetTimestamp();
        await client.EndsAsync();
        // An overloaded machine makes it longer, and nothing makes it shorter.
        Assert.InRange(TimeProvider.System.GetElapsedTime(start).TotalSeconds, probe.Max - 1, double.MaxValue);
    });

    private static async Task WithDoorAsync(LimitProbe probe, string past, Func<ConnectorClient, string, Task> test)
    {
        Assert.Equal(past, probe.PastWord);
        var door = await probe.Game.Game.OpenDoorAsync("bizhawk", FreePort.Take());
        try
        {
            using var client = await ConnectAsync(door.Address!);
            Assert.Equal("1", await client.AskAsync("VERSION"));
            await test(client, door.Address!);
        }
        finally
        {
            await probe.Game.Game.CloseDoorAsync("bizhawk");
        }
    }
}
