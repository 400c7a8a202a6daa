using System.Text.Json.Serialization;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>Maps the measurements of each emulator, for people and the page; docs/telemetry.md has them for OpenTelemetry.</summary>
internal static class MeterEndpoint
{
    public static void MapMeters(this IEndpointRouteBuilder routes)
    {
        var fleet = routes.ServiceProvider.GetService<FleetReading>();
        routes.MapGet("/meters", (HttpContext context, EmulatorDirectory emulators) => Read(context, emulators, fleet))
            .WithTags("Health")
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetMeters", "Returns the measurements of each emulator",
                "Does not send a request to the emulators. An unknown number is null. framesPerSecond covers the last five seconds. "
                + "roundTripMs is the round-trip time of the latest ping. Both are null while the emulator does not respond. inFlight and "
                + "queuedBytes count the requests and bytes on their way to the script. reconnects is the number of reconnections. "
                + "windowUsed (0 to 1) is the fraction of the script's time for requests that was in use in the last second, or null for "
                + "a second or two after the first call. bytesIn and bytesOut count the bytes from and to the script. requests counts "
                + "the requests to the script, including each retry: total since the bridge started, and failed without a successful "
                + "reply (refused, lost, timed out, not sent). p50Ms and p99Ms cover the successful requests of the last ten seconds that "
                + "do not wait for frames. A bridge in a fleet adds fleet: hosts by their state, slots and free of the hosts that live, "
                + "waiting creations, emulators created for this bridge's clients, expired ones of this host, lost ones, resyncs and "
                + "engineAgeSeconds with etcd.")
            .TakesQuery()
            .Produces<MeterReport>()
            .Refuses(ProblemTypes.UnknownParameter);
    }

    private static MeterReport Read(HttpContext context, EmulatorDirectory emulators, FleetReading? fleet) =>
        new([.. emulators.All.Where(emulator => TokenGuard.Reaches(context, emulator.Name))
            .Select(emulator => MeterDescription.Of(emulator.Name, emulator.Meters))], fleet?.Invoke());
}

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
