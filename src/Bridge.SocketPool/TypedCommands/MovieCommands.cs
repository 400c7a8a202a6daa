using System.Globalization;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for movies of the bundled emulator (docs/movies.md): its history as a stream of bytes, and back. Other emulators fail
/// with <see cref="EmulatorFailure.Unsupported"/>.
/// </summary>
public static class MovieCommands
{
    /// <summary>Has the emulator write a movie of frames of its history, in place of an earlier one.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="from">The first frame that the movie runs, in numbers of the history. It may begin some frames earlier.</param>
    /// <param name="to">The last frame.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="EmulatorException">
    /// <see cref="EmulatorFailure.Conflict"/>: the history lacks one of the frames.
    /// </exception>
    public static async Task<WrittenMovie> WriteMovieAsync(
        this EmulatorClient emulator, long from, long to, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.MovieWrite.Request(from, to), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new WrittenMovie(
            ReplyArguments.TakeText(ref arguments), ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments),
            ReplyArguments.TakeNumber(ref arguments), ClockOf(ReplyArguments.TakeText(ref arguments)), reply.Frame);
    }

    /// <summary>Reads up to 1,048,576 bytes of the movie that the emulator has written.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="id">The movie's <see cref="WrittenMovie.Id"/>.</param>
    /// <param name="offset">The first byte, from 0.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The reply with the bytes as payload. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException"><see cref="EmulatorFailure.Conflict"/>: another movie was written since then.</exception>
    public static ValueTask<EmulatorReply> ReadMovieAsync(
        this EmulatorClient emulator, string id, long offset, CancellationToken cancellationToken) =>
        emulator.SendAsync(CommandTable.MovieRead.Request(id, offset), cancellationToken);

    /// <summary>Sends a piece of a movie to the emulator.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="offset">The piece's first byte; 0 begins another movie.</param>
    /// <param name="total">The bytes of the whole movie.</param>
    /// <param name="piece">1 to 1,048,576 bytes.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="EmulatorException"><see cref="EmulatorFailure.Conflict"/>: it is not the next piece.</exception>
    public static async Task SendMovieAsync(
        this EmulatorClient emulator, long offset, long total, ReadOnlyMemory<byte> piece, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.MovieSend.Request(offset, total) with { Payload = piece }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Puts the game at the start of the movie that was sent, runs it, and compares its hashes with the game's. Afterwards the movie is the
    /// game's history: its frame 1 is frame 0 there.
    /// </summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="to">The last frame of the movie to run, from 1; 0: all.</param>
    /// <param name="stopsAtDifference">Whether it stops at the first hash that differs.</param>
    /// <param name="lease">The lease's name, required for an exclusive hold; null otherwise.</param>
    /// <param name="cancellationToken">Ends it; the game goes on from there.</param>
    /// <exception cref="EmulatorException">The movie is not one of this game, or not valid. Nothing has changed.</exception>
    public static async Task<PlayedMovie> PlayMovieAsync(
        this EmulatorClient emulator, int to, bool stopsAtDifference, string? lease, CancellationToken cancellationToken)
    {
        // The last argument: it goes on after any difference.
        var request = stopsAtDifference ? CommandTable.MoviePlay.Request(to, lease) : CommandTable.MoviePlay.Request(to, lease, "any");
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        var arguments = reply.Arguments;
        return new PlayedMovie(
            ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeText(ref arguments),
            ReplyArguments.TakeNumberIfAny(ref arguments), ReplyArguments.TakeNumberIfAny(ref arguments),
            ReplyArguments.TakeText(ref arguments).Split(',', StringSplitOptions.RemoveEmptyEntries), reply.Frame);
    }

    private static long? ClockOf(string text) => text == "system" ? null
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) ? seconds
        : throw new EmulatorException(EmulatorFailure.ProtocolError, "The script's reply has no clock where one is required.");
}

/// <summary>Describes a movie that the emulator has written.</summary>
/// <param name="Id">Its name for <see cref="MovieCommands.ReadMovieAsync"/>.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="From">The first frame that it runs, in numbers of the history.</param>
/// <param name="To">The last frame.</param>
/// <param name="Clock">The cartridge's clock at power-on, in seconds since 1970; null: it follows the system's clock.</param>
/// <param name="Frame">The frame of the reply.</param>
public sealed record WrittenMovie(string Id, long Size, long From, long To, long? Clock, long Frame);

/// <summary>Describes how a movie was played.</summary>
/// <param name="Played">How many of its frames have run.</param>
/// <param name="Checked">How many hashes were compared.</param>
/// <param name="Result"><c>equal</c>, <c>differs</c>, or <c>interrupted</c>: the game was used otherwise.</param>
/// <param name="After">The last frame whose hash was equal, 0: the start; null: no hash differs.</param>
/// <param name="Before">The first frame whose hash differs; null: none does.</param>
/// <param name="Regions">The regions of memory that differ there.</param>
/// <param name="Frame">The frame of the reply.</param>
public sealed record PlayedMovie(
    long Played, long Checked, string Result, long? After, long? Before, IReadOnlyList<string> Regions, long Frame);
