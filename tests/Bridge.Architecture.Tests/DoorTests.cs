using System.Reflection;
using Bridge.Doors;

namespace Bridge.Architecture.Tests;

public sealed class DoorTests
{
    private const string Project = "Bridge.Doors";

    private static readonly Assembly Doors = typeof(DoorKind).Assembly;

    [Fact]
    public void The_doors_depend_only_on_the_client()
    {
        var references = Doors.GetReferencedAssemblies().Select(assembly => assembly.Name!).ToArray();

        Assert.DoesNotContain(references, name => name.StartsWith("Microsoft.AspNetCore", StringComparison.Ordinal));
        Assert.DoesNotContain("System.Net.Http", references);
        Assert.Equal(["Bridge.SocketPool"], references.Where(name => name.StartsWith("Bridge.", StringComparison.Ordinal)));
    }

    // Each folder may use the folders before it.
    [Theory]
    [InlineData("Gdb", "Packets", "Target", "Sessions")]
    [InlineData("BizHawk", "Messages", "Memory", "Sessions")]
    [InlineData("RetroArch", "Commands", "Memory", "Pictures", "Sessions")]
    public void The_folders_of_a_door_are_layers(string door, params string[] layers)
    {
        var graph = new FolderGraph(Doors, $"{Project}.{door}");

        Assert.All(layers, layer => Assert.Subset(layers.TakeWhile(other => other != layer).ToHashSet(), graph.UsedBy(layer).ToHashSet()));
    }
}
