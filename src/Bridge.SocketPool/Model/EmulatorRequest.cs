using System.Runtime.CompilerServices;

namespace Bridge.SocketPool.Model;

/// <summary>Describes a request: a command, up to five arguments, a payload, and the effect of a repetition.</summary>
/// <remarks>A struct of plain values, so that a request allocates nothing before it is written to the send queue.</remarks>
public readonly struct EmulatorRequest
{
    /// <summary>With more bytes of payload, in either direction, a request takes the script about half a millisecond or more.</summary>
    internal const int MaxShortBytes = 16 * 1024;

    private const int MaxQuickPayload = 4096;

    private readonly ArgumentList _arguments;
    private readonly bool _isQuick;

    /// <summary>Creates a request. Use a <c>CommandDescriptor</c> instead, so that all facts about a command are in one place.</summary>
    /// <param name="command">The command's name on the wire, which must be valid.</param>
    /// <param name="category">The effect of a repetition.</param>
    /// <param name="isQuick">Whether the script sends a short reply at once.</param>
    /// <param name="framesNeeded">How many frames the emulator runs before it replies, from 0.</param>
    /// <param name="arguments">Up to five arguments.</param>
    /// <exception cref="ArgumentOutOfRangeException">There are more than five arguments.</exception>
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

    /// <summary>Gets the command's name on the wire.</summary>
    public string Command { get; }

    /// <summary>Gets the effect of a repetition: the command's own category, unless the arguments change it.</summary>
    public ReplayCategory Category { get; init; }

    /// <summary>Gets the number of arguments, 0 to 5.</summary>
    public int ArgumentCount { get; }

    /// <summary>Gets the payload, up to 2 MiB. Ignored if <see cref="Text"/> is set.</summary>
    public ReadOnlyMemory<byte> Payload { get; init; }

    /// <summary>Gets the payload as text, which is sent as UTF-8 instead of <see cref="Payload"/>; up to 2 MiB.</summary>
    public string? Text { get; init; }

    /// <summary>Gets how many frames the emulator runs before it can reply, from 0. They extend the deadline.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
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
    /// Gets whether the caller's continuation runs inline on the receive thread (successful replies up to 16 KiB). It must not block or
    /// compute for long, which delays other replies, or wait for another reply, which is a deadlock.
    /// </summary>
    internal bool ContinuesInline { get; init; }

    /// <summary>
    /// Gets whether the request takes the script long because of what it transfers or computes, and so waits for its turn. Requests that
    /// take frames don't, because most of that time they only wait.
    /// </summary>
    internal bool IsBulk => FramesNeeded == 0 && (IsHeavy || (Text?.Length ?? Payload.Length) > MaxShortBytes);

    /// <summary>Gets whether the command, with these arguments, takes the script long whatever its payload is.</summary>
    internal bool IsHeavy { get; init; }

    /// <summary>Gets whether the request uses the connection for quick requests: the command is quick and the payload is small.</summary>
    internal bool IsQuick => _isQuick && (Text?.Length ?? Payload.Length) < MaxQuickPayload;

    /// <summary>Returns an argument by its index, from 0.</summary>
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

/// <summary>Holds one argument of a request: a number or a text.</summary>
public readonly struct RequestArgument
{
    private RequestArgument(long number, string? text) => (Number, Text) = (number, text);

    /// <summary>Gets the number, if <see cref="Text"/> is null.</summary>
    public long Number { get; }

    /// <summary>Gets the text; null if the argument is a number.</summary>
    public string? Text { get; }

    /// <summary>Creates a number argument.</summary>
    public static implicit operator RequestArgument(long number) => new(number, null);

    /// <summary>Creates a text argument; null becomes the empty text.</summary>
    public static implicit operator RequestArgument(string? text) => new(0, text ?? "");
}
