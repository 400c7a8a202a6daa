using System.Globalization;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of cheats.</summary>
internal static class CheatLimits
{
    private const string Path = $"{LimitProbe.Emulator}/cheats";
    private const string Code = "\"02000304:55\"";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["cheats of an emulator"] = probe =>
            SetAsync(probe, n => string.Join(',', Enumerable.Range(0, (int)n).Select(i => One($"{i}", 1)))),
        ["lines of all cheats"] = probe => SetAsync(probe, n => $"{One("a", 1000)},{One("b", n - 1000)}"),
        ["bytes of all cheats"] = probe => SetAsync(probe, BytesOf),
        ["writes of all cheats in a frame"] = probe => SetAsync(probe, WritesOf),
        ["letters of a cheat's name"] = probe => SetAsync(probe, n => One(new string('x', (int)n), 1)),
    };

    private static async Task SetAsync(LimitProbe probe, Func<long, string> cheats)
    {
        await probe.RequestAsync("PUT", _ => Path, n => $$"""{"cheats": [{{cheats(n)}}]}""");
        await probe.TakesAsync("DELETE", Path);
    }

    private static string One(string name, long lines) => $$"""{"name": "{{name}}", "lines": [{{LimitProbe.List(lines, Code)}}]}""";

    // The head of a cheat, "+ auto NAME" and a line feed, has 8 bytes and its name; a line of this form has 12.
    private static string BytesOf(long bytes)
    {
        // A name of 64 letters: three of a byte, and 61 of three.
        const int Count = 250, Head = 8, Line = 12, Letters = 3 + (61 * 3), More = 750;
        var (cheats, left) = (new List<string>(), bytes);
        for (var i = 0; i < Count; i++)
        {
            var letters = (int)Math.Min(Letters, left - Head - Line);
            var wide = (letters - 3) / 3;
            var start = i.ToString("000", CultureInfo.InvariantCulture);
            var name = start + new string('漢', wide) + new string('x', letters - 3 - (wide * 3));
            var lines = 1;
            left -= Head + letters + Line;
            if (i < 2)
            {
                // 250 cheats of one line have fewer bytes than the limit, so the first two have many lines.
                lines += More;
                left -= More * Line;
            }

            cheats.Add(One(name, lines));
            if (left < Head + Line + 4)
                break;
        }

        return string.Join(',', cheats);
    }

    // A line fills up to 65,535 places, another one is one write.
    private static string WritesOf(long writes) =>
        $$"""{"name": "a", "type": "codeBreaker", "lines": ["42000304 0055", "0000{{writes - 1:X4}} 0000", "32000305 0055"]}""";
}
