using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Events;

/// <summary>A watch as its client sees it.</summary>
/// <param name="Id">From 1; never given twice.</param>
/// <param name="Name">What its client calls it; null: nothing.</param>
/// <param name="Address">The address as its client wrote it.</param>
/// <param name="Probe">What it shows.</param>
/// <param name="IsTemporary">Whether it ends when nobody listens to it any more.</param>
/// <param name="Owner">The token that set it; null when clients need none.</param>
internal sealed record Watch(int Id, string? Name, string Address, Probe Probe, bool IsTemporary, AccessToken? Owner)
{
    /// <summary>For how many ticks nobody has listened to it.</summary>
    public int TicksUnheard { get; set; }

    /// <summary>Returns whether a client may end it: the one that set it, and each that has the scope admin.</summary>
    public bool MayBeEndedBy(AccessToken? client) => client == Owner || client?.Allows(Scope.Admin) == true;

    /// <summary>Where it looks now; null when a chain leads nowhere.</summary>
    public string? AddressOf(WatchReading reading)
    {
        var address = Probe.Place.Address;
        return address.Chain is null ? Parameters.Hex(address.Number) : reading.Address is { } led ? Parameters.Hex(led) : null;
    }
}

/// <summary>A watch inside the emulator, shared by all clients' watches of the same place and interval.</summary>
/// <param name="id">The one on the wire.</param>
/// <param name="place">What it looks at.</param>
internal sealed class Probe(int id, WatchedPlace place)
{
    public int Id { get; } = id;

    public WatchedPlace Place { get; } = place;

    public List<Watch> Watches { get; } = [];

    /// <summary>What it has shown last.</summary>
    public WatchReading Reading { get; set; } = WatchReading.Unreadable(frame: -1);

    /// <summary>Whether the reply to its being set is still the newest that is known of it.</summary>
    public bool IsBeingSet { get; set; } = true;

    /// <summary>Ends when it is set, or can't be.</summary>
    public Task Setting { get; set; } = Task.CompletedTask;

    /// <summary>Pointers of its chain.</summary>
    public int Pointers => PointersOf(Place);

    /// <summary>Returns how many pointers the chain of a place has.</summary>
    public static int PointersOf(WatchedPlace place) => place.Address.Chain?.Count(character => character == '[') ?? 0;
}
