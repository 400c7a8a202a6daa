using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>
/// A search in the memory of one game. It ends with that game, because the same address then holds unrelated data.
/// </summary>
/// <param name="domain">The memory domain; null: the bus.</param>
/// <param name="ranges">The ranges with the remaining candidates, at least one, sorted by address. All have the same type.</param>
internal sealed class Search(string? domain, params IReadOnlyList<SearchedRange> ranges)
{
    private GameIdentity? _game;
    // The frames of the latest filter and of the one before.
    private long _frame;
    private long _frameBefore;
    // Whether the latest filter can be taken back.
    private bool _isNarrowed;

    /// <summary>Gets the type of the numbers.</summary>
    public MemoryType Type => ranges[0].Type;

    /// <summary>Gets the memory domain; null: the bus.</summary>
    public string? Domain => domain;

    /// <summary>Gets the number of candidates. Only the request that holds <see cref="Turn"/> may use it.</summary>
    public int Count => ranges.Sum(range => range.Count);

    /// <summary>
    /// Gets the semaphore that a request holds while it uses the search. Never has a system handle, so it needs no disposing.
    /// </summary>
    public SemaphoreSlim Turn { get; } = new(1);

    /// <summary>Gets whether the game of the search has ended.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Returns candidates in the order of their addresses. Only the request that holds <see cref="Turn"/> may call it.</summary>
    public IEnumerable<(uint Address, long Value, long Before)> Take(int offset, int limit) =>
        ranges.SelectMany(range => range.First(offset + limit)).Skip(offset).Take(limit);

    /// <summary>Takes back the latest narrowing. Only the request that holds <see cref="Turn"/> may call it.</summary>
    /// <returns>The frame of the search before it.</returns>
    /// <exception cref="RequestException">The search was not narrowed, or that has been taken back already.</exception>
    public long Undo()
    {
        if (!_isNarrowed)
        {
            throw new RequestException(ProblemTypes.Conflict,
                "There is no narrowing to take back: only the latest can be, once, and not the first search.", "undo");
        }

        foreach (var range in ranges)
            range.Undo();
        (_frame, _isNarrowed) = (_frameBefore, false);
        return _frame;
    }

    /// <summary>Reads the remaining candidates, each range in one command, and filters them with <paramref name="comparison"/>.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="comparison">Which candidates stay.</param>
    /// <param name="value">What the comparison compares with; 0 if it takes no value.</param>
    /// <param name="isNarrowing">Whether it narrows an earlier search, which can be taken back.</param>
    /// <param name="cancellationToken">Cancels it; the search is unchanged.</param>
    /// <returns>The frame of the last read.</returns>
    /// <exception cref="EmulatorException">The memory can't be read; the search is unchanged.</exception>
    /// <exception cref="RequestException">The game of the search has ended: 404.</exception>
    public async Task<long> FilterAsync(
        EmulatorClient emulator, Comparison comparison, long value, bool isNarrowing, CancellationToken cancellationToken)
    {
        var replies = new List<EmulatorReply>(ranges.Count);
        try
        {
            await ReadAsync(emulator, replies, cancellationToken);
            // Checked after the reads, so that the bytes belong to this game or to one that has ended.
            await CheckGameAsync(emulator, cancellationToken);
            for (var i = 0; i < ranges.Count; i++)
                ranges[i].Filter(replies[i].Payload.Span, comparison, value);
            (_frameBefore, _frame, _isNarrowed) = (_frame, replies[^1].Frame, isNarrowing);
            return _frame;
        }
        finally
        {
            replies.ForEach(static reply => reply.Dispose());
        }
    }

    private async Task ReadAsync(EmulatorClient emulator, List<EmulatorReply> replies, CancellationToken cancellationToken)
    {
        try
        {
            foreach (var range in ranges)
            {
                var (offset, length) = range.Needed;
                replies.Add(await emulator.ReadRangeAsync(range.Start + (uint)offset, length, domain, cancellationToken));
            }
        }
        catch (EmulatorException) when (_game is not null)
        {
            // Another game may have less memory.
            await CheckGameAsync(emulator, cancellationToken);
            throw;
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
