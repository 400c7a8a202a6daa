using System.Text.Json.Serialization;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>The meters of all emulators, and of the fleet if the bridge belongs to one.</summary>
internal sealed record MeterReport(
    IReadOnlyList<MeterDescription> Emulators,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] FleetMeterDescription? Fleet);

/// <summary>The meters of one emulator; null: unknown.</summary>
internal sealed record MeterDescription(
    string Name, double? FramesPerSecond, double? RoundTripMs, int InFlight, long QueuedBytes, long Reconnects,
    double? WindowUsed, long BytesIn, long BytesOut,
    RequestMeters Requests)
{
    public static MeterDescription Of(string name, MeterReadings meters) => new(
        name, meters.FramesPerSecond is { } rate ? Math.Round(rate, 2) : null, Milliseconds(meters.RoundTrip), meters.InFlight,
        meters.QueuedBytes, meters.Reconnects,
        meters.WindowUsed, meters.BytesReceived, meters.BytesSent,
        new RequestMeters(meters.Requests, meters.Failed, Milliseconds(meters.Median), Milliseconds(meters.P99)));

    private static double? Milliseconds(TimeSpan? time) => time is { } known ? Math.Round(known.TotalMilliseconds, 3) : null;
}

/// <summary>Requests to the script: all that have ended, those without a successful reply, and latencies of recent good ones.</summary>
internal sealed record RequestMeters(long Total, long Failed, double? P50Ms, double? P99Ms);
