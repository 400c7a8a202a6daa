using System.Buffers.Text;
using System.Runtime.CompilerServices;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>Describes a command: all that the bridge knows about it. Only the script validates its arguments.</summary>
public sealed class CommandDescriptor
{
    private const int MaxArguments = 5;
    private const int LongBytes = 64 * 1024;

    /// <summary>Creates a descriptor for a command that the table does not have, like one of your own script.</summary>
    /// <param name="name">Its word on the wire: 1 to 32 characters of <c>a-z 0-9 . -</c>, starting with a letter.</param>
    /// <param name="category">The effect of a repetition.</param>
    /// <param name="scope">What it allows its sender to do.</param>
    /// <exception cref="ArgumentException">The name is not a valid word.</exception>
    public CommandDescriptor(string name, ReplayCategory category, CommandScope scope)
    {
        if (!CommandWord.IsValid(name))
        {
            throw new ArgumentException(
                $"name must be 1 to {CommandWord.MaxLength} characters of a-z, 0-9, . and -, starting with a letter; got "
                + $"\"{name}\".", nameof(name));
        }

        (Name, Category, Scope) = (name, category, scope);
    }

    /// <summary>Gets its word on the wire.</summary>
    public string Name { get; }

    /// <summary>Gets the effect of a repetition; for a batch, without its operations.</summary>
    public ReplayCategory Category { get; }

    /// <summary>Gets what it allows its sender to do; for a batch, without its operations.</summary>
    public CommandScope Scope { get; }

    /// <summary>Gets which connection it uses. Default: that of slow commands.</summary>
    public CommandRouting Routing { get; init; }

    /// <summary>
    /// Gets the max bytes of payload that a client of the raw listener may send, 0 to <see cref="WireLimits.PayloadBytes"/>. Default 0. The
    /// typed commands are limited only by the protocol.
    /// </summary>
    public int MaxPayload { get; init; }

    /// <summary>Gets whether its payload consists of messages, each with a command of its own.</summary>
    public bool TakesMessages { get; init; }

    /// <summary>Gets how it changes the state of the game that the bridge keeps.</summary>
    public CommandEffect Effect { get; init; }

    /// <summary>
    /// Gets whether clients that write the arguments themselves may send it. They may not send commands of the bridge itself, like pings
    /// and events, or those that need the allowed folders.
    /// </summary>
    public bool IsForRawClients { get; init; }

    /// <summary>Gets whether its reply may be longer than 64 KiB whatever its arguments are.</summary>
    internal bool HasLargeReply { get; init; }

    /// <summary>Gets whether it takes the script a millisecond or more whatever its arguments are.</summary>
    internal bool IsHeavy { get; init; }

    /// <summary>
    /// Gets the index of the argument, from 0, that has the length of the reply; null if none has. Requests for short replies are quick.
    /// </summary>
    internal int? LengthArgument { get; init; }

    /// <summary>Gets a function that counts the frames the emulator needs before it replies; null for none.</summary>
    internal FrameCount? Frames { get; init; }

    /// <summary>Creates a request for this command.</summary>
    /// <param name="arguments">Up to five arguments.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are more than five arguments.</exception>
    public EmulatorRequest Request(params ReadOnlySpan<RequestArgument> arguments) =>
        new(Name, Category, IsQuick(arguments), Frames?.Invoke(arguments, default) ?? 0, arguments)
        {
            IsHeavy = IsHeavy || LengthOf(arguments) > EmulatorRequest.MaxShortBytes,
        };

    /// <summary>Creates a request from arguments that a client has written.</summary>
    /// <param name="arguments">Valid encoded arguments, separated by single spaces. Missing ones at the end are empty.</param>
    /// <param name="payload">The payload, which must not change until the request has ended.</param>
    /// <exception cref="ArgumentException">There are more than five arguments.</exception>
    public EmulatorRequest ReadRequest(ReadOnlySpan<byte> arguments, ReadOnlyMemory<byte> payload)
    {
        Values values = default;
        var count = 0;
        while (!arguments.IsEmpty)
        {
            if (count == MaxArguments)
                throw new ArgumentException($"{Name} must have at most {MaxArguments} arguments.", nameof(arguments));
            values[count++] = ReadArgument(WireArguments.TakeNext(ref arguments));
        }

        var request = Request(values[..count]);
        return request with
        {
            Payload = payload,
            FramesNeeded = Frames?.Invoke(values[..count], payload.Span) ?? 0,
            IsHeavy = request.IsHeavy || TakesMessages && BatchWeight.IsHeavy(payload.Span),
        };
    }

    /// <summary>Returns whether the reply to <paramref name="message"/>, which has this command, may be longer than 64 KiB.</summary>
    public bool MayHaveLongReply(in CommandMessage message)
    {
        if (HasLargeReply || (TakesMessages && message.Payload.IndexOf(" screen."u8) >= 0) || message.Payload.Length > LongBytes)
            return true;
        if (LengthArgument is not { } index)
            return false;
        var arguments = message.Arguments;
        for (var i = 0; i < index; i++)
            WireArguments.TakeNext(ref arguments);
        return ReadArgument(WireArguments.TakeNext(ref arguments)).Number > LongBytes;
    }

    /// <summary>Returns <see cref="Name"/>.</summary>
    public override string ToString() => Name;

    private bool IsQuick(ReadOnlySpan<RequestArgument> arguments) =>
        Routing == CommandRouting.Quick || LengthOf(arguments) is >= 0 and <= EmulatorRequest.MaxShortBytes;

    // The length that the reply will have; -1 if no argument has it. A client's own notation of a number counts as the longest.
    private long LengthOf(ReadOnlySpan<RequestArgument> arguments)
    {
        if (LengthArgument is not { } index || index >= arguments.Length)
            return -1;
        return arguments[index].Text is null ? arguments[index].Number : long.MaxValue;
    }

    // Reads an argument as a number only if it has the form in which the bridge writes numbers: no sign, no leading zeros.
    private static RequestArgument ReadArgument(ReadOnlySpan<byte> argument) =>
        argument is [>= (byte)'1' and <= (byte)'9', ..] or [(byte)'0']
            && Utf8Parser.TryParse(argument, out long number, out var used) && used == argument.Length
            ? number
            : WireArguments.Decode(argument);

    // Avoids an allocation for the arguments.
    [InlineArray(MaxArguments)]
    private struct Values
    {
        private RequestArgument _first;
    }
}

/// <summary>Counts the frames that the emulator needs before it replies to a command with these arguments and this payload.</summary>
internal delegate int FrameCount(ReadOnlySpan<RequestArgument> arguments, ReadOnlySpan<byte> payload);
