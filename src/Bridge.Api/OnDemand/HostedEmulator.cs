using Bridge.Api.Emulators;

namespace Bridge.Api.OnDemand;

/// <summary>A created emulator with its process.</summary>
/// <param name="emulator">The emulator.</param>
/// <param name="host">Its process.</param>
/// <param name="plan">What it runs when it is started again.</param>
/// <param name="keepsSaves">Whether its saves stay when it ends, because its name was chosen.</param>
internal sealed class HostedEmulator(CreatedEmulator emulator, HostProcess host, HostPlan plan, bool keepsSaves)
{
    /// <summary>The deaths within <see cref="DeathWindow"/> after which it isn't started again.</summary>
    public const int MaxDeaths = 3;

    public static readonly TimeSpan DeathWindow = TimeSpan.FromMinutes(1);

    private readonly Queue<long> _deaths = [];
    private int _isEnding;

    public CreatedEmulator Emulator => emulator;

    public HostPlan Plan => plan;

    public bool KeepsSaves => keepsSaves;

    /// <summary>Gets or sets the process, another one after a death.</summary>
    public HostProcess Host { get; set; } = host;

    /// <summary>Gets whether it ends on purpose.</summary>
    public bool IsEnding => Volatile.Read(ref _isEnding) != 0;

    /// <summary>Returns whether the caller is the first to end it.</summary>
    public bool TryEnd() => Interlocked.Exchange(ref _isEnding, 1) == 0;

    /// <summary>Records that the process has ended by itself.</summary>
    /// <returns>Whether it has done so too often to be started again.</returns>
    public bool Dies(TimeProvider time)
    {
        var now = time.GetTimestamp();
        while (_deaths.TryPeek(out var death) && time.GetElapsedTime(death, now) > DeathWindow)
            _deaths.Dequeue();
        _deaths.Enqueue(now);
        return _deaths.Count >= MaxDeaths;
    }

    /// <summary>Returns what another bridge needs to take it over.</summary>
    public HostRecord ToRecord() => ToRecord(Host);

    /// <summary>Returns the same for another process.</summary>
    public HostRecord ToRecord(HostProcess host)
    {
        var created = emulator.Describe();
        return new HostRecord(
            emulator.Name, host.Id, host.StartedAt ?? 0, host.Secret, created.Rom, plan, created.Labels, created.Lease.Seconds,
            keepsSaves, created.Restored);
    }
}
