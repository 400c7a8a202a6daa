using System.Reflection;
using ArchUnitNET.Loader;
using Bridge.RawListener;
using static ArchUnitNET.Fluent.ArchRuleDefinition;

namespace Bridge.Architecture.Tests;

public sealed class RawListenerTests
{
    private const string Project = "Bridge.RawListener";

    private static readonly Assembly RawListener = typeof(RawServer).Assembly;

    [Fact]
    public void The_raw_listener_depends_only_on_the_client_and_on_connections()
    {
        var rule = Types().That().ResideInNamespaceMatching(@"^Bridge\.RawListener")
            .Should().NotDependOnAny(Types().That()
                .ResideInNamespaceMatching(@"^(Microsoft\.AspNetCore(?!\.Connections(\.|$))|System\.Net\.Http|Bridge\.Api)(\.|$)"))
            .WithoutRequiringPositiveResults();

        var violations = rule.Evaluate(new ArchLoader().LoadAssembly(RawListener).Build())
            .Where(result => !result.Passed).Select(result => result.Description);
        var references = RawListener.GetReferencedAssemblies().Select(assembly => assembly.Name!).ToArray();

        Assert.Empty(violations);
        Assert.Equal(["Microsoft.AspNetCore.Connections.Abstractions"],
            references.Where(name => name.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal)));
        Assert.Equal(["Bridge.SocketPool"], references.Where(name => name.StartsWith("Bridge.", StringComparison.Ordinal)));
    }

    // Each folder may use the folders before it.
    [Fact]
    public void Its_folders_are_layers()
    {
        string[] layers = ["Model", "Diagnostics", "Input", "Replies", "Commands", "Connections", Project];
        var graph = new FolderGraph(RawListener, Project);

        Assert.Equal(layers.Order(StringComparer.Ordinal), graph.Folders);
        Assert.All(layers, layer => Assert.Subset(layers.TakeWhile(other => other != layer).ToHashSet(), graph.UsedBy(layer).ToHashSet()));
    }
}
