using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands of the history that the bundled emulator keeps of its game (docs/history.md). Its frames are numbered from the game's
/// first one, over resets and loaded states; a rewind counts back. Without a history they fail with
/// <see cref="EmulatorFailure.Unsupported"/>.
/// </summary>
public static class HistoryCommands
{
    // How the marks of states begin (lua/bridge/states/history.lua).
    private const string OfState = "state:";

    /// <summary>Gets the frames that can be returned to, and the marks.</summary>
    public static async Task<HistoryNow> GetHistoryAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.History.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        var marks = ReadMarks(reply.Payload.Span).ToLookup(mark => mark.Name.StartsWith(OfState, StringComparison.Ordinal));
        return new HistoryNow(
            ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments),
            ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumberIfAny(ref arguments),
            ReplyArguments.TakeText(ref arguments), [.. marks[false]],
            [.. marks[true].Select(mark => mark with { Name = mark.Name[OfState.Length..] })], reply.Frame);
    }

    /// <summary>Marks the present frame. A mark with the same name is replaced.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="name">1 to 64 bytes of UTF-8 without control characters.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The mark's frame in the history, and the frame of the reply.</returns>
    /// <exception cref="EmulatorException"><see cref="EmulatorFailure.Overloaded"/>: there are 100 marks.</exception>
    public static async Task<(long Now, long Frame)> MarkAsync(
        this EmulatorClient emulator, string name, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.HistoryMark.Request(name), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Marks the frame in which a state was saved, or to which it was loaded. An earlier mark of the state is replaced.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="name">The state's name: 1 to 64 bytes of UTF-8 without control characters.</param>
    /// <param name="frame">The frame number, from the reply to saving or loading.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="EmulatorException">
    /// <see cref="EmulatorFailure.Overloaded"/>: there is no room for another mark; <see cref="EmulatorFailure.Conflict"/>: the history has
    /// no such frame, as after a rewind.
    /// </exception>
    public static async Task MarkStateAsync(
        this EmulatorClient emulator, string name, long frame, CancellationToken cancellationToken)
    {
        var text = frame.ToString(CultureInfo.InvariantCulture);
        (await emulator.SendAsync(CommandTable.HistoryState.Request(name, text), cancellationToken).ConfigureAwait(false)).Dispose();
    }

    /// <summary>Returns to an earlier frame, or forward to a frame that a rewind has left. A held game stands still there.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="to">The frame.</param>
    /// <param name="lease">The lease's name, required for an exclusive hold; null otherwise.</param>
    /// <param name="cancellationToken">Cancels the request before it runs.</param>
    /// <returns>The frames that can be returned to now, and the number of the frame that was returned to.</returns>
    /// <exception cref="EmulatorException">
    /// Among others <see cref="EmulatorFailure.Conflict"/>: the history doesn't have the frame; <see cref="EmulatorFailure.Held"/>; and
    /// <see cref="EmulatorFailure.Overloaded"/> during a step or an act. Nothing was done.
    /// </exception>
    public static async Task<HistoryRange> RewindAsync(
        this EmulatorClient emulator, RewindTarget to, string? lease, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.HistoryRewind.Request(to.Unit, to.Value, lease), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        var arguments = reply.Arguments;
        return new HistoryRange(
            ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments),
            reply.Frame);
    }

    private static List<HistoryMark> ReadMarks(ReadOnlySpan<byte> lines)
    {
        var marks = new List<HistoryMark>();
        foreach (var line in Encoding.UTF8.GetString(lines).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var parts = line.Split(' ', 2);
            if (parts.Length != 2 || !long.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var frame))
                throw new EmulatorException(EmulatorFailure.ProtocolError, "The script's reply has a mark without a frame.");
            marks.Add(new HistoryMark(parts[1], frame));
        }

        return marks;
    }
}

/// <summary>Names the frame that a rewind returns to.</summary>
public readonly record struct RewindTarget
{
    private RewindTarget(string unit, string value) => (Unit, Value) = (unit, value);

    internal string Unit { get; }

    internal string Value { get; }

    /// <summary>Goes back by a number of frames, 1 to 2,147,483,647.</summary>
    public static RewindTarget Back(int frames) => new("frames", frames.ToString(CultureInfo.InvariantCulture));

    /// <summary>Goes to a frame of the history, 0 to 2,147,483,647.</summary>
    public static RewindTarget To(int frame) => new("frame", frame.ToString(CultureInfo.InvariantCulture));

    /// <summary>Goes to a marked frame.</summary>
    public static RewindTarget ToMark(string name) => new("mark", name);
}

/// <summary>Describes a history.</summary>
/// <param name="From">The first frame that can be returned to.</param>
/// <param name="Now">The present frame.</param>
/// <param name="To">The last frame that is known: after <paramref name="Now"/> only after a rewind.</param>
/// <param name="Bytes">The memory that it takes.</param>
/// <param name="HashedFrame">The frame after which all writable memory was hashed last, mostly one in 600; null: none.</param>
/// <param name="Hash">That hash, 16 hexadecimal digits of XXH64; empty: none.</param>
/// <param name="Marks">The marks, in the order in which they were set.</param>
/// <param name="States">The marks of named states: where each was saved or loaded last.</param>
/// <param name="Frame">The frame of the reply.</param>
public sealed record HistoryNow(
    long From, long Now, long To, long Bytes, long? HashedFrame, string Hash, IReadOnlyList<HistoryMark> Marks,
    IReadOnlyList<HistoryMark> States, long Frame);

/// <summary>Describes a marked frame of a history.</summary>
/// <param name="Name">The name.</param>
/// <param name="Frame">The frame in the history.</param>
public readonly record struct HistoryMark(string Name, long Frame);

/// <summary>Describes the frames of a history.</summary>
/// <param name="From">The first frame that can be returned to.</param>
/// <param name="Now">The present frame.</param>
/// <param name="To">The last frame that is known.</param>
/// <param name="Frame">The number of the present frame outside of the history.</param>
public readonly record struct HistoryRange(long From, long Now, long To, long Frame);
