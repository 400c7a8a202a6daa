using System.Globalization;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the memory for unfinished requests.</summary>
internal static class BufferLimits
{
    private const int StateBytes = 2 * 1024 * 1024;

    // The first bytes of each body, which don't count.
    private const int FreeBytes = 4096;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["unfinished request lines longer than 40 KiB"] = probe => LinesAsync(probe, probe.Game.Client.BaseAddress!),
        ["of these by connections without a valid token yet, if tokens are required"] = StrangersAsync,
        ["bytes of unfinished requests of all clients"] = BodiesAsync,
        ["seconds for a body"] = SecondsAsync,
    };

    private static async Task StrangersAsync(LimitProbe probe)
    {
        await using var bridge = new BridgeProcess("--Bridge:Tokens:me:Value=0123456789abcdef",
            $"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        await LinesAsync(probe, bridge.Address, taken: 401);
    }

    private static async Task LinesAsync(LimitProbe probe, Uri address, int taken = 200)
    {
        var line = $"/mgbaendpoint?message={string.Concat(Enumerable.Repeat("%78", 63_000))}";
        var unfinished = $"GET {line[..100_000]}";
        var held = new List<HeldRequest>();
        try
        {
            while (held.Count < probe.Max)
                held.Add(await HeldRequest.SendAsync(address, unfinished));
            await Eventually.HoldsAsync(async () =>
                {
                    await SendRefusedAgainAsync(address, held);
                    return await StatusOfAsync(address, line) == probe.Past;
                },
                $"a long line is answered with {probe.Past}");
            held[0].Dispose();
            await Eventually.HoldsAsync(async () => await StatusOfAsync(address, line) == taken, $"the response to a long line is {taken}");
        }
        finally
        {
            held.ForEach(request => request.Dispose());
        }

        // The next test needs the memory.
        await Eventually.HoldsAsync(
            async () => (await AnswerOfAsync(address, StateBytes)).Type != "overloaded", "the memory is free again");
    }

    private static async Task<int> StatusOfAsync(Uri address, string target) => (await RawHttp.AskAsync(address, "GET", target)).Status;

    // Unfinished bodies leave room for less than one more body. In a bridge of its own, because that of the game holds the part of a
    // body that SecondsAsync waits for.
    private static async Task BodiesAsync(LimitProbe probe)
    {
        const int Room = 100_000;
        await using var bridge = new BridgeProcess($"--Bridge:Emulators:default:Port={FreePort.Take()}");
        await bridge.ListensAsync();
        var address = bridge.Address;
        var held = new List<HeldRequest>();
        try
        {
            for (var left = probe.Max - Room; left > 0;)
            {
                var bytes = (int)Math.Min(left + FreeBytes, StateBytes - 1);
                held.Add(await HeldRequest.SendAsync(address, HeadOf(address, StateBytes) + new string('x', bytes)));
                left -= bytes - FreeBytes;
            }

            await Eventually.HoldsAsync(async () =>
                {
                    await SendRefusedAgainAsync(address, held);
                    return await AnswerOfAsync(address, Room + FreeBytes + 1) == (probe.Past, "overloaded");
                },
                "one more byte does not fit");
            // There is no emulator, which is only noticed after the body was accepted.
            Assert.Equal((503, "no-emulator"), await AnswerOfAsync(address, Room + FreeBytes));
        }
        finally
        {
            held.ForEach(request => request.Dispose());
        }
    }

    // A request that was still arriving during the check may have found its room used by the check.
    private static async Task SendRefusedAgainAsync(Uri address, List<HeldRequest> held)
    {
        for (var i = 0; i < held.Count; i++)
        {
            if (!held[i].IsAnswered)
                continue;
            held[i].Dispose();
            held[i] = await HeldRequest.SendAsync(address, held[i].Text);
        }
    }

    private static async Task SecondsAsync(LimitProbe probe)
    {
        var (status, text) = await probe.Game.LongBody;
        Assert.True(status == probe.Past, text);
        Assert.Contains(string.Create(CultureInfo.InvariantCulture, $"longer than {probe.Max} s"), text, StringComparison.Ordinal);
    }

    private static async Task<(int Status, string Type)> AnswerOfAsync(Uri address, int length)
    {
        var (status, text) = await RawHttp.AskAsync(address, HeadOf(address, length) + new string('x', length));
        var type = text.Contains("#no-emulator\"", StringComparison.Ordinal) ? "no-emulator"
            : text.Contains("#overloaded\"", StringComparison.Ordinal) ? "overloaded"
            : text;
        if (type == "overloaded")
            Assert.Contains("Retry-After: ", text, StringComparison.Ordinal);
        return (status, type);
    }

    private static string HeadOf(Uri address, int length) =>
        $"PUT /emulators/default/state HTTP/1.1\r\nHost: {address.Authority}\r\nContent-Type: application/octet-stream\r\n"
        + $"Content-Length: {length}\r\nConnection: close\r\n\r\n";
}
