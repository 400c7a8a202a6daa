using System.Text.RegularExpressions;
using ArchUnitNET.Loader;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Bridge.Testing;
using static ArchUnitNET.Fluent.ArchRuleDefinition;

namespace Bridge.Architecture.Tests;

public sealed partial class ApiTests
{
    private const string Project = "Bridge.Api";

    // Each floor may use the floors before it.
    private static readonly string[] Floors = ["Contract", "Server", "Features", "Fleet", "Composition", Project];

    private static readonly ArchUnitNET.Domain.Architecture Api =
        new ArchLoader().LoadAssemblies(typeof(Program).Assembly, typeof(EmulatorClient).Assembly).Build();

    [Fact]
    public void Its_folders_are_floors()
    {
        var graph = new FolderGraph(typeof(Program).Assembly, Project);

        Assert.Equal(Floors.Order(StringComparer.Ordinal), graph.Folders);
        Assert.All(Floors, floor => Assert.Subset(Floors.TakeWhile(other => other != floor).ToHashSet(), graph.UsedBy(floor).ToHashSet()));
    }

    [Fact]
    public void The_API_contains_no_wire_text()
    {
        var rule = Types().That().ResideInNamespaceMatching(@"^Bridge\.Api(\.|$)")
            .Should().NotDependOnAny(Types().That().ResideInNamespace(typeof(WireLimits).Namespace).And().AreNot(typeof(WireLimits)));

        Assert.Empty(rule.Evaluate(Api).Where(result => !result.Passed).Select(result => result.Description));
    }

    [Fact]
    public void The_API_uses_internal_types_of_the_client_only_for_its_threads_and_for_accounts()
    {
        var rule = Types().That().ResideInNamespaceMatching(@"^Bridge\.Api(\.|$)")
            .Should().NotDependOnAny(Types().That().ResideInNamespaceMatching(@"^Bridge\.SocketPool(\.|$)").And().AreInternal()
                .And().DoNotResideInNamespaceMatching(@"^Bridge\.SocketPool\.(Scheduling|Secrets)$"));

        Assert.Empty(rule.Evaluate(Api).Where(result => !result.Passed).Select(result => result.Description));
    }

    // Types can't show it: commands and their arguments are words. The raw listener's clients speak the protocol themselves.
    [Fact]
    public void The_API_names_commands_nowhere_and_their_arguments_only_where_endpoints_are_declared()
    {
        var files = Directory.GetFiles(RepositoryRoot.Combine("src", Project), "*.cs", SearchOption.AllDirectories)
            .Where(file => Path.GetFileName(Path.GetDirectoryName(file)) != "Raw").ToArray();

        Assert.Empty(files.SelectMany(file => WireWords().Matches(File.ReadAllText(file)).Select(match => $"{file}: {match.Value}")));
        Assert.Matches(WireWords(), "client.Ask(\"memory.get\")");
        Assert.Matches(WireWords(), "argument == \"thousandths\"");
        Assert.DoesNotMatch(WireWords(), ".MapsArgument(\"thousandths\", \"speed\")");
    }

    // JsonSerializerContext.Default uses the serializer's rules instead of the bridge's.
    [Fact]
    public void Every_body_uses_the_serializer_rules_of_the_bridge()
    {
        var files = Directory.GetFiles(RepositoryRoot.Combine("src", Project), "*.cs", SearchOption.AllDirectories);

        Assert.DoesNotContain(files, file => DefaultContext().IsMatch(File.ReadAllText(file)));
        Assert.Matches(DefaultContext(), "MemoryJson.Default.MemoryValue");
    }

    [GeneratedRegex(@"""(memory|buttons|frames|screen|register|core|slot|watch|events)\."
        + @"(get|set|read|write|span|guard|press|wait|hold|step)\b"
        + @"|(?<!MapsArgument\()""(payload|thousandths|milliseconds)""")]
    private static partial Regex WireWords();

    [GeneratedRegex(@"Json\.Default\b")]
    private static partial Regex DefaultContext();
}
