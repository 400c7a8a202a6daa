using System.Text.RegularExpressions;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>Settings of a fleet: many bridges, each with the emulators of its machine, behind one address.</summary>
internal sealed partial record FleetOptions
{
    /// <summary>Min characters of <see cref="Secret"/>.</summary>
    public const int MinSecretLength = 32;

    private const string Section = "Bridge:Fleet";

    /// <summary>
    /// The name that the hosts of the fleet share, 1 to 32 characters of a-z, 0-9 and -. Default none: this machine serves alone, and
    /// nothing of a fleet is loaded.
    /// </summary>
    public string? Name { get; set; }

    /// <summary>This host's id, 1 to 16 characters of a-z, 0-9 and -, like h07. The names of its emulators begin with it.</summary>
    public string? Host { get; set; }

    /// <summary>The address at which the other bridges reach this one, like <c>http://10.0.0.7:7185</c>.</summary>
    public string? Address { get; set; }

    /// <summary>The addresses of all members of etcd, like <c>http://10.0.0.1:2379</c>, in any order.</summary>
    public IReadOnlyList<string> Etcd { get; set; } = [];

    /// <summary>The account at etcd. Default none.</summary>
    public string? EtcdUser { get; set; }

    /// <summary>The password of the account at etcd. Default none.</summary>
    public string? EtcdPassword { get; set; }

    /// <summary>A text of at least 32 characters that the hosts share. Bridges accept requests of other bridges only with it.</summary>
    public string? Secret { get; set; }

    /// <summary>
    /// A folder that all hosts share, for the states of emulators that come back on another host. Default none: they can't.
    /// </summary>
    public string? CheckpointFolder { get; set; }

    /// <summary>Gets whether this bridge belongs to a fleet.</summary>
    public bool IsOn => Name is { Length: > 0 };

    /// <summary>Returns the name and port of <see cref="Address"/>; none without a fleet.</summary>
    public IEnumerable<string> OwnNames() => IsOn && IsAddress(Address) ? [new Uri(Address!).Authority] : [];

    /// <summary>Returns a sentence for each setting that is missing or out of range.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (!IsOn)
            yield break;
        if (!FleetPattern().IsMatch(Name!))
            yield return $"{Section}:Name must be 1 to 32 characters of a-z, 0-9 and -, not starting with -; got \"{Name}\".";
        if (Host is null || !HostPattern().IsMatch(Host))
        {
            yield return
                $"{Section}:Host must be 1 to 16 characters of a-z, 0-9 and -, neither starting nor ending with -; got \"{Host}\".";
        }

        if (!IsAddress(Address))
            yield return $"{Section}:Address must be an address without a path, like http://10.0.0.7:7185; got \"{Address}\".";
        if (Etcd.Count == 0)
            yield return $"{Section}:Etcd must have the address of at least one member of etcd, like http://10.0.0.1:2379.";
        foreach (var member in Etcd.Where(member => !IsAddress(member)))
            yield return $"{Section}:Etcd: an address must have no path, like http://10.0.0.1:2379; got \"{member}\".";
        if (Secret is null || Secret.Length < MinSecretLength)
            yield return $"{Section}:Secret must have at least {MinSecretLength} characters; got {Secret?.Length ?? 0}.";
        if (CheckpointFolder is { Length: > 0 } folder && !Directory.Exists(folder))
            yield return $"{Section}:CheckpointFolder must be an existing folder; got \"{folder}\".";
    }

    private static bool IsAddress(string? text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is ("http" or "https") && address.PathAndQuery == "/";

    [GeneratedRegex("^[a-z0-9][a-z0-9-]{0,31}\\z")]
    private static partial Regex FleetPattern();

    [GeneratedRegex("^[a-z0-9]([a-z0-9-]{0,14}[a-z0-9])?\\z")]
    private static partial Regex HostPattern();
}
