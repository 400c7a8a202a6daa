using System.Globalization;

namespace Bridge.Api.Fleet;

/// <summary>Tells which emulators were lost with their hosts. Remembers their chosen names, whose keys have gone with the host.</summary>
internal sealed class LostEmulators(TimeProvider time)
{
    private const int MaxNames = 4096;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(10);

    // A host's key and its names' keys end together, but a copy may show one before the other.
    private static readonly TimeSpan Together = TimeSpan.FromSeconds(15);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, (string Host, DateTimeOffset At)> _gone = [];

    /// <summary>Notes the chosen names that have gone.</summary>
    public void Observe(FleetCopy before, FleetCopy after)
    {
        if (ReferenceEquals(before.Aliases, after.Aliases))
            return;
        var now = time.GetUtcNow();
        lock (_gate)
        {
            foreach (var (name, alias) in before.Aliases)
            {
                if (!after.Aliases.ContainsKey(name))
                    _gone[name] = (alias.Host, now);
            }

            foreach (var name in after.Aliases.Keys.Where(_gone.ContainsKey).ToArray())
                _gone.Remove(name);
            foreach (var (name, _) in _gone.Where(entry => now - entry.Value.At > MaxAge).ToArray())
                _gone.Remove(name);
            foreach (var (name, _) in _gone.OrderBy(entry => entry.Value.At).Take(_gone.Count - MaxNames).ToArray())
                _gone.Remove(name);
        }
    }

    /// <summary>Returns how an emulator was lost; null if it was not, or if it is not known.</summary>
    public LostEmulator? Find(FleetCopy copy, string emulator)
    {
        if (copy.Aliases.TryGetValue(emulator, out var alias))
            return copy.Lost.TryGetValue(alias.Host, out var old) && !copy.Hosts.ContainsKey(alias.Host)
                ? new LostEmulator(emulator, old, alias.Checkpoint is not null)
                : null;
        if (copy.HostIdOf(emulator) is { } id)
            return Of(copy, id) is { } lost ? new LostEmulator(emulator, lost, ComesBack: false) : null;
        lock (_gate)
        {
            return _gone.TryGetValue(emulator, out var gone) && Of(copy, gone.Host) is { } host
                && (gone.At - host.Seen).Duration() < Together
                ? new LostEmulator(emulator, host, ComesBack: false)
                : null;
        }
    }

    private static LostHost? Of(FleetCopy copy, string host) => copy.Hosts.ContainsKey(host) ? null : copy.Lost.GetValueOrDefault(host);
}

/// <summary>An emulator whose host was lost.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Host">The host.</param>
/// <param name="ComesBack">Whether another host starts it again from a checkpoint.</param>
internal sealed record LostEmulator(string Name, LostHost Host, bool ComesBack)
{
    /// <summary>Gets the sentence for clients.</summary>
    public string Sentence => string.Create(CultureInfo.InvariantCulture,
        $"The host {Host.Last.Id} was last seen at {Host.Seen.UtcDateTime:HH:mm:ss} UTC; ")
        + (ComesBack ? $"{Name} comes back on another host from its last checkpoint." : "create another emulator.");
}
