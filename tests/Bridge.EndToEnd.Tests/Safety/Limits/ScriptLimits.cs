using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>What the script takes from whoever connects to its port.</summary>
internal static class ScriptLimits
{
    private const string Hello = "1 hello 0 0 1 limits -\n<|END|>";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["connections to the script"] = ConnectionsAsync,
        ["head of a message to the script"] = probe => MessageAsync(probe, n => $"2 log 0 1 {new string('x', (int)n - 11)}\nx"),
        ["payload of a message to the script"] = probe => MessageAsync(probe, n => $"2 echo 0 {n}\n{new string('x', (int)n)}"),
    };

    private static async Task ConnectionsAsync(LimitProbe probe)
    {
        await Eventually.HoldsAsync(async () => (await OfTheBridgeAsync(probe)) == 2, "the bridge has its connections");
        var open = new List<ScriptConnection>();
        try
        {
            for (var i = 2; i < probe.Most; i++)
            {
                open.Add(await ScriptConnection.OpenAsync(probe.Game.Emulator.Port));
                Assert.StartsWith("1 ok ", await open[^1].AskAsync(Hello), StringComparison.Ordinal);
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

    private static async Task<int> OfTheBridgeAsync(LimitProbe probe) =>
        (await probe.Client.GetJsonAsync(LimitProbe.Emulator)).GetProperty("connection").GetProperty("open").GetInt32();

    private static async Task MessageAsync(LimitProbe probe, Func<long, string> message)
    {
        using var connection = await ScriptConnection.OpenAsync(probe.Game.Emulator.Port);
        Assert.StartsWith("1 ok ", await connection.AskAsync(Hello), StringComparison.Ordinal);
        // Whatever it says to it, it has been read.
        Assert.StartsWith("2 ", await connection.AskAsync(message(probe.Most) + "<|END|>"), StringComparison.Ordinal);
        Assert.Equal("closed", probe.PastWord);
        try
        {
            await connection.SendAsync(message(probe.Most + 1) + "<|END|>");
        }
        catch (IOException)
        {
            // Closed as soon as it is too long, which may be before all of it is sent.
        }

        Assert.DoesNotContain("2 ", await connection.ReadToEndAsync(), StringComparison.Ordinal);
    }

    private sealed class ScriptConnection(TcpClient client) : IDisposable
    {
        public static async Task<ScriptConnection> OpenAsync(int port)
        {
            var client = new TcpClient();
            await client.ConnectAsync("127.0.0.1", port);
            return new ScriptConnection(client);
        }

        public Task SendAsync(string text) => client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(text)).AsTask().WaitAsync(Eventually.Patience);

        /// <summary>The whole reply to one message.</summary>
        public async Task<string> AskAsync(string message)
        {
            var sending = SendAsync(message);
            using var received = new MemoryStream();
            var buffer = new byte[65536];
            while (WireText.TryRead(received.ToArray()) is null)
            {
                var count = await client.GetStream().ReadAsync(buffer).AsTask().WaitAsync(Eventually.Patience);
                Assert.True(count > 0, "the script has closed the connection");
                received.Write(buffer, 0, count);
            }

            await sending;
            return Encoding.ASCII.GetString(received.ToArray());
        }

        public async Task<string> ReadToEndAsync()
        {
            using var received = new MemoryStream();
            try
            {
                await client.GetStream().CopyToAsync(received).WaitAsync(Eventually.Patience);
            }
            catch (IOException)
            {
                // Closed with bytes unread.
            }

            return Encoding.ASCII.GetString(received.ToArray());
        }

        public void Dispose() => client.Dispose();
    }
}
