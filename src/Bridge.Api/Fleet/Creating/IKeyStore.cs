using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Keeps the <c>Idempotency-Key</c> of creations for all hosts. Tests have their own.</summary>
internal interface IKeyStore
{
    /// <summary>Reserves a key.</summary>
    /// <returns>What was there before, or <paramref name="wanted"/>; with its revision.</returns>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    Task<FleetCreationKey> ReserveAsync(string key, FleetCreationKey wanted, CancellationToken cancellationToken);

    /// <summary>Replaces what a key has, if it is still that of <paramref name="revision"/>.</summary>
    /// <returns>False if it has changed or ended.</returns>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    Task<bool> ReplaceAsync(string key, FleetCreationKey other, long revision, CancellationToken cancellationToken);
}
