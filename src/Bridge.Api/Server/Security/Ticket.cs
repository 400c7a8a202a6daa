using System.Security.Cryptography;
using Bridge.Api.Contract.OpenApi;

namespace Bridge.Api.Server.Security;

/// <summary>Opens one thing of one emulator, until it expires or is revoked. Its secret is kept as a hash.</summary>
internal sealed class Ticket : IDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly byte[] _hash;
    private readonly TimeProvider _time;
    private readonly IDisposable? _place;

    /// <param name="id">Its identifier, which is no secret.</param>
    /// <param name="purpose">What it opens.</param>
    /// <param name="secret">Its secret.</param>
    /// <param name="token">The token that made it; null: none was needed.</param>
    /// <param name="expiresAt">When it ends.</param>
    /// <param name="time">The clock.</param>
    /// <param name="place">Its place in the token's share, which it returns at its end.</param>
    public Ticket(string id, TicketPurpose purpose, string secret, AccessToken? token, DateTimeOffset expiresAt, TimeProvider time,
        IDisposable? place)
    {
        (Id, Purpose, Token, ExpiresAt) = (id, purpose, token, expiresAt);
        (_hash, _time, _place) = (TicketSecret.HashOf(secret), time, place);
        Ended = _end.Token;
    }

    public string Id { get; }

    public TicketPurpose Purpose { get; }

    public AccessToken? Token { get; }

    public DateTimeOffset ExpiresAt { get; }

    /// <summary>Gets the token that is cancelled when the ticket ends.</summary>
    public CancellationToken Ended { get; }

    /// <summary>Gets whether it opens nothing any more. The book's timer stops while the machine sleeps; the clock doesn't.</summary>
    public bool HasEnded => Ended.IsCancellationRequested || _time.GetUtcNow() >= ExpiresAt;

    /// <summary>Returns whether the secret with this hash is its own, in a time that doesn't depend on how much of it matches.</summary>
    public bool Is(ReadOnlySpan<byte> hash) => CryptographicOperations.FixedTimeEquals(_hash, hash);

    /// <summary>Returns whether a client with this token may see and revoke it; null: no token is needed.</summary>
    public bool BelongsTo(AccessToken? token) => token is null || token == Token || token.Allows(Scope.Admin);

    /// <summary>Ends it, and the streams that it opened.</summary>
    public void Dispose()
    {
        _end.Cancel();
        _end.Dispose();
        _place?.Dispose();
    }
}
