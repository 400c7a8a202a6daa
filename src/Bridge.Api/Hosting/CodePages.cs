using System.Globalization;
using System.Runtime.InteropServices;

namespace Bridge.Api.Hosting;

/// <summary>
/// Releases the pages of the program's own code, most of which only its start has used. They stay in the system's page cache, and those
/// that are used again come back from there. Does nothing outside of Linux.
/// </summary>
internal static partial class CodePages
{
    private const string Mappings = "/proc/self/maps";

    // madvise(2)
    private const int DontNeed = 4;

    /// <summary>Releases the pages. Does nothing where /proc is not mounted.</summary>
    public static void Release()
    {
        if (!OperatingSystem.IsLinux() || Environment.ProcessPath is not { } program || !File.Exists(Mappings))
            return;
        foreach (var mapping in File.ReadLines(Mappings))
        {
            if (RangeOf(mapping, program) is var (start, end))
                _ = Advise(start, end - start, DontNeed);
        }
    }

    /// <summary>Returns the addresses of a mapping, or null if it is not code of this program.</summary>
    /// <param name="mapping">A line of /proc/self/maps, by proc_pid_maps(5).</param>
    /// <param name="program">The program's path.</param>
    internal static (nuint Start, nuint End)? RangeOf(ReadOnlySpan<char> mapping, ReadOnlySpan<char> program)
    {
        Span<Range> fields = stackalloc Range[6];
        // Only code: a page of data that the program has changed would lose the change.
        if (mapping.Split(fields, ' ', StringSplitOptions.RemoveEmptyEntries) < 6 || mapping[fields[1]] is not "r-xp"
            || !mapping[fields[5]].SequenceEqual(program))
        {
            return null;
        }

        var addresses = mapping[fields[0]];
        var dash = addresses.IndexOf('-');
        return (AddressOf(addresses[..dash]), AddressOf(addresses[(dash + 1)..]));
    }

    private static nuint AddressOf(ReadOnlySpan<char> digits) =>
        nuint.Parse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int Advise(nuint start, nuint length, int advice);
}
