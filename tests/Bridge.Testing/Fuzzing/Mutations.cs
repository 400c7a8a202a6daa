namespace Bridge.Testing.Fuzzing;

/// <summary>Mutates a valid input: bytes are changed, removed, doubled, swapped, or inserted from elsewhere.</summary>
public static class Mutations
{
    private static readonly byte[][] Parts =
    [
        "\n"u8.ToArray(), " "u8.ToArray(), "<|END|>"u8.ToArray(), "<|END|"u8.ToArray(),
        "0"u8.ToArray(), "-"u8.ToArray(), "%"u8.ToArray(), "%4"u8.ToArray(),
        "%zz"u8.ToArray(), [0], [0xFF], "9999999"u8.ToArray(), "2097153"u8.ToArray(),
        "17 ok 1 0\n<|END|>"u8.ToArray(), "[["u8.ToArray(), "0x"u8.ToArray(),
        "99999999999999999999"u8.ToArray(), "\"\\ud800"u8.ToArray(), ","u8.ToArray(), "{"u8.ToArray(),
    ];

    private static readonly string[] Texts =
    [
        "", " ", "-", "--", "0", "1", "-1", "+1", "7", "255", "256", "1e3", "1.5",
        "0x", "0x10", "$10", "0xFFFFFFFF", "0x100000000", "33554432", "4294967296",
        "2147483647", "2147483648", "-2147483648", "9223372036854775807", "9223372036854775808",
        "99999999999999999999999", "NaN", "null", "true", "false", "True",
        "[0x02000008]+0x10", "[[1]-4]", "[[[[[[[[[1]]]]]]]]]", "[", "]", "[]", "[1]+",
        "[1]-0x", "[0x02000000", "A", "a,b", "A,B", "Select", "u8", "i32", "wram",
        "changed", "eq", "mask", "frame", "frame,frame", "watch", "..", "../x", "NUL",
        "COM1.txt", ".", "\0", "\n", "a b", "é", "🎮", "\uFFFD", "%41", "<|END|>",
        "d3,00,ff", "d3", "d3,", "d", "[d3]", "%2e%2e%2f", "1;2", "*", "W/\"a\"", "١٢",
    ];

    /// <summary>Returns the bytes with one change.</summary>
    public static byte[] Mutate(Random random, ReadOnlySpan<byte> bytes)
    {
        var (at, to) = (random.Next(bytes.Length + 1), random.Next(bytes.Length + 1));
        var (from, end) = (Math.Min(at, to), Math.Max(at, to));
        return random.Next(6) switch
        {
            0 when at < bytes.Length => [.. bytes[..at], (byte)random.Next(256), .. bytes[(at + 1)..]],
            1 => [.. bytes[..from], .. bytes[end..]],
            2 => [.. bytes[..at], .. Parts[random.Next(Parts.Length)], .. bytes[at..]],
            3 => [.. bytes[..end], .. bytes[from..]],
            4 => bytes[..at].ToArray(),
            _ => [.. bytes[at..], .. bytes[..at]],
        };
    }

    /// <summary>Returns a random text for a parameter.</summary>
    public static string Text(Random random) => random.Next(8) switch
    {
        0 => Characters(random, random.Next(20)),
        1 => new string((char)random.Next(0x20, 0x7F), random.Next(400)),
        2 => random.NextInt64(long.MinValue, long.MaxValue).ToString(System.Globalization.CultureInfo.InvariantCulture),
        3 => Texts[random.Next(Texts.Length)] + Texts[random.Next(Texts.Length)],
        _ => Texts[random.Next(Texts.Length)],
    };

    /// <summary>Returns the text with one change; may contain half a surrogate pair.</summary>
    public static string Mutate(Random random, string text)
    {
        var (at, to) = (random.Next(text.Length + 1), random.Next(text.Length + 1));
        var (from, end) = (Math.Min(at, to), Math.Max(at, to));
        return random.Next(5) switch
        {
            0 => text[..from] + text[end..],
            1 => text[..at] + Texts[random.Next(Texts.Length)] + text[at..],
            2 => text[..end] + text[from..],
            3 => text[..at] + (char)random.Next(0x10000) + text[at..],
            _ => text[at..] + text[..at],
        };
    }

    /// <summary>Returns the ends of random pieces of an input of this length, the last one its end.</summary>
    public static IEnumerable<int> Cuts(Random random, int length)
    {
        var max = random.Next(3) switch { 0 => 2, 1 => 20, _ => 1000 };
        for (var end = random.Next(max); end < length; end += 1 + random.Next(max))
            yield return end;
        yield return length;
    }

    private static string Characters(Random random, int length) =>
        string.Create(length, random, static (all, random) =>
        {
            for (var i = 0; i < all.Length; i++)
                all[i] = (char)(random.Next(4) == 0 ? random.Next(0xD800) : random.Next(0x80));
        });
}
