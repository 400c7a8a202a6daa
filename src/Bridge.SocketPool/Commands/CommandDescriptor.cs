using System.Buffers.Text;
using System.Runtime.CompilerServices;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>Describes a command: all that the bridge knows of it. Whether its arguments are good only the script decides.</summary>
public sealed class CommandDescriptor
{
    private const int MaxArguments = 5;
    private const int LongBytes = 64 * 1024;

    /// <summary>Describes a command that no table has, like one of a script of your own.</summary>
    /// <param name="name">Its word on the wire, 1 to 32 of <c>a-z 0-9 . -</c>, beginning with a letter.</param>
    /// <param name="category">What executing it twice would do.</param>
    /// <param name="scope">What it lets its sender do.</param>
    /// <exception cref="ArgumentException">The name is no word.</exception>
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

    /// <summary>Gets what executing it twice would do; of a batch, without what its operations are.</summary>
    public ReplayCategory Category { get; }

    /// <summary>Gets what it lets its sender do; of a batch, without what its operations are.</summary>
    public CommandScope Scope { get; }

    /// <summary>Gets which connection it takes. Default: that of slow commands.</summary>
    public CommandRouting Routing { get; init; }

    /// <summary>
    /// Gets the most bytes of payload that a client of the raw listener may send along, 0 to <see cref="WireLimits.PayloadBytes"/>.
    /// Default 0. The typed commands are bounded by the wire alone.
    /// </summary>
    public int MaxPayload { get; init; }

    /// <summary>Gets whether its payload is messages of the wire, each a command of its own.</summary>
    public bool TakesMessages { get; init; }

    /// <summary>Gets what it changes of that which the bridge knows of the game.</summary>
    public CommandEffect Effect { get; init; }

    /// <summary>
    /// Gets whether clients that write arguments themselves may send it. Those of the bridge itself, like pings and events, and those
    /// that need its folders are not among them.
    /// </summary>
    public bool IsForRawClients { get; init; }

    /// <summary>Gets whether it may be answered with more than 64 KiB whatever its arguments are.</summary>
    internal bool HasLargeReply { get; init; }

    /// <summary>Gets which argument, from 0, tells how many bytes it is answered with; null: none does.</summary>
    internal int? LengthArgument { get; init; }

    /// <summary>Gets the frames that the emulator needs before it answers; null: none.</summary>
    internal FrameCount? Frames { get; init; }

    /// <summary>Makes a request of this command.</summary>
    /// <param name="arguments">At most five.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are more arguments.</exception>
    public EmulatorRequest Request(params ReadOnlySpan<RequestArgument> arguments) =>
        new(Name, Category, Routing == CommandRouting.Quick, Frames?.Invoke(arguments, default) ?? 0, arguments);

    /// <summary>Makes a request of arguments that a client has written.</summary>
    /// <param name="arguments">As on the wire, valid, separated by single spaces; those left out at the end are empty.</param>
    /// <param name="payload">Has to stay as it is until the request has ended.</param>
    /// <exception cref="ArgumentException">There are more arguments than any command has.</exception>
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

        return Request(values[..count]) with { Payload = payload, FramesNeeded = Frames?.Invoke(values[..count], payload.Span) ?? 0 };
    }

    /// <summary>Returns whether <paramref name="message"/>, which is this command, may be answered with more than 64 KiB.</summary>
    public bool AnswersAtLength(in CommandMessage message)
    {
        if (HasLargeReply || message.Payload.Length > LongBytes)
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

    // Only a number that is written again with the same digits is one.
    private static RequestArgument ReadArgument(ReadOnlySpan<byte> argument) =>
        argument is [>= (byte)'1' and <= (byte)'9', ..] or [(byte)'0']
            && Utf8Parser.TryParse(argument, out long number, out var used) && used == argument.Length
            ? number
            : WireArguments.Decode(argument);

    // So that a command allocates nothing for its arguments.
    [InlineArray(MaxArguments)]
    private struct Values
    {
        private RequestArgument _first;
    }
}

/// <summary>Counts the frames that the emulator needs before it answers a command with these arguments and this payload.</summary>
internal delegate int FrameCount(ReadOnlySpan<RequestArgument> arguments, ReadOnlySpan<byte> payload);
