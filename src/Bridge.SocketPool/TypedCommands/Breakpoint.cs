using System.Globalization;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>A breakpoint of the bundled emulator.</summary>
/// <param name="Id">Its id; 0: it is not set yet.</param>
/// <param name="On">What it is for; <see cref="BreakpointAccess.Change"/> alone is only the writes of other values.</param>
/// <param name="First">The first address on the bus.</param>
/// <param name="Length">The number of bytes, up to <see cref="Framing.WireLimits.BreakpointBytes"/>.</param>
/// <param name="Compare">How a number is compared: eq, ne, lt, le, gt, ge; null: each access counts.</param>
/// <param name="Mask">The bits of the number that are compared.</param>
/// <param name="Value">What they are compared with.</param>
/// <param name="Register">The register that has the number; null: it is what was read or written.</param>
/// <param name="Limit">The hits after which it no longer acts, up to <see cref="Framing.WireLimits.BreakpointHits"/>; 0: none.</param>
/// <param name="Hits">The hits so far.</param>
/// <param name="Stop">
/// For how many milliseconds a hit stops the game, unless a client lets it continue sooner; up to
/// <see cref="Framing.WireLimits.MaxStopMilliseconds"/>; 0: the game doesn't stop.
/// </param>
public sealed record Breakpoint(
    int Id, BreakpointAccess On, uint First, long Length, string? Compare, uint Mask, uint Value, string? Register, int Limit, long Hits,
    int Stop)
{
    // As in emulator/host/breakpoint_list.h.
    private static readonly string?[] Comparisons = [null, "eq", "ne", "lt", "le", "gt", "ge"];

    /// <summary>Parses a line of the script's list.</summary>
    /// <exception cref="EmulatorException">It has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static Breakpoint Read(string line)
    {
        var fields = line.Split(' ');
        if (fields.Length != 10)
            throw Malformed();
        var first = Number(fields[2]);
        // The field is 16 times the milliseconds of a stop, plus the accesses (emulator/host/breakpoints.h).
        var (stop, access) = Math.DivRem(Number(fields[1]), 16);
        return new Breakpoint(
            (int)Number(fields[0]), (BreakpointAccess)access, (uint)first, Number(fields[3]) - first + 1,
            Comparisons.ElementAtOrDefault((int)Number(fields[4])), (uint)Number(fields[5]), (uint)Number(fields[6]),
            fields[7] == "-" ? null : fields[7], (int)Number(fields[8]), Number(fields[9]), (int)stop);
    }

    private static EmulatorException Malformed() =>
        new(EmulatorFailure.ProtocolError, "The script describes breakpoints in another form.");

    private static long Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : throw Malformed();
}
