namespace Bridge.Api.Server.Hosting;

/// <summary>Settings of the shutdown.</summary>
/// <param name="Drain">How long the bridge still serves requests after readiness goes off.</param>
internal sealed record ShutdownOptions(TimeSpan Drain)
{
    /// <summary>The drain if the settings have none.</summary>
    public static readonly TimeSpan DefaultDrain = TimeSpan.FromMilliseconds(500);
}
