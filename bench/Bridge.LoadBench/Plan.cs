namespace Bridge.LoadBench;

/// <summary>The durations of a run.</summary>
/// <param name="Rounds">The number of rounds.</param>
/// <param name="LoadSeconds">Each load.</param>
/// <param name="OldSeconds">Each load of the exclusive-socket pattern.</param>
/// <param name="ArrivalSeconds">Random arrivals.</param>
/// <param name="FairnessSeconds">One client beside busy ones.</param>
/// <param name="IdleSeconds">Without requests.</param>
/// <param name="WarmUpSeconds">Before each measured load.</param>
/// <param name="SettleSeconds">Before the first load on a bridge that was stopped, with an emulator that has just started.</param>
/// <param name="GrowSeconds">Before echoes are measured in *every* mode: the script enlarges its window after ten seconds
/// without a loss of game speed.</param>
/// <param name="Clients">Concurrent clients.</param>
internal sealed record Plan(
    int Rounds, int LoadSeconds, int OldSeconds, int ArrivalSeconds, int FairnessSeconds, int IdleSeconds, int WarmUpSeconds,
    int SettleSeconds, int GrowSeconds, int[] Clients)
{
    public static readonly Plan Full = new(Rounds: 3, LoadSeconds: 2, OldSeconds: 4, ArrivalSeconds: 8, FairnessSeconds: 2, IdleSeconds: 10,
        WarmUpSeconds: 4, SettleSeconds: 1, GrowSeconds: 11, [1, 8, 64, 256]);
    public static readonly Plan Quick = new(Rounds: 1, LoadSeconds: 2, OldSeconds: 3, ArrivalSeconds: 4, FairnessSeconds: 2, IdleSeconds: 4,
        WarmUpSeconds: 2, SettleSeconds: 1, GrowSeconds: 11, [1, 64]);
}

/// <summary>A request; one with a body is a POST.</summary>
/// <param name="Name">The name in the tables.</param>
/// <param name="Path">The path and query.</param>
/// <param name="Raw">Whether the response is asked for as bytes instead of JSON.</param>
/// <param name="Body">The JSON body; null: a GET.</param>
internal sealed record Work(string Name, string Path, bool Raw = false, string? Body = null)
{
    public const int BatchReads = 50;

    private static readonly string BatchOfReads =
        string.Join(',', Enumerable.Repeat("""{"op":"read","address":"0x02000020","type":"u8"}""", BatchReads));

    public static readonly Work Echo = new("echo", "/mgbaendpoint?message=hello");
    public static readonly Work Read = new("one u8", "/emulators/default/memory/0x02000020?type=u8");
    public static readonly Work Range = new("4 KiB raw", "/emulators/default/memory/0x02000000?length=4096", Raw: true);
    public static readonly Work Batch = new("batch of 50 u8", "/emulators/default/batch", Body: $$"""{"operations":[{{BatchOfReads}}]}""");
    public static readonly Work BigRange = new("256 KiB raw", "/emulators/default/memory/0x02000000?length=262144", Raw: true);
}

/// <summary>The names in the tables.</summary>
internal static class Systems
{
    /// <summary>Our host, which calls the script between frames.</summary>
    public const string Idle = "ours, idle";

    /// <summary>The stock callback, once a frame, with a service window in every frame (docs/latency.md).</summary>
    public const string Every = "ours, every";

    /// <summary>The stock callback with a service window in 30 ms, the default in mGBA's own window.</summary>
    public const string Shared = "ours, shared";

    /// <summary>Exclusive sockets of the bridge's process, and a script that accepts one connection a frame.</summary>
    public const string Old = "old pattern";

    /// <summary>A minimal endpoint in the bridge's process, without an emulator.</summary>
    public const string Bare = "bare endpoint";

    /// <summary>A minimal ASP.NET program in a process of its own.</summary>
    public const string BareHost = "bare host";
}
