using System.Diagnostics.Metrics;

namespace Bridge.Api.Raw;

/// <summary>Who is at the raw door, for whoever exports it (docs/telemetry.md).</summary>
internal sealed class DoorMeters
{
    private long _clients;
    private long _refused;

    /// <summary>Makes the instruments of <paramref name="meter"/>.</summary>
    public DoorMeters(Meter meter)
    {
        meter.CreateObservableUpDownCounter("bridge.raw.client.count", () => Clients, "{client}", "Clients of the raw door.");
        meter.CreateObservableCounter("bridge.raw.client.refused", () => Refused, "{client}", "Clients that the raw door has turned away.");
    }

    public long Clients => Volatile.Read(ref _clients);

    public long Refused => Volatile.Read(ref _refused);

    public void Came() => Interlocked.Increment(ref _clients);

    public void Went() => Interlocked.Decrement(ref _clients);

    public void TurnedAway() => Interlocked.Increment(ref _refused);
}
