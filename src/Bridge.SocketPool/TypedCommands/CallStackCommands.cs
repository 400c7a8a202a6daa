using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the command that finds the calls on the stack (docs/protocol/commands.md, "Machine").</summary>
public static class CallStackCommands
{
    /// <summary>Returns the calls that led to where the processor is. They are a guess: the console keeps no list of them.</summary>
    public static async Task<CallChain> GetCallStackAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(DebuggerCommandTable.CallStack.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        var lines = Encoding.ASCII.GetString(reply.Payload.Span).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return new CallChain((uint)ReplyArguments.TakeNumber(ref arguments), [.. lines.Select(StackCall.Read)], reply.Frame);
    }
}

/// <summary>The calls that led to where the processor is.</summary>
/// <param name="ProgramCounter">The address of the instruction that it runs next.</param>
/// <param name="Calls">The calls, the latest one first, at most 64.</param>
/// <param name="Frame">The frame in which they were read.</param>
public sealed record CallChain(uint ProgramCounter, IReadOnlyList<StackCall> Calls, long Frame);

/// <summary>A call.</summary>
/// <param name="Call">The address of the instruction that called.</param>
/// <param name="ReturnsTo">The address where the caller goes on.</param>
/// <param name="Place">Where that is on the stack; null: in the register lr.</param>
public readonly record struct StackCall(uint Call, uint ReturnsTo, uint? Place)
{
    /// <summary>Parses a line of the script's reply.</summary>
    /// <exception cref="EmulatorException">It has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static StackCall Read(string line) => line.Split(' ') is [var returnsTo, var call, var place]
        ? new StackCall(Number(call), Number(returnsTo), place == "-" ? null : Number(place))
        : throw Malformed();

    private static uint Number(string text) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : throw Malformed();

    private static EmulatorException Malformed() =>
        new(EmulatorFailure.ProtocolError, "The script describes calls in another form.");
}
