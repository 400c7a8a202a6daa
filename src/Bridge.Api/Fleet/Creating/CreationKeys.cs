using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Keeps the <c>Idempotency-Key</c> of creations in etcd for ten minutes, for all hosts.</summary>
internal sealed class CreationKeys(IEtcd etcd, FleetKeys keys, TimeProvider time)
{
    // Creations within a minute share a lease. It lasts a minute longer than ten, so that the last key lasts ten.
    private const long LeaseSeconds = 660;
    private const int Attempts = 2;

    private static readonly TimeSpan Shared = TimeSpan.FromMinutes(1);

    private Lease? _lease;

    /// <summary>Reserves a key.</summary>
    /// <returns>What was there before, or <paramref name="wanted"/>; with its revision.</returns>
    /// <exception cref="EtcdException">etcd did not respond.</exception>
    public async Task<FleetCreationKey> ReserveAsync(string key, FleetCreationKey wanted, CancellationToken cancellationToken)
    {
        var name = keys.Creation(key);
        var response = await PutAsync(name, wanted, EtcdCompare.IsAbsent(name), cancellationToken);
        if (response.Succeeded)
            return wanted with { Revision = response.Header.Revision };
        return response.Found is { } found && Read(found) is { } other
            ? other
            : throw new EtcdException("etcd has no readable value for this Idempotency-Key.");
    }

    /// <summary>Replaces what a key has, if it is still that of <paramref name="revision"/>.</summary>
    /// <returns>False if it has changed or ended.</returns>
    /// <exception cref="EtcdException">etcd did not respond.</exception>
    public async Task<bool> ReplaceAsync(string key, FleetCreationKey other, long revision, CancellationToken cancellationToken)
    {
        var name = keys.Creation(key);
        var response = await PutAsync(name, other, EtcdCompare.IsAt(name, revision), cancellationToken);
        // A call may be sent twice. If only the response to the first one was lost, the key already has this value.
        return response.Succeeded || (response.Found is { } found && found.ModRevision > revision
            && Read(found) == other with { Revision = found.ModRevision });
    }

    private async Task<TxnResponse> PutAsync(
        byte[] name, FleetCreationKey value, EtcdCompare condition, CancellationToken cancellationToken)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(value, FleetJson.Context.FleetCreationKey);
        for (var attempt = 1; ; attempt++)
        {
            var lease = await LeaseAsync(cancellationToken);
            try
            {
                return await etcd.TxnAsync(TxnRequest.Put(new PutRequest(name, json, lease), condition), cancellationToken);
            }
            // The lease is unknown, because etcd was recreated.
            catch (EtcdException exception) when (exception.Code == EtcdException.NotFound && attempt < Attempts)
            {
                Volatile.Write(ref _lease, null);
            }
        }
    }

    // Two requests at once may make two leases, which does no harm.
    private async Task<long> LeaseAsync(CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _lease) is { } lease && time.GetElapsedTime(lease.Granted) < Shared)
            return lease.Id;
        var now = time.GetTimestamp();
        var granted = await etcd.GrantAsync(LeaseSeconds, cancellationToken);
        Volatile.Write(ref _lease, new Lease(granted.Id, now));
        return granted.Id;
    }

    private static FleetCreationKey? Read(EtcdKeyValue value) =>
        EtcdValue.TryRead(value.Value ?? [], FleetJson.Context.FleetCreationKey) is { } key
            ? key with { Revision = value.ModRevision } : null;

    private sealed record Lease(long Id, long Granted);
}
