using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Vectors;

/// <summary>Sets what a vector reads, where its games start, and when it ends.</summary>
internal static class VectorChanges
{
    // How the vector's refusal of a read begins.
    private const string PlaceWord = "Read ";

    /// <summary>Sets what steps read from the next one on.</summary>
    /// <exception cref="RequestException">Nothing is at one of the places.</exception>
    public static async Task SetReadsAsync(VectorControl control, IReadOnlyList<VectorRead> reads, CancellationToken cancellationToken)
    {
        var lines = Encoding.ASCII.GetBytes(string.Concat(reads.Select(read => read.Line + "\n")));
        try
        {
            await control.AskAsync("reads", lines, cancellationToken);
        }
        catch (VectorRefusedException refused)
        {
            throw RefusalOf(refused.Message, reads);
        }
    }

    /// <summary>Sets a start of resets.</summary>
    /// <param name="control">The vector.</param>
    /// <param name="index">The number of the start.</param>
    /// <param name="state">The state; empty: the console just switched on.</param>
    /// <param name="parameter">The parameter that names it.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="RequestException">It is not a state of this game.</exception>
    public static async Task SetStartAsync(
        VectorControl control, int index, ReadOnlyMemory<byte> state, string parameter, CancellationToken cancellationToken)
    {
        try
        {
            await control.AskAsync(string.Create(CultureInfo.InvariantCulture, $"start {index}"), state, cancellationToken);
        }
        catch (VectorRefusedException refused)
        {
            throw new RequestException(ProblemTypes.RefusedState, refused.Message, parameter);
        }
    }

    /// <summary>Sets after how long without a step or a request it ends, in whole seconds; null: never, which the host calls 0.</summary>
    public static Task SetLeaseAsync(VectorControl control, TimeSpan? lease, CancellationToken cancellationToken) => control.AskAsync(
        string.Create(CultureInfo.InvariantCulture, $"lease {(long)Math.Ceiling(lease?.TotalSeconds ?? 0)}"), bytes: null,
        cancellationToken);

    /// <summary>Returns how many games of a vector were replaced since its start, because they died or hung.</summary>
    /// <exception cref="RequestException">The vector has just ended.</exception>
    public static async Task<(int Died, int Stuck)> LostAsync(RunningVector vector, CancellationToken cancellationToken)
    {
        var words = await vector.Control.AskAsync("status", bytes: null, cancellationToken);
        return (int.Parse(words[0], CultureInfo.InvariantCulture), int.Parse(words[1], CultureInfo.InvariantCulture));
    }

    // The vector counts the reads: "Read 2: nothing is at …".
    private static RequestException RefusalOf(string sentence, IReadOnlyList<VectorRead> reads)
    {
        var end = sentence.IndexOf(':', StringComparison.Ordinal);
        if (!sentence.StartsWith(PlaceWord, StringComparison.Ordinal) || end < 0
            || !int.TryParse(sentence[PlaceWord.Length..end], CultureInfo.InvariantCulture, out var index) || index >= reads.Count)
            return new RequestException(ProblemTypes.EmulatorRefused, sentence);
        var (read, name) = (reads[index].Value, $"read[{index}].address");
        return new RequestException(ProblemTypes.OutOfRange,
            $"{name} must be a place in the game's memory; nothing is at {read.Address} on {read.Domain ?? "the bus"}.", name);
    }
}
