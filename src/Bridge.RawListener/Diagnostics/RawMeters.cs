using System.Diagnostics.Metrics;

namespace Bridge.RawListener.Diagnostics;

/// <summary>Counts the clients of the raw listener, for exporters (docs/telemetry.md).</summary>
internal sealed class RawMeters
{
    private long _clients;
    private long _refused;

    /// <summary>Creates the instruments of <paramref name="meter"/>.</summary>
    public RawMeters(Meter meter)
    {
        meter.CreateObservableUpDownCounter("bridge.raw.client.count", () => Clients, "{client}", "Clients of the raw listener.");
        meter.CreateObservableCounter("bridge.raw.client.refused", () => Refused, "{client}", "Clients that the raw listener refused.");
    }

    public long Clients => Volatile.Read(ref _clients);

    public long Refused => Volatile.Read(ref _refused);

    public void OnOpened() => Interlocked.Increment(ref _clients);

    public void OnClosed() => Interlocked.Decrement(ref _clients);

    public void OnRefused() => Interlocked.Increment(ref _refused);
}
