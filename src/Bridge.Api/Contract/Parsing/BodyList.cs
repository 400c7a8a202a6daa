using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Reads a list in a body, or in the arguments of a tool, element by element.</summary>
internal static class BodyList
{
    /// <summary>Adds each element; an exception about an element names it by its index.</summary>
    /// <param name="list">The list, of 1 to <paramref name="max"/> elements.</param>
    /// <param name="name">The member that has the list; empty: the body is the list.</param>
    /// <param name="add">Adds an element.</param>
    /// <param name="max">Max elements; by default as many as a batch has operations.</param>
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

    /// <summary>Adds each string; its name in error sentences is like <c>press[2]</c>.</summary>
    /// <param name="list">The list, of 1 to <paramref name="max"/> strings.</param>
    /// <param name="name">The member that has the list.</param>
    /// <param name="max">Max strings.</param>
    /// <param name="add">Adds a string; gets the string and its name.</param>
    /// <exception cref="RequestException">There are too few or too many strings, one is null, or one was refused.</exception>
    public static void Read(IReadOnlyList<string?> list, string name, int max, Action<string, string> add)
    {
        CheckCount(list.Count, name, max);
        for (var i = 0; i < list.Count; i++)
        {
            add(list[i] ?? throw new RequestException(ProblemTypes.InvalidBody, $"{name}[{i}] must be a string; got null.", $"{name}[{i}]"),
                $"{name}[{i}]");
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
