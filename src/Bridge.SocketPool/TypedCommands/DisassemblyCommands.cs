using System.Buffers;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the command that disassembles (docs/protocol/commands.md, "Machine"). Only the bundled emulator knows it; others fail with
/// <see cref="EmulatorFailure.Unsupported"/>.
/// </summary>
public static class DisassemblyCommands
{
    /// <summary>Disassembles instructions that follow each other in memory.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Where the first one is; null: where the processor runs next.</param>
    /// <param name="lines">1 to <see cref="WireLimits.DisassemblyLines"/> instructions; fewer come where the memory ends.</param>
    /// <param name="mode">
    /// <c>arm</c>, <c>thumb</c> or <c>sm83</c>; null: Thumb at an odd address of a GBA, else what the processor runs now.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public static async Task<Disassembly> DisassembleAsync(
        this EmulatorClient emulator, MemoryAddress? address, int lines, string? mode, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            DebuggerCommandTable.Disassemble.Request(address?.ToString() ?? "", lines, mode ?? ""), cancellationToken)
            .ConfigureAwait(false);
        var arguments = reply.Arguments;
        var at = (uint)ReplyArguments.TakeNumber(ref arguments);
        var used = WireArguments.Decode(WireArguments.TakeNext(ref arguments));
        var instructions = new List<Instruction>();
        foreach (var line in Encoding.ASCII.GetString(reply.Payload.Span).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var instruction = Instruction.Read(at, line);
            instructions.Add(instruction);
            at += (uint)instruction.Bytes.Length;
        }

        return new Disassembly(used, instructions, reply.Frame);
    }
}

/// <summary>Instructions that follow each other.</summary>
/// <param name="Mode"><c>arm</c>, <c>thumb</c> or <c>sm83</c>.</param>
/// <param name="Instructions">The instructions.</param>
/// <param name="Frame">The frame in which they were read.</param>
public sealed record Disassembly(string Mode, IReadOnlyList<Instruction> Instructions, long Frame);

/// <summary>An instruction of the processor.</summary>
/// <param name="Address">Where it is on the bus.</param>
/// <param name="Bytes">Its 1 to 4 bytes.</param>
/// <param name="Text">What it does, as mGBA writes it.</param>
public readonly record struct Instruction(uint Address, ReadOnlyMemory<byte> Bytes, string Text)
{
    private const int MaxBytes = 4;

    /// <summary>Parses <c>HEX TEXT</c>.</summary>
    /// <exception cref="EmulatorException">The text has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static Instruction Read(uint address, string line)
    {
        Span<byte> bytes = stackalloc byte[MaxBytes];
        var blank = line.IndexOf(' ');
        return blank > 0 && Convert.FromHexString(line.AsSpan(0, blank), bytes, out _, out var count) == OperationStatus.Done
            ? new Instruction(address, bytes[..count].ToArray(), ForeignText.Clean(line[(blank + 1)..]).TrimEnd())
            : throw new EmulatorException(EmulatorFailure.ProtocolError, "The script describes an instruction in another form.");
    }
}
