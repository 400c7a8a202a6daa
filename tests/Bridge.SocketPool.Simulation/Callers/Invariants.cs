namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>The invariants of every request (docs/reliability.md, "Invariants"), checked from what happened on both sides.</summary>
internal static class Invariants
{
    /// <summary>How long a request may take beyond its deadline.</summary>
    public static readonly TimeSpan Frame = TimeSpan.FromMilliseconds(17);

    // Failures after which the outcome of a sent request is unknown.
    private static readonly string[] Unknown = ["OutcomeUnknown", "gave-up"];

    // Failures of a request that still waits in the emulator: the client must cancel it there.
    private static readonly string[] Abandoned = ["TimedOut", "OutcomeUnknown", "Paused", "gave-up"];

    /// <summary>Returns what is wrong with a request that has ended, as far as it can be checked at once; null if nothing is.</summary>
    /// <returns>The invariant and a text, like <c>I3: it never ended</c>.</returns>
    public static string? CheckEnd(TrackedRequest asked, TimeSpan now)
    {
        if (now > asked.Latest)
            return $"I3: {asked} ended {(now - asked.Latest).TotalMilliseconds} ms too late: {asked.Ending}";
        var wrongEnding = asked.Kind == Kind.Refused ? "answered" : "OutOfRange";
        if (asked.Ending == wrongEnding)
            return $"I1: {asked} got another's reply: {asked.Ending}";
        if (asked.Ending == "OutOfRange" && asked.Sentence != $"no place {asked.Token}")
            return $"I1: {asked} got another's refusal: {asked.Sentence}";
        if (asked.Ending is "Cancelled" or "Interrupted")
            return $"I1: {asked} got the end of one that was given up: {asked.Ending}";
        if (asked.Ending == "TimedOut" && !asked.MayRunTwice)
            return $"I2: {asked} was told {asked.Ending}";
        return null;
    }

    /// <summary>Returns what is wrong with a request, once nothing is in flight any more.</summary>
    public static string? CheckAtLast(TrackedRequest asked)
    {
        if (asked.Ending is not { } ending)
            return $"I3: {asked} never ended";
        if (ending == "OutcomeUnknown" && asked.Sentence == Connections.Sentences.UnknownAfterBreak && !asked.WasOffered)
            return $"I2: {asked} had not left the bridge, and its caller was told that it may have run";
        var min = ending is "answered" or "OutOfRange" ? 1 : 0;
        var max = asked.MayRunTwice ? int.MaxValue : min == 1 || Unknown.Contains(ending) ? 1 : 0;
        if (asked.Runs < min || asked.Runs > max)
            return $"I2: {asked} ran {asked.Runs} times, and its caller was told {ending} {asked.Sentence}";
        if (Abandoned.Contains(ending) && asked.Arrival is { Connection: { IsOpen: true } connection, Id: var id }
            && !connection.Cancelled.Contains(id))
            return $"I2: {asked} ended with {ending}, and the emulator was never told to forget it";
        return null;
    }
}
