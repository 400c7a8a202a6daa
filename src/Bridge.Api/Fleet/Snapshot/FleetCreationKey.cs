using System.Text.Json.Serialization;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>What an <c>Idempotency-Key</c> was used for.</summary>
/// <param name="Host">The host that creates the emulator; empty: none yet.</param>
/// <param name="BodyHash">The hash of the canonical body.</param>
/// <param name="Name">The emulator's name, once it is known.</param>
internal sealed record FleetCreationKey(string Host, string BodyHash, string? Name)
{
    /// <summary>The host of a key whose creation failed, or was not placed yet.</summary>
    public const string NoHost = "";

    /// <summary>The revision of the key in etcd.</summary>
    [JsonIgnore]
    public long Revision { get; init; }
}
