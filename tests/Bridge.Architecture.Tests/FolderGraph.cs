using System.Reflection;
using ArchUnitNET.Domain;
using ArchUnitNET.Loader;
using Assembly = System.Reflection.Assembly;

namespace Bridge.Architecture.Tests;

/// <summary>
/// The dependencies between the folders of a project, read from its compiled types: between its outer folders (depth 1), those and the
/// folders in them (depth 2), and so on. The project's root folder counts as a folder, named after the project.
/// </summary>
internal sealed class FolderGraph
{
    // By depth from 1: each folder, the folders that it uses, and an example of each such dependency.
    private readonly List<SortedDictionary<string, SortedDictionary<string, string>>> _depths = [];

    /// <summary>Reads the graph of an assembly.</summary>
    /// <param name="assembly">The assembly.</param>
    /// <param name="project">Its root namespace, like <c>Bridge.SocketPool</c>.</param>
    public FolderGraph(Assembly assembly, string project)
    {
        var architecture = new ArchLoader().LoadAssembly(assembly).Build();
        foreach (var type in architecture.Types)
        {
            if (PathOf(type.Namespace.FullName, project) is not { } from)
                continue;
            // The loader confuses generic parameters of the same name in generated code with those of one method.
            foreach (var target in type.Dependencies.Select(dependency => dependency.Target)
                .Where(target => target is not GenericParameter))
            {
                if (PathOf(target.Namespace.FullName, project) is { } to)
                    Add(project, from, to, $"{type.FullName} uses {target.FullName}");
            }
        }
    }

    /// <summary>Gets the outer folders.</summary>
    public IReadOnlyCollection<string> Folders => _depths[0].Keys;

    /// <summary>Returns the outer folders that an outer folder uses.</summary>
    public IReadOnlyCollection<string> UsedBy(string folder) => _depths[0][folder].Keys;

    /// <summary>
    /// Finds a cycle at any depth; returns an example of each of its dependencies, or an empty list if there is no cycle. A folder
    /// counts as using the folders in it, so one of them that uses it is a cycle.
    /// </summary>
    public IReadOnlyList<string> FindCycle() => _depths.Select(FindCycle).FirstOrDefault(cycle => cycle.Count > 0) ?? [];

    private static IReadOnlyList<string> FindCycle(SortedDictionary<string, SortedDictionary<string, string>> arrows)
    {
        var finished = new HashSet<string>();
        return arrows.Keys.Select(folder => FindCycle(arrows, folder, [], finished)).FirstOrDefault(cycle => cycle.Count > 0) ?? [];
    }

    private static List<string> FindCycle(
        SortedDictionary<string, SortedDictionary<string, string>> arrows, string folder, List<string> path, HashSet<string> finished)
    {
        var begin = path.IndexOf(folder);
        if (begin >= 0)
            return [.. path[begin..].Zip(path[(begin + 1)..].Append(folder), (from, to) => $"{from} -> {to}: {arrows[from][to]}")];
        if (finished.Contains(folder))
            return [];
        path.Add(folder);
        foreach (var next in arrows[folder].Keys)
        {
            if (FindCycle(arrows, next, path, finished) is { Count: > 0 } cycle)
                return cycle;
        }

        path.RemoveAt(path.Count - 1);
        finished.Add(folder);
        return [];
    }

    private void Add(string project, string[] from, string[] to, string example)
    {
        for (var depth = 1; depth <= Math.Max(1, Math.Max(from.Length, to.Length)); depth++)
        {
            if (_depths.Count < depth)
                _depths.Add(new(StringComparer.Ordinal));
            AddFolder(depth, project, from);
            AddFolder(depth, project, to);
            if (NameOf(depth, project, from) != NameOf(depth, project, to))
                Add(depth, NameOf(depth, project, from), NameOf(depth, project, to), example);
        }
    }

    private void AddFolder(int depth, string project, string[] path)
    {
        _depths[depth - 1].TryAdd(NameOf(depth, project, path), new(StringComparer.Ordinal));
        for (var outer = 1; outer < Math.Min(depth, path.Length); outer++)
            Add(depth, NameOf(outer, project, path), NameOf(outer + 1, project, path), "it is a folder in it");
    }

    private void Add(int depth, string from, string to, string example)
    {
        var arrows = _depths[depth - 1];
        arrows.TryAdd(from, new(StringComparer.Ordinal));
        arrows.TryAdd(to, new(StringComparer.Ordinal));
        arrows[from].TryAdd(to, example);
    }

    private static string NameOf(int depth, string project, string[] path) =>
        path.Length == 0 ? project : string.Join('/', path.Take(depth));

    // Empty for the root folder, and null outside of the project.
    private static string[]? PathOf(string name, string project) =>
        name == project ? []
        : name.StartsWith($"{project}.", StringComparison.Ordinal) ? name[(project.Length + 1)..].Split('.')
        : null;
}
