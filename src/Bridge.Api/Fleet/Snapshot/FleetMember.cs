using System.Text.Json.Serialization;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>
/// A host that is in the fleet, or was: the value of its key <c>members/ID</c> in etcd. The key stays when the host is lost, so that a
/// bridge that starts during a failure knows all hosts that may have an emulator.
/// </summary>
/// <param name="Id">Its id.</param>
/// <param name="Address">Where its bridge is reached, like <c>http://10.0.0.7:7185</c>.</param>
/// <param name="Seen">
/// The highest <see cref="Created"/> that its bridge has seen: it knows all members up to that one, also after a restart.
/// </param>
internal sealed record FleetMember(string Id, string Address, long Seen)
{
    /// <summary>The revision of etcd that created the key.</summary>
    [JsonIgnore]
    public long Created { get; init; }
}
