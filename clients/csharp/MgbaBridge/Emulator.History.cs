using static MgbaBridge.HistoryJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the frames that the game can be rewound to, and the marks. Only the bundled emulator has a history.</summary>
    public Task<GameHistory> GetHistoryAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/history"), Default.GameHistory, cancellationToken);

    /// <summary>Gives the present frame a name of 1 to 64 printable ASCII characters.</summary>
    /// <returns>The frame of the history.</returns>
    public async Task<long> MarkAsync(string name, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/history/marks", new NameJson(name), Default.NameJson);
        return (await Transport.SendAsync(call, Default.MarkedJson, cancellationToken).ConfigureAwait(false)).At;
    }

    /// <summary>Puts a line of text at the present frame, which clips show.</summary>
    /// <param name="text">1 to 200 characters without control characters.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame of the history; without a history, the frame number.</returns>
    public async Task<long> AddNoteAsync(string text, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/notes", new TextJson(text), Default.TextJson);
        return (await Transport.SendAsync(call, Default.MarkedJson, cancellationToken).ConfigureAwait(false)).At;
    }

    /// <summary>Returns the newest notes, ordered by frame.</summary>
    /// <param name="limit">Max notes, 1 to 1,000.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public async Task<IReadOnlyList<Note>> GetNotesAsync(int limit = 100, CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/notes?limit={limit}"), Default.NotesJson, cancellationToken).ConfigureAwait(false))
            .Notes;

    /// <summary>Returns the game to an earlier frame, or forward again as long as nothing else was played since.</summary>
    /// <param name="to">The frame.</param>
    /// <param name="lease">The lease of the hold, required if it is exclusive.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">For example 409 <c>conflict</c>: the history doesn't have the frame.</exception>
    public Task<Rewound> RewindAsync(RewindTo to, string? lease = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, $"{_path}/rewind", to.Json with { Lease = lease }, Default.RewindJson);
        return Transport.SendAsync(call, Default.Rewound, cancellationToken);
    }
}
