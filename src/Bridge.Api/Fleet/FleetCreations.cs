using System.Text.Json.Serialization;
using Bridge.Api.Fleet.Etcd;

namespace Bridge.Api.Fleet;

/// <summary>Keeps the <c>Idempotency-Key</c> of creations in etcd for ten minutes, for all hosts.</summary>
internal sealed class FleetCreations
{
    /// <summary>Takes a key.</summary>
    /// <returns>What was there before, with its revision; or <paramref name="wanted"/>.</returns>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    public Task<FleetCreationKey> TakeAsync(string key, FleetCreationKey wanted, CancellationToken cancellationToken) =>
        throw new NotImplementedException();

    /// <summary>Replaces what a key has, if it is still that of <paramref name="revision"/>.</summary>
    /// <returns>False if it has changed or ended.</returns>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    public Task<bool> ReplaceAsync(string key, FleetCreationKey other, long revision, CancellationToken cancellationToken) =>
        throw new NotImplementedException();
}

/// <summary>What an <c>Idempotency-Key</c> was used for.</summary>
/// <param name="Host">The host that creates the emulator.</param>
/// <param name="BodyHash">Tells whether the body is the same.</param>
/// <param name="Name">The emulator's name, once it is known.</param>
internal sealed record FleetCreationKey(string Host, string BodyHash, string? Name)
{
    /// <summary>The revision of the key in etcd.</summary>
    [JsonIgnore]
    public long Revision { get; init; }
}
