using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Json;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Mcp;

/// <summary>Finds names by their parts, and names that are like another one.</summary>
internal static class NameMatch
{
    private const int MaxShown = 5, MaxNear = 3;
    private const double MinLikeness = 0.5;

    /// <summary>Returns the only name that has a text in it. An exact name comes first, and then one that differs in case only.</summary>
    /// <param name="names">All names.</param>
    /// <param name="text">The name, or a part of it.</param>
    /// <param name="unknown">The problem if no name has it.</param>
    /// <param name="parameter">The argument, for sentences.</param>
    /// <exception cref="RequestException">No name has it, or several have.</exception>
    public static string Find(IReadOnlyList<string> names, string text, ProblemType unknown, string parameter) =>
        names.FirstOrDefault(name => CanonicalName.AreSame(name, text))
        ?? Only([.. names.Where(name => name.Equals(text, StringComparison.OrdinalIgnoreCase))], text, parameter)
        ?? Only([.. names.Where(name => name.Contains(text, StringComparison.OrdinalIgnoreCase))], text, parameter)
        ?? throw new RequestException(unknown, $"{parameter} must be a name or a part of one; no name has {Quote(text)}.", parameter);

    /// <summary>Returns a sentence with the names that are like another one; null if none is.</summary>
    public static string? DescribeNear(IEnumerable<string> names, string text)
    {
        var wanted = PairsOf(text);
        var near = names.Select(name => (Name: name, Likeness: PairsOf(name).Intersect(wanted).Count() / (double)wanted.Count))
            .Where(each => each.Likeness >= MinLikeness).OrderByDescending(each => each.Likeness).ThenBy(each => each.Name.Length)
            .Take(MaxNear).Select(each => Quote(each.Name)).ToArray();
        return near.Length == 0 ? null : $"Near it: {string.Join(", ", near)}.";
    }

    private static string? Only(string[] found, string text, string parameter) => found switch
    {
        [] => null,
        [var only] => only,
        _ => throw new RequestException(ProblemTypes.InvalidParameter,
            $"{parameter} must be a part of one name; {found.Length} names have {Quote(text)}: "
            + $"{string.Join(", ", found.Take(MaxShown).Select(Quote))}{(found.Length > MaxShown ? ", …" : "")}.", parameter),
    };

    // Names are data: nothing in them may read like a sentence of the bridge.
    private static string Quote(string name) => $"\"{JsonEncodedText.Encode(Parameters.Shorten(name), JsonRules.Encoder)}\"";

    private static HashSet<(char, char)> PairsOf(string name)
    {
        var letters = name.ToLowerInvariant().Where(char.IsLetterOrDigit).ToArray();
        return [.. letters.Zip(letters.Skip(1))];
    }
}
