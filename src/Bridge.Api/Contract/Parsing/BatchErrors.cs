using System.Globalization;

namespace Bridge.Api.Contract.Parsing;

/// <summary>
/// Translates the script's errors about operations of a batch: the script counts operations, like <c>[2]</c>, and the client knows the
/// members from which the bridge made them, like <c>read[2]</c>.
/// </summary>
internal static class BatchErrors
{
    /// <summary>Awaits the reply to a batch, and replaces the script's name for an operation in its error by the client's name.</summary>
    /// <param name="reply">The reply.</param>
    /// <param name="nameOf">Returns the client's name for an operation by its index.</param>
    /// <exception cref="EmulatorException">The emulator's, with the names that the client knows.</exception>
    public static async Task<T> TranslateAsync<T>(Task<T> reply, Func<int, string> nameOf)
    {
        try
        {
            return await reply;
        }
        catch (EmulatorException failed) when (IndexIn(failed.Parameter) is { } index)
        {
            var name = nameOf(index);
            throw new EmulatorException(failed.Failure, Replace(failed.Message, index, name), failed)
            {
                Parameter = Replace(failed.Parameter!, index, name),
                RetryAfter = failed.RetryAfter,
                Command = failed.Command,
                Category = failed.Category,
                OperationsRun = failed.OperationsRun,
            };
        }
    }

    // Returns the index in a parameter like [2] or [2].address; null: it is of no operation.
    private static int? IndexIn(string? parameter) =>
        parameter is ['[', ..] && parameter.IndexOf(']', StringComparison.Ordinal) is > 0 and var end
        && int.TryParse(parameter.AsSpan(1, end - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var index) ? index : null;

    private static string Replace(string text, int index, string name)
    {
        var old = string.Create(CultureInfo.InvariantCulture, $"[{index}]");
        return text.StartsWith(old, StringComparison.Ordinal) ? name + text[old.Length..] : text;
    }
}
