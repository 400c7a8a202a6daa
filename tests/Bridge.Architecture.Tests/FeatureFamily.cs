using System.Text.RegularExpressions;

namespace Bridge.Architecture.Tests;

/// <summary>
/// The files that every feature of the API has: <c>XEndpoints.cs</c> maps HTTP, <c>XShapes.cs</c> declares bodies, <c>XJson.cs</c> reads
/// and writes them, <c>XOptions.cs</c> declares settings.
/// </summary>
internal static partial class FeatureFamily
{
    /// <summary>Returns whether the files of a folder map endpoints.</summary>
    public static bool IsFeature(IEnumerable<(string Name, string Text)> files) => files.Any(file => Maps().IsMatch(file.Text));

    /// <summary>Returns what the files of a folder declare in a file of another name.</summary>
    /// <param name="files">Their names like <c>StateJson.cs</c>, and their contents.</param>
    public static IEnumerable<string> FindMisplaced(IReadOnlyList<(string Name, string Text)> files)
    {
        // A type that is named a record is written into a file, and is no body.
        var bodies = files.SelectMany(file => Serialized().Matches(file.Text)).Select(match => match.Groups[1].Value)
            .Where(type => !type.EndsWith("Record", StringComparison.Ordinal)).ToHashSet();
        foreach (var (name, text) in files)
        {
            if (Maps().IsMatch(text) && !name.EndsWith("Endpoints.cs", StringComparison.Ordinal))
                yield return $"{name} maps endpoints";
            if (Context().IsMatch(text) && !name.EndsWith("Json.cs", StringComparison.Ordinal))
                yield return $"{name} has a JSON context";
            foreach (var type in Declared().Matches(text).Select(match => match.Groups[1].Value))
            {
                if (bodies.Contains(type) && !name.EndsWith("Shapes.cs", StringComparison.Ordinal))
                    yield return $"{name} has the body {type}";
                if (type.EndsWith("Options", StringComparison.Ordinal) && name != $"{type}.cs")
                    yield return $"{name} has the settings {type}";
            }
        }

        if (files.Count(file => Context().IsMatch(file.Text)) > 1)
            yield return "There are several JSON contexts";
    }

    [GeneratedRegex(@"\bMap\w*\(this IEndpointRouteBuilder")]
    private static partial Regex Maps();

    [GeneratedRegex(@": JsonSerializerContext\b")]
    private static partial Regex Context();

    [GeneratedRegex(@"JsonSerializable\(typeof\((?:IReadOnlyList<)?(\w+)")]
    private static partial Regex Serialized();

    [GeneratedRegex(@"^internal [\w ]*(?:record|class|struct) (\w+)", RegexOptions.Multiline)]
    private static partial Regex Declared();
}
