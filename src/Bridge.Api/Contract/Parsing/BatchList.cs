using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Reads a list in a body element by element, like the operations of a batch.</summary>
internal static class BatchList
{
    /// <summary>Adds each element; an exception about an element names it by its index.</summary>
    /// <param name="list">The list, of 1 to <paramref name="max"/> elements.</param>
    /// <param name="name">The member that holds the list; empty: the body is the list.</param>
    /// <param name="add">Adds an element.</param>
    /// <param name="max">Max elements.</param>
    /// <exception cref="RequestException">There are too few or too many elements, one is null, or one was refused.</exception>
    public static void Read<T>(IReadOnlyList<T?> list, string name, Action<T> add, int max = WireLimits.BatchOperations) where T : class
    {
        CheckCount(list.Count, name, max);
        for (var i = 0; i < list.Count; i++)
        {
            var element = list[i]
                ?? throw new RequestException(ProblemTypes.InvalidBody, $"{name}[{i}] must be an object; got null.", $"{name}[{i}]");
            try
            {
                add(element);
            }
            catch (RequestException refused)
            {
                throw refused.Of($"{name}[{i}]");
            }
        }
    }

    /// <summary>Passes each string of a list to a function, with its name for error sentences, like <c>press[2]</c>.</summary>
    /// <exception cref="RequestException">There are too few or too many, one is null, or one was refused.</exception>
    public static void Read(IReadOnlyList<string?> list, string name, int max, Action<string, string> add)
    {
        CheckCount(list.Count, name, max);
        for (var i = 0; i < list.Count; i++)
        {
            add(list[i] ?? throw new RequestException(ProblemTypes.InvalidBody, $"{name}[{i}] must be a string; got null.", $"{name}[{i}]"),
                $"{name}[{i}]");
        }
    }

    /// <summary>
    /// Waits for the emulator's reply to such a list, and translates its errors: the script counts operations, the client knows them as
    /// elements of <paramref name="name"/>.
    /// </summary>
    /// <param name="reply">The reply.</param>
    /// <param name="name">The member that holds the list.</param>
    /// <param name="count">The number of elements in the list.</param>
    /// <param name="last">The member of an operation after them; null: there is none.</param>
    /// <exception cref="EmulatorException">The emulator's, with the parameter as the client knows it.</exception>
    public static async Task<T> NamedAsync<T>(Task<T> reply, string name, int count = 0, string? last = null)
    {
        try
        {
            return await reply;
        }
        catch (EmulatorException failed) when (failed.Parameter is ['[', ..])
        {
            var isLast = last is not null && failed.Parameter == $"[{count}]";
            throw new EmulatorException(failed.Failure,
                isLast ? $"{last}{failed.Message[failed.Parameter.Length..]}" : $"{name}{failed.Message}", failed)
            {
                Parameter = isLast ? last : $"{name}{failed.Parameter}",
                Command = failed.Command,
                Category = failed.Category,
                OperationsRun = failed.OperationsRun,
            };
        }
    }

    private static void CheckCount(int count, string name, int max)
    {
        if (count < 1 || count > max)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"{(name.Length == 0 ? "The body" : name)} must be a list of 1 to {max}; got {count}.", name.Length == 0 ? "body" : name);
        }
    }
}
