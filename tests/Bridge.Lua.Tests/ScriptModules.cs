using System.Text.RegularExpressions;

namespace Bridge.Lua.Tests;

/// <summary>The source of the script's modules, by the names under which they are required.</summary>
internal static partial class ScriptModules
{
    private static readonly string Folder = Path.Combine(SpecSuite.RepositoryRoot(), "lua");

    /// <summary>Reads every module below <c>lua/bridge</c>.</summary>
    public static SortedDictionary<string, string> Read()
    {
        var modules = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var path in Directory.EnumerateFiles(Path.Combine(Folder, "bridge"), "*.lua", SearchOption.AllDirectories))
        {
            var name = Path.ChangeExtension(Path.GetRelativePath(Folder, path), null).Replace('\\', '.').Replace('/', '.');
            modules.Add(name, File.ReadAllText(path));
        }

        return modules;
    }

    /// <summary>Reads the type declarations of mGBA's scripting API.</summary>
    public static string ReadTypesOfMgba() => File.ReadAllText(Path.Combine(Folder, "types", "mgba.d.lua"));

    /// <summary>Returns the names of the modules that one requires.</summary>
    public static string[] Requires(string text) => [.. RequireCall().Matches(text).Select(match => match.Groups[1].Value)];

    /// <summary>Finds a cycle in a graph of modules.</summary>
    /// <returns>The modules of the first cycle found, with the first one again at the end; empty if there is none.</returns>
    public static string[] FindCycle(IReadOnlyDictionary<string, string[]> requires)
    {
        var done = new HashSet<string>(StringComparer.Ordinal);
        var path = new List<string>();
        return requires.Keys.Select(Visit).FirstOrDefault(cycle => cycle.Length > 0, []);

        string[] Visit(string module)
        {
            if (path.IndexOf(module) is >= 0 and var start)
                return [.. path[start..], module];
            if (!done.Add(module))
                return [];
            path.Add(module);
            var cycle = requires[module].Select(Visit).FirstOrDefault(found => found.Length > 0, []);
            path.RemoveAt(path.Count - 1);
            return cycle;
        }
    }

    /// <summary>Returns the types that annotations declare.</summary>
    public static IEnumerable<string> DeclaredTypes(string text) => Declaration().Matches(text).Select(match => match.Groups[1].Value);

    /// <summary>Returns the types of the bridge and of mGBA that annotations name.</summary>
    public static IEnumerable<string> NamedTypes(string text) =>
        AnnotationLine().Matches(text).SelectMany(line => TypeName().Matches(line.Value)).Select(match => match.Value);

    [GeneratedRegex("""require\("(bridge\.[a-z0-9_.]+)"\)""")]
    private static partial Regex RequireCall();

    [GeneratedRegex(@"---@(?:class|alias) ([A-Za-z.]+)")]
    private static partial Regex Declaration();

    [GeneratedRegex(@"--+(?:\[\[)?@.*")]
    private static partial Regex AnnotationLine();

    [GeneratedRegex(@"\b(?:bridge|mgba)\.[A-Z]\w*")]
    private static partial Regex TypeName();
}
