namespace Bridge.Api.Fleet.Membership;

/// <summary>
/// Distinguishes a silent watch from a dead one. A member that has stopped, or has lost the others, keeps its watches open; so only this
/// host's own heartbeat, which goes through all of etcd, shows that a watch lives.
/// </summary>
internal sealed class WatchLife(TimeProvider time)
{
    /// <summary>How long a watch may lack this host's own heartbeat, which is written every two seconds.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(6);

    private long _seenAt = time.GetTimestamp();

    public bool IsDead => time.GetElapsedTime(_seenAt) >= Patience;

    /// <summary>Records that a watch has begun, or has shown this host's own heartbeat.</summary>
    public void Confirm() => _seenAt = time.GetTimestamp();
}
