namespace Bridge.Api.Fleet.Etcd;

/// <summary>Remembers when etcd was last heard: a response, or a line of a watch.</summary>
internal sealed class EtcdContact(TimeProvider time)
{
    private long _heardAt = time.GetTimestamp();

    /// <summary>Gets the time since then; before the first time, since the start.</summary>
    public TimeSpan Age => time.GetElapsedTime(Volatile.Read(ref _heardAt));

    /// <summary>Records that etcd was heard now.</summary>
    public void Heard() => Volatile.Write(ref _heardAt, time.GetTimestamp());
}
