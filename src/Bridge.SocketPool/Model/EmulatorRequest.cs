using System.Runtime.CompilerServices;

namespace Bridge.SocketPool.Model;

/// <summary>A command for the emulator: its name, up to five arguments, a payload, and what a repetition would do.</summary>
/// <remarks>A struct of plain values, so that a request costs no allocation before it is formatted into the send buffer.</remarks>
public readonly struct EmulatorRequest
{
    private const int MaxQuickPayload = 4096;

    private readonly ArgumentList _arguments;
    private readonly bool _isQuick;

    /// <summary>Makes a request; a <c>CommandDescriptor</c> does, so that what is known of a command stands in one place.</summary>
    /// <param name="command">The command's name on the wire, valid as such.</param>
    /// <param name="category">What executing it twice would do.</param>
    /// <param name="isQuick">Whether the script answers it at once and briefly.</param>
    /// <param name="framesNeeded">Frames that the emulator needs before it answers, from 0.</param>
    /// <param name="arguments">At most five.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are more arguments.</exception>
    internal EmulatorRequest(
        string command, ReplayCategory category, bool isQuick, int framesNeeded, ReadOnlySpan<RequestArgument> arguments)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(arguments.Length, ArgumentList.Capacity);
        Command = command;
        Category = category;
        FramesNeeded = framesNeeded;
        ArgumentCount = arguments.Length;
        arguments.CopyTo(_arguments);
        _isQuick = isQuick;
    }

    /// <summary>The command's name on the wire.</summary>
    public string Command { get; }

    /// <summary>What executing it twice would do; the command's own category unless these arguments make it another.</summary>
    public ReplayCategory Category { get; init; }

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
    /// Runs the caller's continuation inline on the receive thread, before the replies behind it are delivered, if the reply is a good one
    /// with up to 16 KiB of payload. For callers that then only write what they got: a continuation that blocks delays everybody, and one
    /// that waits for another reply never ends.
    /// </summary>
    internal bool ContinuesInline { get; init; }

    /// <summary>Whether it takes the connection of quick requests: its command is quick, and its payload as well.</summary>
    internal bool IsQuick => _isQuick && (Text?.Length ?? Payload.Length) < MaxQuickPayload;

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
