using System.Globalization;
using System.Text;

namespace Bridge.Api.Features.Branches;

/// <summary>Writes requests for <c>mgba-host --branches</c> (docs/protocol/branches.md).</summary>
internal static class BranchRequestWriter
{
    /// <summary>Writes a request.</summary>
    /// <param name="stream">What the program reads.</param>
    /// <param name="start">The moment from which the branches begin.</param>
    /// <param name="plans">The branches, in order.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public static async Task WriteAsync(
        Stream stream, BranchStart start, IReadOnlyList<BranchPlan> plans, CancellationToken cancellationToken)
    {
        await WriteAsync(stream, "start", start.Movie, cancellationToken);
        if (start.State is { } state)
            await WriteAsync(stream, "load", state, cancellationToken);
        await stream.WriteAsync(Encoding.ASCII.GetBytes(TextOf(plans)), cancellationToken);
        await stream.FlushAsync(cancellationToken);
    }

    /// <summary>Returns the lines of branches, and the end.</summary>
    public static string TextOf(IReadOnlyList<BranchPlan> plans)
    {
        var text = new StringBuilder();
        foreach (var plan in plans)
            Append(text, plan);
        return text.Append("run\n").ToString();
    }

    private static void Append(StringBuilder text, BranchPlan plan)
    {
        text.Append("branch\n");
        foreach (var (frame, mask) in plan.Inputs.Keys)
            text.Append(CultureInfo.InvariantCulture, $"keys {frame} {mask}\n");
        text.Append(CultureInfo.InvariantCulture, $"frames {plan.Inputs.Frames}\n");
        if (plan.Wait is { } wait)
        {
            text.Append(CultureInfo.InvariantCulture, $"until {(wait.NeedsAll ? "all" : "any")} {wait.Frames}\n");
            foreach (var condition in wait.Lines)
                text.Append(condition).Append('\n');
        }

        text.Append(CultureInfo.InvariantCulture, $"settle {plan.Settle}\n");
        foreach (var place in plan.Places ?? [])
            text.Append(place.Line).Append('\n');
        text.Append(plan.Form is null ? "" : "show\n").Append(plan.IsKept ? "keep\n" : "");
    }

    private static async Task WriteAsync(
        Stream stream, string word, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await stream.WriteAsync(
            Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{word} {bytes.Length}\n")), cancellationToken);
        await stream.WriteAsync(bytes, cancellationToken);
        await stream.WriteAsync("\n"u8.ToArray(), cancellationToken);
    }
}
