namespace Bridge.Bench;

/// <summary>How long everything takes.</summary>
/// <param name="Rounds">Of everything.</param>
/// <param name="LoadSeconds">Of each load.</param>
/// <param name="OldSeconds">Of each load of the old pattern.</param>
/// <param name="ArrivalSeconds">Of random arrivals.</param>
/// <param name="FairnessSeconds">Of a lone client beside others.</param>
/// <param name="IdleSeconds">Of asking nothing.</param>
/// <param name="WarmUpSeconds">Of each load before anything is measured.</param>
/// <param name="SettleSeconds">Before the first load on a bridge that was held, with an emulator that has just begun.</param>
/// <param name="GrowSeconds">Before echoes are measured in *every* mode: the script lets its window grow where ten seconds have shown
/// that the game loses nothing by it.</param>
/// <param name="Clients">At a time.</param>
internal sealed record Plan(
    int Rounds, int LoadSeconds, int OldSeconds, int ArrivalSeconds, int FairnessSeconds, int IdleSeconds, int WarmUpSeconds,
    int SettleSeconds, int GrowSeconds, int[] Clients)
{
    public static readonly Plan Full = new(Rounds: 3, LoadSeconds: 2, OldSeconds: 4, ArrivalSeconds: 8, FairnessSeconds: 2, IdleSeconds: 10,
        WarmUpSeconds: 4, SettleSeconds: 1, GrowSeconds: 11, [1, 8, 64, 256]);
    public static readonly Plan Quick = new(Rounds: 1, LoadSeconds: 2, OldSeconds: 3, ArrivalSeconds: 4, FairnessSeconds: 2, IdleSeconds: 4,
        WarmUpSeconds: 2, SettleSeconds: 1, GrowSeconds: 11, [1, 64]);
}

/// <summary>What is asked for; with a body it is a POST.</summary>
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
    public const string Idle = "ours, idle";
    public const string Every = "ours, every";
    public const string Shared = "ours, shared";
    public const string Old = "old pattern";
    public const string Bare = "bare endpoint";
    public const string BareHost = "bare host";
}
