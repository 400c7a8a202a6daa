using Bridge.Api.Features.Doors;

namespace Bridge.Api.Composition.Configuration;

/// <summary>
/// The names of the bridge's settings, as docs/settings.md lists them. The program embeds the page, and a test compares it with the
/// options.
/// </summary>
internal static class SettingNames
{
    /// <summary>The section of the bridge's settings.</summary>
    public const string Section = "Bridge";

    // In the page, any name that the user chooses.
    private const string AnyName = "NAME";

    // In the page, the name of any kind of door.
    private const string AnyDoor = "KIND";

    private const int MaxTypos = 3;

    /// <summary>Returns a sentence for each setting of the bridge that doesn't exist, with the existing one that it resembles.</summary>
    public static IEnumerable<string> FindUnknown(IConfiguration configuration)
    {
        string[][] known = [.. Read().SelectMany(OfEachDoor).Select(Segments)];
        foreach (var (key, value) in configuration.GetSection(Section).AsEnumerable())
        {
            var given = Segments(key);
            // An empty list or section has an empty value.
            if (value is null || Array.Exists(known, name => Matches(name, given) && (name.Length == given.Length || value.Length == 0)))
                continue;
            var nearest = known.Where(name => name.Length == given.Length).Select(name => WithNamesOf(given, name))
                .MinBy(name => Typos(name, key));
            yield return nearest is not null && Typos(nearest, key) <= MaxTypos
                ? $"Unknown setting {key}; did you mean {nearest}?"
                : $"Unknown setting {key}; docs/settings.md lists all settings.";
        }
    }

    // The first cell of each row, like `Bridge:Origins:0`.
    private static IEnumerable<string> Read()
    {
        using var reader = new StreamReader(typeof(SettingNames).Assembly.GetManifestResourceStream("settings.md")!);
        while (reader.ReadLine() is { } line)
        {
            if (line.StartsWith($"| `{Section}:", StringComparison.Ordinal))
                yield return line.Split('`')[1];
        }
    }

    private static IEnumerable<string> OfEachDoor(string name) => name.Contains(AnyDoor, StringComparison.Ordinal)
        ? DoorOptions.Names.Select(kind => name.Replace(AnyDoor, kind, StringComparison.Ordinal))
        : [name];

    // Without the index of a list's item.
    private static string[] Segments(string key)
    {
        var segments = key.Split(':');
        return int.TryParse(segments[^1], out _) ? segments[..^1] : segments;
    }

    private static bool Matches(string[] name, string[] given) => given.Length <= name.Length
        && given.Zip(name).All(pair => pair.Second == AnyName || pair.First.Equals(pair.Second, StringComparison.OrdinalIgnoreCase));

    private static string WithNamesOf(string[] given, string[] name) =>
        string.Join(':', name.Zip(given, (segment, own) => segment == AnyName ? own : segment));

    /// <summary>
    /// Counts the characters to add, remove or replace to get from one text to the other, without regard to case (Levenshtein distance).
    /// </summary>
    internal static int Typos(string one, string other)
    {
        var above = Enumerable.Range(0, other.Length + 1).ToArray();
        for (var i = 0; i < one.Length; i++)
        {
            var row = new int[other.Length + 1];
            row[0] = i + 1;
            for (var j = 0; j < other.Length; j++)
            {
                var replaced = above[j] + (char.ToUpperInvariant(one[i]) == char.ToUpperInvariant(other[j]) ? 0 : 1);
                row[j + 1] = Math.Min(replaced, Math.Min(above[j + 1], row[j]) + 1);
            }

            above = row;
        }

        return above[^1];
    }
}
