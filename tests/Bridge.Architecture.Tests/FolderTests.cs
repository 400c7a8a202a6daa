using System.Text.RegularExpressions;
using Bridge.Testing;

namespace Bridge.Architecture.Tests;

public sealed partial class FolderTests
{
    [Theory]
    [MemberData(nameof(Projects.Names), MemberType = typeof(Projects))]
    public void Folders_do_not_depend_on_each_other_in_a_cycle(string project)
    {
        var cycle = new FolderGraph(Projects.AssemblyOf(project), project).FindCycle();

        Assert.True(cycle.Count == 0, $"The folders of {project} depend on each other in a circle:\n{string.Join('\n', cycle)}");
    }

    // The graph uses namespaces, so a file in the wrong folder would hide a dependency.
    [Theory]
    [MemberData(nameof(Projects.Names), MemberType = typeof(Projects))]
    public void Namespaces_follow_folders(string project)
    {
        var root = RepositoryRoot.Combine("src", project);
        // Top-level statements have no namespace.
        var files = Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories).Except([Path.Combine(root, "Program.cs")]).ToArray();
        var wrong = files.Where(file =>
        {
            var folders = Path.GetRelativePath(root, file).Split(Path.DirectorySeparatorChar)[..^1];
            return NamespaceLine().Match(File.ReadAllText(file)).Groups[1].Value != string.Join('.', [project, .. folders]);
        });

        Assert.NotEmpty(files);
        Assert.Empty(wrong);
    }

    [Theory]
    [InlineData("Circle", "One -> Two", "Two -> One")]
    [InlineData("Nested", "Fleet/Creating -> Fleet/Membership", "Fleet/Membership -> Fleet/Creating")]
    [InlineData("Upward", "Fleet -> Fleet/Etcd", "Fleet/Etcd -> Fleet")]
    [InlineData("Downward")]
    public void A_cycle_at_any_depth_is_found(string sample, params string[] cycle)
    {
        var graph = new FolderGraph(typeof(Circle.One.First).Assembly, $"Bridge.Architecture.Tests.{sample}");

        Assert.Equal(cycle, graph.FindCycle().Select(arrow => arrow.Split(':')[0]));
    }

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespaceLine();
}
