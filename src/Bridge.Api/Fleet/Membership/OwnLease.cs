namespace Bridge.Api.Fleet.Membership;

/// <summary>This host's lease in etcd, as far as its own clock tells. All its keys end with it.</summary>
internal sealed class OwnLease(TimeProvider time)
{
    /// <summary>The seconds that a lease lasts without being renewed.</summary>
    public const int Seconds = 6;

    private Held? _held;

    /// <summary>Gets its number; null if this host has none, or may have none.</summary>
    public long? Id => Volatile.Read(ref _held) is { } held && held.IsCurrent(time) ? held.Id : null;

    /// <summary>
    /// Gets whether the lease surely lives, counted from before the last renewal was sent. etcd may end it later than that, never earlier.
    /// </summary>
    public bool IsHeld => Id is not null;

    /// <summary>Returns the moment to give to <see cref="Renewed"/>. Call it before the request is sent.</summary>
    public LeaseMoment Now() => new(time.GetTimestamp(), time.GetUtcNow());

    /// <summary>Records that etcd granted or renewed the lease.</summary>
    /// <param name="id">Its number.</param>
    /// <param name="sent">The moment before the request was sent.</param>
    /// <param name="seconds">How long it lasts, as etcd responded.</param>
    public void Renewed(long id, LeaseMoment sent, long seconds) =>
        Volatile.Write(ref _held, new Held(id, sent, TimeSpan.FromSeconds(Math.Min(seconds, Seconds))));

    /// <summary>Records that the lease has ended.</summary>
    public void Ended() => Volatile.Write(ref _held, null);

    private sealed record Held(long Id, LeaseMoment Sent, TimeSpan Lasts)
    {
        // The monotonic clock stands still while the machine is suspended, and the other one may be set back.
        public bool IsCurrent(TimeProvider time) => time.GetElapsedTime(Sent.Timestamp) < Lasts && time.GetUtcNow() - Sent.Utc < Lasts;
    }
}

/// <summary>A moment by the monotonic clock and by the time of day.</summary>
internal readonly record struct LeaseMoment(long Timestamp, DateTimeOffset Utc);
