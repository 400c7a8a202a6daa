using Bridge.Api.Features.Input;

namespace Bridge.Api.Features.Frames;

/// <summary>
/// Lets a turn with settle 0 end as soon as its last button goes up: the release of the last step is then 0 by default. A release that
/// the step sets stays, and repeated steps keep the frames between them.
/// </summary>
internal static class LastStep
{
    /// <summary>Returns the steps, with a release of 0 in the last one if it sets none and settle is 0.</summary>
    public static IReadOnlyList<SequenceStep?>? Of(IReadOnlyList<SequenceStep?>? steps, int? repeat, int? settle) =>
        settle == 0 && (repeat ?? 1) == 1 && steps is [.., { Wait: null, Release: null } last]
            ? [.. steps.Take(steps.Count - 1), last with { Release = 0 }]
            : steps;
}
