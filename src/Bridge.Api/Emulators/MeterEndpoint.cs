using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Emulators;

/// <summary>What is measured of each emulator, for people and for the page; docs/telemetry.md has the same as OpenTelemetry's.</summary>
internal static class MeterEndpoint
{
    public static void MapMeters(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/meters", Read)
            .WithTags("Health")
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetMeters", "What is measured of each emulator",
                "Asks no emulator; a number that isn't known just now is null. framesPerSecond is over the last five seconds, roundTripMs "
                + "from the latest ping to its answer; both are null while nothing answers. inFlight and queuedBytes are the requests and "
                + "the bytes on their way to the script, reconnects how often a connection was made anew. windowUsed (0 to 1) is how much "
                + "of the time that the script has for requests they took in the last second; it is null until the script was asked, a "
                + "second or two after the first look. bytesIn and bytesOut are to and from the script. requests are the bridge's to the "
                + "script, each attempt counted: total since the bridge began, failed of them without a good reply (refused, lost, too "
                + "late, not sent); p50Ms and p99Ms are over the good ones of the last ten seconds that don't wait for frames.")
            .TakesQuery()
            .Produces<MeterReport>()
            .Refuses(ProblemTypes.UnknownParameter);
    }

    private static MeterReport Read(HttpContext context, EmulatorDirectory emulators) =>
        new([.. emulators.All.Where(emulator => TokenGuard.Reaches(context, emulator.Name))
            .Select(emulator => MeterDescription.Of(emulator.Name, emulator.Meters))]);
}

/// <summary>The meters of all emulators.</summary>
internal sealed record MeterReport(IReadOnlyList<MeterDescription> Emulators);

/// <summary>The meters of one; null: not known just now.</summary>
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

/// <summary>Requests to the script: all that have ended, those without a good reply, and how long the good ones took lately.</summary>
internal sealed record RequestMeters(long Total, long Failed, double? P50Ms, double? P99Ms);
