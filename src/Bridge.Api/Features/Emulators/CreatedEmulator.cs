using System.Buffers;
using System.Text.Json.Serialization;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>An emulator that the bridge started for a client.</summary>
/// <param name="client">The client of its script.</param>
/// <param name="rom">The name of the ROM that it was created with.</param>
/// <param name="labels">The labels that its creator gave it.</param>
/// <param name="lease">How long it stays.</param>
internal sealed class CreatedEmulator(
    EmulatorClient client, string rom, IReadOnlyDictionary<string, string> labels, EmulatorLease lease)
{
    private static readonly SearchValues<char> Controls =
        SearchValues.Create([.. Enumerable.Range(0, ' ').Select(code => (char)code), '\u007F']);

    private volatile string? _failure;

    public EmulatorClient Client => client;

    public string Name => client.Name;

    public EmulatorLease Lease => lease;

    /// <summary>Gets the Idempotency-Key that it was created with, in the form that names its owner; null: none.</summary>
    public string? Key { get; init; }

    /// <summary>Gets the checkpoint that it was restored from after its host was lost; null: it was not restored.</summary>
    public RestoredDescription? Restored { get; init; }

    /// <summary>Gets or sets a sentence with the reason why it isn't started again; null: it runs, or is being started again.</summary>
    public string? Failure
    {
        get => _failure;
        set => _failure = value;
    }

    /// <summary>Returns whether a text has control characters (ASCII), which no label may have.</summary>
    public static bool HasControls(string text) => text.AsSpan().ContainsAny(Controls);

    /// <summary>Returns whether it has a label with this value.</summary>
    public bool HasLabel(string name, string value) => labels.TryGetValue(name, out var given) && given == value;

    public CreatedDescription Describe() =>
        new(rom, labels, new LeaseDescription(lease.Duration?.TotalSeconds, RoundedUp(lease.Left)), Restored);

    // To tenths of a second.
    private static double? RoundedUp(TimeSpan? left) => left is { } time ? Math.Ceiling(time.TotalSeconds * 10) / 10 : null;
}

/// <summary>
/// What a created emulator was created with: the name of its ROM, its labels, and its lease. restored: only after its host was lost.
/// </summary>
internal sealed record CreatedDescription(
    string Rom, IReadOnlyDictionary<string, string> Labels, LeaseDescription Lease,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] RestoredDescription? Restored = null);

/// <summary>The frame of the checkpoint that the emulator was restored from, and the host that it was lost with.</summary>
internal sealed record RestoredDescription(long Frame, string Host);

/// <summary>
/// The seconds without a request or open stream after which the emulator ends, and how many are left. Null: it never ends by itself.
/// </summary>
internal sealed record LeaseDescription(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] double? Seconds,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.Never)] double? EndsInSeconds);
