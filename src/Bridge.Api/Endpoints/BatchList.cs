using Bridge.Api.Errors;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Endpoints;

/// <summary>A list in a body whose elements are read one by one, like those that become the operations of a batch.</summary>
internal static class BatchList
{
    /// <summary>Adds each element; a refusal of one names it by its place.</summary>
    /// <param name="list">1 to <paramref name="most"/> of them.</param>
    /// <param name="name">The member that holds them; empty: the body is the list.</param>
    /// <param name="add">What becomes of an element.</param>
    /// <param name="most">How many there may be.</param>
    /// <exception cref="RequestException">There are too few or too many, one is null, or one was refused.</exception>
    public static void Read<T>(IReadOnlyList<T?> list, string name, Action<T> add, int most = WireLimits.BatchOperations) where T : class
    {
        if (list.Count < 1 || list.Count > most)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"{(name.Length == 0 ? "The body" : name)} lists {list.Count}; it lists 1 to {most}.", name.Length == 0 ? "body" : name);
        }

        for (var i = 0; i < list.Count; i++)
        {
            var element = list[i] ?? throw new RequestException(ProblemTypes.InvalidBody, $"{name}[{i}] is null; it is an object.", $"{name}[{i}]");
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
}
