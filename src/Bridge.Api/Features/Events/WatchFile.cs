using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Features.Events;

/// <summary>A line of a list that can be watched.</summary>
/// <param name="Line">The number of the line, from 1.</param>
/// <param name="Place">What it watches.</param>
/// <param name="Name">Its note as a name; null: none.</param>
internal sealed record ListedWatch(int Line, WatchedPlace Place, string? Name);

/// <summary>The lines of a list: those that can be watched, and those that can't.</summary>
internal sealed record WatchLines(IReadOnlyList<ListedWatch> Watches, IReadOnlyList<SkippedLine> Skipped);

/// <summary>Parses lists of RAM Watch (<c>.wch</c>): BizHawk's, and those of emulators that number lines and name no domain.</summary>
internal static class WatchFile
{
    public const int MaxBytes = 256 * 1024;

    // BizHawk: address, size, type, byte order, domain, note. Numbered: number, address, size, type, byte order, note.
    private const int Columns = 6;
    private const string Domains = "System Bus, EWRAM, IWRAM, Combined WRAM, WRAM, HRAM, VRAM, OAM, PALRAM, CartRAM, SRAM, ROM";

    // In Combined WRAM, IWRAM follows EWRAM.
    private const uint EwramBytes = 0x40000, IwramBytes = 0x8000;

    /// <summary>Parses a list. Empty lines, separators and headers are in neither part of the result.</summary>
    public static WatchLines Parse(ReadOnlySpan<byte> file)
    {
        var (watches, skipped) = (new List<ListedWatch>(), new List<SkippedLine>());
        // A line with the number of watches, instead of BizHawk's SystemID, begins a list whose lines are numbered.
        var (number, isNumbered) = (0, false);
        foreach (var text in Encoding.UTF8.GetString(file).TrimStart('\uFEFF').Split('\n'))
        {
            number++;
            var line = text.TrimEnd('\r');
            if (string.IsNullOrWhiteSpace(line))
                continue;
            if (line.StartsWith("SystemID ", StringComparison.Ordinal))
                isNumbered = false;
            else if (line.Length < 5 && line.All(char.IsAsciiDigit))
                isNumbered = true;
            else if (line.Split('\t') is var columns && !IsSeparator(columns, isNumbered))
            {
                if (TryParse(columns, isNumbered, out var place, out var reason))
                    watches.Add(new ListedWatch(number, place, WatchName.OfNote(columns[^1])));
                else
                    skipped.Add(new SkippedLine(number, reason));
            }
        }

        return new WatchLines(watches, skipped);
    }

    private static bool IsSeparator(string[] columns, bool isNumbered) => columns.ElementAtOrDefault(isNumbered ? 2 : 1) == "S";

    private static bool TryParse(string[] columns, bool isNumbered, out WatchedPlace place, out string reason)
    {
        place = null!;
        if (columns.Length != Columns)
        {
            reason = string.Create(CultureInfo.InvariantCulture,
                $"A line must have {Columns} columns, separated by tabs; got {columns.Length}.");
            return false;
        }

        var at = isNumbered ? 1 : 0;
        reason = Problem(columns.AsSpan(at), out var address, out var type);
        if (reason.Length > 0)
            return false;
        string? domain = null;
        if (!isNumbered)
            reason = Locate(columns[4], type.Width, ref address, out domain);
        place = new WatchedPlace(address, type.Name, type.Width, domain, Interval: 1);
        return reason.Length == 0;
    }

    /// <summary>Returns why a line can't be watched, by its address, size, type and byte order; empty: it can.</summary>
    private static string Problem(ReadOnlySpan<string> columns, out uint address, out MemoryType type)
    {
        type = null!;
        if (!uint.TryParse(columns[0], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out address))
            return $"The address must be 1 to 8 hexadecimal digits; got \"{Parameters.Shorten(columns[0])}\".";
        var bits = columns[1] switch { "b" => "8", "w" => "16", "d" => "32", _ => null };
        if (bits is null)
            return $"The size must be b, w or d; got \"{Parameters.Shorten(columns[1])}\".";
        switch (columns[2])
        {
            case "1" or "2" or "3":
                return "Fixed-point values can't be watched.";
            case "f":
                return "Floating-point values can't be watched.";
            case "s" or "u" or "h" or "b":
                break;
            default:
                return $"The type must be s, u, h or b; got \"{Parameters.Shorten(columns[2])}\".";
        }

        type = MemoryType.ParseOrDefault((columns[2] == "s" ? "i" : "u") + bits);
        if (columns[3] is not ("0" or "1"))
            return $"The byte order must be 0 or 1; got \"{Parameters.Shorten(columns[3])}\".";
        return columns[3] == "1" && type.Width > 1 ? "Big-endian values of more than one byte can't be watched." : "";
    }

    /// <summary>Finds the bridge's domain for one of BizHawk; null is the bus. Returns why it can't be watched; empty: it can.</summary>
    private static string Locate(string name, int width, ref uint address, out string? domain)
    {
        domain = null;
        switch (name.Trim().ToUpperInvariant())
        {
            case "" or "SYSTEM BUS":
                return "";
            case "EWRAM" or "WRAM":
                domain = "wram";
                return "";
            case "IWRAM" or "VRAM" or "OAM" or "HRAM":
                domain = name.Trim().ToLowerInvariant();
                return "";
            case "PALRAM":
                domain = "palette";
                return "";
            case "CARTRAM" or "SRAM":
                domain = "sram";
                return "";
            case "ROM":
                domain = "cart0";
                return "";
            case "COMBINED WRAM":
                return LocateInBoth(width, ref address);
            default:
                return $"The domain must be one of {Domains}; got \"{Parameters.Shorten(name)}\".";
        }
    }

    private static string LocateInBoth(int width, ref uint address)
    {
        var (offset, end) = ((long)address, (long)address + width);
        if (end > EwramBytes + IwramBytes || (offset < EwramBytes && end > EwramBytes))
            return "A value in Combined WRAM must be inside EWRAM, 0 to 3FFFF, or IWRAM, 40000 to 47FFF.";
        address = offset < EwramBytes ? 0x02000000 + address : 0x03000000 + (address - EwramBytes);
        return "";
    }
}
