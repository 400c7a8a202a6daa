using System.Diagnostics;
using System.Diagnostics.Metrics;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Measures requests to emulators of other hosts, for exporters (docs/telemetry.md).</summary>
internal sealed class HopMeter(IMeterFactory meters)
{
    private const string OwnerTag = "bridge.fleet.host.id";
    private const string ErrorTag = "error.type";

    // Seconds. A hop within a rack adds 0.1 ms to a response of 0.1 ms; a step waits for frames, and an event stream is open for minutes.
    private static readonly double[] Boundaries =
        [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600];

    private readonly Histogram<double> _forwarded = meters.Create(MeterNames.Fleet)
        .CreateHistogram("bridge.fleet.forwarded", "s", "Time of a request to another host's emulator, by its host.",
            advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = Boundaries });

    /// <summary>Records a request that was forwarded and has ended.</summary>
    /// <param name="host">The id of the host that has the emulator.</param>
    /// <param name="elapsed">From the request's arrival to the end of the response.</param>
    /// <param name="error">What the hop failed with, such as <c>not-applied</c>; null: the owner responded.</param>
    public void Record(string host, TimeSpan elapsed, string? error)
    {
        if (!_forwarded.Enabled)
            return;
        var tags = new TagList { { OwnerTag, host } };
        if (error is not null)
            tags.Add(ErrorTag, error);
        _forwarded.Record(elapsed.TotalSeconds, tags);
    }
}
