using System.Globalization;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands of notes: lines of text at frames. With a history they have its frame numbers, and are forgotten with its frames.
/// Without one they have the frame numbers of the game, and a jump back forgets those after it.
/// </summary>
public static class NoteCommands
{
    /// <summary>Puts a line of text at the present frame. With 1,000 notes the oldest one is forgotten.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="text">1 to <see cref="WireLimits.NoteBytes"/> bytes of UTF-8 without control characters.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame of the note, and the frame of the reply.</returns>
    public static async Task<(long At, long Frame)> AddNoteAsync(
        this EmulatorClient emulator, string text, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.Note.Request() with { Payload = Encoding.UTF8.GetBytes(text) }, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Gets the notes, ordered by frame, and the frame of the reply.</summary>
    public static async Task<(IReadOnlyList<GameNote> Notes, long Frame)> GetNotesAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.Notes.Request(), cancellationToken).ConfigureAwait(false);
        return (Read(reply.Payload.Span), reply.Frame);
    }

    private static List<GameNote> Read(ReadOnlySpan<byte> lines)
    {
        var notes = new List<GameNote>();
        foreach (var line in Encoding.UTF8.GetString(lines).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var parts = line.Split(' ', 2);
            if (parts.Length != 2 || !long.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var frame))
                throw new EmulatorException(EmulatorFailure.ProtocolError, "The script's reply has a note without a frame.");
            notes.Add(new GameNote(frame, parts[1]));
        }

        return notes;
    }
}

/// <summary>Describes a line of text at a frame.</summary>
/// <param name="Frame">The frame.</param>
/// <param name="Text">The text.</param>
public readonly record struct GameNote(long Frame, string Text);
