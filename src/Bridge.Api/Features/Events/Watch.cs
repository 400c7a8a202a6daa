using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Features.Events;

/// <summary>A watch as its client sees it.</summary>
/// <param name="Id">From 1; never reused.</param>
/// <param name="Name">The client's name for it; null: none.</param>
/// <param name="Address">The address as the client wrote it; null: it watches an achievement.</param>
/// <param name="Probe">The probe that reads the memory.</param>
/// <param name="IsTemporary">Whether it is removed after a minute without a stream that includes it.</param>
/// <param name="Owner">The token that set it; null without tokens.</param>
internal sealed record Watch(int Id, string? Name, string? Address, Probe Probe, bool IsTemporary, AccessToken? Owner)
{
    /// <summary>Gets or sets the number of ticks without a stream that includes it.</summary>
    public int TicksUnused { get; set; }

    /// <summary>Returns whether a client may remove it: the token that set it, and each token with the scope admin.</summary>
    public bool CanBeRemovedBy(AccessToken? client) => client == Owner || client?.Allows(Scope.Admin) == true;

    /// <summary>Returns the address that it reads now; null if a pointer in the chain is invalid.</summary>
    public string? AddressOf(WatchReading reading) => Probe.Find(reading) is { } address ? Parameters.Hex(address) : null;
}

/// <summary>Watches a place or an achievement inside the emulator, for all clients' watches of the same one and interval.</summary>
/// <param name="id">The id on the wire.</param>
/// <param name="place">The memory that it reads, or its achievement.</param>
internal sealed class Probe(int id, WatchedPlace place)
{
    public int Id { get; } = id;

    public WatchedPlace Place { get; } = place;

    public List<Watch> Watches { get; } = [];

    /// <summary>Gets or sets the latest reading.</summary>
    public WatchReading Reading { get; set; } = WatchReading.Unreadable(frame: -1);

    /// <summary>
    /// Gets or sets whether the probe is being set, so that no event about it has come yet and the reply has its first reading.
    /// </summary>
    public bool IsBeingSet { get; set; } = true;

    /// <summary>Gets or sets the task that sets the probe in the emulator; it fails if the emulator refuses.</summary>
    public Task Setting { get; set; } = Task.CompletedTask;

    /// <summary>Gets whether its reading is a range of bytes.</summary>
    public bool IsOfRange => Place.Type is null && Place.Achievement is null;

    /// <summary>Returns the address that a reading is from; null if a pointer in the chain is invalid.</summary>
    public uint? Find(WatchReading reading) => Place.Address.Chain is null ? Place.Address.Number : reading.Address;

    /// <summary>Returns the nearest name of that address; null if there is none.</summary>
    public string? NameOf(WatchReading reading, GameNames? symbols) =>
        symbols is not null && Place.Achievement is null && Find(reading) is { } address ? symbols.Nearest(address, Place.Domain) : null;

    /// <summary>Gets the number of pointers in its chain.</summary>
    public int Pointers => PointersOf(Place);

    /// <summary>Returns the number of pointers in the chain of a place.</summary>
    public static int PointersOf(WatchedPlace place) => place.Address.Chain?.Count(character => character == '[') ?? 0;

    /// <summary>Gets the number of conditions of its achievement.</summary>
    public int Conditions => CountConditions(Place);

    /// <summary>Returns the number of conditions of an achievement; 0 for a place in memory.</summary>
    /// <remarks>Groups are joined by S, which is also a size of memory, and conditions by _. The script checks the syntax.</remarks>
    public static int CountConditions(WatchedPlace place) => place.Achievement?
        .Replace("0xS", "0xH", StringComparison.OrdinalIgnoreCase)
        .Split(['S', 's'], StringSplitOptions.RemoveEmptyEntries)
        .Sum(group => 1 + group.Count(character => character == '_')) ?? 0;
}
