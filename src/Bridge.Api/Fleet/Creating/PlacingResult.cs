namespace Bridge.Api.Fleet.Creating;

/// <summary>What became of a creation on one host.</summary>
/// <param name="Kind">What became of it.</param>
/// <param name="Host">The host that has the Idempotency-Key, if it is another one.</param>
internal readonly record struct PlacingResult(PlacingKind Kind, string? Host = null)
{
    public static readonly PlacingResult Responded = new(PlacingKind.Responded);
    public static readonly PlacingResult Refused = new(PlacingKind.Refused);
    public static readonly PlacingResult Unreachable = new(PlacingKind.Unreachable);
    public static readonly PlacingResult OtherBody = new(PlacingKind.OtherBody);

    /// <summary>Returns that another host has the key.</summary>
    public static PlacingResult Elsewhere(string host) => new(PlacingKind.Elsewhere, host);
}

/// <summary>What became of a creation on one host. Only after the first one the client has a response.</summary>
internal enum PlacingKind
{
    /// <summary>The client has the response.</summary>
    Responded,

    /// <summary>The host takes no more emulators.</summary>
    Refused,

    /// <summary>There was no connection, so nothing was sent.</summary>
    Unreachable,

    /// <summary>Another host has the Idempotency-Key.</summary>
    Elsewhere,

    /// <summary>The Idempotency-Key was used with another body.</summary>
    OtherBody,
}
