using System.Text.RegularExpressions;
using Bridge.Testing;

namespace Bridge.Architecture.Tests;

/// <summary>
/// The image of the bridge is built from some files of the repository only: all that its projects need must be among them.
/// </summary>
public sealed partial class ImageTests
{
    /// <summary>The files beside <c>src</c> that the projects embed or import.</summary>
    public static TheoryData<string> Needed =>
    [
        .. Directory.GetFiles(RepositoryRoot.Combine("src"), "*.csproj", SearchOption.AllDirectories)
            .SelectMany(project => OutsidePath().Matches(File.ReadAllText(project)))
            .Select(match => match.Groups["path"].Value).Distinct().Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Needed))]
    public void The_image_has_what_the_projects_need(string path)
    {
        Assert.True(File.Exists(RepositoryRoot.Combine(path)), $"{path} is not there.");
        Assert.Contains(File.ReadLines(RepositoryRoot.Combine(".dockerignore")), line => line.StartsWith('!') && Covers(line[1..], path));
        var copied = File.ReadLines(RepositoryRoot.Combine("src", "Bridge.Api", "Dockerfile"))
            .Where(line => line.StartsWith("COPY ", StringComparison.Ordinal)).SelectMany(line => line.Split(' ')[1..^1]);
        Assert.Contains(copied, source => Covers(source, path));
    }

    private static bool Covers(string source, string path) =>
        source == path || path.StartsWith($"{source}/", StringComparison.Ordinal);

    [GeneratedRegex("""(Include|Project)="\.\./\.\./(?<path>[^"$*]+)"[ />]""")]
    private static partial Regex OutsidePath();
}
