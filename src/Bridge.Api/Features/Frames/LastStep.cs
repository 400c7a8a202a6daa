using Bridge.Api.Features.Input;

namespace Bridge.Api.Features.Frames;

/// <summary>
/// No frames to settle means none after the last button either, unless the step says so itself. Repeated steps keep the frames between.
/// </summary>
internal static class LastStep
{
    /// <summary>Returns the steps with the default release of the last one.</summary>
    public static IReadOnlyList<SequenceStep?>? Of(IReadOnlyList<SequenceStep?>? steps, int? repeat, int? settle) =>
        settle == 0 && (repeat ?? 1) == 1 && steps is [.., { Wait: null, Release: null } last]
            ? [.. steps.Take(steps.Count - 1), last with { Release = 0 }]
            : steps;
}
