using System.Text.RegularExpressions;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>The summaries in the source of types that bodies and responses are made of, which describe their schemas.</summary>
internal static partial class SourceSummaries
{
    private static readonly Dictionary<string, string> Known = Directory
        .EnumerateFiles(RepositoryRoot.Combine("src", "Bridge.Api"), "*.cs", SearchOption.AllDirectories)
        .SelectMany(file => Documented().Matches(File.ReadAllText(file)))
        .GroupBy(match => match.Groups["name"].Value)
        .ToDictionary(group => group.Key, group => TextOf(group.First().Groups["text"].Value));

    /// <summary>Returns the summary of a type; null if it has none.</summary>
    public static string? Of(string type) => Known.GetValueOrDefault(type);

    private static string TextOf(string comment) =>
        Spaces().Replace(Tags().Replace(Margins().Replace(comment, " "), "${cref}"), " ").Trim();

    [GeneratedRegex("""
        ///\ <summary>(?<text>((?!</summary>).)*)</summary>\s*
        (///[^\n]*\n\s*)*
        internal\ sealed\ record\ (?<name>\w+)
        """, RegexOptions.Singleline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Documented();

    [GeneratedRegex(@"\n\s*///")]
    private static partial Regex Margins();

    [GeneratedRegex("""<see cref="(?<cref>[^"]*)"/>|</?\w[^>]*>""")]
    private static partial Regex Tags();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
