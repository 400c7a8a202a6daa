using System.Text.Json.Serialization;
using Bridge.Api.Emulators;

namespace Bridge.Api.OnDemand;

/// <summary>What another bridge needs to take over a running emulator, as JSON in the emulator's folder.</summary>
/// <param name="Name">The emulator's name.</param>
/// <param name="Process">The id of its process.</param>
/// <param name="StartedAt">When the process started, in ticks of the system's clock since the boot.</param>
/// <param name="Secret">The script's secret.</param>
/// <param name="Rom">The name of the ROM.</param>
/// <param name="Plan">What it runs.</param>
/// <param name="Labels">Its labels.</param>
/// <param name="LeaseSeconds">The duration of its lease; null: it never ends by itself.</param>
/// <param name="KeepsSaves">Whether its saves stay when it ends.</param>
/// <param name="Restored">From what it was restored; null: it was not.</param>
internal sealed record HostRecord(
    string Name, int Process, long StartedAt, string Secret, string Rom, HostPlan Plan,
    IReadOnlyDictionary<string, string> Labels, double? LeaseSeconds, bool KeepsSaves, RestoredDescription? Restored = null)
{
    /// <summary>Gets whether no client knows the emulator: it is warm, or its creation was not finished.</summary>
    [JsonIgnore]
    public bool IsUnused => Rom.Length == 0;

    /// <summary>Returns the record of an emulator that no client knows.</summary>
    public static HostRecord OfUnused(HostProcess host, HostPlan plan) => new(
        Path.GetFileName(host.Folder), host.Id, host.StartedAt ?? 0, host.Secret, Rom: "", plan,
        new Dictionary<string, string>(), LeaseSeconds: null, KeepsSaves: false);

    /// <summary>Returns the process; null if it has ended.</summary>
    public HostProcess? Find(string folder, TimeProvider time) =>
        HostProcess.Find(Process, StartedAt, Secret, folder, time);
}
