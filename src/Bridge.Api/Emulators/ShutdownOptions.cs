namespace Bridge.Api.Emulators;

/// <summary>How the bridge ends, as the settings say.</summary>
/// <param name="Drain">How long everything is still served after readiness has gone.</param>
internal sealed record ShutdownOptions(TimeSpan Drain)
{
    /// <summary>Where the settings say nothing.</summary>
    public static readonly TimeSpan DefaultDrain = TimeSpan.FromMilliseconds(500);
}
