using System.Globalization;
using Bridge.Doors.Gdb.Packets;
using Bridge.Doors.Gdb.Target;
using Bridge.Doors.Listening;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>Answers the packets to a stopped game that leave it stopped.</summary>
internal sealed class SessionAnswers(DebuggedGame game, SessionBreakpoints breakpoints)
{
    private const string Nowhere = "E0e", Failed = "E01"; // EFAULT and EPERM, in hexadecimal.
    private const string Commands = "help, frame";

    private readonly RegisterAnswers _registers = new(game);
    private readonly MemoryAnswers _memory = new(game.Emulator);

    /// <summary>Returns the answer to a packet; empty: it is unknown.</summary>
    /// <exception cref="SessionEndException">The game or its emulator is gone.</exception>
    public async Task<string> AnswerAsync(string packet, CancellationToken cancellationToken)
    {
        try
        {
            return await AnswerCheckedAsync(packet, cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException exception) when (DebuggedGame.IsEnd(exception))
        {
            throw DebuggedGame.End(exception);
        }
        catch (EmulatorException exception)
        {
            return exception.Failure is EmulatorFailure.OutOfRange or EmulatorFailure.ReadOnlyMemory or EmulatorFailure.BadRequest
                or EmulatorFailure.UnknownDomain ? Nowhere : Failed;
        }
    }

    private Task<string> AnswerCheckedAsync(string packet, CancellationToken cancellationToken) => packet switch
    {
        "g" => _registers.ReadAllAsync(cancellationToken),
        ['G', ..] => _registers.WriteAllAsync(packet[1..], cancellationToken),
        ['p', ..] => _registers.ReadAsync(packet[1..], cancellationToken),
        ['P', ..] => _registers.WriteAsync(packet[1..], cancellationToken),
        ['m', ..] => _memory.ReadAsync(packet[1..], cancellationToken),
        ['M', ..] => _memory.WriteAsync(packet[1..], isBinary: false, cancellationToken),
        ['X', ..] => _memory.WriteAsync(packet[1..], isBinary: true, cancellationToken),
        ['Z', ..] when BreakpointPacket.TryRead(packet, out var wanted) => breakpoints.SetAsync(wanted, cancellationToken),
        ['z', ..] when BreakpointPacket.TryRead(packet, out var ended) => breakpoints.ClearAsync(ended, cancellationToken),
        ['q', 'R', 'c', 'm', 'd', ',', ..] => RunCommandAsync(packet["qRcmd,".Length..], cancellationToken),
        _ => Task.FromResult(AnswerAtOnce(packet)),
    };

    // The game has one thread, 1.
    private static string AnswerAtOnce(string packet) => packet switch
    {
        ['H', 'g' or 'c', ..] or ['T', ..] or "QStartNoAckMode" => "OK",
        "vCont?" => "vCont;c;C;s;S",
        "qC" => "QC1",
        "qfThreadInfo" => "m1",
        "qsThreadInfo" => "l",
        "qAttached" => "1",
        "qSymbol::" => "OK",
        _ when packet.StartsWith("qSupported", StringComparison.Ordinal) =>
            $"PacketSize={PacketReader.MaxBytes:x};QStartNoAckMode+;qXfer:features:read+;qXfer:memory-map:read+;vContSupported+",
        _ when packet.StartsWith("qXfer:", StringComparison.Ordinal) => TargetDescription.Read(packet.AsSpan("qXfer:".Length)),
        _ => "",
    };

    // The command "monitor".
    private async Task<string> RunCommandAsync(string digits, CancellationToken cancellationToken)
    {
        var command = PacketFields.ReadBytes(digits) is { } bytes ? System.Text.Encoding.UTF8.GetString(bytes).Trim() : "";
        switch (command)
        {
            case "frame":
                var (_, stop, _) = await game.Emulator.GetBreakpointsAsync(cancellationToken).ConfigureAwait(false);
                var hit = (stop ?? game.Stop).Hit;
                return PacketFields.Write(string.Create(
                    CultureInfo.InvariantCulture, $"frame {hit.Frame}, {hit.Cycle} cycles after it began\n"));
            case "help":
                return PacketFields.Write($"The commands are {Commands}.\n");
            default:
                return PacketFields.Write($"Unknown command; the commands are {Commands}.\n");
        }
    }
}
