using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Takeover;

/// <summary>Brings an emulator with a checkpoint back on this host, after its host was lost.</summary>
internal sealed class EmulatorTakeover(ITakeoverWorld world, TimeProvider time)
{
    /// <summary>The host of a name that no host could start.</summary>
    public const string NoHost = "";

    /// <summary>By how much each host waits longer than the one before it.</summary>
    public static readonly TimeSpan BetweenHosts = TimeSpan.FromSeconds(1);

    /// <summary>
    /// How long a host waits at most for all members to have seen it. A lost host that doesn't know it would not ask it whether it has the
    /// emulator.
    /// </summary>
    public static readonly TimeSpan AfterUnknown = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(0.5);

    /// <summary>
    /// How long the new host waits before it starts the emulator. Longer than <see cref="Fence.Proof"/>, so that the old host has stopped
    /// responding.
    /// </summary>
    public TimeSpan BeforeStart { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Takes an emulator over, unless its host is back or another one takes it.</summary>
    /// <param name="name">The emulator.</param>
    /// <param name="rom">The name of its ROM.</param>
    /// <param name="cancellationToken">The bridge stops.</param>
    /// <returns>Whether this host has it now.</returns>
    public async Task<bool> RunAsync(string name, string? rom, CancellationToken cancellationToken)
    {
        if (Find(world.Snapshot, name) is not { } lost || !world.Snapshot.Members.TryGetValue(world.Host, out var self))
            return false;
        // This host's own emulator, which a restart of the machine has ended, waits for no other host.
        var isOwn = lost.Host == world.Host;
        if ((isOwn ? 0 : TakeoverRank.Of(world.Snapshot, world.Host, name, rom)) is not { } rank)
            return false;
        if (!isOwn)
            await WaitUntilKnownAsync(self, cancellationToken);
        await Task.Delay(rank * BetweenHosts, time, cancellationToken);
        if (Find(world.Snapshot, name) is not { } still || still.Revision != lost.Revision
            || await IsReachableAsync(lost, cancellationToken))
        {
            return false;
        }

        var taken = lost with { Host = world.Host };
        if (!await world.TryTakeOverAsync(name, taken, lost.Revision, self.Created, cancellationToken))
            return false;
        await Task.Delay(BeforeStart, time, cancellationToken);
        if (await world.StartAsync(name, lost, cancellationToken))
            return true;
        await world.GiveUpAsync(name, taken, cancellationToken);
        return false;
    }

    /// <summary>Returns the key of an emulator that has a checkpoint, and whose host isn't there; null otherwise.</summary>
    public static FleetAlias? FindLost(FleetSnapshot snapshot, string name) =>
        snapshot.Aliases.TryGetValue(name, out var alias) && alias.Checkpoint is not null && !snapshot.Hosts.ContainsKey(alias.Host)
            ? alias
            : null;

    private FleetAlias? Find(FleetSnapshot snapshot, string name) =>
        snapshot.Aliases.TryGetValue(name, out var alias) && alias.Checkpoint is not null && alias.Host == world.Host
            ? alias
            : FindLost(snapshot, name);

    // What a member has seen once, it knows for good.
    private async Task WaitUntilKnownAsync(FleetMember self, CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
        while (world.Snapshot.Members.Values.Any(member => member.Id != self.Id && member.Seen < self.Created)
            && time.GetElapsedTime(began) < AfterUnknown)
        {
            await Task.Delay(PollInterval, time, cancellationToken);
        }
    }

    private async Task<bool> IsReachableAsync(FleetAlias lost, CancellationToken cancellationToken) =>
        lost.Host != world.Host && world.Snapshot.Members.TryGetValue(lost.Host, out var member)
        && await world.ReachesAsync(member, cancellationToken);
}
