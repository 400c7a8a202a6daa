using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Memory;

/// <summary>
/// A search in the memory of one game. It ends with that game: what lies at an address afterwards has nothing to do with what lay there.
/// </summary>
/// <param name="domain">The memory domain; null: the bus.</param>
/// <param name="range">What is left of it.</param>
internal sealed class Search(string? domain, SearchedRange range)
{
    private GameIdentity? _game;

    /// <summary>For the request that has the turn.</summary>
    public SearchedRange Range { get; } = range;

    /// <summary>One at a time narrows it. Never has a handle of the system, so nobody has to dispose it.</summary>
    public SemaphoreSlim Turn { get; } = new(1);

    /// <summary>Its game is gone.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Reads what is left of it, in one command, and keeps what <paramref name="comparison"/> keeps.</summary>
    /// <returns>The frame.</returns>
    /// <exception cref="EmulatorException">It can't be read; the search is as it was.</exception>
    /// <exception cref="RequestException">Its game is gone: 404.</exception>
    public async Task<long> LookAsync(EmulatorClient emulator, Comparison comparison, long value, CancellationToken cancellationToken)
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
            // Asked for behind the read: what was read belongs to this game, or to one that is over.
            await CheckGameAsync(emulator, cancellationToken);
            Range.Keep(reply.Payload.Span, comparison, value);
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
