using Bridge.Api.Fleet.Etcd;

namespace Bridge.Api.Fleet;

/// <summary>Takes and releases names that clients chose, in etcd: of all hosts one has a name.</summary>
internal sealed class FleetNames
{
    /// <summary>Takes a name for this host. It ends with the host's lease, unless it has a checkpoint.</summary>
    /// <returns>False if another emulator has it.</returns>
    /// <exception cref="EtcdException">etcd did not answer. The name may have been taken; release it.</exception>
    public Task<bool> TryTakeAsync(string name, FleetAlias alias, CancellationToken cancellationToken) =>
        throw new NotImplementedException();

    /// <summary>Takes a name over from a lost host.</summary>
    /// <param name="name">The name.</param>
    /// <param name="alias">Its new value.</param>
    /// <param name="revision">The revision of its value before.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>False if its value has changed since, or its host is back.</returns>
    /// <exception cref="EtcdException">etcd did not answer. The name may have been taken.</exception>
    public Task<bool> TryTakeOverAsync(string name, FleetAlias alias, long revision, CancellationToken cancellationToken) =>
        throw new NotImplementedException();

    /// <summary>Releases a name if this host still has it.</summary>
    /// <exception cref="EtcdException">etcd did not answer. The name is released later.</exception>
    public Task ReleaseAsync(string name, CancellationToken cancellationToken) => throw new NotImplementedException();

    /// <summary>Reads a name from etcd, not from the copy; null if no host has it.</summary>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    public Task<FleetAlias?> FindAsync(string name, CancellationToken cancellationToken) => throw new NotImplementedException();
}
