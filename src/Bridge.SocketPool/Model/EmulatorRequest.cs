using System.Runtime.CompilerServices;

namespace Bridge.SocketPool.Model;

/// <summary>A command for the emulator: its name, up to five arguments, a payload, and what a repetition would do.</summary>
/// <remarks>A struct of plain values, so that a request costs no allocation before it is formatted into the send buffer.</remarks>
public readonly struct EmulatorRequest
{
    private const int QuickPayload = 4096;

    private readonly ArgumentList _arguments;

    /// <summary>Makes a request.</summary>
    /// <param name="command">The command's name on the wire, 1 to 32 of <c>a-z 0-9 . -</c>, beginning with a letter (docs/protocol.md, "Commands").</param>
    /// <param name="category">What executing it twice would do.</param>
    /// <param name="arguments">At most five.</param>
    /// <exception cref="ArgumentException">The command is no name, or there are more arguments.</exception>
    public EmulatorRequest(string command, ReplayCategory category, params ReadOnlySpan<RequestArgument> arguments)
    {
        if (!CommandWord.IsValid(command))
            throw new ArgumentException($"command is \"{command}\"; it is 1 to {CommandWord.MaxLength} of a-z, 0-9, . and -, beginning with a letter.", nameof(command));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(arguments.Length, ArgumentList.Capacity);
        Command = command;
        Category = category;
        ArgumentCount = arguments.Length;
        arguments.CopyTo(_arguments);
    }

    /// <summary>The command's name on the wire.</summary>
    public string Command { get; }

    /// <summary>What executing it twice would do.</summary>
    public ReplayCategory Category { get; }

    /// <summary>How many arguments it has, 0 to 5.</summary>
    public int ArgumentCount { get; }

    /// <summary>Bytes to send along; up to 2 MiB. Ignored when <see cref="Text"/> is set.</summary>
    public ReadOnlyMemory<byte> Payload { get; init; }

    /// <summary>Text to send along as UTF-8 instead of <see cref="Payload"/>; up to 2 MiB.</summary>
    public string? Text { get; init; }

    /// <summary>Frames that the emulator itself needs before it can answer, from 0; the deadline is put off by their time.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
    public int FramesNeeded
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(FramesNeeded));
            field = value;
        }
    }

    /// <summary>
    /// Whether whoever awaits a good reply with a payload of up to 16 KiB goes on on the thread that has received it, before the replies behind
    /// it are handed over. For callers that then only write what they have got: what blocks there holds up everyone else, and what blocks until another
    /// reply comes never ends.
    /// </summary>
    internal bool ContinuesInPlace { get; init; }

    /// <summary>Whether the script answers it at once and briefly; a step, too, so that a client that steps and reads is heard on one connection.</summary>
    internal bool IsQuick => (Text?.Length ?? Payload.Length) < QuickPayload
        && Command is "echo" or "memory.get" or "memory.set" or "buttons.get" or "buttons.set" or "buttons.lease" or "buttons.add" or "buttons.remove"
            or "buttons.clear" or "buttons.cancel" or "buttons.status" or "frames.hold" or "frames.step" or "frames.let-go" or "frames.status";

    /// <summary>The argument at <paramref name="index"/>, from 0.</summary>
    public RequestArgument Argument(int index)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, ArgumentCount);
        return _arguments[index];
    }

    [InlineArray(Capacity)]
    private struct ArgumentList
    {
        public const int Capacity = 5;
        private RequestArgument _first;
    }
}

/// <summary>One argument of a request: a number or a text.</summary>
public readonly struct RequestArgument
{
    private RequestArgument(long number, string? text) => (Number, Text) = (number, text);

    /// <summary>The number, when <see cref="Text"/> is null.</summary>
    public long Number { get; }

    /// <summary>The text, or null when this is a number.</summary>
    public string? Text { get; }

    /// <summary>A number as argument.</summary>
    public static implicit operator RequestArgument(long number) => new(number, null);

    /// <summary>A text as argument; null is the empty one.</summary>
    public static implicit operator RequestArgument(string? text) => new(0, text ?? "");
}
