using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>
/// Creates at most one emulator for an <c>Idempotency-Key</c>: reserves the key for this host first, and releases it after a failure.
/// </summary>
/// <typeparam name="T">What became of the creation; a model of it in the simulation.</typeparam>
/// <param name="host">This host's id.</param>
/// <param name="keys">The keys of all hosts.</param>
/// <param name="turns">Lets one creation with a key run at a time.</param>
/// <param name="newName">Returns a name for a new emulator.</param>
internal sealed class KeyReservations<T>(string host, CreationKeys keys, KeyTurns turns, Func<string> newName) where T : class
{
    /// <summary>Creates the emulator, or returns the one that the key has created.</summary>
    /// <param name="wanted">The key, and what it is for.</param>
    /// <param name="find">Returns the emulator of a name; null: it has ended, or the key has not created it.</param>
    /// <param name="create">Creates the emulator under a name; null: under the name that the client chose.</param>
    /// <param name="cancellationToken">The client has hung up.</param>
    /// <exception cref="EtcdException">etcd did not respond; nothing was created.</exception>
    public async Task<Placed<T>> RunAsync(
        WantedKey wanted, Func<string, T?> find, Func<string?, Task<Placed<T>>> create, CancellationToken cancellationToken)
    {
        // One at a time, so that a failed one can't release the key while another creates with it.
        using var turn = await turns.EnterAsync($"key {wanted.Key}", cancellationToken);
        var (reserved, isNew) = await ReserveAsync(wanted, cancellationToken);
        if (reserved.BodyHash != wanted.BodyHash)
            return new Placed<T>(PlacedKind.OtherBody);
        if (reserved.Host != host)
            return new Placed<T>(PlacedKind.OtherHost, Host: reserved.Host);
        // A new key can't have created the emulator that has its name.
        if (!isNew && reserved.Name is { } name && find(name) is { } created)
            return new Placed<T>(PlacedKind.Done, created);
        try
        {
            return await create(wanted.Name is null ? reserved.Name : null);
        }
        finally
        {
            // Not by the result: the client may have hung up when the emulator was there.
            if (reserved.Name is null || find(reserved.Name) is null)
                await ReleaseAsync(wanted);
        }
    }

    private async Task<(FleetCreationKey Key, bool IsNew)> ReserveAsync(WantedKey wanted, CancellationToken cancellationToken)
    {
        // The bridge that placed the creation has reserved the key for no host.
        var own = new FleetCreationKey(host, wanted.BodyHash, wanted.Name ?? newName());
        while (true)
        {
            var kept = await keys.ReserveAsync(wanted.Key, own, cancellationToken);
            if (kept.Host != FleetCreationKey.NoHost || kept.BodyHash != own.BodyHash)
                return (kept, false);
            if (await keys.ReplaceAsync(wanted.Key, own, kept.Revision, cancellationToken))
                return (own, true);
        }
    }

    private async Task ReleaseAsync(WantedKey wanted)
    {
        try
        {
            var none = new FleetCreationKey(FleetCreationKey.NoHost, wanted.BodyHash, Name: null);
            var kept = await keys.ReserveAsync(wanted.Key, none, CancellationToken.None);
            if (kept.Host == host)
                await keys.ReplaceAsync(wanted.Key, none, kept.Revision, CancellationToken.None);
        }
        catch (EtcdException)
        {
            // This host keeps the key, and a repeated request comes here again.
        }
    }
}

/// <summary>An <c>Idempotency-Key</c>.</summary>
/// <param name="Key">The key.</param>
/// <param name="BodyHash">The hash of the canonical body.</param>
/// <param name="Name">The name that the client chose; null: none.</param>
internal sealed record WantedKey(string Key, string BodyHash, string? Name);
