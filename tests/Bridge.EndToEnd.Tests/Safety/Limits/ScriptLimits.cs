namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the script for clients of its port.</summary>
internal static class ScriptLimits
{
    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["connections to the script"] = ConnectionsAsync,
        ["head of a message to the script"] = probe => MessageAsync(probe, n => $"2 log 0 1 {new string('x', (int)n - 11)}\nx"),
        ["payload of a message to the script"] = probe => MessageAsync(probe, n => $"2 echo 0 {n}\n{new string('x', (int)n)}"),
    };

    private static async Task ConnectionsAsync(LimitProbe probe)
    {
        const int OfTheBridge = 2;
        await Eventually.HoldsAsync(async () => (await OpenOfTheBridgeAsync(probe)) == OfTheBridge, "the bridge has its connections");
        var open = new List<ScriptConnection>();
        try
        {
            for (var i = OfTheBridge; i < probe.Max; i++)
            {
                open.Add(await ScriptConnection.OpenAsync(probe.Game.Emulator.Port));
                Assert.StartsWith("1 ok ", await open[^1].GreetAsync("limits", probe.Game.Emulator.Key), StringComparison.Ordinal);
            }

            using var tooMany = await ScriptConnection.OpenAsync(probe.Game.Emulator.Port);
            Assert.Equal("closed", probe.PastWord);
            Assert.Contains("0 busy ", await tooMany.ReadToEndAsync(), StringComparison.Ordinal);
        }
        finally
        {
            open.ForEach(connection => connection.Dispose());
        }
    }

    private static async Task<int> OpenOfTheBridgeAsync(LimitProbe probe) =>
        (await probe.Client.GetJsonAsync(LimitProbe.Emulator)).GetProperty("connection").GetProperty("open").GetInt32();

    private static async Task MessageAsync(LimitProbe probe, Func<long, string> message)
    {
        using var connection = await ScriptConnection.OpenAsync(probe.Game.Emulator.Port);
        Assert.StartsWith("1 ok ", await connection.GreetAsync("limits", probe.Game.Emulator.Key), StringComparison.Ordinal);
        // Any reply shows that the message was read.
        Assert.StartsWith("2 ", await connection.AskAsync(message(probe.Max) + "<|END|>"), StringComparison.Ordinal);
        Assert.Equal("closed", probe.PastWord);
        try
        {
            await connection.SendAsync(message(probe.Max + 1) + "<|END|>");
        }
        catch (IOException)
        {
            // Closed as soon as it is too long, which may be before all of it is sent.
        }

        // A message begins with the number of its request; its frame number may end with a 2.
        Assert.DoesNotContain("<|END|>2 ", $"<|END|>{await connection.ReadToEndAsync()}", StringComparison.Ordinal);
    }
}
