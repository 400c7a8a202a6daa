namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>
/// Every row of the table of limits in docs/security.md, through the public interfaces: accepted at the limit, refused one past it.
/// </summary>
public sealed class LimitTests(LimitedGame game) : IClassFixture<LimitedGame>
{
    private static readonly Dictionary<string, Func<LimitProbe, Task>> Probes =
        new[] { HttpLimits.Probes, GameLimits.Probes, QueueLimits.Probes, StorageLimits.Probes, ScriptLimits.Probes,
            RawLimits.Probes, StateLimits.Probes, BufferLimits.Probes, ToolLimits.Probes,
            HistoryLimits.Probes, SymbolLimits.Probes, CheatLimits.Probes, GdbLimits.Probes, BizHawkLimits.Probes, MessageLimits.Probes,
            RetroArchLimits.Probes, NotebookLimits.Probes, MovieLimitProbes.All, BranchLimitProbes.All,
            VectorLimitProbes.All }
            .SelectMany(probes => probes).ToDictionary();

    public static TheoryData<string> Rows => [.. LimitTable.Rows.Keys];

    [Fact]
    public void Every_row_has_its_test_and_every_test_its_row() => Assert.Equal(LimitTable.Rows.Keys.Order(), Probes.Keys.Order());

    [Theory]
    [MemberData(nameof(Rows))]
    public Task It_is_taken_at_its_limit_and_refused_one_past_it(string what) => Probes[what](new LimitProbe(game, LimitTable.Rows[what]));
}
