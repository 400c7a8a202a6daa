using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>What a breakpoint saw (docs/protocol/commands.md, "Breakpoints").</summary>
/// <param name="Id">The breakpoint.</param>
/// <param name="On">What the game did: read, write, or execute.</param>
/// <param name="Frame">The frame in which it did.</param>
/// <param name="Cycle">Cycles of the console's clock since that frame began.</param>
/// <param name="ProgramCounter">The address of the instruction; of a DMA, the instruction before which it ran.</param>
/// <param name="Address">The address of the access, without mirrors; of execute, that of the instruction.</param>
/// <param name="Size">The bytes of the access: 1, 2 or 4.</param>
/// <param name="Before">What was there before; 0 in the save memory of a GBA.</param>
/// <param name="After">What was read or written.</param>
/// <param name="IsDma">Whether it was a DMA and not the processor.</param>
/// <param name="Registers">The registers, in the order of the command registers.</param>
public sealed record BreakpointHit(
    int Id, BreakpointAccess On, long Frame, long Cycle, uint ProgramCounter, uint Address, int Size, uint Before, uint After, bool IsDma,
    IReadOnlyList<uint> Registers)
{
    // The fields of a line before the registers, of which there is at least one.
    private const int FieldsBeforeRegisters = 10;

    /// <summary>Parses the line of one hit: numbers, in the order of the parameters, separated by spaces.</summary>
    /// <exception cref="EmulatorException">It has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static BreakpointHit Read(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        var fields = line.Split(' ');
        var numbers = new long[fields.Length];
        for (var i = 0; i < fields.Length; i++)
        {
            if (!long.TryParse(fields[i], NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i]))
                throw Malformed();
        }

        // A write of another value is reported as a write.
        return fields.Length > FieldsBeforeRegisters
            ? new BreakpointHit(
                (int)numbers[0], (BreakpointAccess)numbers[1] & ~BreakpointAccess.Change, numbers[2], numbers[3], (uint)numbers[4],
                (uint)numbers[5], (int)numbers[6], (uint)numbers[7], (uint)numbers[8], numbers[9] != 0,
                [.. numbers.Skip(FieldsBeforeRegisters).Select(number => (uint)number)])
            : throw Malformed();
    }

    /// <summary>Reads the lines of an event.</summary>
    /// <exception cref="EmulatorException">A line has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static IReadOnlyList<BreakpointHit> ReadAll(ReadOnlySpan<byte> lines) =>
        [.. Encoding.ASCII.GetString(lines).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Read)];

    private static EmulatorException Malformed() =>
        new(EmulatorFailure.ProtocolError, "The script describes hits of breakpoints in another form.");
}
