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
        var near = names.Select(name => (Name: name, Likeness: LikenessOf(LettersOf(name), LettersOf(text))))
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

    private static char[] LettersOf(string name) =>
        [.. Parameters.Shorten(name).ToLowerInvariant().Where(char.IsLetterOrDigit)];

    // Long names share pairs of letters with a part that has a mistake; short ones need few changes.
    private static double LikenessOf(char[] name, char[] text)
    {
        if (text.Length < 2)
            return 0;
        var (pairs, wanted) = (name.Zip(name.Skip(1)).ToHashSet(), text.Zip(text.Skip(1)).ToHashSet());
        var changes = ChangesBetween(name, text) / (double)Math.Max(name.Length, text.Length);
        return Math.Max(wanted.Count(pairs.Contains) / (double)wanted.Count, 1 - changes);
    }

    // How many letters have to be added, removed or replaced (Levenshtein distance, with one row of its table).
    private static int ChangesBetween(char[] name, char[] text)
    {
        var row = Enumerable.Range(0, text.Length + 1).ToArray();
        for (var i = 0; i < name.Length; i++)
        {
            var corner = row[0]++;
            for (var j = 0; j < text.Length; j++)
                (corner, row[j + 1]) = (row[j + 1], Math.Min(Math.Min(row[j], row[j + 1]) + 1, corner + (name[i] == text[j] ? 0 : 1)));
        }

        return row[^1];
    }
}
