using ArchUnitNET.Loader;
using Bridge.SocketPool;
using static ArchUnitNET.Fluent.ArchRuleDefinition;

namespace Bridge.Architecture.Tests;

public sealed class SocketPoolTests
{
    private const string Project = "Bridge.SocketPool";

    private static readonly ArchUnitNET.Domain.Architecture SocketPool =
        new ArchLoader().LoadAssembly(typeof(EmulatorClient).Assembly).Build();

    [Fact]
    public void The_client_does_not_depend_on_HTTP()
    {
        var rule = Types().That().ResideInNamespaceMatching(@"^Bridge\.SocketPool")
            .Should().NotDependOnAny(Types().That().ResideInNamespaceMatching(@"^(Microsoft\.AspNetCore|System\.Net\.Http)(\.|$)"))
            .WithoutRequiringPositiveResults();

        var violations = rule.Evaluate(SocketPool).Where(result => !result.Passed).Select(result => result.Description);

        Assert.Empty(violations);
        Assert.DoesNotContain(
            typeof(EmulatorClient).Assembly.GetReferencedAssemblies(),
            assembly => assembly.Name!.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal));
    }

    // Each folder may use the folders before it.
    [Fact]
    public void Its_folders_are_layers()
    {
        string[] layers =
        [
            "Model", "Framing", "Retries", "Diagnostics", "Commands", "Secrets", "Scheduling", "Connections", "Events", Project,
            "TypedCommands",
        ];
        var graph = new FolderGraph(typeof(EmulatorClient).Assembly, Project);

        Assert.Equal(layers.Order(StringComparer.Ordinal), graph.Folders);
        Assert.All(layers, layer => Assert.Subset(layers.TakeWhile(other => other != layer).ToHashSet(), graph.UsedBy(layer).ToHashSet()));
    }
}
