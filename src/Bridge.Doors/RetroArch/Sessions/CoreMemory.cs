using Bridge.Doors.RetroArch.Commands;
using Bridge.Doors.RetroArch.Memory;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.RetroArch.Sessions;

/// <summary>Reads and writes memory for clients: by addresses of the bus, or of the line of achievements.</summary>
internal sealed class CoreMemory(EmulatorClient emulator)
{
    // RetroArch's own words, some of which clients compare.
    private const string NoMap = "no memory map defined", NoRegion = "no descriptor for address", ReadOnly = "descriptor data is readonly";

    /// <summary>Replies with bytes of the bus, up to the end of a region.</summary>
    public async Task<string?> ReadBusAsync(NetworkCommand command, CancellationToken cancellationToken)
    {
        if (command.ReadRange() is not var (address, count))
            return null;
        if (emulator.Status.Facts is not { } facts)
            return NetworkReply.Failed(command.Word, address, NoMap);
        var length = Math.Min(Math.Min(count, NetworkLimits.Bytes), BusRegion.Left(facts.Platform == "GBA", facts.Size, address));
        if (length == 0)
            return NetworkReply.Failed(command.Word, address, NoRegion);
        try
        {
            using var reply = await emulator.ReadRangeAsync(address, (int)length, domain: null, cancellationToken).ConfigureAwait(false);
            return NetworkReply.Bytes(command.Word, address, reply.Payload.Span);
        }
        catch (EmulatorException exception)
        {
            return NetworkReply.Failed(command.Word, address, ReasonOf(exception));
        }
    }

    /// <summary>Writes bytes of the bus, up to the end of a region, and replies how many.</summary>
    /// <param name="command">The command.</param>
    /// <param name="mayWrite">Whether this client may; if not, the reply says that the memory is read-only.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<string?> WriteBusAsync(NetworkCommand command, bool mayWrite, CancellationToken cancellationToken)
    {
        if (command.ReadWrite() is not var (address, bytes))
            return null;
        if (emulator.Status.Facts is not { } facts)
            return NetworkReply.Failed(command.Word, address, NoMap);
        if (!mayWrite)
            return NetworkReply.Failed(command.Word, address, ReadOnly);
        var length = (int)Math.Min((uint)bytes.Length, BusRegion.Left(facts.Platform == "GBA", facts.Size, address));
        if (length == 0)
            return NetworkReply.Failed(command.Word, address, NoRegion);
        try
        {
            await emulator.WriteRangeAsync(address, bytes.AsMemory(0, length), domain: null, cancellationToken).ConfigureAwait(false);
            return NetworkReply.Written(command.Word, address, length);
        }
        catch (EmulatorException exception)
        {
            return NetworkReply.Failed(command.Word, address, ReasonOf(exception));
        }
    }

    /// <summary>Replies with bytes of the line of achievements, all of one frame.</summary>
    public async Task<string?> ReadLineAsync(NetworkCommand command, CancellationToken cancellationToken)
    {
        if (command.ReadRange() is not var (address, count))
            return null;
        var pieces = Split(address, Math.Min(count, NetworkLimits.Bytes));
        if (pieces.Count == 0)
            return NetworkReply.Failed(command.Word, address, "");
        var batch = new EmulatorBatch();
        foreach (var piece in pieces)
            batch.ReadRange(piece.Offset, piece.Length, piece.Domain);
        try
        {
            using var reply = await emulator.RunBatchAsync(batch, cancellationToken).ConfigureAwait(false);
            return NetworkReply.Bytes(command.Word, address, [.. reply.Results.SelectMany(result => result.Payload.ToArray())]);
        }
        catch (EmulatorException)
        {
            return NetworkReply.Failed(command.Word, address, "");
        }
    }

    /// <summary>Writes bytes of the line of achievements, all in one frame. RetroArch has no reply to it.</summary>
    /// <exception cref="EmulatorException">The emulator can't write them.</exception>
    public async Task WriteLineAsync(NetworkCommand command, CancellationToken cancellationToken)
    {
        if (command.ReadWrite() is not var (address, bytes))
            return;
        var (batch, at) = (new EmulatorBatch(), 0);
        foreach (var piece in Split(address, (uint)bytes.Length))
        {
            batch.WriteRange(piece.Offset, bytes.AsMemory(at, piece.Length), piece.Domain);
            at += piece.Length;
        }

        if (batch.Count == 0)
            return;
        using var reply = await emulator.RunBatchAsync(batch, cancellationToken).ConfigureAwait(false);
    }

    private IReadOnlyList<MemoryPiece> Split(uint address, uint count) =>
        emulator.Status.Facts is { } facts ? AchievementLine.Split(facts.Platform == "GBA", address, count) : [];

    private static string ReasonOf(EmulatorException exception) => exception.Failure switch
    {
        EmulatorFailure.ReadOnlyMemory => ReadOnly,
        EmulatorFailure.OutOfRange or EmulatorFailure.UnknownDomain => NoRegion,
        EmulatorFailure.NoGame or EmulatorFailure.NoEmulator => NoMap,
        _ => "the emulator does not reply",
    };
}
