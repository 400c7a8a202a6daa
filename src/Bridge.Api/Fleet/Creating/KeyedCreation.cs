using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>
/// Creates at most one emulator for an <c>Idempotency-Key</c>: takes the key for this host first, and gives it back after a failure.
/// </summary>
/// <param name="host">This host's id.</param>
/// <param name="keys">The keys of all hosts.</param>
/// <param name="turns">Lets one creation with a key run at a time.</param>
internal sealed class KeyedCreation(string host, IKeyStore keys, KeyTurns turns)
{
    /// <summary>Creates the emulator, or responds with the one that the key has.</summary>
    /// <param name="wanted">The key, and what it is for.</param>
    /// <param name="work">What the key's emulator needs of this host.</param>
    /// <param name="cancellationToken">The client has hung up.</param>
    /// <exception cref="EtcdException">etcd did not answer; nothing was created.</exception>
    public async Task<PlacingResult> RunAsync(WantedKey wanted, IKeyedWork work, CancellationToken cancellationToken)
    {
        // One at a time, so that a failed one can't give the key back while another creates with it.
        using var turn = await turns.EnterAsync($"key {wanted.Key}", cancellationToken);
        var (pinned, isNew) = await PinAsync(wanted, work, cancellationToken);
        if (pinned.BodyHash != wanted.BodyHash)
            return PlacingResult.OtherBody;
        if (pinned.Host != host)
            return PlacingResult.Elsewhere(pinned.Host);
        // A new key can't have created the emulator that has its name.
        return !isNew && pinned.Name is { } name && work.TryRepeat(name) is { } repeated
            ? await repeated
            : await TryAsync(wanted, work, pinned);
    }

    private async Task<PlacingResult> TryAsync(WantedKey wanted, IKeyedWork work, FleetCreationKey pinned)
    {
        try
        {
            return await work.CreateAsync(wanted.Name is null ? pinned.Name : null);
        }
        finally
        {
            // Not by the response: the client may have hung up when the emulator was there.
            if (pinned.Name is null || !work.IsThere(pinned.Name))
                await UnpinAsync(wanted);
        }
    }

    private async Task<(FleetCreationKey Key, bool IsNew)> PinAsync(WantedKey wanted, IKeyedWork work, CancellationToken cancellationToken)
    {
        // The bridge that placed the creation has taken the key for no host.
        var own = new FleetCreationKey(host, wanted.BodyHash, wanted.Name ?? work.NewName());
        while (true)
        {
            var kept = await keys.TakeAsync(wanted.Key, own, cancellationToken);
            if (kept.Host != FleetCreationKey.NoHost || kept.BodyHash != own.BodyHash)
                return (kept, false);
            if (await keys.ReplaceAsync(wanted.Key, own, kept.Revision, cancellationToken))
                return (own, true);
        }
    }

    private async Task UnpinAsync(WantedKey wanted)
    {
        try
        {
            var none = new FleetCreationKey(FleetCreationKey.NoHost, wanted.BodyHash, null);
            var kept = await keys.TakeAsync(wanted.Key, none, CancellationToken.None);
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
/// <param name="BodyHash">Tells whether the body is the same.</param>
/// <param name="Name">The name that the client chose; null: none.</param>
internal sealed record WantedKey(string Key, string BodyHash, string? Name);

/// <summary>What a creation with a key needs of its host.</summary>
internal interface IKeyedWork
{
    /// <summary>Returns a name for a new emulator.</summary>
    string NewName();

    /// <summary>Returns whether this host has the emulator of this name that the key has created.</summary>
    bool IsThere(string name);

    /// <summary>Creates the emulator, with a name that is given, or else the chosen one.</summary>
    Task<PlacingResult> CreateAsync(string? given);

    /// <summary>Responds with the emulator of this name; null: it has ended, or the key has not created it.</summary>
    Task<PlacingResult>? TryRepeat(string name);
}
