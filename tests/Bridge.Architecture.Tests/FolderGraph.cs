using System.Reflection;
using ArchUnitNET.Domain;
using ArchUnitNET.Loader;
using Assembly = System.Reflection.Assembly;

namespace Bridge.Architecture.Tests;

/// <summary>
/// The dependencies between the folders of a project, read from its compiled types. The project's root folder counts as a folder,
/// named after the project.
/// </summary>
internal sealed class FolderGraph
{
    private readonly SortedDictionary<string, SortedDictionary<string, string>> _arrows = new(StringComparer.Ordinal);

    /// <summary>Reads the graph of an assembly.</summary>
    /// <param name="assembly">The assembly.</param>
    /// <param name="project">Its root namespace, like <c>Bridge.SocketPool</c>.</param>
    public FolderGraph(Assembly assembly, string project)
    {
        var architecture = new ArchLoader().LoadAssembly(assembly).Build();
        foreach (var type in architecture.Types)
        {
            if (FolderOf(type.Namespace.FullName, project) is not { } from)
                continue;
            // The loader confuses generic parameters of the same name in generated code with those of one method.
            foreach (var target in type.Dependencies.Select(dependency => dependency.Target)
                .Where(target => target is not GenericParameter))
            {
                if (FolderOf(target.Namespace.FullName, project) is { } to && to != from)
                    Add(from, to, $"{type.FullName} uses {target.FullName}");
            }
        }
    }

    public IReadOnlyCollection<string> Folders => _arrows.Keys;

    /// <summary>Returns the folders that a folder uses.</summary>
    public IReadOnlyCollection<string> UsedBy(string folder) => _arrows[folder].Keys;

    /// <summary>Finds a cycle; returns an example of each of its dependencies, or an empty list if there is no cycle.</summary>
    public IReadOnlyList<string> FindCycle()
    {
        var finished = new HashSet<string>();
        foreach (var folder in _arrows.Keys)
        {
            if (FindCycle(folder, [], finished) is { Count: > 0 } cycle)
                return cycle;
        }

        return [];
    }

    private List<string> FindCycle(string folder, List<string> path, HashSet<string> finished)
    {
        var begin = path.IndexOf(folder);
        if (begin >= 0)
            return [.. path[begin..].Zip(path[(begin + 1)..].Append(folder), (from, to) => $"{from} -> {to}: {_arrows[from][to]}")];
        if (finished.Contains(folder))
            return [];
        path.Add(folder);
        foreach (var next in _arrows[folder].Keys)
        {
            if (FindCycle(next, path, finished) is { Count: > 0 } cycle)
                return cycle;
        }

        path.RemoveAt(path.Count - 1);
        finished.Add(folder);
        return [];
    }

    private void Add(string from, string to, string example)
    {
        _arrows.TryAdd(from, new SortedDictionary<string, string>(StringComparer.Ordinal));
        _arrows.TryAdd(to, new SortedDictionary<string, string>(StringComparer.Ordinal));
        _arrows[from].TryAdd(to, example);
    }

    // Of nested folders only the outer one counts.
    private static string? FolderOf(string name, string project) =>
        name == project ? project
        : name.StartsWith($"{project}.", StringComparison.Ordinal) ? name[(project.Length + 1)..].Split('.')[0]
        : null;
}
