using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Events;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Features.Inspection;

/// <summary>
/// Reads what <c>mgba-host --inspect</c> writes. Nothing is taken on trust, because a hostile ROM may have taken the program over.
/// </summary>
internal static class InspectionReader
{
    private const int BankBytes = 0x4000;

    // As in emulator/host/coverage.h.
    private const int MaxRanges = 65_536;

    // The largest ROM of a Game Boy has 8 MiB (Pan Docs, "The Cartridge Header").
    private const long LastInRom = 0x7FFFFF;

    /// <summary>Reads the last write, and whether the memory has another value since; null: the game did not write.</summary>
    /// <param name="lines">The lines.</param>
    /// <param name="before">What to add to a frame for its number in the history.</param>
    public static (WriteFound? Write, bool Since) ReadWriter(IReadOnlyList<string[]> lines, long before)
    {
        switch (lines)
        {
            case [["none"], ["result", ..]]:
                return (null, false);
            case [["write", var since, .. var fields], ["result", ..]]:
                var hit = BreakpointHits.Describe(ReadHit(fields));
                return (new WriteFound(
                    hit.Frame + before, hit.Cycle, hit.Pc, hit.Address, hit.Size ?? 0, hit.Before ?? 0, hit.Value ?? 0, hit.Dma,
                    hit.Registers), Number(since, 1) == 1);
            default:
                throw PastRuns.Wrong();
        }
    }

    /// <summary>
    /// Reads the ranges of code that ran, the number of instructions that ran, and the number of further ranges that were left out. The
    /// ranges are in ascending order, those of banks apart, without overlaps.
    /// </summary>
    public static (List<CodePlaces> Ranges, long Instructions, long More) ReadCoverage(IReadOnlyList<string[]> lines)
    {
        var ranges = new List<CodePlaces>();
        var (lastInRom, lastOnBus) = (-1L, -1L);
        foreach (var line in lines)
        {
            switch (line)
            {
                case ["range", "rom", var first, var last] when ranges.Count < MaxRanges:
                    ranges.Add(new CodePlaces(IsOfBanks: true, Number(first, LastInRom), Number(last, LastInRom)));
                    lastInRom = InOrder(ranges[^1], lastInRom);
                    break;
                case ["range", "bus", var first, var last] when ranges.Count < MaxRanges:
                    ranges.Add(new CodePlaces(IsOfBanks: false, Number(first, uint.MaxValue), Number(last, uint.MaxValue)));
                    lastOnBus = InOrder(ranges[^1], lastOnBus);
                    break;
                // all is the number of ranges; the program writes at most MaxRanges of them.
                case ["instructions", var count, var all]:
                    return (ranges, Number(count, long.MaxValue), Number(all, long.MaxValue) - ranges.Count);
                default:
                    throw PastRuns.Wrong();
            }
        }

        throw PastRuns.Wrong();
    }

    /// <summary>Returns ranges as clients see them. One of a Game Boy's ROM is split where a bank ends.</summary>
    public static IEnumerable<CodeRange> Describe(CodePlaces places)
    {
        if (!places.IsOfBanks)
        {
            yield return new CodeRange(Bank: null, Parameters.Hex((uint)places.First), Parameters.Hex((uint)places.Last));
            yield break;
        }

        for (var first = places.First; first <= places.Last;)
        {
            var bank = first / BankBytes;
            var last = Math.Min(places.Last, ((bank + 1) * BankBytes) - 1);
            // Pan Docs, "Memory Map": bank 0 is at 0x0000, any other one at 0x4000.
            var move = (bank == 0 ? 0 : BankBytes) - (bank * BankBytes);
            yield return new CodeRange(
                bank == 0 ? null : (int)bank, Parameters.Hex((uint)(first + move)), Parameters.Hex((uint)(last + move)));
            first = last + 1;
        }
    }

    /// <summary>Reads the instructions of a trace.</summary>
    /// <param name="lines">The lines.</param>
    /// <param name="before">What to add to a frame for its number in the history.</param>
    /// <param name="hasRegisters">Whether they have registers.</param>
    public static IReadOnlyList<TracedInstruction> ReadTrace(IReadOnlyList<string[]> lines, long before, bool hasRegisters) =>
        lines is [.., ["result", ..]]
            ? [.. lines.SkipLast(1).Select(line => ReadStep(line, before, hasRegisters))]
            : throw PastRuns.Wrong();

    private static TracedInstruction ReadStep(string[] line, long before, bool hasRegisters)
    {
        if (line is not ["step", var frame, var cycle, var address, var mode, var hex, var registers, .. var text]
            || mode is not ("arm" or "thumb" or "sm83") || !hex.All(char.IsAsciiHexDigitLower))
        {
            throw PastRuns.Wrong();
        }

        return new TracedInstruction(
            Number(frame, long.MaxValue) + before, Number(cycle, uint.MaxValue), Parameters.Hex((uint)Number(address, uint.MaxValue)), mode,
            hex, ForeignText.Clean(string.Join(' ', text)),
            hasRegisters
                ? BreakpointHits.NameRegisters([.. registers.Split(',').Select(value => (uint)Number(value, uint.MaxValue))])
                : null);
    }

    private static BreakpointHit ReadHit(string[] fields)
    {
        try
        {
            return BreakpointHit.Read(string.Join(' ', fields));
        }
        catch (EmulatorException)
        {
            throw PastRuns.Wrong();
        }
    }

    // Returns the end of a range, which must begin after the one before it.
    private static long InOrder(CodePlaces range, long lastBefore) =>
        range.First > lastBefore && range.Last >= range.First ? range.Last : throw PastRuns.Wrong();

    private static long Number(string text, long max) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= max
            ? number
            : throw PastRuns.Wrong();
}
