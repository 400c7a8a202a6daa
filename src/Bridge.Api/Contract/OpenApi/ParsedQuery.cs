using System.Collections;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace Bridge.Api.Contract.OpenApi;

/// <summary>
/// A query that the server's guard has parsed. Endpoints and the generated binding read it as <see cref="HttpRequest.Query"/>, so
/// that nothing parses it again.
/// </summary>
/// <remarks>A list, because ASP.NET Core's own dictionary costs each request 300 bytes.</remarks>
internal sealed class ParsedQuery : IQueryCollection, IQueryFeature
{
    /// <summary>Gets the query without parameters.</summary>
    public static readonly ParsedQuery Empty = new();

    private readonly List<KeyValuePair<string, string>> _pairs = [];

    public IQueryCollection Query
    {
        get => this;
        set => throw new NotSupportedException("The query was already parsed.");
    }

    public int Count => Keys.Count;

    public ICollection<string> Keys => [.. _pairs.Select(pair => pair.Key).Distinct()];

    public StringValues this[string key]
    {
        get
        {
            string? first = null;
            List<string>? all = null;
            foreach (var (name, value) in _pairs)
            {
                if (!name.Equals(key, StringComparison.OrdinalIgnoreCase))
                    continue;
                if (first is null)
                    first = value;
                else
                    (all ??= [first]).Add(value);
            }

            return all is null ? new StringValues(first) : new StringValues([.. all]);
        }
    }

    /// <summary>Adds a value of a parameter, which may have others.</summary>
    public void Add(ParameterNote parameter, string value) => _pairs.Add(new(parameter.Name, value));

    /// <summary>Returns a parameter that was given more than once although it may not repeat; null if there is none.</summary>
    public ParameterNote? FindRepeated(AcceptedQuery accepted) => _pairs.Count < 2
        ? null
        : accepted.Parameters.FirstOrDefault(parameter => !parameter.Repeats && this[parameter.Name].Count > 1);

    public bool ContainsKey(string key) => this[key].Count > 0;

    public bool TryGetValue(string key, out StringValues value) => (value = this[key]).Count > 0;

    public IEnumerator<KeyValuePair<string, StringValues>> GetEnumerator() =>
        Keys.Select(name => KeyValuePair.Create(name, this[name])).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
