using System.Text.Json.Serialization;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>A host as all others see it: the value of its key <c>hosts/ID</c> in etcd, which lives as long as the host's lease.</summary>
/// <param name="Id">Its id, the beginning of its emulators' names.</param>
/// <param name="Address">Where its bridge is reached, like <c>http://10.0.0.7:7185</c>.</param>
/// <param name="Raw">HOST:PORT of its raw listener; null: it has none.</param>
/// <param name="Instance">Names this run of its bridge; another one after each start.</param>
/// <param name="Slots">How many emulators it may have.</param>
/// <param name="Free">How many more it may start.</param>
/// <param name="Warm">How many warm ones it has.</param>
/// <param name="Roms">The names of its ROMs as a hash: a key <c>roms/HASH</c> has the list.</param>
/// <param name="Draining">Whether it takes no new emulators.</param>
/// <param name="Version">The version of its bridge.</param>
/// <param name="Heartbeats">Counts up every two seconds, so that a watch shows that it lives.</param>
internal sealed record FleetHost(
    string Id, string Address, string? Raw, string Instance, int Slots, int Free, int Warm, string Roms, bool Draining, string Version,
    [property: JsonPropertyName("beat")] long Heartbeats);
