using System.Buffers;
using System.Buffers.Text;
using System.Collections.Frozen;
using System.Runtime.CompilerServices;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>
/// A command for those who write its arguments themselves, as docs/protocol.md has them: what repeating it would do, how many frames it
/// needs, and what is known after it. What the arguments are worth only the script judges.
/// </summary>
/// <remarks>What belongs to the bridge itself, like pings and what is told unasked, or needs its folders, isn't among them.</remarks>
public sealed class PlainCommand
{
    private const int MostArguments = 5;
    private const int LongBytes = 64 * 1024;

    private static readonly PlainCommand[] Each =
    [
        Looks("echo", payload: WireLimits.MemoryRangeBytes),
        Looks("info"),
        new("log", ReplayCategory.NotReplayable) { MostPayload = WireLimits.LogBytes },
        Looks("memory.domains"),
        Looks("memory.get"),
        new("memory.set", ReplayCategory.LastWriteWins),
        Looks("memory.read"),
        new("memory.write", ReplayCategory.LastWriteWins) { MostPayload = WireLimits.MemoryRangeBytes },
        Looks("buttons.get"),
        new("buttons.set", ReplayCategory.LastWriteWins),
        new("buttons.lease", ReplayCategory.LastWriteWins),
        new("buttons.add", ReplayCategory.LastWriteWins),
        new("buttons.remove", ReplayCategory.LastWriteWins),
        new("buttons.clear", ReplayCategory.LastWriteWins),
        new("buttons.press", ReplayCategory.NotReplayable)
        {
            Frames = static (arguments, _) => arguments[3].Number == 0
                ? 0 : Within(arguments[1].Number, WireLimits.HoldFrames) + Within(arguments[2].Number, WireLimits.ReleaseFrames),
        },
        new("buttons.sequence", ReplayCategory.NotReplayable)
        {
            MostPayload = WireLimits.SequenceLines * 32,
            Frames = static (arguments, steps) => arguments[1].Number == 0 ? 0 : Within(FramesOf(steps) * arguments[0].Number, WireLimits.SequenceFrames),
        },
        Looks("buttons.status"),
        new("buttons.cancel", ReplayCategory.NotReplayable),
        Looks("frames.wait", frames: 0),
        Looks("memory.wait", frames: 4),
        Looks("screen.wait", frames: 0),
        new("frames.hold", ReplayCategory.NotReplayable) { Effect = CommandEffect.Holds },
        new("frames.step", ReplayCategory.NotReplayable)
        {
            MostPayload = WireLimits.PayloadBytes,
            TakesMessages = true,
            Frames = static (arguments, _) => Within(arguments[0].Number, WireLimits.StepFrames),
        },
        new("frames.let-go", ReplayCategory.LastWriteWins) { Effect = CommandEffect.LetsGo },
        new("frames.status", ReplayCategory.ReadOnly) { Effect = CommandEffect.TellsHold },
        Looks("register.get"),
        new("register.set", ReplayCategory.LastWriteWins),
        Looks("registers"),
        Looks("screen.png", isLong: true),
        Looks("screen.raw", isLong: true),
        new("batch", ReplayCategory.ReadOnly) { MostPayload = WireLimits.PayloadBytes, TakesMessages = true, IsLong = true },
        new("reset", ReplayCategory.NotReplayable) { Effect = CommandEffect.Loads },
        new("core.step", ReplayCategory.NotReplayable),
        Looks("state.save", isLong: true),
        new("state.load", ReplayCategory.LastWriteWins) { MostPayload = WireLimits.PayloadBytes, Effect = CommandEffect.Loads },
        new("slot.save", ReplayCategory.LastWriteWins),
        new("slot.load", ReplayCategory.LastWriteWins) { Effect = CommandEffect.Loads },
        Looks("speed.get"),
        new("speed.set", ReplayCategory.LastWriteWins) { Effect = CommandEffect.ChangesSpeed },
        // Only inside a batch.
        Looks("memory.guard"),
    ];

    private static readonly FrozenDictionary<string, PlainCommand> ByName = Each.ToFrozenDictionary(command => command.Name);

    private PlainCommand(string name, ReplayCategory category) => (Name, Category) = (name, category);

    /// <summary>All of them.</summary>
    public static IReadOnlyCollection<PlainCommand> All => Each;

    /// <summary>Its word on the wire.</summary>
    public string Name { get; }

    /// <summary>What executing it twice would do; of a batch, without what its operations are.</summary>
    public ReplayCategory Category { get; }

    /// <summary>Bytes that may be sent along.</summary>
    public int MostPayload { get; private init; }

    /// <summary>Whether its payload is messages of the wire, each a command of its own.</summary>
    public bool TakesMessages { get; private init; }

    private bool IsLong { get; init; }

    private FrameCount? Frames { get; init; }

    /// <summary>What it changes of that which the bridge knows.</summary>
    public CommandEffect Effect { get; private init; }

    /// <summary>The command of this name; null when there is none.</summary>
    public static PlainCommand? Find(ReadOnlySpan<byte> word)
    {
        Span<char> name = stackalloc char[WireLimits.WordBytes];
        return word.Length <= name.Length && ByName.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name[..Encoding.ASCII.GetChars(word, name)], out var command)
            ? command
            : null;
    }

    /// <summary>Goes through the messages that a payload consists of.</summary>
    /// <param name="payload">Messages of the wire's grammar, one behind the other.</param>
    /// <param name="each">Told each one's command.</param>
    /// <returns>Null, or what is wrong, as a sentence.</returns>
    public static string? ReadMessages(ReadOnlySpan<byte> payload, Action<PlainCommand> each)
    {
        for (var i = 0; !payload.IsEmpty; i++)
        {
            if (MessageHeader.TryRead(payload, out var header, out _) != OperationStatus.Done || header.MessageLength > payload.Length
                || !payload[..header.MessageLength].EndsWith(WireLimits.Terminator))
                return $"payload is not made of messages: the one at {i} isn't whole.";
            if (Find(header.Word) is not { } command)
                return $"payload has {Encoding.ASCII.GetString(header.Word)} at {i}, which is no command for it.";
            each(command);
            payload = payload[header.MessageLength..];
        }

        return null;
    }

    /// <summary>The request that this command is with these arguments.</summary>
    /// <param name="arguments">As on the wire, valid, separated by single spaces; those left out at the end are empty.</param>
    /// <param name="payload">Has to stay as it is until the request has ended.</param>
    /// <param name="category">What repeating it would do; other than <see cref="Category"/> for a batch.</param>
    /// <exception cref="ArgumentException">There are more arguments than any command has.</exception>
    public EmulatorRequest ToRequest(ReadOnlySpan<byte> arguments, ReadOnlyMemory<byte> payload, ReplayCategory category)
    {
        Values values = default;
        var count = 0;
        while (!arguments.IsEmpty)
        {
            if (count == MostArguments)
                throw new ArgumentException($"{Name} has more than {MostArguments} arguments.", nameof(arguments));
            values[count++] = Read(WireArguments.TakeNext(ref arguments));
        }

        return new EmulatorRequest(Name, category, values[..count]) { Payload = payload, FramesNeeded = Frames?.Invoke(values, payload.Span) ?? 0 };
    }

    /// <summary>Whether <paramref name="message"/>, which is this command, may be answered with more than 64 KiB.</summary>
    public bool AnswersAtLength(in CommandMessage message)
    {
        if (IsLong || message.Payload.Length > LongBytes || Name != "memory.read")
            return IsLong || message.Payload.Length > LongBytes;
        var arguments = message.Arguments;
        WireArguments.TakeNext(ref arguments);
        return Read(WireArguments.TakeNext(ref arguments)).Number > LongBytes;
    }

    private static PlainCommand Looks(string name, int payload = 0, bool isLong = false) =>
        new(name, ReplayCategory.ReadOnly) { MostPayload = payload, IsLong = isLong };

    private static PlainCommand Looks(string name, int frames) =>
        new(name, ReplayCategory.ReadOnly) { Frames = (arguments, _) => Within(arguments[frames].Number, WireLimits.WaitFrames) };

    // More than that the script refuses at once.
    private static int Within(long frames, int most) => (int)Math.Clamp(frames, 0, most);

    // Lines of a mask, a space and a number of frames; with anything else in them the script refuses all of them.
    private static long FramesOf(ReadOnlySpan<byte> steps)
    {
        var frames = 0L;
        foreach (var line in steps.Split((byte)'\n'))
        {
            var step = steps[line];
            if (Utf8Parser.TryParse(step[(step.IndexOf((byte)' ') + 1)..], out int number, out _))
                frames += Within(number, WireLimits.SequenceFrames);
        }

        return frames;
    }

    // Only what is written again as it stands here is a number.
    private static RequestArgument Read(ReadOnlySpan<byte> argument) =>
        argument is [>= (byte)'1' and <= (byte)'9', ..] or [(byte)'0'] && Utf8Parser.TryParse(argument, out long number, out var used) && used == argument.Length
            ? number
            : WireArguments.Decode(argument);

    // So that a command allocates nothing for its arguments.
    [InlineArray(MostArguments)]
    private struct Values
    {
        private RequestArgument _first;
    }

    private delegate int FrameCount(ReadOnlySpan<RequestArgument> arguments, ReadOnlySpan<byte> payload);
}
