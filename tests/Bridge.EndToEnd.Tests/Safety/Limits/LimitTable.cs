using System.Globalization;
using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The table of limits in docs/security.md, from which the tests take their numbers.</summary>
internal static partial class LimitTable
{
    public static IReadOnlyDictionary<string, Limit> Rows { get; } = Read();

    private static Dictionary<string, Limit> Read()
    {
        var lines = File.ReadAllLines(RepositoryRoot.Combine("docs", "security.md"));
        var head = Array.FindIndex(lines, line => line == "| what | most | past it |");
        return lines[(head + 2)..].TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))
            .Select(cells => new Limit(cells[0], NumberIn(cells[1]), cells[2]))
            .ToDictionary(limit => limit.What);
    }

    private static long NumberIn(string cell)
    {
        var match = Amount().Match(cell);
        Assert.True(match.Success, $"Not a limit: {cell}");
        var number = long.Parse(match.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);
        return match.Groups[2].Value switch { "KiB" => number * 1024, "MiB" => number * 1024 * 1024, _ => number };
    }

    [GeneratedRegex("^([0-9,]+)(?: ([A-Za-z]+))?")]
    private static partial Regex Amount();
}

/// <summary>A row: what is limited, the limit, and what happens past it.</summary>
internal sealed record Limit(string What, long Max, string Past);
