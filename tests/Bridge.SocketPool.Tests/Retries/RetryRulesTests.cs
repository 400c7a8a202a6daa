using Bridge.SocketPool.Retries;

namespace Bridge.SocketPool.Tests.Retries;

public sealed class RetryRulesTests
{
    // The whole truth table: combinations that are not listed here must be false.
    private static readonly HashSet<(EmulatorFailure, ReplayCategory)> Retried =
    [
        (EmulatorFailure.NotApplied, ReplayCategory.ReadOnly),
        (EmulatorFailure.NotApplied, ReplayCategory.LastWriteWins),
        (EmulatorFailure.NotApplied, ReplayCategory.NotReplayable),
        (EmulatorFailure.OutcomeUnknown, ReplayCategory.ReadOnly),
    ];

    private static readonly HashSet<(EmulatorFailure, ReplayCategory)> Dangerous =
    [
        (EmulatorFailure.OutcomeUnknown, ReplayCategory.NotReplayable),
        (EmulatorFailure.EmulatorRefused, ReplayCategory.NotReplayable),
        (EmulatorFailure.ScriptError, ReplayCategory.NotReplayable),
        (EmulatorFailure.Interrupted, ReplayCategory.NotReplayable),
    ];

    public static TheoryData<EmulatorFailure, ReplayCategory> AllRows()
    {
        var rows = new TheoryData<EmulatorFailure, ReplayCategory>();
        foreach (var failure in Enum.GetValues<EmulatorFailure>())
        {
            foreach (var category in Enum.GetValues<ReplayCategory>())
                rows.Add(failure, category);
        }

        return rows;
    }

    [Theory, MemberData(nameof(AllRows))]
    public void Retries_only_requests_that_did_not_run_or_change_nothing(EmulatorFailure failure, ReplayCategory category) =>
        Assert.Equal(Retried.Contains((failure, category)), RetryRules.MayRetry(failure, category));

    [Theory, MemberData(nameof(AllRows))]
    public void Calls_a_repetition_safe_unless_something_could_happen_twice(EmulatorFailure failure, ReplayCategory category) =>
        Assert.Equal(!Dangerous.Contains((failure, category)), EmulatorException.IsSafeToRepeat(failure, category));

    [Fact]
    public void An_unset_category_is_the_most_careful_one() => Assert.Equal(ReplayCategory.NotReplayable, default);
}
