using System.Globalization;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for processor registers (docs/protocol/commands.md, "Registers"): on the GBA <c>r0</c> to <c>r15</c>, <c>cpsr</c> and
/// <c>ip</c>, <c>sp</c>, <c>lr</c>, <c>pc</c>; on the Game Boy <c>a</c> to <c>l</c>, <c>sp</c>, <c>pc</c> and the pairs.
/// </summary>
public static class RegisterCommands
{
    /// <summary>Reads a register as an unsigned number.</summary>
    public static async Task<(uint Value, long Frame)> GetRegisterAsync(
        this EmulatorClient emulator, string name, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Get(name), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((uint)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Writes a register, which has 8 or 16 bits on the Game Boy.</summary>
    /// <returns>The frame of the write.</returns>
    public static async Task<long> SetRegisterAsync(
        this EmulatorClient emulator, string name, uint value, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Set(name, value), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Gets all registers of the platform.</summary>
    public static async Task<(IReadOnlyList<Register> Registers, long Frame)> GetRegistersAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.Registers.Request(), cancellationToken).ConfigureAwait(false);
        var registers = new List<Register>();
        for (var arguments = reply.Arguments; !arguments.IsEmpty;)
            registers.Add(Register.Read(WireArguments.Decode(WireArguments.TakeNext(ref arguments))));
        return (registers, reply.Frame);
    }

    internal static EmulatorRequest Get(string name) => CommandTable.RegisterGet.Request(name);

    internal static EmulatorRequest Set(string name, uint value) => CommandTable.RegisterSet.Request(name, value);
}

/// <summary>Describes a register of the processor.</summary>
/// <param name="Name">The name, like <c>r0</c>.</param>
/// <param name="Value">The value, unsigned.</param>
public readonly record struct Register(string Name, uint Value)
{
    /// <summary>Parses <c>name=value</c>.</summary>
    /// <exception cref="EmulatorException">The text has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static Register Read(string text)
    {
        var parts = text.Split('=');
        return parts.Length == 2 && uint.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var value)
            ? new Register(parts[0], value)
            : throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script describes a register as \"{text}\".");
    }
}
