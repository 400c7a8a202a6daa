namespace Bridge.Api.Features.OnDemand;

/// <summary>Creates emulators: on this host, or in a fleet on any.</summary>
internal interface ICreations
{
    /// <summary>Creates an emulator, and returns when its first frame has run.</summary>
    /// <param name="wanted">The emulator.</param>
    /// <param name="key">The Idempotency-Key, after the name of the token that it belongs to; null: none.</param>
    /// <param name="cancellationToken">The client has hung up. Without a key the emulator ends then.</param>
    Task<Creation> CreateAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken);
}
