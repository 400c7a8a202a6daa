using System.Runtime.CompilerServices;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies;

/// <summary>
/// Transfers streams of movies between the bridge and emulators, in pieces. Each emulator reads one at a time, and writes one.
/// </summary>
internal sealed class MovieTransfer
{
    private readonly ConditionalWeakTable<EmulatorClient, SemaphoreSlim> _readTurns = [];
    private readonly ConditionalWeakTable<EmulatorClient, SemaphoreSlim> _playTurns = [];

    /// <summary>Has an emulator write a movie of its history, and reads it.</summary>
    /// <returns>The stream, and what the emulator said of it.</returns>
    public async Task<(byte[] Stream, WrittenMovie Written)> ReadAsync(
        EmulatorClient client, long from, long to, CancellationToken cancellationToken)
    {
        var turn = TurnOf(_readTurns, client);
        await turn.WaitAsync(cancellationToken);
        try
        {
            var written = await client.WriteMovieAsync(from, to, cancellationToken);
            if (written.Size is < 1 or > MovieLimits.Bytes)
                throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script wrote a movie of {written.Size} bytes.");
            var stream = new byte[written.Size];
            for (var offset = 0; offset < stream.Length;)
            {
                using var piece = await client.ReadMovieAsync(written.Id, offset, cancellationToken);
                if (piece.Payload.Length == 0 || piece.Payload.Length > stream.Length - offset)
                    throw new EmulatorException(EmulatorFailure.ProtocolError, "The script sent a piece of a movie with a wrong length.");
                piece.Payload.CopyTo(stream.AsMemory(offset));
                offset += piece.Payload.Length;
            }

            return (stream, written);
        }
        finally
        {
            turn.Release();
        }
    }

    /// <summary>Sends a stream to an emulator, and plays it. Meanwhile no other is sent, because that would replace this one.</summary>
    /// <exception cref="RequestException">Another movie plays in the emulator: 503.</exception>
    public async Task<PlayedMovie> PlayAsync(
        EmulatorClient client, byte[] stream, Func<Task<PlayedMovie>> playAsync, CancellationToken cancellationToken)
    {
        var turn = TurnOf(_playTurns, client);
        if (!await turn.WaitAsync(TimeSpan.Zero, cancellationToken))
            throw new RequestException(ProblemTypes.Overloaded, "Another movie plays in this emulator. This one was not played.");
        try
        {
            for (var offset = 0; offset < stream.Length; offset += WireLimits.MoviePieceBytes)
            {
                var piece = stream.AsMemory(offset, Math.Min(WireLimits.MoviePieceBytes, stream.Length - offset));
                await client.SendMovieAsync(offset, stream.Length, piece, cancellationToken);
            }

            return await playAsync();
        }
        finally
        {
            turn.Release();
        }
    }

    private static SemaphoreSlim TurnOf(ConditionalWeakTable<EmulatorClient, SemaphoreSlim> turns, EmulatorClient client) =>
        turns.GetValue(client, static _ => new SemaphoreSlim(1, 1));
}
