using System.Globalization;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Branches;

/// <summary>Translates what the program says of a request: it counts lines, the client knows members.</summary>
internal static class BranchFault
{
    private const string LineWord = "line ";
    private const int StartLine = 1, StateLine = 2;

    /// <summary>Returns the problem of a request that the program has refused.</summary>
    /// <param name="sentence">What it said.</param>
    /// <param name="hasState">Whether the request has a state.</param>
    /// <param name="plans">The branches of the request.</param>
    public static RequestException Of(string sentence, bool hasState, IReadOnlyList<BranchPlan> plans)
    {
        var end = sentence.IndexOf(": ", StringComparison.Ordinal);
        if (!sentence.StartsWith(LineWord, StringComparison.Ordinal) || end < 0
            || !int.TryParse(sentence.AsSpan(LineWord.Length..end), CultureInfo.InvariantCulture, out var line))
        {
            return new RequestException(ProblemTypes.EmulatorFailed, $"The branches failed: {sentence}");
        }

        var rest = sentence[(end + 2)..];
        if (line == StateLine && hasState)
            return new RequestException(ProblemTypes.RefusedState, rest, "state");
        return line == StartLine || MemberOf(line - (hasState ? StateLine : StartLine), plans) is not { } member
            ? new RequestException(ProblemTypes.Conflict, $"The branches can't run: {rest}")
            : new RequestException(ProblemTypes.InvalidParameter, $"{member}: {rest}", member);
    }

    // Counts the lines in the order in which BranchRequestWriter writes them: branch, keys, frames; until and its conditions; settle;
    // the places to read; show and keep.
    private static string? MemberOf(int line, IReadOnlyList<BranchPlan> plans)
    {
        foreach (var plan in plans)
        {
            var name = $"branches[{plan.Index}]";
            var wait = plan.Wait is { } until ? 1 + until.Lines.Count : 0;
            var places = plan.Places?.Count ?? 0;
            var before = 2 + plan.Inputs.Keys.Count;
            if (line <= before)
                return $"{name}.steps";
            if (line <= before + wait)
                return $"{name}.until";
            var read = line - (before + wait + 1);
            if (read <= places)
                return read < 1 ? $"{name}.settle" : $"{name}.read[{read - 1}]";
            line = read - places - (plan.Form is null ? 0 : 1) - (plan.IsKept ? 1 : 0);
        }

        return null;
    }
}
