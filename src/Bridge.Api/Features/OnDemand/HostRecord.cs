using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.OnDemand;

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
/// <param name="Key">The Idempotency-Key that it was created with, and whose it is; null: none.</param>
internal sealed record HostRecord(
    string Name, int Process, long StartedAt, string Secret, string Rom, HostPlan Plan,
    IReadOnlyDictionary<string, string> Labels, double? LeaseSeconds, bool KeepsSaves, RestoredDescription? Restored = null,
    string? Key = null)
{
    private const int MaxSecretCharacters = 128;

    /// <summary>Gets whether no client knows the emulator: it is warm, or its creation was not finished.</summary>
    [JsonIgnore]
    public bool IsUnused => Rom.Length == 0;

    /// <summary>Returns the record of an emulator that no client knows.</summary>
    public static HostRecord OfUnused(HostProcess host, HostPlan plan) => new(
        Path.GetFileName(host.Folder), host.Id, host.StartedAt ?? 0, host.Secret, Rom: "", plan,
        new Dictionary<string, string>(), LeaseSeconds: null, KeepsSaves: false);

    /// <summary>Returns a sentence about a member with a value that no bridge writes; null: there is none.</summary>
    /// <param name="folder">The name of the folder that it was read from.</param>
    public string? FindProblem(string folder)
    {
        // The serializer accepts a record without some members.
        if (Name is null || Secret is null || Rom is null || Plan?.Rom is null || Labels is null)
            return "name, secret, rom, plan and labels are required.";
        if (IsUnused)
            return null;
        try
        {
            Check(Name == folder && EmulatorClient.IsName(Name), "name", Name, "the name of its folder, like any emulator's");
            Check(Process > 0 && StartedAt > 0, "process", $"{Process}, startedAt {StartedAt}", "the id of a process that was started");
            Check(Secret.Length is > 0 and <= MaxSecretCharacters, "secret", $"{Secret.Length} characters",
                $"1 to {MaxSecretCharacters} characters");
            Check(Path.IsPathRooted(Plan.Rom), "plan.rom", Plan.Rom, "the full path of a ROM");
            NewEmulator.LeaseOf(new LeaseSetting(LeaseSeconds));
            NewEmulator.Check(Plan);
            NewEmulator.LabelsOf(Labels!);
            return null;
        }
        catch (RequestException refused)
        {
            return refused.Message;
        }
    }

    /// <summary>Returns the process; null if it has ended.</summary>
    public HostProcess? Find(string folder, TimeProvider time) =>
        HostProcess.Find(Process, StartedAt, Secret, folder, time);

    private static void Check(bool isValid, string member, string value, string accepted)
    {
        if (!isValid)
            throw Parameters.Refuse(member, value, accepted);
    }
}
