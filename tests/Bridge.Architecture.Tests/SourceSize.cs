using System.Text.RegularExpressions;

namespace Bridge.Architecture.Tests;

/// <summary>Measures C# files and the types in them by their text: a type starts at a declaration without indentation.</summary>
internal static partial class SourceSize
{
    /// <summary>Returns the files and types that are too long, each with its size.</summary>
    /// <param name="files">Paths like <c>src/Bridge.Api/Program.cs</c>, and the files' contents.</param>
    /// <param name="maxFileLines">The maximum lines of a file.</param>
    /// <param name="maxTypeLines">The maximum lines of a type over all its parts.</param>
    public static IEnumerable<string> FindTooLong(IEnumerable<(string Path, string Text)> files, int maxFileLines, int maxTypeLines)
    {
        var types = new SortedDictionary<string, int>(StringComparer.Ordinal);
        foreach (var (path, text) in files)
        {
            var lines = LinesIn(text);
            if (lines > maxFileLines)
                yield return $"{path} has {lines} lines";
            foreach (var (name, length) in TypesIn(path, text))
                types[name] = types.GetValueOrDefault(name) + length;
        }

        foreach (var (name, length) in types.Where(type => type.Value > maxTypeLines))
            yield return $"{name} has {length} lines in all of its files";
    }

    private static IEnumerable<(string Name, int Lines)> TypesIn(string path, string text)
    {
        var project = string.Join('/', path.Split('/').Take(2));
        var name = NamespaceLine().Match(text).Groups["name"].Value;
        var begins = TypeLine().Matches(text);
        for (var i = 0; i < begins.Count; i++)
        {
            var end = i + 1 < begins.Count ? begins[i + 1].Index : text.Length;
            yield return ($"{project}: {name}.{begins[i].Groups["name"].Value}", LinesIn(text[begins[i].Index..end]));
        }
    }

    private static int LinesIn(string text) => text.AsSpan().Count('\n');

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespaceLine();

    [GeneratedRegex(@"^(?:[a-z]+ )*(?:class|struct|record|interface|enum) (?<name>\w+(?:<[^>]*>)?)", RegexOptions.Multiline)]
    private static partial Regex TypeLine();
}
