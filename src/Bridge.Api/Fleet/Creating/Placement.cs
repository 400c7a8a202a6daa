using System.Text;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Chooses the host of a new emulator: the freer one of two at random, so that not all bridges choose the same.</summary>
internal sealed class Placement(Random random)
{
    /// <summary>Max hosts that a creation is sent to.</summary>
    public const int MaxTries = 3;

    /// <summary>Returns a host that can take the emulator; null if none is left.</summary>
    /// <param name="snapshot">What this bridge knows of the fleet.</param>
    /// <param name="rom">The name of the ROM; null: any host has it.</param>
    /// <param name="tried">The ids of hosts that have refused.</param>
    public FleetHost? Choose(FleetSnapshot snapshot, string? rom, IReadOnlySet<string> tried)
    {
        if (tried.Count >= MaxTries)
            return null;
        // Ordered, so that a seed gives the same choices again.
        var hosts = snapshot.Hosts.Values.Where(host => CanTake(snapshot, host, rom) && !tried.Contains(host.Id))
            .OrderBy(host => host.Id, StringComparer.Ordinal).ToArray();
        if (hosts.Length < 2)
            return hosts.FirstOrDefault();
        var first = random.Next(hosts.Length);
        var second = (first + random.Next(1, hosts.Length)) % hosts.Length;
        return hosts[first].Free >= hosts[second].Free ? hosts[first] : hosts[second];
    }

    /// <summary>Returns how many emulators the fleet can take, as far as this bridge knows.</summary>
    public static int PlacesIn(FleetSnapshot snapshot) =>
        snapshot.Hosts.Values.Where(host => !host.Draining).Sum(host => Math.Max(host.Free, 0));

    /// <summary>Returns whether a host of the fleet has a ROM. Without a list of its ROMs a host counts as having it.</summary>
    public static bool HasRom(FleetSnapshot snapshot, FleetHost host, string? rom) =>
        rom is null || !snapshot.Roms.TryGetValue(host.Roms, out var names) || names.Contains(rom)
            || (!Ascii.IsValid(rom) && names.Any(name => CanonicalName.AreSame(name, rom)));

    /// <summary>Returns whether a host takes another emulator with a ROM.</summary>
    public static bool CanTake(FleetSnapshot snapshot, FleetHost host, string? rom) =>
        host is { Draining: false, Free: > 0 } && HasRom(snapshot, host, rom);
}
