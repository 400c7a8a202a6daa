namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of the door for RetroArch's clients.</summary>
internal static class RetroArchLimits
{
    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["datagrams that wait at a door"] = WaitingAsync,
        ["commands of a datagram"] = probe => WithDoorAsync(probe, client => CommandsAsync(probe.Max, client)),
        ["bytes of a command for RetroArch"] = probe => WithDoorAsync(probe, client => BytesAsync(probe.Max, client)),
        ["pictures of a `retroarch` door in a minute"] = probe => WithDoorAsync(probe, client => PicturesAsync(probe, client)),
    };

    // Repeated, because on a busy machine the door may read the datagrams only after the emulator goes on, when none has to wait.
    private static Task WaitingAsync(LimitProbe probe) => Eventually.HoldsAsync(
        async () =>
        {
            var replies = 0;
            await WithDoorAsync(probe, async client => replies = await RepliesAsync(probe, client));
            return replies <= probe.Max + 1;
        },
        "datagrams are ignored");

    // Returns how many datagrams were answered that came while the first command waited for a stopped emulator.
    private static async Task<int> RepliesAsync(LimitProbe probe, RetroArchClient client)
    {
        await probe.Game.Emulator.PauseAsync();
        try
        {
            await client.SendAsync("READ_CORE_MEMORY 2000000 1");
            for (var i = 0; i < 2 * probe.Max; i++)
                await client.SendAsync("GET_CONFIG_PARAM video_fullscreen");
        }
        finally
        {
            probe.Game.Emulator.Resume();
        }

        await Eventually.HoldsAsync(async () =>
        {
            await client.SendAsync("VERSION");
            return client.HasReply;
        });
        var replies = 0;
        for (var reply = await client.ReceiveAsync(); !char.IsAsciiDigit(reply[0]); reply = await client.ReceiveAsync())
        {
            replies++;
            // Those before may have been ignored, too.
            await client.SendAsync("VERSION");
        }

        return replies;
    }

    private static async Task CommandsAsync(long max, RetroArchClient client)
    {
        foreach (var count in (long[])[max, max + 1])
        {
            var lines = string.Join('\n', Enumerable.Repeat("GET_CONFIG_PARAM x", (int)count));
            Assert.Equal(max, (await client.RunAsync(lines)).Count);
        }
    }

    private static async Task BytesAsync(long max, RetroArchClient client)
    {
        static string Write(long count) => "WRITE_CORE_MEMORY 2010000" + string.Concat(Enumerable.Repeat(" 1", (int)count));
        Assert.Equal($"WRITE_CORE_MEMORY 2010000 {max}\n", await client.AskAsync(Write(max)));
        Assert.Empty(await client.RunAsync(Write(max + 1)));
        Assert.Equal(max + 2, (await client.AskAsync($"READ_CORE_MEMORY 2010000 {max + 1}")).Split(' ').Length);
    }

    private static async Task PicturesAsync(LimitProbe probe, RetroArchClient client)
    {
        for (var i = 0; i <= probe.Max; i++)
            Assert.Empty(await client.RunAsync("SCREENSHOT"));
        Assert.Equal(probe.Max, probe.Game.Screenshots.GetFiles().Length);
    }

    private static async Task WithDoorAsync(LimitProbe probe, Func<RetroArchClient, Task> test)
    {
        Assert.Equal("ignored", probe.PastWord);
        var door = await probe.Client.AskForJsonAsync(
            "PUT", $"{LimitProbe.Emulator}/doors/retroarch", $$"""{"port": {{FreePort.Take()}}}""");
        using var client = new RetroArchClient(door.GetProperty("port").GetInt32());
        try
        {
            await test(client);
        }
        finally
        {
            await probe.TakesAsync("DELETE", $"{LimitProbe.Emulator}/doors/retroarch");
        }
    }
}
