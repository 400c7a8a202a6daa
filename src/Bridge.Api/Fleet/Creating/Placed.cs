namespace Bridge.Api.Fleet.Creating;

/// <summary>What one host did with a creation.</summary>
/// <typeparam name="T">What became of the creation; a model of it in the simulation.</typeparam>
/// <param name="Kind">What the host did.</param>
/// <param name="Result">What became of the creation, if the host decided it.</param>
/// <param name="Host">The host that has the Idempotency-Key, if it is another one.</param>
internal readonly record struct Placed<T>(PlacedKind Kind, T? Result = null, string? Host = null) where T : class;

/// <summary>What a host did with a creation.</summary>
internal enum PlacedKind
{
    /// <summary>It decided what becomes of the creation.</summary>
    Done,

    /// <summary>It takes no more emulators.</summary>
    Full,

    /// <summary>There was no connection to it, so nothing was sent.</summary>
    Unreachable,

    /// <summary>Another host has the Idempotency-Key.</summary>
    OtherHost,

    /// <summary>The Idempotency-Key was used with another body.</summary>
    OtherBody,
}
