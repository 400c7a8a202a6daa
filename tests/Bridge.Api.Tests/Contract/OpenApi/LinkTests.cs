using System.Text;
using System.Text.RegularExpressions;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>Checks that the relative links of the documentation lead to files and headings; sends nothing.</summary>
public sealed partial class LinkTests
{
    private static readonly string[] OutsideDocs =
    [
        "README.md", "CONTRIBUTING.md", "bench/NOTES.md", "clients/csharp/README.md", "clients/python/README.md",
        "clients/typescript/README.md", "emulator/rom/README.md", "loadtest/README.md", "tests/README.md",
    ];

    private static readonly string[] Pages =
        [.. Directory.GetFiles(RepositoryRoot.Combine("docs"), "*.md", SearchOption.AllDirectories)
            .Concat(OutsideDocs.Select(page => RepositoryRoot.Combine(page)))];

    [Fact]
    public void Every_relative_link_leads_to_a_file_and_a_heading()
    {
        var links = Pages.SelectMany(page => LinksOf(page).Select(target => (Page: page, Target: target))).ToArray();
        Assert.NotEmpty(links);
        Assert.Empty(links.Where(link => !LeadsSomewhere(link.Page, link.Target))
            .Select(link => $"{Path.GetRelativePath(RepositoryRoot.Path, link.Page)}: {link.Target}"));
    }

    [Theory]
    [InlineData("docs/security.md#tokens", true)]
    [InlineData("docs/security.md#tolkens", false)]
    [InlineData("docs/nothing.md", false)]
    [InlineData("#run-it", true)]
    [InlineData("#run", false)]
    [InlineData("examples/python", true)]
    public void The_check_follows_the_file_and_the_heading_of_a_link(string target, bool leads) =>
        Assert.Equal(leads, LeadsSomewhere(RepositoryRoot.Combine("README.md"), target));

    [Theory]
    [InlineData("# The script's secret", "the-scripts-secret")]
    [InlineData("### `Act`, and two  words: 3 x_y", "act-and-two--words-3-x_y")]
    [InlineData("## With a [link](there.md)", "with-a-link")]
    public void Anchors_of_headings_match_those_of_GitHub(string heading, string anchor) =>
        Assert.Equal([anchor], AnchorsIn([heading]));

    [Fact]
    public void A_repeated_heading_gets_a_number() => Assert.Equal(["a", "a-1"], AnchorsIn(["# A", "## A"]));

    private static bool LeadsSomewhere(string page, string target)
    {
        var parts = target.Split('#', 2);
        var file = parts[0].Length == 0 ? page : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page)!, parts[0]));
        return parts.Length == 1
            ? File.Exists(file) || Directory.Exists(file)
            : File.Exists(file) && AnchorsIn(WithoutCode(file)).Contains(parts[1]);
    }

    private static IEnumerable<string> LinksOf(string page) =>
        WithoutCode(page).SelectMany(line => Link().Matches(InlineCode().Replace(line, "")))
            .Select(match => match.Groups[1].Value).Where(target => !Scheme().IsMatch(target));

    private static IEnumerable<string> WithoutCode(string page)
    {
        var isCode = false;
        foreach (var line in File.ReadLines(page))
        {
            if (line.TrimStart().StartsWith("```", StringComparison.Ordinal))
                isCode = !isCode;
            else if (!isCode)
                yield return line;
        }
    }

    private static List<string> AnchorsIn(IEnumerable<string> lines)
    {
        List<string> anchors = [];
        var seen = new Dictionary<string, int>();
        foreach (var line in lines)
        {
            if (Heading().Match(line) is not { Success: true } heading)
                continue;
            var anchor = AnchorOf(LinkText().Replace(heading.Groups[1].Value, "$1"));
            var before = seen.GetValueOrDefault(anchor);
            seen[anchor] = before + 1;
            anchors.Add(before == 0 ? anchor : $"{anchor}-{before}");
        }

        return anchors;
    }

    private static string AnchorOf(string heading)
    {
        var anchor = new StringBuilder();
        foreach (var letter in heading.Trim().ToLowerInvariant())
        {
            if (char.IsLetterOrDigit(letter) || letter is '-' or '_')
                anchor.Append(letter);
            else if (letter == ' ')
                anchor.Append('-');
        }

        return anchor.ToString();
    }

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\[([^\]]*)\]\([^)]*\)")]
    private static partial Regex LinkText();

    [GeneratedRegex("`[^`]*`")]
    private static partial Regex InlineCode();

    [GeneratedRegex("^[a-z][a-z0-9+.-]*:|^//")]
    private static partial Regex Scheme();

    [GeneratedRegex("^#{1,6} (.+)$")]
    private static partial Regex Heading();
}
