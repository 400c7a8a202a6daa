using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Takeover;

/// <summary>Says which host starts a lost emulator first: the freest, so that hosts rarely race for it.</summary>
internal static class TakeoverRank
{
    /// <summary>Returns how many hosts come before one; null if it can't take the emulator.</summary>
    public static int? Of(FleetSnapshot snapshot, string host, string emulator, string? rom)
    {
        var ranked = snapshot.Hosts.Values.Where(other => Placement.CanTake(snapshot, other, rom))
            .OrderByDescending(other => other.Free).ThenBy(other => Hash(emulator, other.Id)).Select(other => other.Id).ToList();
        return ranked.IndexOf(host) is >= 0 and var rank ? rank : null;
    }

    // FNV-1a: the same in every process, and different for each emulator.
    private static uint Hash(string emulator, string host)
    {
        var hash = 2166136261u;
        foreach (var character in $"{emulator}/{host}")
            hash = unchecked((hash ^ character) * 16777619u);
        return hash;
    }
}
