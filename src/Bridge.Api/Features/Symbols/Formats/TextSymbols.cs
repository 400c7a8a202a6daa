using System.Globalization;

namespace Bridge.Api.Features.Symbols.Formats;

/// <summary>
/// Reads symbols from text. The form of a line tells its format, so that a file may have lines of several:
/// <c>BB:AAAA name</c> and <c>AAAA name</c> of RGBDS (rgbds.gbdev.io/sym), <c>AAAAAAAA name[,size]</c> of no$gba and ARMIPS,
/// <c>AAAAAAAA g SSSSSSSS name</c> of the symbol lists of decompilations, and <c>0xAAAAAAAA name</c> of a map of GNU ld.
/// Other lines are ignored: most lines of a map are about sections.
/// </summary>
internal static class TextSymbols
{
    // Digits of an address on the bus of a GBA, and max digits of one on a Game Boy's.
    private const int AddressDigits = 8;
    private const int ShortDigits = 4;

    // No format needs more of a line.
    private const int MaxTokens = 4;

    /// <exception cref="SymbolFormatException">There are too many symbols.</exception>
    public static void Read(ReadOnlySpan<byte> text, ListedSymbols list)
    {
        if (text is [0xEF, 0xBB, 0xBF, ..])
            text = text[3..];
        Span<Range> tokens = stackalloc Range[MaxTokens];
        foreach (var range in text.Split((byte)'\n'))
        {
            var line = text[range];
            if (line.IndexOf((byte)';') is >= 0 and var comment)
                line = line[..comment];
            var count = Tokenize(line, tokens);
            if (count < 2)
                continue;
            var first = line[tokens[0]];
            var second = line[tokens[1]];
            var third = count > 2 ? line[tokens[2]] : [];
            if (first.IndexOf((byte)':') is >= 0 and var colon)
                ReadBanked(first[..colon], first[(colon + 1)..], second, list);
            else if (first is [(byte)'0', (byte)'x', .. var mapped])
                ReadMapped(mapped, second, third, list);
            else if (first.Length == AddressDigits && TryHex(first, out var address))
                ReadLong(address, second, third, count > 3 ? line[tokens[3]] : [], list);
            else if (first.Length <= ShortDigits && TryHex(first, out address))
                list.Add("rgbds", second, address);
        }
    }

    // The boot ROM (BOOT:) is not on the bus while a game runs.
    private static void ReadBanked(ReadOnlySpan<byte> bank, ReadOnlySpan<byte> address, ReadOnlySpan<byte> name, ListedSymbols list)
    {
        if (address.Length <= ShortDigits && TryHex(bank, out var number) && TryHex(address, out var place) && number <= int.MaxValue)
            list.Add("rgbds", name, place, (int)number);
    }

    // "0x08000000  name" or "0x02000000  name = ."; a line about a section has its size or an expression there.
    private static void ReadMapped(ReadOnlySpan<byte> digits, ReadOnlySpan<byte> name, ReadOnlySpan<byte> third, ListedSymbols list)
    {
        // A map may have 16 digits; without the leading zeros, an address fits into 32 bits.
        var isAssigned = third is [(byte)'='];
        if ((third.IsEmpty || isAssigned) && name is not [(byte)'.'] and not [>= (byte)'0' and <= (byte)'9', ..]
            && TryHex(digits.TrimStart((byte)'0'), out var address))
            list.Add("map", name, address);
    }

    private static void ReadLong(uint address, ReadOnlySpan<byte> second, ReadOnlySpan<byte> third, ReadOnlySpan<byte> fourth,
        ListedSymbols list)
    {
        // Marks of data, like .byt:0010 and .pool, are no names.
        if (second is [(byte)'.', ..])
            return;
        if (second is [(byte)'g' or (byte)'l'] && TryHex(third, out var size) && !fourth.IsEmpty)
        {
            list.Add("sym", fourth, address, size: size);
            return;
        }

        var comma = second.IndexOf((byte)',');
        if (comma < 0)
            list.Add("sym", second, address);
        else
            list.Add("sym", second[..comma], address, size: TryHex(second[(comma + 1)..], out size) ? size : 0);
    }

    private static int Tokenize(ReadOnlySpan<byte> line, Span<Range> tokens)
    {
        var count = 0;
        for (var at = 0; at < line.Length && count < tokens.Length;)
        {
            if (IsBlank(line[at]))
            {
                at++;
                continue;
            }

            var start = at;
            while (at < line.Length && !IsBlank(line[at]))
                at++;
            tokens[count++] = start..at;
        }

        return count;
    }

    private static bool IsBlank(byte character) => character is (byte)' ' or (byte)'\t' or (byte)'\r';

    private static bool TryHex(ReadOnlySpan<byte> digits, out uint number) =>
        uint.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number);
}
