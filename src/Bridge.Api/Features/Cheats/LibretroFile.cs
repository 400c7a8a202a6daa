using System.Globalization;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Cheats;

/// <summary>
/// Reads files of libretro: <c>cheats = N</c>, and for each cheat <c>cheat0_desc</c>, <c>cheat0_code</c> and <c>cheat0_enable</c>. A code
/// has its parts with + or spaces between them. Other members are those of RetroArch's own cheats, which have no code.
/// </summary>
internal static class LibretroFile
{
    // The highest N of cheatN_code; members with a higher one are ignored.
    private const int MaxNumber = 9999;

    /// <summary>Returns whether a file is one of libretro.</summary>
    public static bool IsOne(string[] lines) => Array.Find(lines, line => line.Length > 0) is { } first
        && TryMember(first, out var name, out _) && (name == "cheats" || TryNumbered(name, out _, out _));

    /// <summary>Reads the lines of a file.</summary>
    /// <exception cref="Contract.Errors.RequestException">A line is wrong.</exception>
    public static IReadOnlyList<FileCheat> Read(string[] lines, string platform)
    {
        // By N of cheatN_code, because a file may have them in any order.
        var drafts = new SortedDictionary<int, FileCheat>();
        for (var i = 0; i < lines.Length; i++)
        {
            if (lines[i].Length == 0)
                continue;
            if (!TryMember(lines[i], out var name, out var value))
                throw CheatFile.Refuse(i + 1, "must be a member like cheat0_code = \"82000300 0063\".");
            // The number of cheats, or a member that isn't about a cheat.
            if (!TryNumbered(name, out var number, out var member))
                continue;
            if (!drafts.TryGetValue(number, out var draft))
                draft = new FileCheat(new GameCheat("", false, CheatRules.Auto, []), i + 1, []);
            drafts[number] = With(draft, member, value, platform, i + 1);
            if (drafts.Count > WireLimits.Cheats)
                throw CheatFile.Refuse(i + 1, $"begins one cheat too many; a file may have {WireLimits.Cheats}.");
        }

        return [.. drafts.Values.Where(draft => draft.Lines.Count > 0)];
    }

    private static FileCheat With(FileCheat draft, string member, string value, string platform, int line)
    {
        switch (member)
        {
            case "desc":
                return draft with { Cheat = draft.Cheat with { Name = value } };
            case "enable":
                return draft with { Cheat = draft.Cheat with { IsOn = value == "true" } };
            case "code":
                var codes = CodesOf(value, platform, line);
                return draft with { Cheat = draft.Cheat with { Lines = codes }, Lines = [.. codes.Select(_ => line)] };
            default:
                return draft;
        }
    }

    // The two parts of a GBA's code are separated by the same characters as codes are.
    private static List<string> CodesOf(string value, string platform, int line)
    {
        var parts = value.Split(['+', ' ', '\t', ';', ','], StringSplitOptions.RemoveEmptyEntries);
        var codes = new List<string>();
        for (var i = 0; i < parts.Length; i++)
        {
            var hasSecondPart = platform == "GBA" && parts[i].Length == 8 && i + 1 < parts.Length && parts[i + 1].Length is 4 or 8;
            codes.Add(CheatFile.CodeOf(hasSecondPart ? $"{parts[i]} {parts[++i]}" : parts[i], line));
        }

        return codes;
    }

    // Splits "name = value"; the value may be in quotes.
    private static bool TryMember(string line, out string name, out string value)
    {
        var equals = line.IndexOf('=', StringComparison.Ordinal);
        (name, value) = equals < 0 ? ("", "") : (line[..equals].TrimEnd(), line[(equals + 1)..].Trim());
        if (value is ['"', .. var quoted, '"'])
            value = quoted;
        return equals > 0;
    }

    // Splits cheatN_member.
    private static bool TryNumbered(string name, out int number, out string member)
    {
        (number, member) = (0, "");
        var end = name.IndexOf('_', StringComparison.Ordinal);
        if (end < 0 || !name.StartsWith("cheat", StringComparison.Ordinal)
            || !int.TryParse(name.AsSpan("cheat".Length, Math.Max(0, end - "cheat".Length)), NumberStyles.None,
                CultureInfo.InvariantCulture, out number) || number > MaxNumber)
            return false;
        member = name[(end + 1)..];
        return true;
    }
}
