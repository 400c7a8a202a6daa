using Bridge.Doors.Gdb.Packets;
using Bridge.Doors.Gdb.Target;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>Answers the packets <c>g</c>, <c>G</c>, <c>p</c> and <c>P</c>, which read and write registers.</summary>
internal sealed class RegisterAnswers(DebuggedGame game)
{
    private const string Malformed = MemoryAnswers.Malformed;

    /// <summary>Reads all.</summary>
    public async Task<string> ReadAllAsync(CancellationToken cancellationToken) =>
        string.Concat((await ReadAsync(cancellationToken).ConfigureAwait(false)).Select(PacketFields.Write));

    /// <summary>Reads the one with this number.</summary>
    public async Task<string> ReadAsync(string number, CancellationToken cancellationToken) => TryReadNumber(number, out var index)
        ? PacketFields.Write((await ReadAsync(cancellationToken).ConfigureAwait(false))[index])
        : Malformed;

    /// <summary>Writes <c>NUMBER=VALUE</c>.</summary>
    public async Task<string> WriteAsync(string request, CancellationToken cancellationToken)
    {
        var equals = request.IndexOf('=', StringComparison.Ordinal);
        return equals > 0 && TryReadNumber(request.AsSpan(0, equals), out var index)
            && PacketFields.ReadValues(request.AsSpan(equals + 1)) is [var value]
                ? await WriteAsync(index, value, cancellationToken).ConfigureAwait(false)
                : Malformed;
    }

    /// <summary>Writes those that differ.</summary>
    public async Task<string> WriteAllAsync(string request, CancellationToken cancellationToken)
    {
        if (PacketFields.ReadValues(request) is not { Length: ArmRegisters.Count } values)
            return Malformed;
        var now = await ReadAsync(cancellationToken).ConfigureAwait(false);
        // Refuses another program counter before anything is written.
        if (values[ArmRegisters.ProgramCounter] != now[ArmRegisters.ProgramCounter])
            return await WriteAsync(ArmRegisters.ProgramCounter, values[ArmRegisters.ProgramCounter], cancellationToken)
                .ConfigureAwait(false);
        // The status register, which is the last, comes first: its mode decides which other registers are visible.
        foreach (var index in Enumerable.Range(0, ArmRegisters.Count).Reverse().Where(index => values[index] != now[index]))
        {
            if (await WriteAsync(index, values[index], cancellationToken).ConfigureAwait(false) is not "OK" and var problem)
                return problem;
        }

        return "OK";
    }

    private async Task<uint[]> ReadAsync(CancellationToken cancellationToken)
    {
        var (registers, _) = await game.Emulator.GetRegistersAsync(cancellationToken).ConfigureAwait(false);
        var byName = registers.ToDictionary(register => register.Name, register => register.Value);
        // The processor's own program counter is ahead.
        return [.. Enumerable.Range(0, ArmRegisters.Count).Select(index =>
            index == ArmRegisters.ProgramCounter ? game.Stop.Next : byName.GetValueOrDefault(ArmRegisters.NameOf(index)))];
    }

    private async Task<string> WriteAsync(int index, uint value, CancellationToken cancellationToken)
    {
        if (index == ArmRegisters.ProgramCounter)
            return value == game.Stop.Next ? "OK" : "E.The program counter can not be set.";
        try
        {
            await game.Emulator.SetRegisterAsync(ArmRegisters.NameOf(index), value, cancellationToken).ConfigureAwait(false);
            return "OK";
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.BadRequest)
        {
            return $"E.{exception.Message}";
        }
    }

    private static bool TryReadNumber(ReadOnlySpan<char> text, out int index)
    {
        var isNumber = PacketFields.TryReadNumber(text, out var number) && number < ArmRegisters.Count;
        index = (int)number;
        return isNumber;
    }
}
