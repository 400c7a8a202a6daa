using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>
/// A search in the memory of one game. It ends with that game, because the same address then holds unrelated data.
/// </summary>
/// <param name="domain">The memory domain; null: the bus.</param>
/// <param name="range">The range with the remaining candidates.</param>
internal sealed class Search(string? domain, SearchedRange range)
{
    private GameIdentity? _game;

    /// <summary>Gets the range. Only the request that holds <see cref="Turn"/> may use it.</summary>
    public SearchedRange Range { get; } = range;

    /// <summary>Gets the semaphore of the request that narrows the search. Never has a system handle, so it needs no disposing.</summary>
    public SemaphoreSlim Turn { get; } = new(1);

    /// <summary>Gets whether the game of the search has ended.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Reads the remaining candidates in one command, and filters them with <paramref name="comparison"/>.</summary>
    /// <returns>The frame of the read.</returns>
    /// <exception cref="EmulatorException">The memory can't be read; the search is unchanged.</exception>
    /// <exception cref="RequestException">The game of the search has ended: 404.</exception>
    public async Task<long> FilterAsync(EmulatorClient emulator, Comparison comparison, long value, CancellationToken cancellationToken)
    {
        var (offset, length) = Range.Needed;
        EmulatorReply reply;
        try
        {
            reply = await emulator.ReadRangeAsync(Range.Start + (uint)offset, length, domain, cancellationToken);
        }
        catch (EmulatorException) when (_game is not null)
        {
            // Another game may have less memory.
            await CheckGameAsync(emulator, cancellationToken);
            throw;
        }

        using (reply)
        {
            // Checked after the read, so that the bytes belong to this game or to one that has ended.
            await CheckGameAsync(emulator, cancellationToken);
            Range.Filter(reply.Payload.Span, comparison, value);
            return reply.Frame;
        }
    }

    private async Task CheckGameAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        await emulator.RefreshAsync(cancellationToken);
        var now = GameIdentity.Of(emulator.Status.Facts);
        IsOver = now != (_game ??= now);
        if (IsOver)
        {
            throw new RequestException(ProblemTypes.UnknownSearch,
                $"The search was made in {_game.Value}; the game is now {now}. Searches end with their game; start a new search.", "id");
        }
    }
}
