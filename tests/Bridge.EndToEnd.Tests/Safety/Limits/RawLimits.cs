using Bridge.EndToEnd.Tests.Raw;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the raw listener.</summary>
internal static class RawLimits
{
    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["clients of the raw listener"] = ClientsAsync,
        ["seconds for a hello at the raw listener"] = HelloAsync,
        ["first line of a raw command"] = probe => MessageAsync(probe, n => $"echo {new string('a', (int)n - 6)}\n"),
        ["payload of a raw command"] = probe => MessageAsync(probe, n => $"state.load/{n} 31\n{new string('x', (int)n)}"),
        ["bytes of unfinished raw commands and requests of all clients"] = UnfinishedAsync,
        ["raw commands of a client in flight"] = OneClientsCommandsAsync,
        ["raw commands of all clients in flight"] = CommandsAsync,
    };

    // A process of its own: with both ends in one process it would need twice the file descriptors.
    private static async Task ClientsAsync(LimitProbe probe)
    {
        var path = SocketPath.Take();
        await using var bridge = new BridgeProcess("--raw-unix", path, $"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        var clients = new List<RawClient>();
        try
        {
            for (var i = 0; i < probe.Max; i++)
                clients.Add(await RawClient.ConnectWithHelloAsync(path));
            using var refused = await RawClient.ConnectAsync(path);
            Assert.Equal(probe.PastWord, Assert.Single(await refused.EndsAsync()).Word);
            clients[^1].Dispose();
            await Eventually.HoldsAsync(async () =>
            {
                using var next = await RawClient.ConnectAsync(path);
                await next.SendAsync("hello 1");
                return (await next.ReplyAsync()).Word == "ok";
            }, "there is room again");
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }
    }

    private static async Task HelloAsync(LimitProbe probe)
    {
        await using var bridge = await StillBridge.OpenAsync(probe);
        using var silent = await RawClient.ConnectAsync(bridge.Path);
        using var half = await RawClient.ConnectWithHelloAsync(bridge.Path);
        await half.SendRawAsync("echo\nhel");
        var start = TimeProvider.System.GetTimestamp();
        Assert.Equal(probe.PastWord, Assert.Single(await silent.EndsAsync()).Word);
        // An overloaded machine makes it longer, and nothing makes it shorter.
        Assert.InRange(TimeProvider.System.GetElapsedTime(start).TotalSeconds, probe.Max - 1, double.MaxValue);
        Assert.Equal(probe.PastWord, Assert.Single(await half.EndsAsync()).Word);
    }

    private static async Task MessageAsync(LimitProbe probe, Func<long, string> command)
    {
        await using var bridge = await StillBridge.OpenAsync(probe);
        using var client = await RawClient.ConnectWithHelloAsync(bridge.Path);
        Assert.NotEqual(probe.PastWord == "too-large" ? "too-large" : "overloaded", (await client.AskAsync(command(probe.Max))).Word);
        Assert.Equal("ok", (await client.AskAsync("echo")).Word);
        await client.SendAsync(command(probe.Max + 1));
        Assert.Equal(probe.PastWord, Assert.Single(await client.EndsAsync()).Word);
    }

    // The first clients leave room for exactly one buffer, that of the message, and one more client takes it.
    private static async Task UnfinishedAsync(LimitProbe probe)
    {
        const int MessageBytes = 70_000;
        int[] bytes = [.. Enumerable.Repeat(300_000, 28), 5000, 5000, 200_000];
        Assert.Equal(probe.Max, bytes.Append(MessageBytes).Sum(CountedOf));
        var path = SocketPath.Take();
        await using var bridge = new BridgeProcess(
            "--raw-unix", path, "--Bridge:Raw:Patience=00:01:00", $"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        var clients = new List<RawClient>();
        try
        {
            foreach (var each in bytes.Append(5000))
            {
                clients.Add(await RawClient.ConnectWithHelloAsync(path));
                await clients[^1].SendRawAsync("state.load 31\n".PadRight(each, 'x'));
            }

            // Each reply shows that the bridge has read from every client.
            using var other = await RawClient.ConnectWithHelloAsync(path);
            for (var i = 0; i < 10; i++)
                await other.AskAsync("echo");
            await Eventually.HoldsAsync(async () => await WordOfAsync(path) == probe.PastWord, "there is no room for the message");
            clients[^1].Dispose();
            // There is no emulator, which is only noticed after the message was accepted.
            await Eventually.HoldsAsync(async () => await WordOfAsync(path) == "no-emulator", "there is room for the message");
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }

        // The bytes of the buffer for a message of this length.
        static long CountedOf(int bytes) => (bytes <= 256 * 1024 ? 256 : 2304) * 1024;

        // The message is longer than what one read takes, so a part of it is always buffered.
        static async Task<string> WordOfAsync(string path)
        {
            using var client = await RawClient.ConnectWithHelloAsync(path);
            return (await client.AskAsync("echo\n".PadRight(MessageBytes, 'x'))).Word;
        }
    }

    private static async Task OneClientsCommandsAsync(LimitProbe probe)
    {
        Assert.Equal("wait unread", probe.PastWord);
        await using var bridge = await StillBridge.OpenAsync(probe);
        using var client = await RawClient.ConnectWithHelloAsync(bridge.Path);
        await bridge.WithStillGameAsync(async () =>
        {
            await client.SendAsync(Enumerable.Repeat("echo\nx", (int)probe.Max + 1));
            await Eventually.HoldsAsync(async () => await bridge.InFlightAsync() >= probe.Max, "the maximum is in flight");
            // The next client is accepted. Its error differs from the one at the limit.
            using var next = await RawClient.ConnectWithHelloAsync(bridge.Path);
            await next.SendAsync("echo");
            await Eventually.HoldsAsync(
                async () => await bridge.InFlightAsync() >= probe.Max + 1, "the request of the next client is in flight as well");
            Assert.InRange(await bridge.InFlightAsync(), probe.Max + 1, probe.Max + 1 + StillBridge.Pings);
        });
        for (var i = 0; i <= probe.Max; i++)
            Assert.Equal("x", (await client.ReplyAsync()).Payload);
    }

    private static async Task CommandsAsync(LimitProbe probe)
    {
        await using var bridge = await StillBridge.OpenAsync(probe);
        const int Each = 64;
        var clients = new List<RawClient>();
        try
        {
            for (var i = 0; i <= probe.Max / Each; i++)
                clients.Add(await RawClient.ConnectWithHelloAsync(bridge.Path));
            await bridge.WithStillGameAsync(async () =>
            {
                foreach (var client in clients[..^1])
                    await client.SendAsync(Enumerable.Repeat("echo", Each));
                await Eventually.HoldsAsync(async () => await bridge.InFlightAsync() >= probe.Max, "the maximum is in flight");
                Assert.Equal(probe.PastWord, (await clients[^1].AskAsync("echo")).Word);
            });
            foreach (var client in clients[..^1])
            {
                for (var i = 0; i < Each; i++)
                    Assert.Equal("ok", (await client.ReplyAsync()).Word);
            }

            Assert.Equal("ok", (await clients[^1].AskAsync("echo")).Word);
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }
    }

    /// <summary>A separate bridge with a raw listener and a long timeout before a stopped game counts as paused.</summary>
    private sealed class StillBridge : IAsyncDisposable
    {
        // One request in flight for each of its two connections.
        public const int Pings = 2;

        private readonly LimitProbe _probe;
        private readonly BridgeHost _bridge;

        private StillBridge(LimitProbe probe)
        {
            _probe = probe;
            _bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{probe.Game.Emulator.Port}"), ("Bridge:Raw:Unix:Path", Path),
                ("Bridge:Emulators:default:PausedAfter", "00:00:30"), ("Bridge:Emulators:default:Deadline", "00:01:00"));
        }

        public string Path { get; } = SocketPath.Take();

        public static async Task<StillBridge> OpenAsync(LimitProbe probe)
        {
            var bridge = new StillBridge(probe);
            await bridge._bridge.ReachesAsync("running");
            return bridge;
        }

        // From /meters, because that asks no emulator, which wouldn't answer.
        public async Task<long> InFlightAsync() =>
            (await _bridge.Client.GetJsonAsync("/meters")).GetProperty("emulators")[0].GetProperty("inFlight").GetInt64();

        public async Task WithStillGameAsync(Func<Task> act)
        {
            await _probe.Game.Emulator.PauseAsync();
            try
            {
                await act();
            }
            finally
            {
                _probe.Game.Emulator.Resume();
            }

            await _probe.Game.PlaysAsync();
        }

        public ValueTask DisposeAsync() => _bridge.DisposeAsync();
    }
}
