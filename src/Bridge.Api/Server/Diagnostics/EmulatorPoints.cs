namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Limits what OpenTelemetry keeps about emulators. A provider keeps the points of each emulator until the provider itself ends, and
/// takes no more than a fixed number; so providers are replaced once many emulators have ended.
/// </summary>
internal sealed class EmulatorPoints
{
    /// <summary>After this many ended emulators a provider is replaced.</summary>
    public const int MaxEnded = 500;

    // As many that have ended, and as many that run.
    private const int MaxEmulators = 2 * MaxEnded;

    private int _ended;

    /// <summary>Occurs when providers have to be replaced.</summary>
    public event Action? Full;

    /// <summary>Counts an emulator that has ended.</summary>
    public void CountEnded()
    {
        if (Interlocked.Increment(ref _ended) % MaxEnded == 0)
            Full?.Invoke();
    }

    /// <summary>Returns how many points an instrument needs: for each emulator one for each combination of the other tags.</summary>
    public static int MaxOf(string instrument) => MaxEmulators * instrument switch
    {
        // One for each state of an emulator; there are fewer than 12.
        "bridge.emulator.status" => 12,
        // The commands that are likely used, and their errors.
        "bridge.exchange.duration" => 20,
        // Both directions.
        _ => 2,
    };
}
